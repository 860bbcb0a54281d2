"""What makes a few sweeps do in a match of two in which scores may fall: guesses for the first
sweep, and predictions of what the sweeps to come will change.

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

from collections.abc import Sequence

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.several import solve_given
from farklegen.solvers.ends import Ends, ends_of_several
from farklegen.solvers.game.lanes import longest_turn, several_turn
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.levels import Band, joined, lanes_of

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
