"""What makes a few sweeps do in a match of two in which scores may fall: guesses for the first
sweep, and predictions of what the sweeps to come will change.

*Guesses.* States are guessed by those of higher levels, before they are solved. Log odds of winning
are nearly a sum of what each score brings: a state is guessed by those with one score raised, less
the one with both, raised by as little as makes all three known. By how much that fails from there
on, where it is known, it fails here. Where that leads past the goal, both scores are raised equally
as far as that goes, then the lower one; from two states on that way the log odds go on along a
straight line. Off the board, where there are few scores to go by, a state is as far from the one on
the board as it is with the other score raised.

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
from math import inf

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.several import solve_given
from farklegen.solvers.ends import Ends, ends_of_several
from farklegen.solvers.game.lanes import longest_turn, several_turn
from farklegen.solvers.game.layout import Group, Layout
from farklegen.solvers.game.levels import Band, joined, lanes_of

LEAST = 1e-280
"""Smaller chances are raised to this."""

MOST_ODDS = 600.0
"""Log odds are no larger."""

FARTHEST = 1.0
"""Log odds that a straight line may add."""

NEAR, SHARE = 6, 25
"""The grid's distance is that to the goal in `NEAR` parts, at most the scores in `SHARE` parts."""

MOST_PASSES = 200
"""Sweeps that are added up at most."""

REST = 2e-2
"""Share of the largest sum that is left out."""

PLAY_CHANGES = 1e-4
"""Change of a sweep above which play may have changed enough to be followed again."""

RELATIVE = 100.0
"""Tolerances by which a chance p may be wrong, relative to the smaller of p and 1 - p."""

SMALL = 1e-12
"""Chances below this need no digits of their own."""

RESTING = 1e-14
"""Change of a sweep that rounding explains."""

TURNS = 30.0
"""Turns that a game is taken to last at most, to judge whether another sweep is needed."""

SLOW = 0.5
"""Where a sweep changes more than this share of what the one before it has changed, play may go to
and fro between two ways. Half of the correction is added there."""

MORE_TURNS = 1.6
"""By what factor more turns than were found may be left."""


