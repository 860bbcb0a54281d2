// What the library is, whether it is for this processor, and what Windows asks of a library without a C library.
#include "arrays.hpp"

#if defined(_WIN32)
extern "C" {
int DllMainCRTStartup(void*, unsigned, void*) { return 1; }
int _fltused = 0;
}
#endif

namespace core {

// The fingerprint of the sources, and in a line for each function its name and the layouts of what it takes.
extern "C" __attribute__((visibility("default"))) const char* const about[2];
const char* const about[] = {FINGERPRINT, LAYOUTS};

#if defined(__AVX2__)

namespace {

struct Registers { unsigned a, b, c, d; };

Registers cpuid(unsigned leaf, unsigned part) {
    Registers r;
    asm volatile("cpuid" : "=a"(r.a), "=b"(r.b), "=c"(r.c), "=d"(r.d) : "a"(leaf), "c"(part));
    return r;
}

bool has(unsigned flags, unsigned wanted) { return (flags & wanted) == wanted; }

}  // namespace

// 1 where this processor has the vectors that the library was made for, and the operating system saves their
// registers (XCR0); else 0.
EXPORTED i64 runs_here() {
    const unsigned fma = 1u << 12, xsave = 1u << 27, avx = 1u << 28;
    if (cpuid(0, 0).a < 7 || !has(cpuid(1, 0).c, fma | xsave | avx)) return 0;
    unsigned low, high;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    const unsigned found = cpuid(7, 0).b, bmi1 = 1u << 3, avx2 = 1u << 5, bmi2 = 1u << 8;
    if (!has(low, 0x6) || !has(found, bmi1 | avx2 | bmi2)) return 0;
#if defined(__AVX512F__)
    const unsigned f = 1u << 16, dq = 1u << 17, cd = 1u << 28, bw = 1u << 30, vl = 1u << 31;
    return has(low, 0xe6) && has(found, f | dq | cd | bw | vl);
#else
    return 1;
#endif
}

#else

EXPORTED i64 runs_here() { return 1; }

#endif

// For tests: counts in `counted` up to `limit`, or for ever if that is less than zero; how far.
EXPORTED i64 count(const Count& count, const Watch& watch) {
    if (count.counted.size < 1) return NO_ROOM;
    for (i64 i = 0; i != count.limit; ++i) {
        if (watch.cancelled()) return CANCELLED;
        count.counted[0] = i + 1;
    }
    return count.limit;
}

}  // namespace core
