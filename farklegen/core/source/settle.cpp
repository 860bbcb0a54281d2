// How turns of two players are filled in together (settle.hpp).
#include "settle.hpp"

namespace core {

namespace {

constexpr double NEVER_ENDS = 1e-12;  // chance to get out of a cycle below which nobody does

// Perfect play: the best option of each set, in most sets the same in all lanes.
template <i64 T>
void add_best(const Side& side, i64 row, i64 column, Total<T>& sum) {
    const Turn& turn = side.turn;
    const V* const worth = side.value(row * turn.columns);
    BestOfSets sets(side.solved.block.moves.column[column]);
    while (sets.next(side.solved.values(row, 0))) {
        const V* there = worth + sets.option[0] / W * T;
        V carried[T];
        for (i64 t = 0; t < T; ++t) carried[t] = there[t];
        for (i64 lane = 1; lane < W && any(sets.option != splat(i64(sets.option[0]))); ++lane) {
            there = worth + sets.option[lane] / W * T;
            for (i64 t = 0; t < T; ++t) carried[t][lane] = there[t][lane];
        }
        if (turn.overshoot) {
            const M none = sets.taken < NO_OPTION;
            sum.risk += none ? splat(sets.chance) : V{};
            for (i64 t = 0; t < T; ++t) carried[t] = none ? V{} : carried[t];
        }
        for (i64 t = 0; t < T; ++t) sum.acc[t] += sets.chance * carried[t];
    }
}

// What a column is worth but for its farkles.
template <i64 T>
void add_up(Side& side, i64 row, i64 column) {
    const Turn& turn = side.turn;
    Total<T> sum{};
    sum.acc[0] = turn.instant[column] + turn.disaster[column] * side.ruin;
    sum.risk = splat(turn.farkle[column]);
    if (side.player.by_value) add_best<T>(side, row, column, sum);
    else add_by_table<T>(turn, side.table, side.aims, side.value(0), row, column, sum);
    for (i64 t = 0; t < T; ++t) side.acc[t] = sum.acc[t];
    side.risk = sum.risk;
}

// R = acc + factor R' of one player, before the two equations are solved.
struct Open {
    V acc[TERMS], factor;

