// One step on the cycles of farkles.
//
// A farkle leads to a state of the same level of scores, often to one that leads back. The value of a
// turn is a function of the payoff of its farkle, w = g(L): convex, piecewise linear, and of slope
// below one. A step solves the linearised equations round each cycle, with slopes from the step
// before (secants), until every equation holds to TIGHT. Pairs that are coupled at every turn score
// have two unknowns and take Broyden's steps.
#pragma once

#include "ends.hpp"

namespace core {

// Change at which the equations of a cycle hold.
constexpr double TIGHT = 1e-14;
constexpr i64 PAIR_STEPS = 16;       // then pairs are done with Broyden's steps: they may go round
constexpr i64 SECANT_STEPS = 100;    // then slopes are used no more: the equations contract, if slowly

// The lanes of a layer, while they are settled.
struct Layer {
    const i64* states;             // [lanes], its part of `order`, which begins at `low`
    i64 low, lanes;
    double* before;                // [lanes], the value before
    double *worth, *target, *gaps; // [lanes]: as solved, what to try next, and how far the two are apart
    double* last;                  // [5, lanes], of the step before
};

class CycleSteps {
public:
    CycleSteps(const Layer& layer, const Payoffs& payoffs, double* chances, bool coupled, double tight)
        : layer(layer), payoffs(payoffs), order(layer.states),
          chances(chances), coupled(coupled), tight(tight) {}

    // One step: new values of the states whose equations do not hold yet, which are those whose
    // `target` is not FORBIDDEN.
    void take(i64 step) const {
        const bool pairs = coupled && step < PAIR_STEPS;
        for (i64 at = 0; at < layer.lanes; ++at) {
            layer.target[at] = FORBIDDEN;
            if (!on_cycle(at) || (pairs && is_pair(at))) continue;
            const double payoff = 1.0 - chances[payoffs.partner[order[at]]];
            const double moved = payoff - last(0, at);
            const bool known = step > 0 && !(coupled && step == PAIR_STEPS);
            if (known && abs(moved) > 1e-13) {
                const double slope = (layer.worth[at] - last(1, at)) / moved;
                payoffs.slope[order[at]] = clip(slope, 0.0, 1.0);
            }
            last(0, at) = payoff;
            last(1, at) = layer.worth[at];
        }
        for (i64 at = 0; at < layer.lanes; ++at) {
            if (on_cycle(at) && !(pairs && is_pair(at))) secant(at, step);
        }
        if (pairs) step_pairs(step);
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
    bool coupled;
    double tight;

    double& last(i64 which, i64 at) const { return layer.last[which * layer.lanes + at]; }

    bool on_cycle(i64 at) const {
        return order[at] >= 0 && payoffs.partner[order[at]] >= 0;
    }

    // Whether a state and another one are each other's partners.
    bool is_pair(i64 at) const {
        const i64 state = order[at], other = payoffs.partner[state];
        return other >= 0 && other != state && payoffs.partner[other] == state;
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

    // Both residuals depend on both values. Broyden's method: the derivatives of r_i = w_i - W_i by
    // W_i and W_j, begun as (-1, -slope), take up what the last step has shown. `last`: value,
    // residual, both derivatives, the other's value.
    void step_pairs(i64 step) const {
        for (i64 at = 0; at < layer.lanes; ++at) {
            if (order[at] < 0 || !is_pair(at)) continue;
            const double residual = layer.worth[at] - value(at);
            if (step == 0) {
                last(2, at) = -1.0;
                last(3, at) = -payoffs.slope[order[at]];
                continue;
            }
            const double moved = value(at) - last(0, at), moved_other = value(next(at)) - last(4, at);
            const double length = moved * moved + moved_other * moved_other;
            if (length > 0.0) {
                const double missed =
                    residual - last(1, at) - last(2, at) * moved - last(3, at) * moved_other;
                last(2, at) += missed * moved / length;
                last(3, at) += missed * moved_other / length;
                payoffs.slope[order[at]] = clip(-last(3, at), 0.0, 1.0);
            }
        }
        for (i64 at = 0; at < layer.lanes; ++at) {
            if (order[at] < 0 || !is_pair(at)) continue;
            const i64 other = next(at);
            const double residual = layer.worth[at] - value(at);
            const double residual_other = layer.worth[other] - value(other);
            last(0, at) = value(at);
            last(1, at) = residual;
            last(4, at) = value(other);
            if (max(layer.gaps[at], layer.gaps[other]) <= tight) continue;
            const double a = last(2, at), b = last(3, at), c = last(3, other), d = last(2, other);
            const double determinant = a * d - b * c;
            const double move = abs(determinant) > 1e-9
                                    ? (b * residual_other - d * residual) / determinant
                                    : 0.5 * residual;
            layer.target[at] = value(at) + move;
        }
    }
};

}  // namespace core
