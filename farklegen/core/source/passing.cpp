// How often a turn that is played by a table comes where, from the first row down the table.
//
// Compiled with -ffp-contract=off: such chances are shown to the last digit, and the same everywhere.
#include "functions.hpp"

namespace core {
namespace {

constexpr double NEGLIGIBLE = 1e-20;  // chance up to which a state is not followed any further

// The option that is taken: of those as good as the best one where the turn is banked comes first, then
// the one of highest preference.
i64 taken(const Passing& here, i64 set, i64 end, i64 base) {
    double best = here.worth[base + here.offset[set]];
    for (i64 option = set + 1; option < end; ++option)
        best = max(best, here.worth[base + here.offset[option]]);
    const double least = best - here.tolerance;
    i64 chosen = -1;
    bool banks = false;
    for (i64 option = set; option < end; ++option) {
        const i64 there = base + here.offset[option];
        if (here.worth[there] < least) continue;
        const bool banked = here.banks[there] != 0;
        const bool before = chosen < 0 || (banked && !banks) ||
                            (banked == banks && here.preference[option] > here.preference[chosen]);
        if (before) chosen = option, banks = banked;
    }
    return chosen;
}

}  // namespace

i64 pass_on(const Passing& here) {
    const i64 columns = here.column_start.size, sets = here.option_start.size;
    const i64 cells = here.visits.size, rows = cells / max(columns, 1LL);
    if (here.worth.size < cells || here.banks.size < cells) return NO_ROOM;
    fill(here.visits.data, cells, 0.0);
    const i64 start = here.row * columns + here.column;
    here.visits[start] = 1.0;
    for (i64 row = here.row; row < rows - here.max_rise; ++row) {
        for (i64 column = 0; column < columns; ++column) {
            const i64 base = row * columns, at = base + column;
            const double mass = here.visits[at];
            if (mass <= NEGLIGIBLE || (here.banks[at] && at != start)) continue;
            const i64 last = column + 1 < columns ? here.column_start[column + 1] : sets;
            for (i64 set = here.column_start[column]; set < last; ++set) {
                const i64 end = set + 1 < sets ? here.option_start[set + 1] : here.offset.size;
                const i64 option = taken(here, here.option_start[set], end, base);
                here.visits[base + here.offset[option]] += mass * here.probability[set];
            }
        }
    }
    return rows;
}

}  // namespace core
