// A sweep over the levels of a match, from the highest down: what a level finds payoffs at is guessed
// where it is not known (guess.hpp), then the level is solved (level.hpp). Threads share the levels:
// each has a task of its own, and all wait for each other between levels.
#include "gate.hpp"
#include "guess.hpp"
#include "level.hpp"

namespace core {
namespace {

constexpr i64 RESULTS = 4;

i64 sweep_over(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Task& task,
               const SharedSweep& sweep, const Guesses& guesses, const Solving& solving, const Room& room,
               const Together& together, const Watch& watch) {
    Work work(room);
    Solver solver(turn, payoffs, keep, task, solving, work);
    if (!work.fits()) return NO_ROOM;
    solver.prepare();
    const Guessing guessing(payoffs, guesses, solving.chances.data);
    Gate gate(together, watch);
    for (i64 level = 0; level < sweep.until; ++level) {
        gate.tell(level);
        const i64 begin = sweep.layer[level], end = sweep.layer[level + 1];
        if (level >= sweep.guessed) {
            const i64 first = guesses.begin[level], targets = guesses.begin[level + 1] - first;
            for (i64 at = gate.from(targets); at < gate.until(targets); ++at) {
                guessing.guess(guesses.target[first + at], sweep.level[level]);
            }
            if (!gate.pass()) return CANCELLED;
            for (i64 at = task.layers[begin]; sweep.before.size > 0 && at < task.layers[end]; ++at) {
                const i64 state = task.order[at];
                if (state >= 0) sweep.before[state] = solving.chances[state];
            }
        }
        fill(solving.result.data, RESULTS, 0.0);
        const i64 done = solver.solve(begin, end, sweep.beats[level], sweep.beats[level + 1], watch);
        if (done < 0) return done;
        copy(&sweep.results[level * RESULTS], solving.result.data, RESULTS);
        if (!gate.pass()) return CANCELLED;
    }
    return 0;
}

}  // namespace

i64 sweep_levels(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Task& task,
                 const SharedSweep& sweep, const Guesses& guesses, const Solving& solving, const Room& room,
                 const Together& together, const Watch& watch) {
    if (solving.result.size < RESULTS || sweep.results.size < sweep.until * RESULTS) return NO_ROOM;
    return sweep_over(turn, payoffs, keep, task, sweep, guesses, solving, room, together, watch);
}

}  // namespace core
