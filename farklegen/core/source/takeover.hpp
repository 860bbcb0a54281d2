// Turns that are solved together: the dice that farkled may be taken over.
//
// With j the lane that a farkle of lane i leads to, g the value of a turn of one's own (a guess, settled
// by the steps of cycles.hpp) and r of rolling on with the dice that farkled,
//
//     r_i = a_i + risk_i * (1 - max(g_j, r_j))
//
// where a_i is what rolling is worth but for the farkle. Lanes need each other's r at every row and
// number of dice, round the cycles that farkles make: `Cycles` solves those few equations inside the
// recursion, by policy iteration over who is taken over. `Pairs` does so for a block in which lane i
// and lane i + lanes / 2 need each other, and no rule tells one farkle from another.
//
// Dice that can only farkle, handed on for ever, count one half for each player.
#pragma once

#include "turn.hpp"

namespace core {

// The lanes that need each other.
struct Joined {
    i64 partner[LANES<>];      // the lane that a farkle leads to; -1: none
    double guess[LANES<>];       // g
    bool apart[LANES<>];       // whether a farkle of all the dice is awarded, and so has a payoff
};

constexpr double CERTAIN = 1.0 - 1e-12;  // a chance of farkles that is one but for rounding

// ---- pairs -----------------------------------------------------------------------------------------

struct Pairs {
    static constexpr i64 lanes = LANES<>, half = lanes / 2;

    const Block<>& block;
    const Joined& joined;
    double* ended;  // [columns, lanes]: what the ends come to, but for the choice of the other player

    // Whether a block is one of pairs. `first` is FORBIDDEN where a farkle of the first roll leads to
    // the partner, too.
    static bool fit(const Turn& turn, const Joined& joined, const double* first) {
        if (turn.overshoot || turn.columns != turn.dice) return false;
        for (i64 i = 0; i < lanes; ++i) {
            const i64 other = i < half ? i + half : i - half;
            if (joined.partner[i] < 0) {
                if (joined.partner[other] >= 0) return false;
            } else if (joined.partner[i] != other || joined.apart[i] || first[i] != FORBIDDEN) {
                return false;
            }
        }
        return joined.partner[0] >= 0;
    }

    Pairs(const Block<>& block, const Joined& joined, const Worths<>& ends)
        : block(block), joined(joined), ended(block.ended) {
        const Turn& turn = *block.moves.turn;
        alignas(64) double total[lanes];
        fill(total, lanes, 1.0);
        for (i64 column = 0; column < turn.columns; ++column) {
            add_ends(turn, column, total, ends, ended + column * lanes);
        }
    }

    const double* begin(i64, i64 column, double* sum) const {
        copy(sum, ended + column * lanes, lanes);
        return nullptr;
    }

    // Let x_i be rolling where nobody takes over. If x_j is not above g_j, the turn of j is never
    // taken over. If both are above, either both are taken over (two linear equations) or the one
    // whose value against x_j is too small is not.
    void close(i64 row, i64 column, double* sum) const {
        const double risk = block.moves.turn->farkle[column];
        const double* guess = joined.guess;
        alignas(64) double alone[lanes];
        for (i64 i = 0; i < half; ++i) {
            alone[i] = sum[i] - risk * guess[i + half];
            alone[i + half] = sum[i + half] - risk * guess[i];
        }
        if (double(risk) > CERTAIN) {
            for (i64 i = 0; i < lanes; ++i) {
                const i64 j = i < half ? i + half : i - half;
                if (alone[j] <= guess[j]) {
                    sum[i] = alone[i];
                } else if (alone[i] <= guess[i]) {
                    sum[i] -= alone[j];
                } else {
                    sum[i] = min(max(0.5, guess[i]), alone[i]);
                }
            }
            return;
        }
        const double share = 1 / (1 - risk * risk);
        const bool fresh = row == 0;  // all dice and no points: that is a turn of one's own
        for (i64 i = 0; i < half; ++i) {
            const i64 j = i + half;
            const double own_i = sum[i], own_j = sum[j];
            const double both_i = (own_i - risk * own_j) * share, both_j = (own_j - risk * own_i) * share;
            const bool over_i = alone[i] > guess[i], over_j = alone[j] > guess[j];
            const bool both = fresh | (over_i & over_j & (both_i > guess[i]) & (both_j > guess[j]));
            const double against_i = own_i - risk * alone[j], against_j = own_j - risk * alone[i];
            const bool lower_i = over_j & (!over_i | (against_i <= guess[i]));
            const bool lower_j = over_i & (!over_j | (against_j <= guess[j]));
            sum[i] = both ? both_i : lower_i ? against_i : alone[i];
            sum[j] = both ? both_j : lower_j ? against_j : alone[j];
        }
    }

