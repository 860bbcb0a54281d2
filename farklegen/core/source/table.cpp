// Turns under payoffs that are given for every row and column: the recursion of turn.hpp, with
//
//     rolled[t, c] = ended[t, c] + sum over sets
//
// for any number of lanes, one among them, straight into the arrays of the caller.
//
// Compiled with -ffp-contract=off: such values are shown to the last digit, and the same everywhere.
#include "turn.hpp"

namespace core {
namespace {

// N vectors of lanes, from `lane` on.
template <bool EXACT, class V, i64 N>
void fill_lanes(const Moves& moves, const TurnTable& table, i64 lane) {
    constexpr i64 per = inner::PER<V>;
    const Turn& turn = *moves.turn;
    for (i64 row = table.rows - 1; row >= 0; --row) {
        const i64 begin = row * turn.columns * table.lanes + lane;
        for (i64 column = 0; column < turn.columns; ++column) {
            const i64 at = begin + column * table.lanes;
            V sum[N], lost[N] = {};
            for (i64 i = 0; i < N; ++i) {
                sum[i] = load<V>(table.ended.data + at + i * per);
                if (EXACT) lost[i] = load<V>(table.lost.data + at + i * per);
            }
            fold<EXACT>(moves.column[column], table.values.data + begin, sum, lost);
            for (i64 i = 0; i < N; ++i) {
                const V bank = load<V>(table.bank.data + at + i * per);
                store(table.rolled.data + at + i * per, sum[i]);
                store(table.values.data + at + i * per, sum[i] > bank ? sum[i] : bank);
            }
        }
    }
}

template <bool EXACT>
void fill_all(const Moves& moves, const TurnTable& table) {
    i64 lane = 0;
    for (; lane + LANES<> <= table.lanes; lane += LANES<>) fill_lanes<EXACT, V, VECTORS>(moves, table, lane);
    for (; lane + W <= table.lanes; lane += W) fill_lanes<EXACT, V, 1>(moves, table, lane);
    for (; lane < table.lanes; ++lane) fill_lanes<EXACT, double, 1>(moves, table, lane);
}

}  // namespace

// Fill in `rolled` and `values` below the rows above; 0. See `TurnTable`.
EXPORTED i64 fill_table(const Turn& turn, const TurnTable& table, const Room& room) {
    const i64 cells = table.rows * turn.columns * table.lanes;
    const i64 above = turn.max_rise * turn.columns * table.lanes;
    Work work(room);
    Moves moves;
    moves.lay_out(turn, table.lanes, work);
    const bool given = table.bank.size == cells && table.ended.size == cells &&
                       table.rolled.size == cells && table.values.size == cells + above &&
                       (!turn.overshoot || table.lost.size == cells);
    if (!work.fits()) return work.lacking();
    if (!given || above + turn.columns * table.lanes >= i64(1) << 32) return NO_ROOM;
    moves.fill();
    if (turn.overshoot) fill_all<true>(moves, table);
    else fill_all<false>(moves, table);
    return 0;
}

}  // namespace core
