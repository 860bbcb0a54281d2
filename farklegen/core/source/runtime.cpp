// What the library is, which processor this is, and what Windows asks of a library without a C library.
#include "arrays.hpp"

#if defined(_WIN32)
extern "C" {
int DllMainCRTStartup(void*, unsigned, void*) { return 1; }
int _fltused = 0;
}
#endif

namespace core {

// The fingerprint of the sources, the variant, and in a line for each function its name and the layouts of what it
// takes.
extern "C" __attribute__((visibility("default"))) const char* const about[3];
const char* const about[] = {FINGERPRINT, VARIANT, LAYOUTS};

#if defined(__x86_64__)

namespace {

struct Registers { unsigned a, b, c, d; };

Registers cpuid(unsigned leaf, unsigned part) {
    Registers r;
    asm volatile("cpuid" : "=a"(r.a), "=b"(r.b), "=c"(r.c), "=d"(r.d) : "a"(leaf), "c"(part));
    return r;
}

bool has(unsigned flags, unsigned wanted) { return (flags & wanted) == wanted; }

}  // namespace

// The levels are those of the psABI; what matters of them here. A level also needs an operating
// system that saves its registers (XCR0).
EXPORTED i64 processor_level() {
    if (cpuid(0, 0).a < 7) return 2;
    const Registers one = cpuid(1, 0), seven = cpuid(7, 0);
    const unsigned fma = 1u << 12, movbe = 1u << 22, xsave = 1u << 27, avx = 1u << 28;
    if (!has(one.c, fma | movbe | xsave | avx | 1u << 29)) return 2;
    unsigned low, high;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    const unsigned bmi1 = 1u << 3, avx2 = 1u << 5, bmi2 = 1u << 8;
    if (!has(low, 0x6) || !has(seven.b, bmi1 | avx2 | bmi2)) return 2;
    if (!has(cpuid(0x80000001u, 0).c, 1u << 5)) return 2;  // lzcnt
    const unsigned f = 1u << 16, dq = 1u << 17, cd = 1u << 28, bw = 1u << 30, vl = 1u << 31;
    return has(low, 0xe6) && has(seven.b, f | dq | cd | bw | vl) ? 4 : 3;
}

#else

EXPORTED i64 processor_level() { return 0; }

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
