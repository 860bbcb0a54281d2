// Numbers side by side.
#pragma once

#include "basics.hpp"

namespace core {

// So many fill 64 bytes, a register of the widest processors; narrower ones take two or four for it.
template <class Real>
struct VectorOf;
template <>
struct VectorOf<double> {
    typedef double Type __attribute__((vector_size(64)));
};
template <class Real>
using Vector = typename VectorOf<Real>::Type;

// Numbers in a vector.
template <class Real>
constexpr i64 NUMBERS = 64 / i64(sizeof(Real));

// Read and write a vector, or a single number, wherever it begins.
template <class V, class Real>
ALWAYS_INLINE V load(const Real* from) {
    V value;
    __builtin_memcpy(&value, from, sizeof(V));
    return value;
}
template <class V, class Real>
ALWAYS_INLINE void store(Real* to, V value) {
    __builtin_memcpy(to, &value, sizeof(V));
}

// ---- where nothing but float64 is computed with --------------------------------------------------

using V = Vector<double>;
constexpr i64 W = NUMBERS<double>;

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

}  // namespace core
