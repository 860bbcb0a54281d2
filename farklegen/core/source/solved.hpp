// What a perfect player does where values are equal.
#pragma once

#include "turn.hpp"

namespace core {

// Values that differ by less are equal: one banks instead of rolling, takes the last of
// two options, and takes nothing over. Without it the last bits would decide how a perfect player meets
// somebody who is not one, and these differ from processor to processor.
constexpr double TIE = 1e-12;

template <class T>
inline auto no_less(T one, T other) { return one >= other - TIE; }

// The best option of each set of a column, and of options that are as good the last, in a vector: earlier ones
// of a chain may be banks that an earlier set has.
class BestOfSets {
public:
    // `values` are those of the row, at the lanes that are wanted.
    BestOfSets(const Column& column, const double* values)
        : values(values), fresh(column.fresh), offset(column.offset), chain(column.chain), chances(column.chance),
          chains(column.chains) {}

    double chance;  // of this set
    M option;  // how far on its value is
    static constexpr i64 only = -1;  // it is not known to be the same in all lanes

    // The lanes that have no option.
    M none() const { return taken < NO_OPTION; }

    // Go on to the next set, if there is one.
    ALWAYS_INLINE bool next() {
        u32 others;
        if (left == 0) {
            if (chains-- == 0) return false;
            left = *chain++;
            others = *fresh++ - 1;
            take(load(values + *offset), splat(i64(-1)));
        } else {
            others = *fresh++;
        }
        --left;
        chance = *chances++;
        for (; others > 0; --others) {
            const V found = load(values + *offset);
            take(found, found >= taken);
        }
        return true;
    }

private:
    const double* const values;
    const u32 *fresh, *offset, *chain;
    const double* chances;
    i64 chains;
    V taken;  // what is as good as the option that is taken
    u32 left = 0;  // sets of this chain that are still to come

    void take(V found, M better) {
        taken = better ? found - TIE : taken;
        option = better ? splat(i64(*offset)) : option;
        ++offset;
    }
};

}  // namespace core
