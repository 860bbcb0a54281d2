"""Turns of a game of P players as lanes for the core: how long they are, and where their ends lead:
along straight lines through the states."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from farklegen.core.arrays import FORBIDDEN, Floats, Integers, Turn
from farklegen.core.several import Several
from farklegen.solvers.game.layout import NEVER, After, Group, Layout
from farklegen.solvers.game.match_rules import MatchRules, award_units, stop_risk
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.turn_rules import SolvedTurnTable, puts_on_board, solve_turn

TIE = 1e-12
"""Chances that differ by no more are equal: one banks."""


def several_turn(
    rules: MatchRules,
    moves: TurnMoves,
    rows: int,
    *,
    best: Literal["first", "last"] | None = "first",
) -> Turn:
    """The moves for the core, of turns of that many rows at most. `best`: where each set has its
    preferred options, if ties matter; else sets are in chains."""
    hand = np.arange(moves.columns) % moves.dice
    points = np.arange(rows + moves.max_rise + 1) * moves.unit
    legal = (points % rules.turn.multiple_of == 0).astype(np.int64)
    found = moves.as_turn._replace(
        may_bank=rules.turn.stops(moves).astype(np.int64),
        legal=legal,
        some_illegal=int(not legal.all()),
        lost_kind=1 + hand if rules.takes_farkle else moves.all_dice.astype(np.int64),
        bank_kind=hand * rules.takes_bank,
        overshoot=int(rules.exact_goal),
    )
    if best is None:
        return found
    sets = np.repeat(np.arange(len(moves.set_sizes)), moves.set_sizes)
    order = np.lexsort((moves.preference if best == "last" else -moves.preference, sets))
    return found._replace(
        offset=moves.offset[order],
        set_start=np.append(moves.option_start, len(moves.rise)).astype(np.int64),
        probability=moves.set_probability,
    )


def longest_turn(layout: Layout) -> int:
    """The most rows that any turn has."""
    groups = [group for group in layout.groups if group.left != 0]
    return max(int(turn_rows(layout, group, corners(group)).max()) for group in groups)


def corners(group: Group) -> Integers:
    """int64[axes, 2 ** axes]: the states where each axis is at an end."""
    ends = np.indices((2,) * len(group.shape)).reshape(len(group.shape), -1)
    found: Integers = ends * (np.array(group.shape)[:, None] - 1)
    return found


def turn_rows(layout: Layout, group: Group, at: Integers) -> Integers:
    """int64[lanes]: rows from the start of a turn, which may be taken over at any row that is
    offered, to where the player banks, or to where turns almost never come. `at`: int64[axes,
    lanes], the scores, leads or deficits of the states of a group, here and below."""
    rows = own_rows(layout, group, at)
    return np.maximum(rows, most_taken(group, at) + 1) if group.hands else rows


def own_rows(layout: Layout, group: Group, at: Integers) -> Integers:
    """int64[lanes]: the same of turns that nobody takes over."""
    rules = layout.rules
    least = least_rows(layout, group, at)
    beyond = rules.forced if group.left == 1 else rules.past
    if group.left is None and layout.lead is None:
        wanted = -(-(layout.scores - at[0]) // rules.step) + (1 if rules.exact_goal else beyond)
    else:
        wanted = (layout.deficits(group, at) + (layout.lead or 0)) // rules.step + 2 + beyond
    rows: Integers = np.maximum(wanted, least + beyond) + rules.forced
    return rows


def most_taken(group: Group, at: Integers) -> Integers:
    """int64[lanes]: the most rows that may be taken over."""
    most = np.full(at.shape[1], group.shape[group.axes] + group.first - 1)
    if group.beats:
        most = at[group.axes] + 1
    elif group.left is None and group.first:
        most = np.minimum(at[group.axes - 1] // group.row_units, most)
    return most


def most_covered(layout: Layout, group: Group, at: Integers) -> Integers:
    """int64[lanes]: rows of turns of two, at most, that lead to states."""
    rules, found = layout.rules, np.full(at.shape[1], NEVER)
    if group.left is None and rules.has_last_turn:
        distances = max(each.shape[0] for each in layout.groups if each.left)
        deficits = layout.deficits(group, at)
        if layout.tells:  # a row that is told of is no farther away for a player who is behind
            deficits = np.minimum(deficits, 0)
        ahead = distances - award_units(rules) + deficits
        found = ahead // rules.step - rules.moves.max_rise
    if group.left is None and layout.hands_back:
        found = np.minimum(found, layout.rows_lost)
    return found


def least_rows(layout: Layout, group: Group, at: Integers) -> Integers:
    """int64[lanes]: fewest rows that may be banked."""
    bank = layout.rules.ruleset.bank
    least = layout.rules.least_row(bank.minimum if group.boards[0] else bank.opening_minimum)
    found = np.full(at.shape[1], least)
    return np.maximum(found, at[group.axes] + 2) if group.beats else found


def lanes(layout: Layout, group: Group, at: Integers, values: Floats) -> Several:
    """Some states of a group as lanes; `values`: where payoffs are looked up."""
    rules, turn, count = layout.rules, layout.rules.turn, at.shape[1]
    room = (layout.scores - at[0]) if group.left is None else at[0]
    all_dice = rules.moves.dice - 1
    kinds = range(rules.moves.dice) if rules.takes_bank else (0,)
    banks = [path(layout, group, at, 0, hand=hand) for hand in kinds]
    most = most_taken(group, at) if group.hands else np.zeros(count, np.int64)
    first = group.first if group.hands else 1

    unpaid = nothing_banked(layout, group, at)

    def award(units: int) -> Integers:
        """Where an award leads, if it is paid."""
        if not units:
            return unpaid
        paid = bool(puts_on_board(units))
        to = without_rows(path(layout, group, at, units, paid=paid, farkled=True, hand=all_dice))
        return np.where(units <= room, to, unpaid) if rules.exact_goal else to

    if turn.keeps:
        lost = _stacked([path(layout, group, at, n, farkled=True) for n in (0, rules.later_award)])
        award_rows = (room - rules.later_award) // rules.step
    else:
        fewer = range(all_dice if rules.takes_farkle else 0)
        some = [nothing_banked(layout, group, at, hand) for hand in fewer]
        ends = np.repeat(np.stack([unpaid, *some, award(rules.later_award)])[:, None], 3, axis=1)
        lost = [np.full(ends.shape, NEVER), ends, layout.widths(ends)]
        award_rows = np.full(count, NEVER)
    if not rules.exact_goal:
        award_rows = np.full(count, NEVER)
    bank = _stacked(banks)
    # a player who has reached the goal rolls on for fear of the last turn of the other one
    risk = stop_risk(rules) if group.left is None and layout.players == 2 else 0.0
    goal = -(-(layout.scores - at[0]) // rules.step)
    taken = np.full(count, 1) if group.beats and group.hands else most + 1 - first
    rows, least = turn_rows(layout, group, at), least_rows(layout, group, at)
    ruin = without_rows(path(layout, group, at, 0, paid=False, ruined=True))
    taken_from = most if group.beats else np.full(count, first)
    if group.hands:  # their value is found together with the value of turns that tell nothing
        row, none = taken_from - group.first, np.zeros(count, np.int64)
        offers = group.index(np.stack([*at[: group.axes], row, none]))
        offers_rise = group.index(np.stack([*at[: group.axes], row + 1, none])) - offers
        group = layout.untold(group)
        own = group.index(at[: group.axes])
    else:
        own, offers, offers_rise = group.index(at), np.full(count, -1), np.zeros(count, np.int64)
    offered = layout.hands_back & (offers >= 0)
    return Several(
        players=layout.players,
        by_row=int(turn.keeps or rules.takes_farkle),
        most_rise=rules.every_move.max_rise,
        tie=TIE,
        risk=risk,
        rows=rows,
        proven_from=np.maximum(goal, least) if risk else rows,
        room=room // rules.step,
        least=least,
        bank_until=bank[0],
        bank_base=bank[1],
        bank_rise=bank[2],
        lost_until=lost[0],
        lost_base=np.ascontiguousarray(lost[1]),
        lost_rise=lost[2],
        award_rows=award_rows,
        first=award(rules.first_award),
        after=unpaid,
        ruin=ruin,
        won=layout.group(0, (), 1 << (layout.players - 1)).begin + layout.apart,
        values=values,
        state=np.where(offered, offers + layout.hands - 1, own),
        own=own,
        offers=offers,
        offers_rise=offers_rise,
        taken_from=taken_from,
        taken=taken,
    )


class Path(NamedTuple):
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
        units: that come on top of every row; below zero what a first roll costs.
        paid: whether the player is on the board afterwards in any case.
        farkled: whether the turn counts towards a streak, and may cost points.
        ruined: whether a disaster has ended it.
        hand: dice that are left to be taken over, less 1.
    """
    rules = layout.rules
    run = (group.runs[0] + 1) % layout.streak if farkled else 0
    completes = farkled and layout.costs and run == 0
    after: After = "" if ruined else layout.after_farkle if farkled else layout.after_bank
    at = at[: group.axes]
    gain = _gain(layout, group, at, units, completes=completes, ruined=ruined)
    # a farkle keeps points before its penalty; a farkle that costs points keeps none
    limit = None
    if completes and rules.turn.keeps and units >= 0 and layout.lead is None:
        limit = rules.zero if rules.takes_all else 0
    if group.left is not None:
        found = _path_of_last_turn(layout, group, at, gain, after, hand)
        return _standing_still(found) if limit is not None and rules.takes_all else found
    if limit is not None:
        gain = np.full_like(gain, units - rules.penalty)
    if layout.is_last(group):
        return _path_to_end(layout, at, gain, limit)
    turns = group.turns - 1 if layout.rounds or group.turns > 1 else layout.turns
    boards = (*group.boards[1:], group.boards[0] or paid)
    to = layout.group(None, boards, 0, turns, runs=(*group.runs[1:], run), after=after)
    return (
        _path_by_lead(layout, to, at, gain)
        if layout.lead is not None
        else _path_to_goal(layout, group, to, at, gain, after, hand, limit)
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
    limit: int | None,
) -> Path:
    """`limit`: the score that a penalty leaves at most if it takes everything, else at least."""
    step, players = layout.rules.step, layout.players
    mine, others = at[0] + gain, at[1:]
    pieces: list[Piece] = []
    below = to.line(np.concatenate([others, mine[None]]), 1, step, hand)
    if limit is not None:
        there = to.index(np.concatenate([others, np.full_like(mine, limit)[None]]))
        come = np.maximum(-(-(limit - mine) // step), 0)
        if layout.rules.takes_all:
            return _path(layout, [(come, *below), (None, there, 0)])
        pieces.append((come, there, 0))
    reached = np.maximum(-(-(layout.scores - mine) // step), 0)
    mover, left = 1 << (players - 1), layout.answers(group.turns)
    pieces.append((reached, *below))
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


def _path_to_end(layout: Layout, at: Integers, gain: Integers, limit: int | None) -> Path:
    """After the last turn of the game the highest score wins. Of others who are level, the one who
    moved first was there first."""
    step, players = layout.rules.step, layout.players
    mine = np.zeros_like(at[0]) if layout.lead is not None else at[0]
    others = at - layout.lead if layout.lead is not None else at[1:]
    best = others.max(axis=0)
    bits = (others == best) * (1 << np.arange(players - 1))[:, None]
    highest, mover = bits.sum(axis=0), 1 << (players - 1)
    top, level = layout.winners[highest], layout.winners[highest | mover]
    over = layout.group(0).begin
    deficit = best - mine - gain
    draws, passes = np.maximum(-(-deficit // step), 0), np.maximum(deficit // step + 1, 0)
    if limit is not None and layout.rules.takes_all:
        draws = np.where(best > limit, NEVER, draws)
        passes = np.where(best >= limit, NEVER, passes)
    elif limit is not None:
        draws = np.where(best == limit, 0, draws)
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
    base = np.broadcast_to(without_rows(path), path.base.shape)
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


def _stacked(paths: list[Path]) -> list[Integers]:
    """int64[kinds, 3, lanes] each: `until`, `base` and `rise` of paths."""
    return [np.stack(each) for each in zip(*paths, strict=True)]


def without_rows(there: Path) -> Integers:
    """int64[lanes]: where a path leads if the turn brings no rows."""
    piece = (there.until <= 0).sum(axis=0)
    found: Integers = there.base[piece, np.arange(len(piece))]
    return found


def nothing_banked(layout: Layout, group: Group, at: Integers, hand: int | None = None) -> Integers:
    """int64[lanes]: where a farkle that pays nothing leads.

    `hand`: dice that were rolled, less 1; by default all of them."""
    hand = layout.rules.moves.dice - 1 if hand is None else hand
    return without_rows(path(layout, group, at, 0, paid=False, farkled=True, hand=hand))


def solved_turns(task: Several, turn: Turn, rows: int) -> tuple[Floats, SolvedTurnTable]:
    """(what banking is worth, the turns), all by the chances of the players to move.

    Banks are float64[rows + max_rise, bank kinds, lanes]. In row 0 the value of all the dice is
    that of the whole turn, and `rolled` is what rolling them is worth to a player who takes them
    over."""

    def own(states: Integers) -> Floats:
        """float64[...]: the chances of the player who moved before."""
        others: Floats = task.values[:, states].sum(axis=0)
        return 1.0 - others

    def at(path: tuple[Integers, Integers, Integers], row: Integers, most: Integers) -> Floats:
        """float64[rows, kinds, lanes]: the chances where a path leads from int64[rows, lanes] rows,
        up to row `most` of each lane; above it they stay the same."""
        until, base, rise = path
        row = np.minimum(row[:, None], most)
        piece = (row[:, :, None] >= until[:, :2]).sum(axis=2)[:, :, None]
        begin, step = (
            np.take_along_axis(each[None], piece, axis=2)[:, :, 0] for each in (base, rise)
        )
        return own(begin + step * row)

    def ended(lost: Floats) -> Floats:
        others = turn.disaster[:, None] * own(task.ruin) + turn.instant[:, None]
        found: Floats = turn.farkle[:, None] * lost + others
        return found

    row = np.arange(rows + turn.max_rise)
    least = np.minimum(task.least, task.rows)
    legal = row[:, None] >= least
    legal[:rows] &= turn.legal[:rows, None] != 0
    banked = np.maximum(row[:, None], least)  # fewer rows lead nowhere
    bank = at(
        (task.bank_until, task.bank_base, task.bank_rise), banked, task.rows + task.most_rise - 1
    )
    bank = np.where(legal[:, None], bank, FORBIDDEN)
    later = row[: rows if task.by_row else 1]
    # turns are taken over at the rows at which they are rolled on; points are kept above them too
    kept = task.most_rise if (task.lost_until < NEVER).any() else 0
    lost_path = task.lost_until, task.lost_base, task.lost_rise
    lost = at(lost_path, later[:, None], task.rows + kept - 1)
    unpaid = later[:, None] > task.award_rows
    lost[:, -1] = np.where(unpaid, lost[:, 0], lost[:, -1])

    everywhere = bank[:, turn.bank_kind]
    banks, above = everywhere[:rows], everywhere[rows:]
    banks[:, turn.may_bank == 0] = FORBIDDEN
    banks[0] = FORBIDDEN
    paid = lost[:, turn.lost_kind]
    ends, paid = (np.broadcast_to(each, banks.shape) for each in (ended(paid), paid))
    if turn.overshoot:
        past = (row[:, None] > task.room)[:, None]
        ends = np.where(past[:rows], FORBIDDEN, ends)
        banks = np.where(past[:rows], FORBIDDEN, banks)
        above = np.where(past[rows:], FORBIDDEN, above)
    found = solve_turn(turn, banks, ends, above, paid if turn.overshoot else None)
    # the first roll of a turn has payoffs of its own
    first = np.broadcast_to(own(task.first), banks[:1].shape)
    higher = found.values[1 : 1 + turn.max_rise]
    begun = solve_turn(turn, banks[:1], ended(first), higher, first if turn.overshoot else None)
    found.values[0, turn.dice - 1] = begun.values[0, turn.dice - 1]
    return bank, found
