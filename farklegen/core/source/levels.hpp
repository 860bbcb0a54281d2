// What the turns of one level of a duel lead to, when the ends of all turns are known. A level is the
// states with the same sum of the scores: banks lead to higher levels, which are settled before,
// farkles mostly to the same one.
#pragma once

#include "functions.hpp"
#include "lookup.hpp"
#include "vectors.hpp"

namespace core {

// The last turn of the same class with the target farthest ahead: further ahead than last turns are
// kept apart nothing makes a difference.
inline i64 farthest(const Levels& levels, i64 target) {
    const i64 from = levels.last;
    return from + ((target - from) / levels.distances + 1) * levels.distances - 1;
}

// The states of a level, and for one player by place among them: what is known of the worth of the
// turn, and the states of the same level that it leads to, entries begin[place] to begin[place + 1] of
// `local`, with their chances.
struct Gathered {
    const i64* states;
    i64 many;
    double* constant;
    i64 *begin, *local;
    double* weight;

    // What a turn is worth, given the chances of the other player.
    double worth(i64 place, const double* other) const {
        double sum = constant[place];
        for (i64 at = begin[place]; at < begin[place + 1]; ++at)
            sum += weight[at] * (1.0 - other[local[at]]);
        return sum;
    }
};

// That many chances of banks side by side.
inline V banks(const double* chance) { return load(chance); }
template <class Brief>
inline V banks(const Brief* chance) {
    typedef Brief Some __attribute__((vector_size(W * sizeof(Brief))));
    return __builtin_convertvector(load<Some>(chance), V);
}

// A sum of chance * (1 - other), over banks.
class BankSum {
public:
    // Add that many banks; what they lead to is `rise` apart.
    template <class Chance>
    void add(const Chance* chance, const double* other, i64 rise, i64 many) {
        if (rise == 1 && many >= W) {
            i64 at = 0;
            for (; at + W <= many; at += W) sum += banks(chance + at) * (1.0 - load(other + at));
            if (at == many) return;
            const i64 last = many - W;  // and in it the banks that are still to be added
            const V worth = banks(chance + last) * (1.0 - load(other + last));
            sum += LANE_NUMBERS >= splat(at - last) ? worth : V{};
            return;
        }
        for (i64 at = 0; at < many; ++at) rest += chance[at] * (1.0 - other[rise * at]);
    }

    double total() const {
        double found = rest;
        for (i64 lane = 0; lane < W; ++lane) found += sum[lane];
        return found;
    }

private:
    static constexpr M LANE_NUMBERS = {0, 1, 2, 3, 4, 5, 6, 7};
    static_assert(W == 8);

    V sum{};
    double rest = 0.0;
};

// Add what banks of a turn are worth: that many from the row `low` on.
template <class Chance>
inline void add_banks(BankSum& to, const Payoffs& payoffs, const Levels& levels, i64 state, i64 low, i64 many,
                      const Chance* chance, const double* other) {
    const i64 below = clip(payoffs.bank_switch[state] - low, 0LL, many);
    if (below > 0)
        to.add(chance, other + payoffs.bank_base[state] + payoffs.bank_rise * low, payoffs.bank_rise, below);
    if (below == many) return;
    const i64 rise = payoffs.bank_rise_past;
    const i64 at = payoffs.bank_past[state] + rise * (low + below), limit = farthest(levels, at);
    i64 told_apart = many - below;
    if (rise > 0) told_apart = min(told_apart, (limit - at) / rise + 1);
    to.add(chance + below, other + at, rise, told_apart);
    to.add(chance + below + told_apart, other + limit, 0, many - below - told_apart);
}

// What the banks of a list in brief are worth, in its units.
template <class Lists>
inline double brief_banks_of(const Payoffs& payoffs, const Levels& levels, const Lists& lists, i64 list, i64 state,
                             i64 low, const double* other) {
    const i64 run = lists.run[list], tail = lists.tail_run[list];
    const i64 many = lists.run[list + 1] - run, more = lists.tail_run[list + 1] - tail;
    BankSum sum;
    add_banks(sum, payoffs, levels, state, low, many, lists.brief.data + run, other);
    add_banks(sum, payoffs, levels, state, low + many, more, lists.tail.data + tail, other);
    return sum.total();
}

// What the banks of a list are worth.
inline double banks_of(const Payoffs& payoffs, const Levels& levels, const Ends& ends, i64 list, i64 state,
                       const double* other) {
    const i64 low = ends.row[list], run = ends.run[list];
    if (is_brief(ends))
        return brief_banks_of(payoffs, levels, ends, list, state, low, other) * ends.unit[list] + ends.rest[state];
    BankSum sum;
    add_banks(sum, payoffs, levels, state, low, ends.run[list + 1] - run, ends.banked.data + run, other);
    return sum.total();
}

// Split what the turns of a level lead to. `own`, `other`: the chances of the player, for states
// without a list, and of the other player.
inline void gather(const Payoffs& payoffs, const Ends& ends, const Levels& levels, const double* own,
                   const double* other, Gathered& to) {
    i64 at = 0;
    for (i64 place = 0; place < to.many; ++place) {
        const i64 state = to.states[place], list = ends.place[state], first = at;
        to.begin[place] = at;
        if (list < 0) {
            to.constant[place] = own[state];
            continue;
        }
        double constant = banks_of(payoffs, levels, ends, list, state, other);
        for (i64 entry = ends.start[list]; entry < ends.start[list + 1]; ++entry) {
            const i64 code = ends.code[entry], kind = code % ENDS;
            const double chance = ends.chance[entry];
            i64 target = target_of(payoffs, state, code);
            if (target >= levels.last && payoffs.lost_rise[state] > 0 &&
                (kind == FARKLED || kind == AWARDED)) {
                const i64 payoff = (kind - FARKLED) * payoffs.rows.size + state;
                const i64 begin =
                    payoffs.lost_past[payoff] + payoffs.lost_rise[state] * payoffs.lost_switch[payoff];
                target = min(target, farthest(levels, begin));
            }
            if (target < 0) {
                constant += chance;
                continue;
            }
            i64 known = first;
            const bool here = levels.level[target] == levels.level[state];
            while (here && known < at && to.local[known] != target) ++known;
            // a level has fewer than LOCAL states within reach of a turn
            if (!here || known == first + LOCAL) {
                constant += chance * (1.0 - other[target]);
                continue;
            }
            if (known == at) {
                to.local[at] = target;
                to.weight[at++] = 0.0;
            }
            to.weight[known] += chance;
        }
        to.constant[place] = constant;
    }
    to.begin[to.many] = at;
}

}  // namespace core
