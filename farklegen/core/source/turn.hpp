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

// Lanes of a block of N vectors.
template <i64 N = VECTORS>
constexpr i64 LANES = N * W;

// Vectors of a block that are summed up at a time: their sums and maxima must stay in registers.
#if defined(__AVX512F__) || defined(__AVX2__) || defined(__aarch64__)
template <i64 N>
constexpr i64 STRIP_OF = N;
#else
template <i64 N>
constexpr i64 STRIP_OF = 1;
#endif

// What is added up over the sets of a column.
enum class Sum {
    BEST,     // the best option
    EXACT,    // the best option, or where there is none, what a farkle is worth
};

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

template <Sum SUM, class V, i64 N>
ALWAYS_INLINE void add(V (&sum)[N], const V (&best)[N], const V (&lost)[N], double chance) {
    for (i64 i = 0; i < N; ++i) {
        if constexpr (SUM == Sum::BEST) {
            sum[i] += best[i] * chance;
        } else {
            sum[i] += (best[i] < NO_OPTION ? lost[i] : best[i]) * chance;
        }
    }
}

}  // namespace inner

// Add up the sets of a column: `base` are the values of the row, at the lanes that are wanted.
template <Sum SUM, class V, i64 N>
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
            inner::add<SUM>(sum, best, lost, *chance++);
            if (--sets == 0) break;
            more = *fresh++;
        }
    }
}

// ---- the turn ------------------------------------------------------------------------------------

// The payoffs of a block of lanes, N vectors.
template <i64 N = VECTORS>
struct Worths {
    double* bank;                       // [rows + max_rise, bank_kinds, lanes]
    i64 bank_kinds;
    double* lost;                       // [lost_rows, lost_kinds, lanes]
    i64 lost_rows, lost_kinds;        // rows: 1 if all are alike
    double *first, *ruin, *sure;        // [lanes]
    double* room;                       // [lanes]

    const double* bank_at(const Turn& turn, i64 row, i64 column) const {
        return bank + (row * bank_kinds + turn.bank_kind[column]) * LANES<N>;
    }

    double* lost_at(const Turn& turn, i64 row, i64 column) const {
        const i64 at = lost_rows > 1 ? row : 0;
        return lost + (at * lost_kinds + turn.lost_kind[column]) * LANES<N>;
    }
};

// What the ends of a roll come to that are no sets, a farkle at these payoffs among them.
template <i64 N>
inline void add_ends(const Turn& turn, i64 column, const double* lost, const Worths<N>& ends,
                     double* sum) {
    const double farkle = turn.farkle[column], disaster = turn.disaster[column];
    const double instant = turn.instant[column];
    for (i64 i = 0; i < LANES<N>; ++i) {
        sum[i] = farkle * lost[i] + disaster * ends.ruin[i] + instant * ends.sure[i];
    }
}

// A block of turns, N vectors.
template <i64 N = VECTORS>
struct Block {
    static constexpr i64 lanes = LANES<N>;
    static constexpr i64 STRIP = STRIP_OF<N>;

    Moves moves;
    double* values;   // [rows + max_rise, columns, lanes]
    double* ended;    // [columns, lanes]
    double* never;    // [lanes], FORBIDDEN
    i64* table;     // [rows], the moves by which each row was filled in
    double* most;     // [columns, lanes], what rolling is worth at most

    void lay_out(const Turn& turn, i64 most_rows, Work& work, i64 tables = 1) {
        moves.lay_out(turn, lanes, work, tables);
        values = work.take<double>((most_rows + turn.max_rise) * turn.columns * lanes);
        ended = work.take<double>(turn.columns * lanes);
        never = work.take<double>(lanes);
        table = work.take<i64>(most_rows);
        most = work.take<double>(turn.columns * lanes);
    }

    void prepare() {
        moves.fill();
        fill(never, lanes, FORBIDDEN);
    }

    double* at(i64 row, i64 column) const {
        return values + (row * moves.turn->columns + column) * lanes;
    }

    // The rows above the turn: one banks there.
    void fill_above(i64 rows, const Worths<N>& ends) const {
        const Turn& turn = *moves.turn;
        const i64 top = rows + turn.max_rise;
        for (i64 column = 0; column < turn.columns; ++column) bank_in(column, rows, top, ends);
        for (i64 row = rows; turn.overshoot && row < top; ++row) forbid(row, ends);
    }

    // Forbid turn scores past an exact goal.
    void forbid(i64 row, const Worths<N>& ends) const {
        for (i64 column = 0; column < moves.turn->columns; ++column) {
            double* to = at(row, column);
            for (i64 i = 0; i < lanes; ++i) to[i] = row > ends.room[i] ? FORBIDDEN : to[i];
        }
    }

