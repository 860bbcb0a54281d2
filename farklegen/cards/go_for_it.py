"""Go-for-it thresholds: from which scores on a player never banks short of the goal.

For each number of dice there are two numbers, one for the player's own score and one for the
opponent's; where the opponent has another turn after the goal is reached, there is a lead from
which to bank. They are chosen by exact evaluation of card play against a perfect opponent. What
all numbers would gain is known to first order from one pass over the match
(`solvers.duel.go_for_it_gains`): for each number of dice the best pair is taken, measured, and kept
if it wins more games, until nothing is gained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from farklegen.cards.card import Analysis, Chances, MatchPrice
from farklegen.cards.players import full_table_player
from farklegen.policies.policy import PERFECT, GoForIt, Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import banked_unit
from farklegen.solvers.duel.by_lists import ByLists
from farklegen.solvers.duel.duel import Arena, Duel
from farklegen.solvers.duel.go_for_it_gains import go_for_it_gains, score_pairs
from farklegen.solvers.match.planes import bank_by_lead
from farklegen.solvers.progress import Progress, silent

GAIN, GAIN_OF_SWEEPS = 1e-12, 1e-9
"""Chance to win that a number must gain; and where duels take sweeps, which are stopped early."""

STRIDES = (20, 4, 1)
"""Steps by which the lead is moved."""


USUAL_DUELS = 12
"""Duels that a search usually takes."""


@dataclass(frozen=True)
class FoundThresholds:
    """Thresholds and what they win.

    Attributes:
        go_for_it: the thresholds.
        alone: the card without them, against perfect play.
        duel: the card with them.
    """

    go_for_it: GoForIt
    alone: Duel
    duel: Duel


def memorable_step(ruleset: Ruleset, unit: int) -> int:
    """The step, in points, in which thresholds are given: a round number, some 200 to the goal."""
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


class ThresholdSearch:
    """A search for the thresholds with which a player wins most against perfect play.

    Args:
        player: the player with given thresholds; None for none.
    """

    def __init__(
        self, arena: Arena, player: Callable[[GoForIt | None], Policy], progress: Progress
    ) -> None:
        self.arena = arena
        self.player = player
        self.progress = progress
        self.alone = arena.meet(player(None), PERFECT)
        self.best = GoForIt.never(arena.moves.most_dice)
        self.duel = arena.meet(player(self.best), PERFECT, like=self.alone)
        self.seen = {self.best}
        self.gain = GAIN_OF_SWEEPS if arena.levels.again else GAIN

    def find(self) -> FoundThresholds:
        rules = self.arena.plan.rules
        if rules.ruleset.goal is not None:  # without one there is nothing but the last turn
            leads = rules.has_last_turn and not rules.exact_goal
            while self.by_gains() or (leads and self.by_lead()):
                pass
            self.duel = self.arena.meet(self.player(self.best), PERFECT, like=self.duel)
        return FoundThresholds(self.best, self.alone, self.duel)

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
        """Take for each number of dice the pair that gains most to first order, all of them at once
        or else one after the other."""
        together, alone = self.best, []
        for dice, pair in enumerate(self.promised()):
            together = _with_pair(together, dice, pair)
            alone.append(_with_pair(self.best, dice, pair))
        return self.better(together) or any(map(self.better, alone))

    def promised(self) -> Iterator[tuple[int | None, int | None]]:
        """For each number of dice the pair that gains most; among equals the highest."""
        plan, way, step = self.arena.plan, self.arena.way, score_step(self.arena.plan.rules.ruleset)
        assert isinstance(way, ByLists)
        policy = self.player(self.best)
        gains = go_for_it_gains(way, policy, self.duel, way.lists_like(policy))
        pairs, pair = score_pairs(plan, step)
        count = -(-plan.rules.extent * plan.rules.unit // step)
        mine, theirs = np.clip(pairs // step, 0, count - 1) + 1
        side = count + 1
        numbers = [*range(0, count * step, step), None]
        for each in gains:
            here = np.bincount(pair, each, len(mine))
            given_up = np.bincount(mine * side + theirs, here, side * side)
            below = given_up.reshape(side, side).cumsum(axis=0).cumsum(axis=1)[::-1, ::-1]
            own, other = divmod(int(np.argmax(below <= below.min() + self.gain)), side)
            yield numbers[count - own], numbers[count - other]

    def by_lead(self) -> bool:
        step, won = score_step(self.arena.plan.rules.ruleset), self.duel.average
        for by in (way * stride * step for stride in STRIDES for way in (1, -1)):
            while (lead := (self.best.lead or 0) + by) >= 0 and self.better(
                replace(self.best, lead=lead or None)
            ):
                pass
        return self.duel.average > won


def _with_pair(goes: GoForIt, dice: int, pair: tuple[int | None, int | None]) -> GoForIt:
    mine, theirs = list(goes.mine), list(goes.theirs)
    mine[dice], theirs[dice] = pair
    return replace(goes, mine=tuple(mine), theirs=tuple(theirs))


def easier_to_search(ruleset: Ruleset, *, streaks: bool) -> Ruleset:
    """The rules in whose match to look for cards where a duel takes long in the real one: nothing
    is taken over, no bank has to beat another, and without `streaks` no farkle costs points."""
    bank, farkle = ruleset.bank.model_copy(update={"beat_previous": False}), ruleset.farkle
    if not streaks:
        farkle = farkle.model_copy(update={"streak": None, "penalty": 0})
    return ruleset.model_copy(update={"piggyback": "none", "bank": bank, "farkle": farkle})


def thresholds_in(analysis: Analysis, arena: Arena, progress: Progress = silent) -> FoundThresholds:
    """The go-for-it thresholds of a card that win most in a solved match."""
    player = partial(full_table_player, analysis.expected, analysis.card, arena.moves, arena.rows)
    return ThresholdSearch(arena, player, progress).find()


def match_price(
    analysis: Analysis,
    arena: Arena,
    alike: FoundThresholds | None = None,
    progress: Progress = silent,
) -> MatchPrice:
    """Find the thresholds of a card, and measure it.

    Args:
        alike: thresholds from an easier match, where many duels would take too long in this one.
    """
    solution, ruleset = arena.solution, analysis.loaded.ruleset
    found = alike or thresholds_in(analysis, arena, progress)
    go_for_it, alone, duel = found.go_for_it, found.alone, found.duel
    if alike is not None:
        player = partial(
            full_table_player, analysis.expected, analysis.card, arena.moves, arena.rows
        )
        progress(0.0, "measuring the card")
        alone = arena.meet(player(None), PERFECT)
        progress(0.5, "measuring the card")
        duel = arena.meet(player(go_for_it), PERFECT)
        if duel.average <= alone.average:  # what helps in the easier match may harm in this one
            go_for_it = GoForIt.never(len(go_for_it.mine))
            duel = arena.meet(player(go_for_it), PERFECT)
    return MatchPrice(
        go_for_it,
        score_step(ruleset),
        Chances.of(alone),
        Chances.of(duel),
        Chances(*arena.perfect),
        max(alone.error, duel.error, solution.certificate.error_bound),
        bank_by_lead(solution) if ruleset.goal is None else None,
    )
