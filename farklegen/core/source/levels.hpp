// The levels of a game of several players, from the highest down, in one of several threads that do so
// together.
//
// Turns of a level need each other where farkles lead from one to another; such turns make a *part*, and
// parts share nothing. Each belongs to one thread, which takes it through all that its level asks for
// (`Mode`) before all go on to the next level. Turns are solved in *phases*, those that others of their
// part need first; those of a phase side by side, the longest first.
#pragma once

#include "several.hpp"

namespace core {

// Where threads that work together wait for each other. A thread that waits looks again and again for as long
// as a few turns take, since the others mostly come soon; then it lets others have the processor.
class Gate {
public:
    Gate(const Together& together, const Watch& watch) : together(together), watch(watch) {}

    // Wait until all threads are here; whether to go on.
    bool pass() {
        ++passed;
        __atomic_store_n(arrived(together.thread), passed, __ATOMIC_RELEASE);
        for (i64 thread = 0; thread < together.threads; ++thread) {
            i64 nap = NAP;
            for (i64 look = 0; __atomic_load_n(arrived(thread), __ATOMIC_ACQUIRE) < passed; ++look) {
                if (watch.cancelled()) return false;
                if (look < LOOKS) {
#if defined(__x86_64__)
                    __asm__ volatile("pause");
#elif defined(__aarch64__)
                    __asm__ volatile("yield");
#endif
                    continue;
                }
                reinterpret_cast<int (*)(unsigned)>(together.nap)(unsigned(nap));
                nap = min(2 * nap, LONGEST);
            }
        }
        return !watch.cancelled();
    }

    // Ask all threads to stop after something that they number alike, and whether one of them has asked that,
    // once all have passed.
    void stop_after(i64 number) const {
        __atomic_store_n(arrived(together.thread) + 2, number + 1, __ATOMIC_RELAXED);
    }
    bool stops_after(i64 number) const {
        for (i64 thread = 0; thread < together.threads; ++thread)
            if (__atomic_load_n(arrived(thread) + 2, __ATOMIC_RELAXED) == number + 1) return true;
        return false;
    }

    // Let the caller know how far this thread is.
    void tell(i64 done) const { __atomic_store_n(arrived(together.thread) + 1, done, __ATOMIC_RELAXED); }

private:
    static constexpr i64 LOOKS = 1000, NAP = 20, LONGEST = 640;  // the last two in µs

    const Together& together;
    const Watch& watch;
    i64 passed = 0;

    i64* arrived(i64 thread) const { return &together.arrived[thread * LINE]; }  // cache lines apart
};

// What is done with a level: `farklegen.core.several.SeveralLevels`.
enum Mode : i64 { ONCE = 0, ROUND = 1, ROUNDS = 2, SETTLE = 3 };

// A cycle of given choices that is left with a smaller chance has no end: ways through a turn that are too
// rare to be followed count as banks, and come to 1e-12 or so.
constexpr double NO_END = 1e-10;

// The turns of a level in their parts, and which of them are this thread's.
class Parts {
public:
    // Of the level: the most that came to rest has moved; cycles that did not, and the most that those still move.
    double residual, unsettled, moving;

protected:
    // Of turns that are solved `width` at a time; `anywhere`: whether it is all the same where a cycle that is
    // settled is begun, so that blocks are full.
    Parts(const Several& asked, const SeveralLevels& levels, const Together& together, const Watch& watch, i64 width,
          bool anywhere, Work& work)
        : asked(asked), levels(levels), together(together), watch(watch), width(width), anywhere(anywhere) {
        for (i64 level = 0; level + 1 < levels.begin.size; ++level)
            most = max(most, levels.begin[level + 1] - levels.begin[level]);
        place = work.take<i64>(most);
        phase = work.take<i64>(most);
        anchor = work.take<i64>(most);
        root = work.take<i64>(most);
        owner = work.take<i64>(most);
        sorted = work.take<i64>(most);
        mine = work.take<i64>(most);
        of_rows = work.take<i64>(longest(asked) + 2);
        inside = work.take<u8>(most);
    }

    const Several& asked;
    const SeveralLevels& levels;
    const Together& together;
    const Watch& watch;
    const i64 width;
    const bool anywhere;
    Mode mode;         // of the level
    i64 most = 1;      // turns of a level

    const i64* lanes;  // of the level
    i64 count, own;    // how many, and how many are this thread's
    i64 *place;        // [count], where a farkle leads on the level; or the turn itself
    i64 *phase, *anchor, *root, *owner;  // [count]: of the part, the thread at each root
    i64 *sorted;       // [count], the longest turns first
    i64 *mine;         // [own], this thread's, as they are played
    i64 *of_rows;
    u8* inside;        // [count], whether a farkle leads to `place`

