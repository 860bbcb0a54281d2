// Turns of perfect players side by side: what they are worth under given prices, and the prices of a
// solved match. With f(n) the chance of a farkle, and h(0) all the dice, else h(n) = n,
//
//     V(t, n) = max(bank(t, n) where that is allowed,
//                   f(n) lost(t, n) + sum over sets of options of  p max over options V(t + s, h(n - k)))
//
// from the top row down, where one banks; all moves rise. K vectors of `W` lanes make a block, so that
// the latency of one is hidden by the others.
#pragma once

#include "functions.hpp"
#include "lookup.hpp"
#include "vectors.hpp"

namespace core {

constexpr i64 SIDE_BY_SIDE = 2 * W;  // lanes of a block, where perfect play is followed

// Values that differ by less, relatively, are equal: one banks instead of rolling, takes the first of
// two options, and takes nothing over. Without it the last bits would decide how a perfect player meets
// somebody who is not one, and these differ from processor to processor.
constexpr double TIE = 1e-12;

inline V magnitude(V x) { return x < 0.0 ? -x : x; }
inline double magnitude(double x) { return abs(x); }

template <class T>
inline auto clearly_more(T one, T other) { return one > other + TIE * magnitude(other); }

template <class T>
inline auto no_less(T one, T other) { return one >= other - TIE * magnitude(other); }

// The prices of a block of turns; every array ends in the lanes.
struct Block {
    double* bank;  // [rows + max_rise, bank_kinds]: `FORBIDDEN` where the rules are against it
    double* lost;  // [lost_rows, lost_kinds]: one row if it is the same in all
    i64 rows, bank_kinds, lost_rows, lost_kinds;
};

template <i64 K>
struct Others {
    double first[K * W], ruin[K * W], sure[K * W];
    i64 room[K * W];  // the last row that the rules let a turn come to
};

template <i64 K>
inline void load(V (&to)[K], const double* from) {
    for (i64 k = 0; k < K; ++k) to[k] = reinterpret_cast<const V*>(from)[k];
}

template <i64 K>
inline void store(double* to, const V (&from)[K]) {
    for (i64 k = 0; k < K; ++k) reinterpret_cast<V*>(to)[k] = from[k];
}

// Add the sets `first` to `last`: of each the best option, or `lost` if all options overshoot.
template <i64 K, bool OVERSHOOT>
inline void add_best(V (&acc)[K], const Turn& turn, i64 first, i64 last, const double* values,
                     const V (&lost)[K]) {
    const i64* offset = turn.offset.data;
    for (i64 set = first; set < last; ++set) {
        const i64 end = turn.set_start[set + 1];
        i64 option = turn.set_start[set];
        V best[K], other[K];
        load<K>(best, values + offset[option] * (K * W));
        for (++option; option < end; ++option) {
            load<K>(other, values + offset[option] * (K * W));
            for (i64 k = 0; k < K; ++k) best[k] = larger(best[k], other[k]);
        }
        const double chance = turn.probability[set];
        for (i64 k = 0; k < K; ++k) {
            if (OVERSHOOT) best[k] = best[k] < NO_OPTION ? lost[k] : best[k];
            acc[k] += chance * best[k];
        }
    }
}

template <i64 K, bool OVERSHOOT>
void fill_turns(const Turn& turn, const Block& block, const Others<K>& ends, double* values,
                double* rolled) {
    constexpr i64 L = K * W;
    const i64 columns = turn.columns, dice = turn.dice, rows = block.rows;
    const auto forbid = [&](i64 row, double* cell) {
        for (i64 lane = 0; OVERSHOOT && lane < L; ++lane)
            if (row > ends.room[lane]) cell[lane] = FORBIDDEN;
    };
    for (i64 row = rows; row < rows + turn.max_rise; ++row) {
        for (i64 column = 0; column < columns; ++column) {
            double* cell = values + (row * columns + column) * L;
            copy(cell, block.bank + (row * block.bank_kinds + turn.bank_kind[column]) * L, L);
            forbid(row, cell);
        }
    }
    const auto begun = [&](V(&acc)[K], const double* lost, i64 column) {
        for (i64 k = 0; k < K; ++k)
            acc[k] = turn.farkle[column] * reinterpret_cast<const V*>(lost)[k] +
                     turn.disaster[column] * reinterpret_cast<const V*>(ends.ruin)[k] +
                     turn.instant[column] * reinterpret_cast<const V*>(ends.sure)[k];
    };
    V acc[K], lost[K], price[K];
    for (i64 row = rows - 1; row >= 0; --row) {
        const i64 lost_row = block.lost_rows > 1 ? row : 0;
        const double* base = values + row * columns * L;
        for (i64 column = row > 0 ? 0 : dice - 1; column < (row > 0 ? columns : dice); ++column) {
            const double* paid =
                block.lost + (lost_row * block.lost_kinds + turn.lost_kind[column]) * L;
            begun(acc, paid, column);
            if (OVERSHOOT) load<K>(lost, paid);
            add_best<K, OVERSHOOT>(acc, turn, turn.column_start[column],
                                   turn.column_start[column + 1], base, lost);
            if (rolled && column < dice) store<K>(rolled + (row * dice + column) * L, acc);
            load<K>(price, block.bank + (row * block.bank_kinds + turn.bank_kind[column]) * L);
            const bool banks = row > 0 && turn.may_bank[column];
            for (i64 k = 0; k < K; ++k) price[k] = banks ? price[k] : splat(FORBIDDEN);
            for (i64 k = 0; k < K; ++k) acc[k] = larger(price[k], acc[k]);
            double* cell = values + (row * columns + column) * L;
            store<K>(cell, acc);
            if (row > 0) forbid(row, cell);
        }
    }
    // the first roll of a turn of one's own, whose farkle may be priced otherwise
    begun(acc, ends.first, dice - 1);
    if (OVERSHOOT) load<K>(lost, ends.first);
    add_best<K, OVERSHOOT>(acc, turn, turn.column_start[dice - 1], turn.column_start[dice], values,
                           lost);
    store<K>(values + (dice - 1) * L, acc);
}

// Fill in values[rows + max_rise, columns, lanes]; of row 0 only the start of the turn. `rolled`
// [rows, dice, lanes], if it is wanted: what rolling on is worth, row 0 being no first roll there.
template <i64 K>
void fill_turns(const Turn& turn, const Block& block, const Others<K>& ends, double* values,
                double* rolled = nullptr) {
    if (turn.overshoot) fill_turns<K, true>(turn, block, ends, values, rolled);
    else fill_turns<K, false>(turn, block, ends, values, rolled);
}

// Rows of a turn: up to where banking past the goal is proved best. Banking there loses only if the
// opponent's last turn goes past it, which gets rarer with every row; rolling loses at least the
// chance of a farkle times the chance to lose after it.
inline i64 rows_needed(const Prices& prices, const Solved& solved, i64 state) {
    const i64 rows = prices.rows[state];
    if (prices.stop_risk <= 0.0) return rows;
    const double after = solved.chances[prices.lost_base[state]];
    const double risk = prices.stop_risk * (after >= 0.0 ? after : 1.0 + after);
    i64 row = max(prices.bank_switch[state], prices.least[state]);
    for (; row < rows; ++row) {
        const double loss = solved.source[prices.bank_past[state] + prices.bank_rise_past * row];
        if (loss >= 0.0 && loss <= risk) break;
    }
    return min(row, rows);
}

// Look up the prices of the turn that a state begins, for one lane, in the coordinate of its chance;
// `at_least`: fewest rows that may be banked.
template <i64 K>
void look_up(const Turn& turn, const Prices& prices, const Keep& keep, const Solved& solved, i64 lane,
             i64 state, i64 at_least, Block& block, Others<K>& ends) {
    constexpr i64 L = K * W;
    const double coordinate = coordinate_of(solved.chances[state]);
    const auto price = [&](i64 index) { return price_of(solved.chances[index], coordinate); };
    // who may take over after a farkle does what is worse for the player
    const auto lost = [&](i64 index, i64 row, i64 kind) {
        if (!keep.takes_farkle || row >= keep.farkled_rows[index]) return price(index);
        const double taken = solved.farkled[keep.farkled_base[index] + row * turn.dice + kind];
        return min(price(index), price_of(taken, coordinate));
    };
    const i64 kinds = block.bank_kinds, end = block.rows + turn.max_rise;
    double* bank = block.bank + lane;
    for (i64 row = 0; row < end; ++row) {
        const bool forbidden = row < block.rows && (row < at_least || !turn.legal[row]);
        const i64 index = forbidden ? 0 : bank_index(prices, state, row);
        for (i64 kind = 0; kind < kinds; ++kind)
            bank[(row * kinds + kind) * L] =
                forbidden ? FORBIDDEN : price_of(solved.source[index + kind], coordinate);
    }
    for (i64 row = 0; row < block.lost_rows; ++row)
        for (i64 kind = 0; kind < block.lost_kinds; ++kind) {
            const i64 award = keep.takes_farkle ? (kind == turn.dice - 1 ? 1 : 0) : kind;
            block.lost[(row * block.lost_kinds + kind) * L + lane] =
                lost(lost_index(prices, award, state, row), row, kind);
        }
    ends.first[lane] = lost(prices.first[state], 0, turn.dice - 1);
    ends.ruin[lane] = price(prices.ruin[state]);
    ends.sure[lane] = 1.0 - coordinate;
    ends.room[lane] = prices.room[state];
}

}  // namespace core
