// Where threads that work together wait for each other.
#pragma once

#include "arrays.hpp"

namespace core {

// A thread that waits looks again and again for as long as a few turns take, since the others mostly
// come soon; then it lets others have the processor.
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
                    relax();
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

    static void relax() {
#if defined(__x86_64__)
        __asm__ volatile("pause");
#elif defined(__aarch64__)
        __asm__ volatile("yield");
#endif
    }
};

}  // namespace core
