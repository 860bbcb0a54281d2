"""What has to be guessed before it is solved; the guesses are the core's
(`core/source/guess.hpp`)."""

from __future__ import annotations

import numpy as np

from farklegen.core.sweeps import Guesses
from farklegen.solvers.match.order import Order
from farklegen.solvers.match.plan import MatchPlan


def guesses(plan: MatchPlan, order: Order) -> Guesses:
    """What each level finds payoffs at, itself or lower ones, and so has to be guessed."""
    targets = [level.targets for level in order.levels]
    return Guesses(
        scores=plan.scores,
        # off the board there is nothing above zero: on the board will do
        board=plan.contexts.boarded(both=True),
        begin=np.cumsum([0, *map(len, targets)]),
        target=np.concatenate([*targets, np.zeros(0, np.int64)]),
        exists=plan.exists,
    )
