// Where the ends of a turn lead: the prices of a turn are the chances of other states.
//
// A *chance* keeps small numbers exact on both sides: W where it is small, W - 1 where it is large;
// negative means the second. A lane computes in a coordinate of its own, W (0) or W - 1 (1). See
// farklegen/core/arrays.py.
#pragma once

#include "turn.hpp"

namespace core {

// What a state of this chance is worth to the other player, in the coordinate of a lane.
inline double price_of(double chance, double coordinate) {
    return (chance >= 0.0 ? 1.0 - coordinate : -coordinate) - chance;
}

// The chance of a state in the coordinate of a lane.
inline double value_of(double chance, double coordinate) {
    if (chance >= 0.0) return coordinate == 0.0 ? chance : chance - 1.0;
    return coordinate == 1.0 ? chance : chance + 1.0;
}

// A value as the chance of a state.
inline double chance_of(double value, double coordinate) {
    return coordinate == 0.0 ? max(value, 0.0) : min(value, SURE);
}

// The coordinate in which states of about this chance are best solved.
inline double coordinate_of(double chance) {
    return (-0.5 < chance && chance < 0.0) || chance > 0.5 ? 1.0 : 0.0;
}

// Relative difference of two values.
inline double gap(double worth, double now) {
    const double scale = max(abs(worth), abs(now));
    return scale > 1e-250 ? abs(worth - now) / scale : 0.0;
}

// Where `lost_base` and the like, [2, states], have a state.
inline i64 lost_place(const Prices& prices, i64 kind, i64 state) {
    return kind * (prices.lost_base.size / 2) + state;
}

// Where a state finds its price of a farkle of this kind, at a turn score.
inline i64 lost_index(const Prices& prices, i64 kind, i64 state, i64 row) {
    const i64 rise = prices.lost_rise[state];
    if (rise == 0) return prices.lost_base[lost_place(prices, kind, state)];
    const i64 at = lost_place(prices, row > prices.award_rows[state] ? 0 : kind, state);
    if (row < prices.lost_switch[at]) {
        return max(prices.lost_base[at] + rise * row, prices.lost_floor[state]);
    }
    return prices.lost_past[at] + rise * row;
}

// What an application of the equation is for: see `Solving`.
enum Check : i64 { SETTLE = 0, APPLY = 1, STAY = 2 };

// The worse of two prices, since the opponent chooses; the better one where it is asked whether
// there is a choice that keeps a game going.
inline double worse(double one, double other, i64 check) {
    return check == STAY ? max(one, other) : min(one, other);
}

// The chances that prices are looked up in.
struct Known {
    const double *chances, *source, *farkled;
};

// Prices of banking of one lane, for rows + max_rise rows.
template <class Real>
inline void gather_bank(const Worths<Real>& ends, i64 lane, i64 state, i64 least, double coordinate,
                        i64 rows, const Turn& turn, const Prices& prices, const double* source) {
    const i64 kinds = ends.bank_kinds, end = rows + turn.max_rise;
    const i64 switched = min(prices.bank_switch[state], end);
    const double low = 0.0 - coordinate, high = 1.0 - coordinate;
    least = min(least, rows);
    Real* to = ends.bank + lane;
    for (i64 i = 0; i < least * kinds; ++i) to[i * LANES<Real>] = Real(FORBIDDEN);
    const auto gather = [&](i64 from, i64 until, i64 base, i64 rise) {
        for (i64 row = from; row < until; ++row) {
            for (i64 kind = 0; kind < kinds; ++kind) {
                const double chance = source[base + row * rise + kind];
                to[(row * kinds + kind) * LANES<Real>] = Real((chance >= 0.0 ? high : low) - chance);
            }
        }
    };
    gather(least, switched, prices.bank_base[state], prices.bank_rise);
    gather(max(least, switched), end, prices.bank_past[state], prices.bank_rise_past);
    if (!turn.some_illegal) return;
    for (i64 row = least; row < rows; ++row) {
        if (turn.legal[row]) continue;
        for (i64 kind = 0; kind < kinds; ++kind) {
            to[(row * kinds + kind) * LANES<Real>] = Real(FORBIDDEN);
        }
    }
}

// Prices of a farkle of one lane.
template <class Real>
inline void gather_lost(const Worths<Real>& ends, i64 lane, i64 state, double coordinate,
                        const Turn& turn, const Prices& prices, const Keep& keep, const Known& known,
                        i64 check) {
    const i64 kinds = ends.lost_kinds, dice = turn.dice;
    for (i64 row = 0; row < ends.lost_rows; ++row) {
        for (i64 kind = 0; kind < kinds; ++kind) {
            const i64 award = keep.takes_farkle ? (kind == dice - 1 ? 1 : 0) : kind;
            const i64 index = lost_index(prices, award, state, row);
            double price = price_of(known.chances[index], coordinate);
            if (keep.takes_farkle && row < keep.farkled_rows[index]) {
                const i64 entry = keep.farkled_base[index] + row * dice + kind;
                price = worse(price, price_of(known.farkled[entry], coordinate), check);
            }
            ends.lost[(row * kinds + kind) * LANES<Real> + lane] = Real(price);
        }
    }
}

// The other prices of one lane.
template <class Real>
inline void gather_others(const Worths<Real>& ends, i64 lane, i64 state, double coordinate,
                          const Turn& turn, const Prices& prices, const Keep& keep,
                          const Known& known, i64 check) {
    const i64 index = prices.first[state];
    double first = price_of(known.chances[index], coordinate);
    if (keep.takes_farkle && keep.farkled_rows[index] > 0) {
        const i64 entry = keep.farkled_base[index] + turn.dice - 1;
        first = worse(first, price_of(known.farkled[entry], coordinate), check);
    }
    ends.first[lane] = Real(first);
    ends.ruin[lane] = Real(price_of(known.chances[prices.ruin[state]], coordinate));
    ends.sure[lane] = Real(price_of(known.chances[prices.over], coordinate));
    ends.room[lane] = Real(prices.room[state]);
}

}  // namespace core
