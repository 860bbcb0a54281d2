"""The states of a level, and what farkles on it come to."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np

from farklegen.core.arrays import Floats, Integers
from farklegen.core.several import Several
from farklegen.solvers.multiplayer.lanes import lanes
from farklegen.solvers.multiplayer.layout import Group, Layout

TELLING = 1e-9
"""A payoff of a farkle that moved by more tells how often a turn farkles."""

MOST_LANES = 1 << 16
"""Turns outside of cycles that are laid out at a time."""

Part = tuple[Group, Integers]
"""Some states of a group: their coordinates, int64[axes, states]."""

BY_LANE = (
    "rows", "room", "least", "bank_until", "bank_base", "bank_rise", "lost_until", "lost_base",
    "lost_rise", "award_rows", "first", "ruin", "taken_from",
)  # fmt: skip
"""The arrays of `Several` that have an entry for each lane."""


class SeveralLevel:
    """The states of a level and their cycles.

    Attributes:
        task: their turns.
        states: int64[lanes], the states that farkles lead to: their own ones, or those of being
            offered all the dice with nothing.
        own: int64[lanes], their own numbers.
        offers: int64[taken, dice, lanes], the numbers of what is offered to them; empty where that
            is on no cycle.
        after: int64[lanes], the states that farkles lead to.
        phase: int64[lanes], farkles to the first state of the cycle, that of the least number. A
            farkle that leads out of the level is followed no further. States of chains are counted
            from the other end: those of the highest phase need no others.
        anchor: int64[lanes], the lane of that one.
        longest: phases.
    """

    def __init__(
        self, task: Several, own: Integers, offers: Integers, after: Integers, layout: Layout
    ) -> None:
        states = offers[0, -1] if layout.hands_back and len(offers) else own
        self.task, self.states, self.after = task, states, after
        self.own, self.offers = own, offers
        self.players = players = layout.players
        self.longest = players * layout.streak
        self.everywhere = np.ones(len(states), np.bool_)
        order = np.argsort(states)
        place = order[np.minimum(np.searchsorted(states, after, sorter=order), len(states) - 1)]
        here = np.arange(len(states))
        self.inside = states[place] == after
        self.place = np.where(self.inside, place, here)
        self.phase, self.anchor, at = np.zeros(len(states), np.int64), here, here
        number = np.where(self.inside, states, -1) if layout.costs else states
        for turn in range(1, self.longest):
            at = self.place[at]
            sooner = number[at] < number[self.anchor]
            self.phase = np.where(sooner, turn, self.phase)
            self.anchor = np.where(sooner, at, self.anchor)
        if layout.costs:
            self.phase = self.longest - 1 - self.phase
        self.worth = np.full((players, len(states)), np.nan)
        self.lost = np.full((players, len(states)), np.nan)
        self.slope = np.zeros(len(states))

    def learn(self, which: Integers, lost: Floats, start: Floats) -> None:
        """What turns have come to with such payoffs of a farkle."""
        worth = full(start)
        moved = lost[0] - self.lost[0, which]
        told = np.abs(moved) > TELLING
        with np.errstate(invalid="ignore"):
            ratio = np.clip((worth[0] - self.worth[0, which])[told] / moved[told], 0.0, 1.0)
        self.slope[which[told]] = ratio
        self.worth[:, which], self.lost[:, which] = worth, lost

    def closed(self) -> Floats:
        """float64[P - 1, lanes]: cycles settled as if nobody changed a choice."""
        slope = np.where(self.inside, self.slope, 0.0)
        base = self.worth - slope * self.lost
        total, factor, at = base.copy(), slope.copy(), self.place
        for turn in range(1, self.players):
            total += factor * np.roll(base[:, at], turn, axis=0)
            factor = factor * slope[at]
            at = self.place[at]
        round_again = factor < 1.0 - 1e-9
        factor = np.where(round_again, factor, 0.0)
        found: Floats = np.where(round_again, total / (1.0 - factor), self.worth)[:-1]
        return found


def level_of(
    layout: Layout, parts: list[tuple[Group, Integers]], values: Floats, columns: int
) -> SeveralLevel:
    """A level: its states, by group, and where their payoffs are looked up."""
    made = [lanes(layout, group, at, values, columns) for group, at in parts]
    task = joined([task for task, _ in made])
    after = np.concatenate([unpaid for _, unpaid in made])
    fresh = [
        layout.before_goal(group.boards, group.turns, group.runs) if group.hands else group
        for group, _ in parts
    ]
    own = np.concatenate([each.index(at) for each, (_, at) in zip(fresh, parts, strict=True)])
    found = np.empty(task.offered.shape[1:], np.int64)
    if parts[0][0].hands:
        some = [offers(group, each, at) for (each, _), (group, at) in zip(made, parts, strict=True)]
        found = np.concatenate(some, axis=-1)
    return SeveralLevel(task, own, found, after, layout)


def offers(group: Group, task: Several, at: Integers) -> Integers:
    """int64[taken, dice, lanes]: the states in which turns of a group may be taken over."""
    first = np.stack([task.taken_from - group.first, np.zeros(at.shape[1], np.int64)])
    states = group.index(np.concatenate([at[: group.axes], first]))
    told = np.arange(task.taken * group.hands).reshape(task.taken, group.hands, 1)
    return states + told


def outcome(group: Group, at: Integers, task: Several) -> tuple[Integers, Floats]:
    """(the states of turns that have been solved, int64[..., lanes], what they are worth)."""
    if group.hands:
        return offers(group, task, at), task.offered
    return group.index(at), task.start


def in_parts(group: Group, at: Integers) -> Iterator[Integers]:
    """int64[axes, lanes] each: as many of the turns as are laid out at a time."""
    most = max(MOST_LANES // (group.size // prod(group.lanes)), 1 << 10)
    for begin in range(0, at.shape[1], most):
        yield at[:, begin : begin + most]


def full(values: Floats) -> Floats:
    """float64[P, ...]: with the chance of the last player to move."""
    return np.concatenate([values, 1.0 - values.sum(axis=0, keepdims=True)])


def turned(values: Floats) -> Floats:
    """float64[P, ...]: what states are worth to who has just moved, and to the next ones."""
    return np.roll(full(values), 1, axis=0)


def joined(tasks: list[Several]) -> Several:
    """Lanes of several tasks as one."""
    found: dict[str, Any] = {
        name: np.concatenate([getattr(task, name) for task in tasks], axis=-1)
        for name in (*BY_LANE, "start", "offered")
    }
    return tasks[0]._replace(**found)


def on_level(group: Group, level: int) -> Integers:
    """int64[axes, lanes]: the turns of a group whose scores add up to a level; of those with
    something to beat only where the player before has as much."""
    others, most = group.axes - 1, group.shape[group.axes - 1]
    shape = group.lanes[:others] + group.lanes[group.axes :]
    ahead = np.indices(shape).reshape(len(shape), -1)
    last = level - ahead[:others].sum(axis=0)
    fits = (last >= 0) & (last < most)
    if group.beats:
        fits &= (ahead[-1] + 1) * group.told <= last
    return np.concatenate([ahead[:others, fits], last[None, fits], ahead[others:, fits]])


def on_levels(groups: list[Group], level: int) -> tuple[list[Part], list[Part]]:
    """The turns of a level: (those that are told nothing, those that lead to them)."""
    parts = [(group, on_level(group, level)) for group in groups]
    found = [part for part in parts if part[1].shape[1]]
    return [p for p in found if not p[0].told], [p for p in found if p[0].told]


def some(task: Several, which: Integers) -> Several:
    """Some of the lanes."""
    picked: dict[str, Any] = {
        name: np.ascontiguousarray(getattr(task, name)[..., which]) for name in BY_LANE
    }
    start, offered = (np.empty((*a.shape[:-1], len(which))) for a in (task.start, task.offered))
    return task._replace(**picked, start=start, offered=offered, rolled=np.zeros_like(task.rolled))
