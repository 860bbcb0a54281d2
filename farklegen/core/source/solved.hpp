// Turns of perfect players in a solved match: blocks of N vectors, their payoffs looked up (ends.hpp) and
// their values filled in (turn.hpp); and what a perfect player does where values are equal.
#pragma once

#include "ends.hpp"

namespace core {

// Values that differ by less are equal: one banks instead of rolling, takes the last of
// two options, and takes nothing over. Without it the last bits would decide how a perfect player meets
// somebody who is not one, and these differ from processor to processor.
constexpr double TIE = 1e-12;

template <class T>
inline auto clearly_more(T one, T other) { return one > other + TIE; }

template <class T>
inline auto no_less(T one, T other) { return one >= other - TIE; }

// The best option of each set of a column, and of options that are as good the last, in a vector: earlier ones
// of a chain may be banks that an earlier set has.
class BestOfSets {
public:
    explicit BestOfSets(const Column& column)
        : fresh(column.fresh), offset(column.offset), chain(column.chain), chances(column.chance),
          chains(column.chains) {}

    double chance;  // of this set
    V taken;  // what is as good as the option that is taken
    M option;  // how far on its value is

    // Go on to the next set, if there is one: `values` are those of the row, at the lanes that are wanted.
    ALWAYS_INLINE bool next(const double* values) {
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
    const u32 *fresh, *offset, *chain;
    const double* chances;
    i64 chains;
    u32 left = 0;  // sets of this chain that are still to come

    void take(V found, M better) {
        taken = better ? found - TIE : taken;
        option = better ? splat(i64(*offset)) : option;
        ++offset;
    }
};

struct SolvedTurns {
    static constexpr i64 lanes = LANES<>;

    i64 rows = 0;
    Block<> block;
    Worths<> ends;
    double* rolled = nullptr;  // [rows, dice, lanes], if it is wanted

    // Take room for turns of that many rows; `prepare` comes afterwards, if it fits.
    void lay_out(const Turn& turn, i64 most_rows, i64 bank_kinds, i64 lost_rows, i64 lost_kinds,
                 Work& work) {
        block.lay_out(turn, most_rows, work, turn.dice + 1);
        ends.lay_out(turn, most_rows, bank_kinds, lost_rows, lost_kinds, work);
    }

    // The same for the turns of these states, where nothing is taken over.
    void lay_out(const Turn& turn, const Payoffs& payoffs, const Integers& states, Work& work) {
        i64 most = 0;
        for (i64 at = 0; at < states.size; ++at) most = max(most, payoffs.rows[states[at]]);
        lay_out(turn, most, payoffs.bank_kinds, most, 2, work);
    }

    void prepare() { block.prepare(); }

    // Whether what a farkle costs differs from row to row.
    bool by_row() const { return ends.lost_rows > 1; }

    // Solve a block of these turns, from `begin` on, in no more rows than they need; how many they are.
    i64 solve(const Payoffs& payoffs, const Keep& keep, const Solved& solved, const Integers& states,
              i64 begin) {
        const i64 filled = min(lanes, states.size - begin);
        bool differ = false;
        rows = 0;
        for (i64 at = begin; at < begin + filled; ++at) {
            rows = max(rows, rows_needed(payoffs, solved.chances, solved.source, states[at]));
            differ = differ || payoffs.lost_rise[states[at]] > 0;
        }
        ends.lost_rows = differ ? rows : 1;
        for (i64 lane = 0; lane < lanes; ++lane) {
            look_up(payoffs, keep, solved, lane, states[begin + min(lane, filled - 1)]);
        }
        solve();
        return filled;
    }

    // Look up the payoffs of one lane.
    void look_up(const Payoffs& payoffs, const Keep& keep, const Solved& solved, i64 lane, i64 state) {
        const Turn& turn = *block.moves.turn;
        const i64 least = max(payoffs.least[state], i64(1));
        gather_bank(ends, lane, state, least, rows, turn, payoffs, solved.source);
        gather_lost(ends, lane, state, turn, payoffs, keep, solved);
        gather_others(ends, lane, state, turn, payoffs, keep, solved);
    }

    void solve() { block.solve(rows, ends, rolled, rolled ? block.moves.turn->dice : 0); }

    // What it is worth to be somewhere, and to bank there, in all lanes; to be at a cell, row * columns
    // + column, in a vector of lanes.
    const double* values(i64 row, i64 column) const { return block.at(row, column); }
    const double* banks(i64 row, i64 column) const {
        return ends.bank_at(*block.moves.turn, row, column);
    }
    V value(i64 cell, i64 vector) const { return load(block.values + cell * lanes + vector * W); }
};

}  // namespace core
