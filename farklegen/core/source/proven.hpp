// Where banking is proven best (turn.hpp): what is known of it, and what the turns of a layer add.
//
// States that bank for the same payoffs at the same scores are on one *line*. For each line and each
// number of dice it is kept from which score on one banks with so many dice or fewer, more points being
// worth no less there, and at which chances of the states that follow a farkle or a disaster: at
// payoffs that are no higher it holds as well. Mostly a farkle pays the less the lower the score, but not
// always (points that force the end of a game), so that is looked at.
//
// A line is read and written by one thread only on each level (`match_order` of solvers/match/order.py),
// and threads wait for each other between levels.
#pragma once

#include "functions.hpp"
#include "lookup.hpp"
#include "turn.hpp"

namespace core {

template <class Real>
class Proofs {
    static constexpr i64 MOST_DICE = 16, FOLLOWING = 3;

public:
    const bool used;
    i64 from[MOST_DICE];  // rows of the block at hand from which on banking is proven best

    Proofs(const Turn& turn, const Payoffs& payoffs, const Proven& proven, bool wanted)
        : used(wanted && proven.line.size > 0 && turn.dice <= MOST_DICE), turn(turn), payoffs(payoffs),
          proven(proven), dice(turn.dice) {}

    void lay_out(i64 lanes, Work& work) {
        holds = work.take<u8>(used ? lanes : 0);
        found = work.take<i64>(used ? lanes * dice : 0);
        after = work.take<double>(used ? lanes * FOLLOWING : 0);
    }

    // Look up `from` for the lanes from `begin` on, at the chances as they stand; whether there is any
    // such row. Without a proof it is where the turn itself ends.
    template <i64 N>
    bool known(const Worths<Real, N>& ends, const i64* states, i64 begin, i64 lanes, i64 rows,
               const Floats& chances) {
        fill(from, dice, i64(1));
        for (i64 lane = begin; lane < begin + lanes; ++lane) {
            const i64 state = states[lane];
            if (state < 0) continue;
            const i64 line = proven.line[state];
            double* now = after + lane * FOLLOWING;
            for (i64 kind = 0; kind < 2; ++kind) now[kind] = chances[lost_index(payoffs, kind, state, 0)];
            now[2] = chances[payoffs.ruin[state]];
            holds[lane] = proven.start[line * dice] < UNPROVEN &&
                          proven.start[line * dice + dice - 1] - proven.at[state] <= rows;
            for (i64 i = 0; i < FOLLOWING; ++i) {
                holds[lane] = holds[lane] && no_less(now[i], proven.after[line * FOLLOWING + i]);
            }
            i64* mine = found + lane * dice;
            const i64 end = holds[lane] ? 0 : end_of(ends, lane - begin, min(rows, payoffs.rows[state]), rows);
            for (i64 k = 0; k < dice; ++k) {
                mine[k] = holds[lane] ? proven.start[line * dice + k] - proven.at[state] : end;
                mine[k] = max(mine[k], max(payoffs.least[state], i64(1)));
                from[k] = max(from[k], mine[k]);
            }
        }
        return from[0] <= rows;
    }

    // See how far banking is best in turns that have been solved after `known`.
    template <i64 N>
    void note(const Block<Real, N>& block, const Worths<Real, N>& ends, const i64* states, i64 begin,
              i64 lanes, i64 rows) {
        for (i64 lane = begin; lane < begin + lanes; ++lane) {
            const i64 state = states[lane], number = lane - begin;
            if (state < 0 || !proven.keeps[state]) continue;
            i64 low = max(payoffs.least[state], i64(1));
            for (i64 k = 0; k < dice; ++k) {
                i64& row = found[lane * dice + k];
                const auto banks = [&](i64 here) {
                    const Real bank = bank_of(ends, number, here);
                    bool all = bank <= bank_of(ends, number, here + 1);
                    for (i64 column = k; all && column < turn.columns; column += dice) {
                        all = turn.may_bank[column] && block.at(here, column)[number] == bank;
                    }
                    return all;
                };
                while (row > low && row <= rows && banks(row - 1)) --row;
                row = low = max(row, low);
            }
        }
    }

    // Keep what has been found out.
    void keep(const i64* states, i64 lanes) const {
        for (i64 lane = 0; used && lane < lanes; ++lane) {
            const i64 state = states[lane];
            if (state < 0 || !proven.keeps[state]) continue;
            const i64 line = proven.line[state];
            const i64* rows = found + lane * dice;  // they rise, so the last one tells
            if (rows[dice - 1] >= UNPROVEN) continue;
            for (i64 k = 0; k < dice; ++k) proven.start[line * dice + k] = proven.at[state] + rows[k];
            copy(&proven.after[line * FOLLOWING], after + lane * FOLLOWING, FOLLOWING);
        }
    }

private:
    const Turn& turn;
    const Payoffs& payoffs;
    const Proven& proven;
    const i64 dice;
    u8* holds;      // [lanes], whether what is known of the line holds
    i64* found;     // [lanes, dice], the rows from which on banking is proven best
    double* after;  // [lanes, FOLLOWING]: the chances after a farkle, one of all dice, a disaster

    template <i64 N>
    Real bank_of(const Worths<Real, N>& ends, i64 number, i64 row) const {
        return ends.bank_at(turn, row, 0)[number];
    }

    // The end of a lane's turn, if banking more is worth no less from there on.
    template <i64 N>
    i64 end_of(const Worths<Real, N>& ends, i64 number, i64 end, i64 rows) const {
        for (i64 row = end; row + 1 < rows + turn.max_rise; ++row) {
            if (bank_of(ends, number, row) > bank_of(ends, number, row + 1)) return UNPROVEN;
        }
        return end;
    }

    // Whether a chance (lookup.hpp) is no less than another one.
    static bool no_less(double chance, double other) {
        if ((chance < 0.0) == (other < 0.0)) return chance >= other;
        return chance < 0.0 ? 1.0 + chance >= other : chance >= 1.0 + other;
    }
};

}  // namespace core
