// Functions for the tests of how functions are called.
#include "functions.hpp"
#include "turn.hpp"

namespace core {

i64 add_up(const Turn& turn, const Sums& sums) {
    if (sums.sum.size < 2) return NO_ROOM;
    for (i64 i = 0; i < turn.offset.size; ++i) sums.sum[0] += double(turn.offset[i]);
    for (i64 i = 0; i < turn.probability.size; ++i) sums.sum[1] += turn.probability[i];
    return turn.offset.size + turn.probability.size;
}

i64 load_and_compare(const Loads& loads) {
    constexpr i64 MAXIMA = 12;  // side by side: enough to hide their latency
    constexpr i64 per = i64(sizeof(V) / sizeof(double)), step = MAXIMA * per;
    if (loads.values.size < step || loads.out.size < step) return NO_ROOM;
    V best[MAXIMA] = {};
    i64 at = 0;
    for (i64 left = loads.steps; left > 0; --left) {
        for (i64 i = 0; i < MAXIMA; ++i) {
            const V value = load(loads.values.data + at + i * per);
            best[i] = value > best[i] ? value : best[i];
        }
        at = at + 2 * step > loads.values.size ? 0 : at + step;
    }
    for (i64 i = 0; i < MAXIMA; ++i) store(loads.out.data + i * per, best[i]);
    return loads.steps * step;
}

i64 count(const Count& count, const Watch& watch) {
    for (i64 i = 0; i != count.limit; ++i) {
        if (watch.cancelled()) return CANCELLED;
        watch.done(1);
    }
    return count.limit;
}

}  // namespace core
