// A function for the tests of how functions are called.
#include "functions.hpp"

namespace core {

i64 count(const Count& count, const Watch& watch) {
    if (count.counted.size < 1) return NO_ROOM;
    for (i64 i = 0; i != count.limit; ++i) {
        if (watch.cancelled()) return CANCELLED;
        watch.done(1);
        count.counted[0] = i + 1;
    }
    return count.limit;
}

}  // namespace core
