// The choices that follow from a policy's tables, found once for each (row, set).
#include "policy.hpp"

#include "functions.hpp"

namespace core {

namespace {

constexpr i64 BANK_FIRST = 1LL << 40;  // more than any other preference among equals
constexpr i64 MORE_DICE = 1'000'000;   // more rows than a turn has

}  // namespace

i64 by_worth(const Turn& turn, const Table& table, i64 situation, i64 set, i64 row, i64 room) {
    const i64 columns = turn.columns, cells = table.rows * columns;
    const double* worth = &table.worth[situation * cells + row * columns];
    const i64* banks = &table.banks[situation * cells + row * columns];
    const i64 first = turn.set_start[set], end = turn.set_start[set + 1];
    double best = -1e300;
    for (i64 option = first; option < end; ++option)
        if (row + table.rise[option] <= room) best = max(best, worth[turn.offset[option]]);
    const double least = best - table.tolerance[situation];
    i64 chosen = -1, order = -1;
    for (i64 option = first; option < end; ++option) {
        const i64 there = turn.offset[option], to = row + table.rise[option];
        if (to > room || worth[there] < least) continue;
        const i64 dice = table.column[option] % turn.dice;
        const i64 here = dice * MORE_DICE + to + (banks[there] ? BANK_FIRST : 0);
        if (here > order) {
            order = here;
            chosen = option;
        }
    }
    return chosen;
}

i64 choices(const Turn& turn, const Table& table, const Choices& out) {
    const i64 sets = turn.probability.size, situations = table.tolerance.size;
    if (out.choice.size < situations * table.rows * sets || out.highest.size < sets) return NO_ROOM;
    for (i64 set = 0; set < sets; ++set) {
        out.highest[set] = 0;
        for (i64 option = turn.set_start[set]; option < turn.set_start[set + 1]; ++option)
            out.highest[set] = max(out.highest[set], table.rise[option]);
    }
    for (i64 situation = 0; situation < situations; ++situation)
        for (i64 row = 0; row < table.rows - turn.max_rise; ++row)
            for (i64 set = 0; set < sets; ++set)
                out.choice[(situation * table.rows + row) * sets + set] =
                    by_worth(turn, table, situation, set, row, ANYWHERE);
    return situations;
}

i64 decide(const Turn& turn, const Table& table, const Seat& seat, const Decisions& asked) {
    const i64 many = asked.state.size;
    if (min(min(asked.row.size, asked.set.size), min(asked.option.size, asked.banks.size)) < many)
        return NO_ROOM;
    for (i64 at = 0; at < many; ++at) {
        const Aim aim = aim_of(seat, asked.state[at]);
        const i64 option = option_of(turn, table, aim, asked.set[at], asked.row[at]);
        asked.option[at] = option;
        if (option < 0) continue;
        const i64 row = asked.row[at] + table.rise[option], column = table.column[option];
        asked.banks[at] = banks_here(turn, table, aim, row, column);
    }
    return many;
}

// From the top row down: R(t, n) = f paid(t, n) + sum over sets p V(what the table takes), where V is
// the turn score where the table banks, and R elsewhere.
i64 points(const Turn& turn, const Table& table, const Points& out) {
    const i64 columns = turn.columns, rows = table.rows, sets = turn.probability.size;
    const i64 cells = rows * columns, top = rows - turn.max_rise;
    if (out.rolling.size < cells || out.worth.size < cells || out.paid.size < cells) return NO_ROOM;
    const i64* banks = &table.banks[out.situation * cells];
    const i64* choice = &table.choice[out.situation * rows * sets];
    for (i64 row = rows - 1; row >= 0; --row) {
        for (i64 column = 0; column < columns; ++column) {
            const i64 at = row * columns + column;
            const double banked = double(row) * out.unit;
            double rolled = banked;
            if (row < top) {
                rolled = turn.farkle[column] * out.paid[at];
                for (i64 set = turn.column_start[column]; set < turn.column_start[column + 1]; ++set)
                    rolled += turn.probability[set] *
                              out.worth[row * columns + turn.offset[choice[row * sets + set]]];
            }
            out.rolling[at] = rolled;
            out.worth[at] = banks[at] || row >= top ? banked : rolled;
        }
    }
    return cells;
}

}  // namespace core
