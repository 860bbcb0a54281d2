// One turn, solved for many payoffs at a time.
//
// A *row* is the turn score, in steps. A *column* is what is rolled next: a number of dice, and
// where a bonus grows with every hot dice, how many the turn has seen. A *lane* is one turn under its
// own payoffs: lanes share the moves, lie side by side, and never look at each other.
//
//     rolled[t, c] = farkle[c] * lost[t, c] + disaster[c] * ruin + instant[c] * sure
//                    + sum over sets s of c of p[s] * max over options o of s of
//                      values[t + rise[o], column[o]]
//     values[t, c] = max(rolled[t, c], bank[t, c])
//
// A *set* is the scoring dice of some rolls, p its chance, an *option* one way to set dice aside.
// `bank` is FORBIDDEN where the turn may not be banked. Above the last row one banks.
//
// With an *exact goal* a turn score above `room` is FORBIDDEN; a set without another option (its best
// is below NO_OPTION) is a farkle.
//
// *Order.* Every option rises by a row at least: from the top row down all that is needed is known.
// The first roll of a turn comes last, because its farkle may have a payoff of its own; row 0 itself
// is all the dice in the hands of a player who takes the turn over.
//
// *Rounding.* A value is an average of values and payoffs with weights that sum to 1, so an error in
// what it is made of does not grow on the way down: a sum of n products adds n/2 units in the last
// place at most, in all about rows * n * 2^-53 of the largest value, and some 1e-15 in practice.
// Maxima are exact. The sum runs over the sets in the order in which the turn lists them.
//
// *Where one banks above.* As long as a bank of more points is worth no less, a farkle costs the same at every
// row, and nothing in the last row is worth more than a bank above it, rolling is worth no less at a higher
// row either. So a column in which one banks in all lanes is not added up again until a bank is worth less
// than rolling was. And of the options that lead to banks the one of most points is the best: a table of
// fewer moves will do (moves.hpp), in which sets that are then alike are one.
//
// *Ties* do not matter to values. Who needs the choice asks `values` afterwards.
#pragma once

#include "moves.hpp"
#include "vectors.hpp"

namespace core {

// ---- lanes ---------------------------------------------------------------------------------------

// Vectors side by side in a block: enough to hide the latency of a multiply-add, few enough for the
// first cache.
constexpr i64 VECTORS = 3;

// Lanes of a block of N vectors, which are summed up together: their sums and maxima
// stay in registers on processors with AVX2.
template <i64 N = VECTORS>
constexpr i64 LANES = N * W;

namespace inner {

template <class V>
constexpr i64 PER = i64(sizeof(V) / sizeof(double));  // numbers in a vector, or 1

template <class V, i64 N>
ALWAYS_INLINE void begin(V (&best)[N], const double* values) {
    for (i64 i = 0; i < N; ++i) best[i] = load<V>(values + i * PER<V>);
}

template <class V, i64 N>
ALWAYS_INLINE void larger(V (&best)[N], const double* values) {
    for (i64 i = 0; i < N; ++i) {
        const V value = load<V>(values + i * PER<V>);
        best[i] = value > best[i] ? value : best[i];
    }
}

// The same for two options: which of them is larger is found out beside what came before.
template <class V, i64 N>
ALWAYS_INLINE void larger(V (&best)[N], const double* values, const double* others) {
    for (i64 i = 0; i < N; ++i) {
        const V value = load<V>(values + i * PER<V>), other = load<V>(others + i * PER<V>);
        const V both = value > other ? value : other;
        best[i] = both > best[i] ? both : best[i];
    }
}

template <bool EXACT, class V, i64 N>
ALWAYS_INLINE void add(V (&sum)[N], const V (&best)[N], const V (&lost)[N], double chance) {
    for (i64 i = 0; i < N; ++i)
        sum[i] += (EXACT ? (best[i] < NO_OPTION ? lost[i] : best[i]) : best[i]) * chance;
}

}  // namespace inner

// Add up the sets of a column: `base` are the values of the row, at the lanes that are wanted. With an exact goal
// a set without an option is a farkle.
template <bool EXACT, class V, i64 N>
ALWAYS_INLINE void fold(const Column& column, const double* base, V (&sum)[N], const V (&lost)[N]) {
    const u32 *offset = column.offset, *fresh = column.fresh;
    const double* chance = column.chance;
    for (i64 chain = 0; chain < column.chains; ++chain) {
        V best[N];
        inner::begin(best, base + *offset++);
        u32 more = *fresh++ - 1;
        for (u32 sets = column.chain[chain];;) {
            for (; more > 1; more -= 2, offset += 2) inner::larger(best, base + offset[0], base + offset[1]);
            if (more > 0) inner::larger(best, base + *offset++);
            inner::add<EXACT>(sum, best, lost, *chance++);
            if (--sets == 0) break;
            more = *fresh++;
        }
    }
}

// ---- the turn ------------------------------------------------------------------------------------

constexpr i64 PIECES = 3;  // straight lines that where an end leads is made of

// Whether some of the turns may be taken over.
inline bool offers_any(const Several& asked) {
    i64 most = 0;
    for (i64 lane = 0; lane < asked.taken.size; ++lane) most = max(most, asked.taken[lane]);
    return most > 0;
}

// The payoffs of a block of turns, and what they are worth: K numbers each.
template <i64 K, i64 L = LANES<>>
struct Cells {
    static constexpr i64 lanes = L;

