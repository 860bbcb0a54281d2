// Turns of two players filled in together, where what a turn leads to depends on more than the scores
// at its start: with piggyback on the dice and points left over, with `bank.beat_previous` on what was
// banked before.
//
// What a bank or a farkle is worth then depends on the dice and the points that it leaves, so that
// turns are not lists of ends: each is filled in from the top row down, with the choices of the policy.
// With R(t, n) what rolling n dice on at turn score t is worth to one player, and R'(t, n) and U' what
// rolling them on and a turn of one's own are worth to the other one after a farkle,
//
//     R(t, n) = a + f (1 - (R'(t, n) if the other player takes over there, else U'))
//
// where f is the chance of a farkle and `a` lies in higher rows. Turns whose farkles lead to each other
// are filled in together: every value is carried as c0 + c1 U' + c2 U, the two equations of each (t, n)
// are solved in between, and U and U' follow from the starts of both turns. U is R(0, all dice) but for
// the award of its first roll: where that one would overshoot an exact goal and a smaller one of all
// dice would not, taking over all dice and no points is better. What any other farkle leads to is known.
// `W` turns of each player lie side by side.
//
// This is another equation than that of turn.hpp: there is no maximum in it, its values have three terms,
// and it sums up what a player chooses, by tables or by values. The values by which a perfect player
// chooses come from turn.hpp (solved.hpp); but for turns that must beat something, where `beat` fills them
// in beside what it carries, from the points to beat down only.
#pragma once

#include "policy.hpp"
#include "solved.hpp"

namespace core {

constexpr i64 TERMS = 3;  // of a value, at most

// What is played by in each lane, by tables.
struct Aims {
    Aim aim[W];
    M reach, stop, goes_for_it, least, past;
    i64 nearest;  // the row from which on the tables alone do not decide in all lanes
    bool same_situation, same_choices;

    void put(i64 lane, const Aim& one) {
        aim[lane] = one;
        reach[lane] = one.reach;
        stop[lane] = max(one.stop, one.least);
        goes_for_it[lane] = one.goes_for_it;
        least[lane] = one.least;
        past[lane] = one.past;
    }

    void look_over() {
        nearest = ANYWHERE;
        same_situation = same_choices = true;
        for (const Aim& one : aim) {
            nearest = min(nearest, one.nearest());
            same_situation = same_situation && one.situation == aim[0].situation;
            same_choices = same_choices && one.same_choices(aim[0]);
        }
    }
};

// The turns of one player.
struct Side {
    const Turn& turn;
    const PolicyTable& table;
    const StatePolicy& by_state;
    const PlayerTurns& player;
    const Space& space;

    i64 states[W], partners[W];  // where they begin, and those beside them: -1 if there are none
    i64 rows = 0;                // from which on the player banks in all lanes
    i64 terms = TERMS;           // of each value: two where the dice that farkled are not taken over
    M joined[TERMS];             // whether a farkle, one of all the dice, one of the first roll lead there
    V first, ruin;               // what one of the first roll and a disaster are worth
    Aims aims;
    V start[TERMS], own;         // what the turns are worth, and as a number
    SolvedTurns<1> solved;       // for perfect play
    V acc[TERMS], risk;          // what a column is worth but for its farkles, and how likely those are

    Side(const Turn& turn, const PolicyTable& table, const StatePolicy& by_state, const PlayerTurns& player, const Space& space)
        : turn(turn), table(table), by_state(by_state), player(player), space(space) {}

    V* value(i64 cell) const { return as_vectors(space.value.data) + cell * terms; }
    V* rolled(i64 at) const { return as_vectors(space.rolled.data) + at * terms; }
    M& takes(i64 at) const { return reinterpret_cast<M*>(space.takes.data)[at]; }
    V& bank(i64 at) const { return as_vectors(space.bank.data)[at]; }
    V& lost(i64 at) const { return as_vectors(space.lost.data)[at]; }
    V best(i64 cell) const { return solved.value(cell, 0); }
    V best_bank(i64 row, i64 column) const { return load(solved.banks(row, column)); }
    const double* best_rolled(i64 at) const { return solved.rolled + at * W; }

