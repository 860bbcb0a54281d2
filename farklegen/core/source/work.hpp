// Room to work in: a piece of memory of the caller's, handed out from the front.
//
// A function that lays its arrays out in a `Work` is called twice: once with nothing, when it returns how
// much room it needs (`lacking`), and once with that much.
#pragma once

#include "arrays.hpp"

namespace core {

class Work {
    using Address = decltype(sizeof(0));

public:
    explicit Work(const Room& room)
        : begin(reinterpret_cast<Address>(room.bytes.data)), size(room.bytes.size * 8) {}

    // Room for that many numbers, on a cache line of their own; not to be touched unless `fits`.
    template <class T>
    T* take(i64 count) {
        const i64 at = used;
        used += (max(count, i64(0)) * i64(sizeof(T)) + 63) / 64 * 64;
        return reinterpret_cast<T*>(begin + Address(at));
    }

    bool fits() const { return used <= size; }

    // What a function returns whose arrays do not fit: how many float64 they take, below `NO_ROOM`.
    i64 lacking() const { return NO_ROOM - used / 8; }

private:
    const Address begin;
    const i64 size;
    i64 used = 0;
};

}  // namespace core
