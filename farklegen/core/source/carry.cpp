// What a sweep over a match would change, given what the last one has changed: to first order, by
// lists of how turns end.
//
// With p the chances of a list and y the changes of the last sweep,
//
//     y[x] = constant[x] + sign * (sum over the ends of x of p * y[what follows it])
//
// in the order in which the sweep solves the states: what comes earlier is this sweep's, what comes
// later the last one's. On a cycle of farkles (cycles.hpp) all equations hold together. What is
// past the goal is known and does not change.
#include "functions.hpp"
#include "lookup.hpp"
#include "vectors.hpp"

namespace core {
namespace {

constexpr double ROUND = 1e-3;  // change, of the largest, at which equations of a cycle hold
constexpr i64 ROUNDS = 60;
constexpr i64 FAR = 24, NEAR = 8;  // states ahead of which something is fetched

class Carrying {
public:
    Carrying(const Payoffs& payoffs, const Ends& ends, const Carry& asked)
        : payoffs(payoffs), ends(ends), asked(asked), y(asked.change.data), states(payoffs.rows.size) {}

    // The states of a layer; cycles lie in one.
    void carry(i64 low, i64 high) const {
        bool any = false;
        for (i64 at = low; at < high; ++at) {
            look_ahead(at);
            const i64 state = asked.order[at];
            if (state < 0 || ends.place[state] < 0) continue;
            any = any || payoffs.partner[state] >= 0;
            add(state);
        }
        for (i64 round = 0; any && round < ROUNDS; ++round) {
            double moved = 0.0, largest = 0.0;
            for (i64 at = low; at < high; ++at) {
                const i64 state = asked.order[at];
                if (state < 0 || ends.place[state] < 0 || payoffs.partner[state] < 0) continue;
                const double next = asked.others[state] + asked.slope[state] * y[payoffs.partner[state]];
                moved = max(moved, abs(next - y[state]));
                largest = max(largest, abs(next));
                y[state] = next;
            }
            if (moved <= ROUND * largest) break;
        }
    }

private:
    const Payoffs& payoffs;
    const Ends& ends;
    const Carry& asked;
    double* y;
    const i64 states;

    // Fetch what states to come are looked up by: those of a level lie far apart.
    void look_ahead(i64 at) const {
        const i64 far = at + FAR < asked.order.size ? asked.order[at + FAR] : -1;
        if (far >= 0)
            fetch(far, ends.place, payoffs.bank_switch, payoffs.bank_base, payoffs.lost_base, payoffs.lost_rise,
                  payoffs.first, payoffs.partner, asked.constant, asked.change, asked.others, asked.slope);
        const i64 near = at + NEAR < asked.order.size ? asked.order[at + NEAR] : -1;
        if (near < 0 || ends.place[near] < 0) return;
        fetch(ends.place[near], ends.row, ends.run, ends.start);
        fetch(payoffs.bank_base[near], asked.change);
        fetch(payoffs.lost_base[near], asked.change);
    }

    // Add up what a state finds; what its partner on a cycle brings stays apart.
    void add(i64 state) const {
        const i64 list = ends.place[state];
        double sum = 0.0, slope = 0.0;
        for (i64 entry = ends.start[list]; entry < ends.start[list + 1]; ++entry) {
            const i64 target = target_of(payoffs, state, ends.code[entry]);
            if (target < 0 || target >= states) continue;
            if (target == payoffs.partner[state]) slope += ends.chance[entry];
            else sum += ends.chance[entry] * y[target];
        }
        y[state] = asked.others[state] =
            asked.constant[state] + asked.sign * (sum + banked(state, list));
        asked.slope[state] = asked.sign * slope;
    }

    double banked(i64 state, i64 list) const {
        const i64 first = ends.row[list], rise = payoffs.bank_rise;
        const i64 rows = min(ends.run[list + 1] - ends.run[list], payoffs.bank_switch[state] - first);
        const double* chance = ends.banked.data + ends.run[list];
        const double* there = y + payoffs.bank_base[state] + rise * first;
        double sum = 0.0;
        i64 row = 0;
        if (rise == 1) {
            V sums{};
            for (; row + W <= rows; row += W) sums += load(chance + row) * load(there + row);
            for (i64 lane = 0; lane < W; ++lane) sum += sums[lane];
        }
        for (; row < rows; ++row) sum += chance[row] * there[row * rise];
        return sum;
    }
};

}  // namespace

i64 carry(const Payoffs& payoffs, const Ends& ends, const Carry& asked, const Watch& watch) {
    const i64 states = payoffs.rows.size;
    if (is_brief(ends)) return NO_ROOM;
    if (min(min(asked.change.size, asked.constant.size), min(asked.others.size, asked.slope.size)) < states)
        return NO_ROOM;
    const Carrying carrying(payoffs, ends, asked);
    for (i64 layer = 0; layer + 1 < asked.layers.size; ++layer) {
        if (watch.cancelled()) return CANCELLED;
        carrying.carry(asked.layers[layer], asked.layers[layer + 1]);
    }
    return 0;
}

}  // namespace core
