"""What one line more brings, for all lines at once.

Put into a list, a line changes what is lost wherever it holds and no line before it does. What it
asks is a corner of the plane of both scores, or of one score and the points between the players: so
the changes by all lines that ask one or two things are cumulative sums over three planes, one for
each place in the list and each amount.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np

from farklegen.cards.score_lines import (
    GOAL,
    LEADS,
    MOST_LINES,
    SCORES,
    Line,
    Losses,
    asked_numbers,
)
from farklegen.core.arrays import Floats, Integers
from farklegen.policies.policy import Asked

Lists: TypeAlias = tuple[Line, ...]

LOWEST_SCORE, HIGHEST_LEAD = 1 / 2, 2 / 3
"""Of scores below that, and of leads above that, no new line asks; shares of the goal."""

MANY = 33
"""Scores of which new lines ask, about; the search moves them afterwards."""


class _Axis(NamedTuple):
    """Numbers that may be asked of: number i is `numbers[i - 1]`, and 0 asks nothing.

    Attributes:
        key: of what is asked, a field of `Asked`.
        numbers: int64[numbers], points, ascending.
        at: int64[cells], the last number that is reached there.
        known: int64[...], 0 and those numbers that the list asks of already.
    """

    key: str
    numbers: Integers
    at: Integers
    known: Integers

    @property
    def many(self) -> int:
        """Numbers, and 0."""
        return len(self.numbers) + 1


class _Asking(NamedTuple):
    """Some lines that ask for the same two things, or one of them.

    Attributes:
        keys: what they ask.
        axes: of their numbers.
        first, other: int64[lines], the numbers on these axes.
        change: float64[places * amounts, lines], what they change.
    """

    keys: tuple[str, str]
    axes: tuple[_Axis, _Axis]
    first: Integers
    other: Integers
    change: Floats

    def asked(self, line: int) -> Asked:
        """What one of them asks."""
        said = {
            key: int(axis.numbers[at[line] - 1])
            for key, axis, at in zip(self.keys, self.axes, (self.first, self.other), strict=True)
            if at[line]
        }
        return Asked(**said)

    @property
    def new_numbers(self) -> Integers:
        """int64[lines]: numbers that they ask for and the list does not."""
        first, other = (
            ~np.isin(at, axis.known)
            for at, axis in zip((self.first, self.other), self.axes, strict=True)
        )
        same = (self.first == self.other) & (self.axes[1].key in SCORES)
        new: Integers = first.astype(np.int64) + (other & ~same)
        return new


class Insertion:
    """Finds the line that is worth most to a list.

    Args:
        losses: what lines lose.
    """

    def __init__(self, losses: Losses) -> None:
        self.losses = losses
        step, lead, goal = losses.step, losses.lead_step, losses.goal
        low = int(LOWEST_SCORE * goal) // step * step
        apart = max((goal - low) // (MANY * step), 1) * step
        self.scores = np.arange(low, goal, apart)
        self.leads = np.arange(lead, int(HIGHEST_LEAD * goal), lead)

    def best(self, lines: Lists) -> tuple[Lists | None, Lists | None]:
        """The list with the line more that loses least, among those that ask for no number more,
        and among those that ask for one; None if there is none."""
        found: list[Lists | None] = [None, None]
        if len(lines) >= MOST_LINES or not len(self.losses.mine):
            return None, None
        amounts = self.losses.amounts
        axes, which = self._axes(lines)
        changes = self._changes(lines, which)
        sizes = {abs(line.amount) for line in lines} | {0, GOAL}
        more = np.tile([abs(amount) not in sizes for amount in amounts], len(lines) + 1)
        least = [np.inf, np.inf]
        for asking in _askings(axes, changes):
            new = asking.new_numbers + more[:, None]
            for numbers in (0, 1):
                change = np.where(new == numbers, asking.change, np.inf)
                row, column = divmod(int(np.argmin(change)), change.shape[1])
                if change[row, column] < least[numbers]:
                    least[numbers] = change[row, column]
                    place, amount = divmod(row, len(amounts))
                    line = Line(asking.asked(column), amounts[amount])
                    found[numbers] = (*lines[:place], line, *lines[place:])
        return found[0], found[1]

    def _axes(self, lines: Lists) -> tuple[dict[str, _Axis], tuple[Integers, Integers]]:
        """What can be asked of, in cells, pairs of scores that no number tells apart; and (one pair
        of each cell, the cell of each pair)."""
        losses, axes = self.losses, {}
        cell = np.zeros(len(losses.mine), np.int64)
        for key, points in (
            ("mine", losses.mine),
            ("theirs", losses.theirs),
            ("behind", losses.theirs - losses.mine),
            ("ahead", losses.mine - losses.theirs),
        ):
            kinds, more = (SCORES, self.scores) if key in SCORES else (LEADS, self.leads)
            asked = np.array(sorted(asked_numbers(lines, kinds)), np.int64)
            numbers = np.union1d(more, asked)
            known = np.append(0, np.searchsorted(numbers, asked) + 1)
            axis = _Axis(key, numbers, np.searchsorted(numbers, points, side="right"), known)
            cell, axes[key] = cell * axis.many + axis.at, axis
        _, one, place = np.unique(cell, return_index=True, return_inverse=True)
        return {key: axis._replace(at=axis.at[one]) for key, axis in axes.items()}, (one, place)

    def _changes(self, lines: Lists, which: tuple[Integers, Integers]) -> Floats:
        """float64[places * amounts, cells]: what a line changes that holds everywhere."""
        (one, place), losses = which, self.losses
        lost = {a: np.bincount(place, each) for a, each in losses.by_amount.items()}
        left, now = np.ones((len(lines) + 1, len(one)), bool), lost[0].copy()
        held = [losses.held(line.asked)[one] for line in lines]
        for line, holds in zip(reversed(lines), reversed(held), strict=True):
            np.copyto(now, lost[line.amount], where=holds)
        for at, holds in enumerate(held):
            left[at + 1] = left[at] & ~holds
        changes: Floats = left[:, None] * (np.stack(list(lost.values())) - now)
        return changes.reshape(-1, len(one))


def _askings(axes: dict[str, _Axis], changes: Floats) -> Iterator[_Asking]:
    """All that lines may ask."""
    mine = axes["mine"]
    for keys in (("theirs", "behind"), ("mine", "ahead"), ("mine", "theirs")):
        one, other = axes[keys[0]], axes[keys[1]]
        above = _above(changes, one, other)
        first, second = _pairs(one, other)
        yield _Asking(keys, (one, other), first, second, above[:, first, second])
    # either of them, and more of one: what is above one or the other
    i, j = first[second < first], second[second < first]
    for key, turned in (("theirs", above), ("mine", above.transpose(0, 2, 1))):
        either = turned[:, i, j] + turned[:, 0, i] - turned[:, i, i]
        yield _Asking(("either", key), (mine, mine), i, j, either)


def _above(changes: Floats, one: _Axis, other: _Axis) -> Floats:
    """float64[changes, numbers of one axis, of the other]: all that is changed from there on."""
    shape = one.many, other.many
    cell = one.at * other.many + other.at
    found = np.stack([np.bincount(cell, each, shape[0] * shape[1]) for each in changes])
    found = found.reshape(-1, *shape)[:, ::-1, ::-1]
    above: Floats = found.cumsum(axis=1).cumsum(axis=2)[:, ::-1, ::-1]
    return above


def _pairs(one: _Axis, other: _Axis) -> tuple[Integers, Integers]:
    """int64[pairs] twice: all numbers with those that are known, or none, on the other axis; and
    the same number on both, if they are scores."""
    every = np.arange(one.many), np.arange(other.many)
    grids = np.meshgrid(every[0], other.known), np.meshgrid(one.known, every[1])
    same = every[0] if other.key in SCORES else every[0][:0]
    first, second = (
        np.concatenate([*(grid[side].ravel() for grid in grids), same]) for side in (0, 1)
    )
    some = (first > 0) | (second > 0)
    return first[some], second[some]
