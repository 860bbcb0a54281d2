// One turn of a game of several players, for many payoffs at a time.
//
// As in turn.hpp, but a value is several numbers, *planes*: the first is what the player to move looks
// at, and the others follow whatever that player chooses.
//
//     take(o) > take(o') + tie:  the option o is taken rather than o', which stands before it
//     planes(rolled) = sum of the ends of a roll + sum over sets of p[s] * planes(option taken from s)
//     planes(state)  = planes(rolled) where its first is more than that of the bank by `tie`, else of
//                      the bank
//
// Options must stand in the order in which they are preferred; ties matter here, because what is the
// same to the player to move is not the same to the others. Lanes share nothing but the moves.
#pragma once

#include "functions.hpp"
#include "vectors.hpp"
#include "work.hpp"

namespace core {

constexpr i64 PIECES = 3;  // straight lines that where an end leads is made of

template <i64 K>
struct SeveralBlock {
    static constexpr i64 N = 3, lanes = N * W;
#if defined(__AVX512F__)
    static constexpr i64 STRIP = N;
#else
    static constexpr i64 STRIP = 1;
#endif

    const Turn* turn;
    double tie;
    i64 winner;      // a plane that a win at once is added to as well, beside the first
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
        values = work.take<double>((rows + of.max_rise) * of.columns * K * lanes);
        bank = work.take<double>((rows + of.max_rise) * bank_kinds * K * lanes);
        lost = work.take<double>(lost_rows * lost_kinds * K * lanes);
        first = work.take<double>(K * lanes);
        ruin = work.take<double>(K * lanes);
        room = work.take<double>(lanes);
        rolled = asked.taken ? work.take<double>(rows * of.dice * K * lanes) : nullptr;
    }

    double* at(i64 row, i64 column) const {
        return values + (row * turn->columns + column) * K * lanes;
    }

    double* bank_at(i64 row, i64 kind) const { return bank + (row * bank_kinds + kind) * K * lanes; }

    // What a bank with a column left is worth.
    double* banked(i64 row, i64 column) const { return bank_at(row, turn->bank_kind[column]); }

    // What rolling so many dice is worth to who takes them over.
    double* rolled_at(i64 row, i64 column) const {
        return rolled == nullptr || column >= turn->dice ? nullptr : rolled + (row * turn->dice + column) * K * lanes;
    }

    double* lost_at(i64 row, i64 kind) const {
        return lost + ((lost_rows > 1 ? row : 0) * lost_kinds + kind) * K * lanes;
    }

    // Fill in the values from the top row down; the turn's are those of row 0, all the dice. Columns
    // whose `top` lies below a row are banked there, where that is allowed; `top` comes to be the last
    // row in which some lane rolls rather than banks.
    void solve(i64 rows, const i64* bounds, i64* tops) const {
        if (turn->overshoot) {
            fill_in<true>(rows, bounds, tops);
        } else {
            fill_in<false>(rows, bounds, tops);
        }
    }

private:
    template <bool EXACT>
    void fill_in(i64 rows, const i64* bounds, i64* tops) const {
        const i64 columns = turn->columns;
        for (i64 row = rows; row < rows + turn->max_rise; ++row) {
            for (i64 column = 0; column < columns; ++column) {
                copy(at(row, column), banked(row, column), K * lanes);
                if (EXACT) forbid(row, column);
            }
        }
        for (i64 row = rows - 1; row > 0; --row) {
            for (i64 column = 0; column < columns; ++column) {
                if (row > bounds[column]) {
                    copy(at(row, column), banked(row, column), K * lanes);
                } else {
                    const double* paid = lost_at(row, turn->lost_kind[column]);
                    const bool rolls =
                        roll<EXACT>(row, column, paid, turn->may_bank[column] != 0, rolled_at(row, column));
                    if (rolls) tops[column] = max(tops[column], row);
                }
                if (EXACT) forbid(row, column);
            }
        }
        const i64 all = turn->dice - 1;
        if (rolled != nullptr) roll<EXACT>(0, all, lost_at(0, turn->lost_kind[all]), false, rolled_at(0, all));
        roll<EXACT>(0, all, first, false, nullptr);
    }

