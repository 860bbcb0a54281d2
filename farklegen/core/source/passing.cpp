// How often a turn that is played by a table comes where, from the first row down the table.
//
// Compiled with -ffp-contract=off: such chances are shown to the last digit, and the same everywhere.
#include "functions.hpp"
#include "vectors.hpp"

namespace core {
namespace {

constexpr double NEGLIGIBLE = 1e-20;  // chance up to which a state is not followed any further

constexpr i64 BANKING = 1LL << 62;        // in an order of options: banks where it leads
constexpr i64 OFFSET = (1LL << 32) - 1;   // ... and where that is

// Which options are taken in one column, in `W` rows side by side: of those that are worth most one that
// leads to a bank, then the one that is preferred. To chosen[sets * W]: its preference and offset.
void choose(const Passing& here, i64 row, i64 first, i64 last) {
    const i64 sets = here.option_start.size;
    for (i64 set = first; set < last; ++set) {
        const i64 begin = here.option_start[set];
        const i64 end = set + 1 < sets ? here.option_start[set + 1] : here.order.size;
        V best = splat(-__builtin_inf());
        for (i64 option = begin; option < end; ++option) {
            const V worth = load(&here.worth[here.ahead[option] + row]);
            best = worth > best ? worth : best;
        }
        const V least = best - here.tolerance;
        M chosen = splat(i64(-1));
        for (i64 option = begin; option < end; ++option) {
            const i64 at = here.ahead[option] + row;
            const M banks = load<M>(&here.banks[at]) & BANKING;
            const M order = load(&here.worth[at]) >= least ? banks | here.order[option] : splat(i64(-1));
            chosen = order > chosen ? order : chosen;
        }
        store(&here.chosen[set * W], chosen);
    }
}

}  // namespace

i64 pass_on(const Passing& here) {
    const i64 columns = here.column_start.size, sets = here.option_start.size;
    const i64 cells = here.visits.size, rows = cells / max(columns, 1LL), height = rows + W;
    if (min(here.worth.size, here.banks.size) < columns * height || here.chosen.size < sets * W + columns ||
        here.ahead.size < here.order.size)
        return NO_ROOM;
    fill(here.visits.data, cells, 0.0);
    const i64 start = here.row * columns + here.column, end = rows - here.max_rise;
    here.visits[start] = 1.0;
    i64* chosen_from = here.chosen.data + sets * W;  // of each column: in which rows options are chosen
    fill(chosen_from, columns, i64(-1));
    for (i64 row = here.row; row < end; ++row) {
        const i64 block = row - (row - here.row) % W;
        for (i64 column = 0; column < columns; ++column) {
            const i64 base = row * columns, at = base + column;
            const double mass = here.visits[at];
            if (mass <= NEGLIGIBLE || (here.banks[column * height + row] && at != start)) continue;
            const i64 first = here.column_start[column];
            const i64 last = column + 1 < columns ? here.column_start[column + 1] : sets;
            if (chosen_from[column] != block) choose(here, block, first, last);
            chosen_from[column] = block;
            const i64* chosen = here.chosen.data + row - block;
            for (i64 set = first; set < last; ++set) {
                const i64 offset = chosen[set * W] & OFFSET;
                here.visits[base + offset] += mass * here.probability[set];
            }
        }
    }
    return rows;
}

}  // namespace core
