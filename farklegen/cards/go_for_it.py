"""Go-for-it thresholds: from which scores on a player never banks short of the goal; and what every
choice gains or loses, to first order.

For each number of dice there are two numbers, one for the player's own score and one for the
opponent's; where the opponent has another turn after the goal is reached, there is a lead from
which to bank. All are chosen by exact evaluation of card play against a perfect opponent. The
search takes the best pair for each number of dice, measures it, and keeps it if it wins more games,
until nothing is gained.

*First order.* What a player gains by another choice in some states is, to first order, a sum over
these states: how often the player comes to each, times what the other choice gains there. Similar
ways of playing come to each state almost equally often. So one pass over the game judges every
threshold, and every line of a card (`cards.lines`), at once. A player by tables sees a table of
several as a match of two, so the sums are kept by the states of a match of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

import numpy as np

from farklegen.cards.card import Analysis, MatchPrice
from farklegen.cards.ladder import CardWay
from farklegen.core.arrays import Floats, Integers, StatePolicy
from farklegen.core.crew import Crew, Watch
from farklegen.core.several import ONCE, solve_given
from farklegen.policies.policy import PERFECT, GoForIt, Policy
from farklegen.rules.facts import banked_unit
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel.seats import NEGLIGIBLE, ByTables, TableLists, state_policy_of
from farklegen.solvers.duel.table import Arena, Chances, Table
from farklegen.solvers.ends import Ends
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.levels import Band
from farklegen.solvers.game.planes import bank_by_lead
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.progress import Progress, silent

SELDOM = 1e-7
"""Turns that are played less often than this in a game are left out."""

ROUGH = 1e-12
"""Chance up to which a way through a turn is not followed where lines are tried."""

FEW = 4
"""Lines that are tried at a time in a match of two: their memory is free soon."""


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

    def lost(
        self,
        arena: Arena,
        policy: Policy,
        others: Sequence[StatePolicy],
        negligible: float,
        cell: Integers,
    ) -> Floats:
        """float64[others, cells]: what other choices lose, to first order, added up.

        Args:
            arena: the match of two.
            policy: whose tables are played by.
            others: what is played by instead, in the states of `met`.
            negligible: chance up to which a way through a turn is not followed.
            cell: int64[states of the match of two], in which cell each state is counted.
        """
        lists = TableLists(arena.sides[0], negligible)
        met, places = self.met(), [lists.places(policy, each) for each in others]
        everywhere = np.full((len(places), self.seat.two.size + 1), -1, np.int32)
        everywhere[:, met] = places
        lost = np.zeros((len(places), int(cell.max()) + 1))
        with Crew(arena.threads) as crew:
            for band in self.table.before:
                task = band.task
                often, seen = self.often[task.own], self.seat.seen(band.parts)[band.order]
                some = often > SELDOM
                places_now = [np.where(some, place[seen], -1) for place in everywhere]
                ends = [lists.lists._replace(place=place.astype(np.int32)) for place in places_now]
                found = crew.run(
                    [partial(_brought, each, band, self.following, crew.watch) for each in ends]
                )
                now, cells = self.own[task.own[some]], cell[seen[some]]
                for sums, value in zip(lost, found, strict=True):
                    more = often[some] * (value[some] - now)
                    sums -= np.bincount(cells, more, minlength=len(sums))
        return lost


def _brought(ends: Ends, band: Band, following: Floats, watch: Watch) -> Floats:
    """float64[lanes]: the values of turns that end so; 0 for those that have no list."""
    lanes, states = len(band.order), len(following)
    values = np.append(following, np.zeros(lanes))
    task = band.task._replace(players=1, values=values, own=np.arange(states, states + lanes))
    levels = band.levels._replace(mode=np.full_like(band.levels.mode, ONCE))
    solve_given(task, levels, [ends], watch)
    return values[states:]


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
    now, by_state = turning(arena, policy, chances), state_policy_of(arena.layout, policy)
    met, before = by_state.at(now.met()), arena.layout.begin_last
    bits = 1 << np.arange(arena.moves.most_dice)
    others = [met._replace(goes_for_it=met.goes_for_it ^ bit) for bit in bits.astype(np.int32)]
    lost = now.lost(arena, policy, others, NEGLIGIBLE, np.arange(before))
    return np.where(by_state.goes_for_it[:before] & bits[:, None], lost, -lost)


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


def line_losses(arena: Arena, now: Turning, policy: Policy, cell: Integers) -> Floats:
    """What each line of a policy loses in the turns that it plays, whatever it asks of the scores.

    What a policy loses against perfect play is exactly the sum over all states of how often it
    begins a turn there, times what that turn loses if everything after it is played perfectly.

    Args:
        arena: the match of two.
        now: the turns, and what they are worth.
        policy: whose lines are tried.
        cell: int64[states of the match of two], the cell in which each state is counted.

    Returns:
        float64[lines, cells]: the sum over a cell's states of how often times what is lost there.
    """
    by_state = state_policy_of(arena.layout, replace(policy, by_scores=())).at(now.met())
    # where no single roll can reach the goal, the lead past it is left out: it changes little
    near = by_state.reach <= arena.policy_turn.max_rise
    by_state = by_state._replace(stop=np.where(near, by_state.stop, by_state.reach))
    every = np.full_like(by_state.goes_for_it, (1 << arena.moves.most_dice) - 1)
    lines, losses = policy.by_scores, []
    few = FEW if now.table.layout.players == 2 else len(lines)
    for low in range(0, len(lines), few):
        tried = replace(policy, by_scores=lines[low : low + few])
        others = [
            by_state._replace(
                situation=by_state.situation + number * len(policy.tables),
                goes_for_it=every if line.goes_for_it else by_state.goes_for_it,
            )
            for number, line in enumerate(tried.by_scores, start=1)
        ]
        losses.append(now.lost(arena, tried, others, ROUGH, cell))
    return np.concatenate(losses)


def memorable_step(ruleset: Ruleset, unit: int) -> int:
    """The step of thresholds, in points: a round number, with about 200 steps to the goal."""
    step, factors = unit, (2, 5, 10)
    while step * 400 <= ruleset.extent:
        step = next(
            unit * 10**power * factor
            for power in range(12)
            for factor in factors
            if unit * 10**power * factor > step
        )
    return step


def score_step(ruleset: Ruleset) -> int:
    return memorable_step(ruleset, banked_unit(ruleset))


GAIN, GAIN_OF_SWEEPS = 1e-12, 1e-9
"""Chance to win that a number must gain; the second if duels take sweeps, which stop early."""

STRIDES = (20, 4, 2, 1)
"""Steps by which the lead is moved."""

USUAL_DUELS = 12
"""Duels that a search usually takes."""

Pair: TypeAlias = tuple[int | None, int | None]
"""A player's own score and the opponent's from which to go for the goal; None for no score."""


def thresholds_in(analysis: Analysis, arena: Arena | None, progress: Progress = silent) -> GoForIt:
    """The go-for-it thresholds of the full table that win most in a solved match; without a match
    or a goal none."""
    if arena is None or analysis.loaded.ruleset.goal is None:
        return GoForIt.never(analysis.expected.moves.most_dice)
    search, rules = _ThresholdSearch(analysis, arena, progress), arena.layout.rules
    leads = rules.has_last_turn and not rules.exact_goal
    while search.by_gains() or (leads and search.by_lead()):
        pass
    return search.best


def table_player(analysis: Analysis, arena: Arena, goes: GoForIt | None) -> Policy:
    """The player by the full table, with these thresholds."""
    policy = CardWay(analysis.card.tables).policy(analysis, arena.moves, arena.rows)
    return replace(policy, go_for_it=goes)


class _ThresholdSearch:
    """A search for the thresholds with which the full table wins most against perfect play."""

    def __init__(self, analysis: Analysis, arena: Arena, progress: Progress) -> None:
        self.arena = arena
        self.player = partial(table_player, analysis, arena)
        self.progress = progress
        self.step = score_step(analysis.loaded.ruleset)
        self.gain = GAIN_OF_SWEEPS if arena.layout.sweeps else GAIN
        self.best = GoForIt.never(arena.moves.most_dice)
        self.duel = arena.meet(self.player(self.best), PERFECT)
        self.seen = {self.best}

    def better(self, goes: GoForIt) -> bool:
        """Keep these thresholds if they win more."""
        if goes in self.seen:
            return False
        self.progress(min(len(self.seen) / USUAL_DUELS, 0.9), "looking for go-for-it thresholds")
        self.seen.add(goes)
        duel = self.arena.meet(self.player(goes), PERFECT, settled=self.gain / 4, like=self.duel)
        if duel.average <= self.duel.average + self.gain:
            return False
        self.best, self.duel = goes, duel
        return True

    def by_gains(self) -> bool:
        """Take for each number of dice the pair that gains most to first order: all pairs at once,
        or else one after the other."""
        promised, together = self.promised(), self.best
        for _, dice, pair in promised:
            together = _with_pair(together, dice, pair)
        alone = (_with_pair(self.best, dice, pair) for _, dice, pair in promised)
        if self.better(together):
            return True
        better = [self.better(goes) for goes in alone]
        return any(better)

    def promised(self) -> list[tuple[float, int, Pair]]:
        """(gain, number of dice less one, the pair that gains most), the largest gain first. Among
        equal pairs the highest is taken."""
        layout, step, best = self.arena.layout, self.step, self.best
        gains = go_for_it_gains(self.arena, self.player(best), self.duel.chances)
        pairs, pair = score_pairs(layout, step)
        count = -(-layout.rules.extent * layout.rules.unit // step)
        mine, theirs = np.clip(pairs // step, 0, count - 1) + 1
        side = count + 1
        numbers = [None, *range((count - 1) * step, -1, -step)]
        found: list[tuple[float, int, Pair]] = []
        for dice, each in enumerate(gains):
            here = np.bincount(pair, each, len(mine))
            given_up = np.bincount(mine * side + theirs, here, side * side).reshape(side, side)
            below = given_up.cumsum(axis=0).cumsum(axis=1)[::-1, ::-1]
            own, other = divmod(int(np.argmax(below <= below.min() + self.gain)), side)
            now = numbers.index(best.mine[dice]), numbers.index(best.theirs[dice])
            gain = float(below[now] - below[own, other])
            found.append((gain, dice, (numbers[own], numbers[other])))
        return sorted(found, reverse=True)

    def by_lead(self) -> bool:
        won = self.duel.average
        for by in (way * stride * self.step for stride in STRIDES for way in (1, -1)):
            while (lead := (self.best.lead or 0) + by) >= 0 and self.better(
                replace(self.best, lead=lead or None)
            ):
                pass
        return self.duel.average > won


def _with_pair(goes: GoForIt, dice: int, pair: Pair) -> GoForIt:
    mine, theirs = list(goes.mine), list(goes.theirs)
    mine[dice], theirs[dice] = pair
    return replace(goes, mine=tuple(mine), theirs=tuple(theirs))


def easier_to_search(ruleset: Ruleset, *, streaks: bool) -> Ruleset:
    """The rules of an easier match, in which to look for cards if a duel takes long in the real
    one. Nothing is taken over, no bank has to beat another, and without `streaks` no farkle costs
    points."""
    bank, farkle = ruleset.bank.model_copy(update={"beat_previous": False}), ruleset.farkle
    if not streaks:
        farkle = farkle.model_copy(update={"streak": None, "penalty": 0})
    return ruleset.model_copy(update={"piggyback": "none", "bank": bank, "farkle": farkle})


def match_price(
    analysis: Analysis, arena: Arena, goes: GoForIt, progress: Progress = silent
) -> MatchPrice:
    """What the full table wins with thresholds and without; `goes` may be from an easier match."""
    duels = []
    for share, each in ((0.0, None), (0.5, goes)):
        progress(share, "measuring the card")
        duels.append(arena.meet(table_player(analysis, arena, each), PERFECT))
    alone, duel = duels
    if duel.average <= alone.average:  # what helps in the easier match may harm in this one
        goes = GoForIt.never(len(goes.mine))
        duel = arena.meet(table_player(analysis, arena, goes), PERFECT)
    return MatchPrice(
        goes,
        score_step(analysis.loaded.ruleset),
        Chances.of(alone),
        Chances.of(duel),
        Chances(*arena.perfect),
        max(alone.error, duel.error, arena.solution.certificate.error_bound),
        bank_by_lead(arena.solution) if analysis.loaded.ruleset.goal is None else None,
    )
