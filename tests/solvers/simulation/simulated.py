"""Simulations for tests: small matches solved exactly, and games of them."""

from __future__ import annotations

from math import sqrt
from typing import Any

from farklegen.policies.policy import Policy
from farklegen.policies.recipe import parse
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.simulation import (
    GameTable,
    Roller,
    Share,
    SimulationResult,
    policy_layout,
    simulate,
)
from tests.shared import match_player

PERFECT = Policy("optimal")

ERRORS = 5.0
"""Standard errors within which simulations agree with what is exact."""


def player(name: str, two: Layout) -> Policy:
    """A policy by its name."""
    return match_player(parse(name), two)


def layout_of(ruleset: Ruleset) -> Layout:
    """A match for players who need no solution."""
    return policy_layout(ruleset, compile_scoring(ruleset))


def play(
    two: Layout,
    me: Policy,
    opponent: Policy,
    *,
    solution: MatchSolution | None = None,
    **options: Any,
) -> SimulationResult:
    table = GameTable(two)

    def seat(policy: Policy) -> Roller:
        if not policy.optimal:
            return Roller.by_tables(table, policy)
        assert solution is not None
        return Roller.by_match(table, solution)

    first = seat(me)
    seats = [first, first if opponent is me else seat(opponent)]
    return simulate(table, seats, [me.name, opponent.name], **options)


def perfect(solution: MatchSolution, **options: Any) -> SimulationResult:
    """Perfect players on both sides."""
    return play(solution.layout, PERFECT, PERFECT, solution=solution, **options)


def errors(share: Share, exact: float) -> float:
    """How many standard errors a share is from what is exact."""
    assert share.share is not None
    return abs(share.share - exact) / sqrt(max(exact * (1 - exact), 1e-9) / share.games)
