"""A match of two players who bring different dice.

With W_a(x, y) the chance of player a, to move with x points against y, and W_b in the same way,

    W_a(x, y) = F_a( 1 - W_b(y, x + t) after banking t,  1 - W_b(y, x) after a farkle )

and the same with a and b exchanged, F_a being the best play of a turn with a's dice. Scores are
solved from the highest sum down; where the seat matters, those of both seats together. Of one sum,
W_a(x, y) and W_b(y, x) need each other, by farkles only: W_b = G(W_b), where G takes a guess to
what follows from a turn of a's and then one of b's. G rises, by less than its argument, and is made
of straight lines; each step goes to where the line through the last two guesses holds. Each pair
ends when its chance changes by no more than `CLOSE`.

*How exact it is.* What is kept is W_a = F_a(guess) and W_b = F_b(W_a), so that no chance misses its
own equation by more than r, the last change. F_a is convex in what its farkle pays, L = 1 - W_b(y),
and at most 1 at L = 1, so that it rises by s_a <= (1 - W_a(x)) / W_b(y) times as much at most, as
in `solvers.match.error`; F_b in the same way. An error of one sum is then at most r m on top of
those above, with m_a = 1 + s_a m_b and m_b = 1 + s_b m_a: the sum over all is the bound. Where a
player has as good as won, s is measured there. Where both can do nothing but farkle, the game has
no end and counts one half, which is exact.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import APPLY, LANES, Floats, Integers, Task
from farklegen.core.binding import core
from farklegen.core.match import MatchSolving
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.match.error import CERTAIN, LOWERED, ROOM, ROUNDING, WON, slope_bounds
from farklegen.solvers.match.feasibility import check_feasible
from farklegen.solvers.match.last_turn import solve_last_turns
from farklegen.solvers.match.layout import payoff_arrays, storage, turn_arrays
from farklegen.solvers.match.match import versions
from farklegen.solvers.match.match_rules import match_rules
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solution import Certificate, MatchSolution
from farklegen.solvers.match.solver import MOST_ERROR
from farklegen.solvers.match.values import Values, drawn_in
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.refusals import refuse

SOLVER_VERSION = "two-sets-4"
"""Changes whenever the answers or the arrays that are stored change."""

CLOSE = 1e-14
"""Change of a chance with which a sum of scores is solved."""

MOST_STEPS = 60
"""Steps within one sum of scores."""

STEEPEST = 1.0 - 1e-9
"""Slope of G that is taken for less than 1."""


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
            ("bank.beat_previous", bank.beat_previous),
            ("bank.opening", bank.has_opening),
            ("farkle.penalty", farkle.streak_costs),
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
    plans = _plans((mine, theirs), threads)
    sides = [_Side(plan, threads) for plan in plans]
    try:
        residual, error, steps = _Solving(*sides).solve(progress)
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
        head_starts=False,
        floor_effect=0.0,
        floor_factor=0.0,
        run_lost=max(plan.rules.run_lost for plan in plans),
        seconds=time.perf_counter() - began,
        build=core().variant,
        threads=threads,
        versions=versions(),
    )
    return _of(plans, [side.chances for side in sides], certificate)


def _plans(
    sides: Sequence[tuple[Ruleset, ScoringTables]], threads: int | None = None
) -> list[MatchPlan]:
    """The arrays of both players, laid out alike; refused where `threads` are to solve too much."""
    rules = [match_rules(*side, None) for side in sides]
    if threads is not None:
        for each in rules:
            check_feasible(each, threads)
    plans = [MatchPlan(each) for each in rules]
    farthest = max(plan.last.distances for plan in plans)
    return [
        plan if plan.last.distances == farthest else MatchPlan(plan.rules, farthest)
        for plan in plans
    ]


def from_store(
    sides: Sequence[tuple[Ruleset, ScoringTables]],
    meta: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
) -> TwoSets:
    """The solution that was stored, of players with these rules and tables."""
    plans = _plans(sides)
    chances = [np.asarray(arrays[name]) for name in ("mine", "theirs")]
    if any(len(each) != plan.size for each, plan in zip(chances, plans, strict=True)):
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
    """The turns of one player, in the hands of the core.

    Attributes:
        chances: float64[chances], those of this player; of the last turns from the start.
    """

    def __init__(self, plan: MatchPlan, threads: int) -> None:
        self.plan, self.threads = plan, threads
        kept = storage(plan)
        payoffs, keep = payoff_arrays(plan, kept)
        self.none = np.zeros(1)
        self.chances = np.zeros(plan.size)
        turn = turn_arrays(plan.rules, plan.most_rows)
        solve_last_turns(plan, kept, turn, self.chances, self.none, self.none)
        level = plan.level
        whole = [_task(np.flatnonzero(level == one)) for one in range(int(level.max()) + 1)]
        self.solving = MatchSolving(
            turn, payoffs, keep, Values(self.chances, self.none, self.none), whole, threads
        )

    def apply(self, states: Integers, given: Floats) -> None:
        """Work out turns, given the chances of the other player."""
        self._apply(states, given, self.chances)

    def _apply(self, states: Integers, given: Floats, found: Floats) -> None:
        parts = min(self.threads, -(-len(states) // LANES))
        tasks = [_task(part) for part in np.array_split(states, parts)]
        none = self.none
        self.solving.solve(tasks, Values(given, none, none), Values(found, none, none), APPLY)

    def slopes(self, states: Integers, given: Floats, there: Integers) -> Floats:
        """float64[states]: how much the chances in these states fall if those of the other player
        there rise by as much, measured (as `Equation.slopes`)."""
        drawn = drawn_in(Values(given, self.none, self.none), ROOM).chances
        raised = drawn.copy()
        raised[there] += LOWERED
        falls = []
        for each in (drawn, raised):
            found = each.copy()
            self._apply(states, each, found)
            falls.append(found[states])
        return np.clip((falls[0] - falls[1]) / LOWERED, 0.0, 1.0)


def _task(states: Integers) -> Task:
    count = len(states)
    return Task(np.ascontiguousarray(states), np.array([0, count]), np.zeros(0, np.int64))


class _Solving:
    """Fills in the chances of both players."""

    def __init__(self, me: _Side, they: _Side) -> None:
        self.me, self.they = me, they
        self.plan = me.plan
        self.after = self.plan.lost[0]
        self.slope: Floats = np.full(self.plan.states, 0.5)
        """float64[states of theirs]: the slope of G, as far as it is known."""

    def solve(self, progress: Progress) -> tuple[float, float, int]:
        """(largest residual, bound of the error, steps in all)."""
        worst = error = 0.0
        total = 0
        missed = ROUNDING + max(side.plan.rules.run_lost for side in (self.me, self.they))
        level_of = self.plan.level
        levels = int(level_of.max()) + 1
        for level in reversed(range(levels)):
            states = np.flatnonzero((level_of == level) & self.plan.exists)
            across = self.after[states]
            left, steps = self._settle(states, across)
            worst, total = max(worst, left), total + steps
            error += (left + missed) * self._longer(states, across)
            done = 1.0 - level / levels
            progress(done * done, "solving the match of two sets of dice")
        return worst, error, total

    def _settle(self, states: Integers, across: Integers) -> tuple[float, int]:
        """Solve a sum of scores; (what the last steps changed, steps)."""
        guess, slope = self._guess(across)
        left, step = 0.0, 0
        before = after = np.zeros(0)
        while len(states):
            self.they.chances[across] = guess
            self.me.apply(states, self.they.chances)
            self.they.apply(across, self.me.chances)
            found = self.they.chances[across]
            change = np.abs(found - guess)
            step += 1
            if step > 1:
                moved = guess - before
                known = np.abs(moved) > 1e-13
                slope = np.where(known, (found - after) / np.where(known, moved, 1.0), slope)
                slope = np.clip(slope, 0.0, STEEPEST)
            self.slope[across] = slope
            on = (change > CLOSE) & (step < MOST_STEPS)
            left = max(left, float(change[~on].max(initial=0.0)))
            states, across, slope = states[on], across[on], slope[on]
            before, after = guess[on], found[on]
            guess = np.clip(after + slope / (1.0 - slope) * (after - before), 0.0, 1.0)
        return left, step

    def _guess(self, across: Integers) -> tuple[Floats, Floats]:
        """(chances, slopes of G) as those of scores a little higher are."""
        context, mine, theirs = (part[across] for part in self.plan.grid)
        most = self.plan.scores - 1
        near, beside, both = (
            self.plan.index(context, np.minimum(mine + up, most), np.minimum(theirs + also, most))
            for up, also in ((1, 0), (0, 1), (1, 1))
        )
        one, other, last = (self.they.chances[at] for at in (near, beside, both))
        known = (mine < most) & (theirs < most)
        chance = np.where(known, np.clip(one + other - last, 0.0, 1.0), 0.5)
        return chance, np.where(known, self.slope[both], 0.5)

    def _longer(self, states: Integers, across: Integers) -> float:
        """m: by how much more than a residual the chances of a sum of scores may be off."""
        turns = (self.me, states, self.they, across), (self.they, across, self.me, states)
        bounds = [
            slope_bounds(side.chances[here], other.chances[there])
            for side, here, other, there in turns
        ]
        steep = np.flatnonzero(bounds[0] * bounds[1] > 1.0 - CERTAIN)
        if len(steep):
            self._rest(states[steep], across[steep])
            for bound, (side, here, other, there) in zip(bounds, turns, strict=True):
                bound[steep] = self._measured(side, here[steep], other, there[steep])
        product = bounds[0] * bounds[1]
        if np.any(product > 1.0 - CERTAIN):
            return np.inf
        return float(((1.0 + np.maximum(*bounds)) / (1.0 - product)).max(initial=1.0))

    def _rest(self, states: Integers, across: Integers) -> None:
        """Where one half is what turns make of one half, let it be that: games without end."""
        kept = self.me.chances.copy(), self.they.chances.copy()
        self.they.chances[across] = 0.5
        self.me.apply(states, self.they.chances)
        ours = self.me.chances[states].copy()
        self.me.chances[states] = 0.5
        self.they.apply(across, self.me.chances)
        rests = (ours == 0.5) & (self.they.chances[across] == 0.5)
        for side, here, before in zip((self.me, self.they), (states, across), kept, strict=True):
            side.chances[here] = np.where(rests, 0.5, before[here])

    def _measured(self, side: _Side, here: Integers, other: _Side, there: Integers) -> Floats:
        """Slopes where the chances do not tell them: 0 of what is exactly one half, for turns that
        do nothing but farkle; measured where the player has as good as won; else 1."""
        won = (1.0 - side.chances[here] <= WON) & (other.chances[there] <= WON)
        rests = (side.chances[here] == 0.5) & (other.chances[there] == 0.5)
        slope = side.slopes(here, other.chances, there)
        return np.where(won, slope, np.where(rests & (slope > 1.0 - CERTAIN), 0.0, 1.0))
