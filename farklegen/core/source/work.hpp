// Room to work in: a piece of memory of the caller's, handed out from the front.
//
// What lays its arrays out in a `Work` does so twice: once over nothing, which tells how much room
// it needs (the functions `..._room`), and once over the memory that the caller then hands in.
#pragma once

#include "arrays.hpp"

namespace core {

class Work {
    using Address = decltype(sizeof(0));

public:
    Work() = default;
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

    // The number of float64 that were taken.
    i64 needed() const { return used / 8; }

private:
    Address begin = 0;
    i64 size = 0, used = 0;
};

}  // namespace core
