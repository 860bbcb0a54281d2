// How often a turn that is played by a table comes where, from the first row down the table.
//
// Compiled with -ffp-contract=off: such chances are shown to the last digit, and the same everywhere.
// Compiled once for all builds.
#include "functions.hpp"
#include "policy.hpp"

namespace core {
namespace {

constexpr double NEGLIGIBLE = 1e-20;  // chance up to which a state is not followed any further

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
                const i64 option = most_worth(
                    &here.worth[base], &here.banks[base], here.offset, here.option_start[set], end,
                    here.tolerance, [](i64) { return true; },
                    [&](i64 one) { return here.preference[one]; });
                here.visits[base + here.offset[option]] += mass * here.probability[set];
            }
        }
    }
    return rows;
}

}  // namespace core
