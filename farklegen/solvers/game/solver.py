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
then counts as a cycle without rest. In a match of two the first sweep begins with guesses, and
after each sweep the values go on to where the sweeps to come would bring them (`Linear`): a few
sweeps will do.

*Guesses.* A state to which turns lead before it is solved is worth about as much as the nearest
one that is: with both scores raised alike, as far as the goal allows, and then the lower one.

*Predictions.* What the sweeps to come will change is found without sweeping, by the equation made
linear. Under a fixed way to play, the values at the start of turns are linear in each other: V = c
- A V, with A the chances of how each turn ends. A is nearly known from a few turns: neighbours play
alike, so the ends of a turn are taken to be those of the nearest of a grid of turns, followed once
(`solvers.ends`), and the states that follow are worked out for each turn itself. The grid is
narrow near the goal, where play depends on every point.

A sweep that changed the values by y makes the next one change them by about A's share of y: the
core's `several_given` works that out in a small part of the time. Added up, the changes of all
sweeps to come are a correction of the values. The correction is wrong by some per cent of itself.
So it affects how many sweeps are needed, never the result: the equation and its accuracy stay the
same.

The same sums give how many turns are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.several import Tally, solve_given, solve_levels
from farklegen.solvers.ends import Ends, ends_of_several
from farklegen.solvers.game.lanes import longest_turn, several_turn
from farklegen.solvers.game.layout import Layout, first_values, layouts_of
from farklegen.solvers.game.levels import (
    Band,
    Stage,
    ahead,
    bands,
    joined,
    lanes_of,
    levels,
    living,
)
from farklegen.solvers.game.match_rules import MatchRules
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


NEAR, SHARE = 6, 25
"""The grid's distance is that to the goal in `NEAR` parts, at most the scores in `SHARE` parts."""

MOST_PASSES = 200
"""Sweeps that are added up at most."""

REST = 2e-2
"""Share of the largest sum that is left out."""

PLAY_CHANGES = 1e-4
"""Change of a sweep above which play may have changed enough to be followed again."""

RESTING = 1e-14
"""Change of a sweep that rounding explains."""

TURNS = 30.0
"""Turns that a game is taken to last at most, to judge whether another sweep is needed."""

MORE_TURNS = 1.6
"""By what factor more turns than were found may be left."""


