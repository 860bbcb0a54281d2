"""The referee's bounds as the judge of the match solver."""

from __future__ import annotations

import random

from campaign import match as campaign
from campaign.match import asked, floor_of, random_match_state
from farklegen.errors import ImpossibleStateError, UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.match.solution import MatchSolution
from tests.referee import Match

NEAR = 1e-9
"""Room beside the referee's bounds: both sides stop iterating somewhere."""


def solve(ruleset: Ruleset) -> MatchSolution:
    """The solver under test, more exactly than by default."""
    return campaign.solve(ruleset, tolerance=1e-12)


def differences(
    ruleset: Ruleset,
    solution: MatchSolution,
    *,
    match_states: int,
    most_turns: int,
    sweeps: int = 300,
) -> tuple[int, list[str]]:
    """(questions that both answered, where the solver lies outside the referee's bounds).

    Match states that the referee calls impossible, and those that the solver leaves out, are no
    questions.
    """
    match = Match(
        ruleset,
        floor=floor_of(ruleset),
        most_turns=most_turns,
        most_doublings=0,
        most_sweeps=sweeps,
    )
    rng = random.Random(7)
    wanted = [match.start(), *(random_match_state(solution, rng) for _ in range(match_states))]
    answered, wrong = 0, []
    for match_state in wanted:
        try:
            match.rules.check(match_state)
            bounds = match.bounds(match_state)
            chance = solution.win_probability(asked(match_state))
        except (ImpossibleStateError, UnsolvableError):
            continue
        answered += 1
        if not bounds.low - NEAR <= chance <= bounds.high + NEAR:
            wrong.append(f"{match_state}: {chance} is not within {bounds}")
    return answered, wrong
