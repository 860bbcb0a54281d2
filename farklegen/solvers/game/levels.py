"""The turns of a game of several players in the order in which they are solved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.core.several import ONCE, ROUND, ROUNDS, SETTLE, Several, SeveralLevels
from farklegen.solvers.game.lanes import lanes
from farklegen.solvers.game.layout import Group, Layout

MOST_ROUNDS = 1000
"""Rounds without a point, after which the game is cut off."""

DAMPED_ROUNDS = 200
"""Rounds that are played before the game is cut off, with values that go only half the way. Some
cycles in which each improvement leads to another one come to rest like this."""

MOST_LANES = 1 << 13
"""Turns that are laid out at a time."""

Part = tuple[Group, Integers]
"""Some states of a group: their coordinates, int64[axes, states]."""

BY_LANE = (
    "rows", "proven_from", "room", "least", "bank_until", "bank_base", "bank_rise", "lost_until",
    "lost_base", "lost_rise", "award_rows", "first", "after", "ruin", "state", "own", "offers",
    "offers_rise", "taken_from", "taken",
)  # fmt: skip
"""The arrays of `Several` that have an entry for each lane."""


class Stage(NamedTuple):
    """Turns that are solved together, before those of the next stage.

    Attributes:
        mode: how, see `core.several`.
        parts: which.
        share: their share of all the work, about.
    """

    mode: int
    parts: list[Part]
    share: float = 0.0

    @property
    def lanes(self) -> int:
        """How many turns."""
        return sum(at.shape[1] for _, at in self.parts)


def joined(tasks: Sequence[Several]) -> Several:
    """Lanes one after the other."""
    first = tasks[0]
    if len(tasks) == 1:
        return first
    named: dict[str, Any] = {
        name: np.concatenate([getattr(task, name) for task in tasks], axis=-1) for name in BY_LANE
    }
    return first._replace(**named)


def lanes_of(task: Several, which: Integers) -> Several:
    """Some of the lanes, in that order."""
    some: dict[str, Any] = {
        name: np.ascontiguousarray(getattr(task, name)[..., which]) for name in BY_LANE
    }
    return task._replace(**some)


class Band(NamedTuple):
    """Stages laid out for the core.

    Attributes:
        task: their turns.
        levels: the stages, in order.
        shares: float64[stages + 1], the share of the work that is done before each.
        parts: the states.
        order: int64[lanes], which of them each lane is.
    """

    task: Several
    levels: SeveralLevels
    shares: Floats
    parts: list[Part]
    order: Integers

    @property
    def number(self) -> int:
        """What tells a band of turns that are offered nothing from others: its first state."""
        return int(self.task.own[0])


def bands(
    layouts: Sequence[Layout],
    stages: Iterable[Stage],
    values: Floats,
    slopes: Floats,
    *,
    watch: bool = False,
    most: int = MOST_LANES,
) -> Iterator[Band]:
    """The stages in order, in bands of about `most` turns.

    Args:
        layouts: the states, see `layout.layouts_of`.
        stages: what is to be solved.
        values, slopes: see `solver.SeveralSolver`.
        watch: see `SeveralLevels.watched`.
    """
    some: list[Stage] = []
    count = 0
    for stage in stages:
        if some and count + stage.lanes > most:
            yield _band(layouts, some, values, slopes, watch)
            some, count = [], 0
        some.append(stage)
        count += stage.lanes
    if some:
        yield _band(layouts, some, values, slopes, watch)


def _band(
    layouts: Sequence[Layout], stages: list[Stage], values: Floats, slopes: Floats, watch: bool
) -> Band:
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
    second = layouts[-1].groups[0].begin or values.shape[-1]
    places = [layouts[int(group.begin >= second)] for group, _, _ in parts]
    task = joined(
        [lanes(own, group, at, values) for own, (group, at, _) in zip(places, parts, strict=True)]
    )
    layout, mode = layouts[0], np.array([stage.mode for stage in stages])
    rules = layout.rules
    stage_of = np.concatenate([numbers for _, _, numbers in parts])
    # groups are in the order of their states, and so are the turns of a stage and group
    order = np.argsort(stage_of.astype(np.int32), kind="stable")
    guesses = (mode[stage_of] == SETTLE) & (layout.players == 2 or not rules.exact_goal)
    near = np.concatenate([_near(row, group, at) for row, (group, at, _) in enumerate(parts)])
    watched = np.concatenate([_watched(group, at) for group, at, _ in parts])
    found = SeveralLevels(
        begin=np.searchsorted(stage_of[order], np.arange(len(stages) + 1)).astype(np.int64),
        order=order.astype(np.int64),
        mode=mode,
        near=np.where(guesses, near, -1),
        higher=np.stack([_higher(layout, group) for group, _, _ in parts]),
        watched=watched if watch else np.zeros(0, np.bool_),
        slopes=slopes,
        phases=layout.players * layout.streak,
        chains=int(layout.costs),
        second=second,
        damped_rounds=DAMPED_ROUNDS,
        most_rounds=MOST_ROUNDS,
        damping=0.0,
        result=np.zeros(0),
    )
    shares = np.cumsum([0.0, *[stage.share for stage in stages]])
    task = task._replace(own=np.where((mode[stage_of] == ONCE) & (task.offers >= 0), -1, task.own))
    every = [(group, at) for group, at, _ in parts]
    return Band(task, found, shares, every, np.arange(len(stage_of)))


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
    """int64[2**P - 1]: how much further on the states with some scores a unit higher are."""
    strides = np.zeros(layout.players, np.int64)
    if group.left is None and layout.lead is None:
        group = layout.before_goal(group.boards, group.turns, group.runs)
        strides[: group.axes] = group.strides[: group.axes]
    bits = np.arange(1, 1 << layout.players)[:, None] >> np.arange(layout.players) & 1
    found: Integers = bits @ strides
    return found


def in_parts(group: Group, at: Integers) -> Iterator[Integers]:
    """int64[axes, lanes] each: the turns of a group, in parts that are laid out at a time."""
    most = max(MOST_LANES // prod(group.shape[group.lane_axes :]), 1 << 10)
    for begin in range(0, at.shape[1], most):
        yield at[:, begin : begin + most]


def on_level(group: Group, level: int) -> Integers:
    """int64[axes, lanes]: the turns of a group whose scores add up to a level. Turns with something
    to beat are among them only if the player before has as many points."""
    others, most = group.axes - 1, group.shape[group.axes - 1]
    shape = group.lanes[:others] + group.lanes[group.axes :]
    ahead = np.indices(shape).reshape(len(shape), -1)
    last = level - ahead[:others].sum(axis=0)
    fits = (last >= 0) & (last < most)
    if group.beats:
        fits &= (ahead[-1] + 1) * group.row_units <= last
    return np.concatenate([ahead[:others, fits], last[None, fits], ahead[others:, fits]])


def on_levels(
    layout: Layout, groups: list[Group], level: int
) -> tuple[list[Part], list[Part], list[Part]]:
    """The turns of a level: those that tell of nothing, of a farkle, and of a bank."""
    parts = [(group, layout.occurring(group, on_level(group, level))) for group in groups]
    found = [part for part in parts if part[1].shape[1]]
    return (
        [(group, at) for group, at in found if not group.row_units],
        [(group, at) for group, at in found if group.row_units and not group.first],
        [(group, at) for group, at in found if group.row_units and group.first],
    )


def ahead(layouts: Sequence[Layout], left: int | None, *, up: bool = False) -> Iterator[Stage]:
    """Turns whose farkles, too, lead to later states: last turns, and turns of rounds; with `up` in
    the order of a game."""
    groups = [group for layout in layouts for group in layout.groups if group.left == left]
    groups = groups[::-1] if up else groups
    total = sum(prod(group.lanes) for group in groups)
    for group in groups:
        for at in in_parts(group, layouts[0].coordinates(group)):
            yield Stage(ONCE, [(group, at)], at.shape[1] / total)


def levels(layouts: Sequence[Layout], *, up: bool = False) -> Iterator[Stage]:
    """The levels before the goal is reached, from the highest down; or, where turns tell of
    nothing, `up` from the lowest."""
    layout = layouts[0]
    before = [group for each in layouts for group in each.groups if group.left is None]
    offered = {(group.boards, group.turns, group.runs) for group in before if group.row_units}
    total = 0
    for group in before:
        alone = layout.beats or (group.boards, group.turns, group.runs) not in offered
        if group.row_units or (alone and not layout.hands_back):
            total += prod(group.lanes)
    highest = layout.players * (layout.scores - 1)
    for level in range(highest + 1) if up else range(highest, -1, -1):
        plain, farkled, banked = on_levels(layout, before, level)
        # the further the goal, the longer the turns
        share = 2.0 * (highest - level + 1) / (highest + 2) / total
        # turns with an offer also find the values of the turns without one, if farkles are the same
        cycles, settled = (farkled, ROUNDS) if layout.hands_back else (plain, SETTLE)
        if not layout.hands_back and not layout.beats:
            leading = {(group.boards, group.turns, group.runs) for group, _ in banked}
            cycles = [(g, at) for g, at in plain if (g.boards, g.turns, g.runs) not in leading]
            cycles, banked = cycles + banked, []
        for mode, some in ((ROUND if layout.sweeps else settled, cycles), (ONCE, banked)):
            if some:
                yield Stage(mode, some, sum(at.shape[1] for _, at in some) * share)
