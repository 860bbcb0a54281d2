"""The turns of a game of several players in the order in which they are solved, without those from
which the game can never end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.core.several import ONCE, ROUND, ROUNDS, SETTLE, Several, SeveralLevels
from farklegen.solvers.game.lanes import lanes
from farklegen.solvers.game.layout import Group, Layout
from farklegen.solvers.game.match_rules import MatchRules
from farklegen.solvers.moves import occurring
from farklegen.solvers.turn_rules import puts_on_board

MOST_LANES = 1 << 13
"""Turns that are laid out at a time."""

Part = tuple[Group, Integers]
"""Some states of a group: their coordinates, int64[axes, states]."""

BY_LANE = [name for name, hint in Several.__annotations__.items() if "Integers" in str(hint)]
"""The arrays of `Several` that have an entry for each lane."""


class Stage(NamedTuple):
    """Turns that are solved together, before those of the next stage.

    Attributes:
        mode: how, see `core.several`.
        parts: which.
    """

    mode: int
    parts: list[Part]

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
        parts: the states.
        order: int64[lanes], which of them each lane is.
    """

    task: Several
    levels: SeveralLevels
    parts: list[Part]
    order: Integers

    @property
    def number(self) -> int:
        """What tells a band of turns that are offered nothing from others: its first state."""
        return int(self.task.own[0])

    @property
    def farkles(self) -> Integers:
        """int64[3, turns]: of the turns of levels with cycles, level by level, their states, the
        states to which their farkles lead, and 1 where a level begins."""
        begin, order = self.levels.begin, self.levels.order
        first = np.zeros_like(order)
        first[begin[:-1]] = 1
        cycles = np.repeat(self.levels.mode != ONCE, np.diff(begin))
        some = order[cycles]
        return np.stack([self.task.state[some], self.task.after[some], first[cycles]])

    @property
    def watched(self) -> Booleans:
        """bool[lanes]: whether the last to move may have banked a unit more."""
        found = []
        for group, at in self.parts:
            if group.left is None and group.boards[-1]:
                found.append(at[group.axes - 1] + 1 < group.shape[group.axes - 1])
            else:
                found.append(np.zeros(at.shape[1], np.bool_))
        return np.concatenate(found)


def bands(
    layouts: Sequence[Layout],
    stages: Iterable[Stage],
    values: Floats,
    slopes: Floats,
    *,
    most: int = MOST_LANES,
) -> Iterator[Band]:
    """The stages in order, in bands of about `most` turns; `values`, `slopes`: see
    `solver.SeveralSolver`."""
    some: list[Stage] = []
    count = 0
    for stage in stages:
        if some and count + stage.lanes > most:
            yield _band(layouts, some, values, slopes)
            some, count = [], 0
        some.append(stage)
        count += stage.lanes
    if some:
        yield _band(layouts, some, values, slopes)


def _band(layouts: Sequence[Layout], stages: list[Stage], values: Floats, slopes: Floats) -> Band:
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
    found = SeveralLevels(
        begin=np.searchsorted(stage_of[order], np.arange(len(stages) + 1)).astype(np.int64),
        order=order.astype(np.int64),
        mode=mode,
        near=np.where(guesses, near, -1),
        higher=np.stack([_higher(layout, group) for group, _, _ in parts]),
        watched=np.zeros(0, np.bool_),
        slopes=slopes,
        phases=layout.players * layout.streak,
        chains=int(layout.costs),
        second=second,
        damping=0.0,
        result=np.zeros(0),
    )
    task = task._replace(
        own=np.where((mode[stage_of] == ONCE) & (task.offers >= 0), -1, task.own),
        # of two players, what is the same to one is so to the other
        tie=task.tie if layout.players > 2 else 0.0,
    )
    every = [(group, at) for group, at, _ in parts]
    return Band(task, found, every, np.arange(len(stage_of)))


def _near(row: int, group: Group, at: Integers) -> Integers:
    """int64[lanes]: the row where all scores may be a unit higher, else -1."""
    return np.where(np.all(at + 1 < np.array(group.lanes)[:, None], axis=0), row, -1)


def _higher(layout: Layout, group: Group) -> Integers:
    """int64[2**P - 1]: how much further on the states with some scores a unit higher are."""
    strides = np.zeros(layout.players, np.int64)
    if group.left is None and layout.lead is None:
        group = layout.untold(group)
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


def ahead(layouts: Sequence[Layout], left: int | None, *, up: bool = False) -> Iterator[Stage]:
    """Turns whose farkles, too, lead to later states: last turns, and turns of rounds; with `up` in
    the order of a game."""
    groups = [group for layout in layouts for group in layout.groups if group.left == left]
    for group in groups[::-1] if up else groups:
        for at in in_parts(group, layouts[0].coordinates(group)):
            yield Stage(ONCE, [(group, at)])


