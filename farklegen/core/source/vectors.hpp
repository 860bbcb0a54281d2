// Numbers side by side.
#pragma once

#include "basics.hpp"

namespace core {

// So many fill 64 bytes, a register of the widest processors; narrower ones take two or four for it.
typedef double V __attribute__((vector_size(64)));
constexpr i64 W = 64 / i64(sizeof(double));

// Read and write a vector, wherever it begins.
template <class Some = V, class From>
ALWAYS_INLINE Some load(const From* from) {
    Some value;
    __builtin_memcpy(&value, from, sizeof(Some));
    return value;
}
template <class To, class Some>
ALWAYS_INLINE void store(To* to, Some value) {
    __builtin_memcpy(to, &value, sizeof(Some));
}

#if defined(__clang__)
using Flag = i64;
#else
using Flag = long;  // what g++ compares numbers to
#endif
typedef Flag M __attribute__((vector_size(64)));  // a mask: -1 where it is true

// An array of vectors, which must begin on a cache line; what may not is for `load` and `store`.
inline V* as_vectors(double* data) { return reinterpret_cast<V*>(data); }

inline V splat(double x) { return V{} + x; }
inline M splat(i64 x) { return M{} + x; }

inline bool any(M mask) {
    i64 found = 0;
    for (i64 lane = 0; lane < W; ++lane) found |= mask[lane];
    return found != 0;
}

// How far on the option that is taken from a set is in some lanes, of which `some` is one, if that is the
// same in all of them; else -1.
template <class Sets>
ALWAYS_INLINE i64 same_option(const Sets& sets, M lanes, i64 some) {
    if (sets.only >= 0) return sets.only;
    const i64 usual = some == 0 ? sets.option[0] : sets.option[some];
    return any(lanes & (sets.option != splat(usual))) ? -1 : usual;
}

}  // namespace core
