"""Commands with dice of different kinds, named where it matters."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.command import Result

RULES = """\
goal: 500
dice: {low: 2, imp: 1}
die_types:
  low: [2, 1, 1, 1, 1, 0]
  imp: {weights: [1, 1, 1, 1, 1, 1], joker: 1}
combinations: {1: 100, 5: 50, AA: [200, 50, 50, 100, 150, 100], AAA: 400, 123: 300}
"""
Command = Callable[..., Result]


@pytest.fixture
def command(run: Any) -> Command:
    """Runs a command about these rules, with what is typed."""
    return lambda name, options="", typed="": run(name, RULES, options, typed)


def test_odds_of_each_hand(command: Command) -> None:
    done = command("odds")
    assert done.code == 0
    assert "rolled" in done.out
    assert "2 low " in done.out
    one = command("odds", "--dice low=1,imp=1 --format json")
    told = json.loads(one.out)
    (hand,) = told["odds"]
    assert hand["dice"] in ("low=1,imp=1", "imp=1,low=1")
    # low shows 2, 3 or 4 in 3 of 6; imp a joker, 2, 3, 4 or 6 in 5 of 6; no farkle: a pair of
    # equal faces (3 of 36), or the joker with any of 2, 3, 4 (3 of 36)
    assert hand["farkle"] / hand["rolls"] == pytest.approx(15 / 36 - 3 / 36 - 3 / 36)
    three = command("odds", "--dice 2 --format csv")
    assert "low=1,imp=1" in three.out or "imp=1,low=1" in three.out


def test_a_turn_has_a_line_for_each_hand(command: Command) -> None:
    done = command("turn", "--mine 200 --theirs 100")
    assert done.code == 0
    assert "left to roll" in done.out
    assert "2 low " in done.out
    told = json.loads(command("turn", "--mine 200 --theirs 100 --format json").out)
    assert "low=1,imp=1" in {row["dice"] for row in told["states"] if row["reachable"]}
    rows = command("turn", "--mine 200 --theirs 100 --format csv").out.splitlines()
    assert any(row.startswith('"low=1,imp=1",') for row in rows)


def test_a_match_with_different_dice(command: Command) -> None:
    first = command("play", "--seed 4", "x / low=6 / all r / h / q")
    assert first.code == 0
    assert "Type the dice to keep, such as" in first.out
    assert "low 6" in first.out
    assert "you win" in first.out


def test_a_drill_names_the_dice(command: Command) -> None:
    done = command("drill", "--by points --questions 3 --seed 1", "all / r / b / all / r / all / b")
    assert done.code == 0
    assert "low " in done.out
    listed = json.loads(command("drill", "--by points --questions 3 --format json").out)
    rolls = [each["roll"] for each in listed["exercises"] if each["roll"]]
    assert all(die.split()[0] in ("low", "imp") for roll in rolls for die in roll)


def test_all_the_dice_need_no_name(command: Command) -> None:
    every, unsaid = command("reach", "--points 200 --dice 3"), command("reach", "--points 200")
    assert every.out == unsaid.out


def test_the_card_against_their_dice(command: Command) -> None:
    done = command("table", "--their-dice ordinary=3")
    assert done.code == 0
    plain = done.out.index("Against their dice")
    assert plain < done.out.index("After every roll") < done.out.index("To learn by heart")
    told = json.loads(command("table", "--their-dice ordinary=3 --format json").out)
    against, short = told["against"], told["card"]["win_probability"]
    assert against["their_dice"] == "ordinary=3"
    assert against["card"] == short
    assert f"This card wins {100 * short['average']:.2f}% of games" in " ".join(done.out.split())
    match = json.loads(command("solve", "--their-dice ordinary=3 --format json").out)
    assert against["perfect"]["moving_first"] == match["moving_first"]
    assert against["fair_start"] == match["fair_start"]
    assert against["error_bound"] < 1e-9
    assert against["perfect"]["average"] >= short["average"]
    assert told["price"]["go_for_it"].keys() >= {"mine", "theirs"}
    whole = command("table", "--their-dice ordinary=3 --numbers all")
    assert "When to go for the goal" in whole.out
    usual = json.loads(command("table", "--format json").out)
    assert usual["card"]["win_probability"] != short
