// Turns of a game of several players, their payoffs looked up among the values of other states.
//
// A state's values are chances to win: of the player to move, of the next one, and so on, but for the
// last one's, which is what is left of 1. Who has just had a turn is the last one to move in the state
// that follows.
//
// Where choices are given (`several_paid`, `several_ended`), what turns come to is in planes that mean
// the same whoever moves: they are looked up as they stand.
#include "functions.hpp"
#include "lookup.hpp"
#include "rolling.hpp"
#include "several.hpp"

namespace core {
namespace {

// Solve lanes with the payoffs of `look`, and keep the planes from `kept` on; `then(block, first lane,
// lanes, rows)` sees each block.
template <i64 K, i64 KEPT, class Looker, class Then>
i64 solve_lanes(const Turn& turn, const Several& asked, const Several& paid, const Room& room,
                const Watch& watch, const Looker& look, Then then) {
    constexpr i64 N = SeveralBlock<K>::lanes;
    const i64 count = asked.rows.size;
    Work work(room);
    SeveralBlock<K> block;
    block.tie = asked.tie;
    block.winner = paid.winner;
    block.lay_out(turn, asked, longest(asked), work);
    if (!work.fits() || paid.start.size < (K - KEPT) * count || paid.rows.size != count ||
        asked.offered.size < (K - KEPT) * asked.taken * turn.dice * count)
        return NO_ROOM;
    block.prepare();
    for (i64 begin = 0; begin < count; begin += N) {
        if (watch.cancelled()) return CANCELLED;
        const i64 filled = min(N, count - begin);
        i64 rows = 1;
        for (i64 i = 0; i < filled; ++i) rows = max(rows, asked.rows[begin + i]);
        block.lost_rows = asked.by_row ? rows : 1;
        for (i64 i = 0; i < N; ++i) gather(block, asked, begin + min(i, filled - 1), i, rows, look);
        block.solve(rows);
        const i64 offers = asked.taken * turn.dice;
        for (i64 i = 0; i < filled; ++i)
            each_offer(block, asked, begin + i, i, rows, [&](i64 offer, const double* found) {
                for (i64 k = KEPT; k < K; ++k)
                    asked.offered[((k - KEPT) * offers + offer) * count + begin + i] = found[k * N];
            });
        const double* start = block.at(0, turn.dice - 1);
        for (i64 k = KEPT; k < K; ++k)
            copy(paid.start.data + (k - KEPT) * count + begin, start + k * N, filled);
        if (asked.whole.size) {
            const i64 size = (rows + turn.max_rise) * turn.columns * K;
            if (asked.whole.size < size * filled) return NO_ROOM;
            for (i64 at = 0; at < size; ++at) copy(asked.whole.data + at * filled, block.values + at * N, filled);
        }
        then(block, begin, filled, rows);
        watch.done(filled);
    }
    return 0;
}

template <i64 K, class Then>
i64 solve_match(const Turn& turn, const Several& asked, const Room& room, const Watch& watch, Then then) {
    return solve_lanes<K, 0>(turn, asked, asked, room, watch, MatchLooker<K>{asked}, then);
}

constexpr auto nothing = [](const auto&, i64, i64, i64) {};

// Turns with rolled dice, in the games of each lane.
template <i64 K>
i64 play_match(const Turn& turn, const Several& asked, const Rolling& rolling, const Games& games,
               const Best& best, const Room& room, const Watch& watch) {
    constexpr i64 N = SeveralBlock<K>::lanes;
    const auto play = [&](const SeveralBlock<K>& block, i64 begin, i64 filled, i64 rows) {
        for (i64 lane = 0; lane < filled; ++lane) {
            const auto stops = [&](i64 row, i64 column) {
                if (row >= rows) return true;
                const double banked = block.banked(row, column)[lane];
                return turn.may_bank[column] != 0 && banked > NO_OPTION && block.at(row, column)[lane] == banked;
            };
            const auto takes = [&](i64 row, i64, i64 set) {
                double most = NO_OPTION;
                i64 taken = -1;
                for (i64 option = turn.set_start[set]; option < turn.set_start[set + 1]; ++option) {
                    const double found = block.at(row, 0)[turn.offset[option] * K * N + lane];
                    if (found > most + (taken < 0 ? 0.0 : asked.tie)) most = found, taken = option;
                }
                return taken;
            };
            for (i64 place = best.start[begin + lane]; place < best.start[begin + lane + 1]; ++place) {
                const i64 game = best.which[place], hands = games.hands[game];
                const bool over = hands > 0 && asked.taken &&
                                  takes_over(block, asked, begin + lane, lane, games.offered[game],
                                             hands - 1, rows);
                best.end[place] =
                    play_turn(turn, rolling, games, game, best.rolls[place], over, stops, takes);
            }
        }
    };
    return solve_match<K>(turn, asked, room, watch, play);
}

// What choices come to that are made by the payoffs of another match, of P players.
template <i64 K, i64 P>
struct PaidLooker {
    const Several &asked, &paying;

    void put(double* cell, i64 chosen, i64 paid) const {
        const i64 own = asked.values.size / (P - 1), size = paying.values.size / (K - 1);
        double rest = 1.0;
        for (i64 k = 0; k < P - 1; ++k) rest -= asked.values[k * own + chosen];
        cell[0] = rest;
        for (i64 k = 1; k < K; ++k) cell[k * SeveralBlock<K>::lanes] = paying.values[(k - 1) * size + paid];
    }

