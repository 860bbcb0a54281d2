// One step on the cycles of farkles.
//
// A farkle leads to a state of the same level of scores, often to one that leads back. The value of a
// turn is a function of the payoff of its farkle, w = g(L): convex, piecewise linear, and of slope
// below one. A step solves the linearised equations round each cycle, with slopes from the step
// before (secants), until every equation holds to TIGHT.
#pragma once

#include "ends.hpp"

namespace core {

// Change at which the equations of a cycle hold.
constexpr double TIGHT = 1e-14;
constexpr i64 SECANT_STEPS = 100;    // then slopes are used no more: the equations contract, if slowly

// The lanes of a layer, while they are settled.
struct Layer {
    const i64* states;             // [lanes], its part of `order`, which begins at `low`
    i64 low, lanes;
    double* before;                // [lanes], the value before
    double *worth, *target, *gaps; // [lanes]: as solved, what to try next, and how far the two are apart
    double* last;                  // [2, lanes], payoff and worth of the step before
};

class CycleSteps {
public:
    CycleSteps(const Layer& layer, const Payoffs& payoffs, double* chances, double tight)
        : layer(layer), payoffs(payoffs), order(layer.states),
          chances(chances), tight(tight) {}

    // One step: new values of the states whose equations do not hold yet, which are those whose
    // `target` is not FORBIDDEN.
    void take(i64 step) const {
        for (i64 at = 0; at < layer.lanes; ++at) {
            layer.target[at] = FORBIDDEN;
            if (!on_cycle(at)) continue;
            const double payoff = 1.0 - chances[payoffs.partner[order[at]]];
            const double moved = payoff - last(0, at);
            if (step > 0 && abs(moved) > 1e-13) {
                const double slope = (layer.worth[at] - last(1, at)) / moved;
                payoffs.slope[order[at]] = clip(slope, 0.0, 1.0);
            }
            last(0, at) = payoff;
            last(1, at) = layer.worth[at];
        }
        for (i64 at = 0; at < layer.lanes; ++at) {
            if (on_cycle(at)) secant(at, step);
        }
        for (i64 at = 0; at < layer.lanes; ++at) {
            if (layer.target[at] == FORBIDDEN) continue;
            chances[order[at]] = clip(layer.target[at], 0.0, MOST);
        }
    }

private:
    const Layer& layer;
    const Payoffs& payoffs;
    const i64* order;
    double* chances;
    double tight;

    double& last(i64 which, i64 at) const { return layer.last[which * layer.lanes + at]; }

    bool on_cycle(i64 at) const {
        return order[at] >= 0 && payoffs.partner[order[at]] >= 0;
    }

    // The lane of the partner.
    i64 next(i64 at) const { return payoffs.place[payoffs.partner[order[at]]] - layer.low; }

    double value(i64 at) const { return chances[order[at]]; }

    // With r the changes that the equations ask for and s the slopes, a state moves by r_i - s_i times
    // the move of the next one.
    void secant(i64 at, i64 step) const {
        double move = 0.0, factor = 1.0, worst = 0.0;
        i64 now = at;
        do {
            move += factor * (layer.worth[now] - value(now));
            factor *= step < SECANT_STEPS ? -payoffs.slope[order[now]] : 0.0;
            worst = max(worst, layer.gaps[now]);
            now = next(now);
        } while (now != at);
        if (worst <= tight) return;
        if (1.0 - factor > 1e-12) {
            move /= 1.0 - factor;
        } else {
            move *= 0.5;  // equations that leave the value open: the cycle is never left
        }
        layer.target[at] = value(at) + move;
    }
};

}  // namespace core
