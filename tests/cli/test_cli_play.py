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
from farklegen.rules.hands import hands_of
from tests.cli.command import ROOT
from tests.render.golden import matches_golden
from tests.rules.texts import ruleset

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


def test_a_match_from_beginning_to_end(play: Any) -> None:
    answers = "h / r / all / b / b / b / b / b / b / 1 1 / r / b / b / b / all / r / b"
    done = play(SHORT, "--seed 8", answers)
    assert (done.code, done.err) == (0, "")
    matches_golden("play-short.txt", done.out)


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


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("nonsense", "Type the dice to set aside, such as 1 5 5 (h: hint, ?: help)."),
        ("2", "2 cannot be set aside; you can set aside 1 5 or 1 or 5."),
        ("1 = 300", "1 counts for 100."),
        ("1 / x", "Type b (bank) or r (roll) (h: hint, ?: help)."),
        ("", "Type the dice to set aside, such as 1 5 5 (h: hint, ?: help)."),
        ("h", "There are no hints in this match."),
    ],
)
def test_an_answer_that_cannot_be_meant_is_one_line_and_asked_again(
    play: Any, answers: str, said: str
) -> None:
    dice = "1 2 5"
    done = play(SHORT, "--no-hints --own-dice --opponent bank-at-300", f"{dice} / {answers} / q")
    lines = done.out.splitlines()
    at = lines.index(said)
    assert lines[at + 1].startswith(("Set aside>", "Bank or roll>"))
    assert (done.code, done.err) == (0, "")


def test_own_dice_are_typed_in_for_both_players(play: Any) -> None:
    wrong = "1 2 / 1 2 7 / 5 1 2"
    done = play(
        SHORT, "--no-hints --own-dice --opponent bank-at-100", f"{wrong} / 15 b / 1 1 4 / 2 3 3 / q"
    )
    lines = [
        "3 dice are to be rolled, not 2.",
        "Type what the dice show, such as 1 2 2 4 5 6.",
        "You set aside 1 5 for 150: turn score 150, 1 die to roll.",
        "The opponent banks 200, which makes 200.",
        "A farkle.",
    ]
    assert {*lines} <= {*done.out.splitlines()}
    assert "--seed" not in done.out


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


def test_a_turn_may_be_taken_over(play: Any) -> None:
    done = play(TAKING, "--own-dice", "1 2 / b / 2 / 2 3 / 5 5 / q")
    assert "The opponent takes over 100 points and 1 die." in done.out.splitlines()
    bank = "--own-dice --seat second --no-hints --opponent bank-at-100"
    done = play(TAKING, bank, "1 2 / x / t / 1 / b / q")
    lines = [
        "You may take over 100 points and roll 1 die.",
        "Type t (take over) or s (start afresh) (h: hint, ?: help).",
        "You take over 100 points and 1 die.",
        "You set aside 1 for 100, hot dice: turn score 200, 2 dice to roll.",
        "You bank 200, which makes 200.",
    ]
    assert {*lines} <= {*done.out.splitlines()}
    hints = play(TAKING, "--own-dice --seat second", "1 2 / h / s / 1 2 / q").out.splitlines()
    assert any(re.fullmatch("1  take over +[0-9.]+%", line) for line in hints)
    assert "You start afresh." in hints
    assert "You roll on: a bank must beat 100." in hints


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


def test_what_a_decision_costs_can_be_told_at_once(play: Any) -> None:
    silent = play(SHORT, "--seed 8", "1 1 / b / q")
    asked = play(SHORT, "--seed 8", "c / 1 1 / b / q")
    played = play(SHORT, "--seed 8 --costs", "1 1 / b / c / q")
    costs = re.findall(
        r"^(?:Perfect\.|That costs [.0-9]+% of winning; best was .+\.)$", played.out, re.M
    )
    assert costs
    assert costs == re.findall(r"^(?:Perfect\.|That costs .+)$", asked.out, re.M)
    assert "That costs" not in silent.out
    assert "cost from now on" in asked.out
    assert "cost at the end only" in played.out
    assert "not judged" in play(SHORT, "--no-hints --seed 8", "c / q").out
    total = sum(float(cost) for cost in re.findall(r"That costs ([.0-9]+)%", played.out))
    (shown,) = re.findall(r"^They cost +([.0-9]+)%$", played.out, re.M)
    assert total == pytest.approx(float(shown), abs=0.02)


NAMED = "dice: {ordinary: 3, odd: 3}\ndie_types: {odd: [8, 2, 8, 2, 8, 2]}\n"


@pytest.mark.parametrize(
    ("lines", "roll", "typed", "said"),
    [
        ("", (1, 2, 5, 5), "5 5 5", "There are only two 5s among 1 2 5 5."),
        ("", (1, 2, 5, 5), "1 1", "There is only one 1 among 1 2 5 5."),
        ("", (1, 2, 5, 5), "4", "There is no 4 among 1 2 5 5."),
        (NAMED, (1, 1, 5, 11), "odd=1, odd=1", "There is only one odd 1 among"),
        (NAMED, (5, 11, 11, 11), "5 5", "There is only one 5 among"),
    ],
)
def test_that_a_roll_has_fewer_of_a_die_is_told_in_words(
    lines: str, roll: tuple[int, ...], typed: str, said: str
) -> None:
    with pytest.raises(DecisionError) as played:
        read_keep(typed, roll, (), hands_of(ruleset(lines)))
    assert str(played.value).startswith(said)


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


def test_right_answers_are_told_so(drill: Any) -> None:
    options = "--seed 2 --questions 6"
    done = drill(SHORT, options, answers(drill, SHORT, options, 0)[1])
    assert (done.code, done.err) == (0, "")
    assert done.out.count("\nRight.") == 6
    assert "6 of 6 right." in done.out
    assert "To look at again" not in done.out


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
    table = done.out.split("To look at again")[1].split("Every choice")[0]
    listed = re.findall(r" ([.0-9]+)$", table, re.MULTILINE)
    assert [float(cost) for cost in listed] == sorted(shown, reverse=True)


def test_wrong_keys_are_explained_and_asked_again(drill: Any) -> None:
    options = "--seed 2 --questions 8"
    situations, typed = answers(drill, TAKES, options, 0)
    words = typed.split(" / ")
    kinds = {
        "keep": next(n for n, s in enumerate(situations) if s["roll"]),
        "decide": next(n for n, s in enumerate(situations) if not s["roll"] and not s["inherit"]),
        "offer": next(n for n, s in enumerate(situations) if s["inherit"]),
    }
    for kind, wrong, said in (
        ("keep", "b", "Type the dice to set aside, such as 1 5 5 (?: help)."),
        (
            "keep",
            words[kinds["keep"]] + " b",
            "Type the dice only; the answer says whether to bank then.",
        ),
        ("keep", "2", "2"),
        ("decide", "1", "Type b (bank) or r (roll) (?: help)."),
        ("offer", "b", "Type t (take over) or s (start afresh) (?: help)."),
        ("offer", "?", "q ends the drill and says what your mistakes cost."),
    ):
        place = kinds[kind]
        done = drill(TAKES, options, " / ".join([*words[:place], wrong, *words[place:]]))
        assert said in done.out
        assert "8 of 8 right." in done.out


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
