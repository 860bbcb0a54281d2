"""The search for the ladder of short cards, in a time that a person waits.

Each kind of number has a *chain*: for 0, 1, 2, ... numbers of it, what is best to say with them and
about what that loses. Break points are judged by the expected score (`cards.short_tables`), whose
points two duels turn into games; thresholds by first-order gains (`cards.short_goes`); taking over
by the points it brings (`cards.short_take_over`). What is lost is taken to add up: for every count
of numbers the best split among the kinds is known without another duel. Only the rungs that are
shown, and those among which the short card is chosen, are measured, exactly.

Without a match there are no thresholds, and rungs go by their points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from farklegen.cards.analysis import Analysis
from farklegen.cards.card import card_of
from farklegen.cards.go_for_it import ThresholdSearch
from farklegen.cards.price import Chances
from farklegen.cards.short import LOST_GAMES, SHOWN, Ladder, Rung, Way, count
from farklegen.cards.short_goes import Option, threshold_chains
from farklegen.cards.short_tables import MOST, TableChain
from farklegen.cards.short_take_over import take_over_chain
from farklegen.policies.policy import PERFECT, GoForIt, Policy
from farklegen.solvers.duel.duel import Arena, Duel
from farklegen.solvers.progress import Progress, silent

LOOKING = "looking for short cards"

MEASURING = "measuring the card"

KEPT_TABLES = 2
"""Cards whose turns are kept in memory."""

NOTICED = 1e-9
"""What a rung must be better by."""

LEFT = 4
"""Duels that are taken to be left."""


def find_ladder(
    analysis: Analysis,
    chain: TableChain,
    arena: Arena | None = None,
    progress: Progress = silent,
) -> Ladder:
    """The best cards found for few numbers, and the short card among them.

    Args:
        analysis: the card without a limit.
        chain: its break points made shorter.
        arena: the solved match; None to go by points.
        progress: how far it is.
    """
    return _Search(analysis, arena, progress).find(chain)


def measured_in(
    arena: Arena, ladder: Ladder, analysis: Analysis, progress: Progress = silent
) -> Ladder:
    """A ladder from an easier match, or by points, with what its short card wins in the real one,
    where a duel takes long; of the other rungs that is not known.

    Args:
        arena: the real match, solved.
        ladder: the cards that were chosen in the easier one.
        analysis: the card without a limit.
        progress: how far it is.
    """
    progress(0.0, MEASURING)
    short = ladder.short
    duel = arena.meet(short.way.policy(analysis, arena.moves, arena.rows), PERFECT)

    def known(rung: Rung) -> Rung:
        return replace(rung, chances=Chances.of(duel) if rung == short else None)

    return Ladder(
        tuple(known(rung) for rung in ladder.rungs),
        known(ladder.everything),
        _perfect(arena),
        max(duel.error, arena.solution.certificate.error_bound),
        alike=True,
    )


def _perfect(arena: Arena) -> Chances:
    """Perfect play against itself."""
    first = arena.solution.win_probability(arena.solution.start())
    return Chances(first, 1.0 - first)


class _Search:
    """One search."""

    def __init__(self, analysis: Analysis, arena: Arena | None, progress: Progress) -> None:
        self.analysis = analysis
        self.arena = arena
        self.progress = progress
        self.goal = analysis.loaded.ruleset.extent
        plain = tuple(replace(table, take_over=()) for table in analysis.card.tables)
        dice = analysis.expected.moves.most_dice
        self.nothing = GoForIt((None,) * dice, (None,) * dice)
        self.everything = Way(plain, self.nothing)
        self.last: Duel | None = None
        self.duels: dict[Way, Chances] = {}
        self.error = 0.0

    def find(self, chain: TableChain) -> Ladder:
        self.points = {whole: points for _, points, whole in chain.cards}
        self.points[self.everything.tables] = chain.points
        top = max(self.points.values())
        breaks = [
            Option(numbers, top - points, {"tables": whole})
            for numbers, points, whole in chain.cards
        ]
        kinds = [breaks, take_over_chain(self.analysis)]
        kinds += self.in_match(breaks)
        self.everything = with_all(self.everything, [kind[-1] for kind in kinds[1:]])
        ways = self.best_ways(kinds)
        if self.arena is not None:
            ways = self.measured(ways)
        everything = self.rung(self.everything)
        rungs: list[Rung] = []
        for way in ways:
            rung = self.rung(way)
            if rung.numbers < everything.numbers and (
                not rungs or self.worth(rung.way) > self.worth(rungs[-1].way) + NOTICED
            ):
                rungs.append(rung)
        if self.arena is None:
            return Ladder(tuple(rungs), everything)
        error = max(self.error, self.arena.solution.certificate.error_bound)
        return Ladder(tuple(rungs), everything, _perfect(self.arena), error)

    def worth(self, way: Way) -> float:
        """Chance to win, or without a match points per turn."""
        return self.points[way.tables] if self.arena is None else self.won(way).average

    def rung(self, way: Way) -> Rung:
        """A card with what is known of it."""
        analysis = self.analysis
        card = analysis.card
        if way.tables != self.everything.tables:
            ruleset = analysis.loaded.ruleset
            card = card_of(ruleset, analysis.expected, card.step, way.tables)
        chances = None if self.arena is None else self.won(way)
        return Rung(count(way, self.goal), way, card, self.points[way.tables], chances)

    def player(self, way: Way) -> Policy:
        """Who plays by a card."""
        assert self.arena is not None
        return way.policy(self.analysis, self.arena.moves, self.arena.rows)

    def won(self, way: Way) -> Chances:
        """How often it wins where cards are chosen."""
        if way not in self.duels:
            assert self.arena is not None
            self.last = self.arena.meet(self.player(way), PERFECT, like=self.last)
            self.arena.forget_lists(KEPT_TABLES)
            self.duels[way] = Chances.of(self.last)
            self.error = max(self.error, self.last.error)
            self.told(0.3 + 0.7 * len(self.duels) / (len(self.duels) + LEFT))
        return self.duels[way]

    def told(self, done: float) -> None:
        self.progress(min(done, 0.99), LOOKING)

    def in_match(self, breaks: list[Option]) -> list[list[Option]]:
        """The chains of what only the match can tell; break points lose games in place of points
        from then on."""
        if self.arena is None or self.analysis.loaded.ruleset.goal is None:
            return []
        search = ThresholdSearch(
            self.arena,
            lambda goes: self.player(
                replace(self.everything, goes=goes, lead=None if goes is None else goes.lead)
            ),
            self.analysis.expected.points_per_turn,
            silent,
        )
        search.last = self.arena.meet(self.player(replace(self.everything, goes=None)), PERFECT)
        thresholds, leads = threshold_chains(search)
        longest = with_all(self.everything, [thresholds[-1], leads[-1]])
        middle = breaks[min(1, len(breaks) - 1)]
        lost = self.won(longest).average - self.won(with_all(longest, [middle])).average
        rate = max(lost, 0.0) / max(middle.loss, 1e-9)
        breaks[:] = [option._replace(loss=option.loss * rate) for option in breaks]
        return [thresholds, leads]

    def best_ways(self, kinds: list[list[Option]]) -> list[Way]:
        """By the count of numbers, what is expected to be best; fewest first."""
        best: dict[int, tuple[float, Way]] = {}
        for options in product(*kinds):
            numbers = sum(option.numbers for option in options)
            loss = sum(option.loss for option in options)
            if numbers <= MOST and (numbers not in best or loss < best[numbers][0]):
                best[numbers] = loss, with_all(self.everything, options)
        return [way for _, (_, way) in sorted(best.items())]

    def measured(self, ways: list[Way]) -> list[Way]:
        """Measure the rungs that are shown, and those among which the short card is chosen."""
        numbers = {count(way, self.goal): way for way in ways}
        wanted = {max((n for n in numbers if n <= most), default=0) for most in SHOWN}
        tried = [self.everything, *(numbers[n] for n in sorted(wanted))]
        least = max(self.won(way).average for way in tried) - LOST_GAMES
        for way in ways:
            if self.won(way).average >= least:
                break
        return [way for way in ways if way in self.duels]


def with_all(way: Way, options: Iterable[Option]) -> Way:
    """A way that says what some options do."""
    fields = {name: each for option in options for name, each in option.fields.items()}
    return replace(way, **fields)  # type: ignore[arg-type]  # fields of `Way`, each of its kind
