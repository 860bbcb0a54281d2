// What states are worth, about, before they are solved, by those of higher levels.
//
// Log odds of winning are nearly a sum of what each score brings: a state is guessed by those with one
// score raised, less the one with both, raised by as little as makes all three known. By how much that
// fails from there on, where it is known, it fails here. Where that leads past the goal, both scores are
// raised alike as far as that goes, then the lower one; from two states on that way the log odds go on
// along a straight line. Off the board, where there are no scores to go by, a state is as far from the one
// on the board as it is with one score raised. Slopes (`Payoffs`) are guessed in the same way.
#pragma once

#include "functions.hpp"

namespace core {

// Natural logarithm of a positive number that is no smaller than 1e-300, to some 1e-13.
inline double logarithm(double x) {
    i64 bits;
    __builtin_memcpy(&bits, &x, 8);
    i64 power = (bits >> 52) - 1023;
    bits = (bits & 0xFFFFFFFFFFFFF) | (i64(1023) << 52);
    double rest;
    __builtin_memcpy(&rest, &bits, 8);
    if (rest > 1.4142135623730951) {
        rest *= 0.5;
        ++power;
    }
    // log((1 + s) / (1 - s)) = 2 (s + s^3 / 3 + ...)
    const double s = (rest - 1.0) / (rest + 1.0), square = s * s;
    double sum = 0.0;
    for (i64 odd = 17; odd >= 1; odd -= 2) sum = sum * square + 1.0 / double(odd);
    return 2.0 * s * sum + double(power) * 0.6931471805599453;
}

// e to a power from 0 to 700, relatively to some 1e-13.
inline double exponential(double x) {
    const i64 power = i64(x * 1.4426950408889634 + 0.5);
    const double rest = x - double(power) * 0.6931471805599453;
    double sum = 1.0;
    for (i64 term = 12; term >= 1; --term) sum = 1.0 + sum * rest / double(term);
    const i64 bits = (power + 1023) << 52;
    double scale;
    __builtin_memcpy(&scale, &bits, 8);
    return sum * scale;
}

// log(W / (1 - W)) of a chance.
inline double log_odds(double chance) {
    return logarithm(max(chance, 1e-280)) - logarithm(max(1.0 - chance, 1e-280));
}

// The chance that has these log odds.
inline double chance_from(double odds) {
    const double tail = 1.0 / (1.0 + exponential(min(abs(odds), 600.0)));
    return odds < 0.0 ? tail : min(1.0 - tail, MOST);
}

class Guessing {
public:
    Guessing(const Payoffs& payoffs, const Guesses& guesses, double* chances)
        : guesses(guesses), n(guesses.scores), chances(chances), slope(payoffs.slope.data) {}

    // Guess one state that a level finds payoffs at.
    void guess(i64 state, i64 level) const {
        const i64 context = guesses.context[state], mine = guesses.mine[state], theirs = guesses.theirs[state];
        const i64 board = guesses.board[context], least = level + 1 - mine - theirs;
        Guess found;
        if (!on_board(board, mine, theirs, level, found)) return;
        if (board != context) {
            for (i64 mover = 0; mover < 2; ++mover) {
                const i64 my = mine + mover * least, their = theirs + (1 - mover) * least;
                if (max(my, their) >= n || at(context, my, their) < 0) continue;
                const Guess here = known(at(context, my, their)), there = known(at(board, my, their));
                found.odds += here.odds - there.odds;
                found.slope += here.slope - there.slope;
                break;
            }
        }
        chances[state] = chance_from(found.odds);
        slope[state] = clip(found.slope, 0.0, 1.0);
    }

private:
    struct Guess {
        double odds, slope;
    };

    const Guesses& guesses;
    const i64 n;
    double *chances, *slope;

    // The number of a state; -1 if it cannot occur.
    i64 at(i64 context, i64 mine, i64 theirs) const {
        const i64 my = guesses.my_place[context * n + min(mine, n - 1)];
        const i64 their = guesses.their_place[context * n + min(theirs, n - 1)];
        return my < 0 || their < 0 ? -1 : my + their;
    }

    Guess known(i64 state) const { return {log_odds(chances[state]), slope[state]}; }

    // Guess a state of a context with both players on the board; whether that can be.
    bool on_board(i64 context, i64 mine, i64 theirs, i64 level, Guess& found) const {
        const i64 missing = level + 2 - mine - theirs, higher = max(mine, theirs), lower = min(mine, theirs);
        const i64 both = min(missing / 2, n - 1 - higher);
        const i64 single = both == missing / 2 ? 0 : min(missing - 2 * both, n - 1 - lower - both);
        const auto raised = [&](i64 by_both, i64 by_one) {
            const bool mover = mine <= theirs;
            return at(context, mine + by_both + (mover ? by_one : 0), theirs + by_both + (mover ? 0 : by_one));
        };
        const i64 near = raised(both, single);
        if (both + single <= 0 || near < 0 || level >= 2 * n - 2) return false;
        const Guess here = known(near);
        const i64 least = missing - 1, corner = at(context, mine + least, theirs + least);
        if (higher + least >= n || corner < 0) {
            const i64 far = single > 0 ? raised(both, single + 1) : raised(both + 1, single);
            const double steps = double(single > 0 ? single : both);
            found = {here.odds + clip(steps * (here.odds - log_odds(chances[far])), -1.0, 1.0), here.slope};
            return true;
        }
        found = {0.0, 0.0};
        const auto add = [&](i64 sign, i64 my_steps, i64 their_steps) {
            const Guess seen = known(at(context, mine + my_steps * least, theirs + their_steps * least));
            found.odds += double(sign) * seen.odds;
            found.slope += double(sign) * seen.slope;
        };
        add(1, 1, 0);
        add(1, 0, 1);
        add(-1, 1, 1);
        if (higher + 2 * least < n) {
            add(1, 1, 1);
            add(-1, 2, 1);
            add(-1, 1, 2);
            add(1, 2, 2);
        }
        return true;
    }
};

}  // namespace core
