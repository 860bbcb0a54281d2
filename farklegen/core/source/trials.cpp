// Functions for the tests of how functions are called.
#include "functions.hpp"

namespace core {

i64 add_up(const Turn& turn, const Sums& sums) {
    if (sums.sum.size < 2) return NO_ROOM;
    for (i64 i = 0; i < turn.offset.size; ++i) sums.sum[0] += double(turn.offset[i]);
    for (i64 i = 0; i < turn.probability.size; ++i) sums.sum[1] += turn.probability[i];
    return turn.offset.size + turn.probability.size;
}

i64 count(const Count& count, const Watch& watch) {
    for (i64 i = 0; i != count.limit; ++i) {
        if (watch.cancelled()) return CANCELLED;
        watch.done(1);
    }
    return count.limit;
}

}  // namespace core
