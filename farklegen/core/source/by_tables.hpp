// Turns of players who play by tables (policy.hpp), `W` side by side.
#pragma once

#include "policy.hpp"
#include "vectors.hpp"

namespace core {

struct ByTables {
    const Turn* turn = nullptr;
    const PolicyTable* table = nullptr;
    Aim aim[W] = {};
    M reach{}, least{}, stop{}, past{}, goes_for_it{};
    i64 nearest = 0;  // the row from which on the tables alone do not decide in all lanes
    i64 farthest = 0;  // the row from which on all lanes are at the goal, and may bank
    bool one_situation = false, one_choice = false, same_dice = false;  // in all lanes

    void aim_at(i64 lane, const Aim& one) {
        aim[lane] = one;
        reach[lane] = one.reach, least[lane] = one.least, past[lane] = one.past;
        stop[lane] = max(one.stop, one.least);
        goes_for_it[lane] = one.goes_for_it;
    }

    // All lanes have their aim.
    void look_over() {
        nearest = ANYWHERE, farthest = 0;
        one_situation = one_choice = same_dice = true;
        for (const Aim& one : aim) {
            nearest = min(nearest, one.nearest());
            farthest = max(farthest, max(one.reach, one.least));
            one_situation = one_situation && one.situation == aim[0].situation;
            one_choice = one_choice && one.same_choices(aim[0]);
            same_dice = same_dice && one.goes_for_it == aim[0].goes_for_it;
        }
    }

    // Whether all bank from `stop` on, however many dice are left.
    bool always_stop() const { return !any(past < turn->sizes[turn->dice - 1]); }

    // The lanes that bank at a turn score above zero.
    M banks(i64 row, i64 column) const {
        const i64 cells = table->rows * turn->columns, at = row * turn->columns + column;
        M short_of = splat(i64(-(table->banks[aim[0].situation * cells + at] != 0)));
        for (i64 lane = 1; lane < W && !one_situation; ++lane)
            short_of[lane] = table->banks[aim[lane].situation * cells + at] ? -1 : 0;
        short_of &= (goes_for_it >> (turn->sizes[column] - 1) & 1) == 0;
        const bool may = may_bank(*turn, row, column, 0);
        const M beyond = may ? (stop <= row) & (turn->sizes[column] <= past) : M{};
        return reach <= row ? beyond : short_of;
    }

    // What is taken from the sets of a column.
    class Sets {
    public:
        Sets(const ByTables& by, i64 row, i64 column)
            : by(by), turn(*by.turn), table(*by.table), row(row),
              choice(table.choice.data + (by.aim[0].situation * table.rows + row) * turn.probability.size),
              set(turn.column_start[column] - 1), end(turn.column_start[column + 1]) {}

        double chance;
        i64 only;  // how far on its value is in all lanes, if that is known to be the same, or -1
        M option;  // and else in each

        ALWAYS_INLINE bool next() {
            if (++set == end) return false;
            chance = turn.probability[set];
            only = -1;
            overshot = M{};
            if (!by.one_situation) look_at_lanes();
            else if (row + table.highest[set] < by.nearest) only = place(choice[set]);
            else look_at_top();
            return true;
        }

        M none() const { return overshot; }

    private:
        const ByTables& by;
        const Turn& turn;
        const PolicyTable& table;
        const i64 row;
        const i32* const choice;
        i64 set;
        const i64 end;
        M overshot;

        i64 place(i64 chosen) const { return turn.offset[chosen] * W; }

        // The highest option that may be banked, in lanes where it goes far enough for that.
        ALWAYS_INLINE void look_at_top() {
            if (turn.overshoot && by.one_choice) return look_at_lanes();
            const i64 top = highest_banked(turn, table, set, row), to = top < 0 ? -1 : row + table.rise[top];
            if (!turn.overshoot && (to >= by.farthest || top == choice[set])) {
                only = place(top);
            } else {
                const M far = (by.reach <= to) & (by.least <= to);
                option = far ? splat(place(max(top, 0LL))) : splat(place(choice[set]));
                for (i64 lane = 0; turn.overshoot && lane < W; ++lane)
                    if (by.aim[lane].room < row + table.highest[set]) take(lane);
            }
        }

        void look_at_lanes() {
            if (by.one_choice) {
                take(0);
                only = option[0];
                overshot = splat(i64(overshot[0]));
            } else {
                for (i64 lane = 0; lane < W; ++lane) take(lane);
            }
        }

        void take(i64 lane) {
            const i64 chosen = option_of(turn, table, by.aim[lane], set, row);
            option[lane] = place(max(chosen, 0LL));
            overshot[lane] = chosen < 0 ? -1 : 0;
        }
    };
};

}  // namespace core
