"""One player against another where a turn depends on more than the scores at its start, compiled.

What a bank or a farkle is worth then depends on the dice and the points that it leaves, so that
turns are not lists of ends: each is filled in from the top row down, with the choices of the
policy. With R(t, n) what rolling n dice on at turn score t is worth to one player, and R'(t, n) and
U' what rolling them on and a turn of one's own are worth to the other one after a farkle,

    R(t, n) = a + f (1 - (R'(t, n) if the other player takes over there, else U'))

where f is the chance of a farkle and `a` lies in higher rows. Turns whose farkles lead to each
other are filled in together: every value is carried as c0 + c1 U' + c2 U, the two equations of each
(t, n) are solved in between, and U and U' follow from the starts of both turns. What any other
farkle leads to is known.
"""

from __future__ import annotations

from numba import njit

from farklegen.kernels.arrays import LANES
from farklegen.kernels.beaten import beaten_turns
from farklegen.kernels.compiled import uncounted
from farklegen.kernels.takeover import choose, look_up, rows_needed, solve_perfect, take
from farklegen.kernels.vectors_carried import fold_best, fold_listed

NEVER_ENDS = 1e-12
"""Chance to get out of a circle of turns below which nobody does: that counts half for each."""


@njit(**uncounted)
def _sum_listed(column_start, column, probability, same, to, cells, chances, value, acc, risk):
    """Add up the sets of a column, each with the cell that it leads to."""
    count, size = 0, len(value) // 3
    for number in range(column_start[column], column_start[column + 1]):
        chance, begin = probability[number], number * LANES
        if same[number]:
            cells[count], chances[count] = to[begin] * LANES, chance
            count += 1
            continue
        for lane in range(LANES):
            there = to[begin + lane] * LANES + lane
            if there < 0:
                risk[lane] += chance
                continue
            acc[lane] += chance * value[there]
            acc[LANES + lane] += chance * value[size + there]
            acc[2 * LANES + lane] += chance * value[2 * size + there]
    fold_listed(value, cells, chances, acc, size, count)


@njit(**uncounted)
def _close(at, coupled, acc_a, risk_a, side_a, takes_a, rolled_a, acc_b, risk_b, side_b, takes_b,
           rolled_b):  # fmt: skip
    """What rolling on is worth to both players in a column without hot dice.

    Each R is c0 + c1 U' + c2 U + factor R'; a side is (joined, what a farkle is worth else).
    """
    size = len(rolled_a) // 3
    joined_a, lost_a = side_a
    joined_b, lost_b = side_b
    for lane in range(LANES):
        here = at + lane
        r, s = risk_a[lane], risk_b[lane]
        a0, a1, a2, a = acc_a[lane], acc_a[LANES + lane], acc_a[2 * LANES + lane], 0.0
        b0, b1, b2, b = acc_b[lane], acc_b[LANES + lane], acc_b[2 * LANES + lane], 0.0
        if not joined_a[lane]:
            a0 += r * lost_a[here]
        elif coupled and takes_b[here]:
            a0, a = a0 + r, -r
        else:
            a0, a1 = a0 + r, a1 - r
        if not joined_b[lane]:
            b0 += s * lost_b[here]
        elif coupled and takes_a[here]:
            b0, b = b0 + s, -s
        else:
            b0, b1 = b0 + s, b1 - s
        left = 1.0 - a * b
        if left < NEVER_ENDS:  # dice that can only farkle, handed on for ever
            a0, a1, a2, a, b0, b1, b2, b, left = 0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0
        rolled_a[here] = (a0 + a * b0) / left
        rolled_a[size + here] = (a1 + a * b2) / left
        rolled_a[2 * size + here] = (a2 + a * b1) / left
        rolled_b[here] = (b0 + b * a0) / left
        rolled_b[size + here] = (b1 + b * a2) / left
        rolled_b[2 * size + here] = (b2 + b * a1) / left


@njit(**uncounted)
def _close_hot(at, coupled, acc, risk, side, takes, rolled):
    """The same after hot dice, in `acc`: who takes over, the other player, counts them afresh."""
    size = len(rolled) // 3
    joined, lost = side
    for lane in range(LANES):
        here, r = at + lane, risk[lane]
        if not joined[lane]:
            acc[lane] += r * lost[here]
        elif coupled and takes[here]:
            acc[lane] += r * (1.0 - rolled[here])
            acc[LANES + lane] -= r * rolled[2 * size + here]
            acc[2 * LANES + lane] -= r * rolled[size + here]
        else:
            acc[lane] += r
            acc[LANES + lane] -= r


