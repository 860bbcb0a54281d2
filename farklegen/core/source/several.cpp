// Turns of a game of several players, their payoffs looked up among the values of other states.
//
// A state's values are chances to win: of the player to move, of the next one, and so on, but for the
// last one's, which is what is left of 1. Who has just had a turn is the last one to move in the state
// that follows.
#include "functions.hpp"
#include "several.hpp"

namespace core {
namespace {

constexpr i64 PIECES = 3;

// What a state that follows is worth to the player who has just had a turn, and to the next ones.
template <i64 K>
inline void look_up(const Several& lanes, i64 index, double* to, i64 apart) {
    const i64 size = lanes.values.size / K;
    double rest = 1.0;
    for (i64 k = 0; k < K; ++k) rest -= lanes.values[k * size + index];
    to[0] = rest;
    for (i64 k = 1; k < K; ++k) to[k * apart] = lanes.values[(k - 1) * size + index];
}

// The index that so many rows of a lane lead to: pieces are straight lines.
inline i64 index_of(const Integers& until, const Integers& base, const Integers& rise, i64 count,
                    i64 kind, i64 lane, i64 row) {
    i64 at = kind * PIECES * count + lane;
    for (i64 piece = 1; piece < PIECES && row >= until[at]; ++piece) at += count;
    return base[at] + rise[at] * row;
}

template <i64 K>
void gather(const SeveralBlock<K>& block, const Several& asked, i64 lane, i64 to, i64 rows) {
    constexpr i64 N = SeveralBlock<K>::lanes;
    const i64 count = asked.rows.size, most = asked.rows[lane] + block.turn->max_rise - 1;
    const i64 end = rows + block.turn->max_rise;
    for (i64 row = 0; row < end; ++row) {
        double* cell = block.bank_at(row) + to;
        const bool legal = row >= rows || !block.turn->some_illegal || block.turn->legal[row];
        if (row < asked.least[lane] && row < asked.rows[lane]) {
            for (i64 k = 0; k < K; ++k) cell[k * N] = FORBIDDEN;
            continue;
        }
        const i64 index = index_of(asked.bank_until, asked.bank_base, asked.bank_rise, count, 0, lane,
                                   min(row, most));
        look_up<K>(asked, index, cell, N);
        if (!legal) cell[0] = FORBIDDEN;
    }
    for (i64 row = 0; row < block.lost_rows; ++row) {
        for (i64 kind = 0; kind < 2; ++kind) {
            const i64 paid = row > asked.award_rows[lane] ? 0 : kind;
            const i64 index = index_of(asked.lost_until, asked.lost_base, asked.lost_rise, count, paid,
                                       lane, min(row, most));
            look_up<K>(asked, index, block.lost_at(row, kind) + to, N);
        }
    }
    look_up<K>(asked, asked.first[lane], block.first + to, N);
    look_up<K>(asked, asked.ruin[lane], block.ruin + to, N);
    block.room[to] = double(asked.room[lane]);
}

template <i64 K>
i64 solve_lanes(const Turn& turn, const Several& asked, const Room& room, const Watch& watch) {
    constexpr i64 N = SeveralBlock<K>::lanes;
    const i64 count = asked.rows.size;
    i64 most = 1;
    for (i64 lane = 0; lane < count; ++lane) most = max(most, asked.rows[lane]);
    Work work(room);
    SeveralBlock<K> block;
    block.tie = asked.tie;
    block.lay_out(turn, most, asked.by_row != 0, work);
    if (!work.fits() || asked.start.size < K * count) return NO_ROOM;
    for (i64 begin = 0; begin < count; begin += N) {
        if (watch.cancelled()) return CANCELLED;
        const i64 filled = min(N, count - begin);
        i64 rows = 1;
        for (i64 i = 0; i < filled; ++i) rows = max(rows, asked.rows[begin + i]);
        block.lost_rows = asked.by_row ? rows : 1;
        for (i64 i = 0; i < N; ++i) gather(block, asked, begin + min(i, filled - 1), i, rows);
        block.solve(rows, asked.bounds.data, asked.rolled.data);
        const double* start = block.at(0, turn.dice - 1);
        for (i64 k = 0; k < K; ++k) copy(asked.start.data + k * count + begin, start + k * N, filled);
        if (asked.whole.size) {
            const i64 size = (rows + turn.max_rise) * turn.columns * K;
            if (asked.whole.size < size * filled) return NO_ROOM;
            for (i64 at = 0; at < size; ++at) copy(asked.whole.data + at * filled, block.values + at * N, filled);
        }
        watch.done(filled);
    }
    return 0;
}

template <i64 K>
i64 room_for(const Turn& turn, const Several& asked) {
    i64 most = 1;
    for (i64 lane = 0; lane < asked.rows.size; ++lane) most = max(most, asked.rows[lane]);
    Work work;
    SeveralBlock<K> block;
    block.lay_out(turn, most, asked.by_row != 0, work);
    return work.needed();
}

}  // namespace

i64 several(const Turn& turn, const Several& asked, const Room& room, const Watch& watch) {
    if (asked.players == 2) return solve_lanes<1>(turn, asked, room, watch);
    if (asked.players == 3) return solve_lanes<2>(turn, asked, room, watch);
    return solve_lanes<3>(turn, asked, room, watch);
}

i64 several_room(const Turn& turn, const Several& asked) {
    if (asked.players == 2) return room_for<1>(turn, asked);
    if (asked.players == 3) return room_for<2>(turn, asked);
    return room_for<3>(turn, asked);
}

}  // namespace core
