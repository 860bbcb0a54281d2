"""Where a player may play otherwise: what every choice gains or loses, to first order.

What a player gains by another choice in some states is, to first order, a sum over these states:
how often the player comes to each, times what the other choice gains there. Similar ways of playing
come to each state almost equally often. So one pass over the game judges every threshold and every
line at once. A player by tables sees a table of several as a match of two, so the sums are kept by
the states of a match of two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats, Integers, Shorts, Written
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.several import Several
from farklegen.policies.policy import Policy
from farklegen.solvers.duel.arena import Arena
from farklegen.solvers.duel.seats import ByTables, TableLists, state_policy_of
from farklegen.solvers.duel.table import Table
from farklegen.solvers.ends import Ends
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.solution import MatchSolution

SELDOM = 1e-7
"""Turns that are played less often than this in a game are left out."""

ROUGH = 1e-12
"""Chance up to which a way through a turn is not followed where lines are tried."""

FEW = 4
"""Lines that are tried at a time in a match of two: their memory is free soon."""


class Brought(NamedTuple):
    """What turns bring.

    Attributes:
        worth: float64[lanes], out: the value of each turn.
        following: float64[states], the values of the turns that follow.
    """

    worth: Written[Floats]
    following: Floats


@dataclass(frozen=True)
class Turning:
    """Turns that a player may play otherwise.

    Attributes:
        table: all turns.
        seat: the player as it is, by tables.
        often: float64[states], how often the player begins each turn.
        own: float64[states], what each turn is worth to the player now.
        following: float64[states], what is worth to the player that the next one begins there.
    """

    table: Table
    seat: ByTables
    often: Floats
    own: Floats
    following: Floats

    def met(self) -> Integers:
        """int64[...]: the states of the match of two in which turns may begin often enough."""
        if self.table.layout.players > 2:
            return np.arange(self.seat.two.begin_last)
        return np.flatnonzero(self.often > SELDOM)

    def brought(
        self, threads: int, lists: TableLists, places: Sequence[Shorts]
    ) -> Iterator[tuple[Integers, Floats, list[Floats]]]:
        """What turns bring that end otherwise.

        Args:
            threads: to work with.
            lists: of ends.
            places: int32[met] each, the number of the list in each state.

        Yields:
            which turns of the match of two stand for some turns; how often these begin; and for
            each of `places`, what they bring more than now.
        """
        met, everywhere = self.met(), np.full((len(places), self.seat.two.size + 1), -1, np.int32)
        everywhere[:, met] = places
        with Crew(threads) as crew:
            for band in self.table.before:
                task = band.task
                often, seen = self.often[task.own], self.seat.seen(band.parts)[band.order]
                some = often > SELDOM
                places_now = [np.where(some, place[seen], -1) for place in everywhere]
                ends = [lists.lists._replace(place=place.astype(np.int32)) for place in places_now]
                found = crew.run([partial(_brought, each, task, self.following) for each in ends])
                now = self.own[task.own[some]]
                yield seen[some], often[some], [value[some] - now for value in found]


def _brought(ends: Ends, task: Several, following: Floats) -> Floats:
    """float64[lanes]: the values of turns that end so; 0 for those that have no list."""
    found = np.zeros(len(task.rows))
    core().call("several_ended", ends, task, Brought(found, following))
    return found


def turning(arena: Arena, policy: Policy, chances: Floats | None = None) -> Turning:
    """Turns of a policy in a game against perfect play.

    Args:
        arena: the match.
        policy: a policy that plays by tables.
        chances: what turns are worth, as `Duel.chances`; by default those of perfect play.
    """
    seat = arena.player(policy)
    assert isinstance(seat, ByTables)
    own, following = (arena.first_chances() if chances is None else chances)[:, 0]
    often = arena.visits(seat, arena.perfect_seats[1])
    return Turning(arena.table, seat, often, own, following)


def turning_at_table(usual: ByTables, solution: MatchSolution) -> Turning:
    """Turns of a player who departs from the solved match of several, as often as they begin if all
    play the usual way."""
    layout, values = solution.layout, solution.values
    table = Table([layout])
    start = np.zeros((1, layout.size))
    start[0, layout.start] = 1.0 / layout.players
    often = table.visits([usual], start)[0]
    return Turning(table, usual, often, values[0], 1.0 - values.sum(axis=0))


def go_for_it_gains(arena: Arena, policy: Policy, chances: Floats) -> Floats:
    """What going for the goal gains over banking as the tables say.

    Args:
        arena: the match.
        policy: a policy that plays by tables and thresholds.
        chances: what it wins against perfect play, as `Duel.chances`.

    Returns:
        float64[dice, states]: the gain of the chance to win, averaged over who moves first, by
        going for the goal with that many dice in this state, all other choices as they are; zero in
        states that are almost never met.
    """
    most, now = arena.moves.most_dice, turning(arena, policy, chances)
    by_state, lists = state_policy_of(arena.layout, policy), TableLists(arena.sides[0])
    met = by_state.at(now.met())
    places = [
        lists.places(policy, met._replace(goes_for_it=met.goes_for_it ^ 1 << one))
        for one in range(most)
    ]
    gain = np.zeros((most, arena.layout.begin_last))
    for seen, often, more in now.brought(arena.threads, lists, places):
        for one, each in enumerate(more):
            goes = by_state.goes_for_it[seen] >> one & 1
            gain[one, seen] = np.where(goes, -often * each, often * each)
    return gain


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


def line_losses(arena: Arena, now: Turning, policy: Policy, cell: Integers, cells: int) -> Floats:
    """What each line of a policy loses in the turns that it plays, whatever it asks of the scores.

    What a policy loses against perfect play is exactly the sum over all states of how often it
    begins a turn there, times what that turn loses if everything after it is played perfectly.

    Args:
        arena: the match of two.
        now: the turns, and what they are worth.
        policy: whose lines are tried.
        cell, cells: int64[states of the match of two], the cell in which each state is counted; the
            number of cells.

    Returns:
        float64[lines, cells]: the sum over a cell's states of how often times what is lost there.
    """
    lines, losses = policy.by_scores, []
    few = FEW if now.table.layout.players == 2 else len(lines)
    for low in range(0, len(lines), few):
        tried = replace(policy, by_scores=lines[low : low + few])
        lists, places = _line_places(arena, now.met(), tried)
        lost = np.zeros((len(places), cells))
        for seen, often, more in now.brought(arena.threads, lists, places):
            for sums, each in zip(lost, more, strict=True):
                sums -= np.bincount(cell[seen], often * each, minlength=cells)
        losses.append(lost)
    return np.concatenate(losses)


def _line_places(arena: Arena, some: Integers, policy: Policy) -> tuple[TableLists, list[Shorts]]:
    """Lists of ends, and for each line of a policy which of them holds in some states if it is
    played by that line, whatever it asks: int32[states] each."""
    lists = TableLists(arena.sides[0], ROUGH)
    by_state = state_policy_of(arena.layout, replace(policy, by_scores=())).at(some)
    every = (1 << arena.moves.most_dice) - 1
    places = []
    # where no single roll can reach the goal, the lead past it is left out: it changes little
    near = by_state.reach <= arena.policy_turn.max_rise
    stop = np.where(near, by_state.stop, by_state.reach)
    for number, line in enumerate(policy.by_scores, start=1):
        goes = np.full(len(some), every, np.int32) if line.goes_for_it else by_state.goes_for_it
        here = by_state.situation + number * len(policy.tables)
        there = by_state._replace(situation=here, stop=stop, goes_for_it=goes)
        places.append(lists.places(policy, there))
    return lists, places