    // Fill `values` from the top row down; what a turn is worth then stands at row 0, all the dice.
    // Where `rolled` is given the value of rolling goes there, for columns before any hot dice: [rows, dice,
    // lanes]; in row 0 to a player who takes the turn over.
    void solve(i64 rows, const Worths<N>& ends, double* rolled) {
        if (moves.turn->overshoot) {
            solve_as<Sum::EXACT>(rows, ends, rolled);
        } else {
            solve_as<Sum::BEST>(rows, ends, rolled);
        }
    }

private:
    template <Sum SUM>
    void solve_as(i64 rows, const Worths<N>& ends, double* rolled) {
        fill_above(rows, ends);
        const bool rising = SUM == Sum::BEST && ends.bank_kinds == 1 && rises(rows, rows + moves.turn->max_rise, ends);
        // in all lanes one banks above the row with `proven` dice or fewer, and more points are worth no
        // less there
        i64 proven = rising ? moves.tables - 1 : 0;
        const Turn& turn = *moves.turn;
        const i64 columns = turn.columns, high = rows - 1;
        bool rests = !rolled && ends.lost_rows == 1;  // whether rolling is worth no less at a higher row
        for (i64 row = high; row >= (rolled ? 0 : 1); --row) {
            if (ends.lost_rows > 1 || row == high) add_all_ends(row, ends);
            table[row] = proven;
            for (i64 column = 0; column < columns; ++column) {
                const bool banks = row > 0 && turn.may_bank[column];
                const double* bank = banks ? ends.bank_at(turn, row, column) : never;
                double* to = rolled && column < turn.dice ? rolled + (row * turn.dice + column) * lanes : most + column * lanes;
                if (rests && row < high && column % turn.dice < proven && is_least(most + column * lanes, bank)) {
                    copy(at(row, column), bank, lanes);
                    continue;
                }
                const bool all = roll<SUM>(row, column, ended + column * lanes,
                                           ends.lost_at(turn, row, column), bank, to, table[row]);
                if (!all) proven = min(proven, column % turn.dice);
                if (row == high) rests = rests && is_least(at(row, column), ends.bank_at(turn, row + 1, column));
            }
            if (SUM == Sum::EXACT && row > 0) forbid(row, ends);
            if (proven > 0 && !rises(row, row + 2, ends)) proven = 0;
        }
        table[0] = proven;
        roll_first<SUM>(ends);
    }

    // Whether in all lanes a bank of one more row is worth no less, from one row on up to another.
    bool rises(i64 row, i64 until, const Worths<N>& ends) const {
        const i64 apart = ends.bank_kinds * lanes;
        const double* bank = ends.bank + row * apart;
        while (row + 1 < until && is_least(bank, bank + apart)) ++row, bank += apart;
        return row + 1 >= until;
    }

    // Whether in all lanes one number is at most another.
    bool is_least(const double* least, const double* other) const {
        M more = {};
        for (i64 i = 0; i < lanes; i += W) more |= load(least + i) > load(other + i);
        return !any(more);
    }

    // The first roll of the turn.
    template <Sum SUM>
    void roll_first(const Worths<N>& ends) {
        const i64 column = moves.turn->dice - 1;
        add_ends(*moves.turn, column, ends.first, ends, ended);
        roll<SUM>(0, column, ended, ends.first, never, nullptr, table[0]);
    }

    // Bank in these rows of a column.
    void bank_in(i64 column, i64 row, i64 until, const Worths<N>& ends) const {
        for (; row < until; ++row) copy(at(row, column), ends.bank_at(*moves.turn, row, column), lanes);
    }

    void add_all_ends(i64 row, const Worths<N>& ends) const {
        const Turn& turn = *moves.turn;
        for (i64 column = 0; column < turn.columns; ++column) {
            add_ends(turn, column, ends.lost_at(turn, row, column), ends, ended + column * lanes);
        }
    }

    // What it is worth to roll, by a table of moves; whether one banks in all lanes.
    template <Sum SUM>
    bool roll(i64 row, i64 column, const double* begun, const double* lost, const double* bank, double* kept,
              i64 by) const {
        double* to = at(row, column);
        M rolls = {};
        for (i64 strip = 0; strip < N; strip += STRIP) {
            V sum[STRIP], paid[STRIP];
            for (i64 i = 0; i < STRIP; ++i) {
                sum[i] = load(begun + (strip + i) * W);
                paid[i] = SUM == Sum::EXACT ? load(lost + (strip + i) * W) : V{};
            }
            fold<SUM>(moves.at(by, column), at(row, 0) + strip * W, sum, paid);
            for (i64 i = 0; i < STRIP; ++i) {
                if (kept) store(kept + (strip + i) * W, sum[i]);
                const V banked = load(bank + (strip + i) * W);
                rolls |= sum[i] > banked;
                store(to + (strip + i) * W, sum[i] > banked ? sum[i] : banked);
            }
        }
        return !any(rolls);
    }
};

}  // namespace core