class Guessing:
    """Guess the states to which a band leads, as far as they have not been solved."""

    def __init__(self, layout: Layout, values: Floats) -> None:
        self.values = values
        self.scores = layout.scores
        self._open = np.zeros(len(values), np.bool_)
        self._groups: list[tuple[Group, Group]] = []
        for group in layout.groups:
            if group.left is None:
                self._open[group.begin : group.begin + group.size] = True
                board = layout.group(None, (True, True), 0, group.turns, runs=group.runs)
                self._groups.append((group, board))

    def guess(self, band: Band) -> Integers:
        """Guess. Returns int64[...], the states."""
        task = band.task
        level = max(int(at.sum(axis=0).max()) for _, at in band.parts)
        targets: Integers = np.unique(np.concatenate([task.after, task.first, task.ruin]))
        targets = targets[self._open[targets]]
        self._open[task.own] = False
        if level >= 2 * self.scores - 2:  # nothing is known yet
            return targets[:0]
        for group, board in self._groups:
            low, high = np.searchsorted(targets, [group.begin, group.begin + group.size])
            if low < high:
                states = targets[low:high]
                self.values[states] = self._guessed(group, board, states, level)
        return targets

    def _guessed(self, group: Group, board: Group, states: Integers, level: int) -> Floats:
        """float64[states]: chances."""
        at = np.stack(np.unravel_index(states - group.begin, group.shape))
        least = level + 1 - at.sum(axis=0)
        odds = np.where(
            at.max(axis=0) + least < self.scores,
            self._added(board, at, least),
            self._further(board, at, level),
        )
        if group is not board and any(group.boards):
            up = np.stack([least * (not group.boards[1]), least * group.boards[1]])
            off, on = self._odds(group, at + up), self._odds(board, at + up)
            odds += np.where((at + up).max(axis=0) < self.scores, off - on, 0.0)
        chances: Floats = 1.0 / (1.0 + np.exp(np.clip(-odds, -MOST_ODDS, MOST_ODDS)))
        return chances

    def _odds(self, group: Group, at: Integers) -> Floats:
        """Log odds; of the nearest state for scores past the goal."""
        chance = self.values[group.index(np.minimum(at, np.array(group.shape)[:, None] - 1))]
        odds: Floats = np.log(np.maximum(chance, LEAST)) - np.log(np.maximum(1.0 - chance, LEAST))
        return odds

    def _added(self, board: Group, at: Integers, least: Integers) -> Floats:
        def raised(mine: int, theirs: int) -> Floats:
            return self._odds(board, at + np.stack([mine * least, theirs * least]))

        both = raised(1, 1)
        found: Floats = raised(1, 0) + raised(0, 1) - both
        curved = both - raised(2, 1) - raised(1, 2) + raised(2, 2)
        return found + np.where(at.max(axis=0) + 2 * least < self.scores, curved, 0.0)

    def _further(self, board: Group, at: Integers, level: int) -> Floats:
        missing = level + 2 - at.sum(axis=0)
        higher, lower = at.max(axis=0), at.min(axis=0)
        both = np.maximum(np.minimum(missing // 2, self.scores - 1 - higher), 0)
        single = np.minimum(missing - 2 * both, self.scores - 1 - lower - both)
        single = np.where(both == missing // 2, 0, single)

        def raised(by_both: Integers, by_one: Integers) -> Floats:
            one = np.where(at[0] <= at[1], 0, 1)
            return self._odds(board, at + by_both + by_one * (np.arange(2)[:, None] == one))

        here = raised(both, single)
        far = np.where(single > 0, raised(both, single + 1), raised(both + 1, single))
        steps = np.where(single > 0, single, both)
        found: Floats = here + np.clip(steps * (here - far), -FARTHEST, FARTHEST)
        return found


class Linear:
    """The linear equation of a match in which no turn is taken over or has something to beat, and
    both players have the same moves: with different dice no score can fall."""

    def __init__(self, layout: Layout, bands: Sequence[Band]) -> None:
        """Choose the grid among the bands before the goal is reached, in the order of solving.
        `correct` comes before everything else."""
        self.bands = bands
        self.values = bands[0].task.values[0]
        self._changed, self._corrected = inf, 0.0
        rules = layout.rules
        self._turn = several_turn(rules, rules.moves, longest_turn(layout), best="last")
        alive = np.zeros(len(self.values), np.bool_)
        for band in bands:
            alive[band.task.own] = True
        nearest, lower = _grid(layout.scores)
        self._near = [_on_grid(band, nearest, lower, alive) for band in bands]
        chosen = np.zeros(len(alive), np.bool_)
        chosen[np.concatenate(self._near)] = True
        self._starts = [np.flatnonzero(chosen[band.task.own]) for band in bands]
        self._ends: list[Ends] = []
        self._losses: list[Ends] = []
        """The same with the signs of what one player gains, and the other one loses."""

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
        to_and_fro = largest > SLOW * self._changed
        self._changed = largest
        if largest > PLAY_CHANGES or not self._ends:
            self._look(crew)
        to_come = self._to_come(change, crew)
        if to_and_fro:
            to_come *= 0.5
        missed = min(largest / self._corrected, 1.0) if self._corrected else 1.0
        self._corrected = float(np.abs(to_come).max())
        smaller = np.maximum(np.minimum(now, 1.0 - now), SMALL)
        relative = float((np.abs(to_come) / smaller).max())
        left = missed * self._corrected
        most = 0.5 * np.minimum(now, 1.0 - now)  # half of what is left to win or to lose
        now += np.clip(to_come, -most, most)
        if largest <= RESTING:
            return True
        if left > tolerance or missed * relative > RELATIVE * tolerance:
            return False
        return TURNS * left <= tolerance

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


def _on_grid(band: Band, nearest: Integers, lower: Integers, alive: Booleans) -> Integers:
    """int64[lanes]: for each turn the state on the grid that plays alike. Off the board there are
    few scores, and each is in the grid."""

    def moved(grid: Integers) -> Integers:
        found = []
        for group, at in band.parts:
            scores = zip(at, group.boards, strict=True)
            found.append(group.index(np.stack([grid[n] if on else n for n, on in scores])))
        return np.concatenate(found)

    first, second = moved(nearest), moved(lower)
    return np.where(alive[first], first, np.where(alive[second], second, band.task.own))


def _grid(scores: int) -> tuple[Integers, Integers]:
    """int64[scores], the nearest score of the grid, and the next one that is no higher."""
    chosen, distance = [], 1
    while distance <= scores:
        chosen.append(scores - distance)
        distance += min(max(distance // NEAR, 1), max(scores // SHARE, 1))
    chosen.append(0)
    grid = np.unique(chosen)
    every = np.arange(scores)
    lower = np.searchsorted(grid, every, side="right") - 1
    higher = np.minimum(lower + 1, len(grid) - 1)
    nearer = np.where(grid[higher] - every < every - grid[lower], higher, lower)
    return grid[nearer], grid[lower]
