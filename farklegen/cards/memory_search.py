"""The search for the best cards that take few numbers.

It goes from the card with all its thresholds down to no number at all. Each time it leaves out the
one number, break point or threshold, whose loss hurts least, and then lets the others make up for
it: numbers move by a step or two, values by a step. Changes of break points are found by the
expected score; whatever is kept is measured in the match, exactly. At last the break points of each
of the best cards meet the thresholds of every other. At every count the best card met is kept, so
more numbers are never worse.

Where a duel takes long, few are fought. Break points are then left out by the expected score alone,
thresholds in the order of what each loses by itself; what is lost is taken to add up, which tells
how many numbers of each kind to keep, and only those cards are measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from farklegen.cards.analysis import Analysis
from farklegen.cards.card import card_of
from farklegen.cards.go_for_it import GAIN
from farklegen.cards.memory import Frontier, ShortCard, count, threshold_numbers
from farklegen.cards.players import card_player
from farklegen.cards.price import Chances, MatchPrice
from farklegen.cards.shorten import Shortener, Tables, break_numbers, least_missed
from farklegen.policies.policy import PERFECT, GoForIt, Policy
from farklegen.solvers.duel.duel import SETTLED, Arena, Duel
from farklegen.solvers.progress import Progress, silent

TRIED = 6
"""Small changes of the break points that are tried in the match after each number."""

FEW = 3
"""Numbers in thresholds up to which others than those with one are tried with each of them."""

SHIFTS = (-1, 1, -2, 2)
"""Steps by which a threshold is moved."""

NOISE = 1e-10
"""Difference between two chances that may be an error, where sweeps converge."""

MOST_WORK = 200_000
"""States times sweeps up to which every step is measured."""

SWEEPS = 10
"""Sweeps that a duel takes where turns lead back to lower scores, about."""

NOTICED = 2e-5
"""Chance to win that a number must be expected to bring to be tried, where duels take long."""

LOOKED_AT = 2
"""Thresholds, those that last cost least, whose loss is measured anew at least."""

KEPT_TABLES = 24
"""Cards whose turns are kept in memory."""


def find_frontier(
    analysis: Analysis, arena: Arena, price: MatchPrice, progress: Progress = silent
) -> Frontier:
    """Search for the best card for every count of numbers.

    Args:
        analysis: the card without a limit.
        arena: the solved match.
        price: the thresholds of that card, and what it wins.
        progress: how far it is.
    """
    return _FrontierSearch(analysis, arena, price, progress).find()


@dataclass(frozen=True)
class _Choice:
    """A card with its thresholds."""

    tables: Tables
    goes: GoForIt


@dataclass(frozen=True)
class _Won:
    """What was measured of it."""

    chances: Chances
    error: float


class _FrontierSearch:
    """One search."""

    def __init__(
        self, analysis: Analysis, arena: Arena, price: MatchPrice, progress: Progress
    ) -> None:
        self.analysis = analysis
        self.arena = arena
        self.price = price
        self.progress = progress
        self.goal = analysis.loaded.ruleset.extent
        self.step = price.step
        self.shortener = Shortener(analysis.expected, analysis.card.step, self.goal)
        work = arena.plan.states * (SWEEPS if arena.levels.again else 1)
        self.costly = work > MOST_WORK
        self.nothing = GoForIt(
            (None,) * len(price.go_for_it.mine), (None,) * len(price.go_for_it.mine)
        )
        self.seen: dict[_Choice, _Won] = {}
        self.best: dict[int, tuple[float, _Choice]] = {}
        self.policies: dict[Tables, Policy] = {}
        self.missed: dict[int, float] = {}
        self.last: Duel | None = None
        self.next: tuple[Tables, Tables | None] | None = None

    def find(self) -> Frontier:
        default = _Choice(self.analysis.card.tables, self.price.go_for_it)
        self.seen[default] = _Won(self.price.with_go_for_it, self.price.error)
        self.record(default)
        if self.costly:
            self.rough(default)
        else:
            self.thorough(default)
        return Frontier(
            tuple(self.finished()),
            ShortCard(self.count(default), self.analysis.card, self.price),
            len(self.seen),
            self.costly,
        )

    def thorough(self, choice: _Choice) -> None:
        """The search in which every step is measured."""
        full = max(self.count(choice), 1)
        choice = self.improved(choice)
        while options := list(self.options(choice)):
            longer = choice
            self.measure(options)
            choice = max(options, key=self.worth)
            if choice.tables != longer.tables:
                choice = self.improved(choice)
            choice = self.settled(choice)
            self.arena.forget_lists(KEPT_TABLES)
            self.told(0.8 * (full - self.count(choice)) / full)
        self.crossed()

    def rough(self, default: _Choice) -> None:
        """The search with few duels."""
        cards = [default.tables]
        many = max(len(break_numbers(default.tables, self.goal)), 1)
        while shorter := self.shortener.shorter(cards[-1]):
            cards.append(self.shortener.polished(shorter, passes=1))
            self.told(0.3 * len(cards) / (many + 1))
        points = [self.shortener.points(tables) for tables in cards]
        middle = len(cards) // 2
        lost = self.worth(default) - self.worth(_Choice(cards[middle], default.goes))
        rate = lost / max(points[0] - points[middle], 1e-12)

        goes, missed = [default.goes], [0.0]
        single = {way: self.worth(default) - self.worth(_Choice(default.tables, way))
                  for way in self.each_left_out(default.goes)}  # fmt: skip
        for way in sorted(single, key=lambda way: single[way]):
            goes.append(_both(goes[-1], way))
            missed.append(missed[-1] + single[way])

        best: dict[int, tuple[float, _Choice]] = {}
        for tables, scored in zip(cards, points, strict=True):
            for way, loss in zip(goes, missed, strict=True):
                choice = _Choice(tables, way)
                found = (rate * (points[0] - scored) + loss, choice)
                numbers = self.count(choice)
                if numbers not in best or found[0] < best[numbers][0]:
                    best[numbers] = found
        least = float("inf")
        for place, numbers in enumerate(sorted(best)):
            loss, choice = best[numbers]
            if loss < least - NOTICED:
                least = loss
                self.record(choice)
                self.arena.forget_lists(1)
            self.told(0.4 + 0.5 * place / len(best))

    def each_left_out(self, goes: GoForIt) -> Iterator[GoForIt]:
        """Thresholds with one number less."""
        for number in threshold_numbers(goes):
            without = goes
            for place in _places(goes, number):
                without = _replaced(without, place, None)
            yield without
        if goes.lead is not None:
            yield replace(goes, lead=None)

    def told(self, done: float) -> None:
        self.progress(min(done, 0.99), "looking for shorter cards")

    def options(self, choice: _Choice) -> Iterator[_Choice]:
        """Cards with fewer numbers: one without a break point, one without a threshold."""
        if self.next is None or self.next[0] != choice.tables:
            shorter = self.shortener.shorter(choice.tables)
            if shorter is not None:
                shorter = self.shortener.polished(shorter)
            self.next = (choice.tables, shorter)
        if self.next[1] is not None:
            yield replace(choice, tables=self.next[1])
        fewer = self.fewer(choice)
        if fewer is not None:
            yield fewer

    def fewer(self, choice: _Choice) -> _Choice | None:
        """Without the threshold that is missed least; None if there is none."""
        goes = choice.goes
        no_lead = None if goes.lead is None else replace(choice, goes=replace(goes, lead=None))
        return least_missed(
            threshold_numbers(goes),
            self.missed,
            self.worth(choice),
            lambda number: self.without(choice, number),
            self.worth,
            looked_at=LOOKED_AT,
            best=no_lead,
        )

    def without(self, choice: _Choice, number: int) -> _Choice:
        """Without one score in the thresholds: nothing in its place, or another one."""
        others = [n for n in threshold_numbers(choice.goes) if n != number]
        around = [n for n in others if n < number][-1:] + [n for n in others if n > number][:1]
        for place in _places(choice.goes, number):
            ways = [
                replace(choice, goes=_replaced(choice.goes, place, to)) for to in (None, *around)
            ]
            self.measure(ways)
            choice = max(ways, key=self.worth)
        return choice

    def improved(self, choice: _Choice) -> _Choice:
        """Small changes of the break points, as long as they win more."""
        self.record(choice)
        while True:
            near = self.shortener.near(choice.tables, TRIED)
            self.measure(_Choice(tables, self.nothing) for tables in (choice.tables, *near))
            alone = self.worth(_Choice(choice.tables, self.nothing))
            better = [
                (self.worth(_Choice(tables, self.nothing)), replace(choice, tables=tables))
                for tables in near
            ]
            better = [found for found in better if found[0] > alone + GAIN]
            if not better:
                return choice
            found = max(better, key=lambda pair: pair[0])[1]
            if self.worth(found) <= self.worth(choice) + GAIN:
                return choice
            self.record(found)
            choice = found

    def settled(self, choice: _Choice) -> _Choice:
        """Small changes of the thresholds, as long as they win more."""
        for number in threshold_numbers(choice.goes):
            tried = [number + shift * self.step for shift in SHIFTS]
            ways = [_moved(choice, number, to) for to in tried if 0 <= to < self.goal]
            choice = self.better(choice, ways)
        numbers = threshold_numbers(choice.goes)
        if len(numbers) <= FEW:
            for place in _places(choice.goes, None):
                goes = [_replaced(choice.goes, place, number) for number in numbers]
                choice = self.better(choice, [replace(choice, goes=each) for each in goes])
        self.record(choice)
        return choice

    def better(self, choice: _Choice, ways: list[_Choice]) -> _Choice:
        """The one of some cards that wins most, if that is more than another does, else that."""
        self.measure([choice, *ways])
        best = max(ways, key=self.worth, default=choice)
        return best if self.worth(best) > self.worth(choice) + GAIN else choice

    def crossed(self) -> None:
        """The break points of each of the best cards with the thresholds of every other one."""
        best = [choice for _, choice in self.best.values()]
        thresholds = dict.fromkeys(choice.goes for choice in best)
        for tables in dict.fromkeys(choice.tables for choice in best):
            self.measure(_Choice(tables, goes) for goes in thresholds)
            for goes in thresholds:
                self.record(_Choice(tables, goes))
        for _, choice in list(self.best.values()):
            self.settled(choice)

    def count(self, choice: _Choice) -> int:
        return count(choice.tables, choice.goes, self.goal)

    def record(self, choice: _Choice) -> None:
        """Keep a card if it is the best of its count."""
        numbers, won = self.count(choice), self.worth(choice)
        if numbers not in self.best or won > self.best[numbers][0]:
            self.best[numbers] = (won, choice)

    def worth(self, choice: _Choice) -> float:
        """Chance to win against perfect play, averaged over who moves first."""
        self.measure([choice])
        return self.seen[choice].chances.average

    def measure(self, choices: Iterable[_Choice]) -> None:
        """See what some cards win, several at a time."""
        new = [choice for choice in dict.fromkeys(choices) if choice not in self.seen]
        players = [self.player(choice.tables, choice.goes) for choice in new]
        duels = self.arena.meet_all(
            [(player, PERFECT) for player in players], settled=SETTLED, like=self.last
        )
        for choice, self.last in zip(new, duels, strict=True):
            self.seen[choice] = _Won(Chances.of(self.last), self.last.error)

    def player(self, tables: Tables, goes: GoForIt | None) -> Policy:
        """The player of a card."""
        if tables not in self.policies:
            card = replace(self.analysis.card, tables=tables)
            self.policies.clear()
            self.policies[tables] = card_player(
                self.analysis.expected, card, self.arena.moves, self.arena.rows, None
            )
        return replace(self.policies[tables], name="card-go", go_for_it=goes)

    def finished(self) -> Iterator[ShortCard]:
        """The best cards, each with what it wins without its thresholds."""
        best, margin = -1.0, NOISE if self.arena.levels.again else GAIN
        expected, card = self.analysis.expected, self.analysis.card
        ruleset = self.analysis.loaded.ruleset
        for numbers, (won, choice) in sorted(self.best.items()):
            if won <= best + margin:
                continue
            best = won
            if choice.tables == card.tables and choice.goes == self.price.go_for_it:
                yield ShortCard(numbers, card, self.price)
                continue
            alone = self.arena.meet(self.player(choice.tables, None), PERFECT, like=self.last)
            duel = self.seen[choice]
            price = replace(
                self.price,
                go_for_it=choice.goes,
                alone=Chances.of(alone),
                with_go_for_it=duel.chances,
                error=max(alone.error, duel.error, self.price.error),
                duels=len(self.seen),
            )
            yield ShortCard(numbers, card_of(ruleset, expected, card.step, choice.tables), price)


def _moved(choice: _Choice, number: int, to: int) -> _Choice:
    """With another score wherever one stands in the thresholds."""
    goes = choice.goes
    for place in _places(choice.goes, number):
        goes = _replaced(goes, place, to)
    return replace(choice, goes=goes)


def _places(goes: GoForIt, number: int | None) -> list[tuple[bool, int]]:
    """Where a score stands in the thresholds: (one's own?, dice less one)."""
    own = [(True, dice) for dice, score in enumerate(goes.mine) if score == number]
    return own + [(False, dice) for dice, score in enumerate(goes.theirs) if score == number]


def _replaced(goes: GoForIt, place: tuple[bool, int], score: int | None) -> GoForIt:
    """Thresholds with another score in one place."""
    own, dice = place
    scores = list(goes.mine if own else goes.theirs)
    scores[dice] = score
    return replace(goes, mine=tuple(scores)) if own else replace(goes, theirs=tuple(scores))


def _both(one: GoForIt, other: GoForIt) -> GoForIt:
    """What both thresholds have."""

    def common(a: tuple[int | None, ...], b: tuple[int | None, ...]) -> tuple[int | None, ...]:
        return tuple(None if y is None else x for x, y in zip(a, b, strict=True))

    lead = None if other.lead is None else one.lead
    return GoForIt(common(one.mine, other.mine), common(one.theirs, other.theirs), lead)
