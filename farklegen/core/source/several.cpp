// Turns of a game of several players who look at their own chances alone: rolled, and followed to how they
// end; and turns whose ends are known.
#include "forward.hpp"
#include "rolling.hpp"
#include "several.hpp"
#include "solved.hpp"

namespace core {
namespace {

// Solve `count` turns, `lane_of` each, a block at a time, to a player who looks at the own chance alone:
// then(the first, how many, their rows) sees each, until it returns false.
template <class LaneOf, class Then>
i64 each_block(SeveralBlock<1>& block, const Several& asked, i64 count, const Watch& watch, LaneOf lane_of, Then then) {
    block.prepare();
    for (i64 begin = 0; begin < count; begin += block.lanes) {
        if (watch.cancelled()) return CANCELLED;
        const i64 filled = min(block.lanes, count - begin);
        i64 rows = 1;
        for (i64 i = 0; i < filled; ++i) rows = max(rows, rows_needed(asked, lane_of(begin + i)));
        block.lost_rows = asked.by_row ? rows : 1;
        for (i64 i = 0; i < block.lanes; ++i) gather(block, asked, lane_of(begin + min(i, filled - 1)), i, rows);
        block.solve(rows);
        if (!then(begin, filled, rows)) break;
    }
    return 0;
}

// Room to follow turns in.
struct Following {
    SeveralBlock<1> block;
    double *mass, *banked, *farkled;

    Following(const Turn& turn, const Several& asked, Work& work) {
        const i64 high = longest(asked) + turn.max_rise;
        block.tie = asked.tie;
        block.lay_out(turn, asked, longest(asked), work);
        mass = work.take<double>(high * turn.columns * block.lanes);
        banked = work.take<double>(high * W);
        farkled = work.take<double>(2 * high * W);
    }
};

// A vector of a block of turns, followed as its player chooses; without a tie as in a match of two.
class FollowedTurn : public Forward<FollowedTurn> {
public:
    FollowedTurn(const Turn& turn, const Following& room, i64 rows, i64 vector)
        : Forward(turn, rows + turn.max_rise, room.block.lost_rows > 1, room.mass + vector * W,
                  room.block.lanes / W, room.banked, room.farkled),
          block(room.block), rows(rows), vector(vector) {
        begin();
        for (i64 row = 0; row < high; ++row) pass(row);
    }

    friend Forward;

private:
    M stopped(V here, i64 row, i64 column) const {
        if (row >= rows) return splat(i64(-1));
        const M little = here <= NEGLIGIBLE;
        if (!turn.may_bank[column]) return little;
        const V bank = load(block.banked(row, column) + vector * W);
        return little | (load(block.at(row, column) + vector * W) <= bank + (block.tie > 0.0 ? block.tie : TIE));
    }

    V spread(V here, i64 row, i64 column) {
        const Column& moves = block.block.moves.at(block.block.table[row], column);
        return take_sets(here, row, BestOfSets(moves, block.at(row, 0) + vector * W));
    }

    const SeveralBlock<1>& block;
    const i64 rows, vector;
};

// The row from which on all banks of a lane lead to the same; at tables of more than two, where turns may be
// chosen as in a match of two, another player may still have to beat them.
i64 same_from(const Several& lanes, i64 lane) {
    const i64 count = lanes.rows.size;
    if (lanes.tie > 0.0) return lanes.rows[lane] + lanes.most_rise - 1;
    i64 piece = PIECES - 1, at = lane + piece * count;
    while (piece > 0 && lanes.bank_rise[at] == 0 && lanes.bank_rise[at - count] == 0 &&
           lanes.bank_base[at] == lanes.bank_base[at - count])
        --piece, at -= count;
    return piece > 0 && lanes.bank_rise[at] == 0 ? lanes.bank_until[at - count] : lanes.rows[lane] + lanes.most_rise - 1;
}

}  // namespace

i64 play_several(const Turn& turn, const Several& asked, const Rolling& rolling, const Games& games,
                 const Best& best, const Room& room, const Watch& watch) {
    if (too_small(games, Turns{best.which, best.end, best.rolls}) || best.start.size != asked.rows.size + 1)
        return NO_ROOM;
    Work work(room);
    SeveralBlock<1> block;
    block.tie = asked.tie;
    block.lay_out(turn, asked, longest(asked), work);
    if (!work.fits()) return work.lacking();
    const auto play = [&](i64 begin, i64 filled, i64 rows) {
        for (i64 lane = 0; lane < filled; ++lane) {
            const auto stops = [&](i64 row, i64 column) {
                if (row >= rows) return true;
                const double banked = block.banked(row, column)[lane];
                return turn.may_bank[column] != 0 && banked > NO_OPTION &&
                       block.at(row, column)[lane] <= banked + asked.tie;
            };
            const auto takes = [&](i64 row, i64, i64 set) {
                double most = NO_OPTION;
                i64 taken = -1;
                for (i64 option = turn.set_start[set]; option < turn.set_start[set + 1]; ++option) {
                    const double found = block.at(row, 0)[turn.offset[option] * block.lanes + lane];
                    if (found > most + (taken < 0 ? 0.0 : asked.tie)) most = found, taken = option;
                }
                return taken;
            };
            for (i64 place = best.start[begin + lane]; place < best.start[begin + lane + 1]; ++place) {
                const i64 game = best.which[place], hands = games.hands[game];
                const bool over = hands > 0 && asked.taken[begin + lane] &&
                                  takes_over(block, lane, games.offered[game], hands - 1, rows);
                best.end[place] =
                    play_turn(turn, rolling, games, game, best.rolls[place], over, stops, takes);
            }
        }
        return true;
    };
    return each_block(block, asked, asked.rows.size, watch, [](i64 turn) { return turn; }, play);
}

i64 several_outcomes(const Turn& turn, const Several& asked, const Outcomes& which, const Listing& listing,
                     const Room& room, const Watch& watch) {
    Work work(room);
    Following following(turn, asked, work);
    if (!work.fits()) return work.lacking();
    fill(following.mass, following.banked - following.mass, 0.0);
    Lister lister(listing);
    const auto follow = [&](i64 begin, i64 filled, i64 rows) {
        const i64 high = rows + turn.max_rise;
        if (!lister.has_room(filled, high, asked.by_row ? high : 1)) return false;
        for (i64 vector = 0; vector * W < filled; ++vector) {
            const FollowedTurn one(turn, following, rows, vector);
            for (i64 lane = 0; lane < min(W, filled - vector * W); ++lane)
                one.write(lister, lane, min(high, same_from(asked, which.states[begin + vector * W + lane])));
        }
        return true;
    };
    const i64 done = each_block(following.block, asked, which.states.size, watch,
                                [&](i64 turn) { return which.states[turn]; }, follow);
    return done < 0 ? done : lister.written();
}

i64 several_ended(const Ends& ends, const Several& lanes, const Brought& brought) {
    const i64 count = lanes.rows.size;
    if (ends.place.size < count || brought.worth.size < count) return NO_ROOM;
    for (i64 lane = 0; lane < count; ++lane) {
        double found = 0.0;
        if (ends.place[lane] >= 0) {
            found = bank_sum(ends, lanes, lane, brought.following.data);
            each_other(ends, lanes, lane, [&](double chance, i64 index) { found += chance * brought.following[index]; });
        }
        brought.worth[lane] = found;
    }
    return count;
}

}  // namespace core
