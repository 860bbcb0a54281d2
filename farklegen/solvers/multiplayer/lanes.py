"""Turns of a game of several players as lanes for the core: how long they are, where they lead."""

from __future__ import annotations

import numpy as np

from farklegen.core.arrays import Floats, Integers, Turn
from farklegen.core.several import Several
from farklegen.solvers.match.match_rules import MatchRules
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.multiplayer.layout import NEVER, Group, Layout, Path

TIE = 1e-12
"""Chances that differ by no more are equal."""


def several_turn(rules: MatchRules, moves: TurnMoves, rows: int) -> Turn:
    """The moves for the core: of every set the options that are preferred come first.

    Args:
        rules: the rules.
        moves: those that a player chooses from.
        rows: of the longest turn.
    """
    sets = np.repeat(np.arange(len(moves.set_sizes)), moves.set_sizes)
    order = np.lexsort((-moves.preference, sets))
    may_bank = rules.turn.stops(moves).astype(np.int64)
    legal = rules.multiples(rows + moves.max_rise + 1)
    return Turn(
        dice=moves.dice,
        columns=moves.columns,
        max_rise=moves.max_rise,
        offset=moves.offset[order],
        set_start=np.append(moves.option_start, len(moves.rise)).astype(np.int64),
        column_start=np.append(moves.column_start, len(moves.option_start)).astype(np.int64),
        probability=moves.set_probability,
        farkle=moves.farkle_probability,
        disaster=moves.disaster_probability,
        instant=moves.instant_probability,
        may_bank=may_bank,
        legal=legal,
        some_illegal=int(not legal.all()),
        lost_kind=moves.all_dice.astype(np.int64),
        bank_kind=np.zeros(moves.columns, np.int64),
        overshoot=int(rules.exact_goal),
        sizes=moves.sizes,
    )


def turn_rows(layout: Layout, group: Group, at: Integers) -> Integers:
    """int64[lanes]: rows from the start of a turn to where one banks, or hardly comes.

    Args:
        layout, group: of the states.
        at: int64[axes, lanes], their scores, leads or deficits.
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


def least_rows(layout: Layout, group: Group, at: Integers) -> Integers:
    """int64[lanes]: fewest rows that may be banked.

    Args:
        layout, group, at: as for `turn_rows`.
    """
    bank = layout.rules.ruleset.bank
    least = layout.rules.least_row(bank.minimum if group.boards[0] else bank.opening_minimum)
    found = np.full(at.shape[1], least)
    return np.maximum(found, at[-1] + 2) if group.beats else found


def lanes(
    layout: Layout, group: Group, at: Integers, values: Floats, columns: int
) -> tuple[Several, Integers]:
    """(lanes, where a farkle leads that banks nothing: int64[lanes]) of some states of a group.

    Args:
        layout, group: of the states.
        at: int64[axes, lanes], their scores or deficits.
        values: where payoffs are looked up.
        columns: of the moves.
    """
    rules, turn, count = layout.rules, layout.rules.turn, at.shape[1]
    room = (layout.scores - at[0]) if group.left is None else at[0]
    nothing = layout.path(group, at, 0, paid=False, farkled=True)
    banks = layout.path(group, at, 0)

    def without_rows(path: Path) -> Integers:
        """Where a path leads that brings no rows."""
        piece = (path.until <= 0).sum(axis=0)
        found: Integers = path.base[piece, np.arange(count)]
        return found

    unpaid = without_rows(nothing)

    def award(units: int) -> Integers:
        """Where an award leads, if it is paid."""
        if not units:
            return unpaid
        paid = without_rows(layout.path(group, at, units, farkled=True))
        return np.where(units <= room, paid, unpaid) if rules.exact_goal else paid

    zeros = np.zeros((3, count), np.int64)
    if turn.keeps:
        kept = [layout.path(group, at, n, farkled=True) for n in (0, rules.later_award)]
        lost = [np.stack([getattr(p, name) for p in kept]) for name in ("until", "base", "rise")]
        award_rows = (room - rules.later_award) // rules.step
    else:
        ends = np.stack([unpaid, award(rules.later_award)])
        constant = np.repeat(ends[:, None], 3, axis=1)
        lost = [np.full((2, 3, count), NEVER), constant, np.stack([zeros, zeros])]
        award_rows = np.full(count, NEVER)
    if not rules.exact_goal:
        award_rows = np.full(count, NEVER)
    found = Several(
        players=layout.players,
        by_row=int(turn.keeps),
        most_rise=rules.every_move.max_rise,
        tie=TIE,
        rows=turn_rows(layout, group, at),
        room=room // rules.step,
        least=least_rows(layout, group, at),
        bank_until=banks.until,
        bank_base=banks.base,
        bank_rise=banks.rise,
        lost_until=lost[0],
        lost_base=np.ascontiguousarray(lost[1]),
        lost_rise=lost[2],
        award_rows=award_rows,
        first=award(rules.first_award),
        ruin=np.full(count, layout.group(0, (), 0).begin),
        values=values,
        bounds=np.full(columns, NEVER),
        rolled=np.zeros(columns, np.int64),
        winner=0,
        start=np.empty((layout.players - 1, count)),
        whole=np.empty(0),
    )
    return found, unpaid
