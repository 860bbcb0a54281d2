"""Last turns of a policy that plays by tables, where turns may be taken over, compiled."""

from __future__ import annotations

from numba import njit

from farklegen.kernels.arrays import LANES
from farklegen.kernels.beaten import beaten_turns
from farklegen.kernels.compiled import uncounted
from farklegen.kernels.exchange import fill
from farklegen.kernels.takeover import take


@njit(**uncounted)
def _load(block, dice, rows, high, kinds, lanes, bank, lost, first, ruin):
    """Put the prices of some last turns into a block."""
    block.joined[:] = False
    for lane in range(LANES):
        of = lanes[lane]
        block.first[lane], block.ruin[lane] = first[of], ruin[of]
        for row in range(high):
            for kind in range(kinds):
                block.bank[(row * kinds + kind) * LANES + lane] = bank[row, of]
        for row in range(rows):
            for kind in range(dice):
                worth = lost[min(row, len(lost) - 1), kind, of]
                block.lost[(row * dice + kind) * LANES + lane] = worth


@njit(**uncounted)
def last_turns(rules, player, a, b, room, begin, arrivals, rows, least, bank, lost, first, ruin):
    """Fill in the last turns of a class.

    Args:
        rules, player: the match and the policy.
        a, b, room: room for the turns.
        begin: index of the class among the chances: there the target lies nought steps ahead.
        arrivals: (index of the class among the arrivals, rows of each), 0 rows if there are none.
        rows: rows of a turn.
        least: rows from which what was banked before must be beaten.
        bank: float64[rows + max_rise, distances], what a bank is worth.
        lost: float64[rows or 1, dice, distances], what a farkle is worth.
        first, ruin: float64[distances], the same of one of the first roll, and of a disaster.
    """
    turn, kinds, dice = player.turn, rules.prices.bank_kinds, player.turn.dice
    distances, (into, kept_rows) = bank.shape[1], arrivals
    high = rows + turn.max_rise
    lanes, states, starts = room.states[0], room.states[1], room.starts
    own, lost_here = room.own, room.lost
    for some in range(1, distances, LANES):
        for lane in range(LANES):
            lanes[lane] = min(some + lane, distances - 1)
            states[lane] = begin + lanes[lane]
        _load(a, dice, rows, high, kinds, lanes, bank, lost, first, ruin)
        _load(b, dice, rows, high, kinds, lanes, bank, lost, first, ruin)
        take(rules, player, a, states, rows)
        take(rules, player, b, states, rows)
        fill(rules, player, player, a, b, rows)
        for lane in range(min(LANES, distances - some)):
            state, worth = states[lane], a.start[lane]
            player.chances[state] = worth
            for row in range(rules.keep.farkled_rows[state] if rules.writes else 0):
                for kind in range(dice):
                    at = (row * dice + kind) * LANES + lane
                    entry = rules.keep.farkled_base[state] + row * dice + kind
                    player.farkled[entry] = a.rolled[at] if a.takes[at] else worth
            for row in range(kept_rows):
                starts[row] = worth
            if rules.keep.previous and least < kept_rows:
                for cell in range(high * turn.columns):
                    own[cell] = a.value[cell * LANES + lane]
                for cell in range(rows * dice):
                    lost_here[cell] = a.lost[cell * LANES + lane]
                seat = player.seat
                beaten_turns(
                    0, turn, player.lane_turn.offset, player.table,
                    (seat.situation[state], seat.reach[state], seat.least[state], seat.room[state]),
                    (lost_here, a.first[lane], a.ruin[lane]), own,
                    (room.best_lost, 0.0, 0.0, room.best, 0.0), least, kept_rows, room.worths,
                    room.values, room.lanes, room.beaten, starts, room.best_starts,
                )  # fmt: skip
            for row in range(kept_rows):
                entry = into + (lanes[lane] * kept_rows + row) * kinds
                for kind in range(kinds):
                    at = (row * dice + kind) * LANES + lane
                    over = rules.keep.takes_bank != 0 and a.takes[at]
                    player.arrivals[entry + kind] = a.rolled[at] if over else starts[row]
