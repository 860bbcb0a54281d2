"""The judges of the campaign find what is planted; hypothesis makes it small."""

from __future__ import annotations

import time
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

from campaign import turns
from campaign.__main__ import JUDGES, piece
from campaign.draw import data_of, numbered, yaml_of
from campaign.files import judge_file
from campaign.judging import TooSlowError, at_most
from farklegen.core.binding import core
from farklegen.core.crew import Count, Crew
from farklegen.errors import Problem, RulesetError
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Bank, Farkle, HotDiceBonus, Ruleset
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.reach import Reach
from tests.profiles import examples

LARGE = Ruleset.model_validate(
    {
        "dice": 2,
        "goal": 4,
        "combinations": {"1": 1, "5": 2, "AA": (3, 1, 1, 1, 2, 1)},
        "bank": Bank(minimum=2),
        "set_aside": "all",
    }
)


@pytest.mark.parametrize("part", ["expected", "reach"])
def test_random_rulesets_are_solved_as_the_referee_solves_them(part: str) -> None:
    words, difference = piece(part, 1, examples(6))
    assert difference == ""
    assert words[f"{part}: compared"] > 0


def wrong_reach(_rules: Ruleset, _tables: object, points: int, **_where: object) -> Reach:
    return Reach(points, None, 0, 0, 0, 0, True, 0.123, 1e-12)


def boundless_reach(_rules: Ruleset, _tables: object, points: int, **_where: object) -> Reach:
    return Reach(points, None, 0, 0, 0, 0, True, 0.0, float("nan"))


@pytest.mark.parametrize(
    ("part", "owner", "name", "planted", "right"),
    [
        ("match", MatchSolution, "win_probability", lambda *_: 0.123, "0.5"),
        ("reach", turns, "reach", wrong_reach, "0."),
        ("reach", turns, "reach", boundless_reach, "a bound that holds"),
        ("several", MatchSolution, "win_probabilities", lambda *_: (0.5, 0.3, 0.2), "(0."),
    ],
)
def test_a_planted_mistake_is_found(
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    owner: object,
    name: str,
    planted: object,
    right: str,
) -> None:
    monkeypatch.setattr(owner, name, planted)
    judge, _, _ = JUDGES[part]
    with pytest.raises(AssertionError, match="question: ") as caught:
        judge(LARGE, Random(1))
    assert right in str(caught.value).partition("right: ")[2]


def test_a_difference_is_shown_in_a_small_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "reach", wrong_reach)
    words, difference = piece("reach", 1, 5)
    assert difference.startswith("DIFFERENCE reach, seed 1")
    assert "combinations: {" in difference
    assert "right:    " in difference
    assert not words["reach: compared"]


def test_files_are_checked_without_a_difference() -> None:
    words, difference = piece("check", 1, 25)
    assert difference == ""
    assert words["check: with errors"] > words["check: valid"] > 0


def test_an_error_without_a_place_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def placeless(reference: str) -> Any:
        raise RulesetError((Problem(reference, None, None, "something"),))

    monkeypatch.setattr("farklegen.api.loading.load", placeless)
    with pytest.raises(AssertionError):
        judge_file(b"goal")


def test_what_takes_too_long_is_stopped_in_python_and_in_the_core() -> None:
    with pytest.raises(TooSlowError), at_most(0.05):
        any(time.process_time() < 0 for _ in count())
    with Crew(1) as crew:
        with pytest.raises(TooSlowError), at_most(0.05):
            crew.run([lambda: core().call("count", Count(-1, np.zeros(1, np.int64)), crew.watch)])
        assert crew.run(
            [lambda: core().call("count", Count(3, np.zeros(1, np.int64)), crew.watch)]
        ) == [3]


WORDS = {"name", "source", "labels"}
"""Keys that only say what something is called."""


def test_the_same_seed_draws_the_same_rulesets_whatever_else_is_drawn() -> None:
    some = [numbered(7, number) for number in range(20)]
    assert [numbered(7, number) for number in reversed(range(20))] == some[::-1]
    assert [numbered(8, number) for number in range(20)] != some


def test_every_key_of_the_language_is_drawn() -> None:
    drawn: dict[str, set[str]] = {
        "": set(),
        "bank": set(),
        "farkle": set(),
        "hot_dice_bonus": set(),
    }
    for number in range(300):
        data = data_of(numbered(1, number))
        for group, keys in drawn.items():
            keys.update(data.get(group, {}) if group else data)
    assert drawn[""] == set(Ruleset.model_fields) - WORDS - {"bring"} | {"dice"}
    assert drawn["bank"] == set(Bank.model_fields)
    assert drawn["farkle"] == set(Farkle.model_fields)
    assert drawn["hot_dice_bonus"] == set(HotDiceBonus.model_fields)


def test_rules_that_were_once_wrong_together_are_drawn_together() -> None:
    drawn = [numbered(1, number) for number in range(500)]
    farkles = [(one, one.farkle) for one in drawn]
    below = [(one, f) for one, f in farkles if f.most_lost and f.lowest_score != 0]
    together = {
        "below zero, all, kept": [f.penalty == "all" and f.keeps_turn_score for _, f in below],
        "below zero, opening": [one.bank.has_opening for one, _ in below],
        "award, exact": [f.first_roll > 0 and one.overshoot == "bust" for one, f in farkles],
        "by name, taking over": [
            not isinstance(one.bring, int) and one.piggyback != "none" for one in drawn
        ],
        "a combination and its law": [
            len(one.all_dice_only) > 1 and one.all_dice_only[0] in one.all_dice_only[1] * 9
            for one in drawn
        ],
    }
    assert {what for what, there in together.items() if sum(there) < 4} == set()


def test_what_is_drawn_is_a_ruleset_for_the_program_as_well() -> None:
    for number in range(60):
        drawn = numbered(2, number)
        assert load_text(yaml_of(data_of(drawn))).ruleset == drawn
