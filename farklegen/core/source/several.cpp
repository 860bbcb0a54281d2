// Turns of a game of several players who look at their own chances alone, followed to how they end.
#include "forward.hpp"
#include "several.hpp"
#include "solved.hpp"

namespace core {
namespace {

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
        const Column& moves = block.moves.at(block.table[row], column);
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

// The ends of turns of a game of several players, each choosing by the first plane; how many turns were written
// before there was no more room.
EXPORTED i64 several_outcomes(const Turn& turn, const Several& asked, const Outcomes& which,
                              const Listing& listing, const Room& room, const Watch& watch) {
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

}  // namespace core
