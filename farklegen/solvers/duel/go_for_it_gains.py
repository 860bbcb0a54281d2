"""Where going for the goal pays: what every choice of a policy in a duel gains, to first order.

In each state of the match and with each number of dice, a policy either banks as its table says or
goes for the goal. What it gains by changing that in some states is, to first order, the sum over
them of how often it comes there times what the other turn brings there. One pass over the match so
says something about every threshold at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import LOCAL, Floats, Integers, Shorts
from farklegen.core.crew import Crew, Watch
from farklegen.core.structures import Written
from farklegen.policies.policy import PERFECT, Policy
from farklegen.solvers.duel.by_lists import ByLists, Listed, TableLists, call_stopped_by
from farklegen.solvers.duel.setting import Duel
from farklegen.solvers.duel.state_policy import state_policy_of
from farklegen.solvers.ends import Ends
from farklegen.solvers.match.plan import MatchPlan

SELDOM = 1e-7
"""How often a turn must be played, over a game, to be looked at."""

COMING = 1e-6
"""How often turns are played that are not followed, where they lead back to lower levels."""

MOST_PASSES = 30


class TurnWorths(NamedTuple):
    """What turns bring, and room to work it out.

    Attributes:
        other: float64[chances] of the other player.
        value: float64[chances], in and out: of states without a list it is left.
        constant, begin, local, weight: for the states of the widest level, see `lists.Meeting`.
    """

    other: Floats
    value: Written[Floats]
    constant: Written[Floats]
    begin: Written[Integers]
    local: Written[Integers]
    weight: Written[Floats]


class Visits(NamedTuple):
    """How often turns are played, by both players.

    Attributes:
        coming: float64[2, chances], in and out: how often a turn is begun that is yet to be
            followed; what is on the levels at hand is followed, and taken away.
        often: float64[2, chances], in and out: how often each turn is played, added up.
        here: float64[2, chances], room.
    """

    coming: Written[Floats]
    often: Written[Floats]
    here: Written[Floats]


def go_for_it_gains(
    way: ByLists,
    policy: Policy,
    duel: Duel,
    lists: TableLists,
    often: Floats | None = None,
    dice: Iterable[int] | None = None,
) -> Floats:
    """What going for the goal gains over not doing so.

    Args:
        way: the match.
        policy: a policy that plays by tables and thresholds.
        duel: what it wins, moving first, against perfect play.
        lists: `way.lists_like(policy)`, or of a policy with the same tables: what is worked out
            goes there.
        often: how often turns are begun where, of `met_often`, by a policy much like this one.
        dice: those numbers of dice, less one, that are asked for; by default all.

    Returns:
        float64[dice, states]: the gain of the chance to win, averaged over who moves first, by
        going for the goal with that many dice in this state, all other choices as they are; zero in
        states that are almost never met, and for dice that were not asked for.
    """
    arena = way.arena
    plan, most = arena.plan, arena.moves.most_dice
    often = met_often(way, policy) if often is None else often
    some = np.flatnonzero(often > SELDOM)
    by_state = state_policy_of(plan, policy).at(some)
    played = {
        one: lists.places(by_state._replace(goes_for_it=by_state.goes_for_it ^ 1 << one))
        for one in (range(most) if dice is None else dice)
    }
    gain = np.zeros((most, plan.states))

    def brought(found: Shorts, watch: Watch) -> Floats:
        place = np.full(plan.size, -1, np.int32)
        place[some] = found
        return _brought(way, lists.lists.at(place), duel, watch)[some]

    with Crew(arena.threads) as crew:
        values = crew.run([partial(brought, found, crew.watch) for found in played.values()])
    for one, value in zip(played, values, strict=True):
        change = often[some] * (value - duel.mine[some])
        gain[one, some] = np.where(by_state.goes_for_it >> one & 1, -change, change)
    return gain


def met_often(way: ByLists, policy: Policy) -> Floats:
    """float64[states]: how often a policy begins a turn there, in a game against perfect play."""
    plan = way.arena.plan
    often = visits(way, way.player(policy), way.others.player(PERFECT))[: plan.states]
    return np.where(plan.exists, often, 0.0)


def score_pairs(plan: MatchPlan, step: int) -> tuple[Integers, Integers]:
    """int64[2, pairs]: pairs of scores in points, those less than a step apart being one; and
    int64[states], the number of that of each state."""
    rules = plan.rules
    mine, theirs = ((scores - rules.zero) * rules.unit // step for scores in plan.grid[1:])
    low = min(mine.min(), theirs.min())
    many = int(max(mine.max(), theirs.max()) - low) + 1
    pairs, pair = np.unique((mine - low) * many + theirs - low, return_inverse=True)
    return (np.stack(np.divmod(pairs, many)) + low) * step, pair


def line_losses(
    way: ByLists, often: Floats, policy: Policy, perfect: Duel, cell: Integers, cells: int
) -> Floats:
    """What turns lose that are played by each line of a policy, whatever it asks of the scores.

    What a policy loses against perfect play is exactly the sum over all states of how often it
    begins a turn there, times what that turn loses if everything after it is played perfectly. How
    often it comes where is almost the same for policies that are much alike.

    Args:
        way: the match.
        often: how often turns begin where, of `met_often`.
        policy: whose lines are tried.
        perfect: perfect play against itself.
        cell, cells: int64[states], what each is counted with, and how many of those there are.

    Returns:
        float64[lines, cells]: how often times what is lost there.
    """
    arena = way.arena
    some = np.flatnonzero(often > SELDOM)
    met, cell, best = often[some], cell[some], perfect.mine[some]

    def lost(lists: TableLists, found: Shorts, watch: Watch) -> Floats:
        place = np.full(arena.plan.size, -1, np.int32)
        place[some] = found
        value = _brought(way, lists.lists.at(place), perfect, watch)
        losses = np.bincount(cell, met * (best - value[some]), minlength=cells)
        return losses.astype(np.float64, copy=False)

    losses: list[Floats] = []
    for low in range(0, len(policy.by_scores), arena.threads):  # what each needs is forgotten soon
        few = policy.by_scores[low : low + arena.threads]
        lists, places = line_places(way, some, replace(policy, by_scores=few))
        with Crew(arena.threads) as crew:
            losses += crew.run([partial(lost, lists, place, crew.watch) for place in places])
    return np.stack(losses)


def line_places(way: ByLists, some: Integers, policy: Policy) -> tuple[TableLists, list[Shorts]]:
    """Lists of ends, and for each line of a policy which of them holds in some states if it is
    played by that line, whatever it asks: int32[states] each."""
    plan, lists = way.arena.plan, way.lists_like(policy)
    by_state = state_policy_of(plan, replace(policy, by_scores=())).at(some)
    every = (1 << way.arena.moves.most_dice) - 1
    places = []
    for number, line in enumerate(policy.by_scores, start=1):
        goes = np.full(len(some), every, np.int32) if line.goes_for_it else by_state.goes_for_it
        here = by_state.situation + number * len(policy.tables)
        places.append(lists.places(by_state._replace(situation=here, goes_for_it=goes)))
    return lists, places


def _brought(way: ByLists, ends: Ends, duel: Duel, watch: Watch) -> Floats:
    """float64[chances]: what turns that end so bring in a duel."""
    value, widest = duel.mine.copy(), way.arena.levels.widest
    room = (
        np.empty(widest),
        np.empty(widest + 1, np.int64),
        np.empty(widest * LOCAL, np.int64),
        np.empty(widest * LOCAL),
    )
    _on_levels(way, "turn_values", lambda _: [ends], TurnWorths(duel.theirs, value, *room), watch)
    return value


def visits(way: ByLists, mine: Listed, theirs: Listed) -> Floats:
    """float64[chances]: how often the first player begins a turn in each state of a game.

    Averaged over who moves first. States after which the game goes on at a lower level are come
    back to until almost nothing is left.
    """
    arena = way.arena
    plan = arena.plan
    coming = np.zeros((2, plan.size))
    coming[:, arena.solution.index(arena.solution.start())] = 0.5
    often: Floats = np.zeros((2, plan.size))
    found = Visits(coming, often, np.empty(2 * plan.size))

    def ends(number: int) -> list[Ends]:
        return [mine.source.ends(number), theirs.source.ends(number)]

    for _ in range(MOST_PASSES):
        _on_levels(way, "spread", ends, found, None, upwards=True)
        if not arena.levels.again or coming[:, : plan.states].sum() < COMING:
            break
    mine_often: Floats = often[0]
    return mine_often


def _on_levels(
    way: ByLists,
    function: str,
    ends: Callable[[int], list[Ends]],
    work: TurnWorths | Visits,
    watch: Watch | None,
    *,
    upwards: bool = False,
) -> None:
    """Call a function of the core for each chunk of levels, from the highest down or upwards."""
    arena = way.arena
    chunks = range(len(arena.levels.chunks))
    for number in reversed(chunks) if upwards else chunks:
        levels = arena.levels.chunk(number)
        call_stopped_by(watch, function, arena.payoffs, *ends(number), levels, work)
