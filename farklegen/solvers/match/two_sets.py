"""A match of two players who bring different dice.

With W_a(x, y) the chance of player a, to move with x points against y, and W_b in the same way,

    W_a(x, y) = F_a( 1 - W_b(y, x + t) after banking t,  1 - W_b(y, x) after a farkle )

and the same with a and b exchanged, F_a being the best play of a turn with a's dice. Scores are
solved from the highest sum down. Of one sum, W_a(x, y) and W_b(y, x) need each other, by farkles
only: W_b = G(W_b), where G takes a guess to what follows from a turn of a's and then one of b's. G
rises, by less than its argument, and is made of straight lines; each step goes to where the line
through the last two guesses holds. It ends when no chance changes by more than `CLOSE`.

An error of one sum is at most what is left there, divided by one less the slope of G, and what lies
below takes over no more than the largest error above; the sum over all is the error that is told.
The slope is measured between the last guesses, not bounded: so the error is an estimate.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import APPLY, LANES, Task
from farklegen.core.binding import core
from farklegen.core.chances import probability_of
from farklegen.core.match import MatchSolving
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.match.feasibility import check_feasible
from farklegen.solvers.match.layout import payoff_arrays, storage, turn_arrays
from farklegen.solvers.match.match import versions
from farklegen.solvers.match.match_rules import match_rules
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solution import Certificate, MatchSolution
from farklegen.solvers.match.solver import MOST_ERROR
from farklegen.solvers.match.values import Values
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.refusals import refuse

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SOLVER_VERSION = "two-sets-1"
"""Changes whenever the answers or the arrays that are stored change."""

CLOSE = 1e-14
"""Change of a chance with which a sum of scores is solved."""

MOST_STEPS = 60
"""Steps within one sum of scores."""


@dataclass(frozen=True)
class TwoSets:
    """A solved match of two sets of dice.

    Attributes:
        mine: my turns: states are seen by me.
        theirs: those of the opponent.
    """

    mine: MatchSolution
    theirs: MatchSolution

    def win_probability(self, *, first: bool, mine: int = 0, theirs: int = 0) -> float:
        """My chance to win at these scores, whoever is to move: I if `first`."""
        if first:
            return self.mine.win_probability(self.mine.start()._replace(mine=mine, theirs=theirs))
        start = self.theirs.start()._replace(mine=theirs, theirs=mine)
        return 1.0 - self.theirs.win_probability(start)

    def either_first(self, mine: int = 0, theirs: int = 0) -> float:
        """My chance to win where either may be the first to move, each half of the time."""
        return sum(
            self.win_probability(first=first, mine=mine, theirs=theirs) / 2
            for first in (True, False)
        )

    def head_start(self) -> tuple[int, int, float]:
        """(my points, theirs, my chance then): the start at which it is nearest to even, whoever
        moves first; the player with the worse dice has the points."""
        rules = self.mine.rules
        weak = self.either_first() < 0.5
        best = (0, 0, self.either_first())
        for units in range(1, rules.goal):
            points = (units * rules.unit, 0) if weak else (0, units * rules.unit)
            chance = self.either_first(*points)
            if abs(chance - 0.5) < abs(best[2] - 0.5):
                best = (*points, chance)
            if (chance > 0.5) == weak:
                break
        return best


def check_two_sets(ruleset: Ruleset) -> None:
    """Refuse rules under which a turn depends on more than both scores, or scores may fall.

    Raises:
        UnsolvableError: it names the rule.
    """
    farkle, bank = ruleset.farkle, ruleset.bank
    refuse(
        (
            ("rounds", ruleset.rounds is not None),
            (f"piggyback: {ruleset.piggyback}", ruleset.piggyback != "none"),
            (f"end_game: {ruleset.end_game}", ruleset.end_game != "sudden_death"),
            ("bank.beat_previous", bank.beat_previous),
            ("bank.opening", bank.opening_minimum > bank.minimum),
            ("farkle.penalty", farkle.streak is not None and bool(farkle.penalty)),
            ("farkle.first_roll_points", bool(farkle.first_roll_points)),
            ("farkle.first_roll_penalty", bool(farkle.first_roll_penalty)),
            ("farkle.all_dice_points", bool(farkle.all_dice_points)),
            ("farkle.keeps_turn_score", farkle.keeps_turn_score),
            ("disaster", bool(ruleset.disaster)),
        ),
        "a match of two sets of dice is not solved with {rule} yet. Leave that rule out, or give "
        "both players the same dice",
    )


def solve_two_sets(
    mine: tuple[Ruleset, ScoringTables],
    theirs: tuple[Ruleset, ScoringTables],
    *,
    threads: int,
    progress: Progress = silent,
) -> TwoSets:
    """Solve the match of two perfect players.

    Args:
        mine, theirs: the same rules with the dice of each player, and their tables.
        threads: to work with.
        progress: how far it is.

    Raises:
        UnsolvableError: for rules that are not covered, and a match out of reach.
    """
    check_two_sets(mine[0])
    began = time.perf_counter()
    plans = [MatchPlan(match_rules(*side, None)) for side in (mine, theirs)]
    for plan in plans:
        check_feasible(plan.rules, threads)
    size = max(plan.size for plan in plans)
    chances = [np.zeros(size) for _ in plans]
    sides = [_Side(plan, size, threads) for plan in plans]
    try:
        residual, error, steps = _solve(sides, chances, progress)
    finally:
        for side in sides:
            side.solving.close()
    if not error <= MOST_ERROR:
        raise UnsolvableError(
            f"the match of these dice was not found: an error of up to {error:.1e} is left. Give "
            "dice that score more often, or a lower goal"
        )
    certificate = Certificate(
        states=sum(int(plan.exists.sum()) for plan in plans),
        dead_states=0,
        sweeps=steps,
        tolerance=CLOSE,
        residual=residual,
        error_bound=error,
        bounded_by="levels",
        turns_left=0.0,
        held=0,
        floor=None,
        floor_effect=0.0,
        floor_factor=0.0,
        run_lost=max(plan.rules.run_lost for plan in plans),
        seconds=time.perf_counter() - began,
        build=core().variant,
        threads=threads,
        versions=versions(),
    )
    return _of(plans, chances, certificate)


def from_store(
    sides: Sequence[tuple[Ruleset, ScoringTables]],
    meta: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
) -> TwoSets:
    """The solution that was stored, of players with these rules and tables."""
    plans = [MatchPlan(match_rules(*side, None)) for side in sides]
    chances = [np.asarray(arrays[name]) for name in ("mine", "theirs")]
    if any(len(each) < plan.size for each, plan in zip(chances, plans, strict=True)):
        raise ValueError("the solution of another match")
    known = tuple((str(name), str(version)) for name, version in meta["versions"].items())
    return _of(plans, chances, Certificate(**{**meta, "versions": known}))


def _of(plans: list[MatchPlan], chances: list[Floats], certificate: Certificate) -> TwoSets:
    """The solution that these chances are."""
    none = np.zeros(1)
    found = [
        MatchSolution(plan, own, none, none, certificate, other)
        for plan, own, other in zip(plans, chances, reversed(chances), strict=True)
    ]
    return TwoSets(*found)


class _Side:
    """The turns of one player, in the hands of the core."""

    def __init__(self, plan: MatchPlan, size: int, threads: int) -> None:
        self.plan, self.threads = plan, threads
        payoffs, keep = payoff_arrays(plan, storage(plan))
        values = Values(np.zeros(size), np.zeros(1), np.zeros(1))
        levels = range(int(plan.level.max()) + 1)
        whole = [_task(np.flatnonzero(plan.level == level)) for level in levels]
        self.solving = MatchSolving(
            turn_arrays(plan.rules, plan.most_rows), payoffs, keep, values, whole, threads
        )

    def apply(self, states: Integers, given: Floats, found: Floats) -> None:
        """Work out turns, given the chances of the other player."""
        parts = min(self.threads, -(-len(states) // LANES))
        tasks = [_task(part) for part in np.array_split(states, parts)]
        none = np.zeros(1)
        self.solving.solve(tasks, Values(given, none, none), Values(found, none, none), APPLY)


def _task(states: Integers) -> Task:
    count = len(states)
    return Task(np.ascontiguousarray(states), np.zeros(count, np.int64), np.array([0, count]))


def _solve(
    sides: list[_Side], chances: list[Floats], progress: Progress
) -> tuple[float, float, int]:
    """Fill in the chances; (largest residual, the error as estimated, steps in all)."""
    me, they = sides
    plan = me.plan
    worst = error = 0.0
    total = 0
    for level in range(int(plan.level.max()), -1, -1):
        states = np.flatnonzero((plan.level == level) & plan.exists)
        _, x, y = (part[states] for part in plan.grid)
        across = plan.index(0, y, x)
        # of one unit more for the player, which has been solved
        higher = probability_of(chances[1][plan.index(0, np.minimum(y + 1, plan.scores - 1), x)])
        before = after = guess = np.where(y + 1 < plan.scores, higher, 0.5)
        slope = np.zeros(len(states))
        left = 1.0
        for step in range(MOST_STEPS):
            chances[1][across] = guess
            me.apply(states, chances[1], chances[0])
            they.apply(across, chances[0], chances[1])
            found = probability_of(chances[1][across])
            total += 1
            left = float(np.abs(found - guess).max())
            if left <= CLOSE:
                break
            moved = guess - before
            if step:
                known = np.abs(moved) > 1e-13
                slope = np.where(known, (found - after) / np.where(known, moved, 1.0), slope)
                slope = np.clip(slope, 0.0, 1.0 - 1e-9)
            before, after = guess, found
            guess = np.clip(found + slope / (1.0 - slope) * (found - guess), 0.0, 1.0)
        worst = max(worst, left)
        error += left / (1.0 - float(slope.max()))
        done = 1.0 - level / (plan.level.max() + 1)
        progress(done * done, "solving the match of two sets of dice")
    return worst, error, total