@njit(**uncounted)
def _begin(block):
    """What the turns are worth: a farkle of the first roll leaves a turn like any other."""
    for lane in range(LANES):
        risk = block.risk[lane]
        for term in range(3):
            block.start[term * LANES + lane] = block.acc[term * LANES + lane]
        if block.joined[2, lane]:
            block.start[lane] += risk
            block.start[LANES + lane] -= risk
        else:
            block.start[lane] += risk * block.first[lane]


@njit(**uncounted)
def _enter(value, cell, banks, banks_at, bank, bank_at, source, begin):
    """Write the values of a column: of banking, or of rolling on."""
    whole, size = len(value) // 3, len(source) // 3
    for lane in range(LANES):
        banked = banks[banks_at + lane]
        value[cell + lane] = bank[bank_at + lane] if banked else source[begin + lane]
        one, two = source[size + begin + lane], source[2 * size + begin + lane]
        value[whole + cell + lane] = 0.0 if banked else one
        value[2 * whole + cell + lane] = 0.0 if banked else two


@njit(**uncounted)
def _bank_above(turn, block, rows, kinds):
    """The rows above the turns: one banks there."""
    whole = len(block.value) // 3
    for row in range(rows, rows + turn.max_rise):
        for column in range(turn.columns):
            cell = (row * turn.columns + column) * LANES
            at = (row * kinds + turn.bank_kind[column]) * LANES
            for lane in range(LANES):
                block.value[cell + lane] = block.bank[at + lane]
                block.value[whole + cell + lane] = 0.0
                block.value[2 * whole + cell + lane] = 0.0


@njit(**uncounted)
def fill(rules, one, other, a, b, rows):
    """Fill in both blocks from the top row down."""
    # plain arrays: calls that pass a whole block cost more than what they do
    turn, dice, columns, coupled = one.turn, one.turn.dice, one.turn.columns, rules.coupled
    kinds, bank_kind, overshoot = rules.prices.bank_kinds, turn.bank_kind, turn.overshoot != 0
    value_a, rolled_a, takes_a, lost_a, acc_a = a.value, a.rolled, a.takes, a.lost, a.acc
    value_b, rolled_b, takes_b, lost_b, acc_b = b.value, b.rolled, b.takes, b.lost, b.acc
    risk_a, banks_a, bank_a, best_a = a.risk, a.banks, a.bank, a.best
    risk_b, banks_b, bank_b, best_b = b.risk, b.banks, b.bank, b.best
    to_a, same_a, cells_a, chances_a = a.to, a.same, a.cells, a.chances
    to_b, same_b, cells_b, chances_b = b.to, b.same, b.cells, b.chances
    ruin_a, ruin_b, joined_a, joined_b = a.ruin, b.ruin, a.joined, b.joined
    start_a, set_a, likely_a = one.turn.column_start, one.turn.set_start, one.turn.probability
    start_b, set_b, likely_b = other.turn.column_start, other.turn.set_start, other.turn.probability
    offset_a, offset_b = one.lane_turn.offset, other.lane_turn.offset
    farkle, disaster, instant = turn.farkle, turn.disaster, turn.instant
    by_value_a = one.by_value != 0 and not overshoot
    by_value_b = other.by_value != 0 and not overshoot
    size_a, size_b = len(value_a) // 3, len(value_b) // 3
    _bank_above(one.turn, a, rows, kinds)
    _bank_above(other.turn, b, rows, kinds)
    for row in range(rows - 1, -1, -1):
        choose(rules, one, a, row)
        choose(rules, other, b, row)
        for column in range(0 if row > 0 else dice - 1, columns if row > 0 else dice):
            for lane in range(LANES):
                acc_a[lane] = instant[column] + disaster[column] * ruin_a[lane]
                acc_b[lane] = instant[column] + disaster[column] * ruin_b[lane]
                risk_a[lane], risk_b[lane] = farkle[column], farkle[column]
            acc_a[LANES:], acc_b[LANES:] = 0.0, 0.0
            base = row * columns * LANES
            if by_value_a:
                fold_best(
                    best_a, value_a, offset_a, set_a, likely_a, acc_a, base, size_a,
                    start_a[column], start_a[column + 1],
                )  # fmt: skip
            else:
                _sum_listed(
                    start_a, column, likely_a, same_a, to_a, cells_a, chances_a, value_a, acc_a,
                    risk_a,
                )  # fmt: skip
            if by_value_b:
                fold_best(
                    best_b, value_b, offset_b, set_b, likely_b, acc_b, base, size_b,
                    start_b[column], start_b[column + 1],
                )  # fmt: skip
            else:
                _sum_listed(
                    start_b, column, likely_b, same_b, to_b, cells_b, chances_b, value_b, acc_b,
                    risk_b,
                )  # fmt: skip
            kind, banks_at = column % dice, column * LANES
            award = 1 if kind == dice - 1 else 0
            side_a, side_b = (joined_a[award], lost_a), (joined_b[award], lost_b)
            at, cell = (row * dice + kind) * LANES, base + column * LANES
            bank_at = (row * kinds + bank_kind[column]) * LANES
            if column < dice:
                if row == 0:
                    _begin(a)
                    _begin(b)
                _close(
                    at, coupled, acc_a, risk_a, side_a, takes_a, rolled_a, acc_b, risk_b, side_b,
                    takes_b, rolled_b,
                )  # fmt: skip
                _enter(value_a, cell, banks_a, banks_at, bank_a, bank_at, rolled_a, at)
                _enter(value_b, cell, banks_b, banks_at, bank_b, bank_at, rolled_b, at)
            else:
                _close_hot(at, coupled, acc_a, risk_a, side_a, takes_b, rolled_b)
                _close_hot(at, coupled, acc_b, risk_b, side_b, takes_a, rolled_a)
                _enter(value_a, cell, banks_a, banks_at, bank_a, bank_at, acc_a, 0)
                _enter(value_b, cell, banks_b, banks_at, bank_b, bank_at, acc_b, 0)


