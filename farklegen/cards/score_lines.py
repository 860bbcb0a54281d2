"""Lines of a card that look at both scores: which ones lose least with so many numbers.

What a card with lines loses against perfect play is a sum over the pairs of scores: how often it
begins a turn there, times what the turn loses by the line that holds there
(`solvers.duel.go_for_it_gains.line_losses`). One pass over the match finds that for every amount by
which a line may count the turn score less or more. Then any list of lines is judged by adding up,
some thousand lists a second. The search is in `cards.short_lines`; the best lists found are then
measured in the match, exactly.

**What counts**: different scores, different leads, different amounts, each kind by itself. Going
for the goal has no amount.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from farklegen.cards.go_for_it import memorable_step, score_step
from farklegen.cards.players import rows_read, with_lines
from farklegen.core.arrays import Floats, Integers
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import PERFECT, Asked, Policy
from farklegen.policies.recipe import ScoreRule
from farklegen.rules.units import rounded_up
from farklegen.solvers.duel.by_lists import ByLists
from farklegen.solvers.duel.duel import Arena
from farklegen.solvers.duel.go_for_it_gains import line_losses, met_often, score_pairs

EARLIEST, LATEST = -8, 30
"""Amounts that are tried, in units of turn scores."""

GOAL = 1 << 60
"""The amount that stands for the goal; no turn score counts as much less."""

MOST_LINES = 9

LEAD_STEPS = 5
"""Steps of scores between the leads that are tried."""

LEFT_OUT = 1e-4
"""Share of all that is at stake in scores that are hardly ever met, which are not looked at."""

READ = 5e-6
"""Chance to win that a line more must bring."""

KEPT = 20_000
"""Conditions whose states are remembered."""


SCORES, LEADS = ("either", "mine", "theirs"), ("behind", "ahead")
"""What lines ask of: scores, and points between them."""


class Line(NamedTuple):
    """A line.

    Attributes:
        asked: what it asks of the scores.
        amount: by how much the turn score counts less, in units; `GOAL` for the goal.
    """

    asked: Asked
    amount: int

    def rule(self, unit: int) -> ScoreRule:
        """The line as a policy file says it; `unit` is that of turn scores, points."""
        said = self.asked._asdict()
        if self.amount == GOAL:
            return ScoreRule(**said, later="goal")
        if self.amount < 0:
            return ScoreRule(**said, earlier=-self.amount * unit)
        return ScoreRule(**said, later=self.amount * unit)

    @property
    def mirrored(self) -> Line:
        """The same for the other player's scores: as much earlier as this is later."""
        _, mine, theirs, behind, ahead = self.asked
        asked = self.asked._replace(mine=theirs, theirs=mine, behind=ahead, ahead=behind)
        return Line(asked, self.amount if self.amount == GOAL else -self.amount)


def count_lines(lines: Iterable[tuple[Asked, int]]) -> int:
    """The numbers to remember of lines; 0 and `GOAL` are no amounts."""
    scores, leads, amounts = set[int](), set[int](), set[int]()
    for (either, mine, theirs, behind, ahead), amount in lines:
        scores |= {score for score in (either, mine, theirs) if score is not None}
        leads |= {lead for lead in (behind, ahead) if lead is not None}
        amounts |= {abs(amount)} - {0, GOAL}
    return len(scores) + len(leads) + len(amounts)


def count_rules(rules: Iterable[ScoreRule]) -> int:
    """The numbers to remember of lines, as a policy file says them."""
    return count_lines((rule.asked, 0 if rule.to_goal else rule.counted_less) for rule in rules)


Lost: TypeAlias = Callable[[ByLists, Policy, Integers, int], Floats]
"""What is lost by each line of a policy, given the match, the policy, what each state is counted
with, and how many of those there are: as `solvers.duel.go_for_it_gains.line_losses` says it."""


