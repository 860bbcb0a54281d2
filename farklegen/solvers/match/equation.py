"""The equation of a match, W = F(W). The core settles it level by level, or applies it to all
states at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import APPLY, SETTLE, Booleans, Floats, Keep, Payoffs, Turn
from farklegen.core.match import MatchSolving
from farklegen.core.sweeps import Course, Guesses, Start
from farklegen.solvers.match.error import ROOM, ROUNDING, drawn_in
from farklegen.solvers.match.last_turn import solve_last_turns
from farklegen.solvers.match.layout import (
    Storage,
    payoff_arrays,
    storage,
    turn_arrays,
    write_arrivals,
    write_over,
)
from farklegen.solvers.match.order import Order, course_of, match_order
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.turn_solver import solve_turn

STARTED, SLOWER = 3.0, 1.6
"""The number of turns left near the end, and the factor by which the way there takes more turns
than if every turn brought the most points possible."""


class Values(NamedTuple):
    """Chances to win, parts of one array.

    Attributes:
        chances: float64[...], from the start of every turn, last turns included.
        arrivals: float64[...], on arriving after a bank, where a turn depends on what was banked.
        farkled: float64[...], of taking over after a farkle.
    """

    chances: Floats
    arrivals: Floats
    farkled: Floats


class Equation:
    """The equation of one match, and the values that it is solved for.

    Use it as a context manager: its threads end when the context does.

    Attributes:
        plan: the states.
        kept: what is kept beside the chances.
        payoffs, keep: where states find their payoffs, and where they write.
        order: of solving.
        course: all levels, in the form in which the core solves them.
        turn: the moves of a turn.
        whole: float64[...], all values. Only last turns are worked out to begin with.
        values: the parts of `whole`.
    """

    def __init__(self, plan: MatchPlan, threads: int) -> None:
        self.plan = plan
        self.threads = threads
        self.kept: Storage = storage(plan)
        self.payoffs: Payoffs
        self.keep: Keep
        self.payoffs, self.keep = payoff_arrays(plan, self.kept)
        self.order: Order = match_order(plan, self.payoffs, self.keep, threads)
        alive = plan.exists.copy()
        alive[self.order.dead] = False
        if not np.any(self.payoffs.counts[alive]):
            self.payoffs.counts[:] = 1  # every state left to play for is below zero
        self.course: Course = course_of(self.order.levels, self.payoffs)
        self.turn: Turn = turn_arrays(plan.rules, plan.most_rows)
        sizes = plan.size, max(self.kept.arrivals, 1), max(self.kept.farkled, 1)
        self._ends = np.cumsum(sizes)
        self.whole: Floats = np.zeros(self._ends[-1])
        self.values = self.parts(self.whole)
        self.values.chances[:] = 0.5
        # for states looked up before they are solved, and for dead states, which never are
        if self.order.sweeps_again or len(self.order.dead):
            self.values.arrivals[: self.kept.begin_last] = 0.5
        write_over(plan, self.kept, self.values.chances, self.values.arrivals)

    def parts(self, whole: Floats) -> Values:
        """The parts of an array of all values."""
        return Values(*np.split(whole, self._ends[:-1]))

    @property
    def missed(self) -> float:
        """By how much one application of the equation may miss a value: by rounding, and because
        turns may run on above their last row."""
        return ROUNDING + self.plan.rules.run_lost

    def __enter__(self) -> Equation:
        return self

    def __exit__(self, *_: object) -> None:
        if "solving" in vars(self):
            self.solving.close()
            del self.solving  # the next access makes a new one

    def solve_last_turns(self) -> None:
        """Fill in the values of last turns."""
        solve_last_turns(self.plan, self.kept, self.turn, *self.values)

    def settle(
        self,
        *,
        until: int | None = None,
        guessed: int | None = None,
        before: Floats | None = None,
        tell: Callable[[int], object] = lambda _: None,
    ) -> Floats:
        """Solve the equations of the levels, one after the other; float64[levels, 4], their
        `result` (see `core.arrays`).

        Args:
            until: levels to solve; all by default.
            guessed: levels that were guessed before; all by default.
            before: float64[states], output: the values with which guessed states begin.
            tell: called now and then with the number of levels that are solved.
        """
        start = None
        if guessed is not None and self.plan.rules.ending.rounds is None:
            start = Start(self._guesses, guessed, np.zeros(0) if before is None else before)
        return self.solving.sweep(
            self.course, self.values, self.values, SETTLE, until=until, start=start, tell=tell
        )

    def apply(self, whole: Floats, *, tell: Callable[[int], object] = lambda _: None) -> Floats:
        """F(whole): the equation applied once to every state. `tell` is called as by `settle`."""
        found = whole.copy()
        given, out = self.parts(whole), self.parts(found)
        self.solving.sweep(self.course, given, out, APPLY, tell=tell)
        return found

    def slopes(self, some: Booleans, by: float) -> Floats:
        """float64[states]: how much the chances of some states move if those on their level are
        lowered by `by` (below zero: raised), as a share of `by`; zero elsewhere.

        A turn comes to its own level by a farkle that banks nothing, and by nothing else.
        """
        drawn = drawn_in(self.whole, ROOM)
        slopes = np.zeros(self.plan.states)
        for level in self.order.levels:
            here = level.states[some[level.states]]
            if not len(here):
                continue
            lower = drawn.copy()
            lower[level.states] -= by
            self.parts(lower).farkled[:] -= by * self.parts(self.live).farkled
            found = []
            for given in (drawn, lower):
                found.append(given.copy())
                self.solving.solve(level.tasks, self.parts(given), self.parts(found[-1]), APPLY)
            slopes[here] = np.clip((found[1][here] - found[0][here]) / by, 0.0, 1.0)
        return slopes

    @cached_property
    def live(self) -> Floats:
        """1 for every entry that the equation gives, 0 for the others, such as games that are
        over."""
        if not (self.kept.arrivals or self.kept.farkled):
            live = np.zeros_like(self.whole)
            for task in self.course.tasks:
                live[task.order[task.order >= 0]] = 1.0
            return live
        nothing = np.full_like(self.whole, np.nan)
        self.solving.solve(self.course.tasks, self.values, self.parts(nothing), APPLY)
        return np.where(np.isnan(nothing), 0.0, 1.0)

    def guessed_turns(self) -> Floats:
        """A guess of the number of turns left at each live entry, at least 1: the points that both
        players still need, divided by the most points that a turn can bring."""
        plan = self.plan
        if self.kept.farkled:
            return self.live
        moves, rows = plan.rules.moves, plan.most_rows
        shape = (rows, moves.columns, 1)
        bank = np.broadcast_to(np.arange(float(rows))[:, None, None], shape).copy()
        above = np.full((moves.max_rise, moves.columns, 1), float(rows))
        greedy = solve_turn(moves, bank, np.zeros(shape), above)
        gain = float(greedy.rolled[0, moves.dice - 1, 0]) * plan.rules.step
        _, mine, theirs = plan.grid
        lacking = (plan.scores - mine) + (plan.scores - theirs)
        turns = np.ones_like(self.whole)
        turns[: plan.states] += STARTED + SLOWER * lacking / max(gain, 1e-3)
        if self.kept.arrivals:
            write_arrivals(
                plan, self.kept, np.arange(plan.states), turns, self.parts(turns).arrivals
            )
        return turns * self.live

    def undecided(self) -> Floats:
        """One half for every game that is not over: its value if it is cut off now."""
        plan, kept = self.plan, self.kept
        begun = np.where(self.live > 0, 0.5, self.whole)
        chances, arrivals, farkled = self.parts(begun)
        over = plan.last.distances
        chances[plan.begin_last + over :] = 0.5
        arrivals[kept.begin_last + over * kept.arrival_rows * kept.kinds :] = 0.5
        farkled[self._first_last_farkled :] = 0.5
        return begun

    def with_last_turns(self, whole: Floats) -> Floats:
        """The same values, with last turns as they are solved."""
        begins = (self.plan.begin_last, self.kept.begin_last, self._first_last_farkled)
        for array, solved, begin in zip(self.parts(whole), self.values, begins, strict=True):
            array[begin:] = solved[begin:]
        return whole

    @cached_property
    def solving(self) -> MatchSolving:
        """The core at work on this match."""
        return MatchSolving(
            self.turn, self.payoffs, self.keep, self.values, self.course.tasks, self.threads,
        )  # fmt: skip

    @cached_property
    def _guesses(self) -> Guesses:
        """The states on each level, or on lower ones, at which the level finds payoffs. They have
        to be guessed."""
        plan, targets = self.plan, [level.targets for level in self.order.levels]
        context, mine, theirs = plan.grid
        my_place, their_place = plan.places
        return Guesses(
            scores=plan.scores,
            # off the board no score is above zero, so take the state on the board
            board=plan.contexts.boarded(both=True),
            begin=np.cumsum([0, *map(len, targets)]),
            target=np.concatenate([*targets, np.zeros(0, np.int64)]),
            context=context,
            mine=mine,
            theirs=theirs,
            my_place=my_place.ravel(),
            their_place=their_place.ravel(),
        )

    @property
    def _first_last_farkled(self) -> int:
        return int(self.plan.rows.sum()) * self.plan.rules.moves.dice
