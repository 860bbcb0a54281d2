// The moves of a turn as the recursion (turn.hpp) reads them.
#pragma once

#include "arrays.hpp"
#include "work.hpp"

namespace core {

// The moves of a column. A set that has all the options of the one before it goes on from there: of
// such a *chain* of sets only the new options are looked at.
template <class Real>
struct Column {
    const u32* offset;   // of each new option: how far on its value lies, in numbers
    const Real* chance;  // of each set
    const u32* fresh;    // of each set: how many options are new
    const u32* chain;    // of each chain: how many sets it has
    i64 chains;
};

// The moves of a turn, for values that lie `stride` numbers apart from column to column.
template <class Real>
struct Moves {
    const Turn* turn;
    i64 stride;
    Column<Real>* column;

    // Take room; `fill` comes afterwards, if it fits.
    void lay_out(const Turn& of, i64 apart, Work& work) {
        turn = &of;
        stride = apart;
        column = work.take<Column<Real>>(of.columns);
        offsets = work.take<u32>(of.offset.size);
        chances = work.take<Real>(of.probability.size);
        news = work.take<u32>(of.probability.size);
        lengths = work.take<u32>(of.probability.size);
    }

    void fill() {
        u32 *offset = offsets, *fresh = news, *chain = lengths;
        Real* chance = chances;
        for (i64 c = 0; c < turn->columns; ++c) {
            Column<Real>& here = column[c];
            here = {offset, chance, fresh, chain, 0};
            const i64 begin = turn->column_start[c], end = turn->column_start[c + 1];
            for (i64 set = begin; set < end; ++set) {
                const bool continues = set > begin && contains(set, set - 1);
                u32 added = 0;
                for (i64 o = turn->set_start[set]; o < turn->set_start[set + 1]; ++o) {
                    if (continues && has(set - 1, turn->offset[o])) continue;
                    *offset++ = u32(turn->offset[o] * stride);
                    ++added;
                }
                if (continues) {
                    ++chain[-1];
                } else {
                    *chain++ = 1;
                    ++here.chains;
                }
                *fresh++ = added;
                *chance++ = Real(turn->probability[set]);
            }
        }
    }

private:
    u32 *offsets, *news, *lengths;
    Real* chances;

    bool has(i64 set, i64 offset) const {
        for (i64 o = turn->set_start[set]; o < turn->set_start[set + 1]; ++o) {
            if (turn->offset[o] == offset) return true;
        }
        return false;
    }

    bool contains(i64 set, i64 other) const {
        for (i64 o = turn->set_start[other]; o < turn->set_start[other + 1]; ++o) {
            if (!has(set, turn->offset[o])) return false;
        }
        return true;
    }
};

}  // namespace core
