// How turns end, written down: for each turn the chances of its banks, row by row, and a short list of
// its other ends, as codes (lookup.hpp).
#pragma once

#include "functions.hpp"
#include "lookup.hpp"

namespace core {

// The ends of one turn, as they are added up: entry `row * stride` of an array for each row.
struct Added {
    const double* banked;
    const double* farkled[2];  // with some of the dice, with all; one row unless they are told apart
    i64 rows, farkled_rows, stride;
    double first, ruined, won;
    i64 past;  // the row from which on all banks lead to the same
};

// Writes turns one after the other.
class Lister {
public:
    explicit Lister(const Listing& listing) : to(listing) {
        to.run[0] = 0;
        to.start[0] = 0;
    }

    i64 written() const { return list; }

    // Whether so many more turns of so many rows surely find room.
    bool has_room(i64 turns, i64 rows, i64 farkled_rows) const {
        return list + turns <= to.row.size && list + turns < min(to.run.size, to.start.size) &&
               to.run[list] + turns * rows <= to.banked.size &&
               to.start[list] + turns * (2 * farkled_rows + 3) <= min(to.code.size, to.chance.size);
    }

    void write(const Added& turn) {
        i64 low = 0, high = turn.rows;
        while (low < high && turn.banked[low * turn.stride] <= 0.0) ++low;
        while (high > low && turn.banked[(high - 1) * turn.stride] <= 0.0) --high;
        if (low == high) low = high = 0;
        const i64 run = to.run[list], last = max(low, turn.past);
        for (i64 row = low; row < high; ++row) {
            const double chance = turn.banked[row * turn.stride];
            if (row > last) to.banked[run + last - low] += chance;
            else to.banked[run + row - low] = chance;
        }
        high = min(high, last + 1);
        to.row[list] = low;
        to.run[list + 1] = run + high - low;
        entry = to.start[list];
        for (i64 kind = 0; kind < 2; ++kind)
            for (i64 row = 0; row < turn.farkled_rows; ++row)
                add(row * ENDS + FARKLED + kind, turn.farkled[kind][row * turn.stride]);
        add(FIRST, turn.first);
        add(RUINED, turn.ruined);
        add(WON, turn.won);
        to.start[++list] = entry;
    }

private:
    void add(i64 code, double chance) {
        if (chance <= 0.0) return;
        to.code[entry] = code;
        to.chance[entry++] = chance;
    }

    const Listing& to;
    i64 list = 0, entry = 0;
};

}  // namespace core
