// A match solved layer by layer: blocks of turns side by side, their payoffs looked up (ends.hpp),
// their values filled in from the top row down (turn.hpp), and turns that need each other settled
// together (cycles.hpp). Where dice that farkled may be taken over, equations are only applied.
#pragma once

#include "cycles.hpp"
#include "functions.hpp"
#include "kept.hpp"
#include "turn.hpp"

namespace core {

constexpr double LOOSE = 1e-12;  // change that will do after PATIENCE steps
constexpr i64 PATIENCE = 30;
constexpr i64 MOST_STEPS = 400;  // on one cycle; some four are usual

class Solver {
public:
    static constexpr i64 width = LANES<>;

    Solver(const Turn& turn, const Payoffs& payoffs, const Keep& keep,
           const Task& task, const Solving& solving, Work& work)
        : turn(turn), payoffs(payoffs), keep(keep), task(task), solving(solving), work(work),
          chances(solving.chances.data), check(solving.check),
          keeps(keep.takes_bank || keep.takes_farkle),
          lost_kinds(keep.takes_farkle ? turn.dice : 2), bank_kinds(payoffs.bank_kinds) {
        i64 most = 0;
        for (i64 at = 0; at < task.order.size; ++at) {
            if (task.order[at] >= 0) most = max(most, payoffs.rows[task.order[at]]);
        }
        block.lay_out(turn, most, work, turn.dice + 1);
        ends.lay_out_lanes(work);
    }

    // What the largest layer needs, at most.
    void measure() {
        for (i64 number = 0; number + 1 < task.layers.size; ++number) {
            const i64 mark = work.mark();
            begin(number);
            if (blocks > 0) {
                i64 bank = 0, rolled = 0, lost = 0;
                for (i64 b = 0; b < blocks; ++b) {
                    i64 most = 0;
                    for (i64 lane = 0; lane < width; ++lane) {
                        const i64 at = b * width + lane;
                        if (at >= layer.lanes || state_of(at) < 0) continue;
                        most = max(most, payoffs.rows[state_of(at)]);
                    }
                    bank = check ? max(bank, most + turn.max_rise) : bank + most + turn.max_rise;
                    rolled = check ? max(rolled, most) : rolled + most;
                    lost = max(lost, most);
                }
                take(bank, rolled, lost);
            }
            work.release(mark);
        }
        for (i64 at = 0; at < task.beating.size; at += width) {
            const i64 mark = work.mark();
            begin_beating(at, task.beating.size);
            i64 most = 0;
            for (i64 lane = 0; lane < layer.lanes; ++lane) most = max(most, payoffs.rows[state_of(lane)]);
            take(most + turn.max_rise, most, most);
            work.release(mark);
        }
    }

    void prepare() { block.prepare(); }

    // Solve layers, from one of them up to another, and turns that must beat a bank.
    i64 solve(i64 layer_from, i64 layer_until, i64 beat_from, i64 beat_until, const Watch& watch) {
        for (i64 number = layer_from; number < layer_until; ++number) {
            const i64 mark = work.mark();
            begin(number);
            if (!work.fits()) return NO_ROOM;
            if (blocks > 0) {
                const i64 done = check ? apply_layer(watch) : settle_layer(watch);
                if (done < 0) return done;
            }
            work.release(mark);
        }
        return beat(beat_from, beat_until, watch);
    }

private:
    const Turn& turn;
    const Payoffs& payoffs;
    const Keep& keep;
    const Task& task;
    const Solving& solving;
    Work& work;
    double* chances;
    const i64 check;
    const bool keeps;
    const i64 lost_kinds, bank_kinds;

    Block<> block;
    Worths<> ends;

    Layer layer;
    i64 blocks;
    i64 *rows, *bank_at, *rolled_at, *busy;  // [blocks]
    double *bank, *rolled, *lost;

    enum { CHANGE, RESIDUAL, EVALUATIONS, MOVED };  // of `result`

    double& result(i64 which) const { return solving.result[which]; }
    i64 state_of(i64 at) const { return layer.states[at]; }
    double value(i64 at) const { return chances[state_of(at)]; }

    void begin(i64 number) {
        layer.low = task.layers[number];
        layer.states = task.order.data + layer.low;
        lay_out_lanes(task.layers[number + 1] - layer.low);
    }

    // A block of turns that must beat a bank.
    void begin_beating(i64 at, i64 until) {
        layer.states = task.beating.data + at;
        lay_out_lanes(min(width, until - at));
    }

    void lay_out_lanes(i64 lanes) {
        layer.lanes = lanes;
        blocks = (lanes + width - 1) / width;
        const i64 all = blocks * width;
        layer.before = work.take<double>(all);
        layer.worth = work.take<double>(all);
        layer.target = work.take<double>(all);
        layer.gaps = work.take<double>(all);
        layer.last = work.take<double>(2 * layer.lanes);
        rows = work.take<i64>(blocks);
        bank_at = work.take<i64>(blocks);
        rolled_at = work.take<i64>(blocks);
        busy = work.take<i64>(blocks);
    }