    const Turn* turn;
    i64 lost_rows;   // 1 if what a farkle leads to is the same at every turn score
    i64 bank_kinds, lost_kinds;  // of payoffs: of the turn's columns
    double* values;  // [rows + max_rise, columns, K, lanes]
    double* bank;    // [rows + max_rise, bank_kinds, K, lanes]
    double* lost;    // [lost_rows, lost_kinds, K, lanes]
    double* rolled;  // [rows, dice, K, lanes], of what is rolled where turns are taken over; or nullptr
    double *first, *ruin;  // [K, lanes]
    double* room;    // [lanes]

    void lay_out(const Turn& of, const Several& asked, i64 rows, Work& work) {
        turn = &of;
        const i64 count = PIECES * max(asked.rows.size, 1LL);
        lost_rows = asked.by_row ? rows : 1;
        bank_kinds = asked.bank_base.size / count, lost_kinds = asked.lost_base.size / count;
        bank = work.take<double>((rows + of.max_rise) * bank_kinds * K * lanes);
        lost = work.take<double>(lost_rows * lost_kinds * K * lanes);
        first = work.take<double>(K * lanes);
        ruin = work.take<double>(K * lanes);
        room = work.take<double>(lanes);
        rolled = offers_any(asked) ? work.take<double>(rows * of.dice * K * lanes) : nullptr;
        values = work.take<double>((rows + of.max_rise) * of.columns * K * lanes);
    }

    double* at(i64 row, i64 column) const { return values + (row * turn->columns + column) * K * lanes; }
    double* bank_at(i64 row, i64 kind) const { return bank + (row * bank_kinds + kind) * K * lanes; }

    // What a bank with a column left is worth.
    double* banked(i64 row, i64 column) const { return bank_at(row, turn->bank_kind[column]); }

    // What rolling that many dice is worth to who takes them over.
    double* rolled_at(i64 row, i64 column) const {
        return rolled == nullptr || column >= turn->dice ? nullptr : rolled + (row * turn->dice + column) * K * lanes;
    }

    double* lost_at(i64 row, i64 kind) const {
        return lost + ((lost_rows > 1 ? row : 0) * lost_kinds + kind) * K * lanes;
    }
};

template <i64 K, i64 N = VECTORS>
struct SeveralBlock;

// A block of turns, N vectors, of one number each.
template <i64 N>
struct SeveralBlock<1, N> : Cells<1, LANES<N>> {
    using Own = Cells<1, LANES<N>>;
    using Own::lanes, Own::turn, Own::at, Own::banked, Own::bank, Own::bank_kinds, Own::lost_rows, Own::rolled;

    double tie;
    Moves moves;
    double* ended;    // [columns, lanes]
    double* never;    // [lanes], FORBIDDEN
    double* sure;     // [lanes], what a win at once is worth
    i64* table;     // [rows], the moves by which each row was filled in
    double* most;     // [columns, lanes], what rolling is worth at most

    void lay_out(const Turn& of, const Several& asked, i64 rows, Work& work) {
        Own::lay_out(of, asked, rows, work);
        moves.lay_out(of, lanes, work, asked.tie > 0.0 ? 1 : of.dice + 1);
        ended = work.take<double>(of.columns * lanes);
        never = work.take<double>(lanes);
        sure = work.take<double>(lanes);
        table = work.take<i64>(rows);
        most = work.take<double>(of.columns * lanes);
    }

    void prepare(double won = 1.0) {
        moves.fill();
        fill(never, lanes, FORBIDDEN);
        fill(sure, lanes, won);
    }

