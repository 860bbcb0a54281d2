// What a player does who plays by tables (farklegen/policies/policy.py): where the turn is banked,
// and which option is taken from a set.
//
// Up to the goal the tables decide: the option of most worth, among equals one in which to bank,
// then more dice, then more points. An option that reaches the goal and may be banked goes before,
// the highest of them.
#pragma once

#include "arrays.hpp"

namespace core {

constexpr i64 ANYWHERE = 1LL << 40;  // more rows than any turn has

// What is played by in one turn: the fields of a StatePolicy.
struct Aim {
    i64 situation, reach, stop, goes_for_it, least, room, past;

    // The row from which on the tables alone do not tell which option is taken.
    i64 nearest() const { return min(reach, room + 1); }
    bool same_choices(const Aim& other) const {
        return situation == other.situation && reach == other.reach && least == other.least &&
               room == other.room;
    }
};

inline Aim aim_of(const StatePolicy& by_state, i64 state) {
    return {by_state.situation[state], by_state.reach[state], by_state.stop[state],
            by_state.goes_for_it[state], by_state.least[state], by_state.room[state],
            by_state.past[state]};
}

// Whether the rules let the turn be banked here.
inline bool may_bank(const Turn& turn, i64 row, i64 column, i64 least) {
    return row >= least && turn.legal[row] != 0 && turn.may_bank[column] != 0;
}

// Whether a policy banks, at a turn score above zero.
inline bool banks_here(const Turn& turn, const PolicyTable& table, const Aim& aim, i64 row, i64 column) {
    if (row >= aim.reach)
        return row >= aim.stop && turn.sizes[column] <= aim.past && may_bank(turn, row, column, aim.least);
    if (aim.goes_for_it >> (turn.sizes[column] - 1) & 1) return false;
    const i64 cells = table.rows * turn.columns;
    return table.banks[aim.situation * cells + row * turn.columns + column] != 0;
}

// Whether an option rises further than another, or as far and leaves more dice.
inline bool further(const Turn& turn, const PolicyTable& table, i64 option, i64 other) {
    if (table.rise[option] != table.rise[other]) return table.rise[option] > table.rise[other];
    return table.column[option] % turn.dice > table.column[other] % turn.dice;
}

// The highest option of a set that reaches the goal and may be banked, among equals the one that leaves
// more dice; -1 if none does.
inline i64 reaching(const Turn& turn, const PolicyTable& table, const Aim& aim, i64 set, i64 row) {
    const auto fits = [&](i64 option) {
        const i64 to = row + table.rise[option];
        return to >= aim.reach && to <= aim.room && may_bank(turn, to, table.column[option], aim.least);
    };
    if (fits(table.top[set])) return table.top[set];
    i64 chosen = -1;
    for (i64 option = turn.set_start[set]; option < turn.set_start[set + 1]; ++option)
        if ((chosen < 0 || further(turn, table, option, chosen)) && fits(option)) chosen = option;
    return chosen;
}

// The highest option of a set that may be banked, whatever the goal; -1 if none may be.
inline i64 highest_banked(const Turn& turn, const PolicyTable& table, i64 set, i64 row) {
    return reaching(turn, table, {0, 0, 0, 0, 0, ANYWHERE, 0}, set, row);
}

// The option of most worth that leads no further than `room`, -1 if there is none. As good as it is what is worth
// no less than that by the table's tolerance, and of those one comes first in which the turn is banked, then the
// one that leaves most dice, then the one that rises most.
i64 by_worth(const Turn& turn, const PolicyTable& table, i64 situation, i64 set, i64 row, i64 room);

// The option that the tables take from a set where none reaches the goal; -1 if all overshoot.
inline i64 usual(const Turn& turn, const PolicyTable& table, const Aim& aim, i64 set, i64 row) {
    const i64 sets = turn.probability.size;
    if (row + table.highest[set] <= aim.room)
        return table.choice[(aim.situation * table.rows + row) * sets + set];
    return by_worth(turn, table, aim.situation, set, row, aim.room);
}

// The option that a policy takes from a set; -1 if all overshoot.
inline i64 option_of(const Turn& turn, const PolicyTable& table, const Aim& aim, i64 set, i64 row) {
    if (row + table.highest[set] >= aim.nearest()) {
        const i64 chosen = reaching(turn, table, aim, set, row);
        if (chosen >= 0) return chosen;
    }
    return usual(turn, table, aim, set, row);
}

}  // namespace core