    // The first roll is row 0.
    const double* begin_first(double*) const { return nullptr; }
};

// ---- cycles ----------------------------------------------------------------------------------------

struct Cycles {
    static constexpr i64 lanes = LANES<>;

    const Block<>& block;
    const Joined& joined;
    const Worths<>& ends;
    const double* rolled;  // [rows, dice, lanes]
    bool pairs = true;   // no cycle is longer
    double paid[lanes];    // payoffs of a farkle that are known: 0 where it leads to the partner
    bool shares[lanes];  // where a farkle of this column leads to the partner

    Cycles(const Block<>& block, const Joined& joined, const Worths<>& ends,
           const double* rolled)
        : block(block), joined(joined), ends(ends), rolled(rolled) {
        for (i64 i = 0; i < lanes; ++i) {
            if (joined.partner[i] >= 0 && joined.partner[joined.partner[i]] != i) pairs = false;
        }
    }

    const double* begin(i64 row, i64 column, double* sum) {
        const Turn& turn = *block.moves.turn;
        const i64 kind = column % turn.dice;
        const double* lost = ends.lost_at(turn, row, column);
        const double* over = rolled + (row * turn.dice + kind) * lanes;
        for (i64 i = 0; i < lanes; ++i) {
            const i64 j = joined.partner[i];
            shares[i] = j >= 0 && !(joined.apart[i] && kind == turn.dice - 1);
            // hot dice are counted afresh by who takes over: the columns up to `dice` are known
            paid[i] = !shares[i] ? lost[i] : column < turn.dice ? 0 : handed_on(i, over);
        }
        add_ends(turn, column, paid, ends, sum);
        return paid;
    }

    void close(i64 row, i64 column, double* sum) {
        const Turn& turn = *block.moves.turn;
        alignas(64) double risk[lanes];
        fill(risk, lanes, turn.farkle[column]);
        if (turn.overshoot) {
            block.template add_sets<Sum::OPTIONLESS>(row, column, nullptr, risk);
            for (i64 i = 0; i < lanes; ++i) {
                if (row > ends.room[i]) {  // nobody takes that over
                    sum[i] = FORBIDDEN;
                    shares[i] = false;
                }
            }
        }
        for (i64 i = 0; i < lanes; ++i) {
            if (!shares[i]) risk[i] = 0;
        }
        if (pairs) {
            close_pairs(risk, sum);
            return;
        }
        for (i64 i = 0; i < lanes; ++i) {
            if (joined.partner[i] < 0) continue;
            i64 other = joined.partner[i];
            while (other > i) other = joined.partner[other];
            if (other == i) close_cycle(i, risk, sum);
        }
    }

    // The first roll of a turn, which may have an award of its own.
    const double* begin_first(double* sum) {
        const Turn& turn = *block.moves.turn;
        const double* over = rolled + (turn.dice - 1) * lanes;
        for (i64 i = 0; i < lanes; ++i) {
            paid[i] = ends.first[i] == FORBIDDEN ? handed_on(i, over) : ends.first[i];
        }
        add_ends(turn, turn.dice - 1, paid, ends, sum);
        return paid;
    }

private:
    // What it is worth to hand on dice to the partner.
    double handed_on(i64 i, const double* over) const {
        const i64 j = joined.partner[i];
        return 1 - max(joined.guess[j], over[j]);
    }

