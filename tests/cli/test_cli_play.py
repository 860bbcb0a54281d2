"""`farklegen play` and `farklegen drill` with answers from a pipe."""

from __future__ import annotations

import io
import json
import re
from functools import partial
from typing import Any

import pytest

from farklegen import api
from farklegen.cli.playing import DecisionError, read_keep
from farklegen.rules.hands import hands_of, read_fallen
from farklegen.scoring.rolls import ways_of
from tests.cli.command import KINDS, ROOT
from tests.render.golden import matches_golden

SHORT = str(ROOT / "tests/cli/data/short.yaml")

TAKING = """\
goal: 400
dice: 2
combinations: {1: 100, 5: 50}
bank: {minimum: 100, beat_previous: true}
piggyback: after_bank
"""

LONG = "goal: 200000000\ncombinations: {1: 100, 5: 50}\nfarkle: {streak: 3, penalty: all}\n"


class Interrupted(io.BytesIO):
    """Somebody who presses Ctrl-C where an answer is wanted, after the lines that were given."""

    def readline(self, size: int | None = -1) -> bytes:
        line = super().readline(size)
        if not line:
            raise KeyboardInterrupt
        return line


@pytest.fixture
def play(run: Any) -> Any:
    """Plays a match under rules given as a text or a path, with these answers."""
    return partial(run, "play")


