"""When to take a turn over, in few numbers, by the points that it brings.

What is inherited is what another player leaves who plays for the most points. A turn that is taken
over has to be rolled; it competes with a fresh one. So every turn score and number of dice that can
be inherited has a gain, and a chance; each number of dice has the score, of those chosen, from
which on taking over gains most, or none.
"""

from __future__ import annotations

import numpy as np

from farklegen.cards.analysis import Analysis
from farklegen.cards.short import ALWAYS
from farklegen.cards.short_goes import Spending
from farklegen.core.arrays import Floats

WORTH = 1e-3
"""Share of a turn's points that one number more must bring."""


def take_over_chain(analysis: Analysis) -> list[Spending]:
    """Scores with 0, 1, 2, ... numbers, as fields `take_over`; each loses fewer points than those
    before. Without taking over one option that says nothing."""
    ruleset = analysis.loaded.ruleset
    if ruleset.piggyback == "none":
        return [Spending(0, 0.0, {"take_over": None})]
    gains = _gains(analysis)
    dice = gains.shape[1]
    from_on = np.vstack([gains[::-1].cumsum(axis=0)[::-1], np.zeros(dice)])
    rows = len(from_on)
    unit, always, never = analysis.expected.moves.unit, 0, rows - 1
    chain: list[Spending] = []
    chosen: tuple[int, ...] = ()
    for numbers in range(dice + 1):
        if numbers:
            brings = [
                sum(max(from_on[[*chosen, at, always, never], d]) for d in range(dice))
                for at in range(rows)
            ]
            chosen = tuple(sorted((*chosen, int(np.argmax(brings)))))
        usable = (never, always, *chosen)  # of equals the first
        best = [usable[int(np.argmax(from_on[list(usable), d]))] for d in range(dice)]
        lost = float(from_on.max(axis=0).sum() - sum(from_on[at, d] for d, at in enumerate(best)))
        least = WORTH * max(1.0, abs(analysis.expected.points_per_turn))
        if chain and lost >= chain[-1].loss - least:
            break
        said = tuple(
            (d + 1, ALWAYS if at == always else at * unit)
            for d, at in enumerate(best)
            if at != never
        )
        chain.append(Spending(numbers, lost, {"take_over": said}))
    return chain


def _gains(analysis: Analysis) -> Floats:
    """float64[rows, dice]: the chance that a turn leaves so much, times the points that taking it
    over brings more than a fresh turn."""
    expected, ruleset = analysis.expected, analysis.loaded.ruleset
    strategy, moves = expected.strategies[0], expected.play
    shape = (expected.rows, moves.hot_counts, moves.dice)
    visits = strategy.outcome.visits[: expected.rows].reshape(shape)
    bank = strategy.bank.reshape(shape)
    left = np.zeros(shape)
    if ruleset.piggyback in ("after_bank", "both"):
        left += visits * bank
    if ruleset.piggyback in ("after_farkle", "both"):
        left += visits * ~bank * moves.farkle_probability.reshape(shape[1:])
    scores = np.arange(expected.rows)[:, None] * float(moves.unit)
    worth = scores + strategy.rolling[:, : moves.dice]
    fresh = strategy.rolling[0, moves.column(moves.dice)]
    gains: Floats = left.sum(axis=1) * (worth - fresh)
    gains[0] = 0.0
    return gains
