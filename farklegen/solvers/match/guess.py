"""What has to be guessed before it is solved; the guesses are the core's
(`core/source/guess.hpp`)."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from farklegen.core.sweeps import Guesses
from farklegen.solvers.match.order import Order
from farklegen.solvers.match.plan import MatchPlan


def guesses(plan: MatchPlan, order: Order) -> Guesses:
    """What each level finds payoffs at, itself or lower ones, and so has to be guessed."""
    contexts, sizes = plan.contexts, [len(level.targets) for level in order.levels]
    # off the board there is nothing above zero: on the board will do
    board = [
        contexts.number(c._replace(on_board=True, their_on_board=True))
        if contexts.boards > 1
        else number
        for number, c in enumerate(contexts.all)
    ]
    targets = [level.targets for level in order.levels]
    return Guesses(
        scores=plan.scores,
        board=np.array(board, np.int64),
        begin=np.array(list(accumulate(sizes, initial=0)), np.int64),
        target=np.concatenate([*targets, np.zeros(0, np.int64)]).astype(np.int64),
        exists=plan.exists,
    )
