// What every file of the core needs: numbers, arrays of the caller's, how a function is asked to stop, and
// how turns end. There is no standard library here, nothing is allocated, and nothing is thrown.
#pragma once

// For what must melt into its caller, so that vectors stay in registers.
#define ALWAYS_INLINE inline __attribute__((always_inline))

// Begins a function that Python may call. It takes structs, one for each NamedTuple of the same name in Python,
// where the fields are described; arrays.hpp is made of those when the core is compiled (compiling.py). It
// returns a number: what it says in its comment, or less than zero where it could not do it.
#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace core {

using i64 = long long;
using i32 = int;
using u32 = unsigned int;
using u64 = unsigned long long;
using u8 = unsigned char;

static_assert(sizeof(i64) == 8 && sizeof(i32) == 4 && sizeof(void*) == 8);

// An array of the caller's: numpy owns it. Of more than one dimension, the last one runs fastest.
template <class T>
struct Array {
    T* data;
    i64 size;  // all numbers in it

    T& operator[](i64 at) const { return data[at]; }
};

// What is at an address of the caller's; nullptr for none.
template <class T>
inline const T* at(i64 address) { return reinterpret_cast<const T*>(address); }

using Floats = Array<double>;
using Integers = Array<i64>;
using Booleans = Array<u8>;

template <class T>
inline T min(T a, T b) { return b < a ? b : a; }

template <class T>
inline T max(T a, T b) { return a < b ? b : a; }

template <class T>
inline T clip(T x, T low, T high) { return min(max(x, low), high); }

inline double abs(double x) { return __builtin_fabs(x); }

template <class T>
inline void fill(T* data, i64 size, T value) {
    for (i64 i = 0; i < size; ++i) data[i] = value;
}

template <class T>
inline void copy(T* to, const T* from, i64 size) {
    for (i64 i = 0; i < size; ++i) to[i] = from[i];
}

// What a function returns that could not do what it was asked: all less than zero.
constexpr i64 CANCELLED = -1;  // the caller set `cancel`
constexpr i64 NO_ROOM = -2;    // an array of the caller's is too small; below it: see work.hpp

// How a caller stops a long call: `farklegen.core.crew.Watch`.
struct Watch {
    Integers state;  // not zero to stop

    bool cancelled() const { return __atomic_load_n(state.data, __ATOMIC_RELAXED) != 0; }
};

// Kinds of ends of a turn. An end is a code, row * ENDS + kind: with which turn score, and how.
enum : i64 {
    BANKED = 0,
    FARKLED = 1,   // with some of the dice
    AWARDED = 2,   // with all the dice
    FIRST = 3,     // on the first roll
    RUINED = 4,    // by a disaster
    WON = 5,       // by a win at once
};

}  // namespace core
