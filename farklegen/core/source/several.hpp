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

#include "turn.hpp"

namespace core {

// Vectors of a block with several numbers that are summed up at a time.
#if defined(__AVX512F__)
constexpr i64 STRIP_OF_PLANES = VECTORS;
#else
constexpr i64 STRIP_OF_PLANES = 1;
#endif

// Rows of the longest of the turns.
inline i64 longest(const Several& asked) {
    i64 most = 1;
    for (i64 lane = 0; lane < asked.rows.size; ++lane) most = max(most, asked.rows[lane]);
    return most;
}

template <i64 K, i64 N>
struct SeveralBlock : Cells<K> {
    using Cells<K>::lanes, Cells<K>::turn, Cells<K>::at, Cells<K>::banked, Cells<K>::rolled_at, Cells<K>::lost_at;
    static constexpr i64 STRIP = STRIP_OF_PLANES;

    double tie;

    void prepare(double = 1.0) const {}

    // Fill in the values from the top row down; the turn's are those of row 0, all the dice.
    void solve(i64 rows) const {
        if (turn->overshoot) fill_in<true>(rows);
        else fill_in<false>(rows);
    }

private:
    template <bool EXACT>
    void fill_in(i64 rows) const {
        const i64 columns = turn->columns;
        for (i64 row = rows; row < rows + turn->max_rise; ++row) {
            for (i64 column = 0; column < columns; ++column) {
                copy(at(row, column), banked(row, column), K * lanes);
                if (EXACT) forbid(row, column);
            }
        }
        for (i64 row = rows - 1; row > 0; --row) {
            for (i64 column = 0; column < columns; ++column) {
                const double* paid = lost_at(row, turn->lost_kind[column]);
                roll<EXACT>(row, column, paid, turn->may_bank[column] != 0, rolled_at(row, column));
                if (EXACT) forbid(row, column);
            }
        }
        const i64 all = turn->dice - 1;
        if (this->rolled != nullptr) roll<EXACT>(0, all, lost_at(0, turn->lost_kind[all]), false, rolled_at(0, all));
        roll<EXACT>(0, all, this->first, false, nullptr);
    }

    void forbid(i64 row, i64 column) const {
        double* to = at(row, column);
        for (i64 i = 0; i < lanes; ++i) to[i] = double(row) > this->room[i] ? FORBIDDEN : to[i];
    }