def levels(layouts: Sequence[Layout], *, up: bool = False) -> Iterator[Stage]:
    """The levels before the goal is reached, from the highest down; or, where turns tell of
    nothing, `up` from the lowest."""
    layout = layouts[0]
    before = [group for each in layouts for group in each.groups if group.left is None]
    mode = ROUND if layout.sweeps else ROUNDS if layout.hands_back else SETTLE
    highest = layout.players * (layout.scores - 1)
    for level in range(highest + 1) if up else range(highest, -1, -1):
        parts = [(group, layout.occurring(group, on_level(group, level))) for group in before]
        parts = [part for part in parts if part[1].shape[1]]
        banked = [(group, at) for group, at in parts if group.row_units and group.first]
        others = [(group, at) for group, at in parts if not (group.row_units and group.first)]
        if layout.hands_back:
            others = [(group, at) for group, at in others if group.row_units]
        elif not layout.beats:
            # turns with an offer also find the values of those without one, as farkles are the same
            offered = {layout.untold(group).begin for group, _ in banked}
            others = [(group, at) for group, at in others if group.begin not in offered] + banked
            banked = []
        for how, some in ((mode, others), (ONCE, banked)):
            if some:
                yield Stage(how, some)


def living(layouts: Sequence[Layout], stages: Iterable[Stage]) -> Iterable[Stage]:
    """The stages without the turns from which nobody can ever end the game. Their chances are
    even."""
    hopes = [hope(layout.rules) for layout in layouts]
    known = [each for each in hopes if each is not None]
    if len(known) < len(layouts):
        return stages
    second = layouts[-1].groups[0].begin

    def alive(parts: Sequence[Part]) -> Iterator[Part]:
        """The living ones of these turns."""
        for group, at in parts:
            hopeful = _hopeful(known if group.begin < second else known[::-1], group, at)
            if hopeful.any():
                yield group, at[:, hopeful]

    found = (stage._replace(parts=list(alive(stage.parts))) for stage in stages)
    return (stage for stage in found if stage.parts)


def stuck_turns(two: Layout) -> Booleans:
    """bool[turns], see `Layout.plain`: those in which neither player can end the game any more."""
    known, found = hope(two.rules), []
    for group in (group for group in two.groups if not group.row_units):
        stuck = np.zeros(group.size, np.bool_)
        if group.left is None and known is not None:
            stuck = ~_hopeful([known], group, two.coordinates(group))
        found.append(stuck)
    return np.concatenate(found)


def _hopeful(hopes: Sequence[Booleans], group: Group, at: Integers) -> Booleans:
    """bool[lanes]: whether any player can end the game; `hopes` of the players, in turn."""
    found = np.zeros(at.shape[1], np.bool_)
    for player, (on_board, run) in enumerate(zip(group.boards, group.runs, strict=True)):
        found |= hopes[player % len(hopes)][0 if on_board else -1, run, at[player]]
    return found


def hope(rules: MatchRules) -> Booleans | None:
    """bool[boards, streaks, scores]: whether a player who is on the board, or off it, with that
    many farkles in a row and that score has hope: some way of playing, with luck, leads to the goal
    or to a win at once. None if every player has hope.
    """
    moves, n = rules.moves, rules.scores
    hard_to_bank = not rules.turn.bank_anywhere(moves) or rules.forced > 0
    if rules.ruleset.rounds is not None or np.any(moves.instant_probability > 0):
        return None
    if not rules.exact_goal and not hard_to_bank:
        return None
    most = rules.least_row(rules.ruleset.bank.opening_minimum)
    rows = max(n // rules.step + 2, most + 1) + rules.forced
    everything = rules.takes_bank or rules.takes_farkle
    can = occurring(moves, rows, taken_over=everything)
    columns = rules.turn.may_bank(moves, 0, rows)
    bankable: Booleans = np.any(can & columns, axis=1)
    farkles = bool(np.any(moves.farkle_probability[:] > 0)) or rules.exact_goal
    wiped = bool(np.any(moves.disaster_probability > 0))
    gains = _paid_farkles(rules, can)
    boards = 2 if rules.ruleset.bank.has_opening else 1
    streaks = rules.ruleset.farkle.streaks
    minimum = [rules.ruleset.bank.minimum, rules.ruleset.bank.opening_minimum]
    found = np.zeros((boards, streaks, n), np.bool_)
    scores = np.arange(n)
    while True:
        before = found.copy()
        # on the board after it, or at the goal, which may have to be hit exactly
        after: Booleans = np.append(found[0, 0], [True, not rules.exact_goal])
        for board in range(boards):
            least = rules.least_row(minimum[board])
            reached = scores[:, None] + np.flatnonzero(bankable[least:]) * rules.step
            reached += least * rules.step
            found[board] |= np.any(after[np.minimum(reached, n + 1)], axis=1)
        for streak in range(streaks):
            following, completes = (streak + 1) % streaks, streak + 1 == streaks
            if farkles:
                found[:, streak] |= found[:, following, rules.after_farkle(scores, 0, completes)]
            for gain in gains:
                paid = scores[scores + gain <= n] if rules.exact_goal else scores
                new = rules.after_farkle(paid, gain, completes)
                boards_after = [0] if puts_on_board(gain) else list(range(boards))
                hopeful = found[boards_after, following][:, np.minimum(new, n - 1)]
                found[:, streak, paid] |= hopeful | (new >= n)
            if wiped:
                found[:, streak] |= found[:, 0, np.minimum(scores, rules.zero)]
        if np.array_equal(found, before):
            return found


def _paid_farkles(rules: MatchRules, can: Booleans) -> Integers:
    """What a farkle may bank, in units, if turns come to the states `can`; below zero it costs."""
    gains = [np.array([rules.first_award, rules.later_award])]
    if rules.turn.keeps:
        rows = np.flatnonzero(can.any(axis=1)) * rules.step
        gains += [rows, rows + rules.later_award]
    found = np.unique(np.concatenate(gains))
    changes: Integers = found[found != 0]
    return changes
