"""A match solved layer by layer, compiled: blocks of `LANES` turns side by side.

The prices of a turn are looked up (`kernels.lookup`), its values filled in from the top row down
(`kernels.backward`, `kernels.coupled`), and turns that need each other are solved together
(`kernels.cycles`).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from farklegen.kernels.arrays import FORBIDDEN, LANES
from farklegen.kernels.backward import backward
from farklegen.kernels.compiled import options
from farklegen.kernels.coupled import all_pairs, backward_coupled, backward_pairs
from farklegen.kernels.cycles import TIGHT, gap, step_cycles
from farklegen.kernels.lookup import chance_of, gather_bank, gather_lost, price_of, value_of, worse

LOOSE = 1e-12
"""Relative change that will do after `PATIENCE` steps."""

PATIENCE = 30

MOST_STEPS = 400
"""Steps on one cycle; some four are usual."""


@njit(**options)
def rows_needed(state, beaten, share, prices, source, chances):
    """Rows of a turn: up to where banking past the goal is proved best.

    Banking there loses only if the opponent's last turn goes past it, which gets rarer with every
    row; rolling loses at least the chance of a farkle times the chance to lose after it. The rows
    are enough if they are for a `share` of 1 in the end; a smaller one allows for guesses.
    """
    rows = prices.rows[state]
    if prices.stop_risk <= 0.0:
        return rows
    after = chances[prices.lost_base[0, state]]
    risk = share * prices.stop_risk * (after if after >= 0.0 else 1.0 + after)
    row = max(prices.bank_switch[state], prices.least[state], beaten + 1)
    while row < rows:
        loss = source[prices.bank_past[state] + prices.bank_rise_past * row]
        if 0.0 <= loss <= risk:
            break
        row += 1
    return min(row, rows)


@njit(**options)
def evaluate(
    block, lanes, low, step, rows, turn, prices, keep, order, previous, chances, source, farkled,
    values, coordinate, bank, lost, lost_rows, lost_kinds, rolled, keeps, coupled, vectors,
    cycles, scratch, worth, check,
):  # fmt: skip
    """Look up the prices of one block and solve it; a block that is not full repeats a lane."""
    first, ruin, sure, room, apart = vectors
    partner, block_coordinate, guess = cycles
    dice = turn.dice
    begin = block * LANES
    filled = min(LANES, lanes - begin)
    for lane in range(LANES):
        at = begin + lane if lane < filled and order[low + begin + lane] >= 0 else begin
        state = order[low + at]
        c = coordinate[at]
        if step == 0:
            least = max(prices.least[state], previous[low + at] + 1)
            gather_bank(bank, lane, state, least, c, rows, turn, prices, source)
        other = prices.partner[state]
        joined = coupled and other >= 0 and at == begin + lane and previous[low + at] == 0
        awarded = prices.lost_base[1, state] != prices.lost_base[0, state]
        if not joined or awarded:
            gather_lost(
                lost, lane, state, c, lost_rows, lost_kinds, dice, prices, keep, chances, farkled,
                check,
            )  # fmt: skip
        first[lane] = price_of(chances[prices.first[state]], c)
        ruin[lane] = price_of(chances[prices.ruin[state]], c)
        sure[lane] = price_of(chances[prices.over], c)
        room[lane] = prices.room[state]
        partner[lane] = -1
        if keep.takes_farkle:
            index = prices.first[state]
            if keep.farkled_rows[index] > 0:
                entry = keep.farkled_base[index] + dice - 1
                first[lane] = worse(first[lane], price_of(farkled[entry], c), check)
        if joined:
            partner[lane] = prices.place[other] - low - begin
            block_coordinate[lane] = c
            guess[lane] = value_of(chances[state], c)
            apart[lane] = 1 if awarded else 0
            if prices.first[state] == other:
                first[lane] = FORBIDDEN
    if coupled and all_pairs(turn, partner, apart, first):
        backward_pairs(
            turn, rows, values, bank, prices.bank_kinds, ruin, sure, room, rolled,
            block_coordinate, guess, scratch,
        )  # fmt: skip
    elif coupled:
        backward_coupled(
            turn, rows, values, bank, prices.bank_kinds, lost, lost_kinds, first, ruin, sure, room,
            rolled, apart, cycles, scratch,
        )  # fmt: skip
    else:
        backward(
            turn, rows, values, bank, prices.bank_kinds, lost, lost_rows, lost_kinds, first, ruin,
            sure, room, rolled, keeps, scratch,
        )  # fmt: skip
    for lane in range(filled):
        worth[begin + lane] = values[(dice - 1) * LANES + lane]


@njit(**options)
def solve(
    turn, prices, keep, order, layers, previous, chances, source, farkled, found, values, check,
):  # fmt: skip
    """Solve states layer by layer; float64[4]: change, residual, evaluations, change of any state.

    Args:
        turn, prices, keep: the match.
        order: int64[lanes], states.
        layers: int64[layers + 1], parts of `order` that need only earlier ones; states of a cycle
            lie in one layer (and in one block where they are coupled; -1 fills up a block).
        previous: int64[lanes], rows that the turn must beat; 0 for the state itself.
        chances: float64[...] of all states, where prices are looked up.
        source: the chances that prices of banking are looked up in: `chances` or the arrivals.
        farkled: float64[...], values of taking over after a farkle; where `keep` says so.
        found: (chances, arrivals, farkled), where what is found is written: the chances, and where
            `keep` says so the values on arriving after a bank and of taking over after a farkle.
            The arrays that prices are looked up in, unless `check` is set.
        values: float64[...], room for one block's turn; all that matters lies in it.
        check: 1 to apply the equation once, to every state alike; 2 to do so in coordinate 1, where
            whoever may take over after a farkle does what is better for the other player.

    Changes and the residual are relative, the first two over states that count. Evaluations are
    counted in turns.
    """
    dice = turn.dice
    result = np.zeros(4)
    scratch = np.empty((6, LANES))
    vectors = (
        np.empty(LANES), np.empty(LANES), np.empty(LANES), np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
    )  # fmt: skip
    cycles = (np.full(LANES, -1), np.zeros(LANES), np.zeros(LANES))
    keeps = keep.takes_bank or keep.takes_farkle
    coupled = keep.takes_farkle and not check
    lost_kinds = dice if keep.takes_farkle else 2
    for layer in range(len(layers) - 1):
        low = layers[layer]
        lanes = layers[layer + 1] - low
        blocks = (lanes + LANES - 1) // LANES
        if blocks == 0:
            continue
        coordinate = np.zeros(blocks * LANES)
        before = np.empty(blocks * LANES)
        rows = np.zeros(blocks, np.int64)
        rows_kept = False
        for lane in range(lanes):
            state = order[low + lane]
            if state < 0:
                continue
            chance = chances[state]
            high = check == 2 or (-0.5 < chance < 0.0) or chance > 0.5
            coordinate[lane] = 1.0 if high else 0.0
            before[lane] = value_of(chance, coordinate[lane])
            rows_kept = rows_kept or prices.lost_rise[state] > 0
            needed = rows_needed(state, previous[low + lane], 0.5, prices, source, chances)
            rows[lane // LANES] = max(rows[lane // LANES], needed)
        rows_kept = rows_kept or keep.takes_farkle
        enough = False
        while not enough:
            bank_at = np.zeros(blocks + 1, np.int64)
            rolled_at = np.zeros(blocks + 1, np.int64)
            for block in range(blocks):
                size = (rows[block] + turn.max_rise) * prices.bank_kinds * LANES
                bank_at[block + 1] = bank_at[block] + size
                rolled_at[block + 1] = rolled_at[block] + rows[block] * dice * LANES
            bank = np.empty(bank_at[blocks])
            # nothing is rolled from some rows
            rolled = np.zeros((rolled_at[blocks] if keeps else 0) + LANES)
            lost = np.empty((rows.max() if rows_kept else 1) * lost_kinds * LANES)
            worth, target = np.empty(blocks * LANES), np.empty(blocks * LANES)
            gaps = np.zeros(blocks * LANES)
            last = np.zeros((5, blocks * LANES))
            busy = np.ones(blocks, np.int64)
            for step in range(MOST_STEPS):
                for block in range(blocks):
                    if not busy[block]:
                        continue
                    evaluate(
                        block, lanes, low, step, rows[block], turn, prices, keep, order, previous,
                        chances, source, farkled, values, coordinate, bank[bank_at[block] :], lost,
                        rows[block] if rows_kept else 1, lost_kinds,
                        rolled[rolled_at[block] if keeps else 0 :], keeps, coupled, vectors, cycles,
                        scratch, worth, check,
                    )  # fmt: skip
                    result[2] += LANES
                worst = 0.0
                for at in range(lanes):
                    state = order[low + at]
                    if state < 0 or previous[low + at] > 0 or not busy[at // LANES]:
                        continue
                    gaps[at] = gap(worth[at], value_of(chances[state], coordinate[at]))
                    if check:
                        if prices.counts[state]:
                            result[1] = max(result[1], gaps[at])
                    elif prices.partner[state] < 0:
                        chances[state] = chance_of(worth[at], coordinate[at])
                        gaps[at] = 0.0
                    worst = max(worst, gaps[at])
                if check or worst <= TIGHT or (step >= PATIENCE and worst <= LOOSE):
                    break
                step_cycles(
                    low, lanes, order, previous, step, prices, chances, coordinate, worth, last,
                    gaps, target, coupled,
                )  # fmt: skip
                for block in range(blocks):
                    busy[block] = 0
                for at in range(lanes):
                    if target[at] != FORBIDDEN:
                        busy[at // LANES] = 1
            enough = True
            for lane in range(lanes if prices.stop_risk > 0.0 and not check else 0):
                state = order[low + lane]
                needed = rows_needed(state, previous[low + lane], 1.0, prices, source, chances)
                if needed > rows[lane // LANES]:
                    rows[lane // LANES] = needed
                    enough = False
        for at in range(lanes):
            state = order[low + at]
            if state < 0:
                continue
            begun = worth[at]
            if check:
                if previous[low + at] == 0:
                    found[0][state] = chance_of(begun, coordinate[at])
            else:
                result[1] = max(result[1], gaps[at])
                begun = value_of(chances[state], coordinate[at])
            if previous[low + at] == 0 and not check:
                moved = gap(value_of(chances[state], coordinate[at]), before[at])
                result[3] = max(result[3], moved)
                if prices.counts[state]:
                    result[0] = max(result[0], moved)
            block, lane = at // LANES, at % LANES
            _keep(
                turn, keep, state, previous[low + at], worth[at], begun, coordinate[at],
                rows[block], rolled[rolled_at[block] if keeps else 0 :], lane, prices, found,
            )  # fmt: skip
    return result


@njit(**options)
def _keep(
    turn, keep, state, beaten, worth, begun, coordinate, rows, rolled, lane, prices, found,
):  # fmt: skip
    """Write the values of arriving at a state after a bank, and of taking over after a farkle;
    `begun` is that of a turn of one's own, `worth` that of the lane."""
    dice = turn.dice
    _, arrivals, farkled = found
    base = keep.arrival_base[state]
    if base >= 0:
        theirs, step = keep.theirs[state], keep.step
        value = worth if beaten > 0 else begun
        last = beaten if beaten > 0 else theirs // step
        row = beaten if keep.previous else 1
        while row <= last:
            entry = base + (keep.arrival_run[theirs - row * step] + row) * prices.bank_kinds
            for kind in range(prices.bank_kinds):
                best = value
                too_far = turn.overshoot and row > prices.room[state]
                if keep.takes_bank and row < rows and not too_far:
                    best = max(best, rolled[(row * dice + kind) * LANES + lane])
                arrivals[entry + kind] = chance_of(best, coordinate)
            row += 1
    if keep.takes_farkle and beaten == 0 and keep.farkled_base[state] >= 0:
        for row in range(min(rows, keep.farkled_rows[state])):
            if turn.overshoot and row > prices.room[state]:
                break
            # without points yet all the dice are rolled
            for kind in range(0 if row > 0 else dice - 1, dice):
                entry = keep.farkled_base[state] + row * dice + kind
                farkled[entry] = chance_of(rolled[(row * dice + kind) * LANES + lane], coordinate)
