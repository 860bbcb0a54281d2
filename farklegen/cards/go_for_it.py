"""Go-for-it thresholds: from which scores on one never banks short of the goal.

For each number of dice there are two numbers, one for the own and one for the opponent's score;
where the opponent has another turn after one reaches the goal, there is a lead from which to bank.
They are chosen by exact evaluation of card play against a perfect opponent. What all numbers would
gain is known to first order from one pass over the match (`solvers.duel.go_for_it_gains`): for each
number of dice the best pair is taken, measured, and kept if it wins more games, until nothing is
gained. Then one number after the other is moved by a step as long as that wins more, and every
number that gains nothing is left out; what cannot gain, as far as the pass tells, is not measured.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from farklegen.cards.card import Analysis, Chances, MatchPrice
from farklegen.cards.players import full_table_player
from farklegen.core.arrays import Floats
from farklegen.policies.policy import PERFECT, GoForIt, Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import banked_unit
from farklegen.solvers.duel.by_lists import ByLists, TableLists
from farklegen.solvers.duel.duel import SETTLED, Arena, Duel
from farklegen.solvers.duel.go_for_it_gains import go_for_it_gains, met_often
from farklegen.solvers.match.planes import bank_by_lead
from farklegen.solvers.progress import Progress, silent

GAIN = 1e-12
"""Chance to win that a number must gain."""

GAIN_OF_SWEEPS = 1e-9
"""The same where duels take sweeps, which are stopped early while searching."""

CHEAP = 1_000_000
"""States, ten times as many where duels take sweeps, up to which duels are not counted."""

FIRST_GUESS = (0.8, 0.8, 1.2, 2.2, 4.0)
"""Distances from the goal, in average turns, at which numbers start; fewest dice first."""

LEADS = (1, 3, 8, 20, 40)
"""Leads, in steps of the numbers, that are tried first."""

STRIDES = (4, 1)
"""Steps by which the lead is moved then; other numbers are moved by the last of them."""

DOUBT = 0.1
"""What a change gains may differ from what the pass tells by this share of what it gains and loses
in single states: they are come to about as often after the change as before."""

MOST_ROUNDS = 8
"""Rounds at most; almost never do more than four change anything."""

MOST_DUELS = 30
"""Duels at most where they are not cheap."""

USUAL_DUELS, LEAST_LEFT = 10, 3
"""Duels that a search usually takes, and how many are taken to be left after that."""


@dataclass(frozen=True)
class Promise:
    """What going for the goal with one number of dice gains, by the numbers from which on one does.

    Attributes:
        given_up: float64[numbers, numbers], by own number and the opponent's, in steps: what is
            given up where both scores lie below.
        at_stake: the same with every gain and loss taken as positive.
    """

    given_up: Floats
    at_stake: Floats

    @property
    def best(self) -> tuple[int, int]:
        """The numbers that promise most; among equals the highest."""
        backwards = int(np.argmin(self.given_up[::-1, ::-1]))
        own, other = np.unravel_index(self.given_up.size - 1 - backwards, self.given_up.shape)
        return int(own), int(other)

    def gain(self, now: tuple[int, int], then: tuple[int, int]) -> float:
        return float(self.given_up[now] - self.given_up[then])

    def doubt(self, now: tuple[int, int], then: tuple[int, int]) -> float:
        """How much more than that it may be."""
        both = min(now[0], then[0]), min(now[1], then[1])
        changed = self.at_stake[now] + self.at_stake[then] - 2 * self.at_stake[both]
        return DOUBT * float(changed)


@dataclass(frozen=True)
class FoundThresholds:
    """Thresholds and what they win.

    Attributes:
        go_for_it: the thresholds.
        alone: the card without them, against perfect play.
        duel: the card with them.
        duels: evaluated on the way.
    """

    go_for_it: GoForIt
    alone: Duel
    duel: Duel
    duels: int


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


def without_goal(arena: Arena, player: Callable[[GoForIt | None], Policy]) -> FoundThresholds:
    """The same where there is no goal to go for, but the last turn of all: who has it does not bank
    short of what wins."""
    nothing = GoForIt.never(arena.moves.most_dice)
    alone = arena.meet(player(None), PERFECT)
    return FoundThresholds(nothing, alone, arena.meet(player(nothing), PERFECT), 2)


class ThresholdSearch:
    """A search for the thresholds with which a player wins most against perfect play.

    A choice is a tuple of numbers: own scores, the opponent's, the lead.

    Args:
        player: the player with given thresholds; None for none.
    """

    def __init__(
        self,
        arena: Arena,
        player: Callable[[GoForIt | None], Policy],
        turn: float,
        progress: Progress,
    ) -> None:
        rules = arena.plan.rules
        self.arena = arena
        self.player = player
        self.turn = turn
        self.progress = progress
        self.dice = rules.moves.most_dice
        self.sizes = rules.moves.sizes
        self.goal = rules.extent * rules.unit
        self.unit = rules.moves.unit
        self.step = score_step(rules.ruleset)
        self.leads = rules.has_last_turn and not rules.exact_goal
        again = arena.levels.again
        costly = len(arena.levels.of) * (10 if again else 1) > CHEAP
        self.most = MOST_DUELS if costly else 1 << 30
        self.gain, self.settled = (GAIN_OF_SWEEPS, GAIN_OF_SWEEPS / 4) if again else (GAIN, SETTLED)
        self.seen: dict[tuple[int, ...], float] = {}
        self.last: Duel | None = None
        self.last_choice: list[int] = []
        self.count = -(-self.goal // self.step)
        """Steps from zero to the goal."""
        self.lists: TableLists | None = None
        self.promises: list[Promise] = []
        """For each number of dice, as the last pass tells; empty where there are no passes."""

    def find(self) -> FoundThresholds:
        alone = self.last = self.arena.meet(self.player(None), PERFECT)
        choice = self.guess()
        best = self.worth(choice)
        for round_ in range(MOST_ROUNDS):
            before = best
            self.look(choice)
            choice, best = self.by_gains(choice, best)
            if self.leads:
                choice, best = self.by_lead(choice, best, first=round_ == 0)
            if best <= before + self.gain or len(self.seen) >= self.most:
                break
        choice, best = self.by_steps(choice, best)
        for place in self.places():
            without = replaced(choice, place, self.nothing(place))
            if self.may_gain(choice, without, -self.gain):
                won = self.worth(without)
                if won >= best - self.gain:
                    choice, best = without, max(best, won)
        thresholds = self.thresholds(choice)
        return FoundThresholds(
            thresholds, alone, self.arena.meet(self.player(thresholds), PERFECT), len(self.seen)
        )

    def look(self, choice: list[int]) -> None:
        """See what other numbers than these promise."""
        way, rules = self.arena.way, self.arena.plan.rules
        if not isinstance(way, ByLists):
            return
        policy = self.player(self.thresholds(choice))
        if self.lists is None:
            self.lists = way.lists_like(policy)
        matter = [dice for dice in range(self.dice) if self.tops[dice] is not None]
        duel = self.meet(choice)
        gains = go_for_it_gains(way, policy, duel, self.lists, met_often(way, policy), matter)
        _, mine, theirs = self.arena.plan.grid
        steps = tuple(
            np.clip((scores - rules.zero) * rules.unit // self.step, 0, self.count - 1) + 1
            for scores in (mine, theirs)
        )

        def below(each: Floats) -> Floats:
            side = self.count + 1
            table = np.bincount(steps[0] * side + steps[1], each, side * side)
            return table.reshape(side, side).cumsum(axis=0).cumsum(axis=1)

        self.promises = [Promise(below(some), below(np.abs(some))) for some in gains]

    def numbers(self, choice: list[int], dice: int) -> tuple[int, int]:
        places = (dice, self.dice + dice)
        own, other = (min(-(-choice[place] // self.step), self.count) for place in places)
        return own, other

    def may_gain(self, choice: list[int], other: list[int], least: float) -> bool:
        """Whether another choice may gain more than so much, as far as is known."""
        changed = {
            place % self.dice
            for place in range(2 * self.dice)
            if self.promises and choice[place] != other[place]
        }
        if not changed or choice[2 * self.dice :] != other[2 * self.dice :]:
            return True
        gain = 0.0
        for dice in changed:
            now, then = self.numbers(choice, dice), self.numbers(other, dice)
            promise = self.promises[dice]
            gain += promise.gain(now, then) + promise.doubt(now, then)
        return gain > least

    def by_gains(self, choice: list[int], best: float) -> tuple[list[int], float]:
        """Take for each number of dice the pair that gains most to first order, if it does gain."""
        pairs = []
        for dice, promise in enumerate(self.promises):
            if self.tops[dice] is None:
                continue
            gain = promise.gain(self.numbers(choice, dice), promise.best)
            if gain > self.gain:
                own, other = (
                    self.goal if number >= self.count else number * self.step
                    for number in promise.best
                )
                pairs.append((gain, dice, own, other))
        pairs.sort(reverse=True)
        everything = choice
        for _, dice, mine, theirs in pairs:
            everything = self.with_pair(everything, dice, mine, theirs)
        won = self.worth(everything) if pairs else best
        if won > best + self.gain:
            return everything, won
        for _, dice, mine, theirs in pairs if len(pairs) > 1 else ():
            one = self.with_pair(choice, dice, mine, theirs)
            if len(self.seen) < self.most and self.worth(one) > best + self.gain:
                choice, best = one, self.worth(one)
        return choice, best

    def with_pair(self, choice: list[int], dice: int, mine: int, theirs: int) -> list[int]:
        return replaced(replaced(choice, dice, mine), self.dice + dice, theirs)

    def by_lead(self, choice: list[int], best: float, *, first: bool) -> tuple[list[int], float]:
        """Move the lead as long as that gains; `first`: look at some far away before."""
        place = 2 * self.dice
        for steps in LEADS if first else ():
            tried = replaced(choice, place, steps * self.step)
            if steps * self.step <= self.goal and self.worth(tried) > best + self.gain:
                choice, best = tried, self.worth(tried)
        for stride in STRIDES:
            choice, best = self.moved(choice, best, place, stride * self.step)
        return choice, best

    def by_steps(self, choice: list[int], best: float) -> tuple[list[int], float]:
        """Move one number after the other by a step as long as that gains."""
        before = -1.0
        while best > before + self.gain and len(self.seen) < self.most:
            before = best
            for place in self.places():
                choice, best = self.moved(choice, best, place, self.step)
        return choice, best

    def moved(
        self, choice: list[int], best: float, place: int, stride: int
    ) -> tuple[list[int], float]:
        """Move one number by so much, up or down, as long as that gains."""
        for direction in (-stride, stride):
            while len(self.seen) < self.most:
                tried = replaced(choice, place, choice[place] + direction)
                if not 0 <= tried[place] <= self.goal:
                    break
                if not self.may_gain(choice, tried, self.gain):
                    break
                if self.worth(tried) <= best + self.gain:
                    break
                choice, best = tried, self.worth(tried)
        return choice, best

    @cached_property
    def tops(self) -> list[int | None]:
        """The highest number of each place that changes anything; None where none does.

        With this number of dice the player banks from some turn score on; where that reaches the
        goal, a score of their own changes nothing.
        """
        tables = self.player(None).tables.values()
        banks = np.logical_or.reduce([table.banks for table in tables])
        tops: list[int | None] = []
        for dice in range(self.dice):
            rows = np.flatnonzero(banks[1:, self.sizes == dice + 1].any(axis=1))
            least = (int(rows[0]) + 1) * self.unit if len(rows) else self.goal
            top = (self.goal - least - 1) // self.step * self.step
            tops.append(top if top > 0 else None)
        last = (self.goal - 1) // self.step * self.step
        theirs = [None if top is None else last for top in tops]
        return tops + theirs + [0] * self.leads

    def guess(self) -> list[int]:
        away = [round(turns * self.turn / self.step) * self.step for turns in FIRST_GUESS]
        away += [self.goal] * (self.dice - len(away))
        numbers = [
            self.goal if top is None or far >= self.goal else min(self.goal - far, top)
            for top, far in zip(self.tops, away[: self.dice] * 2, strict=False)
        ]
        return numbers + [0] * self.leads

    def places(self) -> list[int]:
        """The numbers in the order in which they are moved: fewest dice first, where it matters
        most."""
        pairs = [place for dice in range(self.dice) for place in (dice, self.dice + dice)]
        pairs = [place for place in pairs if self.tops[place] is not None]
        return pairs + [2 * self.dice] * self.leads

    def nothing(self, place: int) -> int:
        return self.goal if place < 2 * self.dice else 0

    def worth(self, choice: list[int]) -> float:
        """Chance to win against perfect play, averaged over who moves first."""
        key = tuple(choice)
        if key not in self.seen:
            self.tell()
            self.seen[key] = self.meet(choice).average
        return self.seen[key]

    def tell(self) -> None:
        done = len(self.seen)
        share = done / (done + max(USUAL_DUELS - done, LEAST_LEFT))
        self.progress(share, "looking for go-for-it thresholds")

    def meet(self, choice: list[int]) -> Duel:
        if self.last is None or self.last_choice != choice:
            me = self.player(self.thresholds(choice))
            self.last = self.arena.meet(me, PERFECT, settled=self.settled, like=self.last)
            self.last_choice = choice
        return self.last

    def thresholds(self, choice: list[int]) -> GoForIt:
        def said(numbers: list[int]) -> tuple[int | None, ...]:
            return tuple(None if number >= self.goal else number for number in numbers)

        lead = choice[-1] if self.leads and choice[-1] > 0 else None
        return GoForIt(said(choice[: self.dice]), said(choice[self.dice : 2 * self.dice]), lead)


def replaced(choice: list[int], place: int, value: int) -> list[int]:
    return [*choice[:place], value, *choice[place + 1 :]]


def easier_to_search(ruleset: Ruleset, *, streaks: bool) -> Ruleset:
    """The rules in whose match to look for cards where a duel takes long in the real one: nothing
    is taken over, no bank has to beat another, and without `streaks` no farkle costs points."""
    bank, farkle = ruleset.bank.model_copy(update={"beat_previous": False}), ruleset.farkle
    if not streaks:
        farkle = farkle.model_copy(update={"streak": None, "penalty": 0})
    return ruleset.model_copy(update={"piggyback": "none", "bank": bank, "farkle": farkle})


def thresholds_in(analysis: Analysis, arena: Arena, progress: Progress = silent) -> FoundThresholds:
    """The go-for-it thresholds of a card that win most in a solved match."""
    expected = analysis.expected
    player = partial(full_table_player, expected, analysis.card, arena.moves, arena.rows)
    if analysis.loaded.ruleset.goal is None:  # nothing to go for but the last turn
        return without_goal(arena, player)
    return ThresholdSearch(arena, player, expected.points_per_turn, progress).find()


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
        found.duels,
        bank_by_lead(solution) if ruleset.goal is None else None,
    )
