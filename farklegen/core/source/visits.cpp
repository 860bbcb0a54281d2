// How often each turn of a duel is played, and what other turns there would bring.
//
// What a change of one policy gains is, to first order, the sum over the states where it plays
// differently of how often it comes there times what the other turn brings there (the lemma of
// performance difference, with the visits of the policy before the change).
#include "ahead.hpp"
#include "levels.hpp"

namespace core {

namespace {

constexpr i64 ROUNDS = 2'000;   // at most, of the turns that lead to the same level
constexpr double LEFT = 1e-11;  // how often what is left of them is played, when it is let be

// Spread how often a turn is played over what it leads to: `same` takes what is on the same level,
// `beyond` everything else but last turns.
void push(const Payoffs& payoffs, const Ends& ends, const Levels& levels, i64 state, double often,
          double* same, double* beyond) {
    const i64 list = ends.place[state];
    if (list < 0) return;
    const auto add = [&](const auto* chances, const Integers& run, i64 low, double times) {
        for (i64 k = run[list]; k < run[list + 1]; ++k) {
            const i64 target = bank_index(payoffs, state, low + k - run[list]);
            if (target >= levels.last) break;
            beyond[target] += times * chances[k];
        }
    };
    const i64 low = ends.row[list];
    if (is_brief(ends)) {
        const double times = often * ends.unit[list];
        add(ends.brief.data, ends.run, low, times);
        add(ends.tail.data, ends.tail_run, low + ends.run[list + 1] - ends.run[list], times);
    } else {
        add(ends.banked.data, ends.run, low, often);
    }
    for (i64 entry = ends.start[list]; entry < ends.start[list + 1]; ++entry) {
        const i64 target = target_of(payoffs, state, ends.code[entry]);
        if (target < 0 || target >= levels.last) continue;
        (levels.level[target] == levels.level[state] ? same : beyond)[target] +=
            often * ends.chance[entry];
    }
}

}  // namespace

i64 turn_values(const Payoffs& payoffs, const Ends& ends, const Levels& levels, const TurnWorths& values,
                const Watch& watch) {
    const i64 widest = values.constant.size;
    if (values.begin.size < widest + 1 || values.local.size < widest * LOCAL ||
        values.weight.size < widest * LOCAL)
        return NO_ROOM;
    const double* other = values.other.data;
    const Ahead<1> ahead(payoffs, {&ends}, levels, 1);
    for (i64 level = 0; level + 1 < levels.begin.size; ++level) {
        if (watch.cancelled()) return CANCELLED;
        ahead.look(level);
        const i64* states = &levels.states[levels.begin[level]];
        const i64 many = levels.begin[level + 1] - levels.begin[level];
        if (many > widest) return NO_ROOM;
        Gathered turns{states, many, values.constant.data, values.begin.data, values.local.data,
                       values.weight.data};
        gather(payoffs, ends, levels, values.value.data, other, turns);
        for (i64 place = 0; place < many; ++place)
            values.value[states[place]] = turns.worth(place, other);
    }
    return levels.begin.size - 1;
}

i64 spread(const Payoffs& payoffs, const Ends& ends_a, const Ends& ends_b, const Levels& levels,
           const Visits& visits, const Watch& watch) {
    const i64 size = ends_a.place.size;
    if (visits.coming.size < 2 * size || visits.here.size < 2 * size || visits.often.size < 2 * size)
        return NO_ROOM;
    double *here_a = visits.here.data, *here_b = here_a + size;
    double *coming_a = visits.coming.data, *coming_b = coming_a + size;
    fill(here_a, 2 * size, 0.0);
    const Ahead<2> ahead(payoffs, {&ends_a, &ends_b}, levels, -1);
    for (i64 level = levels.begin.size - 2; level >= 0; --level) {
        if (watch.cancelled()) return CANCELLED;
        ahead.look(level);
        const i64 *first = &levels.states[levels.begin[level]], *end = first;
        end += levels.begin[level + 1] - levels.begin[level];
        for (const i64* state = first; state < end; ++state) {
            here_a[*state] = coming_a[*state], here_b[*state] = coming_b[*state];
            coming_a[*state] = coming_b[*state] = 0.0;
        }
        const auto play = [&](const Ends& ends, double* mine, double* theirs, double* beyond,
                              double* often) {
            double played = 0.0;
            for (const i64* state = first; state < end; ++state) {
                const double now = mine[*state];
                if (now <= 0.0) continue;
                mine[*state] = 0.0;
                often[*state] += now;
                played += now;
                push(payoffs, ends, levels, *state, now, theirs, beyond);
            }
            return played;
        };
        for (i64 round = 0; round < ROUNDS; ++round) {
            play(ends_a, here_a, here_b, coming_b, visits.often.data);
            if (play(ends_b, here_b, here_a, coming_a, visits.often.data + size) <= LEFT) break;
        }
        for (const i64* state = first; state < end; ++state) here_a[*state] = here_b[*state] = 0.0;
    }
    return levels.begin.size - 1;
}

}  // namespace core
