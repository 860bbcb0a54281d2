// How turns end under a policy that plays by tables.
//
// They are followed forwards (forward.hpp). Short of the goal the tables alone decide, so turns that play
// by the same table, and go for it with the same dice, are one turn up to there: the *trunk*. It is
// followed once, as long as turns come in the order of how near the goal is, and blocks of them begin
// where it stands.
#include "forward.hpp"
#include "policy.hpp"

namespace core {

namespace {

class ByTable : public Forward<ByTable> {
public:
    // `part` of two that share the room.
    ByTable(const Turn& turn, const PolicyTable& table, const Follow& follow, i64 part)
        : ByTable(turn, table, follow, part, table.rows * W, follow.by_row ? table.rows : 1) {}

    void load(const StatePolicy& by_state, const Integers& which, i64 begin) {
        for (i64 lane = 0; lane < W; ++lane) aim[lane] = aim_of(by_state, which[min(begin + lane, which.size - 1)]);
        look_at_aims();
    }

    // Whether one trunk leads to all lanes.
    bool have_trunk() const { return same_situation && same_dice; }

    // The row up to which they are one turn.
    i64 fork() const { return clip(nearest - turn.max_rise, 0LL, high); }

    // Be the trunk of turns up to their fork.
    void lead_to(const ByTable& turns) {
        const Aim& to = turns.aim[0];
        if (aim[0].situation != to.situation || aim[0].goes_for_it != to.goes_for_it || row > turns.fork()) {
            const Aim one{to.situation, ANYWHERE, ANYWHERE, to.goes_for_it, 0, ANYWHERE, 0};
            for (i64 lane = 0; lane < W; ++lane) aim[lane] = one;
            look_at_aims();
            const i64 left = min(row + turn.max_rise, high);
            for (i64 at = row * columns; at < left * columns; ++at) mass[at] = V{};
            begin();
        }
        follow(turns.fork());
    }

    // Begin where the trunk stands.
    void branch_off(const ByTable& trunk) {
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

    ByTable(const Turn& turn, const PolicyTable& table, const Follow& follow, i64 part, i64 banks, i64 farkles)
        : Forward(turn, table.rows, follow.by_row != 0, follow.mass.data + part * banks * turn.columns, 1,
                  follow.banked.data + part * banks, follow.farkled.data + part * 2 * farkles * W),
          table(table), negligible(follow.negligible), top(table.rows - turn.max_rise) {
        fill(follow.mass.data + part * banks * turn.columns, banks * turn.columns, 0.0);
        aim[0].situation = -1;
    }

    void look_at_aims() {
        same_situation = same_dice = true;
        nearest = ANYWHERE;
        for (i64 lane = 0; lane < W; ++lane) {
            const Aim& one = aim[lane];
            reach[lane] = one.reach, least[lane] = one.least, room[lane] = one.room;
            stop[lane] = max(one.stop, one.least);
            most[lane] = one.past;
            goes_for_it[lane] = one.goes_for_it;
            same_situation = same_situation && one.situation == aim[0].situation;
            same_dice = same_dice && one.goes_for_it == aim[0].goes_for_it;
            nearest = min(nearest, one.nearest());
        }
    }

    M stopped(V here, i64 row, i64 column) const {
        if (row >= top) return splat(i64(-1));
        M banks;
        const i64 at = row * columns + column, cells = high * columns;
        if (same_situation)
            banks = splat(table.banks[aim[0].situation * cells + at] ? i64(-1) : i64(0));
        else
            for (i64 lane = 0; lane < W; ++lane)
                banks[lane] = table.banks[aim[lane].situation * cells + at] ? -1 : 0;
        banks &= (goes_for_it >> (turn.sizes[column] - 1) & 1) == 0;
        const M past = may_bank(turn, row, column, 0) ? (stop <= row) & (turn.sizes[column] <= most) : M{};
        return (here <= negligible) | (reach <= row ? past : banks);
    }

    V spread(V here, i64 row, i64 column) {
        const i64 sets = turn.probability.size;
        const i32* choice = &table.choice[(aim[0].situation * high + row) * sets];
        V* base = mass + row * columns;
        V lost{};
        for (i64 set = turn.column_start[column]; set < turn.column_start[column + 1]; ++set) {
            const V moved = here * turn.probability[set];
            const i64 highest = row + table.highest[set];
            if (same_situation && highest < nearest) {
                add(base, choice[set], moved, lost);
                continue;
            }
            // the highest option that may be banked where it reaches the goal, else what the table takes
            M apart = moved > 0.0;
            if (same_situation) {
                const i64 far = highest_banked(turn, table, set, row);
                const i64 to = far < 0 ? -1 : row + table.rise[far];
                const M fits = (reach <= to) & (least <= to);
                apart &= room < highest;
                if (far >= 0) base[turn.offset[far]] += fits & ~apart ? moved : V{};
                add(base, choice[set], fits | apart ? V{} : moved, lost);
                if (!any(apart)) continue;
            }
            for (i64 lane = 0; lane < W; ++lane) {
                if (!apart[lane]) continue;
                const i64 option = option_of(turn, table, aim[lane], set, row);
                if (option < 0) lost[lane] += moved[lane];
                else base[turn.offset[option]][lane] += moved[lane];
            }
        }
        return lost;
    }

    void add(V* base, i64 option, V moved, V& lost) const {
        if (option < 0) lost += moved;
        else base[turn.offset[option]] += moved;
    }

    const PolicyTable& table;
    const double negligible;
    const i64 top;
    Aim aim[W] = {};
    M reach{}, stop{}, most{}, goes_for_it{}, least{}, room{};
    i64 nearest = 0, row = 0;
    // whether all lanes play by the same table; go for it with the same dice
    bool same_situation = false, same_dice = false;
};

}  // namespace

i64 ends_of(const Turn& turn, const PolicyTable& table, const StatePolicy& by_state, const Follow& follow,
            const Listing& listing, const Watch& watch) {
    const i64 high = table.rows, farkled_rows = follow.by_row ? high : 1;
    if (follow.mass.size < 2 * high * turn.columns * W || follow.banked.size < 2 * high * W ||
        follow.farkled.size < 4 * farkled_rows * W)
        return NO_ROOM;
    ByTable trunk(turn, table, follow, 0), turns(turn, table, follow, 1);
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
