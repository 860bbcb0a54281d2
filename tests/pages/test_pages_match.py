"""The page's JavaScript finds what `farklegen turn` finds."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np
import pytest

from campaign.draw import numbered
from campaign.match import floor_of
from farklegen.errors import UnsolvableError
from farklegen.pages.data import match_data
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.match.solution import MatchSolution, SolvedTurn
from tests.pages.node import answers, as_page, numbers, situations
from tests.solvers.each_rule import PLAIN, RULES, WITHOUT_GOAL

NEAR = 1e-9


def _solved(ruleset: Ruleset) -> MatchSolution:
    tables = compile_scoring(ruleset)
    return solve_match(ruleset, tables, floor=floor_of(ruleset), threads=1)


def _compare(solved: Iterable[tuple[str, MatchSolution]], count: int) -> int:
    """How many turns were compared."""
    asked, expected = [], []
    for name, solution in solved:
        states = situations(solution, count, Random(f"page {name}"))
        asked.append({"data": match_data(solution), "states": [as_page(solution, s) for s in states]})
        expected += [(f"{name}: {state}", solution.turn(state)) for state in states]
    for (name, turn), found in zip(expected, answers(asked), strict=True):
        _same(name, turn, found)
    return len(expected)


def _same(name: str, turn: SolvedTurn, found: dict[str, Any]) -> None:
    assert found["win"] == pytest.approx(turn.win_probability, abs=NEAR), name
    assert found["fresh"] == pytest.approx(turn.fresh, abs=NEAR), name
    assert found["goal_row"] == turn.goal_row, name
    assert found["shown"] == len(turn.value), name
    if turn.taken is None:
        assert found["taken"] is None, name
    else:
        assert found["taken"] == pytest.approx(turn.taken, abs=NEAR), name
    inside = np.ones(turn.value.shape, bool)
    if turn.room is not None:
        inside[turn.room + 1 :] = False
    banked = numbers(found["banked"]).reshape(turn.value.shape)
    assert np.array_equal(~np.isnan(banked) & inside, turn.may_bank & inside), name
    for part in ("value", "rolled"):
        mine = numbers(found[part]).reshape(turn.value.shape)[inside]
        assert np.abs(mine - getattr(turn, part)[inside]).max() < NEAR, f"{name}: {part}"
    apart = np.where(turn.may_bank & inside, banked - turn.banked, 0.0)
    assert np.abs(apart).max() < NEAR, name
    reached = np.frombuffer(b64decode(found["reachable"]), np.uint8)
    columns = turn.value.shape[1]
    theirs = turn.reachable.ravel()[: len(reached)]
    assert np.array_equal(reached.astype(bool), theirs), name
    assert not turn.reachable[len(reached) // columns :].any(), name


def test_every_rule_gives_the_turns_of_the_solver() -> None:
    each = {**RULES, **WITHOUT_GOAL}
    solved = [(name, _solved(Ruleset(**{**PLAIN, **rules}))) for name, rules in each.items()]
    assert _compare(solved, 4) == 4 * len(each)


@pytest.mark.slow
def test_a_thousand_situations_of_random_rulesets_are_those_of_the_solver() -> None:
    done, number = 0, 0
    while done < 40:
        number += 1
        ruleset = numbered(14, number)
        try:
            solution = _solved(ruleset)
        except UnsolvableError:
            continue
        for part in range(20):
            _compare([(f"ruleset {number}, part {part}", solution)], 50)
        done += 1
