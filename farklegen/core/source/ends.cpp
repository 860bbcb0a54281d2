// How turns end under a policy that plays by tables.
//
// They are followed forwards (forward.hpp); where all lanes take the same option, which tables do short of
// the goal, a set is one multiply-add of vectors.
//
// Turns that differ only in where they stop past the goal are the same up to there: where a block of
// them follows another one of the same kind, it begins there.
#include "forward.hpp"
#include "policy.hpp"

namespace core {

namespace {

class ByTable : public Forward<ByTable> {
public:
    ByTable(const Turn& turn, const Table& table, const Follow& follow)
        : Forward(turn, table.rows, follow.by_row != 0, follow.mass.data, follow.banked.data,
                  follow.farkled.data),
          table(table), negligible(follow.negligible), top(table.rows - turn.max_rise),
          there(as_vectors(follow.there.data)) {
        fill(follow.mass.data, high * columns * W, 0.0);
    }

    void load(const StatePolicy& by_state, const Integers& which, i64 begin) {
        const Aim before = aim[W - 1];
        const bool was_alike = alike && begin > 0;
        alike = same_choices = same_situation = true;
        nearest = ANYWHERE;
        for (i64 lane = 0; lane < W; ++lane) {
            const Aim one = aim[lane] = aim_of(by_state, which[min(begin + lane, which.size - 1)]);
            reach[lane] = one.reach;
            stop[lane] = max(one.stop, one.least);
            most[lane] = one.past;
            goes_for_it[lane] = one.goes_for_it;
            same_situation = same_situation && one.situation == aim[0].situation;
            same_choices = same_choices && one.same_choices(aim[0]);
            kind[lane] = lane > 0 && one.same_choices(aim[lane - 1]) ? kind[lane - 1] : lane;
            alike = alike && same_choices && one.goes_for_it == aim[0].goes_for_it;
            nearest = min(nearest, one.nearest());
        }
        resumes = was_alike && alike && before.same_choices(aim[0]) && before.goes_for_it == aim[0].goes_for_it;
    }

    void follow() {
        const i64 reached = alike ? aim[0].reach : ANYWHERE, from = resumes ? reached : 0;
        const i64 saved = max(min(turn.max_rise, high - reached) * columns, 0LL);
        if (resumes && from < high) {
            for (i64 at = 0; at < saved; ++at) mass[from * columns + at] = there[at];
            first = there[saved], ruined = there[saved + 1], won = there[saved + 2];
            if (!by_row) farkled[0] = there[saved + 3], farkled[1] = there[saved + 4];
        } else if (!resumes) {
            begin();
        }
        for (i64 row = from; row < high; ++row) {
            if (row == reached) {
                for (i64 at = 0; at < saved; ++at) there[at] = mass[row * columns + at];
                there[saved] = first, there[saved + 1] = ruined, there[saved + 2] = won;
                if (!by_row) there[saved + 3] = farkled[0], there[saved + 4] = farkled[1];
            }
            pass(row);
        }
    }

private:
    friend Forward;

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
        const i64* choice = &table.choice[(aim[0].situation * high + row) * sets];
        V* base = mass + row * columns;
        V lost{};
        for (i64 set = turn.column_start[column]; set < turn.column_start[column + 1]; ++set) {
            const V moved = here * turn.probability[set];
            const bool far = row + table.highest[set] < nearest;
            if ((far && same_situation) || same_choices) {
                const i64 option = far ? choice[set] : option_of(turn, table, aim[0], set, row);
                if (option < 0) lost += moved;
                else base[turn.offset[option]] += moved;
                continue;
            }
            i64 option = -1, of = -1;  // taken by lane `of`
            for (i64 lane = 0; lane < W; ++lane) {
                if (moved[lane] <= 0.0) continue;
                if (of < kind[lane]) option = option_of(turn, table, aim[lane], set, row), of = lane;
                if (option < 0) lost[lane] += moved[lane];
                else base[turn.offset[option]][lane] += moved[lane];
            }
        }
        return lost;
    }

    const Table& table;
    const double negligible;
    const i64 top;
    V* there;
    Aim aim[W] = {};
    M reach{}, stop{}, most{}, goes_for_it{};
    i64 kind[W] = {};  // the first lane of those in a row that take the same options
    i64 nearest = 0;
    // whether all lanes: differ at most in where they stop past the goal; take the same options; play
    // by the same table
    bool alike = false, same_choices = false, same_situation = false;
    bool resumes = false;  // the block before was the same up to the goal
};

}  // namespace

i64 ends_of(const Turn& turn, const Table& table, const StatePolicy& by_state, const Follow& follow,
            const Listing& listing, const Watch& watch) {
    const i64 high = table.rows, farkled_rows = follow.by_row ? high : 1;
    if (follow.mass.size < high * turn.columns * W || follow.banked.size < high * W ||
        follow.farkled.size < 2 * farkled_rows * W ||
        follow.there.size < (turn.max_rise * turn.columns + 5) * W)
        return NO_ROOM;
    ByTable turns(turn, table, follow);
    Lister lister(listing);
    for (i64 begin = 0; begin < follow.which.size; begin += W) {
        const i64 lanes = min(W, follow.which.size - begin);
        if (watch.cancelled()) return CANCELLED;
        if (!lister.has_room(lanes, high, farkled_rows)) break;
        turns.load(by_state, follow.which, begin);
        turns.follow();
        for (i64 lane = 0; lane < lanes; ++lane) turns.write(lister, lane, high);
    }
    return lister.written();
}

}  // namespace core