    // Roll in a state, and bank if that is as good. `taken`: what rolling alone is worth goes there.
    template <bool EXACT>
    void roll(i64 row, i64 column, const double* paid, bool may_bank, double* taken) const {
        const double farkle = turn->farkle[column], disaster = turn->disaster[column];
        const double instant = turn->instant[column];
        double* to = at(row, column);
        for (i64 strip = 0; strip < N; strip += STRIP) {
            V sum[K][STRIP], pays[K][STRIP];
            for (i64 k = 0; k < K; ++k) {
                for (i64 i = 0; i < STRIP; ++i) {
                    const i64 lane = k * lanes + (strip + i) * W;
                    pays[k][i] = load(paid + lane);
                    sum[k][i] = pays[k][i] * farkle + load(this->ruin + lane) * disaster;
                    if (k == 0) sum[k][i] += instant;
                }
            }
            fold<EXACT>(column, at(row, 0) + strip * W, sum, pays);
            const double* banks = banked(row, column) + strip * W;
            for (i64 i = 0; i < STRIP; ++i) {
                const V worth = may_bank ? load(banks + i * W) : splat(FORBIDDEN);
                const M more = sum[0][i] > worth + tie;
                for (i64 k = 0; k < K; ++k) {
                    if (taken != nullptr) store(taken + k * lanes + (strip + i) * W, sum[k][i]);
                    const V kept = load(banks + k * lanes + i * W);
                    store(to + k * lanes + (strip + i) * W, more ? sum[k][i] : kept);
                }
            }
        }
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
                    for (i64 i = 0; i < STRIP; ++i) best[k][i] = load(from + k * lanes + i * W);
                }
                for (i64 i = 0; i < STRIP; ++i) best[0][i] += tie;
            }
            while (option < last) {
                const double* from = base + *option++ * (K * lanes);
                for (i64 i = 0; i < STRIP; ++i) {
                    const V value = load(from + i * W);
                    const M more = value > best[0][i];
                    best[0][i] = more ? value + tie : best[0][i];
                    for (i64 k = 1; k < K; ++k) {
                        best[k][i] = more ? load(from + k * lanes + i * W) : best[k][i];
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

// ---- lanes ---------------------------------------------------------------------------------------

// What a state that follows is worth to the player who has just had a turn, and to the next ones.
template <i64 K>
inline void look_up(const Several& lanes, i64 index, double* to, i64 apart) {
    const i64 size = lanes.values.size / K;
    double rest = 1.0;
    for (i64 k = 0; k < K; ++k) rest -= lanes.values[k * size + index];
    to[0] = rest;
    for (i64 k = 1; k < K; ++k) to[k * apart] = lanes.values[(k - 1) * size + index];
}

// The index that that many rows of a lane lead to: pieces are straight lines.
inline i64 index_of(const Integers& until, const Integers& base, const Integers& rise, i64 count,
                    i64 kind, i64 lane, i64 row) {
    i64 at = kind * PIECES * count + lane;
    for (i64 piece = 1; piece < PIECES && row >= until[at]; ++piece) at += count;
    return base[at] + rise[at] * row;
}

inline i64 bank_index(const Several& lanes, i64 kind, i64 lane, i64 row) {
    const i64 most = lanes.rows[lane] + lanes.most_rise - 1;
    return index_of(lanes.bank_until, lanes.bank_base, lanes.bank_rise, lanes.rows.size, kind, lane,
                    min(row, most));
}

// Rows of a lane up to where banking past the goal is proved best, two players given: banking there loses
// only if the other one's last turn goes past it, which gets rarer with every row; rolling loses at least
// the chance of a farkle times the chance to lose after it. Half of that allows for guesses.
inline i64 rows_needed(const Several& lanes, i64 lane) {
    const i64 most = lanes.rows[lane];
    if (lanes.risk <= 0.0) return most;
    const double risk = 0.5 * lanes.risk * lanes.values[lanes.after[lane]];
    i64 row = min(lanes.proven_from[lane], most);
    while (row < most && lanes.values[bank_index(lanes, 0, lane, row)] > risk) ++row;
    return row;
}

inline i64 lost_index(const Several& lanes, i64 kind, i64 lane, i64 row) {
    const i64 count = lanes.rows.size, most = lanes.rows[lane] + lanes.most_rise - 1;
    if (row > lanes.award_rows[lane] && kind == lanes.lost_base.size / (PIECES * count) - 1) kind = 0;
    if (!lanes.by_row) return lanes.lost_base[kind * PIECES * count + lane];
    return index_of(lanes.lost_until, lanes.lost_base, lanes.lost_rise, count, kind, lane, min(row, most));
}

// Banks of a kind of a lane, that many from a row on, as to(the first of them, index it leads to, rise, how many).
template <class To>
ALWAYS_INLINE void each_line(const Several& lanes, i64 kind, i64 lane, i64 row, i64 many, To to) {
    const i64 end = row + many, last = min(end, lanes.rows[lane] + lanes.most_rise);
    i64 at = kind * PIECES * lanes.rows.size + lane, low = row;
    for (i64 piece = 1; low < last; ++piece, at += lanes.rows.size) {
        const i64 until = piece < PIECES ? min(lanes.bank_until[at], last) : last;
        if (until <= low) continue;
        to(low - row, lanes.bank_base[at] + lanes.bank_rise[at] * low, lanes.bank_rise[at], until - low);
        low = until;
    }
    if (low < end) to(low - row, bank_index(lanes, kind, lane, low), 0, end - low);
}

// The banks of one lane's turn, as to(the first of their chances, index it leads to, rise, how many).
template <class To>
ALWAYS_INLINE void each_bank(const Ends& ends, const Several& lanes, i64 lane, To to) {
    const i64 list = ends.place[lane], run = ends.run[list];
    const double* chance = ends.banked.data + run;
    each_line(lanes, 0, lane, ends.row[list], ends.run[list + 1] - run,
              [&](i64 from, i64 index, i64 rise, i64 many) { to(chance + from, index, rise, many); });
}

// The ends of one lane's turn that are no banks row by row, as to(chance, index of the state that follows).
template <class To>
ALWAYS_INLINE void each_other(const Ends& ends, const Several& lanes, i64 lane, To to) {
    const i64 list = ends.place[lane];
    for (i64 at = ends.start[list]; at < ends.start[list + 1]; ++at) {
        const i64 row = ends.code[at] / ENDS, kind = ends.code[at] % ENDS;
        const double chance = ends.chance[at];
        if (kind == BANKED) to(chance, bank_index(lanes, 0, lane, row));
        else if (kind == FIRST) to(chance, lanes.first[lane]);
        else if (kind == RUINED) to(chance, lanes.ruin[lane]);
        else if (kind == WON) to(chance, lanes.won);
        else to(chance, lost_index(lanes, kind - FARKLED, lane, row));
    }
}

// All ends of one lane's turn.
template <class To>
ALWAYS_INLINE void each_end(const Ends& ends, const Several& lanes, i64 lane, To to) {
    each_bank(ends, lanes, lane, [&](const double* chance, i64 index, i64 rise, i64 many) {
        for (i64 at = 0; at < many; ++at) to(chance[at], index + rise * at);
    });
    each_other(ends, lanes, lane, to);
}

// The sum of that many chances, each times what follows it, `rise` apart.
inline double sum_of(const double* chance, const double* following, i64 rise, i64 many) {
    constexpr M NUMBERS = {0, 1, 2, 3, 4, 5, 6, 7};
    static_assert(W == 8);
    double sum = 0.0;
    if (rise > 1 || many < W) {
        for (i64 at = 0; at < many; ++at) sum += chance[at] * following[rise * at];
        return sum;
    }
    const auto product = [&](i64 at) {
        return load(chance + at) * (rise == 1 ? load(following + at) : splat(*following));
    };
    V sums{};
    i64 at = 0;
    for (; at + W <= many; at += W) sums += product(at);
    const i64 last = many - W;  // and after it those that are still to be added
    if (at < many) sums += NUMBERS >= splat(at - last) ? product(last) : V{};
    for (i64 lane = 0; lane < W; ++lane) sum += sums[lane];
    return sum;
}

// What the banks of a lane's list bring, given what states are worth.
inline double bank_sum(const Ends& ends, const Several& lanes, i64 lane, const double* following) {
    double sum = 0.0;
    each_bank(ends, lanes, lane, [&](const double* chance, i64 index, i64 rise, i64 many) {
        sum += sum_of(chance, following + index, rise, many);
    });
    return sum;
}

// Payoffs of one lane: look(index, cell) writes what a state that follows is worth, look_at_bank after a bank.
template <i64 K, i64 N, class Look, class LookAtBank>
void gather(const Cells<K, N>& block, const Several& asked, i64 lane, i64 to, i64 rows, Look look,
            LookAtBank look_at_bank) {
    const i64 end = rows + block.turn->max_rise, least = min(asked.least[lane], min(asked.rows[lane], rows));
    const i64 apart = block.bank_kinds * K * N;
    for (i64 kind = 0; kind < block.bank_kinds; ++kind) {
        double* banks = block.bank_at(0, kind) + to;
        for (i64 row = 0; row < least; ++row)
            for (i64 k = 0; k < K; ++k) banks[row * apart + k * N] = FORBIDDEN;
        each_line(asked, kind, lane, least, end - least, [&](i64 from, i64 index, i64 rise, i64 many) {
            double* cell = banks + (least + from) * apart;
            for (i64 at = 0; at < many; ++at) look_at_bank(index + rise * at, cell + at * apart);
        });
        for (i64 row = 0; block.turn->some_illegal && row < rows; ++row)
            if (!block.turn->legal[row]) banks[row * apart] = FORBIDDEN;
    }
    for (i64 row = 0; row < block.lost_rows; ++row)
        for (i64 kind = 0; kind < block.lost_kinds; ++kind)
            look(lost_index(asked, kind, lane, row), block.lost_at(row, kind) + to);
    look(asked.first[lane], block.first + to);
    look(asked.ruin[lane], block.ruin + to);
    block.room[to] = double(asked.room[lane]);
}

// The same for a player who has just had a turn and looks at the own chance, everybody's following.
template <i64 K, i64 N>
void gather(const Cells<K, N>& block, const Several& asked, i64 lane, i64 to, i64 rows) {
    const auto look = [&](i64 index, double* cell) { look_up<K>(asked, index, cell, N); };
    gather(block, asked, lane, to, rows, look, look);
}

// Whether a turn that a lane may take over is better than one of its own.
template <i64 K, i64 N>
bool takes_over(const SeveralBlock<K, N>& block, i64 from, i64 row, i64 kind, i64 rows) {
    const bool occurs = row > 0 || kind == block.turn->dice - 1;
    if (!occurs || row >= rows || (block.turn->overshoot && double(row) > block.room[from])) return false;
    return block.rolled_at(row, kind)[from] > block.at(0, block.turn->dice - 1)[from] + block.tie;
}

// Where the value with an offer is written, counted from the first on.
inline i64 offer_index(const Several& asked, i64 lane, i64 offer, i64 dice) {
    return asked.offers[lane] + offer / dice * asked.offers_rise[lane] + offer % dice;
}

// What the offers to take a turn over are worth to a lane, as to(number of the offer, planes): taken, if
// that is better than a turn of one's own.
template <i64 K, class To>
void each_offer(const SeveralBlock<K>& block, const Several& asked, i64 lane, i64 from, i64 rows, To to) {
    const i64 dice = block.turn->dice;
    const double* own = block.at(0, dice - 1) + from;
    for (i64 offer = 0; offer < asked.taken[lane] * dice; ++offer) {
        const i64 row = asked.taken_from[lane] + offer / dice;
        const bool taken = takes_over(block, from, row, offer % dice, rows);
        to(offer, taken ? block.rolled_at(row, offer % dice) + from : own);
    }
}

// Solve `count` turns, `lane_of` each, a block at a time, to a player who looks at the own chance alone:
// then(the first, how many, their rows) sees each, until it returns false.
template <class LaneOf, class Then>
i64 each_block(SeveralBlock<1>& block, const Several& asked, i64 count, const Watch& watch, LaneOf lane_of, Then then) {
    block.prepare();
    for (i64 begin = 0; begin < count; begin += block.lanes) {
        if (watch.cancelled()) return CANCELLED;
        const i64 filled = min(block.lanes, count - begin);
        i64 rows = 1;
        for (i64 i = 0; i < filled; ++i) rows = max(rows, rows_needed(asked, lane_of(begin + i)));
        block.lost_rows = asked.by_row ? rows : 1;
        for (i64 i = 0; i < block.lanes; ++i) gather(block, asked, lane_of(begin + min(i, filled - 1)), i, rows);
        block.solve(rows);
        if (!then(begin, filled, rows)) break;
    }
    return 0;
}

// Call a template by how many players there are, less 1; one who plays both seats has one number, too.
template <class Call>
i64 by_players(const Several& asked, Call call) {
    if (asked.players <= 2) return call.template operator()<1>();
    if (asked.players == 3) return call.template operator()<2>();
    return call.template operator()<3>();
}

}  // namespace core
