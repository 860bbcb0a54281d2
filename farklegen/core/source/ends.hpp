// The payoffs of whole blocks, looked up among the chances (lookup.hpp).
#pragma once

#include "functions.hpp"
#include "lookup.hpp"
#include "turn.hpp"

namespace core {

// Rows of a turn that must beat so many: up to where banking past the goal is proved best. Banking
// there loses only if the opponent's last turn goes past it, which gets rarer with every row; rolling
// loses at least the chance of a farkle times the chance to lose after it. The rows are enough if they
// are for a `share` of 1 in the end; a smaller one allows for guesses.
inline i64 rows_needed(const Payoffs& payoffs, const Floats& chances, const Floats& source, i64 state,
                       i64 beaten = 0, double share = 1.0) {
    const i64 most = payoffs.rows[state];
    if (payoffs.stop_risk <= 0.0) return most;
    const double risk = share * payoffs.stop_risk * chances[payoffs.lost_base[state]];
    i64 row = max(max(payoffs.bank_switch[state], payoffs.least[state]), beaten + 1);
    for (; row < most; ++row) {
        if (source[payoffs.bank_past[state] + payoffs.bank_rise_past * row] <= risk) break;
    }
    return min(row, most);
}

// Payoffs of banking of one lane, for rows + max_rise rows.
template <i64 N>
inline void gather_bank(const Worths<N>& ends, i64 lane, i64 state, i64 least, i64 rows, const Turn& turn,
                        const Payoffs& payoffs, const Floats& source) {
    const i64 kinds = ends.bank_kinds, end = rows + turn.max_rise;
    const i64 switched = min(payoffs.bank_switch[state], end);
    least = min(least, rows);
    double* to = ends.bank + lane;
    for (i64 i = 0; i < least * kinds; ++i) to[i * LANES<N>] = FORBIDDEN;
    const auto gather = [&](i64 from, i64 until, i64 base, i64 rise) {
        i64 row = from;
        if (kinds == 1 && rise == 1) {
            for (; row + W <= until; row += W) {
                const V worth = 1.0 - load(&source[base + row]);
                for (i64 i = 0; i < W; ++i) to[(row + i) * LANES<N>] = worth[i];
            }
        }
        for (; row < until; ++row) {
            for (i64 kind = 0; kind < kinds; ++kind) {
                to[(row * kinds + kind) * LANES<N>] = 1.0 - source[base + row * rise + kind];
            }
        }
    };
    gather(least, switched, payoffs.bank_base[state], payoffs.bank_rise);
    gather(max(least, switched), end, payoffs.bank_past[state], payoffs.bank_rise_past);
    if (!turn.some_illegal) return;
    for (i64 row = least; row < rows; ++row) {
        if (turn.legal[row]) continue;
        for (i64 kind = 0; kind < kinds; ++kind) {
            to[(row * kinds + kind) * LANES<N>] = FORBIDDEN;
        }
    }
}

// Payoffs of a farkle of one lane.
template <i64 N>
inline void gather_lost(const Worths<N>& ends, i64 lane, i64 state, const Turn& turn,
                        const Payoffs& payoffs, const Keep& keep, const Solved& known) {
    const i64 kinds = ends.lost_kinds, dice = turn.dice;
    for (i64 row = 0; row < ends.lost_rows; ++row) {
        for (i64 kind = 0; kind < kinds; ++kind) {
            const i64 award = keep.takes_farkle ? (kind == dice - 1 ? 1 : 0) : kind;
            const i64 index = lost_index(payoffs, award, state, row);
            double payoff = 1.0 - known.chances[index];
            if (keep.takes_farkle && keep.farkled_rows[index] > 0) {
                const i64 top = keep.farkled_rows[index] - 1;  // past the goal all rows are alike
                const i64 entry = keep.farkled_base[index] + min(row, top) * dice + kind;
                payoff = min(payoff, 1.0 - known.farkled[entry]);
            }
            ends.lost[(row * kinds + kind) * LANES<N> + lane] = payoff;
        }
    }
}

// The other payoffs of one lane.
template <i64 N>
inline void gather_others(const Worths<N>& ends, i64 lane, i64 state, const Turn& turn,
                          const Payoffs& payoffs, const Keep& keep, const Solved& known) {
    const i64 index = payoffs.first[state];
    double first = 1.0 - known.chances[index];
    if (keep.takes_farkle && keep.farkled_rows[index] > 0) {
        const i64 entry = keep.farkled_base[index] + turn.dice - 1;
        first = min(first, 1.0 - known.farkled[entry]);
    }
    ends.first[lane] = first;
    ends.ruin[lane] = 1.0 - known.chances[payoffs.ruin[state]];
    ends.sure[lane] = 1.0 - known.chances[payoffs.over];
    ends.room[lane] = payoffs.room[state];
}

}  // namespace core
