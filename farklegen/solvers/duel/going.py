"""Where going for the goal pays: what every choice of a policy in a duel gains, to first order.

In each state of the match and with each number of dice, a policy either banks as its table says or
goes for the goal. What it gains by changing that in some states is, to first order, the sum over
them of how often it comes there times what the other turn brings there. One pass over the match so
says something about every threshold at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from farklegen.policies.policy import PERFECT, Policy
from farklegen.solvers.duel.lists import ByLists, Listed, Lists
from farklegen.solvers.duel.seats import seat_of

if TYPE_CHECKING:
    from farklegen.solvers.duel.duel import Duel

Floats = NDArray[np.float64]

SELDOM = 1e-7
"""How often a turn must be played, over a game, to be looked at."""

COMING = 1e-6
"""How often turns are played that are not followed, where they lead back to lower levels."""

MOST_PASSES = 30


def gain_of_going(way: ByLists, policy: Policy, duel: Duel, lists: Lists) -> Floats:
    """What going for the goal gains over not doing so.

    Args:
        way: the match.
        policy: a policy that plays by tables and thresholds.
        duel: what it wins, moving first, against perfect play.
        lists: `way.lists_like(policy)`, or of a policy with the same tables: what is worked out
            goes there.

    Returns:
        float64[dice, states]: the gain of the chance to win, averaged over who moves first, by
        going for the goal with so many dice in this state, all other choices as they are; zero in
        states that are hardly ever met.
    """
    arena = way.arena
    plan = arena.plan
    kernel: Any = import_module("farklegen.kernels.visits")
    mine, theirs = way.player(policy), way.player(PERFECT)
    often = visits(way, mine, theirs)[: plan.states]
    often = np.where(plan.exists, often, 0.0)
    some = np.flatnonzero(often > SELDOM)
    seat = type(whole := seat_of(plan, policy))(*(field[some] for field in whole))
    played = {
        dice: lists.places(seat._replace(going=seat.going ^ 1 << dice))
        for dice in range(arena.moves.dice)
    }
    last = (plan.begin_last, plan.last.distances)
    gain = np.zeros((arena.moves.dice, plan.states))
    for dice, found in played.items():
        place = np.full(plan.size, -1)
        place[some] = found
        ends = arena.kernel.Ends(place, *lists.runs.fields())
        value = duel.mine.copy()
        for states, begin in arena.levels.chunks:
            kernel.turn_values(
                arena.prices, ends, states, begin, arena.levels.of, last, duel.theirs, value
            )
        change = often[some] * (value[some] - duel.mine[some])
        gain[dice, some] = np.where(seat.going >> dice & 1, -change, change)
    return gain


def visits(way: ByLists, mine: Listed, theirs: Listed) -> Floats:
    """float64[chances]: how often the first player begins a turn in each state of a game.

    Averaged over who moves first. States after which the game goes on at a lower level are come
    back to until hardly anything is left.
    """
    arena = way.arena
    plan = arena.plan
    kernel: Any = import_module("farklegen.kernels.visits")
    coming = np.zeros((2, plan.size))
    coming[:, arena.solution.index(arena.solution.start())] = 0.5
    often: Floats = np.zeros((2, plan.size))
    last = (plan.begin_last, plan.last.distances)
    chunks = list(enumerate(arena.levels.chunks))
    for _ in range(MOST_PASSES):
        for number, (states, begin) in reversed(chunks):
            kernel.spread(
                arena.prices, mine.source.ends(number), theirs.source.ends(number), states, begin,
                arena.levels.of, last, *coming, *often,
            )  # fmt: skip
        if not arena.levels.again or coming[:, : plan.states].sum() < COMING:
            break
    mine_often: Floats = often[0]
    return mine_often