    bool has_room(i64 kinds) const {
        const i64 high = rows + turn.max_rise, cells = rows * turn.dice * W;
        const bool plays = space.value.size >= high * turn.columns * W * TERMS &&
                           space.rolled.size >= cells * TERMS && space.takes.size >= cells &&
                           space.bank.size >= high * kinds * W && space.lost.size >= cells;
        return plays && rows <= space.rows && (player.by_value || table.rows >= high);
    }
};

// Take room for turns under perfect play.
inline void lay_out(Side& side, const Payoffs& payoffs, const Keep& keep, i64 rows, Work& work) {
    const Turn& turn = side.turn;
    side.solved.lay_out(turn, rows, payoffs.bank_kinds, rows, keep.takes_farkle ? turn.dice : 2, work);
    side.solved.rolled = work.take<double>(rows * turn.dice * W);
}

// What the sets of a column add up to, with the options that a player takes; T terms of each value.
template <i64 T>
struct Total {
    V acc[T];
    V risk;    // chance of a farkle, of sets without a legal option too
    V decided; // the same sum of what decides, for perfect play
};

// Perfect play: in each lane the option that is best by `deciding`.
template <i64 T>
inline void add_by_value(const Turn& turn, const V* deciding, const V* worth, i64 row, i64 column,
                         Total<T>& sum) {
    deciding += row * turn.columns;
    worth += row * turn.columns * T;
    for (i64 set = turn.column_start[column]; set < turn.column_start[column + 1]; ++set) {
        i64 option = turn.set_start[set];
        V best = deciding[turn.offset[option]], carried[T];
        for (i64 t = 0; t < T; ++t) carried[t] = worth[turn.offset[option] * T + t];
        for (++option; option < turn.set_start[set + 1]; ++option) {
            const i64 there = turn.offset[option];
            const M better = clearly_more(deciding[there], best);
            best = better ? deciding[there] : best;
            for (i64 t = 0; t < T; ++t) carried[t] = better ? worth[there * T + t] : carried[t];
        }
        const double chance = turn.probability[set];
        if (turn.overshoot) {
            const M none = best < NO_OPTION;
            best = none ? V{} : best;
            sum.risk += none ? splat(chance) : V{};
            for (i64 t = 0; t < T; ++t) carried[t] = none ? V{} : carried[t];
        }
        for (i64 t = 0; t < T; ++t) sum.acc[t] += chance * carried[t];
        sum.decided += chance * best;
    }
}

// A policy that plays by tables.
template <i64 T>
inline void add_by_table(const Turn& turn, const PolicyTable& table, const Aims& aims, const V* worth, i64 row,
                         i64 column, Total<T>& sum) {
    const i64 sets = turn.probability.size;
    const i32* choice = &table.choice[(aims.aim[0].situation * table.rows + row) * sets];
    const Aim anywhere{0, 0, 0, 0, 0, ANYWHERE, 0};
    worth += row * turn.columns * T;
    for (i64 set = turn.column_start[column]; set < turn.column_start[column + 1]; ++set) {
        const double chance = turn.probability[set];
        const auto take = [&](i64 option) {
            const V* there = worth + turn.offset[option] * T;
            for (i64 t = 0; t < T; ++t) sum.acc[t] += chance * there[t];
        };
        const bool far = row + table.highest[set] < aims.nearest;
        if (far && aims.same_situation) {
            take(choice[set]);
            continue;
        }
        if (!turn.overshoot && aims.same_situation) {
            // the highest option that may be banked, in lanes where it goes far enough for that
            const i64 top = reaching(turn, table, anywhere, set, row);
            if (top < 0) {
                take(choice[set]);
                continue;
            }
            const i64 to = row + table.rise[top];
            const M high = (aims.reach <= to) & (aims.least <= to);
            const V *there = worth + turn.offset[top] * T, *usual = worth + turn.offset[choice[set]] * T;
            for (i64 t = 0; t < T; ++t) sum.acc[t] += chance * (high ? there[t] : usual[t]);
            continue;
        }
        if (aims.same_choices) {
            const i64 option = option_of(turn, table, aims.aim[0], set, row);
            if (option < 0) sum.risk += splat(chance);
            else take(option);
            continue;
        }
        for (i64 lane = 0; lane < W; ++lane) {
            const i64 option = option_of(turn, table, aims.aim[lane], set, row);
            if (option < 0) {
                sum.risk[lane] += chance;
                continue;
            }
            for (i64 t = 0; t < T; ++t) sum.acc[t][lane] += chance * worth[turn.offset[option] * T + t][lane];
        }
    }
}

// Fill in both players' turns from the top row down, where the dice that farkled may be taken over. Both
// have as many rows.
void fill_in_together(const Payoffs& payoffs, Side& one, Side& other);

// Fill in the turns of one player where they may not: then farkles lead to U' or to what is known, and
// values are c0 + c1 U', two terms.
void fill_in_alone(const Payoffs& payoffs, Side& side);

// What tables are played by in each lane, and where the turns are taken over.
void take(const Payoffs& payoffs, const Settling& settling, Side& side);

// A turn that must beat what was banked before, of one lane: what else it takes to fill it in.
struct Beaten {
    Aim aim;
    double first, ruin;                       // what a farkle of the first roll, a disaster are worth
    double best_first, best_ruin, best_sure;  // the same, and a win at once, under perfect play
    i64 room;                                 // the highest row that does not overshoot an exact goal
};

// What the turns of a lane are worth that must beat `low` rows, and so on up to `high`, into
// `settling.starts`, `best_starts`: above the points to beat nothing differs from the turn without any,
// which is known; at or below them the turn is rolled on. What farkles are worth is in `settling.lost`,
// `best_lost`.
void beat(const Side& side, i64 lane, const Beaten& beaten, i64 low, i64 high, const Settling& settling);

}  // namespace core