    // Whether a turn is played by the moves of the second player: in blocks, and phases, of their own.
    bool in_second(i64 at) const { return asked.state[lanes[at]] >= levels.second; }

    void begin(i64 level) {
        lanes = levels.order.data + levels.begin[level];
        count = levels.begin[level + 1] - levels.begin[level];
        residual = unsettled = moving = 0.0;
        mode = Mode(levels.mode[level]);
        if (mode == ONCE && width == 1) {
            own = 0;
            for (i64 at = together.thread; at < count; at += together.threads) mine[own++] = at;
            return;
        }
        for (i64 at = 0; at < count; ++at) {
            place[at] = anchor[at] = root[at] = at;
            phase[at] = in_second(at);
            inside[at] = 0;
        }
        if (mode != ONCE) find_parts();
        deal();
    }

private:
    // The turn of the level that a state is the start of, or -1.
    i64 find(i64 state) const {
        i64 low = 0, high = count;
        while (low < high) {
            const i64 middle = (low + high) / 2;
            if (asked.state[lanes[middle]] < state) low = middle + 1;
            else high = middle;
        }
        return low < count && asked.state[lanes[low]] == state ? low : -1;
    }

    void find_parts() {
        for (i64 at = 0; at < count; ++at) {
            const i64 there = find(asked.after[lanes[at]]);
            inside[at] = there >= 0;
            if (there >= 0) place[at] = there, join(at, there);
            if (asked.first[lanes[at]] != asked.after[lanes[at]]) join(at, find(asked.first[lanes[at]]));
            join(at, find(asked.ruin[lanes[at]]));
        }
        for (i64 at = 0; at < count; ++at) root[at] = root_of(at);
        for (i64 at = 0; at < count; ++at) {
            i64 there = at;
            for (i64 step = 1; step < levels.phases; ++step) {
                there = place[there];
                if (number(there) < number(anchor[at])) anchor[at] = there, phase[at] = step;
            }
            // chains are counted from the other end: those of the highest phase need no others
            if (levels.chains) phase[at] = levels.phases - 1 - phase[at];
            if (mode == SETTLE && anywhere) phase[at] = in_second(at);
        }
    }

    // By which turns of a cycle, or of a chain, differ from the first one of them.
    i64 number(i64 at) const { return levels.chains && !inside[at] ? -1 : at; }

    i64 root_of(i64 at) const {
        while (root[at] != at) at = root[at] = root[root[at]];
        return at;
    }

    void join(i64 at, i64 there) {
        if (there < 0) return;
        const i64 one = root_of(at), other = root_of(there);
        root[max(one, other)] = min(one, other);
    }

    // Deal the parts to the threads, a block full of them at a time, and put those of this one in order.
    void deal() {
        for (i64 at = 0; at < count; ++at) sorted[at] = at;
        if (width > 1) sort_by_rows();
        i64 parts = 0;
        for (i64 at = 0; at < count; ++at)
            if (root[sorted[at]] == sorted[at]) owner[sorted[at]] = parts++ / width % together.threads;
        own = 0;
        for (i64 now = (mode == ONCE ? 2 : levels.phases) - 1; now >= 0; --now)
            for (i64 at = 0; at < count; ++at)
                if (phase[sorted[at]] == now && owner[root[sorted[at]]] == together.thread) mine[own++] = sorted[at];
    }

    // The longest turns come first.
    void sort_by_rows() {
        i64 most = 0;
        for (i64 at = 0; at < count; ++at) most = max(most, asked.rows[lanes[at]]);
        fill(of_rows, most + 2, i64(0));
        for (i64 at = 0; at < count; ++at) ++of_rows[most - asked.rows[lanes[at]] + 1];
        for (i64 row = 0; row < most; ++row) of_rows[row + 1] += of_rows[row];
        for (i64 at = 0; at < count; ++at) sorted[of_rows[most - asked.rows[lanes[at]]]++] = at;
    }
};

template <class Solver>
i64 solve_all(Solver& solver, const Work& work, const SeveralLevels& levels, const Together& together,
              const Watch& watch) {
    constexpr i64 RESULTS = 4;
    const i64 many = levels.mode.size;
    if (!work.fits()) return work.lacking();
    if (levels.result.size < RESULTS * many) return NO_ROOM;
    solver.prepare();
    Gate gate(together, watch);
    for (i64 level = 0; level < many; ++level) {
        gate.tell(level);
        const i64 done = solver.solve(level);
        if (done < 0) return done;
        const bool less = solver.more_is_less();
        const double found[RESULTS] = {solver.residual, solver.unsettled, solver.moving, less ? 1.0 : 0.0};
        copy(&levels.result[level * RESULTS], found, RESULTS);
        if (less) gate.stop_after(level);
        if (!gate.pass()) return CANCELLED;
        if (gate.stops_after(level)) return level + 1;
    }
    return many;
}

}  // namespace core
