// Where the ends of a turn lead, and what that is worth: the payoffs of a turn are the chances of other
// states: what a state of chance W is worth to the other player is 1 - W.
#pragma once

#include "arrays.hpp"

namespace core {

// Kinds of ends of a turn. An end is a code, row * ENDS + kind: with which turn score, and how.
enum : i64 {
    BANKED = 0,
    FARKLED = 1,   // with some of the dice
    AWARDED = 2,   // with all the dice
    FIRST = 3,     // on the first roll
    RUINED = 4,    // by a disaster
    WON = 5,       // by a win at once
};

// Where a state finds its payoff of a bank of that many rows.
inline i64 bank_index(const Payoffs& payoffs, i64 state, i64 row) {
    return row < payoffs.bank_switch[state] ? payoffs.bank_base[state] + payoffs.bank_rise * row
                                           : payoffs.bank_past[state] + payoffs.bank_rise_past * row;
}

// Where `lost_base` and the like, [2, states], have a state.
inline i64 lost_place(const Payoffs& payoffs, i64 kind, i64 state) {
    return kind * (payoffs.lost_base.size / 2) + state;
}

// Where a state finds its payoff of a farkle, at a turn score: kind 0, or 1 with all the dice.
inline i64 lost_index(const Payoffs& payoffs, i64 kind, i64 state, i64 row) {
    const i64 rise = payoffs.lost_rise[state];
    if (rise == 0) return payoffs.lost_base[lost_place(payoffs, kind, state)];
    const i64 at = lost_place(payoffs, row > payoffs.award_rows[state] ? 0 : kind, state);
    if (row < payoffs.lost_switch[at]) {
        const i64 index = max(payoffs.lost_base[at] + rise * row, payoffs.lost_floor[state]);
        return min(index, payoffs.lost_most[state]);
    }
    return payoffs.lost_past[at] + rise * row;
}

// The chance that follows an end of a turn; -1 for a win at once.
inline i64 target_of(const Payoffs& payoffs, i64 state, i64 code) {
    const i64 row = code / ENDS, kind = code % ENDS;
    if (kind == BANKED) return bank_index(payoffs, state, row);
    if (kind == FIRST) return payoffs.first[state];
    if (kind == RUINED) return payoffs.ruin[state];
    if (kind == WON) return -1;
    return lost_index(payoffs, kind - FARKLED, state, row);
}

}  // namespace core