    void forbid(i64 row, i64 column) const {
        double* to = at(row, column);
        for (i64 i = 0; i < lanes; ++i) to[i] = double(row) > room[i] ? FORBIDDEN : to[i];
    }

    // Roll in a state, and bank if that is as good; whether some lane rolls that might bank. `taken`: what
    // rolling alone is worth goes there.
    template <bool EXACT>
    bool roll(i64 row, i64 column, const double* paid, bool may_bank, double* taken) const {
        const double farkle = turn->farkle[column], disaster = turn->disaster[column];
        const double instant = turn->instant[column];
        double* to = at(row, column);
        bool rolls = false;
        for (i64 strip = 0; strip < N; strip += STRIP) {
            V sum[K][STRIP], pays[K][STRIP];
            for (i64 k = 0; k < K; ++k) {
                for (i64 i = 0; i < STRIP; ++i) {
                    const i64 lane = k * lanes + (strip + i) * W;
                    pays[k][i] = load<V>(paid + lane);
                    sum[k][i] = pays[k][i] * farkle + load<V>(ruin + lane) * disaster;
                    if (k == 0 || k == winner) sum[k][i] += instant;
                }
            }
            fold<EXACT>(column, at(row, 0) + strip * W, sum, pays);
            const double* banks = banked(row, column) + strip * W;
            for (i64 i = 0; i < STRIP; ++i) {
                const V worth = may_bank ? load<V>(banks + i * W) : splat(FORBIDDEN);
                const M more = sum[0][i] > worth + tie;
                if (may_bank) rolls = rolls || any(more & (worth > NO_OPTION));
                for (i64 k = 0; k < K; ++k) {
                    if (taken != nullptr) store(taken + k * lanes + (strip + i) * W, sum[k][i]);
                    const V kept = load<V>(banks + k * lanes + i * W);
                    store(to + k * lanes + (strip + i) * W, more ? sum[k][i] : kept);
                }
            }
        }
        return rolls;
    }

    // Add up the sets of a column: `base` are the values of the row.
    template <bool EXACT>
    ALWAYS_INLINE void fold(i64 column, const double* base, V (&sum)[K][STRIP],
                            const V (&pays)[K][STRIP]) const {
        const i64* option = turn->offset.data + turn->set_start[turn->column_start[column]];
        const i64 end = turn->column_start[column + 1];
        for (i64 set = turn->column_start[column]; set < end; ++set) {
            const i64* last = turn->offset.data + turn->set_start[set + 1];
            V best[K][STRIP];
            {
                const double* from = base + *option++ * (K * lanes);
                for (i64 k = 0; k < K; ++k) {
                    for (i64 i = 0; i < STRIP; ++i) best[k][i] = load<V>(from + k * lanes + i * W);
                }
                for (i64 i = 0; i < STRIP; ++i) best[0][i] += tie;
            }
            while (option < last) {
                const double* from = base + *option++ * (K * lanes);
                for (i64 i = 0; i < STRIP; ++i) {
                    const V value = load<V>(from + i * W);
                    const M more = value > best[0][i];
                    best[0][i] = more ? value + tie : best[0][i];
                    for (i64 k = 1; k < K; ++k) {
                        best[k][i] = more ? load<V>(from + k * lanes + i * W) : best[k][i];
                    }
                }
            }
            const double chance = turn->probability[set];
            for (i64 i = 0; i < STRIP; ++i) {
                const M none = best[0][i] < NO_OPTION;
                best[0][i] -= tie;
                for (i64 k = 0; k < K; ++k) {
                    sum[k][i] += (EXACT ? (none ? pays[k][i] : best[k][i]) : best[k][i]) * chance;
                }
            }
        }
    }
};

}  // namespace core
