"""What is above the table: how far up a turn has to be followed, and the values of the states
beyond.

Let a farkle lose the turn score, wholly (risk 1) or not at all (risk 0, `keeps_turn_score`), and
let every other payoff grow with the turn score point by point. Write V(c, t) = t + e_c. For all
turn scores of at least T an upper bound of V is given by the *stationary turn* in which a farkle
costs exactly T (in truth it costs at least T), and in which you may always bank:

    e_c = max(0, sum over sets p_s max over options (points + e_target)
                 + chance of a farkle * (award - T) + the same for disasters)

For T large enough nobody takes a risk any more: e_c is zero wherever a roll can lose the turn
score. The smallest such T comes from one division per column, T = gain of one more roll / risk.
This derives the turn score above which banking is always best. Where banking is allowed there, the
bound is then reached, and the table below T is exact. Otherwise (hot dice that must be rolled,
multiples only) a lower bound comes from "bank if allowed, else lose everything"; the solver moves
the table's end up until both bounds agree.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Floats
from farklegen.solvers.moves import TurnMoves

ROUNDS = 200
"""More rounds of policy iteration than any stationary turn needs; each round improves strictly."""


@dataclass(frozen=True)
class Outcome:
    """How a turn that is not banked ends, by column, once the turn score is large.

    Attributes:
        risk: float64[columns], the chance that one roll loses the turn score.
        award: float64[columns], what one roll pays on average without the turn score being banked:
            chance of a farkle or disaster times what follows it, in points.
    """

    risk: Floats
    award: Floats


def stationary_gain(moves: TurnMoves, outcome: Outcome, lost: float) -> Floats:
    """e_c: float64[columns], what rolling on adds to a turn score when a loss costs `lost` points.

    Found by policy iteration from "always bank", each policy evaluated by a linear system.
    `lost` may be infinite: then only columns without risk are ever rolled.
    """
    if np.isinf(lost):
        allowed, base = outcome.risk == 0, outcome.award
    else:
        allowed = np.ones(moves.columns, bool)
        base = outcome.award - outcome.risk * np.maximum(lost, moves.bonus_before)
    gain = np.zeros(moves.columns)
    for _ in range(ROUNDS):
        worth, best, rolled = _one_roll(moves, base, gain)
        scale = 1e-12 * max(1.0, float(np.abs(gain).max()))
        rolls = allowed & (rolled > scale)
        if np.all(np.where(rolls, rolled, 0.0) <= gain + scale):
            break
        gain = _evaluate(moves, base, rolls, worth >= np.repeat(best, moves.set_sizes))
    else:
        raise ArithmeticError("policy iteration on the stationary turn does not settle")
    return gain


def _one_roll(moves: TurnMoves, base: Floats, gain: Floats) -> tuple[Floats, Floats, Floats]:
    """The value of each option, the best value of each set, and what one roll from each column
    adds."""
    worth = moves.rise * float(moves.unit) + gain[moves.target]
    best = np.maximum.reduceat(worth, moves.option_start)
    rolled = base + np.add.reduceat(best * moves.set_probability, moves.column_start)
    return worth, best, rolled


def _evaluate(
    moves: TurnMoves, base: Floats, rolls: NDArray[np.bool_], is_best: NDArray[np.bool_]
) -> Floats:
    """The gain of rolling in the columns `rolls`, taking the first best option of each set."""
    column = moves.column_of_set
    position = np.where(is_best, np.arange(len(is_best)), len(is_best))
    taken = np.minimum.reduceat(position, moves.option_start)
    chance = moves.set_probability * rolls[column]
    transition = np.zeros((moves.columns, moves.columns))
    np.add.at(transition, (column, moves.target[taken]), chance)
    points = np.bincount(column, chance * moves.rise[taken] * moves.unit, minlength=moves.columns)
    gain = np.linalg.solve(np.eye(moves.columns) - transition, points + np.where(rolls, base, 0.0))
    return np.where(rolls, gain, 0.0)


def rolling_above(moves: TurnMoves, outcome: Outcome, gain: Floats) -> Floats:
    """If the value of every state is the turn score t plus `gain`, the value of rolling is a t + b.

    Returns a and b by column: float64[2, columns], b in points.
    """
    _, _, rolled = _one_roll(moves, outcome.award, gain)
    return np.stack([1.0 - outcome.risk, rolled])


def always_bank_from(moves: TurnMoves, outcome: Outcome) -> float:
    """T in points: from this turn score on, no roll that can lose the turn score is worth the risk.

    Zero where no roll can ever lose the turn score. If the count of hot dice of a column implies
    more bonus points than the column's own bound, the column does not raise T.
    """
    gain = stationary_gain(moves, outcome, np.inf)
    _, _, rolled = _one_roll(moves, outcome.award, gain)
    risky = outcome.risk > 0
    needed = np.where(risky, rolled / np.where(risky, outcome.risk, 1.0), 0.0)
    return float(np.where(needed > moves.bonus_before, needed, 0.0).max(initial=0.0))


def never_ends(moves: TurnMoves) -> bool:
    """Whether some way of playing may roll on for ever without risking a farkle."""
    safe = moves.farkle_probability + moves.disaster_probability == 0
    while True:
        stays = np.maximum.reduceat(safe[moves.target], moves.option_start)
        kept = safe.copy()
        np.logical_and.at(kept, moves.column_of_set, stays | (moves.set_probability == 0))
        if np.array_equal(kept, safe):
            break
        safe = kept
    seen: set[int] = set()
    more = {moves.column(moves.dice)}
    steps = moves.distinct() if safe.any() else []
    while more:
        seen |= more
        more = {target for column, _, target in steps if column in seen} - seen
    return bool(safe[sorted(seen)].any())


def hot_dice_to_count(
    moves: TurnMoves, step: int, tolerance: float, most: int
) -> tuple[int, float]:
    """How many counts of hot dice to tell apart when their bonus grows, and the error that this
    leaves.

    With q the best chance to reach a hot dice that pays, from any number of dice, counting only the
    first K loses at most the sum over j > K of q**j (j - K) step = step q**(K + 1) / (1 - q)**2
    points.

    Args:
        moves: moves that tell no counts apart.
        step: growth of the bonus, points.
        tolerance: error wanted, points.
        most: largest count.
    """
    chance = np.zeros(moves.columns)
    for _ in range(10_000):
        worth = np.where(moves.pays, 1.0, chance[moves.target])
        best = np.maximum.reduceat(worth, moves.option_start)
        better = np.add.reduceat(best * moves.set_probability, moves.column_start)
        if np.abs(better - chance).max() < 1e-14:
            break
        chance = better
    q = min(float(chance.max()) + 1e-9, 1.0 - 1e-9)
    for count in range(1, most + 1):
        error = step * q ** (count + 1) / (1 - q) ** 2
        if error < tolerance:
            break
    return count, error
