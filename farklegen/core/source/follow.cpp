// How turns end under perfect play, in a solved match: a block of turns is evaluated (perfect.hpp), and
// then followed forwards as in ends.cpp, with the best option of each set. And a game followed turn by
// turn: where the chance to be in each state goes.
#include "listing.hpp"
#include "perfect.hpp"

namespace core {

namespace {

constexpr i64 K = 2, L = SIDE_BY_SIDE;
constexpr double NEGLIGIBLE = 1e-13;  // chance up to which a way is not followed, but counted as banked

// `W` turns of a block, followed.
class Followed {
public:
    Followed(const Turn& turn, const Block& block, const double* values, const Outcomes& work, i64 k,
             bool by_row)
        : turn(turn), block(block), values(values + k * W), bank(block.bank + k * W), by_row(by_row),
          high(block.rows + turn.max_rise), mass(as_vectors(work.mass.data)),
          banked(as_vectors(work.banked.data)), farkled(as_vectors(work.farkled.data)) {
        const i64 columns = turn.columns, farkled_rows = by_row ? high : 1;
        for (i64 at = 0; at < 2 * farkled_rows; ++at) farkled[at] = V{};
        mass[turn.dice - 1] = splat(1.0);
        for (i64 row = 0; row < high; ++row) {
            banked[row] = V{};
            for (i64 column = 0; column < columns; ++column) {
                V& cell = mass[row * columns + column];
                const V here = cell;
                if (!any(here > 0.0)) continue;
                cell = V{};
                const M stops = row > 0 ? stopped(here, row, column) : M{};
                banked[row] += stops ? here : V{};
                if (any(~stops & (here > 0.0))) roll(stops ? V{} : here, row, column);
            }
        }
    }

    void write(Lister& lister, i64 lane) const {
        const double* some = reinterpret_cast<const double*>(farkled) + lane;
        const i64 rows = by_row ? high : 1;
        lister.write({reinterpret_cast<const double*>(banked) + lane, {some, some + rows * W}, high, rows,
                      W, first[lane], ruined[lane], won[lane]});
    }

private:
    V value_at(i64 cell) const { return *reinterpret_cast<const V*>(values + cell * L); }

    M stopped(V here, i64 row, i64 column) const {
        if (row >= block.rows) return splat(i64(-1));
        if (!turn.may_bank[column]) return here <= NEGLIGIBLE;
        const V value = value_at(row * turn.columns + column);
        const i64 at = row * block.bank_kinds + turn.bank_kind[column];
        const V price = *reinterpret_cast<const V*>(bank + at * L);
        return (here <= NEGLIGIBLE) | no_less(price, value);
    }

    void roll(V here, i64 row, i64 column) {
        const M rolls = here > 0.0;
        i64 some = 0;
        while (!rolls[some]) ++some;
        const i64 base = row * turn.columns;
        V lost = here * turn.farkle[column];
        for (i64 set = turn.column_start[column]; set < turn.column_start[column + 1]; ++set) {
            V best = splat(-9.0);
            M to = {};
            for (i64 option = turn.set_start[set]; option < turn.set_start[set + 1]; ++option) {
                const V found = value_at(base + turn.offset[option]);
                const M better = clearly_more(found, best);
                best = better ? found : best;
                to = better ? splat(turn.offset[option]) : to;
            }
            V moved = here * turn.probability[set];
            if (turn.overshoot) {
                const M none = best < NO_OPTION;
                lost += none ? moved : V{};
                moved = none ? V{} : moved;
            }
            if (!any(rolls & (to != splat(i64(to[some]))))) {
                mass[base + to[some]] += moved;
                continue;
            }
            for (i64 lane = 0; lane < W; ++lane) mass[base + to[lane]][lane] += moved[lane];
        }
        const i64 kind = column % turn.dice == turn.dice - 1 ? 1 : 0;
        if (row == 0) first += lost;
        else farkled[by_row ? kind * high + row : kind] += lost;
        ruined += here * turn.disaster[column];
        won += here * turn.instant[column];
    }

    const Turn& turn;
    const Block& block;
    const double *values, *bank;
    const bool by_row;
    const i64 high;
    V *mass, *banked, *farkled;
    V first{}, ruined{}, won{};
};

}  // namespace

i64 outcomes(const Turn& turn, const Prices& prices, const Keep& keep, const Solved& solved,
             const Outcomes& work, const Listing& listing, const Watch& watch) {
    const i64 many = work.states.size;
    Lister lister(listing);
    fill(work.mass.data, work.mass.size, 0.0);
    for (i64 begin = 0; begin < many; begin += L) {
        if (watch.cancelled()) return CANCELLED;
        const i64 filled = min(L, many - begin);
        Block block{work.bank.data, work.lost.data, 0, prices.bank_kinds, 1, 2};
        bool by_row = false;
        for (i64 lane = 0; lane < filled; ++lane) {
            const i64 state = work.states[begin + lane];
            block.rows = max(block.rows, rows_needed(prices, solved, state));
            by_row = by_row || prices.lost_rise[state] > 0;
        }
        if (by_row) block.lost_rows = block.rows;
        const i64 high = block.rows + turn.max_rise, farkled_rows = by_row ? high : 1;
        if (work.values.size < high * turn.columns * L || work.mass.size < high * turn.columns * W ||
            work.bank.size < high * block.bank_kinds * L || work.banked.size < high * W ||
            work.lost.size < block.lost_rows * 2 * L || work.farkled.size < 2 * farkled_rows * W)
            return NO_ROOM;
        if (!lister.has_room(filled, high, farkled_rows)) break;
        Others<K> ends;
        for (i64 lane = 0; lane < L; ++lane) {
            const i64 state = work.states[begin + min(lane, filled - 1)];
            look_up(turn, prices, keep, solved, lane, state, prices.least[state], block, ends);
        }
        fill_turns(turn, block, ends, work.values.data);
        for (i64 k = 0; k * W < filled; ++k) {
            const Followed turns(turn, block, work.values.data, work, k, by_row);
            for (i64 lane = 0; lane < min(W, filled - k * W); ++lane) turns.write(lister, lane);
        }
    }
    return lister.written();
}

i64 advance(const Prices& prices, const Ends& ends, const Advance& move) {
    if (min(move.mass.size, move.following.size) < ends.place.size || move.won.size < 1) return NO_ROOM;
    double won = 0.0;
    for (i64 number = 0; number < move.states.size; ++number) {
        const i64 state = move.states[number], list = ends.place[state];
        const double here = move.mass[state];
        if (here <= 0.0 || list < 0) continue;
        for (i64 k = ends.run[list]; k < ends.run[list + 1]; ++k)
            move.following[bank_index(prices, state, ends.row[list] + k - ends.run[list])] +=
                here * ends.banked[k];
        for (i64 entry = ends.start[list]; entry < ends.start[list + 1]; ++entry) {
            const i64 target = target_of(prices, state, ends.code[entry]);
            if (target < 0) won += here * ends.chance[entry];
            else move.following[target] += here * ends.chance[entry];
        }
    }
    move.won[0] = won;
    return move.states.size;
}

}  // namespace core
