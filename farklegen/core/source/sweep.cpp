// A sweep over the levels of a match, from the highest down: what a level finds payoffs at is guessed
// where it is not known (guess.hpp), then the level is solved (level.hpp). Threads share the levels:
// each has a task of its own, and all wait for each other between levels.
#include "guess.hpp"
#include "level.hpp"

namespace core {
namespace {

// Where threads wait for each other. A thread that waits looks again and again for as long as a few
// turns take, since the others mostly come soon; then it lets others have the processor.
class Gate {
public:
    Gate(const Sweep& sweep, const Watch& watch) : sweep(sweep), watch(watch) {}

    // Wait until all threads are here; whether to go on.
    bool pass() {
        ++passed;
        __atomic_store_n(arrived(sweep.thread), passed, __ATOMIC_RELEASE);
        for (i64 thread = 0; thread < sweep.threads; ++thread) {
            for (i64 look = 0; __atomic_load_n(arrived(thread), __ATOMIC_ACQUIRE) < passed; ++look) {
                if (watch.cancelled()) return false;
                if (look < LOOKS) relax();
                else reinterpret_cast<int (*)(unsigned)>(sweep.nap)(NAP);
            }
        }
        return !watch.cancelled();
    }

    // Let the caller know which level this thread is at.
    void tell(i64 level) const { __atomic_store_n(arrived(sweep.thread) + 1, level, __ATOMIC_RELAXED); }

private:
    static constexpr i64 LOOKS = 1000, LINE = 8;
    static constexpr unsigned NAP = 20;  // µs

    const Sweep& sweep;
    const Watch& watch;
    i64 passed = 0;

    i64* arrived(i64 thread) const { return &sweep.arrived[thread * LINE]; }

    static void relax() {
#if defined(__x86_64__)
        __asm__ volatile("pause");
#else
        __asm__ volatile("yield");
#endif
    }
};

constexpr i64 RESULTS = 4;

template <class Real>
i64 sweep_over(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Proven& proven,
               const Task& task, const Sweep& sweep, const Guesses& guesses, const Solving& solving,
               const Room& room, const Watch& watch) {
    Work work(room);
    Solver<Real> solver(turn, payoffs, keep, proven, task, solving, work);
    if (!work.fits()) return NO_ROOM;
    solver.prepare();
    const Guessing guessing(payoffs, guesses, solving.chances.data);
    Gate gate(sweep, watch);
    for (i64 level = 0; level < sweep.until; ++level) {
        gate.tell(level);
        const i64 begin = sweep.layer[level], end = sweep.layer[level + 1];
        if (level >= sweep.guessed) {
            const i64 from = guesses.begin[level], until = guesses.begin[level + 1], all = until - from;
            for (i64 at = from + all * sweep.thread / sweep.threads;
                 at < from + all * (sweep.thread + 1) / sweep.threads; ++at) {
                guessing.guess(guesses.target[at], sweep.level[level]);
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

i64 sweep_levels(const Turn& turn, const Payoffs& payoffs, const Keep& keep, const Proven& proven,
                 const Task& task, const Sweep& sweep, const Guesses& guesses, const Solving& solving,
                 const Room& room, const Watch& watch) {
    if (solving.result.size < RESULTS || sweep.results.size < sweep.until * RESULTS) return NO_ROOM;
    const auto over = solving.check == ROUGH ? sweep_over<float> : sweep_over<double>;
    return over(turn, payoffs, keep, proven, task, sweep, guesses, solving, room, watch);
}

}  // namespace core
