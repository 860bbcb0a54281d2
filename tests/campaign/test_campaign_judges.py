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
from campaign.files import judge_file
from campaign.judging import TooSlowError, at_most
from farklegen.core.binding import core
from farklegen.core.crew import Count, Crew
from farklegen.errors import Problem, RulesetError
from farklegen.rules.ruleset import Bank, Ruleset
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.multiplayer.game import SeveralSolution
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
    return Reach(points, True, 0.123, 1e-12)


def boundless_reach(_rules: Ruleset, _tables: object, points: int, **_where: object) -> Reach:
    return Reach(points, True, 0.0, float("nan"))


@pytest.mark.parametrize(
    ("part", "owner", "name", "planted", "right"),
    [
        ("match", MatchSolution, "win_probability", lambda *_: 0.123, "0.5"),
        ("reach", turns, "reach", wrong_reach, "0."),
        ("reach", turns, "reach", boundless_reach, "a bound that holds"),
        ("several", SeveralSolution, "win_probabilities", lambda *_: (0.5, 0.3, 0.2), "(0."),
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
