// What states are worth, about, before they are solved, by those of higher levels.
//
// Chances to win are nearly a sum of what each score brings: a state is guessed by those with one score
// raised, less the one with both, raised by as little as makes all three known. By how much that fails
// from there on, where it is known, it fails here. Where that leads past the goal, both scores are raised
// alike as far as that goes, then the lower one; from two states on that way chances go on along a
// straight line. Off the board, where there are no scores to go by, a state is as far from the one on the
// board as it is with one score raised. Slopes (`Payoffs`) are guessed in the same way.
#pragma once

#include "functions.hpp"

namespace core {

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
                found.chance += here.chance - there.chance;
                found.slope += here.slope - there.slope;
                break;
            }
        }
        chances[state] = clip(found.chance, 0.0, MOST);
        slope[state] = clip(found.slope, 0.0, 1.0);
    }

private:
    struct Guess {
        double chance, slope;
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

    Guess known(i64 state) const { return {chances[state], slope[state]}; }

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
            found = {here.chance + steps * (here.chance - chances[far]), here.slope};
            return true;
        }
        found = {0.0, 0.0};
        const auto add = [&](i64 sign, i64 my_steps, i64 their_steps) {
            const Guess seen = known(at(context, mine + my_steps * least, theirs + their_steps * least));
            found.chance += double(sign) * seen.chance;
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
