"""Solve a game of P players.

Let w(x) be the chances in state x of the player to move, the next one, and so on. R turns the view
of one player into the view of the player before. A turn whose farkles lead to y is worth

    w(x) = F(R w(y))

The level of a state is the sum of its scores. All other ends of the turn lead to a higher level, so
levels are solved from the highest down. A farkle leads to a state on the same level: the dice go
round, and after P farkles they are back with the same scores. Each F is piecewise
linear: with A the payoffs of the choices made, and f the chance that the turn farkles,

    w(x) = A + f R w(y)

So a cycle is P linear equations while choices stay (policy evaluation). Then all choose again
(policy improvement), until nothing changes. f is the ratio of two changes from one round to the
next: the change of the mover's own chance, and the change of the mover's chance after a farkle. A
level begins with values and f taken from nearby states. Three rounds are then usually enough.

Not every cycle comes to rest. A choice that makes no difference to the player who makes it may
matter much to the others. So values jump where choices change, and F need not have a fixed point: a
better choice of one player calls for another choice of the next player, and so on round. Then the
values go half the way with each round. If that does not help, the cycle is played for 1,000 rounds
without a point from equal chances, as if the game were cut off there.
`Tally` counts these cycles. A cycle that does come to rest is an equilibrium: nobody gains by
another choice. It need not be the only one.

Where farkles in a row cost points, a farkle that completes a streak leads to a lower level, or back
to the same one where the score cannot fall. Then all levels are swept again and again, from the
highest down, until nothing changes. Within a level farkles make chains, of P times the streak at
most. The states are solved from the ends of the chains on, each once in a sweep. If sweeps do not
come to rest, values go only half the way in the sweeps that follow. Each state that still moves
then counts as a cycle without rest. In a match of two the first sweep begins with guesses
(`guess`), and after each sweep the values go on to where the sweeps to come would bring them
(`linear`): a few sweeps will do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial

import numpy as np

from farklegen.core.arrays import Floats, Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.several import Tally, solve_levels
from farklegen.solvers.game.lanes import longest_turn, several_turn
from farklegen.solvers.game.layout import first_values, layouts_of
from farklegen.solvers.game.levels import Band, Stage, ahead, bands, levels, living
from farklegen.solvers.game.match_rules import MatchRules
from farklegen.solvers.game.predictions import Linear
from farklegen.solvers.game.solvable import PREDICTED, SWEEPS, turns_solved
from farklegen.solvers.progress import Passes, Progress, silent

SOLVING = "solving the match"
"""What progress shows."""

SETTLED = 1e-14
"""A sweep that changes less than this is the last one."""

HIGHEST = 8
"""The first of this many parts of the levels is swept once more before all others: its turns are
short, and hard to guess."""

MOST_SWEEPS = 400
"""The most sweeps if streaks cost points. In the first half values go all the way."""


class SeveralSolver:
    """Values of all states.

    Attributes:
        layouts: the states, see `layout.layouts_of`.
        values: float64[P - 1, states], see `layout.first_values`.
        slopes: float64[states], how often turns of solved levels farkle.
        linear: of a match of two that was swept, unless turns are taken over or have something to
            beat; else None.
        farkles: of a match of two that was solved level by level, `Band.farkles` of each band.
        crew: threads to work with.
    """

    def __init__(
        self,
        seats: Sequence[MatchRules],
        players: int,
        crew: Crew,
        *,
        tolerance: float = 0.0,
        progress: Progress = silent,
    ) -> None:
        """Lay out the states.

        Args:
            seats: the rules, or those of each of two players.
            tolerance: error with which sweeps may end early where `linear` tells it; `Tally` then
                counts what still moves.
        """
        self.layouts = layouts_of(seats, players)
        self.layout = self.layouts[0]
        self.values = first_values(self.layouts)
        self.crew, self.farkles = crew, list[Integers]()
        self.progress, self.done = progress, 0
        self.all_turns = sum(map(turns_solved, self.layouts))
        # with two players more points are never worse, as far as `rules.moves` say; with more
        # players this is watched
        self.watches = players > 2 and not (
            self.layout.rounds or self.layout.sweeps or self.layout.tells
        )
        self.tolerance = tolerance
        self.linear: Linear | None = None
        self.predicts = players == 2 and self.layout.sweeps and not self.layout.tells
        listener = progress if self.layout.sweeps else silent
        self.passes = Passes(listener, SOLVING, PREDICTED if self.predicts else SWEEPS)
        self.tally = Tally()
        self.slopes = np.zeros(self.values.shape[1])
        self._choose(best=self.watches or players == 2)

    def solve(self) -> Tally:
        """Fill in the values. Called again, go on sweeping from there."""
        for left in range(1, self.layout.players):
            self._solve(ahead(self.layouts, left))
        if self.layout.sweeps:
            self._sweep()
        else:
            self._solve(self._before_goal)
        return self.tally

    @property
    def _before_goal(self) -> Iterable[Stage]:
        """The turns before the goal is reached from which the game can end. With rounds every turn
        leads to one with fewer turns left: no cycles."""
        stages = ahead(self.layouts, None) if self.layout.rounds else levels(self.layouts)
        return living(self.layouts, stages)

    @cached_property
    def bands(self) -> list[Band]:
        """The same, laid out."""
        return list(bands(self.layouts, self._before_goal, self.values, self.slopes))

    def _solve(self, stages: Iterable[Stage]) -> None:
        """Solve stages, one after the other."""
        for band in bands(self.layouts, stages, self.values, self.slopes):
            laid = band.levels
            if self.watches:
                laid = laid._replace(watched=band.watched)
            while len(laid.mode):
                tell = partial(self._tell, laid.begin)
                solved, less = solve_levels(
                    self.turns, band.task, laid, self.crew, self.tally, tell
                )
                laid = laid._replace(begin=laid.begin[solved:], mode=laid.mode[solved:])
                if less:  # fewer points for as many dice may be better
                    self.watches, laid = False, laid._replace(watched=band.levels.watched)
                    self._choose(best=False)
            self._tell(band.levels.begin)
            self.done += len(band.order)
            if self.layout.players == 2:
                self.farkles.append(band.farkles)

    def _tell(self, begin: Integers, solved: int = -1) -> None:
        """Report how far it is in a band of levels that begin there."""
        if not self.layout.sweeps:
            done = self.done + int(begin[solved])
            self.progress(min(done / self.all_turns, 1.0), SOLVING)

    def _choose(self, *, best: bool) -> None:
        """Let players choose from all moves, or only from the moves that may be the best."""
        self.turns = [
            core().pack(
                several_turn(
                    layout.rules,
                    layout.rules.moves if best else layout.rules.every_move,
                    longest_turn(layout),
                    best="first" if self.layout.players > 2 else None,
                )
            )
            for layout in self.layouts
        ]

    def _sweep(self) -> None:
        """Sweep the levels until nothing changes."""
        turns, guess = self.bands, False
        if turns and self.predicts and self.linear is None:  # else the values are there
            self.linear, guess = Linear(self.layout, turns), True
            self._sweep_once(turns[: len(turns) // HIGHEST + 1], 0.0, guess=guess)
        for sweep in range(MOST_SWEEPS):
            damping = 0.0 if sweep < MOST_SWEEPS // 2 else 0.5
            tally, before = self._sweep_once(self.passes.through(turns), damping, guess=guess)
            tally.sweeps = sweep + 1
            self.tally = tally
            if max(tally.residual, tally.moving) <= SETTLED:
                break
            guess = False
            if self.linear is None or damping:
                continue
            if self.linear.correct(before, self.tolerance, self.crew):
                break

    def _sweep_once(
        self, turns: Iterable[Band], damping: float, *, guess: bool
    ) -> tuple[Tally, Floats]:
        """Solve each level once: (what happened, float64[states], the chances with which they
        began)."""
        tally, before = Tally(), self.values[0].copy()
        for band in turns:
            if guess and self.linear is not None:
                guessed = self.linear.guess(band)
                before[guessed] = self.values[0, guessed]
            laid = band.levels._replace(damping=damping)
            solve_levels(self.turns, band.task, laid, self.crew, tally)
        return tally, before