class Linear:
    """The linear equation of a match in which no turn is taken over or has something to beat, and
    both players have the same moves: with different dice no score can fall."""

    def __init__(self, layout: Layout, bands: Sequence[Band]) -> None:
        """Choose the grid among the bands before the goal is reached, in the order of solving.
        `correct` comes before everything else."""
        self.bands = bands
        self.values = bands[0].task.values[0]
        self._corrected = 0.0
        rules = layout.rules
        self._turn = several_turn(rules, rules.moves, longest_turn(layout), best="last")
        alive = np.zeros(len(self.values), np.bool_)
        for band in bands:
            alive[band.task.own] = True
        self._layout, self._unsolved = layout, alive.copy()
        nearest = _grid(layout.scores)
        self._near = [_on_grid(band, nearest, alive) for band in bands]
        chosen = np.zeros(len(alive), np.bool_)
        chosen[np.concatenate(self._near)] = True
        self._starts = [np.flatnonzero(chosen[band.task.own]) for band in bands]
        self._ends: list[Ends] = []
        self._losses: list[Ends] = []
        """The same with the signs of what one player gains, and the other one loses."""

    def guess(self, band: Band) -> Integers:
        """Guess the states to which a band leads, as far as they have not been solved. Returns
        int64[...], the states."""
        task, highest = band.task, self._layout.scores - 1
        level = max(int(at.sum(axis=0).max()) for _, at in band.parts)
        targets: Integers = np.unique(np.concatenate([task.after, task.first, task.ruin]))
        targets = targets[self._unsolved[targets]]
        self._unsolved[task.own] = False
        if level >= 2 * highest:  # nothing is known yet
            return targets[:0]
        for group in (group for group in self._layout.groups if group.left is None):
            low, high = np.searchsorted(targets, [group.begin, group.begin + group.size])
            states = targets[low:high]
            at = np.stack(np.unravel_index(states - group.begin, group.shape))
            missing = level + 1 - at.sum(axis=0)
            lower = at.argmin(axis=0), np.arange(len(states))
            both = np.minimum((missing + 1) // 2, highest - at.max(axis=0))
            at += both
            at[lower] += missing - 2 * both
            # off the board there are few scores to go by
            board = self._layout.group(None, (True, True), 0, group.turns, runs=group.runs)
            self.values[states] = self.values[board.index(at)]
        return targets

    def _look(self, crew: Crew) -> None:
        """Follow the turns of the grid, as they are best played by the values as they stand."""
        number = np.full(len(self.values), -1)
        grid = zip(self.bands, self._starts, strict=True)
        asked = joined([lanes_of(band.task, starts) for band, starts in grid])
        number[asked.own] = np.arange(len(asked.own))
        followed = ends_of_several(self._turn, asked, threads=crew.threads)
        self._ends = [followed.at(number[near]) for near in self._near]
        lost = followed._replace(banked=-followed.banked, chance=-followed.chance)
        self._losses = [lost._replace(place=ends.place) for ends in self._ends]

    def correct(self, before: Floats, tolerance: float, crew: Crew) -> bool:
        """Add what sweeps to come will change. Returns whether no other sweep is needed after that.

        The share of the correction that is wrong is taken to be the same as last time. The sweep
        since then has shown that share. `before`: float64[states], the chances before the last
        sweep."""
        now = self.values
        change = now - before
        largest = float(np.abs(change).max())
        if largest > PLAY_CHANGES or not self._ends:
            self._look(crew)
        to_come = self._to_come(change, crew)
        missed = min(largest / self._corrected, 1.0) if self._corrected else 1.0
        self._corrected = float(np.abs(to_come).max())
        left = missed * self._corrected
        most = 0.5 * np.minimum(now, 1.0 - now)  # half of what is left to win or to lose
        now += np.clip(to_come, -most, most)
        return largest <= RESTING or TURNS * left <= tolerance

    def left_over(self, counted: Floats, crew: Crew) -> Floats:
        """float64[states]: a generous estimate of an amount that counts in each turn, summed over
        all the turns that are left; zero where none is."""
        if not self._ends:
            self._look(crew)
        return np.maximum(MORE_TURNS * self._solved(counted, crew), counted)

    def _to_come(self, change: Floats, crew: Crew) -> Floats:
        """float64[states]: what all sweeps to come will change, given what the last one has."""
        moved, total = change.copy(), np.zeros_like(change)
        for _ in range(MOST_PASSES):
            self._follow(moved, self._losses, crew)
            total += moved
            if np.abs(moved).max() <= REST * np.abs(total).max():
                break
        return total

    def _solved(self, constant: Floats, crew: Crew) -> Floats:
        """float64[states]: y = constant + A y."""
        found = np.zeros_like(constant)
        ends = [
            each._replace(rest=constant[band.task.own])
            for each, band in zip(self._ends, self.bands, strict=True)
        ]
        for _ in range(MOST_PASSES):
            before = found.copy()
            self._follow(found, ends, crew)
            if np.abs(found - before).max() <= REST * np.abs(found).max():
                break
        return found

    def _follow(self, values: Floats, ends: Sequence[Ends], crew: Crew) -> None:
        """Follow all turns once, from the highest level down."""
        for band, each in zip(self.bands, ends, strict=True):
            task = band.task._replace(players=1, values=values[None, None])
            solve_given(task, band.levels, [core().pack(each)], crew)


def _on_grid(band: Band, nearest: Integers, alive: Booleans) -> Integers:
    """int64[lanes]: for each turn the state on the grid that plays alike. Off the board there are
    few scores, and each is in the grid."""
    found = []
    for group, at in band.parts:
        scores = zip(at, group.boards, strict=True)
        found.append(group.index(np.stack([nearest[n] if on else n for n, on in scores])))
    near = np.concatenate(found)
    return np.where(alive[near], near, band.task.own)


def _grid(scores: int) -> Integers:
    """int64[scores], the nearest score of the grid."""
    chosen, distance = [0], 1
    while distance <= scores:
        chosen.append(scores - distance)
        distance += min(max(distance // NEAR, 1), max(scores // SHARE, 1))
    grid = np.unique(chosen)
    between = (grid[1:] + grid[:-1]) // 2
    return grid[np.searchsorted(between, np.arange(scores))]