SESSIONS = {
    "play-short.txt": (
        SHORT,
        "--seed 8",
        "h / r / all / b / b / b / b / b / b / 1 1 / r / b / b / b / all / r / b",
    ),
    "play-wrong.txt": (
        SHORT,
        "--no-hints --own-dice --opponent bank-at-100",
        "1 2 / 1 2 7 / 5 1 2 / nonsense / 2 / 4 / 5 5 / 1 = 300 /  / h / c / ? / 15 b / "
        "1 1 4 / 1 2 4 / x / q",
    ),
    "play-taken-over.txt": (
        TAKING,
        "--own-dice --seat second",
        "1 2 / x / h / t / 1 / b / 2 3 / q",
    ),
    "play-costs.txt": (SHORT, "--seed 8", "c / b / c / c / q"),
    "play-own-kinds.txt": (KINDS, "--seed 4", "x / low=6 / low=1, low=1 / all r / h / q"),
    "play-afresh.txt": (TAKING, "--own-dice --seat second", "1 2 / s / 1 2 / q"),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_matches_as_they_are_seen(play: Any, name: str) -> None:
    done = play(*SESSIONS[name])
    assert (done.code, done.err) == (0, "")
    matches_golden(name, done.out)


def test_the_same_seed_rolls_the_same_dice(play: Any) -> None:
    first, again, other = (
        play(SHORT, f"--seed {seed} --no-hints --opponent bank-at-300", "all / b / all / b")
        for seed in (4, 4, 5)
    )
    assert first == again
    assert first.out.replace("--seed 4", "") != other.out.replace("--seed 5", "")
    why = "decisions are not judged: with --no-hints the match is not solved."
    assert why in " ".join(first.out.split())
    unseeded = play(SHORT, "--no-hints --opponent take-all", "q")
    assert re.search("--seed [0-9]+", unseeded.out)


def test_the_decisions_add_up_to_the_result(play: Any) -> None:
    done = play(SHORT, "--seed 1", " / ".join(["all", "b"] * 60))
    shares = {
        name: float(re.sub("[−<]", lambda m: "-" if m[0] == "−" else "", value))
        for name, value in re.findall(r"^(.+?) {2,}(?:you win )?([-−+<.0-9]+)%$", done.out, re.M)
    }
    total = shares["Before the first roll"] - shares["They cost"]
    total += shares["The opponent's cost"] + shares["The dice"]
    assert total == pytest.approx(100 if "You win, " in done.out else 0, abs=0.05)
    costs = [float(cost) for cost in re.findall(r"^turn \d+, .* ([.0-9]+)%$", done.out, re.M)]
    assert sum(costs) == pytest.approx(shares["They cost"], abs=0.01 * len(costs) + 0.01)


def test_faces_alone_are_enough_if_only_one_set_of_dice_shows_them() -> None:
    ruleset = api.load(KINDS).ruleset
    hands = hands_of(ruleset)
    ways: Any = ways_of(ruleset, read_fallen(hands, "imp=2,low=2,low=2", "dice")).ways
    assert len(read_keep("2 2 2", ways, hands)[0].keep) == 3
    with pytest.raises(DecisionError, match=r"^Which: imp=2,low=2 or low=2,low=2\?$"):
        read_keep("2 2", ways, hands)


@pytest.mark.parametrize("answers", ["", "q", "Quit"])
def test_no_more_answers_end_the_match_with_what_it_cost(play: Any, answers: str) -> None:
    done = play(SHORT, "--own-dice", f"1 2 5 / {answers}")
    assert (done.code, done.err) == (0, "")
    assert "\nStopped at 0 to 0.\n" in done.out
    assert "They cost " in done.out
    assert "The dice " not in done.out


def test_ctrl_c_ends_it_at_once_and_tells_what_the_decisions_cost(play: Any) -> None:
    done = play(SHORT, "--no-hints --seed 8", Interrupted())
    assert (done.code, done.err) == (130, "")
    answers = Interrupted(b"1 1\nr\n")
    stopped = play(SHORT, "--seed 8", answers)
    assert (stopped.code, stopped.err) == (130, "")
    played = stopped.out[stopped.out.index("Your decisions") :]
    quitted = play(SHORT, "--seed 8", "1 1 / r / q")
    assert played == quitted.out[quitted.out.index("Your decisions") :]


def test_where_there_is_no_solution_one_plays_without_hints(play: Any) -> None:
    done = play(LONG, "", "q")
    assert done.code == 0
    assert done.out.splitlines()[0] == "rules: a match against points-only"
    assert "decisions are not judged: this match is out of reach" in done.out
    wanted = play(LONG, "--opponent optimal", "q")
    assert (wanted.code, wanted.out) == (2, "")
    assert "out of reach" in wanted.err
    assert "or play against another policy" in wanted.err


def test_a_match_without_questions_does_not_run_away(play: Any) -> None:
    """The goal must be hit exactly, and never is."""
    rules = "goal: 120\ndice: 1\ncombinations: {1: 40}\novershoot: bust\n"
    rules += "bank: {multiple_of: 80}\nfarkle: {streak: 1, penalty: 40, lowest_score: 0}\n"
    done = play(rules, "--seed 1 --no-hints --opponent bank-at-100", " / ".join("go"))
    assert done.code == 0
    assert done.out.count("Enter to go on>") == 3


TAKES = "goal: 600\ndice: 3\ncombinations: {1: 100, 5: 50}\npiggyback: after_bank\n"


@pytest.fixture
def drill(run: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Drills rules given as a text or a path, with these answers."""
    monkeypatch.setattr(api, "drill", partial(api.drill, decisions=200))  # quicker
    return partial(run, "drill")


def answers(drill: Any, rules: str, options: str, place: int) -> tuple[list[dict[str, Any]], str]:
    """The situations, and what to type for the choice at a place, counted from the best."""
    shown = json.loads(drill(rules, f"{options} --format json").out)
    typed = []
    for situation in shown["exercises"]:
        option = situation["options"][place]
        typed.append(" ".join(map(str, option["keep"])) or option["then"])
    return shown["exercises"], " / ".join(typed)


@pytest.mark.parametrize(("by", "unit"), [("match", "games in a hundred"), ("points", "points")])
def test_a_mistake_costs_what_the_choices_differ_by(drill: Any, by: str, unit: str) -> None:
    options = f"--seed 2 --questions 6 --by {by}"
    situations, typed = answers(drill, SHORT, options, -1)
    done = drill(SHORT, options, typed)
    shown = [float(cost) for cost in re.findall(rf"That costs ([.0-9]+) {unit}\.", done.out)]
    key, scale = ("win_probability", 100) if by == "match" else ("expected_score", 1)
    costs = [scale * (s["options"][0][key] - s["options"][-1][key]) for s in situations]
    assert shown == [pytest.approx(cost, abs=0.00501) for cost in costs]
    assert f"0 of 6 right; the mistakes cost {sum(costs):.2f} {unit} together." in done.out
    table = done.out.split("To look at again")[1]
    listed = re.findall(r" ([.0-9]+)$", table, re.MULTILINE)
    assert [float(cost) for cost in listed] == sorted(shown, reverse=True)


def test_a_drill_as_it_is_seen(drill: Any) -> None:
    typed = "1 / r / b / ? / s / r / s / s / b / 2 / 5 b / 5 5 / all / 55"
    done = drill(TAKES, "--seed 2 --questions 8", typed)
    assert (done.code, done.err) == (0, "")
    matches_golden("drill-wrong.txt", done.out)


def test_it_ends_with_the_answers(drill: Any) -> None:
    options = "--seed 2 --questions 4"
    _, typed = answers(drill, SHORT, options, -1)
    first = typed.split(" / ")[0]
    for stop in (first, f"{first} / q"):
        done = drill(SHORT, options, stop)
        assert done.code == 0
        assert "0 of 1 right" in done.out
    assert "Nothing was answered." in drill(SHORT, options, "").out
    keys = Interrupted(f"{first}\n".encode())
    done = drill(SHORT, options, keys)
    assert done.code == 130
    assert "0 of 1 right" in done.out


def test_what_the_card_says_is_right_too(drill: Any) -> None:
    options = "--by points --numbers 1 --seed 2 --questions 60"
    shown = json.loads(drill("basic", f"{options} --format json").out)
    assert shown["card"] == "The card of 1 number"
    typed, lost = [], []
    for situation in shown["exercises"]:
        option = situation["options"][situation["card"]]
        typed.append(" ".join(map(str, option["keep"])) or option["then"])
        cost = situation["costs"][situation["card"]]
        lost += [cost] if cost else []
    done = drill("basic", options, " / ".join(typed))
    number = len(typed)
    assert f"{number} of {number} right." in done.out
    said = re.findall(
        r"^As the card says\. .* better by ([.0-9]+) points\.", done.out, re.MULTILINE
    )
    assert lost
    assert [float(cost) for cost in said] == [pytest.approx(cost, abs=0.00501) for cost in lost]
    wrong = drill("basic", options.replace("60", "1"), answers(drill, "basic", options, -1)[1])
    assert "0 of 1 right" in wrong.out