    // Room for payoffs of that many rows, and for what is kept of the turns.
    void take(i64 bank_rows, i64 rolled_rows, i64 most_rows) {
        bank = work.take<double>(bank_rows * bank_kinds * width);
        rolled = work.take<double>(keeps ? rolled_rows * turn.dice * width : 0);
        lost = work.take<double>(max(most_rows, i64(1)) * lost_kinds * width);
    }

    // ---- rows --------------------------------------------------------------------------------------

    i64 rows_needed(i64 at, i64 beaten, double share) const {
        return core::rows_needed(payoffs, solving.chances, solving.source, state_of(at), beaten, share);
    }

    // The most rows that a turn from a state may have to beat.
    i64 most_beaten(i64 state) const { return keep.theirs[state] / keep.step; }

    // The values before, and the rows of each block; whether payoffs of a farkle differ
    // from row to row.
    bool look_at_lanes(bool beating = false) {
        bool by_row = keep.takes_farkle;
        fill(rows, blocks, i64(0));
        for (i64 at = 0; at < blocks * width; ++at) {
            if (at >= layer.lanes || state_of(at) < 0) continue;
            layer.before[at] = value(at);
            by_row = by_row || payoffs.lost_rise[state_of(at)] > 0;
            const i64 beaten = beating ? most_beaten(state_of(at)) : 0;
            rows[at / width] = max(rows[at / width], rows_needed(at, beaten, 0.5));
        }
        return by_row;
    }

    // ---- one block ---------------------------------------------------------------------------------

    // Look up the payoffs of a block and solve it; a block that is not full repeats a lane.
    void evaluate(i64 number, bool again, bool by_row) {
        const i64 begin = number * width, filled = min(width, layer.lanes - begin);
        const Solved known = {solving.chances, solving.source, solving.farkled};
        ends.bank = bank + bank_at[number];
        ends.bank_kinds = bank_kinds;
        ends.lost = lost;
        ends.lost_rows = by_row ? rows[number] : 1;
        ends.lost_kinds = lost_kinds;
        for (i64 lane = 0; lane < width; ++lane) {
            const bool real = lane < filled && state_of(begin + lane) >= 0;
            const i64 at = real ? begin + lane : begin, state = state_of(at);
            if (!again) {
                gather_bank(ends, lane, state, payoffs.least[state], rows[number], turn, payoffs,
                            known.source);
            }
            gather_lost(ends, lane, state, turn, payoffs, keep, known);
            gather_others(ends, lane, state, turn, payoffs, keep, known);
        }
        block.solve(rows[number], ends, kept_of(number), turn.dice);
        take_worths(number);
    }

    // Where a block writes what rolling is worth, if that is kept.
    double* kept_of(i64 number) const { return keeps ? rolled + rolled_at[number] : nullptr; }

    // What the turns of a block that has been solved are worth.
    void take_worths(i64 number) {
        const i64 begin = number * width, filled = min(width, layer.lanes - begin);
        const double* start = block.at(0, turn.dice - 1);
        for (i64 lane = 0; lane < filled; ++lane) layer.worth[begin + lane] = start[lane];
        result(EVALUATIONS) += double(width);
    }

    // ---- layers ------------------------------------------------------------------------------------

    // The equation applied once to every lane.
    i64 apply_layer(const Watch& watch) {
        const bool by_row = look_at_lanes();
        for (i64 number = 0; number < blocks; ++number) {
            if (watch.cancelled()) return CANCELLED;
            const i64 mark = work.mark();
            bank_at[number] = rolled_at[number] = 0;
            take(rows[number] + turn.max_rise, rows[number], by_row ? rows[number] : 1);
            if (!work.fits()) return NO_ROOM;
            evaluate(number, false, by_row);
            for (i64 at = number * width; at < min(layer.lanes, (number + 1) * width); ++at) {
                const i64 state = state_of(at);
                if (state < 0) continue;
                solving.found_chances[state] = min(layer.worth[at], MOST);
                if (payoffs.counts[state]) {
                    result(RESIDUAL) = max(result(RESIDUAL), abs(layer.worth[at] - value(at)));
                }
                write(at, 0, layer.worth[at]);
            }
            work.release(mark);
            watch.done(width);
        }
        return 0;
    }

