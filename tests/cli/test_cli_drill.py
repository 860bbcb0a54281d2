"""`farklegen drill` with answers from a pipe."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

import pytest

from farklegen import api
from tests.cli.command import ROOT
from tests.cli.test_cli_play import Interrupted

SHORT = str(ROOT / "tests/cli/data/short.yaml")
TAKING = "goal: 600\ndice: 3\ncombinations: {1: 100, 5: 50}\npiggyback: after_bank\n"


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
    situations, typed = answers(drill, TAKING, options, 0)
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
        done = drill(TAKING, options, " / ".join([*words[:place], wrong, *words[place:]]))
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
