// How turns end under a policy that plays by tables.
//
// They are followed forwards (forward.hpp). Short of the goal the tables alone decide, so turns that play
// by the same table, and go for it with the same dice, are one turn up to there: the *trunk*. It is
// followed once, as long as turns come in the order of how near the goal is, and blocks of them begin
// where it stands.
#include "by_tables.hpp"
#include "forward.hpp"

namespace core {

namespace {

class Followed : public Forward<Followed> {
public:
    Followed(const Turn& turn, const PolicyTable& table, const Follow& follow, Work& work)
        : Forward(turn, table.rows, follow.by_row != 0, work.take<double>(table.rows * turn.columns * W), 1,
                  work.take<double>(table.rows * W), work.take<double>(2 * (follow.by_row ? table.rows : 1) * W)),
          by{&turn, &table}, negligible(follow.negligible), top(table.rows - turn.max_rise),
          farthest(work.take<i64>(table.rows)) {}

    void prepare() {
        fill(mass, high * columns, V{});
        by.aim[0].situation = known = -1;
    }

    void load(const StatePolicy& by_state, const Integers& which, i64 begin) {
        for (i64 lane = 0; lane < W; ++lane)
            by.aim_at(lane, aim_of(by_state, which[min(begin + lane, which.size - 1)]));
        by.look_over();
    }

    // Whether one trunk leads to all lanes.
    bool have_trunk() const { return by.one_situation && by.same_dice; }

    // The row up to which they are one turn: no move from below it reaches the goal, but by options that are
    // taken anyway.
    i64 fork() {
        i64 at = clip(by.nearest - turn.max_rise, 0LL, high);
        while (!turn.overshoot && at < top && at < by.nearest && at + farthest_from(at) < by.nearest) ++at;
        return at;
    }

    // Be the trunk of turns up to their fork.
    void lead_to(Followed& turns) {
        const Aim &to = turns.by.aim[0], &from = by.aim[0];
        const i64 end = turns.fork();
        if (from.situation != to.situation || from.goes_for_it != to.goes_for_it || row > end) {
            const Aim one{to.situation, ANYWHERE, ANYWHERE, to.goes_for_it, 0, ANYWHERE, 0};
            for (i64 lane = 0; lane < W; ++lane) by.aim_at(lane, one);
            by.look_over();
            const i64 left = min(row + turn.max_rise, high);
            for (i64 at = row * columns; at < left * columns; ++at) mass[at] = V{};
            begin();
        }
        follow(end);
    }

    // Begin where the trunk stands.
    void branch_off(const Followed& trunk) {
        row = trunk.row;
        const i64 top_row = min(row + turn.max_rise, high), lost = by_row ? row : 1;
        for (i64 at = row * columns; at < top_row * columns; ++at) mass[at] = trunk.mass[at];
        for (i64 at = 0; at < row; ++at) banked[at] = trunk.banked[at];
        for (i64 at = 0; at < lost; ++at) {
            farkled[at] = trunk.farkled[at];
            farkled[by_row ? high + at : 1] = trunk.farkled[by_row ? high + at : 1];
        }
        first = trunk.first, ruined = trunk.ruined, won = trunk.won;
    }

    void begin() {
        row = 0;
        Forward::begin();
    }

    // Follow up to a row.
    void follow(i64 end) {
        for (; row < end; ++row) pass(row);
    }

private:
    friend Forward;

    M stopped(V here, i64 row, i64 column) const {
        return row >= top ? splat(i64(-1)) : (here <= negligible) | by.banks(row, column);
    }

    V spread(V here, i64 row, i64 column) { return take_sets(here, row, ByTables::Sets(by, row, column)); }

    // How far up moves from a row may go that are not taken unless they reach the goal.
    i64 farthest_from(i64 at) {
        if (known != by.aim[0].situation) fill(farthest, high, -1LL);
        known = by.aim[0].situation;
        const PolicyTable& table = *by.table;
        const i64 sets = turn.probability.size;
        if (farthest[at] >= 0) return farthest[at];
        farthest[at] = 0;
        for (i64 set = 0; set < sets; ++set)
            if (table.choice[(known * high + at) * sets + set] != highest_banked(turn, table, set, at))
                farthest[at] = max(farthest[at], table.highest[set]);
        return farthest[at];
    }

    ByTables by;
    const double negligible;
    const i64 top;
    i64* const farthest;  // [rows], -1 where it was not found yet
    i64 row = 0, known = -1;  // the situation for which it was found
};

}  // namespace

// The ends of turns under a policy; how many turns were written before there was no more room.
EXPORTED i64 ends_of(const Turn& turn, const PolicyTable& table, const StatePolicy& by_state,
                     const Follow& follow, const Listing& listing, const Room& room, const Watch& watch) {
    const i64 high = table.rows, farkled_rows = follow.by_row ? high : 1;
    Work work(room);
    Followed trunk(turn, table, follow, work), turns(turn, table, follow, work);
    if (!work.fits()) return work.lacking();
    trunk.prepare();
    turns.prepare();
    Lister lister(listing);
    for (i64 begin = 0; begin < follow.which.size; begin += W) {
        const i64 lanes = min(W, follow.which.size - begin);
        if (watch.cancelled()) return CANCELLED;
        if (!lister.has_room(lanes, high, farkled_rows)) break;
        turns.load(by_state, follow.which, begin);
        if (turns.have_trunk()) {
            trunk.lead_to(turns);
            turns.branch_off(trunk);
        } else {
            turns.begin();
        }
        turns.follow(high);
        for (i64 lane = 0; lane < lanes; ++lane) turns.write(lister, lane, high);
    }
    return lister.written();
}

}  // namespace core