    // Solve the equations of a layer.
    i64 settle_layer(const Watch& watch) {
        const bool by_row = look_at_lanes();
        const CycleSteps cycles(layer, payoffs, chances, TIGHT);
        const i64 mark = work.mark();
        do {
            work.release(mark);
            i64 banks = 0, rolls = 0, most = 0;
            for (i64 number = 0; number < blocks; ++number) {
                bank_at[number] = banks * bank_kinds * width;
                rolled_at[number] = rolls * turn.dice * width;
                banks += rows[number] + turn.max_rise;
                rolls += rows[number];
                most = max(most, rows[number]);
                busy[number] = 1;
            }
            take(banks, rolls, by_row ? most : 1);
            if (!work.fits()) return NO_ROOM;
            fill(layer.gaps, layer.lanes, 0.0);
            fill(layer.last, 2 * layer.lanes, 0.0);
            for (i64 step = 0; step < MOST_STEPS; ++step) {
                for (i64 number = 0; number < blocks; ++number) {
                    if (!busy[number]) continue;
                    if (watch.cancelled()) return CANCELLED;
                    evaluate(number, step > 0, by_row);
                    watch.done(width);
                }
                const double worst = compare();
                if (worst <= TIGHT || (step >= PATIENCE && worst <= LOOSE)) break;
                cycles.take(step);
                fill(busy, blocks, i64(0));
                for (i64 at = 0; at < layer.lanes; ++at) {
                    if (layer.target[at] != FORBIDDEN) busy[at / width] = 1;
                }
            }
        } while (!enough_rows());
        for (i64 at = 0; at < layer.lanes; ++at) {
            const i64 state = state_of(at);
            if (state < 0) continue;
            result(RESIDUAL) = max(result(RESIDUAL), layer.gaps[at]);
            const double moved = abs(value(at) - layer.before[at]);
            result(MOVED) = max(result(MOVED), moved);
            if (payoffs.counts[state]) result(CHANGE) = max(result(CHANGE), moved);
            write(at, 0, value(at));
        }
        return 0;
    }

    // How far the equations are from holding; states on no cycle take their values.
    double compare() const {
        double worst = 0.0;
        for (i64 at = 0; at < layer.lanes; ++at) {
            const i64 state = state_of(at);
            if (state < 0 || !busy[at / width]) continue;
            layer.gaps[at] = abs(layer.worth[at] - value(at));
            if (payoffs.partner[state] < 0) {
                chances[state] = min(layer.worth[at], MOST);
                layer.gaps[at] = 0.0;
            }
            worst = max(worst, layer.gaps[at]);
        }
        return worst;
    }

    // Whether the rows were enough for what has been found; if not they are more now.
    bool enough_rows() const {
        if (payoffs.stop_risk <= 0.0) return true;
        bool enough = true;
        for (i64 at = 0; at < layer.lanes; ++at) {
            if (state_of(at) < 0) continue;
            const i64 needed = rows_needed(at, 0, 1.0);
            if (needed > rows[at / width]) {
                rows[at / width] = needed;
                enough = false;
            }
        }
        return enough;
    }

    // ---- turns that must beat a bank ---------------------------------------------------------------

    // Turns that begin at the same state are alike above the bank that they must beat: for each only
    // the rows up to it are filled in again.
    i64 beat(i64 from, i64 until, const Watch& watch) {
        for (i64 at = from; at < until; at += width) {
            const i64 mark = work.mark();
            begin_beating(at, until);
            if (!work.fits()) return NO_ROOM;
            const bool by_row = look_at_lanes(true);
            bank_at[0] = rolled_at[0] = 0;
            take(rows[0] + turn.max_rise, rows[0], by_row ? rows[0] : 1);
            if (!work.fits()) return NO_ROOM;
            evaluate(0, false, by_row);
            i64 least = rows[0], most = 0;
            for (i64 lane = 0; lane < layer.lanes; ++lane) {
                least = min(least, max(payoffs.least[state_of(lane)], i64(1)));
                most = max(most, most_beaten(state_of(lane)));
            }
            for (i64 beaten = least; beaten <= most; ++beaten) {
                if (watch.cancelled()) return CANCELLED;
                block.solve_beating(beaten, ends, kept_of(0), turn.dice);
                take_worths(0);
                for (i64 lane = 0; lane < layer.lanes; ++lane) {
                    const i64 state = state_of(lane);
                    if (beaten < payoffs.least[state] || beaten > most_beaten(state)) continue;
                    write(lane, beaten, layer.worth[lane]);
                }
                watch.done(width);
            }
            work.release(mark);
        }
        return 0;
    }

    // Keep what others look up of a turn, which must beat that many rows and is worth `begun`.
    void write(i64 at, i64 beaten, double begun) const {
        const i64 number = at / width;
        const double* over = keeps ? rolled + rolled_at[number] + at % width : nullptr;
        const Kept kept = {state_of(at), beaten, rows[number], begun, over, width};
        kept.write(turn, payoffs, keep, solving);
    }
};

}  // namespace core
