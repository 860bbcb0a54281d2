// Turns under given payoffs.
#include "functions.hpp"
#include "turn.hpp"

namespace core {
namespace {

struct Rooms {
    Block<> block;
    Worths<> ends;
    double* rolled;

    Rooms(const Turn& turn, const Lanes& lanes, Work& work) {
        block.lay_out(turn, lanes.rows, work);
        ends.lay_out(turn, lanes.rows, lanes.bank_kinds, lanes.lost_rows, lanes.lost_kinds, work);
        rolled = work.take<double>(lanes.rows * lanes.kept * LANES<>);
    }
};

// Lanes from `begin` on, out of rows of `count`: [size, LANES<>]; the last one fills up.
template <class T>
void gather(double* to, const T* from, i64 size, i64 count, i64 begin) {
    const i64 filled = min(LANES<>, count - begin);
    for (i64 at = 0; at < size; ++at) {
        for (i64 i = 0; i < LANES<>; ++i) {
            to[at * LANES<> + i] = double(from[at * count + begin + min(i, filled - 1)]);
        }
    }
}

}  // namespace

i64 turns_room(const Turn& turn, const Lanes& lanes) {
    Work work;
    Rooms(turn, lanes, work);
    return work.needed();
}

i64 turns(const Turn& turn, const LanePayoffs& payoffs, const Lanes& lanes, const Room& room) {
    const i64 count = lanes.start.size, rows = lanes.rows;
    const i64 bank_size = (rows + turn.max_rise) * lanes.bank_kinds;
    const i64 lost_size = lanes.lost_rows * lanes.lost_kinds, rolled_size = rows * lanes.kept;
    const i64 values_size = lanes.values.size ? (rows + turn.max_rise) * turn.columns : 0;
    Work work(room);
    Rooms rooms(turn, lanes, work);
    const bool given = payoffs.bank.size == bank_size * count && payoffs.lost.size == lost_size * count &&
                       payoffs.first.size == count && payoffs.ruin.size == count &&
                       payoffs.sure.size == count && payoffs.room.size == count;
    if (!work.fits() || !given || lanes.rolled.size != rolled_size * count ||
        lanes.values.size != values_size * count) {
        return NO_ROOM;
    }
    rooms.block.prepare();
    for (i64 begin = 0; begin < count; begin += LANES<>) {
        const Worths<>& ends = rooms.ends;
        gather(ends.bank, payoffs.bank.data, bank_size, count, begin);
        gather(ends.lost, payoffs.lost.data, lost_size, count, begin);
        gather(ends.first, payoffs.first.data, 1, count, begin);
        gather(ends.ruin, payoffs.ruin.data, 1, count, begin);
        gather(ends.sure, payoffs.sure.data, 1, count, begin);
        gather(ends.room, payoffs.room.data, 1, count, begin);
        rooms.block.solve(rows, ends, lanes.kept > 0 ? rooms.rolled : nullptr, lanes.kept);
        const double* start = rooms.block.at(0, turn.dice - 1);
        const i64 filled = min(LANES<>, count - begin);
        copy(lanes.start.data + begin, start, filled);
        for (i64 at = 0; at < rolled_size; ++at) {
            copy(lanes.rolled.data + at * count + begin, rooms.rolled + at * LANES<>, filled);
        }
        for (i64 at = 0; at < values_size; ++at) {
            copy(lanes.values.data + at * count + begin, rooms.block.values + at * LANES<>, filled);
        }
    }
    return 0;
}

}  // namespace core
