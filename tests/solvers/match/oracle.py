"""The referee's bounds as the judge of the match solver."""

from __future__ import annotations

import random

from farklegen.errors import ImpossibleStateError, UnsolvableError
from farklegen.referee import Match
from farklegen.referee import Standing as RefereeStanding
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.match.standing import Standing, Taken
from tests.compiled import kernel_folder

NEAR = 1e-9
"""Room beside the referee's bounds: both sides stop iterating somewhere."""


def floor_of(ruleset: Ruleset) -> int | None:
    """A floor close to zero, so that the referee can follow; None where the rules have one."""
    farkle = ruleset.farkle
    if farkle.streak and isinstance(farkle.penalty, int) and farkle.penalty:
        return -2 * farkle.penalty if farkle.lowest_score is None else None
    return None


def solve(ruleset: Ruleset, build: str = "") -> MatchSolution:
    """The solver under test."""
    return solve_match(
        ruleset,
        compile_scoring(ruleset),
        floor=floor_of(ruleset),
        tolerance=1e-12,
        kernels=kernel_folder(),
        threads=1,
        build=build,
    )


def random_standing(solution: MatchSolution, rng: random.Random) -> RefereeStanding:
    """A standing that may or may not be possible."""
    rules = solution.rules
    unit, row = rules.unit, rules.moves.unit
    streaks = rules.contexts.streaks
    theirs = rng.randrange(rules.lowest, rules.goal)
    if rules.has_last_turn and rng.random() < 0.3:
        theirs = rules.goal + rng.randrange(3)
    inherit = None
    if rules.ruleset.piggyback != "none" and rng.random() < 0.6:
        inherit = (rng.randrange(6) * row, rng.randint(1, rules.moves.dice))
    return RefereeStanding(
        mine=rng.randrange(rules.lowest, rules.goal) * unit,
        theirs=theirs * unit,
        my_farkles=rng.randrange(streaks),
        their_farkles=rng.randrange(streaks),
        first=rng.random() < 0.5,
        on_board=rng.random() < 0.7,
        their_on_board=rng.random() < 0.7,
        previous=rng.randrange(5) * row if rules.ruleset.bank.beat_previous else 0,
        inherit=inherit,
    )


def asked(standing: RefereeStanding) -> Standing:
    """The same standing, for the solver."""
    inherit = None if standing.inherit is None else Taken(*standing.inherit)
    return Standing(*standing[:-1], inherit)


def differences(
    ruleset: Ruleset, solution: MatchSolution, *, standings: int, most_turns: int, sweeps: int = 300
) -> tuple[int, list[str]]:
    """(questions that both answered, where the solver lies outside the referee's bounds).

    Standings that the referee calls impossible, and those that the solver leaves out, are no
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
    wanted = [match.start(), *(random_standing(solution, rng) for _ in range(standings))]
    answered, wrong = 0, []
    for standing in wanted:
        try:
            match.rules.check(standing)
            bounds = match.bounds(standing)
            chance = solution.win_probability(asked(standing))
        except (ImpossibleStateError, UnsolvableError):
            continue
        answered += 1
        if not bounds.low - NEAR <= chance <= bounds.high + NEAR:
            wrong.append(f"{standing}: {chance} is not within {bounds}")
    return answered, wrong
