// What a compiler expects to find in a C library, and which processor this is.
//
// Compilers put calls of memcpy and memset where code copies and clears, with or without a library.
// They are written so that a compiler does not see through them, and call themselves.
#include "functions.hpp"

#if defined(__clang__)
#define HIDDEN __attribute__((visibility("hidden")))
#else
#define HIDDEN  // g++ insists that these be seen
#endif

extern "C" {

using Size = decltype(sizeof(0));

HIDDEN void* memcpy(void* to, const void* from, Size size) {
#if defined(__x86_64__)
    void* end = to;
    asm volatile("rep movsb" : "+D"(end), "+S"(from), "+c"(size) : : "memory");
#else
    auto* out = static_cast<unsigned char*>(to);
    auto* in = static_cast<const unsigned char*>(from);
    for (Size i = 0; i < size; ++i) {
        out[i] = in[i];
        asm volatile("" : : : "memory");
    }
#endif
    return to;
}

HIDDEN void* memmove(void* to, const void* from, Size size) {
    auto* out = static_cast<unsigned char*>(to);
    auto* in = static_cast<const unsigned char*>(from);
    if (out <= in || out >= in + size) return memcpy(to, from, size);
    for (Size i = size; i > 0; --i) {
        out[i - 1] = in[i - 1];
        asm volatile("" : : : "memory");
    }
    return to;
}

HIDDEN void* memset(void* to, int value, Size size) {
#if defined(__x86_64__)
    void* end = to;
    asm volatile("rep stosb" : "+D"(end), "+c"(size) : "a"(value) : "memory");
#else
    auto* out = static_cast<unsigned char*>(to);
    for (Size i = 0; i < size; ++i) {
        out[i] = static_cast<unsigned char>(value);
        asm volatile("" : : : "memory");
    }
#endif
    return to;
}

#if defined(_WIN32)
int DllMainCRTStartup(void*, unsigned, void*) { return 1; }
int _fltused = 0;
#endif

#if defined(_WIN32) && defined(__x86_64__)
// Called where a frame is larger than a page, its size in rax: touches the pages of the stack one after
// the other, as Windows wants it, and changes no register.
asm(R"(
    .globl ___chkstk_ms
___chkstk_ms:
    pushq %rcx
    pushq %rax
    leaq 24(%rsp), %rcx
1:  cmpq $0x1000, %rax
    jb 2f
    subq $0x1000, %rcx
    orq $0, (%rcx)
    subq $0x1000, %rax
    jmp 1b
2:  subq %rax, %rcx
    orq $0, (%rcx)
    popq %rax
    popq %rcx
    ret
)");
#elif defined(_WIN32) && defined(__aarch64__)
// The same; x15 is the size in units of 16 bytes.
asm(R"(
    .globl __chkstk
__chkstk:
    lsl x16, x15, #4
    mov x17, sp
1:  cmp x16, #4096
    b.lo 2f
    sub x17, x17, #4096
    ldr xzr, [x17]
    sub x16, x16, #4096
    b 1b
2:  sub x17, x17, x16
    ldr xzr, [x17]
    ret
)");
#endif

}  // extern "C"

namespace core {

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
i64 processor_level() {
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

i64 processor_level() { return 0; }

#endif

i64 count(const Count& count, const Watch& watch) {
    if (count.counted.size < 1) return NO_ROOM;
    for (i64 i = 0; i != count.limit; ++i) {
        if (watch.cancelled()) return CANCELLED;
        count.counted[0] = i + 1;
    }
    return count.limit;
}

}  // namespace core
