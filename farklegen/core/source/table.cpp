// A turn under payoffs that are given for every row and column: the recursion of turn.hpp, with
//
//     rolled[t, c] = ended[t, c] + sum over sets
//
// for any number of lanes, one among them, straight into the arrays of the caller.
//
// Compiled with -ffp-contract=off: such values are shown to the last digit, and the same everywhere.
#include "functions.hpp"
#include "turn.hpp"

namespace core {
namespace {

// N vectors of lanes, from `lane` on.
template <class V, i64 N>
void fill_lanes(const Moves& moves, const TurnTable& table, i64 lane) {
    constexpr i64 per = i64(sizeof(V) / sizeof(double));
    const Turn& turn = *moves.turn;
    const V none[N] = {};
    for (i64 row = table.rows - 1; row >= 0; --row) {
        const i64 begin = row * turn.columns * table.lanes + lane;
        for (i64 column = 0; column < turn.columns; ++column) {
            const i64 at = begin + column * table.lanes;
            V sum[N];
            for (i64 i = 0; i < N; ++i) sum[i] = load<V>(table.ended.data + at + i * per);
            fold<Sum::BEST>(moves.column[column], table.values.data + begin, sum, none);
            for (i64 i = 0; i < N; ++i) {
                const V bank = load<V>(table.bank.data + at + i * per);
                store(table.rolled.data + at + i * per, sum[i]);
                store(table.values.data + at + i * per, sum[i] > bank ? sum[i] : bank);
            }
        }
    }
}

}  // namespace

i64 fill_table_room(const Turn& turn, const TurnTable& table) {
    Work work;
    Moves moves;
    moves.lay_out(turn, table.lanes, work);
    return work.needed();
}

i64 fill_table(const Turn& turn, const TurnTable& table, const Room& room) {
    const i64 cells = table.rows * turn.columns * table.lanes;
    const i64 above = turn.max_rise * turn.columns * table.lanes;
    Work work(room);
    Moves moves;
    moves.lay_out(turn, table.lanes, work);
    const bool given = table.bank.size == cells && table.ended.size == cells &&
                       table.rolled.size == cells && table.values.size == cells + above;
    if (!work.fits() || !given || above + turn.columns * table.lanes >= i64(1) << 32) return NO_ROOM;
    moves.fill();
    constexpr i64 STRIP = STRIP_OF<VECTORS>;
    constexpr i64 width = i64(sizeof(V) / sizeof(double));
    i64 lane = 0;
    for (; lane + STRIP * width <= table.lanes; lane += STRIP * width) {
        fill_lanes<V, STRIP>(moves, table, lane);
    }
    for (; lane + width <= table.lanes; lane += width) fill_lanes<V, 1>(moves, table, lane);
    for (; lane < table.lanes; ++lane) fill_lanes<double, 1>(moves, table, lane);
    return 0;
}

}  // namespace core