    template <class Index>
    void operator()(double* cell, Index index) const { put(cell, index(asked), index(paying)); }

    struct Line {
        const PaidLooker& to;
        BankLine chosen, paid;

        Line(const PaidLooker& to, i64 kind, i64 lane) : to(to), chosen(to.asked, kind, lane), paid(to.paying, kind, lane) {}
        void look(double* cell, i64 row) { to.put(cell, chosen.index(row), paid.index(row)); }
    };
};

template <i64 K, i64 P>
i64 solve_paid(const Turn& turn, const Several& asked, const Several& paying, const Room& room,
               const Watch& watch) {
    return solve_lanes<K, 1>(turn, asked, paying, room, watch, PaidLooker<K, P>{asked, paying}, nothing);
}

template <i64 K>
i64 solve_paid_of(const Turn& turn, const Several& asked, const Several& paying, const Room& room,
                  const Watch& watch) {
    if (asked.players == 2) return solve_paid<K, 2>(turn, asked, paying, room, watch);
    if (asked.players == 3) return solve_paid<K, 3>(turn, asked, paying, room, watch);
    return solve_paid<K, 4>(turn, asked, paying, room, watch);
}

constexpr i64 WON_AT_ONCE = -1;

// The ends of one lane's turn, as to(chance, index of the state that follows).
template <class To>
inline void each_end(const Ends& ends, const Several& lanes, i64 lane, To to) {
    const i64 list = ends.place[lane];
    for (i64 at = ends.run[list], row = ends.row[list]; at < ends.run[list + 1]; ++at, ++row)
        to(ends.banked[at], bank_index(lanes, 0, lane, row));
    for (i64 at = ends.start[list]; at < ends.start[list + 1]; ++at) {
        const i64 row = ends.code[at] / ENDS, kind = ends.code[at] % ENDS;
        const double chance = ends.chance[at];
        if (kind == BANKED) to(chance, bank_index(lanes, 0, lane, row));
        else if (kind == FIRST) to(chance, lanes.first[lane]);
        else if (kind == RUINED) to(chance, lanes.ruin[lane]);
        else if (kind != WON) to(chance, lost_index(lanes, kind - FARKLED, lane, row));
        else to(chance, WON_AT_ONCE);
    }
}

template <i64 K>
i64 room_for(const Turn& turn, const Several& asked) {
    Work work;
    SeveralBlock<K> block;
    block.lay_out(turn, asked, longest(asked), work);
    return work.needed();
}

}  // namespace

i64 several(const Turn& turn, const Several& asked, const Room& room, const Watch& watch) {
    if (asked.players == 2) return solve_match<1>(turn, asked, room, watch, nothing);
    if (asked.players == 3) return solve_match<2>(turn, asked, room, watch, nothing);
    return solve_match<3>(turn, asked, room, watch, nothing);
}

i64 several_room(const Turn& turn, const Several& asked) {
    if (asked.players == 2) return room_for<1>(turn, asked);
    if (asked.players == 3) return room_for<2>(turn, asked);
    return room_for<3>(turn, asked);
}

i64 play_several(const Turn& turn, const Several& asked, const Rolling& rolling, const Games& games,
                 const Best& best, const Room& room, const Watch& watch) {
    if (too_small(games, Turns{best.which, best.end, best.rolls}) || best.start.size != asked.rows.size + 1)
        return NO_ROOM;
    if (asked.players == 2) return play_match<1>(turn, asked, rolling, games, best, room, watch);
    if (asked.players == 3) return play_match<2>(turn, asked, rolling, games, best, room, watch);
    return play_match<3>(turn, asked, rolling, games, best, room, watch);
}

i64 several_paid(const Turn& turn, const Several& asked, const Several& paying, const Room& room,
                 const Watch& watch) {
    if (paying.players == 3) return solve_paid_of<4>(turn, asked, paying, room, watch);
    return solve_paid_of<5>(turn, asked, paying, room, watch);
}

i64 several_paid_room(const Turn& turn, const Several& asked, const Several& paying) {
    return paying.players == 3 ? room_for<4>(turn, asked) : room_for<5>(turn, asked);
}

i64 several_ended(const Ends& ends, const Several& paying) {
    const i64 count = paying.rows.size, planes = paying.players, size = paying.values.size / planes;
    if (is_brief(ends) || ends.place.size < count || paying.start.size < planes * count) return NO_ROOM;
    for (i64 lane = 0; lane < count; ++lane) {
        double* found = paying.start.data + lane;
        for (i64 k = 0; k < planes; ++k) found[k * count] = 0.0;
        each_end(ends, paying, lane, [&](double chance, i64 index) {
            if (index != WON_AT_ONCE)
                for (i64 k = 0; k < planes; ++k) found[k * count] += chance * paying.values[k * size + index];
            else if (paying.winner) found[(paying.winner - 1) * count] += chance;
        });
    }
    return count;
}

i64 several_spread(const Ends& ends, const Several& lanes, const Spread& spread) {
    const i64 count = lanes.rows.size;
    if (is_brief(ends) || ends.place.size < count || spread.mass.size < count) return NO_ROOM;
    for (i64 lane = 0; lane < count; ++lane)
        each_end(ends, lanes, lane, [&](double chance, i64 index) {
            if (index != WON_AT_ONCE) spread.following[index] += spread.mass[lane] * chance;
        });
    return count;
}

}  // namespace core
