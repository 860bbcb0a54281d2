"""Guess what the states of a match of two are worth, before they are solved, by those of higher
levels.

Log odds of winning are nearly a sum of what each score brings: a state is guessed by those with one
score raised, less the one with both, raised by as little as makes all three known. By how much that
fails from there on, where it is known, it fails here. Where that leads past the goal, both scores
are raised equally as far as that goes, then the lower one; from two states on that way the log odds
go on along a straight line. Off the board, where there are few scores to go by, a state is as far
from the one on the board as it is with the other score raised.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from farklegen.core.arrays import Floats, Integers
from farklegen.solvers.game.layout import Group, Layout
from farklegen.solvers.game.levels import Band

LEAST = 1e-280
"""Smaller chances are raised to this."""

MOST_ODDS = 600.0
"""Log odds are no larger."""

FARTHEST = 1.0
"""Log odds that a straight line may add."""


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
                board = layout.before_goal((True, True), group.turns, group.runs)
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
        for group, board, states in self._by_group(targets):
            self.values[states] = self._guessed(group, board, states, level)
        return targets

    def _by_group(self, states: Integers) -> Iterator[tuple[Group, Group, Integers]]:
        for group, board in self._groups:
            low, high = np.searchsorted(states, [group.begin, group.begin + group.size])
            if low < high:
                yield group, board, states[low:high]

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
