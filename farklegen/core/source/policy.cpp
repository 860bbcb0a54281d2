// The choices that follow from a policy's tables, found once for each (row, set).
//
// Compiled with -ffp-contract=off: equal worths stay equal on every processor.
#include "policy.hpp"

namespace core {

namespace {

constexpr double NEGLIGIBLE = 1e-20;  // chance up to which a state is not followed any further

// `by_worth` with the first table, if options stand in the order in which they are preferred: how far on it is.
i64 taken(const Turn& turn, const PolicyTable& table, i64 set, i64 row) {
    if (table.tolerance[0] > 0.0) return turn.offset[by_worth(turn, table, 0, set, row, ANYWHERE)];
    const double* const worth = &table.worth[row * turn.columns];
    const i64* const banks = &table.banks[row * turn.columns];
    i64 best = turn.offset[turn.set_start[set]];
    for (i64 option = turn.set_start[set] + 1; option < turn.set_start[set + 1]; ++option) {
        const i64 other = turn.offset[option];
        if (worth[other] > worth[best] || (worth[other] == worth[best] && banks[other] >= banks[best])) best = other;
    }
    return best;
}

}  // namespace

i64 by_worth(const Turn& turn, const PolicyTable& table, i64 situation, i64 set, i64 row, i64 room) {
    const i64 cell = (situation * table.rows + row) * turn.columns;
    const double* worth = &table.worth[cell];
    const i64* banks = &table.banks[cell];
    const i64 first = turn.set_start[set], end = turn.set_start[set + 1];
    double least = -__builtin_inf();
    for (i64 option = first; option < end; ++option)
        if (row + table.rise[option] <= room) least = max(least, worth[turn.offset[option]]);
    least -= table.tolerance[situation];
    i64 chosen = -1;
    const auto before = [&](i64 one, i64 other) {
        const bool banked = banks[turn.offset[one]] != 0;
        if (banked != (banks[turn.offset[other]] != 0)) return banked;
        const i64 dice = table.column[one] % turn.dice, others = table.column[other] % turn.dice;
        return dice != others ? dice > others : table.rise[one] > table.rise[other];
    };
    for (i64 option = first; option < end; ++option)
        if (row + table.rise[option] <= room && worth[turn.offset[option]] >= least &&
            (chosen < 0 || before(option, chosen)))
            chosen = option;
    return chosen;
}

// Fill in what the tables take from each set, and how far the sets rise: `choice`, `highest` and `top` of a
// PolicyTable; the number of situations.
EXPORTED i64 choices(const Turn& turn, const PolicyTable& table) {
    const i64 sets = turn.probability.size, situations = table.tolerance.size;
    if (table.choice.size < situations * table.rows * sets || min(table.highest.size, table.top.size) < sets)
        return NO_ROOM;
    for (i64 set = 0; set < sets; ++set) {
        i64 top = turn.set_start[set];
        for (i64 option = top; option < turn.set_start[set + 1]; ++option)
            if (further(turn, table, option, top)) top = option;
        table.top[set] = top;
        table.highest[set] = table.rise[top];
    }
    for (i64 situation = 0; situation < situations; ++situation)
        for (i64 row = 0; row < table.rows - turn.max_rise; ++row)
            for (i64 set = 0; set < sets; ++set)
                table.choice[(situation * table.rows + row) * sets + set] =
                    i32(by_worth(turn, table, situation, set, row, ANYWHERE));
    return situations;
}

// How often a turn that is played by the first table comes to every state: fill in `visits`, [rows, columns]; how
// many. The last rows, as many as a move can rise, only collect.
EXPORTED i64 turn_visits(const Turn& turn, const PolicyTable& table, const TurnVisits& out) {
    const i64 columns = turn.columns, cells = table.rows * columns;
    if (out.visits.size < cells) return NO_ROOM;
    fill(out.visits.data, cells, 0.0);
    out.visits[turn.dice - 1] = 1.0;
    for (i64 row = 0; row < table.rows - turn.max_rise; ++row) {
        for (i64 column = 0; column < columns; ++column) {
            double* const here = &out.visits[row * columns];
            const double mass = here[column];
            if (mass <= NEGLIGIBLE || (row > 0 && table.banks[row * columns + column])) continue;
            for (i64 set = turn.column_start[column]; set < turn.column_start[column + 1]; ++set)
                here[taken(turn, table, set, row)] += mass * turn.probability[set];
        }
    }
    return cells;
}

}  // namespace core
