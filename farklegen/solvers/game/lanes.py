"""Turns of a game of several players as lanes for the core: how long turns are, where they lead."""

from __future__ import annotations

from typing import Literal

import numpy as np

from farklegen.core.arrays import FORBIDDEN, Floats, Integers, Turn
from farklegen.core.several import Several
from farklegen.solvers.game.layout import NEVER, Group, Layout
from farklegen.solvers.game.match_rules import MatchRules, award_units, stop_risk
from farklegen.solvers.game.paths import Path, path
from farklegen.solvers.game.solved_turn import TIE
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.turn_rules import puts_on_board
from farklegen.solvers.turn_solver import SolvedTurnTable, solve_turn


def several_turn(
    rules: MatchRules,
    moves: TurnMoves,
    rows: int,
    *,
    best: Literal["first", "last"] | None = "first",
) -> Turn:
    """The moves for the core.

    Args:
        rules: the rules.
        moves: those that a player chooses from.
        rows: of the longest turn.
        best: where each set has its preferred options, if ties matter; else sets are in chains.
    """
    hand = np.arange(moves.columns) % moves.dice
    legal = rules.multiples(rows + moves.max_rise + 1)
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
    offered, to where the player banks, or to where turns almost never come.

    Args:
        layout, group: of the states.
        at: int64[axes, lanes], their scores, leads or deficits.
    """
    rows = own_rows(layout, group, at)
    return np.maximum(rows, most_taken(group, at) + 1) if group.hands else rows


def own_rows(layout: Layout, group: Group, at: Integers) -> Integers:
    """int64[lanes]: the same of turns that nobody takes over.

    Args:
        layout, group, at: as for `turn_rows`.
    """
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
    """int64[lanes]: the most rows that may be taken over.

    Args:
        group, at: as for `turn_rows`.
    """
    most = np.full(at.shape[1], group.shape[group.axes] + group.first - 1)
    if group.beats:
        most = at[group.axes] + 1
    elif group.left is None and group.first:
        most = np.minimum(at[group.axes - 1] // group.row_units, most)
    return most


def most_covered(layout: Layout, group: Group, at: Integers) -> Integers:
    """int64[lanes]: rows of turns of two, at most, that lead to states.

    Args:
        layout, group, at: as for `turn_rows`.
    """
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
    """int64[lanes]: fewest rows that may be banked.

    Args:
        layout, group, at: as for `turn_rows`.
    """
    bank = layout.rules.ruleset.bank
    least = layout.rules.least_row(bank.minimum if group.boards[0] else bank.opening_minimum)
    found = np.full(at.shape[1], least)
    return np.maximum(found, at[group.axes] + 2) if group.beats else found


def lanes(layout: Layout, group: Group, at: Integers, values: Floats) -> Several:
    """Some states of a group as lanes.

    Args:
        layout, group: of the states.
        at: int64[axes, lanes], their scores or deficits.
        values: where payoffs are looked up.
    """
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
        lost = stacked([path(layout, group, at, n, farkled=True) for n in (0, rules.later_award)])
        award_rows = (room - rules.later_award) // rules.step
    else:
        fewer = range(all_dice if rules.takes_farkle else 0)
        some = [nothing_banked(layout, group, at, hand) for hand in fewer]
        ends = np.repeat(np.stack([unpaid, *some, award(rules.later_award)])[:, None], 3, axis=1)
        lost = [np.full(ends.shape, NEVER), ends, layout.widths(ends)]
        award_rows = np.full(count, NEVER)
    if not rules.exact_goal:
        award_rows = np.full(count, NEVER)
    bank = stacked(banks)
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
        group = layout.group(group.left, group.boards, group.top, group.turns, runs=group.runs)
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


def without_rows(there: Path) -> Integers:
    """int64[lanes]: where a path leads if the turn brings no rows."""
    piece = (there.until <= 0).sum(axis=0)
    found: Integers = there.base[piece, np.arange(len(piece))]
    return found


def nothing_banked(layout: Layout, group: Group, at: Integers, hand: int | None = None) -> Integers:
    """int64[lanes]: where a farkle that pays nothing leads.

    Args:
        layout, group, at: as for `lanes`.
        hand: dice that were rolled, less 1; by default all of them.
    """
    hand = layout.rules.moves.dice - 1 if hand is None else hand
    return without_rows(path(layout, group, at, 0, paid=False, farkled=True, hand=hand))


def stacked(paths: list[Path]) -> list[Integers]:
    """int64[kinds, 3, lanes] each: `until`, `base` and `rise` of paths."""
    return [np.stack([getattr(each, name) for each in paths]) for name in ("until", "base", "rise")]


def solved_turns(task: Several, turn: Turn, rows: int) -> tuple[Floats, SolvedTurnTable]:
    """(what banking is worth, the turns), all by the chances of the players to move.

    Banks are float64[rows + max_rise, bank kinds, lanes]. In row 0 the value of all the dice is
    that of the whole turn, and `rolled` is what rolling them is worth to a player who takes them
    over.

    Args:
        task: the turns.
        turn: the moves.
        rows: of the turns.
    """

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