    // Fill in the values from the top row down; what a turn is worth then stands at row 0, all the dice.
    // Where turns are taken over the value of rolling is kept; in row 0 to a player who takes the turn over.
    void solve(i64 rows) {
        if (turn->overshoot) solve_as<true>(rows);
        else solve_as<false>(rows);
    }

private:
    // The rows above the turn: one banks there.
    void fill_above(i64 rows) const {
        for (i64 row = rows; row < rows + turn->max_rise; ++row) {
            for (i64 column = 0; column < turn->columns; ++column) copy(at(row, column), banked(row, column), lanes);
            if (turn->overshoot) forbid(row);
        }
    }

    // Forbid turn scores past an exact goal.
    void forbid(i64 row) const {
        for (i64 column = 0; column < turn->columns; ++column) {
            double* to = at(row, column);
            for (i64 i = 0; i < lanes; ++i) to[i] = row > this->room[i] ? FORBIDDEN : to[i];
        }
    }

    template <bool EXACT>
    void solve_as(i64 rows) {
        fill_above(rows);
        const bool rising = !EXACT && bank_kinds == 1 && rises(rows, rows + turn->max_rise);
        // in all lanes one banks above the row with `proven` dice or fewer, and more points are worth no
        // less there
        i64 proven = rising ? moves.tables - 1 : 0;
        const i64 columns = turn->columns, dice = turn->dice, high = rows - 1;
        bool rests = !rolled && lost_rows == 1;  // whether rolling is worth no less at a higher row
        for (i64 row = high; row >= (rolled ? 0 : 1); --row) {
            for (i64 column = 0; column < columns && (lost_rows > 1 || row == high); ++column)
                add_ends(column, lost_in(row, column));
            table[row] = proven;
            for (i64 column = 0; column < columns; ++column) {
                const bool banks = row > 0 && turn->may_bank[column];
                const double* paid = banks ? banked(row, column) : never;
                double* const kept = this->rolled_at(row, column);
                double* const least = most + column * lanes;
                if (rests && row < high && column % dice < proven && is_least(least, paid)) {
                    copy(at(row, column), paid, lanes);
                    continue;
                }
                const bool all = roll<EXACT>(row, column, lost_in(row, column), paid, kept ? kept : least);
                if (!all) proven = min(proven, column % dice);
                if (row == high) rests = rests && is_least(at(row, column), banked(row + 1, column));
            }
            if (EXACT && row > 0) forbid(row);
            if (proven > 0 && !rises(row, row + 2)) proven = 0;
        }
        table[0] = proven;
        add_ends(dice - 1, this->first);
        roll<EXACT>(0, dice - 1, this->first, never, nullptr);
    }

    // Whether in all lanes a bank of one more row is worth no less, from one row on up to another.
    bool rises(i64 row, i64 until) const {
        while (row + 1 < until && is_least(bank + row * lanes, bank + (row + 1) * lanes)) ++row;
        return row + 1 >= until;
    }

    // Whether in all lanes one number is at most another.
    bool is_least(const double* least, const double* other) const {
        M more = {};
        for (i64 i = 0; i < lanes; i += W) more |= load(least + i) > load(other + i);
        return !any(more);
    }

    const double* lost_in(i64 row, i64 column) const { return Own::lost_at(row, turn->lost_kind[column]); }

    // What the ends of a roll come to that are no sets, a farkle at these payoffs among them.
    void add_ends(i64 column, const double* lost) const {
        const double farkle = turn->farkle[column], disaster = turn->disaster[column];
        const double instant = turn->instant[column];
        double* const sum = ended + column * lanes;
        for (i64 i = 0; i < lanes; ++i) sum[i] = farkle * lost[i] + disaster * this->ruin[i] + instant * sure[i];
    }

    // What it is worth to roll; whether one banks in all lanes.
    template <bool EXACT>
    bool roll(i64 row, i64 column, const double* lost, const double* paid, double* kept) const {
        double* const to = at(row, column);
        const double* const begun = ended + column * lanes;
        M rolls = {};
        V sum[N], farkled[N];
        for (i64 i = 0; i < N; ++i) {
            sum[i] = load(begun + i * W);
            farkled[i] = EXACT ? load(lost + i * W) : V{};
        }
        fold<EXACT>(moves.at(table[row], column), at(row, 0), sum, farkled);
        for (i64 i = 0; i < N; ++i) {
            if (kept) store(kept + i * W, sum[i]);
            const V bank = load(paid + i * W);
            rolls |= sum[i] > bank;
            store(to + i * W, sum[i] > bank ? sum[i] : bank);
        }
        return !any(rolls);
    }
};

}  // namespace core