class Losses:
    """What every line loses at every pair of scores, for one card.

    Pairs of scores less than a step apart are taken together: `score_pairs`.

    Args:
        arena: the solved match.
        card: the player by the card: no lines, with tables of `rows_of(arena)` rows.
        often: how often turns begin where, of `met_often`, by a card much like the ones looked
            for; by default with the goal in sight it goes for it.
        amounts: those that lines may have, 0 among them, lowest first; `GOAL` comes to them.
        lost: what each line loses where, at another table than that of two, in place of `often`.

    Raises:
        UnsolvableError: for rules under which lines are not looked for.
    """

    def __init__(
        self,
        arena: Arena,
        card: Policy,
        often: Floats | None = None,
        amounts: Sequence[int] = range(EARLIEST, LATEST + 1),
        lost: Lost | None = None,
    ) -> None:
        plan, way = arena.plan, arena.way
        rules = plan.rules
        if not isinstance(way, ByLists) or rules.ruleset.goal is None:
            raise UnsolvableError(
                "lines that look at both scores are not searched for with piggyback, "
                "bank.beat_previous or without a goal. Write them into a policy file: by_scores"
            )
        self.arena, self.card = arena, card
        self.unit = arena.moves.unit
        self.goal = rules.ruleset.goal
        self.step = score_step(rules.ruleset)
        lead = LEAD_STEPS * memorable_step(rules.ruleset, self.unit)
        self.lead_step = rounded_up(lead, self.step)
        self.amounts = (*amounts, GOAL)
        tried = self.player([Line(Asked(), amount).rule(self.unit) for amount in self.amounts])
        if often is None and lost is None:
            near = self.goal - self.goal // 20
            often = met_often(way, self.player([Line(Asked(either=near), GOAL).rule(self.unit)]))
        pairs, pair = score_pairs(plan, self.step)
        if often is not None:
            perfect = arena.meet(PERFECT, PERFECT)
            by_amount = line_losses(way, often, tried, perfect, pair, pairs.shape[1])
        elif lost is not None:
            by_amount = lost(way, tried, pair, pairs.shape[1])
        stake = by_amount.max(axis=0) - by_amount.min(axis=0)
        order = np.argsort(stake)
        keep = np.sort(order[np.cumsum(stake[order]) > LEFT_OUT * stake.sum()])
        usual = by_amount[self.amounts.index(0)]
        self.rest = float(np.delete(usual, keep).sum())
        """What is lost where nothing is looked at."""
        mine, theirs = pairs[:, keep]
        self.mine: Integers = mine
        self.theirs: Integers = theirs
        self.by_amount = dict(zip(self.amounts, by_amount.take(keep, axis=1), strict=True))
        """What is lost by each of `amounts`: float64[pairs of scores]."""
        self._room = np.empty(len(mine))
        # without `self`: nothing of this is kept by a cycle when it is let go
        self.held = lru_cache(KEPT)(lambda asked: asked.holds(mine, theirs))
        """bool[pairs of scores]: where all that is asked is so."""

    @property
    def least(self) -> float:
        """What is lost if every pair of scores has the amount that suits it best."""
        return float(np.min(list(self.by_amount.values()), axis=0).sum()) + self.rest

    def player(self, rules: Sequence[ScoreRule]) -> Policy:
        """The card with lines."""
        arena = self.arena
        ruleset = arena.plan.rules.ruleset
        return with_lines(self.card, rules, ruleset, arena.moves, arena.rows)

    def of(self, lines: Sequence[Line]) -> float:
        """What a card with these lines loses, to first order."""
        lost = self._room  # new memory each time would take as long as all the rest
        np.copyto(lost, self.by_amount[0])
        for line in reversed(lines):
            np.copyto(lost, self.by_amount[line.amount], where=self.held(line.asked))
        return float(lost.sum()) + self.rest


def rows_of(arena: Arena, earliest: int = EARLIEST) -> int:
    """Rows that the tables of a card must have for its lines to be looked for, with no amount below
    that."""
    return rows_read([Line(Asked(), earliest).rule(arena.moves.unit)], arena.moves, arena.rows)


def with_number(lines: Iterable[Line], kind: tuple[str, ...], now: int, then: int) -> list[Line]:
    """Lines that ask for another number of one kind wherever they asked for this one."""
    return [
        line._replace(
            asked=line.asked._replace(
                **{key: then for key in kind if getattr(line.asked, key) == now}
            )
        )
        for line in lines
    ]


def asked_numbers(lines: Iterable[Line], keys: tuple[str, ...]) -> set[int]:
    """The numbers that lines ask of these keys."""
    found = (getattr(line.asked, key) for line in lines for key in keys)
    return {points for points in found if points is not None}
