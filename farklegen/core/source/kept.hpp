// What a turn leaves for others to look up, where `Keep` says so: what it is worth to arrive at its
// start after a bank, and to take it over after a farkle.
#pragma once

#include "functions.hpp"
#include "lookup.hpp"

namespace core {

struct Kept {
    i64 state, beaten;   // where it starts, and the rows it must beat; 0: none
    i64 rows;
    double begun;          // what a turn of one's own is worth
    const double* rolled;  // [rows, dice], `stride` apart: what rolling is worth
    i64 stride;

    void write(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Solving& solving) const {
        if (keep.arrival_base[state] >= 0) write_arrivals(turn, payoffs, keep, solving);
        if (keep.takes_farkle && beaten == 0 && keep.farkled_base[state] >= 0) {
            write_farkled(turn, payoffs, keep, solving);
        }
    }

private:
    double rolling(const Turn& turn, i64 row, i64 kind) const {
        return double(rolled[(row * turn.dice + kind) * stride]);
    }

    void write_arrivals(const Turn& turn, const Payoffs& payoffs, const Keep& keep,
                        const Solving& solving) const {
        const i64 theirs = keep.theirs[state], step = keep.step, kinds = payoffs.bank_kinds;
        const i64 last = beaten > 0 ? beaten : theirs / step;
        for (i64 row = keep.previous ? beaten : 1; row <= last; ++row) {
            const i64 run = keep.arrival_run[theirs - row * step] + row;
            double* entry = solving.found_arrivals.data + keep.arrival_base[state] + run * kinds;
            const bool too_far = turn.overshoot && row > payoffs.room[state];
            for (i64 kind = 0; kind < kinds; ++kind) {
                double best = begun;
                if (keep.takes_bank && row < rows && !too_far) best = max(best, rolling(turn, row, kind));
                entry[kind] = min(best, MOST);
            }
        }
    }

    void write_farkled(const Turn& turn, const Payoffs& payoffs, const Keep& keep,
                       const Solving& solving) const {
        for (i64 row = 0; row < min(rows, keep.farkled_rows[state]); ++row) {
            if (turn.overshoot && row > payoffs.room[state]) break;
            // without points yet all the dice are rolled
            for (i64 kind = row > 0 ? 0 : turn.dice - 1; kind < turn.dice; ++kind) {
                const i64 entry = keep.farkled_base[state] + row * turn.dice + kind;
                solving.found_farkled[entry] = min(rolling(turn, row, kind), MOST);
            }
        }
    }
};

}  // namespace core
