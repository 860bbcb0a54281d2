// The moves of a turn as the recursion (turn.hpp) reads them.
#pragma once

#include "arrays.hpp"
#include "work.hpp"

namespace core {

// The moves of a column. A set that has all the options of the one before it goes on from there: of
// such a *chain* of sets only the new options are looked at.
struct Column {
    const u32* offset;   // of each new option: how far on its value is, in numbers
    const double* chance;  // of each set
    const u32* fresh;    // of each set: how many options are new
    const u32* chain;    // of each chain: how many sets it has
    i64 chains;
};

// The moves of a turn, for values that lie `stride` numbers apart from column to column.
//
// There may be more tables than one. Table k is for rows above which one banks with k dice or fewer, more
// points being worth no less: of the options of a set that lead there only the one of most points is
// left, and leads to column 0; sets that are then alike are one.
class Moves {
public:
    const Turn* turn;
    Column* column;  // [tables, columns]
    i64 tables;

    // Take room; `fill` comes afterwards, if it fits.
    void lay_out(const Turn& of, i64 apart, Work& work, i64 count = 1) {
        turn = &of;
        stride = apart;
        tables = count;
        column = work.take<Column>(tables * of.columns);
        offsets = work.take<u32>(tables * of.offset.size);
        chances = work.take<double>(tables * of.probability.size);
        news = work.take<u32>(tables * of.probability.size);
        lengths = work.take<u32>(tables * of.probability.size);
        left = work.take<i64>(of.offset.size);
        begins = work.take<i64>(of.probability.size + 1);
    }

    void fill() {
        Writing to = {offsets, news, lengths, chances};
        for (i64 table = 0; table < tables; ++table) {
            for (i64 c = 0; c < turn->columns; ++c) column[table * turn->columns + c] = filled(table, c, to);
        }
    }

    const Column& at(i64 table, i64 c) const { return column[table * turn->columns + c]; }

private:
    struct Writing {
        u32 *offset, *fresh, *chain;
        double* chance;
    };

    i64 stride;
    u32 *offsets, *news, *lengths;
    double* chances;
    i64 *left, *begins;  // the options that are left of the sets of a column, one set after the other

    // Write down the sets of a column, in the order in which the turn lists them.
    Column filled(i64 table, i64 c, Writing& to) {
        double* const chance = to.chance;
        Column here = {to.offset, chance, to.fresh, to.chain, 0};
        i64 sets = 0;
        begins[0] = 0;
        for (i64 set = turn->column_start[c]; set < turn->column_start[c + 1]; ++set) {
            begins[sets + 1] = begins[sets] + reduced(set, table, left + begins[sets]);
            if (i64 like = table > 0 ? same(sets) : sets; like < sets) {
                chance[like] += turn->probability[set];
                continue;
            }
            const bool continues = sets > 0 && includes(sets, sets - 1, table);
            u32 added = 0;
            for (i64 o = begins[sets]; o < begins[sets + 1]; ++o) {
                if (continues && has(sets - 1, left[o])) continue;
                *to.offset++ = u32(left[o] * stride);
                ++added;
            }
            if (continues) {
                ++to.chain[-1];
            } else {
                *to.chain++ = 1;
                ++here.chains;
            }
            *to.fresh++ = added;
            *to.chance++ = turn->probability[set];
            ++sets;
        }
        return here;
    }

    // The options that a table has left of a set; how many.
    i64 reduced(i64 set, i64 table, i64* to) const {
        i64 most = -1, count = 0;
        for (i64 o = turn->set_start[set]; o < turn->set_start[set + 1]; ++o) {
            const i64 offset = turn->offset[o];
            if (offset % turn->columns % turn->dice < table) most = max(most, offset - offset % turn->columns);
            else to[count++] = offset;
        }
        if (most >= 0) to[count++] = most;
        return count;
    }

    // An earlier set of the column that has the same options as this one, or this one.
    i64 same(i64 set) const {
        const i64 size = begins[set + 1] - begins[set];
        for (i64 other = 0; other < set; ++other) {
            if (begins[other + 1] - begins[other] == size && includes(set, other, 0)) return other;
        }
        return set;
    }

    bool has(i64 set, i64 offset) const {
        for (i64 o = begins[set]; o < begins[set + 1]; ++o) {
            if (left[o] == offset) return true;
        }
        return false;
    }

    // Whether a set has all the options of another one, or in column 0 one of as many points.
    bool includes(i64 set, i64 other, i64 table) const {
        for (i64 o = begins[other]; o < begins[other + 1]; ++o) {
            if (has(set, left[o])) continue;
            const bool banks = table > 0 && left[o] % turn->columns == 0;
            if (!banks || most_banked(set) < left[o]) return false;
        }
        return true;
    }

    // The option of a set that leads to column 0, -1 if there is none.
    i64 most_banked(i64 set) const {
        for (i64 o = begins[set]; o < begins[set + 1]; ++o) {
            if (left[o] % turn->columns == 0) return left[o];
        }
        return -1;
    }
};

}  // namespace core
