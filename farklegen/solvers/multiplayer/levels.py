"""The turns of a game of several players in the order in which they are solved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.core.several import ONCE, SETTLE, Several, SeveralLevels
from farklegen.solvers.match.match_rules import stops_safely
from farklegen.solvers.multiplayer.lanes import lanes
from farklegen.solvers.multiplayer.layout import Group, Layout

Slopes = NDArray[np.float32]

MOST_ROUNDS = 1000
"""Rounds without a point, after which the game is cut off."""

DAMPED_ROUNDS = 200
"""Rounds that are played before that with values that go half the way only: some cycles come to
rest so, where each improvement calls forth another."""

MOST_LANES = 1 << 15
"""Turns that are laid out at a time."""

Part = tuple[Group, Integers]
"""Some states of a group: their coordinates, int64[axes, states]."""

BY_LANE = (
    "rows", "room", "least", "bank_until", "bank_base", "bank_rise", "lost_until", "lost_base",
    "lost_rise", "award_rows", "first", "ruin", "taken_from",
)  # fmt: skip
"""The arrays of `Several` that have an entry for each lane."""


class Stage(NamedTuple):
    """Turns that are solved together, before those of the next stage.

    Attributes:
        mode: how, see `core.several`.
        parts: which.
        share: of all the work, about.
    """

    mode: int
    parts: list[Part]
    share: float = 0.0

    @property
    def lanes(self) -> int:
        """How many turns."""
        return sum(at.shape[1] for _, at in self.parts)


class Laid(NamedTuple):
    """Turns of a group as lanes.

    Attributes:
        task: the lanes.
        after: int64[lanes], the states that farkles lead to which bank nothing.
        own: int64[lanes], their own states; where they are told of a turn that they may take over,
            those in which they are not.
        offers: int64[lanes], the first of the states in which they may take one over; else -1.
    """

    task: Several
    after: Integers
    own: Integers
    offers: Integers

    @classmethod
    def of(cls, layout: Layout, group: Group, at: Integers, values: Floats) -> Laid:
        """Some turns of a group."""
        task, after = lanes(layout, group, at, values)
        if not group.hands:
            return cls(task, after, group.index(at), np.full(at.shape[1], -1))
        fresh = layout.group(group.left, group.boards, group.top, group.turns, runs=group.runs)
        return cls(task, after, fresh.index(at[: group.axes]), _first_offer(group, task, at))

    def states(self, layout: Layout) -> Integers:
        """int64[lanes], the states that farkles lead to: their own ones, or those of being offered
        all the dice with nothing."""
        if not layout.hands_back:
            return self.own
        return np.where(self.offers >= 0, self.offers + layout.hands - 1, self.own)


def join(laid: Sequence[Laid]) -> Laid:
    """Turns of several groups."""
    if len(laid) == 1:
        return laid[0]
    tasks = [each.task for each in laid]
    named: dict[str, Any] = {
        name: np.concatenate([getattr(task, name) for task in tasks], axis=-1) for name in BY_LANE
    }
    taken, count = max(task.taken for task in tasks), len(named["rows"])
    first = tasks[0]
    task = first._replace(
        **named,
        taken=taken,
        start=np.empty((len(first.start), count)),
        offered=np.empty((len(first.start), taken, first.offered.shape[2], count)),
    )
    return Laid(task, *(np.concatenate(each) for each in list(zip(*laid, strict=True))[1:]))


class Band(NamedTuple):
    """Stages laid out for the core.

    Attributes:
        task: their turns.
        levels: the stages, in order.
        shares: float64[stages + 1], the share of the work that is done before each.
    """

    task: Several
    levels: SeveralLevels
    shares: Floats


def bands(
    layout: Layout, stages: Iterable[Stage], values: Floats, slopes: Slopes, *, watch: bool = False
) -> Iterator[Band]:
    """The stages in order, as many of them at a time as have some `MOST_LANES` turns.

    Args:
        layout: the states.
        stages: what is to be solved.
        values, slopes: see `solver.SeveralSolver`.
        watch: see `SeveralLevels.watched`.
    """
    some: list[Stage] = []
    count = 0
    for stage in stages:
        if some and count + stage.lanes > MOST_LANES:
            yield _band(layout, some, values, slopes, watch)
            some, count = [], 0
        some.append(stage)
        count += stage.lanes
    if some:
        yield _band(layout, some, values, slopes, watch)


def _band(layout: Layout, stages: list[Stage], values: Floats, slopes: Slopes, watch: bool) -> Band:
    by_group: dict[int, tuple[Group, list[tuple[int, Integers]]]] = {}
    for number, stage in enumerate(stages):
        for group, at in stage.parts:
            by_group.setdefault(group.begin, (group, []))[1].append((number, at))
    parts = [
        (
            group,
            np.concatenate([at for _, at in some], axis=1),
            np.repeat([number for number, _ in some], [at.shape[1] for _, at in some]),
        )
        for _, (group, some) in sorted(by_group.items())
    ]
    laid = join([Laid.of(layout, group, at, values) for group, at, _ in parts])
    rules, mode = layout.rules, np.array([stage.mode for stage in stages])
    stage_of = np.concatenate([numbers for _, _, numbers in parts])
    # groups are in the order of their states, and so are the turns of a stage and group
    order = np.argsort(stage_of.astype(np.int32), kind="stable")
    guesses = (mode[stage_of] == SETTLE) & (not rules.exact_goal)
    near = np.concatenate([_near(row, group, at) for row, (group, at, _) in enumerate(parts)])
    watched = np.concatenate([_watched(group, at) for group, at, _ in parts])
    levels = SeveralLevels(
        begin=np.searchsorted(stage_of[order], np.arange(len(stages) + 1)).astype(np.int64),
        order=order.astype(np.int64),
        mode=mode,
        states=laid.states(layout),
        after=laid.after,
        own=np.where((mode[stage_of] == ONCE) & (laid.offers >= 0), -1, laid.own),
        offers=laid.offers,
        near=np.where(guesses, near, -1),
        higher=np.stack([_higher(layout, group) for group, _, _ in parts]),
        watched=watched if watch else np.zeros(0, np.bool_),
        slopes=slopes,
        phases=layout.players * layout.streak,
        chains=int(layout.costs),
        damped_rounds=DAMPED_ROUNDS,
        most_rounds=MOST_ROUNDS,
        damping=0.0,
        stop_risk=float(rules.moves.farkle_probability.min()) if stops_safely(rules) else 0.0,
        result=np.zeros(0),
    )
    return Band(laid.task, levels, np.cumsum([0.0, *[stage.share for stage in stages]]))


def _near(row: int, group: Group, at: Integers) -> Integers:
    """int64[lanes]: the row where all scores may be a unit higher, else -1."""
    return np.where(np.all(at + 1 < np.array(group.lanes)[:, None], axis=0), row, -1)


def _watched(group: Group, at: Integers) -> Booleans:
    """bool[lanes]: whether the last to move may have banked a unit more."""
    if group.left is not None or not group.boards[-1]:
        return np.zeros(at.shape[1], np.bool_)
    found: Booleans = at[group.axes - 1] + 1 < group.shape[group.axes - 1]
    return found


def _higher(layout: Layout, group: Group) -> Integers:
    """int64[2**P - 1]: how far on states lie with some scores a unit higher."""
    strides = np.zeros(layout.players, np.int64)
    if group.left is None and layout.lead is None:
        strides[: group.axes] = group.strides[: group.axes]
    bits = np.arange(1, 1 << layout.players)[:, None] >> np.arange(layout.players) & 1
    found: Integers = bits @ strides
    return found


class SeveralLevel:
    """The states of a level.

    Attributes:
        task: their turns.
        own: int64[lanes], their own numbers.
        offers: int64[taken, dice, lanes], the numbers of what is offered to them; empty where that
            is on no cycle.
        phase: int64[lanes], farkles to the first state of the cycle, that of the least number. A
            farkle that leads out of the level is followed no further. States of chains are counted
            from the other end: those of the highest phase need no others.
        longest: phases.
    """

    def __init__(self, laid: Laid, layout: Layout) -> None:
        task, after, self.own, first = laid
        self.task, states = task, laid.states(layout)
        self.offers = np.empty((0, 0, len(first)), np.int64)
        if (first >= 0).all():
            self.offers = _every_offer(first, task.taken, layout.hands)
        self.longest = layout.players * layout.streak
        order = np.argsort(states)
        place = order[np.minimum(np.searchsorted(states, after, sorter=order), len(states) - 1)]
        here = np.arange(len(states))
        inside = states[place] == after
        place = np.where(inside, place, here)
        self.phase, anchor, at = np.zeros(len(states), np.int64), here, here
        number = np.where(inside, states, -1) if layout.costs else states
        for turn in range(1, self.longest):
            at = place[at]
            sooner = number[at] < number[anchor]
            self.phase = np.where(sooner, turn, self.phase)
            anchor = np.where(sooner, at, anchor)
        if layout.costs:
            self.phase = self.longest - 1 - self.phase


def level_of(layout: Layout, parts: list[Part], values: Floats) -> SeveralLevel:
    """A level: its states, by group, and where their payoffs are looked up."""
    return SeveralLevel(join([Laid.of(layout, *part, values) for part in parts]), layout)


def offers(group: Group, task: Several, at: Integers) -> Integers:
    """int64[taken, dice, lanes]: the states in which turns of a group may be taken over."""
    return _every_offer(_first_offer(group, task, at), task.taken, group.hands)


def _first_offer(group: Group, task: Several, at: Integers) -> Integers:
    """int64[lanes]: the first state in which a turn of a group may be taken over."""
    first = np.stack([task.taken_from - group.first, np.zeros(at.shape[1], np.int64)])
    return group.index(np.concatenate([at[: group.axes], first]))


def _every_offer(first: Integers, taken: int, dice: int) -> Integers:
    """int64[taken, dice, lanes]: all of them, from the first on."""
    return first + np.arange(taken * dice).reshape(taken, dice, 1)


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
    return task._replace(**picked, start=start, offered=offered)
