"""Go-for-it thresholds: from which scores on a player never banks short of the goal.

For each number of dice there are two numbers, one for the player's own score and one for the
opponent's; where the opponent has another turn after the goal is reached, there is a lead from
which to bank. All are chosen by exact evaluation of card play against a perfect opponent. One pass
over the match gives, to first order, what each of these numbers would gain
(`solvers.duel.go_for_it_gains`). The search takes the best pair for each number of dice, measures
it, and keeps it if it wins more games, until nothing is gained.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np

from farklegen.cards.card import Analysis, MatchPrice
from farklegen.cards.ladder import CardWay
from farklegen.cards.lines import score_step
from farklegen.policies.policy import PERFECT, GoForIt, Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel.go_for_it_gains import go_for_it_gains, score_pairs
from farklegen.solvers.duel.table import Arena, Chances
from farklegen.solvers.game.planes import bank_by_lead
from farklegen.solvers.progress import Progress, silent

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