@njit(**uncounted)
def _settle(a, b):
    """What turns of one's own are worth."""
    for lane in range(LANES):
        a0, a1, a2 = a.start[lane], a.start[LANES + lane], a.start[2 * LANES + lane]
        b0, b1, b2 = b.start[lane], b.start[LANES + lane], b.start[2 * LANES + lane]
        left = (1.0 - a2) * (1.0 - b2) - a1 * b1
        a.own[lane], b.own[lane] = 0.5, 0.5
        if left > NEVER_ENDS:
            a.own[lane] = (a0 * (1.0 - b2) + a1 * b0) / left
            b.own[lane] = (b0 * (1.0 - a2) + b1 * a0) / left


@njit(**uncounted)
def _in_numbers(block, beside, cells, rolled):
    """Put what turns of one's own are worth into so many values."""
    for worths, many in ((block.value, cells), (block.rolled, rolled)):
        size = len(worths) // 3
        for at in range(0, many * LANES, LANES):
            for lane in range(LANES):
                worths[at + lane] += beside.own[lane] * worths[size + at + lane]
                worths[at + lane] += block.own[lane] * worths[2 * size + at + lane]


@njit(**uncounted)
def _keep(rules, player, block, beside, states, filled, rows, room):
    """Write down what the turns are worth; the largest change of one's own."""
    keep, kinds, dice, moved = rules.keep, rules.prices.bank_kinds, player.turn.dice, 0.0
    for lane in range(filled):
        state, own = states[lane], block.own[lane]
        moved = max(moved, abs(own - player.chances[state]))
        player.chances[state] = own
        base, theirs = keep.arrival_base[state], keep.theirs[state]
        if base >= 0:
            for row in range(1, theirs // keep.step + 1):
                entry = base + (keep.arrival_run[theirs - row * keep.step] + row) * kinds
                for kind in range(kinds):
                    at = (row * dice + kind) * LANES + lane
                    over = keep.takes_bank and row < rows and block.takes[at]
                    player.arrivals[entry + kind] = block.rolled[at] if over else own
        if rules.writes:
            for row in range(keep.farkled_rows[state]):
                for kind in range(dice):
                    at = (row * dice + kind) * LANES + lane
                    over = row < rows and block.takes[at]
                    entry = keep.farkled_base[state] + row * dice + kind
                    player.farkled[entry] = block.rolled[at] if over else own
        if base >= 0 and keep.previous:
            low, high = rules.prices.least[state], theirs // keep.step + 1
            if low < high:
                _beaten(rules, player, block, beside, state, lane, rows, low, high, room)
                starts, best_starts = room.starts, room.best_starts
                for row in range(low, high):
                    entry = base + (keep.arrival_run[theirs - row * keep.step] + row) * kinds
                    for kind in range(kinds):
                        at = (row * dice + kind) * LANES + lane
                        over = keep.takes_bank != 0 and _takes_beaten(
                            rules, player, block, at, state, row, best_starts[row]
                        )
                        player.arrivals[entry + kind] = block.rolled[at] if over else starts[row]
    return moved


@njit(**uncounted)
def _takes_beaten(rules, player, block, at, state, row, best_start):
    """Whether a turn is taken over if a turn of one's own must beat what was banked."""
    if not player.by_value:
        return block.takes[at]
    if player.turn.overshoot and row > rules.prices.room[state]:
        return False
    return row < rules.limit[state] and block.best_rolled[at] > best_start


@njit(**uncounted)
def _beaten(rules, player, block, beside, state, lane, rows, low, high, room):
    """The turns of a lane that must beat `low` rows, and so on up to `high`."""
    own, best, lost, best_lost = room.own, room.best, room.lost, room.best_lost
    turn, seat = player.turn, player.seat
    dice = turn.dice
    for cell in range((rows + turn.max_rise) * turn.columns):
        own[cell] = block.value[cell * LANES + lane]
    for row in range(rows):
        for kind in range(dice):
            cell = row * dice + kind
            at = cell * LANES + lane
            lost[cell] = block.lost[at]
            if block.joined[1 if kind == dice - 1 else 0, lane]:
                over = rules.coupled and beside.takes[at]
                lost[cell] = 1.0 - (beside.rolled[at] if over else beside.own[lane])
    first = 1.0 - beside.own[lane] if block.joined[2, lane] else block.first[lane]
    aim = (0, 0, 0, 0)
    best_first, best_ruin, sure, _ = block.ends
    if player.by_value:
        by_row = rules.coupled or rules.prices.lost_rise[state] > 0
        kinds = dice if rules.coupled else 2
        for cell in range((rows + turn.max_rise) * turn.columns):
            best[cell] = block.best[cell * LANES + lane]
        for row in range(rows):
            for kind in range(dice):
                of = kind if rules.coupled else (1 if kind == dice - 1 else 0)
                at = ((row if by_row else 0) * kinds + of) * LANES + lane
                best_lost[row * dice + kind] = block.best_lost[at]
    else:
        aim = (seat.situation[state], seat.reach[state], seat.least[state], seat.room[state])
    beaten_turns(
        player.by_value, turn, player.lane_turn.offset, player.table, aim,
        (lost, first, block.ruin[lane]), own,
        (best_lost, best_first[lane], best_ruin[lane], best, sure[lane]), low, high,
        room.worths, room.values, room.lanes, room.beaten, room.starts, room.best_starts,
    )  # fmt: skip


@njit(**uncounted)
def play(rules, one, other, states, partners, a, b, room):
    """Settle turns of both players; the largest change of any.

    Args:
        rules, one, other: the match and the players.
        states: int64[...], the turns of the first player.
        partners: int64[...], the turn of the second player that a farkle leads to and comes back
            from. -1 if there is none: then the second player's turn is the same, and what farkles
            lead to is known.
        a, b, room: blocks for the turns of both, and other room.
    """
    states_a, states_b = room.states[0], room.states[1]
    back_a, back_b = room.states[2], room.states[3]
    moved, prices, beats = 0.0, rules.prices, rules.keep.previous != 0
    for begin in range(0, len(states), LANES):
        filled = min(LANES, len(states) - begin)
        rows = prices.rows[states[begin]]
        for lane in range(LANES):
            at = begin + min(lane, filled - 1)
            states_a[lane], back_a[lane] = states[at], partners[at]
            states_b[lane], back_b[lane] = states[at], -1
            if partners[at] >= 0:
                states_b[lane], back_b[lane] = partners[at], states[at]
            rows = max(rows, prices.rows[states_a[lane]], prices.rows[states_b[lane]])
        if one.by_value:
            solve_perfect(rules, one, a, states_a, rows, room.scratch)
        if other.by_value:
            solve_perfect(rules, other, b, states_b, rows, room.scratch)
        rows = max(
            rows_needed(rules, one, a, states_a, rows),
            rows_needed(rules, other, b, states_b, rows),
        )
        look_up(rules, one, other, a, states_a, back_a, rows)
        look_up(rules, other, one, b, states_b, back_b, rows)
        take(rules, one, a, states_a, rows)
        take(rules, other, b, states_b, rows)
        fill(rules, one, other, a, b, rows)
        _settle(a, b)
        high, rolled = rows + max(one.turn.max_rise, other.turn.max_rise), rows * one.turn.dice
        _in_numbers(a, b, (high if beats else 0) * one.turn.columns, rolled)
        _in_numbers(b, a, (high if beats else 0) * one.turn.columns, rolled)
        moved = max(moved, _keep(rules, one, a, b, states_a, filled, rows, room))
        moved = max(moved, _keep(rules, other, b, a, states_b, filled, rows, room))
    return moved