    Open(const Side& side, const Side& beside, i64 award, i64 at) {
        const M joined = side.joined[award], over = beside.takes(at);
        for (i64 t = 0; t < TERMS; ++t) acc[t] = side.acc[t];
        acc[0] += joined ? side.risk : side.risk * side.lost(at);
        acc[1] -= joined & ~over ? side.risk : V{};
        factor = joined & over ? -side.risk : V{};
    }
};

// What rolling on is worth to both players in a column without hot dice.
void close(Side& one, Side& other, i64 award, i64 at) {
    Open a(one, other, award, at), b(other, one, award, at);
    V left = 1.0 - a.factor * b.factor;
    const M never = left < NEVER_ENDS;  // dice that can only farkle, handed on for ever
    left = never ? splat(1.0) : left;
    Open* const both[] = {&a, &b};
    for (Open* open : both) {
        open->factor = never ? V{} : open->factor;
        for (i64 t = 0; t < TERMS; ++t) open->acc[t] = never ? splat(t == 0 ? 0.5 : 0.0) : open->acc[t];
    }
    V *rolled_a = one.rolled(at), *rolled_b = other.rolled(at);
    for (i64 t = 0; t < TERMS; ++t) {
        const i64 swapped = t == 0 ? 0 : TERMS - t;  // the other player's U is one's U'
        const V found = (b.acc[t] + b.factor * a.acc[swapped]) / left;
        rolled_a[t] = (a.acc[t] + a.factor * b.acc[swapped]) / left;
        rolled_b[t] = found;
    }
}

// Add to `acc` what farkles lead to that leave the same as those of a column without hot dice, whose
// `rolled` is known: those after hot dice, which the player who takes over counts afresh, and those of
// the first roll, which leave all dice and no points.
void hand_on(Side& side, const Side& beside, i64 award, V lost, i64 at) {
    const M joined = side.joined[award], over = joined & beside.takes(at);
    const V risk = side.risk, *theirs = beside.rolled(at);
    side.acc[0] += joined ? (over ? risk * (1.0 - theirs[0]) : risk) : risk * lost;
    side.acc[1] -= over ? risk * theirs[2] : joined ? risk : V{};
    side.acc[2] -= over ? risk * theirs[1] : V{};
}

// What the turns are worth, whose first roll has an award of its own.
void begin(Side& side, const Side& beside, i64 at) {
    hand_on(side, beside, 2, side.first, at);
    for (i64 t = 0; t < TERMS; ++t) side.start[t] = side.acc[t];
}

// Where the turns are banked.
M banks(const Side& side, i64 row, i64 column) {
    const Turn& turn = side.turn;
    if (row == 0 || !turn.may_bank[column]) return M{};
    if (side.player.by_value) {
        const V value = side.best(row * turn.columns + column);
        return no_less(side.best_bank(row, column), value);
    }
    if (!turn.legal[row]) return M{};
    const Aims& aims = side.aims;
    const i64 cells = side.table.rows * turn.columns, at = row * turn.columns + column;
    M short_of;
    for (i64 lane = 0; lane < W; ++lane)
        short_of[lane] = side.table.banks[aims.aim[lane].situation * cells + at] ? -1 : 0;
    short_of &= (aims.goes_for_it >> (turn.sizes[column] - 1) & 1) == 0;
    const M past = (aims.stop <= row) & (turn.sizes[column] <= aims.past);
    return (aims.least <= row) & (aims.reach <= row ? past : short_of);
}

// Write the values of a column: of banking, or of rolling on.
template <i64 T>
void enter(const Side& side, i64 row, i64 column, i64 kinds, const V* rolled) {
    const i64 bank_at = row * kinds + side.turn.bank_kind[column];
    const M banked = banks(side, row, column);
    V* value = side.value(row * side.turn.columns + column);
    for (i64 t = 0; t < T; ++t)
        value[t] = banked ? (t == 0 ? side.bank(bank_at) : V{}) : rolled[t];
}

// The rows above the turns: one banks there.
void bank_above(const Side& side, i64 kinds) {
    for (i64 row = side.rows; row < side.rows + side.turn.max_rise; ++row)
        for (i64 column = 0; column < side.turn.columns; ++column) {
            V* value = side.value(row * side.turn.columns + column);
            for (i64 t = 0; t < side.terms; ++t) value[t] = V{};
            value[0] = side.bank(row * kinds + side.turn.bank_kind[column]);
        }
}

}  // namespace

void fill_in_together(const Payoffs& payoffs, Side& one, Side& other) {
    const i64 dice = one.turn.dice, columns = one.turn.columns, kinds = payoffs.bank_kinds;
    one.terms = other.terms = TERMS;
    bank_above(one, kinds);
    bank_above(other, kinds);
    for (i64 row = one.rows - 1; row >= 0; --row) {
        for (i64 column = row > 0 ? 0 : dice - 1; column < (row > 0 ? columns : dice); ++column) {
            const i64 kind = column % dice, award = kind == dice - 1 ? 1 : 0, at = row * dice + kind;
            add_up<TERMS>(one, row, column);
            add_up<TERMS>(other, row, column);
            if (column < dice) {
                close(one, other, award, at);
            } else {
                hand_on(one, other, award, one.lost(at), at);
                hand_on(other, one, award, other.lost(at), at);
            }
            enter<TERMS>(one, row, column, kinds, column < dice ? one.rolled(at) : one.acc);
            enter<TERMS>(other, row, column, kinds, column < dice ? other.rolled(at) : other.acc);
            if (row == 0) {
                begin(one, other, at);
                begin(other, one, at);
            }
        }
    }
}

void fill_in_alone(const Payoffs& payoffs, Side& side) {
    constexpr i64 T = 2;
    const i64 dice = side.turn.dice, columns = side.turn.columns, kinds = payoffs.bank_kinds;
    side.terms = T;
    bank_above(side, kinds);
    // add what farkles lead to
    const auto hand_on = [&](i64 award, V lost, V* to) {
        const M joined = side.joined[award];
        to[0] = side.acc[0] + (joined ? side.risk : side.risk * lost);
        to[1] = side.acc[1] - (joined ? side.risk : V{});
    };
    for (i64 row = side.rows - 1; row >= 0; --row) {
        for (i64 column = row > 0 ? 0 : dice - 1; column < (row > 0 ? columns : dice); ++column) {
            const i64 kind = column % dice, at = row * dice + kind;
            V hot[T], *rolled = column < dice ? side.rolled(at) : hot;
            add_up<T>(side, row, column);
            hand_on(kind == dice - 1 ? 1 : 0, side.lost(at), rolled);
            enter<T>(side, row, column, kinds, rolled);
        }
    }
    hand_on(2, side.first, side.start);
    side.start[2] = V{};
}

// All dice and no points are a turn of one's own, but for the award of its first roll: a perfect player
// may do without that.
void take(const Payoffs& payoffs, const Settling& settling, Side& side) {
    const i64 dice = side.turn.dice, cells = side.table.rows * dice;
    const bool by_value = side.player.by_value != 0;
    for (i64 lane = 0; lane < W; ++lane) {
        const i64 state = side.states[lane];
        if (!by_value) side.aims.put(lane, aim_of(side.by_state, state));
        // a player who may not roll on there does not take over either
        const i64 room = !by_value              ? side.aims.aim[lane].room
                         : side.turn.overshoot ? payoffs.room[state]
                                               : ANYWHERE;
        const i64 limit = min(settling.limit[state] - 1, room);
        const double start = by_value ? side.best(dice - 1)[lane] : 0.0;
        for (i64 row = 0; row < side.rows; ++row)
            for (i64 kind = 0; kind < dice; ++kind) {
                const i64 at = row * dice + kind;
                const bool whole = by_value && settling.writes && row == 0 && kind == dice - 1;
                bool takes = (row > 0 || whole) && row <= limit;
                if (takes && by_value) takes = clearly_more(side.best_rolled(at)[lane], start);
                else if (takes) takes = side.player.over[side.aims.aim[lane].situation * cells + at] != 0;
                side.takes(at)[lane] = takes ? -1 : 0;
            }
    }
    if (!by_value) side.aims.look_over();
}

void beat(const Side& side, i64 lane, const Beaten& beaten, i64 low, i64 high, const Settling& settling) {
    const Turn& turn = side.turn;
    const i64 columns = turn.columns, dice = turn.dice;
    const bool by_value = side.player.by_value != 0;
    V *worths = as_vectors(settling.worths.data), *values = as_vectors(settling.values.data);
    const auto own = [&](i64 cell) { return side.value(cell)[0][lane]; };
    const auto best = [&](i64 cell) { return by_value ? side.best(cell)[lane] : 0.0; };
    for (i64 from = low; from < high; from += W) {
        M rows;
        Aims aims;
        for (i64 k = 0; k < W; ++k) {
            rows[k] = min(from + k, high - 1);
            Aim aim = beaten.aim;
            aim.least = max(aim.least, i64(rows[k]) + 1);
            aims.put(k, aim);
        }
        aims.look_over();
        const i64 top = rows[W - 1];
        for (i64 cell = (top + 1) * columns; cell < (top + 1 + turn.max_rise) * columns; ++cell) {
            worths[cell] = splat(own(cell));
            values[cell] = splat(best(cell));
        }
        for (i64 row = top; row >= 0; --row) {
            const M free = rows < row;
            for (i64 column = row > 0 ? 0 : dice - 1; column < (row > 0 ? columns : dice); ++column) {
                const double instant = turn.instant[column], disaster = turn.disaster[column];
                Total<1> sum{};
                sum.acc[0] = splat(instant + disaster * beaten.ruin);
                sum.decided = splat(instant * beaten.best_sure + disaster * beaten.best_ruin);
                sum.risk = splat(turn.farkle[column]);
                if (by_value) add_by_value<1>(turn, values, worths, row, column, sum);
                else add_by_table<1>(turn, side.table, aims, worths, row, column, sum);
                const i64 at = row * dice + column % dice, cell = row * columns + column;
                const double paid = row > 0 ? settling.lost[at] : beaten.first;
                const double best_paid = row > 0 ? settling.best_lost[at] : beaten.best_first;
                worths[cell] = free ? splat(own(cell)) : sum.acc[0] + sum.risk * paid;
                const V decided = row > beaten.room ? splat(FORBIDDEN) : sum.decided + sum.risk * best_paid;
                values[cell] = free ? splat(best(cell)) : decided;
            }
        }
        for (i64 k = 0; k < W; ++k) {
            settling.starts[rows[k]] = worths[dice - 1][k];
            settling.best_starts[rows[k]] = values[dice - 1][k];
        }
    }
}

}  // namespace core