    // See `Pairs::close`.
    void close_pairs(const double* risk, double* sum) const {
        const double* guess = joined.guess;
        double own[lanes], alone[lanes];
        for (i64 i = 0; i < lanes; ++i) {
            const i64 j = joined.partner[i] >= 0 ? joined.partner[i] : i;
            own[i] = sum[i] + risk[i];
            alone[i] = own[i] - risk[i] * guess[j];
        }
        for (i64 i = 0; i < lanes; ++i) {
            const i64 j = joined.partner[i] >= 0 ? joined.partner[i] : i;
            const double left = 1 - risk[i] * risk[j];
            const double both_i = (own[i] - risk[i] * own[j]) / left;
            const double both_j = (own[j] - risk[j] * own[i]) / left;
            const double against = own[i] - risk[i] * alone[j];
            double found = alone[i];
            if (double(left) < 1.0 - CERTAIN && alone[i] > guess[i] && alone[j] > guess[j]) {
                found = min(max(0.5, guess[i]), alone[i]);
            } else if (alone[j] > guess[j]) {
                if (both_i > guess[i] && both_j > guess[j]) {
                    found = both_i;
                } else if (alone[i] <= guess[i] || against <= guess[i]) {
                    found = against;
                }
            }
            sum[i] = found;
        }
    }

    // The cycle of a lane: on entry sum[i] is a_i. Policy iteration, from nobody's being taken over.
    void close_cycle(i64 first, const double* risk, double* sum) const {
        constexpr i64 ROUNDS = 64;
        const double* guess = joined.guess;
        const i64* partner = joined.partner;
        double own[lanes];
        i64 i = first;
        do {
            own[i] = sum[i];
            sum[i] = FORBIDDEN;
            i = partner[i];
        } while (i != first);
        for (i64 round = 0; round < ROUNDS; ++round) {
            // the first one's as constant + factor * itself, under the choices of the round before
            double constant = 0, factor = 1;
            i = first;
            do {
                const i64 j = partner[i];
                constant += factor * (own[i] + risk[i]);
                factor *= -risk[i];
                if (sum[j] <= guess[j]) {
                    constant += factor * guess[j];
                    factor = 0;
                }
                i = j;
            } while (i != first && factor != 0);
            double found = double(factor) > CERTAIN ? 0.5
                                                  : constant / (1 - factor);
            double changed = __builtin_fabs(found - sum[first]);
            sum[first] = found;
            // the others, from the one before the first back to the one after it
            i64 after = first;
            while (true) {
                i = after;
                while (partner[i] != after) i = partner[i];
                if (i == first) break;
                const double best = max(guess[after], sum[after]);
                found = own[i] + risk[i] * (1 - best);
                changed = max(changed, __builtin_fabs(found - sum[i]));
                sum[i] = found;
                after = i;
            }
            if (changed <= 1e-17) break;
        }
    }
};

// A block of turns in which lanes need each other at every turn score.
inline void solve_coupled(Block<>& block, const Joined& joined, i64 rows, const Worths<>& ends,
                   double* kept) {
    const Turn& turn = *block.moves.turn;
    if (Pairs::fit(turn, joined, ends.first)) {
        Pairs pairs(block, joined, ends);
        block.solve_with<Sum::BEST>(rows, ends, kept, pairs);
        return;
    }
    Cycles cycles(block, joined, ends, kept);
    if (turn.overshoot) block.solve_with<Sum::EXACT>(rows, ends, kept, cycles);
    else block.solve_with<Sum::BEST>(rows, ends, kept, cycles);
}

}  // namespace core
