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

i64 bank_index(const Several& lanes, i64 kind, i64 lane, i64 row) {
    const i64 most = lanes.rows[lane] + lanes.most_rise - 1;
    return index_of(lanes.bank_until, lanes.bank_base, lanes.bank_rise, lanes.rows.size, kind, lane,
                    min(row, most));
}

i64 lost_index(const Several& lanes, i64 kind, i64 lane, i64 row) {
    const i64 most = lanes.rows[lane] + lanes.most_rise - 1;
    const i64 kinds = lanes.lost_base.size / (PIECES * lanes.rows.size);
    return index_of(lanes.lost_until, lanes.lost_base, lanes.lost_rise, lanes.rows.size,
                    row > lanes.award_rows[lane] && kind == kinds - 1 ? 0 : kind, lane, min(row, most));
}

// Payoffs of one lane: `look` puts those of a state, of which it is given the index by lanes, at a cell.
template <i64 K, class Look>
void gather(const SeveralBlock<K>& block, const Several& asked, i64 lane, i64 to, i64 rows, Look look) {
    constexpr i64 N = SeveralBlock<K>::lanes;
    const i64 end = rows + block.turn->max_rise;
    for (i64 row = 0; row < end; ++row) {
        const bool legal = row >= rows || !block.turn->some_illegal || block.turn->legal[row];
        const bool too_low = row < asked.least[lane] && row < asked.rows[lane];
        for (i64 kind = 0; kind < block.bank_kinds; ++kind) {
            double* cell = block.bank_at(row, kind) + to;
            if (too_low) {
                for (i64 k = 0; k < K; ++k) cell[k * N] = FORBIDDEN;
                continue;
            }
            look(cell, [&](const Several& lanes) { return bank_index(lanes, kind, lane, row); });
            if (!legal) cell[0] = FORBIDDEN;
        }
    }
    for (i64 row = 0; row < block.lost_rows; ++row)
        for (i64 kind = 0; kind < block.lost_kinds; ++kind)
            look(block.lost_at(row, kind) + to,
                 [&](const Several& lanes) { return lost_index(lanes, kind, lane, row); });
    look(block.first + to, [&](const Several& lanes) { return lanes.first[lane]; });
    look(block.ruin + to, [&](const Several& lanes) { return lanes.ruin[lane]; });
    block.room[to] = double(asked.room[lane]);
}

// Whether a turn that a lane may take over is better than one of its own.
template <i64 K>
bool takes_over(const SeveralBlock<K>& block, const Several& asked, i64 lane, i64 from, i64 row, i64 kind,
                i64 rows) {
    const bool occurs = row > 0 || kind == block.turn->dice - 1;
    if (!occurs || row >= rows || (block.turn->overshoot && row > asked.room[lane])) return false;
    return block.rolled_at(row, kind)[from] > block.at(0, block.turn->dice - 1)[from] + asked.tie;
}

// Write down what the offers to take a turn over are worth to a lane: taken, if that is better than a turn
// of one's own.
template <i64 K, i64 KEPT>
void write_offers(const SeveralBlock<K>& block, const Several& asked, i64 lane, i64 from, i64 rows) {
    constexpr i64 N = SeveralBlock<K>::lanes;
    const i64 dice = block.turn->dice, count = asked.rows.size;
    const double* own = block.at(0, dice - 1) + from;
    double* to = asked.offered.data + lane;
    for (i64 offer = 0; offer < asked.taken * dice; ++offer) {
        const i64 row = asked.taken_from[lane] + offer / dice;
        const bool taken = takes_over(block, asked, lane, from, row, offer % dice, rows);
        const double* found = taken ? block.rolled_at(row, offer % dice) + from : own;
        for (i64 k = KEPT; k < K; ++k)
            to[((k - KEPT) * asked.taken * dice + offer) * count] = found[k * N];
    }
}

i64 longest(const Several& asked) {
    i64 most = 1;
    for (i64 lane = 0; lane < asked.rows.size; ++lane) most = max(most, asked.rows[lane]);
    return most;
}

// Solve lanes with the payoffs of `look`, and keep the planes from `kept` on; `then(block, first lane,
// lanes, rows)` sees each block.
template <i64 K, i64 KEPT, class Look, class Then>
i64 solve_lanes(const Turn& turn, const Several& asked, const Several& paid, const Room& room,
                const Watch& watch, Look look, Then then) {
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
    for (i64 begin = 0; begin < count; begin += N) {
        if (watch.cancelled()) return CANCELLED;
        const i64 filled = min(N, count - begin);
        i64 rows = 1;
        for (i64 i = 0; i < filled; ++i) rows = max(rows, asked.rows[begin + i]);
        block.lost_rows = asked.by_row ? rows : 1;
        for (i64 i = 0; i < N; ++i) gather(block, asked, begin + min(i, filled - 1), i, rows, look);
        block.solve(rows, asked.bounds.data, asked.rolled.data);
        for (i64 i = 0; i < filled; ++i) write_offers<K, KEPT>(block, asked, begin + i, i, rows);
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

// Everybody's chances, in a match where the player to move looks at the own one.
template <i64 K, class Then>
i64 solve_match(const Turn& turn, const Several& asked, const Room& room, const Watch& watch, Then then) {
    const auto look = [&](double* cell, auto index) {
        look_up<K>(asked, index(asked), cell, SeveralBlock<K>::lanes);
    };
    return solve_lanes<K, 0>(turn, asked, asked, room, watch, look, then);
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
i64 solve_paid(const Turn& turn, const Several& asked, const Several& paying, const Room& room,
               const Watch& watch) {
    constexpr i64 N = SeveralBlock<K>::lanes;
    const i64 own = asked.values.size / (P - 1), size = paying.values.size / (K - 1);
    const auto look = [&](double* cell, auto index) {
        const i64 chosen = index(asked), paid = index(paying);
        double rest = 1.0;
        for (i64 k = 0; k < P - 1; ++k) rest -= asked.values[k * own + chosen];
        cell[0] = rest;
        for (i64 k = 1; k < K; ++k) cell[k * N] = paying.values[(k - 1) * size + paid];
    };
    return solve_lanes<K, 1>(turn, asked, paying, room, watch, look, nothing);
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
