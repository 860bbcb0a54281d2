"""Where going for the goal pays: what every choice of a policy in a duel gains, to first order.

In each state of the match and with each number of dice, a policy either banks as its table says or
goes for the goal. If it changes this choice in some states, its gain is, to first order, a
sum over these states: how often it comes to the state, times what the other choice gains there.
So one pass over the match judges every threshold at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats, Integers, Shorts
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.structures import Written
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.by_lists import ByLists, TableLists
from farklegen.solvers.duel.state_policy import state_policy_of
from farklegen.solvers.ends import Lists
from farklegen.solvers.multiplayer.layout import Layout

SELDOM = 1e-7
"""Turns that are played less often than this in a game are left out."""

ROUGH = 1e-12
"""Chance up to which a way through a turn is not followed where lines are tried."""

FEW = 4
"""Lines that are tried at a time."""


class Brought(NamedTuple):
    """What turns bring.

    Attributes:
        worth: float64[lanes], out: the value of each turn.
        following: float64[states], the values of the turns that follow.
    """

    worth: Written[Floats]
    following: Floats


def go_for_it_gains(way: ByLists, policy: Policy, chances: Floats) -> Floats:
    """What going for the goal gains over banking as the tables say.

    Args:
        way: the match.
        policy: a policy that plays by tables and thresholds.
        chances: what it wins against perfect play, as `Duel.chances`.

    Returns:
        float64[dice, states]: the gain of the chance to win, averaged over who moves first, by
        going for the goal with that many dice in this state, all other choices as they are; zero in
        states that are almost never met.
    """
    layout, most, turns = way.arena.layout, way.arena.moves.most_dice, way.turns
    often = visit_counts(way, policy)
    some = np.flatnonzero(often > SELDOM)
    states, now = turns.states[some], chances[0, 0, turns.own[some]]
    by_state, lists = state_policy_of(layout, policy).at(states), TableLists(way.arena)
    places = [
        lists.places(policy, by_state._replace(goes_for_it=by_state.goes_for_it ^ 1 << one))
        for one in range(most)
    ]
    gain = np.zeros((most, layout.begin_last))
    for one, value in enumerate(_brought(way, lists.lists, some, places, chances)):
        change = often[some] * (value - now)
        gain[one, states] = np.where(by_state.goes_for_it >> one & 1, -change, change)
    return gain


def visit_counts(way: ByLists, policy: Policy) -> Floats:
    """float64[lanes]: how often a policy begins a turn there, in a game against perfect play."""
    return way.visits(way.player(policy), way.perfect[1])


def score_pairs(layout: Layout, step: int) -> tuple[Integers, Integers]:
    """int64[2, pairs]: pairs of scores in points, where scores less than a step apart are one; and
    int64[states], the number of the pair of each state."""
    rules = layout.rules
    before = [group for group in layout.groups if group.left is None]
    found = [layout.scores_of(layout.coordinates(group)) for group in before]
    scores = np.concatenate([np.stack(each) for each in found], axis=1)
    mine, theirs = (scores - rules.zero) * rules.unit // step
    low = min(mine.min(), theirs.min())
    many = int(max(mine.max(), theirs.max()) - low) + 1
    pairs, pair = np.unique((mine - low) * many + theirs - low, return_inverse=True)
    return (np.stack(np.divmod(pairs, many)) + low) * step, pair


def line_losses(
    way: ByLists, often: Floats, policy: Policy, chances: Floats, cell: Integers, cells: int
) -> Floats:
    """What each line of a policy loses in the turns that it plays, whatever it asks of the scores.

    What a policy loses against perfect play is exactly the sum over all states of how often it
    begins a turn there, times what that turn loses if everything after it is played perfectly. How
    often it comes to each state is almost the same for similar policies.

    Args:
        way: the match.
        often: how often turns begin in each state, of `visit_counts`.
        policy: whose lines are tried.
        chances: of perfect play against itself, as `Duel.chances`.
        cell, cells: int64[states], the cell in which each state is counted; the number of cells.

    Returns:
        float64[lines, cells]: the sum over a cell's states of how often times what is lost there.
    """
    turns = way.turns
    some = np.flatnonzero(often > SELDOM)
    cell, best = cell[turns.states[some]], chances[0, 0, turns.own[some]]
    losses = []
    for low in range(0, len(policy.by_scores), FEW):  # their memory is free soon
        few = replace(policy, by_scores=policy.by_scores[low : low + FEW])
        lists, places = line_places(way, turns.states[some], few)
        for value in _brought(way, lists.lists, some, places, chances):
            losses.append(np.bincount(cell, often[some] * (best - value), minlength=cells))
    return np.stack(losses)


def line_places(way: ByLists, some: Integers, policy: Policy) -> tuple[TableLists, list[Shorts]]:
    """Lists of ends, and for each line of a policy which of them holds in some states if it is
    played by that line, whatever it asks: int32[states] each."""
    lists = TableLists(way.arena, ROUGH)
    by_state = state_policy_of(way.arena.layout, replace(policy, by_scores=())).at(some)
    every = (1 << way.arena.moves.most_dice) - 1
    places = []
    # where no single roll can reach the goal, the lead past it is left out: it changes little
    near = by_state.reach <= way.arena.policy_turn.max_rise
    stop = np.where(near, by_state.stop, by_state.reach)
    for number, line in enumerate(policy.by_scores, start=1):
        goes = np.full(len(some), every, np.int32) if line.goes_for_it else by_state.goes_for_it
        here = by_state.situation + number * len(policy.tables)
        there = by_state._replace(situation=here, stop=stop, goes_for_it=goes)
        places.append(lists.places(policy, there))
    return lists, places


def _brought(
    way: ByLists, lists: Lists, some: Integers, places: Sequence[Shorts], chances: Floats
) -> list[Floats]:
    """float64[some] each: the values of the first player's turns in a duel, if they end so."""
    turns = way.turns

    def brought(place: Shorts) -> Floats:
        everywhere = np.full(len(turns.own), -1, np.int32)
        everywhere[some] = place
        value = np.zeros(len(turns.own))
        for number in range(turns.lasts, len(turns.bands)):
            here = turns.of(number)
            worth = Brought(value[here], chances[1, 0])
            task = turns.bands[number].task
            core().call("several_ended", lists.at(everywhere[here]), task, worth)
        found: Floats = value[some]
        return found

    with Crew(way.arena.threads) as crew:
        return crew.run([partial(brought, place) for place in places])
