"""Matches of several players against plain Python, and against the solver for two."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from campaign.several import compared, several_referee
from farklegen.api.loading import load
from farklegen.core.crew import Crew
from farklegen.errors import ImpossibleStateError, UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.game import match_rules as match
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.match_rules import match_rules
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.game.solve_match import from_store, to_store
from farklegen.solvers.game.solver import SeveralSolver
from tests.shared import solve_match
from tests.solvers.data import computed
from tests.solvers.each_rule import ALONE, ENDINGS, ONE_DIE, PLAIN, RULES, cases

ELSEWHERE = ("streak", "penalty", "costs", "final turn", "equal turns", "take over")
"""What rules are called that are tested below, with one die."""


def solved(ruleset: Ruleset, players: int = 3) -> MatchSolution:
    return solve_match(ruleset, players, threads=1)


def check(ruleset: Ruleset, players: int = 3) -> None:
    """Every state that the referee has met is worth the same to everybody."""
    found = solved(ruleset, players)
    judge = several_referee(found)
    assert judge.settled
    for one in compared(found, judge):
        assert one.apart < 1e-9, one


SLOW = (
    "hot dice required", "multiples", "last die required",
    "disaster", "first-roll points off the unit", "exact goal that may be out of reach",
    "beat previous",
)  # fmt: skip
COVERED = [n for n in ALONE if not any(word in n for word in ELSEWHERE) or "without" in n]


@pytest.mark.parametrize("name", cases(COVERED, slow=SLOW))
def test_three_players_as_plain_python_says_under_each_rule(name: str) -> None:
    check(Ruleset(**{**PLAIN, **ALONE[name]}))


@pytest.mark.slow
@pytest.mark.parametrize("entry", computed()["three_players"], ids=lambda entry: entry["title"])
def test_three_players_win_as_often_as_value_iteration_says(entry: dict[str, Any]) -> None:
    found = solved(Ruleset.model_validate(entry["rules"]))
    chances = found.win_probabilities(found.start())
    assert chances == pytest.approx(entry["wins"], abs=entry["tolerance"])


SLOW_WITH_ONE_DIE = (
    "a first roll that costs",
    "below zero", "a floor of the solver", "three farkles", "all", "opening minimum, two farkles",
    "final turn, all, challenger", "equal turns, below zero", "beat previous, equal turns",
    "after a bank, equal turns", "after a bank, two farkles",
    "after both, beat previous, final turn",
)  # fmt: skip


@pytest.mark.parametrize("name", cases(ONE_DIE, slow=SLOW_WITH_ONE_DIE))
def test_rules_of_several_turns_as_plain_python_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Plain Python takes hours for deeper scores.
    monkeypatch.setattr(match, "default_floor", lambda *_: -100)
    check(Ruleset(**ONE_DIE[name]))


def test_who_has_points_is_on_the_board() -> None:
    found = solved(Ruleset(**ONE_DIE["beat previous, opening"]))
    assert found.win_probabilities(GameState((0, 0, 50), previous=50))[0] > 0
    with pytest.raises(ImpossibleStateError, match="on_board"):
        found.win_probabilities(GameState((0, 0, 50), boards=(True, True, False)))


@pytest.mark.parametrize("name", cases(ENDINGS, slow=(), long=["two rounds, leader"]))
def test_endings_as_plain_python_says(name: str) -> None:
    check(Ruleset(**ENDINGS[name]))


@pytest.mark.parametrize("players", [2, 4])
def test_two_and_four_players_as_plain_python_says(players: int) -> None:
    check(
        Ruleset(**{**ENDINGS["rounds, split"], "rounds": None, "bank": {"opening": 100}}), players
    )


def test_a_goal_of_a_thousand_has_one_solution_from_wherever_iteration_begins() -> None:
    ruleset = load("basic").ruleset.model_copy(update={"goal": 1000})
    rules = match_rules(ruleset, compile_scoring(ruleset))
    found = SeveralSolver([rules], 3, Crew(1))
    found.solve()
    other = SeveralSolver([rules], 3, Crew(1))
    before = found.layout.groups[0].size
    other.values[:, :before] = np.random.default_rng(3).dirichlet([1, 1, 1], before).T[:2]
    assert other.solve().unsettled == 0
    assert np.abs(found.values - other.values).max() < 1e-12
    chances = np.append(found.values[:, 0], 1 - found.values[:, 0].sum())
    assert np.abs(chances - [0.44232264, 0.32153535, 0.23614200]).max() < 1e-8


@pytest.mark.parametrize("name", ["plain", "penalty all", "take over after both"])
def test_threads_find_the_same(name: str) -> None:
    ruleset = Ruleset(**{**PLAIN, **RULES[name]})
    rules = match_rules(ruleset, compile_scoring(ruleset))
    one, two = SeveralSolver([rules], 3, Crew(1)), SeveralSolver([rules], 3, Crew(2))
    assert one.solve() == two.solve()
    assert np.array_equal(one.values, two.values)


@pytest.mark.slow
def test_basic_rules_to_two_thousand_have_a_cycle_that_does_not_come_to_rest() -> None:
    found = solved(load("basic").ruleset.model_copy(update={"goal": 2000}))
    assert found.certificate.unsettled == 1
    assert 1e-4 < found.certificate.unrest < 1e-3
    assert found.certificate.residual < 3e-12
    assert abs(found.win_probability(found.start()) - 0.417397) < 1e-6


def test_a_stored_solution_is_the_same() -> None:
    ruleset = Ruleset(**{**PLAIN, "end_game": "final_turn"})
    found = solved(ruleset)
    (again,) = from_store([found.rules], 3, *to_store([found]))
    assert np.array_equal(again.values, found.values)
    assert again.certificate == found.certificate


def test_a_turn_begins_with_the_chance_of_its_state() -> None:
    for name in ("plain", "exact goal", "kept turn scores", "all-dice points", "multiples"):
        found = solved(Ruleset(**{**PLAIN, **ALONE[name]}))
        state = GameState((50, 100, 0))
        turn = found.turn(state)
        fresh = turn.rolled[0, turn.moves.dice - 1]
        assert abs(fresh - found.win_probabilities(state)[0]) < 1e-11, name


def test_a_table_too_large_is_refused_with_its_states() -> None:
    ruleset = load("basic").ruleset
    with pytest.raises(UnsolvableError, match="1,600,000,000 starts of turns"):
        solved(ruleset, 4)
    with pytest.raises(UnsolvableError, match="a match of 5 players is not solved"):
        solved(ruleset, 5)
    beats = ruleset.bank.model_copy(update={"beat_previous": True})
    with pytest.raises(UnsolvableError, match=r"; no bank.beat_previous"):
        solved(ruleset.model_copy(update={"bank": beats}), 4)


def test_no_score_is_lower_than_the_turns_before_bring_it() -> None:
    """Of three players the third one moves, in the first round."""
    farkle = {"first_roll_penalty": 50}
    found = solved(Ruleset(**{**PLAIN, "rounds": 2, "farkle": farkle}))
    assert 0 < found.win_probabilities(GameState((0, -50, -50), seat=2, rounds_left=2))[0] < 1
    with pytest.raises(ImpossibleStateError, match="0 is the lowest"):
        found.win_probabilities(GameState((-50, -50, -50), seat=2, rounds_left=2))
