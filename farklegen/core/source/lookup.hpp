// Where the ends of a turn lead, and what that is worth: the payoffs of a turn are the chances of other
// states.
//
// A *chance* keeps small numbers exact on both sides: W where it is small, W - 1 where it is large;
// negative means the second. A lane computes in a coordinate of its own, W (0) or W - 1 (1). See
// farklegen/core/arrays.py.
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

// What a state of this chance is worth to the other player, in a coordinate.
inline double payoff_of(double chance, double coordinate) {
    return (chance >= 0.0 ? 1.0 - coordinate : -coordinate) - chance;
}

// The chance of a state in a coordinate.
inline double value_of(double chance, double coordinate) {
    if (chance >= 0.0) return coordinate == 0.0 ? chance : chance - 1.0;
    return coordinate == 1.0 ? chance : chance + 1.0;
}

// A value as the chance of a state.
inline double chance_of(double value, double coordinate) {
    return coordinate == 0.0 ? max(value, 0.0) : min(value, SURE);
}

// The coordinate in which a state of this chance keeps its digits.
inline double coordinate_of(double chance) {
    return (chance < 0.0 && chance > -0.5) || chance > 0.5 ? 1.0 : 0.0;
}

// Where a state finds its payoff of a bank of so many rows.
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
