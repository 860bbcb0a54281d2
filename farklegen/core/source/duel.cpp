// One player against another: who wins, when the ends of all turns are known.
//
//     U_a(s) = sum over the ends of the turn that a plays in s of  chance * (1 - U_b(what follows))
//
// and the same for b, where U_p(s) is the chance that p wins who is to move in s. Level by level, from
// the highest down; states of a level that need each other are gone round (Gauss-Seidel), a state and
// what leads back to it from one turn later being solved together, until nothing changes.
#include "ahead.hpp"
#include "levels.hpp"

namespace core {

namespace {

constexpr i64 ROUNDS = 20'000;     // at most, on the states of a level that need each other
constexpr double SETTLED = 1e-15;  // change below which they are settled
constexpr double MOST_BRIEF = 2147483646.0;  // units of the largest chance in brief: one may be carried
constexpr i32 MOST_TAIL = 65535;  // units that chances of the tail have at most

// One round of one player on a level; the largest change. `places`: where a state stands among the
// other player's, -1 where that one's chance is left as it is.
double go_round(const Gathered& turns, const Gathered& others, const i32* places, bool first_round,
                double* mine, const double* other) {
    double largest = 0.0;
    for (i64 place = 0; place < turns.many; ++place) {
        const i64 state = turns.states[place];
        const bool alone = turns.begin[place] == turns.begin[place + 1];
        if (alone && !first_round) continue;
        double value = turns.constant[place], own = 0.0;
        for (i64 at = turns.begin[place]; at < turns.begin[place + 1]; ++at) {
            const i64 target = turns.local[at], there = places[target];
            double found = other[target];
            if (there >= 0) {
                found = others.worth(there, mine);
                for (i64 back = others.begin[there]; back < others.begin[there + 1]; ++back)
                    if (others.local[back] == state) own += turns.weight[at] * others.weight[back];
            }
            value += turns.weight[at] * (1.0 - found);
        }
        if (own >= 1.0 - 1e-12) value = mine[state];  // a cycle that nobody ever leaves
        else if (own > 0.0) value = (value - own * mine[state]) / (1.0 - own);
        largest = max(largest, abs(value - mine[state]));
        mine[state] = value;
    }
    return largest;
}

}  // namespace

i64 sweep(const Payoffs& payoffs, const Ends& ends_a, const Ends& ends_b, const Levels& levels,
          const Meeting& meeting, const Watch& watch) {
    const i64 number = levels.begin.size - 1, chances = meeting.a.size, widest = meeting.constant.size / 2;
    if (meeting.b.size < chances || meeting.place.size < 2 * chances || meeting.result.size < 2 ||
        meeting.begin.size < 2 * (widest + 1) || meeting.local.size < 2 * widest * LOCAL ||
        meeting.weight.size < 2 * widest * LOCAL || meeting.before.size < 2 * widest)
        return NO_ROOM;
    double *a = meeting.a.data, *b = meeting.b.data, *before = meeting.before.data;
    i32 *place_a = meeting.place.data, *place_b = place_a + chances;
    double largest = 0.0, left = 0.0;
    const auto half = [&](i64 which, const i64* states, i64 many) {
        return Gathered{states, many, meeting.constant.data + which * widest,
                        meeting.begin.data + which * (widest + 1),
                        meeting.local.data + which * widest * LOCAL,
                        meeting.weight.data + which * widest * LOCAL};
    };
    const Ahead<2> ahead(payoffs, {&ends_a, &ends_b}, levels, 1);
    for (i64 level = 0; level < number; ++level) {
        if (watch.cancelled()) return CANCELLED;
        ahead.look(level);
        const i64* states = &levels.states[levels.begin[level]];
        const i64 many = levels.begin[level + 1] - levels.begin[level];
        if (many > widest) return NO_ROOM;
        Gathered turns_a = half(0, states, many), turns_b = half(1, states, many);
        gather(payoffs, ends_a, levels, a, b, turns_a);
        gather(payoffs, ends_b, levels, b, a, turns_b);
        for (i64 place = 0; place < many; ++place) {
            const i64 state = states[place];
            before[place] = a[state], before[widest + place] = b[state];
            if (ends_a.place[state] >= 0) place_a[state] = i32(place);
            if (ends_b.place[state] >= 0) place_b[state] = i32(place);
        }
        double moved = 1.0;
        for (i64 round = 0; round < ROUNDS && moved > SETTLED; ++round) {
            moved = go_round(turns_a, turns_b, place_b, round == 0, a, b);
            moved = max(moved, go_round(turns_b, turns_a, place_a, round == 0, b, a));
            if (round % 256 == 255 && watch.cancelled()) return CANCELLED;
        }
        left = max(left, moved);
        for (i64 place = 0; place < many; ++place) {
            largest = max(largest, abs(a[states[place]] - before[place]));
            largest = max(largest, abs(b[states[place]] - before[widest + place]));
            place_a[states[place]] = place_b[states[place]] = -1;
        }
    }
    meeting.result[0] = largest;
    meeting.result[1] = left;
    return number;
}

i64 in_brief(const Payoffs& payoffs, const Ends& ends, const Levels& levels, const Brief& to) {
    const i64 lists = ends.row.size, most_banks = ends.run[lists];
    if (min(to.run.size, to.tail_run.size) < lists + 1 || min(to.brief.size, to.tail.size) < most_banks ||
        to.unit.size < lists || to.rest.size < ends.place.size)
        return NO_ROOM;
    to.run[0] = to.tail_run[0] = 0;
    for (i64 list = 0; list < lists; ++list) {
        const double* exact = ends.banked.data + ends.run[list];
        const i64 many = ends.run[list + 1] - ends.run[list];
        i32* brief = to.brief.data + to.run[list];
        double most = 0.0, carried = 0.0;
        for (i64 k = 0; k < many; ++k) most = max(most, exact[k]);
        const double per = most > 0.0 ? MOST_BRIEF / most : 0.0;
        for (i64 k = 0; k < many; ++k) {
            carried += exact[k] * per;
            brief[k] = i32(carried + 0.5);
            carried -= brief[k];
        }
        to.unit[list] = most / MOST_BRIEF;
        i64 head = many;
        while (head > 0 && brief[head - 1] <= MOST_TAIL) --head;
        u16* tail = to.tail.data + to.tail_run[list];
        for (i64 k = head; k < many; ++k) tail[k - head] = u16(brief[k]);
        to.run[list + 1] = to.run[list] + head;
        to.tail_run[list + 1] = to.tail_run[list] + many - head;
    }
    const double* other = to.other.data;
    for (i64 at = 0; at < to.states.size; ++at) {
        const i64 state = to.states[at], list = ends.place[state];
        to.rest[state] = banks_of(payoffs, levels, ends, list, state, other) -
                         brief_banks_of(payoffs, levels, to, list, state, ends.row[list], other) * to.unit[list];
    }
    return lists;
}

i64 last_turn_worths(const Ends& ends, const LastTurns& last) {
    const i64 lanes = last.place.size, rows = last.bank.size / max(lanes, 1LL);
    const i64 lost_rows = last.lost.size / max(2 * lanes, 1LL);
    if (is_brief(ends) || last.worth.size < lanes || last.first.size < lanes || last.ruin.size < lanes) return NO_ROOM;
    for (i64 lane = 0; lane < lanes; ++lane) {
        const i64 list = last.place[lane], run = ends.run[list], low = ends.row[list];
        double worth = 0.0;
        if (low + ends.run[list + 1] - run > rows) return NO_ROOM;
        for (i64 k = run; k < ends.run[list + 1]; ++k)
            worth += ends.banked[k] * max(last.bank[(low + k - run) * lanes + lane], 0.0);
        for (i64 entry = ends.start[list]; entry < ends.start[list + 1]; ++entry) {
            const i64 row = min(ends.code[entry] / ENDS, lost_rows - 1), kind = ends.code[entry] % ENDS;
            double paid = 1.0;
            if (kind == FIRST) paid = last.first[lane];
            else if (kind == RUINED) paid = last.ruin[lane];
            else if (kind != WON) paid = last.lost[(row * 2 + kind - FARKLED) * lanes + lane];
            worth += ends.chance[entry] * paid;
        }
        last.worth[lane] = worth;
    }
    return lanes;
}

}  // namespace core
