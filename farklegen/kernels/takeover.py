"""Turns side by side that may be taken over, and what they meet with, compiled.

`LANES` turns of one player make a *block*. Here is what a block needs before it is filled in: what
banks and farkles lead to, where the turn is taken over, and what perfect play does. How blocks are
filled in is in `kernels.exchange`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from farklegen.kernels.arrays import LANES, Keep, Prices, Seat, Table, Turn
from farklegen.kernels.backward import backward
from farklegen.kernels.compiled import uncounted
from farklegen.kernels.deciding import banks_by_table, choose_by_table, choose_by_value
from farklegen.kernels.follow import TIE
from farklegen.kernels.lookup import gather_bank, gather_lost, lost_index, price_of

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]


class Player(NamedTuple):
    """How somebody plays, and what it brings.

    Attributes:
        by_value: 1 for perfect play, found from a solved match; 0 for tables.
        turn: the moves, offsets in columns.
        lane_turn: the moves, offsets in numbers.
        table, seat: what is played by; of no meaning for perfect play.
        over: bool[situations, rows * dice], where tables take a turn over.
        best: float64[chances], float64[...] and float64[...], the solved match: chances, where
            prices of banking are looked up, and values of taking over after a farkle.
        chances: float64[chances], out: what a turn of one's own is worth.
        arrivals, farkled: float64[...], out: what beginning a turn after a bank is worth, and after
            a farkle, taken over or not.
    """

    by_value: int
    turn: Turn
    lane_turn: Turn
    table: Table
    seat: Seat
    over: Booleans
    best: tuple[Floats, Floats, Floats]
    chances: Floats
    arrivals: Floats
    farkled: Floats


class Rules(NamedTuple):
    """What is the same for both players.

    Attributes:
        prices, keep: see `kernels.arrays`.
        limit: int64[chances], rows below which a turn may be taken over.
        arrive: int64[states], rows below which points are found that were banked before.
        coupled: 1 if the dice that farkled may be taken over.
        writes: 1 if what is decided on after a farkle is wanted later.
    """

    prices: Prices
    keep: Keep
    limit: Integers
    arrive: Integers
    coupled: int
    writes: int


class Block(NamedTuple):
    """Room for the turns of one player, side by side.

    Values have three terms: with U the chance of a turn of the player's own, and U' of that which a
    farkle leads to, they are c0 + c1 U' + c2 U.

    Attributes:
        value: float64[3 * (rows + max_rise) * columns * LANES].
        rolled: float64[3 * rows * dice * LANES], what rolling on is worth.
        takes: bool[rows * dice * LANES], whether the turn is taken over there.
        bank: float64[(rows + max_rise) * kinds * LANES], what a bank is worth.
        lost: float64[rows * dice * LANES], what a farkle is worth, where that is known.
        first, ruin: float64[LANES], the same of a farkle of the first roll, and of a disaster.
        joined: bool[3, LANES], whether a farkle, one of all the dice and one of the first roll
            lead to the turn beside, in the other player's block.
        start: float64[3 * LANES], what the turn is worth.
        own: float64[LANES], the same as a number.
        acc: float64[3 * LANES], risk: float64[LANES], what a column is worth but for its farkles,
            and how likely those are.
        to: int64[sets * LANES], the cell that each set leads to; -1 if to none.
        same: bool[sets], whether that is the same in all lanes, and stands in the first one.
        cells, chances: int64[sets], float64[sets], room for a list of those.
        banks: bool[columns * LANES].
        aim: int64[6, LANES], the fields of the seat of a policy that plays by tables.
        most: float64[LANES], room.
        best, best_bank, best_lost, best_rolled: float64[...], values and prices of perfect play.
        best_start: float64[LANES].
        ends: (first, ruin, sure, room), each [LANES], for perfect play.
    """

    value: Floats
    rolled: Floats
    takes: Booleans
    bank: Floats
    lost: Floats
    first: Floats
    ruin: Floats
    joined: Booleans
    start: Floats
    own: Floats
    acc: Floats
    risk: Floats
    to: Integers
    same: Booleans
    cells: Integers
    chances: Floats
    banks: Booleans
    aim: Integers
    most: Floats
    best: Floats
    best_bank: Floats
    best_lost: Floats
    best_rolled: Floats
    best_start: Floats
    ends: tuple[Floats, Floats, Floats, Integers]


class Room(NamedTuple):
    """Room that both players use.

    Attributes:
        states: int64[4, LANES], where the turns of both begin, and those beside them.
        scratch: float64[6, LANES].
        own, best: float64[cells], the turn that has nothing to beat: what it is worth, and is
            under perfect play on both sides.
        worths: float64[3 * cells * LANES], the turns that have something to beat; values: the
            second part of it, which has what they are worth under perfect play on both sides.
        lost, best_lost: float64[rows * dice], what farkles are worth in them.
        starts, best_starts: float64[rows], what the turns are worth, by the rows to beat.
        lanes: float64[6 * LANES].
        beaten: int64[LANES].
    """

    states: Integers
    scratch: Floats
    own: Floats
    best: Floats
    worths: Floats
    values: Floats
    lost: Floats
    best_lost: Floats
    starts: Floats
    best_starts: Floats
    lanes: Floats
    beaten: Integers


def room_for(turn: Turn, rows: int) -> Room:
    """Room for turns of so many rows that must beat something; none for 0 rows."""
    high = rows + turn.max_rise + 1 if rows else 0
    cells = high * turn.columns
    worths = np.zeros(3 * cells * LANES)
    return Room(
        states=np.zeros((4, LANES), np.int64),
        scratch=np.zeros((6, LANES)),
        own=np.zeros(cells),
        best=np.zeros(cells),
        worths=worths,
        values=worths[cells * LANES : 2 * cells * LANES],
        lost=np.zeros(rows * turn.dice),
        best_lost=np.zeros(rows * turn.dice),
        starts=np.zeros(high),
        best_starts=np.zeros(high),
        lanes=np.zeros(6 * LANES),
        beaten=np.zeros(LANES, np.int64),
    )


def block_for(turn: Turn, rows: int, kinds: int, best: Floats) -> Block:
    """A block for turns of so many rows; `best`: room for perfect play, empty without."""
    high, cells = rows + turn.max_rise + 1, rows * turn.dice * LANES
    played = int(len(best) > 0)
    return Block(
        value=np.zeros(3 * high * turn.columns * LANES),
        rolled=np.zeros(3 * cells),
        takes=np.zeros(cells, np.bool_),
        bank=np.zeros(high * kinds * LANES),
        lost=np.zeros(cells),
        first=np.zeros(LANES),
        ruin=np.zeros(LANES),
        joined=np.zeros((3, LANES), np.bool_),
        start=np.zeros(3 * LANES),
        own=np.zeros(LANES),
        acc=np.zeros(3 * LANES),
        risk=np.zeros(LANES),
        to=np.zeros(len(turn.probability) * LANES, np.int64),
        same=np.zeros(len(turn.probability), np.bool_),
        cells=np.zeros(len(turn.probability), np.int64),
        chances=np.zeros(len(turn.probability)),
        banks=np.zeros(turn.columns * LANES, np.bool_),
        aim=np.zeros((6, LANES), np.int64),
        most=np.zeros(LANES),
        best=best,
        best_bank=np.zeros(played * high * kinds * LANES),
        best_lost=np.zeros(played * rows * max(turn.dice, 2) * LANES),
        best_rolled=np.zeros(played * (cells + LANES)),
        best_start=np.zeros(LANES),
        ends=(
            np.zeros(LANES),
            np.zeros(LANES),
            np.zeros(LANES),
            np.zeros(LANES, np.int64),
        ),
    )


@njit(inline="always", **uncounted)
def _after_farkle(rules, other, target, row, kind):
    """What a farkle is worth that leads to a state, with so many rows and dice (from 0)."""
    keep = rules.keep
    if rules.writes and row < keep.farkled_rows[target]:
        return 1.0 - other.farkled[keep.farkled_base[target] + row * other.turn.dice + kind]
    return 1.0 - other.chances[target]


@njit(**uncounted)
def look_up(rules, player, other, block, states, partners, rows):
    """Look up what the ends of the turns are worth.

    Args:
        rules, player, other: the match, who plays these turns, and against whom.
        block: out.
        states: int64[LANES], where the turns begin.
        partners: int64[LANES], where the turns beside begin; -1 if farkles lead elsewhere.
        rows: rows of the turns.
    """
    prices, kinds = rules.prices, rules.prices.bank_kinds
    dice, high = player.turn.dice, rows + player.turn.max_rise
    source = other.arrivals if len(other.arrivals) > 1 else other.chances
    bank, joined, rise, past = block.bank, block.joined, prices.bank_rise, prices.bank_rise_past
    for lane in range(LANES):
        state = states[lane]
        switch = prices.bank_switch[state]
        below, above = prices.bank_base[state], prices.bank_past[state]
        for row in range(1, high):
            at = below + rise * row if row < switch else above + past * row
            for kind in range(kinds):
                bank[(row * kinds + kind) * LANES + lane] = 1.0 - source[at + kind]
        partner, fixed = partners[lane], prices.lost_rise[state] == 0
        joined[0, lane] = fixed and prices.lost_base[0, state] == partner
        joined[1, lane] = fixed and prices.lost_base[1, state] == partner
        joined[2, lane] = prices.first[state] == partner
        block.first[lane] = _after_farkle(rules, other, prices.first[state], 0, dice - 1)
        block.ruin[lane] = 1.0 - other.chances[prices.ruin[state]]
        if joined[0, lane] and joined[1, lane]:
            continue
        for row in range(rows):
            for kind in range(dice):
                award = 1 if kind == dice - 1 else 0
                if not joined[award, lane]:
                    target = lost_index(prices, award, state, row)
                    worth = _after_farkle(rules, other, target, row, kind)
                    block.lost[(row * dice + kind) * LANES + lane] = worth


@njit(**uncounted)
def solve_perfect(rules, player, block, states, rows, room):
    """Solve the turns for perfect play on both sides, as `kernels.lanes` does where nothing is
    solved together. `room`: float64[6, LANES]."""
    prices, keep, turn, dice = rules.prices, rules.keep, player.lane_turn, player.turn.dice
    chances, source, farkled = player.best
    first, ruin, sure, rooms = block.ends
    by_row = rules.coupled != 0
    for lane in range(LANES):
        by_row = by_row or prices.lost_rise[states[lane]] > 0
    lost_rows, lost_kinds = rows if by_row else 1, dice if rules.coupled else 2
    for lane in range(LANES):
        state = states[lane]
        c = chances[state]
        coordinate = 1.0 if (-0.5 < c < 0.0) or c > 0.5 else 0.0
        gather_bank(
            block.best_bank, lane, state, prices.least[state], coordinate, rows, turn, prices,
            source,
        )  # fmt: skip
        gather_lost(
            block.best_lost, lane, state, coordinate, lost_rows, lost_kinds, dice, prices, keep,
            chances, farkled, 1,
        )  # fmt: skip
        after = prices.first[state]
        first[lane] = price_of(chances[after], coordinate)
        if rules.coupled and keep.farkled_rows[after] > 0:
            entry = keep.farkled_base[after] + dice - 1
            first[lane] = min(first[lane], price_of(farkled[entry], coordinate))
        ruin[lane] = price_of(chances[prices.ruin[state]], coordinate)
        sure[lane] = 1.0 - coordinate
        rooms[lane] = prices.room[state]
    backward(
        turn, rows, block.best, block.best_bank, prices.bank_kinds, block.best_lost, lost_rows,
        lost_kinds, first, ruin, sure, rooms, block.best_rolled, True, room,
    )  # fmt: skip
    for lane in range(LANES):
        block.best_start[lane] = block.best[(dice - 1) * LANES + lane]


@njit(**uncounted)
def rows_needed(rules, player, block, states, rows):
    """The rows, at most so many, above which the player banks in all lanes."""
    prices, turn = rules.prices, player.turn
    if rules.coupled:
        return rows
    anywhere = not turn.some_illegal and turn.may_bank.all()
    least = 1
    for lane in range(LANES):
        state = states[lane]
        wanted = rules.arrive[state]
        if not player.by_value:
            played = max(player.seat.stop[state], player.seat.least[state])
            wanted = max(wanted, played if anywhere else rows)
        least = max(least, min(prices.rows[state], wanted))
    while player.by_value and rows > least:
        for column in range(turn.columns):
            cell = ((rows - 1) * turn.columns + column) * LANES
            at = ((rows - 1) * prices.bank_kinds + turn.bank_kind[column]) * LANES
            for lane in range(LANES):
                value = block.best[cell + lane]
                better = block.best_bank[at + lane] < value - TIE * abs(value)
                if turn.may_bank[column] == 0 or better:
                    return rows
        rows -= 1
    return rows if player.by_value else least


@njit(**uncounted)
def take(rules, player, block, states, rows):
    """What tables are played by in each lane, and where the turns are taken over.

    All dice and no points are a turn of one's own, but for the award of its first roll: a perfect
    player may do without that.
    """
    dice, seat, aim, takes = player.turn.dice, player.seat, block.aim, block.takes
    over, limit, overshoot = player.over, rules.limit, player.turn.overshoot
    rolled, start, room = block.best_rolled, block.best_start, rules.prices.room
    for lane in range(LANES):
        state = states[lane]
        if not player.by_value:
            aim[0, lane], aim[1, lane] = seat.situation[state], seat.reach[state]
            aim[2, lane], aim[3, lane] = seat.stop[state], seat.going[state]
            aim[4, lane], aim[5, lane] = seat.least[state], seat.room[state]
        for row in range(rows):
            for kind in range(dice):
                at = (row * dice + kind) * LANES + lane
                may = 0 < row < limit[state]
                if player.by_value:
                    whole = row == 0 and kind == dice - 1 and rules.writes != 0
                    may = may or (whole and limit[state] > 0)
                    may = may and not (overshoot and row > room[state])
                    takes[at] = may and rolled[at] > start[lane]
                else:
                    may = may and row <= aim[5, lane]
                    takes[at] = may and over[aim[0, lane], row * dice + kind]


@njit(**uncounted)
def choose(rules, player, block, row):
    """What the player does at a row."""
    turn = player.turn
    if not player.by_value:
        choose_by_table(turn, player.table, block.aim, row, block.to, block.same)
        banks_by_table(turn, player.table, block.aim, row, block.banks)
        return
    if turn.overshoot:
        choose_by_value(turn, block.best, row, block.to, block.most)
        block.same[:] = False
    best, bank, banks = block.best, block.best_bank, block.banks
    columns, kinds, bank_kind = turn.columns, rules.prices.bank_kinds, turn.bank_kind
    may_bank = turn.may_bank
    for column in range(columns):
        cell = (row * columns + column) * LANES
        at = (row * kinds + bank_kind[column]) * LANES
        may = row > 0 and may_bank[column] != 0
        for lane in range(LANES):
            value = best[cell + lane]
            banks[column * LANES + lane] = may and bank[at + lane] >= value - TIE * abs(value)
