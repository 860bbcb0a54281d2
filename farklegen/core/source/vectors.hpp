// Eight turns side by side.
#pragma once

#include "basics.hpp"

namespace core {

constexpr i64 W = 8;

// Aligned like their numbers: they may be loaded from anywhere.
typedef double V __attribute__((vector_size(8 * W), aligned(8)));
#if defined(__clang__)
using Flag = i64;
#else
using Flag = long;  // what g++ compares numbers to
#endif
typedef Flag M __attribute__((vector_size(8 * W), aligned(8)));  // a mask: -1 where it is true

inline V* as_vectors(double* data) { return reinterpret_cast<V*>(data); }

inline V splat(double x) { return V{} + x; }
inline M splat(i64 x) { return M{} + x; }

inline bool any(M mask) {
    i64 found = 0;
    for (i64 lane = 0; lane < W; ++lane) found |= mask[lane];
    return found != 0;
}

inline V larger(V a, V b) { return a > b ? a : b; }

}  // namespace core
