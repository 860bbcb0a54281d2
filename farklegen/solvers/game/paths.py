"""Where the ends of turns lead in a game of P players: straight lines through the states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from farklegen.core.arrays import Integers
from farklegen.solvers.game.layout import NEVER, After, Group, Layout


@dataclass(frozen=True)
class Cut:
    """The limits of scores, in units above the lowest.

    Attributes:
        least: no score is lower; or None.
        most: no score is higher; or None.
    """

    least: int | None = None
    most: int | None = None

    @classmethod
    def of(cls, layout: Layout) -> Cut:
        """The limits of scores after a penalty."""
        if layout.lead is not None:
            return cls()
        return cls(most=layout.rules.zero) if layout.rules.takes_all else cls(least=0)


@dataclass(frozen=True)
class Path:
    """Where turns lead, by the rows that they bring: straight lines, see `core.several.Several`.

    Attributes:
        until, base, rise: int64[3, lanes].
    """

    until: Integers
    base: Integers
    rise: Integers


def path(
    layout: Layout,
    group: Group,
    at: Integers,
    units: int,
    *,
    paid: bool = True,
    farkled: bool = False,
    ruined: bool = False,
    hand: int = 0,
) -> Path:
    """Where turns lead, by the rows that they bring, with some units on top.

    Args:
        layout, group: of the states in which the turns are played.
        at: int64[axes, lanes], their scores or deficits.
        units: that come on top of every row; below zero what a first roll costs.
        paid: whether the player is on the board afterwards in any case.
        farkled: whether the turn counts towards a streak, and may cost points.
        ruined: whether a disaster has ended it.
        hand: dice that are left to be taken over, less 1.
    """
    run = (group.runs[0] + 1) % layout.streak if farkled else 0
    completes = farkled and layout.costs and run == 0
    after: After = "" if ruined else layout.after_farkle if farkled else layout.after_bank
    at = at[: group.axes]
    gain = _gain(layout, group, at, units, completes=completes, ruined=ruined)
    # a farkle keeps points before its penalty; a farkle that costs points keeps none
    kept = completes and layout.rules.turn.keeps and units >= 0
    cut = Cut.of(layout) if kept else Cut()
    if group.left is not None:
        found = _path_of_last_turn(layout, group, at, gain, after, hand)
        return found if cut.most is None else _standing_still(found)
    if cut != Cut():
        gain = np.full_like(gain, units - (layout.rules.penalty if cut.most is None else 0))
    if layout.is_last(group):
        return _path_to_end(layout, at, gain, cut)
    turns = group.turns - 1 if layout.rounds or group.turns > 1 else layout.turns
    boards = (*group.boards[1:], group.boards[0] or paid)
    to = layout.before_goal(boards, turns, (*group.runs[1:], run), after=after)
    return (
        _path_by_lead(layout, to, at, gain)
        if layout.lead is not None
        else _path_to_goal(layout, group, to, at, gain, after, hand, cut)
    )


def _gain(
    layout: Layout, group: Group, at: Integers, units: int, *, completes: bool, ruined: bool
) -> Integers:
    """int64[lanes]: what turns of that many units add to the score; below 0 for a loss."""
    rules = layout.rules
    if group.left is not None or layout.lead is not None:
        # not cut off at the lowest score: a player short of the highest is not level there
        wipes = ruined or (completes and rules.takes_all)
        gain = -layout.scores if wipes else units - (rules.penalty if completes else 0)
        return np.full(at.shape[1], gain)
    new = rules.after_farkle(at[0], units, completes)
    gained: Integers = (np.minimum(new, rules.zero) if ruined else new) - at[0]
    return gained


def _path_to_goal(
    layout: Layout,
    group: Group,
    to: Group,
    at: Integers,
    gain: Integers,
    after: After,
    hand: int,
    cut: Cut,
) -> Path:
    step, players = layout.rules.step, layout.players
    mine, others = at[0] + gain, at[1:]
    below = to.line(np.concatenate([others, mine[None]]), 1, step, hand)
    if cut.most is not None:
        most = to.index(np.concatenate([others, np.full_like(mine, cut.most)[None]]))
        return _path(
            layout, [(np.maximum(-(-(cut.most - mine) // step), 0), *below), (None, most, 0)]
        )
    reached = np.maximum(-(-(layout.scores - mine) // step), 0)
    mover, left = 1 << (players - 1), layout.answers(group.turns)
    pieces: list[Piece] = [(reached, *below)]
    if cut.least is not None:
        least = to.index(np.concatenate([others, np.full_like(mine, cut.least)[None]]))
        pieces.insert(0, (np.maximum(-(-(cut.least - mine) // step), 0), least, 0))
    if not left:
        over = np.full_like(mine, layout.group(0, (), mover).begin)
        return _path(layout, [*pieces, (None, over, 0)])
    boards, runs = group.boards[1 : 1 + left], group.runs[1 : 1 + left]
    last = layout.group(left, boards, mover, runs=runs, after=after)
    return _path(layout, [*pieces, (None, *last.line(mine - others[:left], left, step, hand))])


def _path_by_lead(layout: Layout, to: Group, at: Integers, gain: Integers) -> Path:
    """Leads of the others over the next player: only the lead of the one who has moved rises."""
    step, lead = layout.rules.step, layout.rules.lead
    assert lead is not None
    next_one, others = at[0] - lead, at[1:] - lead
    kept = np.clip(others - next_one, -lead, lead) + lead
    mine = gain - next_one
    below = to.line(np.concatenate([kept, np.maximum(mine[None] + lead, 0)]), 1, step)
    most = to.index(np.concatenate([kept, np.full_like(mine, 2 * lead)[None]]))
    reached = np.maximum(-(-(lead - mine) // step), 0)
    return _path(layout, [(reached, *below), (None, most, 0)])


def _path_to_end(layout: Layout, at: Integers, gain: Integers, cut: Cut) -> Path:
    """After the last turn of the game the highest score wins. Of others who are level, the one who
    moved first was there first."""
    step, players = layout.rules.step, layout.players
    mine = np.zeros_like(at[0]) if layout.lead is not None else at[0]
    others = at - layout.lead if layout.lead is not None else at[1:]
    best = others.max(axis=0)
    bits = (others == best) * (1 << np.arange(players - 1))[:, None]
    highest, mover = bits.sum(axis=0), 1 << (players - 1)
    top, level = layout.winners[highest], layout.winners[highest | mover]
    over = layout.group(0, (), 0).begin
    deficit = best - mine - gain
    draws, passes = np.maximum(-(-deficit // step), 0), np.maximum(deficit // step + 1, 0)
    if cut.least is not None:
        draws = np.where(best == cut.least, 0, draws)
    if cut.most is not None:
        draws = np.where(best > cut.most, NEVER, draws)
        passes = np.where(best >= cut.most, NEVER, passes)
    return _path(
        layout,
        [
            (draws, over + top, 0),
            (passes, over + level, 0),
            (None, np.full_like(top, over + mover), 0),
        ],
    )


def _path_of_last_turn(
    layout: Layout, group: Group, at: Integers, gain: Integers, after: After, hand: int
) -> Path:
    step, left = layout.rules.step, group.left
    assert left is not None
    deficit, others = at[0] - gain, at[1:]
    mover, before = 1 << (layout.players - 1), group.top >> 1
    tops = [before, int(layout.winners[before | mover]), mover]
    groups = [
        layout.group(left - 1, group.boards[1:], top, runs=group.runs[1:], after=after)
        for top in tops
    ]
    draws = np.maximum(-(-deficit // step), 0)
    passes = np.maximum(deficit // step + 1, 0)
    return _path(
        layout,
        [
            (draws, *groups[0].line(others, 0, step, hand)),
            (passes, *groups[1].line(others, 0, step, hand)),
            (None, *groups[2].line(others - deficit, left - 1, step, hand)),
        ],
    )


def _standing_still(path: Path) -> Path:
    """A path on which rows make no difference."""
    piece = (path.until <= 0).sum(axis=0)[None]
    base = np.broadcast_to(np.take_along_axis(path.base, piece, axis=0), path.base.shape)
    return Path(np.full_like(path.until, NEVER), base, np.zeros_like(path.rise))


Piece: TypeAlias = tuple[Integers | None, Integers, Integers | int]
"""(its last row; the index at row 0; how far the index moves with each row)."""


def _path(layout: Layout, pieces: list[Piece]) -> Path:
    """The pieces side by side, the last one as often as needed."""
    pieces = pieces + [pieces[-1]] * (3 - len(pieces))
    count = len(pieces[0][1])
    until = [np.full(count, NEVER) if end is None else end for end, _, _ in pieces]
    rise = [np.full(count, step, np.int64) for _, _, step in pieces]
    base = np.stack([base for _, base, _ in pieces]) + layout.apart
    return Path(np.stack(until), base, np.stack(rise))
