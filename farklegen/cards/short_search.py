"""The search for the ladder of short cards, in a time that a person waits.

Each kind of number has a *chain*: for 0, 1, 2, ... numbers of it, what is best to say with them and
about what that loses. Break points are judged by the expected score (`cards.short_tables`), whose
points two duels turn into games; how to set dice aside on a last turn is measured for one of them;
thresholds are judged by first-order gains (`cards.short_goes`), and so are
lines that look at both scores, which come in their place (`cards.short_lines`); taking over
by the points it brings (`cards.short_take_over`). What is lost is taken to add up: for every count
of numbers the best split among the kinds is known without another duel. Only the rungs that are
shown, and those among which the short card is chosen, are measured, exactly; with thresholds and
with lines, where it is not clear which lose less.

Without a match there are no thresholds, and rungs go by their points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeAlias

from farklegen.cards.analysis import Analysis
from farklegen.cards.card import card_of
from farklegen.cards.go_for_it import ThresholdSearch
from farklegen.cards.price import Chances
from farklegen.cards.short import (
    LOST_GAMES,
    LOST_POINTS,
    SHOWN,
    CardWay,
    Ladder,
    Rung,
    count,
    improving,
)
from farklegen.cards.short_goes import TELL_APART, Spending, threshold_chains
from farklegen.cards.short_lines import lines_chain, losses_of, turn_of
from farklegen.cards.short_tables import MOST, TableChain
from farklegen.cards.short_take_over import take_over_chain
from farklegen.core.arrays import Floats
from farklegen.policies.policy import PERFECT, GoForIt, Policy
from farklegen.rules.endings import ending_of
from farklegen.solvers.duel.by_lists import ByLists
from farklegen.solvers.duel.duel import Arena, Duel
from farklegen.solvers.progress import Progress, silent

Ways: TypeAlias = dict[int, tuple[float, CardWay]]
"""By the count of numbers, what a card is expected to win or to bring, and the card."""

LOOKING = "looking for short cards"

MEASURING = "measuring the card"

TOGETHER = 2
"""Cards that are measured at a time: each takes some thirty bytes for every state of the match."""

KEPT_TABLES = 2
"""Cards whose turns are kept in memory."""

SMALL = 6_000
"""Pairs of scores up to which lines are searched for thoroughly."""

ENOUGH = 2e-9
"""Error of a chance at which sweeps of a duel end: the cards that are compared are a million times
as far apart."""

CLEAR = 0.002
"""Chance to win by which lines must be expected to win more, or less, for one of the two not to be
measured."""

NEAR = 2
"""Lengths of break points that are measured beside lines."""

USUAL_LINES = 4
"""Numbers of the lines beside which they are measured."""

LEFT = 4
"""Duels that are taken to be left."""

THRESHOLDS = 0.3
"""Share of a search in the match that goes by before cards are measured."""


def find_ladder(
    analysis: Analysis,
    chain: TableChain,
    arena: Arena | None = None,
    progress: Progress = silent,
    *,
    lines: bool = True,
) -> Ladder:
    """The best cards found for few numbers, and the short card among them; the card without a limit
    stays at the end, even where it is no better here (see `up_to_the_best`).

    Args:
        analysis: the card without a limit.
        chain: its break points made shorter.
        arena: the solved match; None to go by points.
        progress: how far it is.
        lines: whether lines that look at both scores are looked for.
    """
    return _LadderSearch(analysis, arena, progress, lines).find(chain)


def measured_in(
    arena: Arena,
    ladder: Ladder,
    analysis: Analysis,
    progress: Progress = silent,
    *,
    every: bool = False,
) -> Ladder:
    """A ladder from another match, or by points, with what its short card wins in the real one,
    where a duel takes long; of the rungs that are not measured that is not known.

    Args:
        arena: the real match, solved.
        ladder: the cards that were chosen in the other one.
        analysis: the card without a limit.
        progress: how far it is.
        every: whether all rungs that are shown are measured.
    """
    wanted = ladder.shown if every else (ladder.short,)
    duels: list[Duel] = []
    for rung in wanted:
        progress(len(duels) / len(wanted), MEASURING)
        policy = rung.way.policy(analysis, arena.moves, arena.rows)
        like = duels[-1] if duels else None
        duels.append(arena.meet(policy, PERFECT, settled=ENOUGH, like=like))

    def known(rung: Rung) -> Rung:
        found = (duel for one, duel in zip(wanted, duels, strict=True) if one == rung)
        duel = next(found, None)
        return replace(rung, chances=None if duel is None else Chances.of(duel))

    error = max(*(duel.error for duel in duels), arena.solution.certificate.error_bound)
    rungs, everything = tuple(map(known, ladder.rungs)), known(ladder.everything)
    if every:  # what is better in the other match need not be in this one
        *measured, everything = improving(map(known, wanted))
        rungs = tuple(measured)
    return Ladder(rungs, everything, Chances(*arena.perfect), error, alike=True)


class _LadderSearch:
    """One search."""

    def __init__(
        self,
        analysis: Analysis,
        arena: Arena | None,
        progress: Progress,
        lines: bool,
    ) -> None:
        self.analysis = analysis
        self.arena = arena
        self.progress = progress
        self.lines = lines
        self.goal = analysis.loaded.ruleset.extent
        plain = tuple(replace(table, take_over=()) for table in analysis.card.tables)
        dice = analysis.expected.moves.most_dice
        self.nothing = GoForIt((None,) * dice, (None,) * dice)
        self.everything = CardWay(plain, self.nothing)
        self.last: Duel | None = None
        self.duels: dict[CardWay, Chances] = {}
        self.missed: dict[object, float] = {}
        self.often: Floats | None = None
        self.error = 0.0

    def find(self, chain: TableChain) -> Ladder:
        self.points = {whole: points for _, points, whole in chain.cards}
        self.points[self.everything.tables] = chain.points
        top = max(self.points.values())
        breaks = [
            Spending(numbers, top - points, {"tables": whole})
            for numbers, points, whole in chain.cards
        ]
        over = take_over_chain(self.analysis)
        by_points = list(breaks)
        in_match = self.in_match(breaks, over)
        kinds = [breaks, over, *in_match]
        self.everything = with_all(self.everything, [kind[-1] for kind in kinds[1:]])
        if self.arena is None:
            ways = [way for _, way in self.best_ways(kinds).values()]
        else:
            plain = self.best_ways(kinds, self.won(self.everything).average)
            others = [over, *in_match[1:]]
            ways = self.measured(plain, self.by_lines(by_points, breaks, others))
        everything = self.rung(self.everything)
        rungs = [
            *improving(
                rung
                for rung in map(self.rung, ways)
                if rung.numbers < everything.numbers or rung.way.lines or rung.way.last
            )
        ]
        other = bool(rungs) and (rungs[-1].way.lines or rungs[-1].way.last)
        if other and rungs[-1].worth > everything.worth:
            everything = rungs.pop()
        rungs = [rung for rung in rungs if rung.numbers < everything.numbers]
        if self.arena is None:
            return Ladder(tuple(rungs), everything)
        error = max(self.error, self.arena.solution.certificate.error_bound)
        return Ladder(tuple(rungs), everything, Chances(*self.arena.perfect), error)

    def rung(self, way: CardWay) -> Rung:
        """A card with what is known of it."""
        analysis = self.analysis
        card = analysis.card
        if way.tables != self.everything.tables:
            ruleset = analysis.loaded.ruleset
            card = card_of(ruleset, analysis.expected, card.step, way.tables)
        chances = None if self.arena is None else self.won(way)
        return Rung(count(way, self.goal), way, card, self.points[way.tables], chances)

    def player(self, way: CardWay) -> Policy:
        """Who plays by a card."""
        assert self.arena is not None
        return way.policy(self.analysis, self.arena.moves, self.arena.rows)

    def won(self, way: CardWay) -> Chances:
        """How often it wins where cards are chosen; in an easier match without taking over, less
        what its scores to take over from are taken to lose."""
        self.play([way])
        found, lost = self.duels[way], self.missed.get(way.take_over, 0.0)
        return Chances(found.moving_first - lost, found.moving_second - lost)

    def play(self, ways: Iterable[CardWay]) -> None:
        """Find how often cards win, a few at a time: `TOGETHER`, whatever the threads, so that they
        are found from the same duels before."""
        assert self.arena is not None
        new = [way for way in dict.fromkeys(ways) if way not in self.duels]
        for low in range(0, len(new), TOGETHER):
            some = new[low : low + TOGETHER]
            pairs = [(self.player(way), PERFECT) for way in some]
            duels = self.arena.meet_all(pairs, settled=ENOUGH, like=self.last)
            self.arena.forget_lists(KEPT_TABLES)
            self.last = duels[-1]
            self.duels |= zip(some, map(Chances.of, duels), strict=True)
            self.error = max(self.error, *(duel.error for duel in duels))
            share = len(self.duels) / (len(self.duels) + LEFT)
            self.told(THRESHOLDS + (1.0 - THRESHOLDS) * share)

    def told(self, done: float) -> None:
        self.progress(min(done, 0.99), LOOKING)

    def in_match(self, breaks: list[Spending], over: list[Spending]) -> list[list[Spending]]:
        """The chains of what only the match can tell; break points and scores to take over from
        lose games in place of points from then on."""
        if self.arena is None or self.analysis.loaded.ruleset.goal is None:
            return []
        search = ThresholdSearch(
            self.arena,
            lambda goes: self.player(
                replace(self.everything, goes=goes, lead=None if goes is None else goes.lead)
            ),
            self.analysis.expected.points_per_turn,
            lambda share, _doing: self.told(THRESHOLDS * share),
        )
        thresholds, leads = threshold_chains(search)
        self.often = search.often
        longest = with_all(self.everything, [thresholds[-1], leads[-1]])
        middle = breaks[min(1, len(breaks) - 1)]
        short = with_all(longest, [middle])
        self.play([short, longest])
        won = self.won(short).average
        rate = max(self.won(longest).average - won, 0.0) / max(middle.loss, 1e-9)
        for chain in (breaks, over):
            chain[:] = [option._replace(loss=option.loss * rate) for option in chain]
        self.missed = {option.fields["take_over"]: option.loss for option in over}
        if ending_of(self.analysis.loaded.ruleset).has_last_turn:
            gain = self.won(replace(short, last=True)).average - won
            if gain > TELL_APART:
                breaks[:] = [
                    Spending(numbers, loss - gain, {**fields, "last": True})
                    for numbers, loss, fields in breaks
                ]
        return [thresholds, leads]

    def by_lines(
        self, by_points: list[Spending], breaks: list[Spending], others: list[list[Spending]]
    ) -> list[Ways]:
        """What is expected of cards with lines that look at both scores in place of thresholds; by
        a quick search, and in a small game by a thorough one as well: what lines lose is known to
        first order only, so that the better list need not win more.

        Args:
            by_points, breaks: the chain of break points, which lose points or games.
            others: the chains that go with lines as with thresholds.
        """
        assert self.arena is not None
        without_goal = self.analysis.loaded.ruleset.goal is None
        if not self.lines or without_goal or not isinstance(self.arena.way, ByLists):
            return []
        analysis, turn = self.analysis, turn_of(self.analysis)
        place = first_near(analysis, [option.loss for option in by_points])
        tables = breaks[place].fields["tables"]
        losses = losses_of(analysis, self.arena, tables, self.nothing, self.often)
        chains = [lines_chain(losses, turn)]
        if len(losses.mine) <= SMALL:
            chains.append(lines_chain(losses, turn, thorough=True))
        return [self.beside(lines, breaks, place, others) for lines in chains if lines]

    def beside(
        self,
        lines: list[Spending],
        breaks: list[Spending],
        place: int,
        others: list[list[Spending]],
    ) -> Ways:
        """What is expected of cards with some of these lines.

        Args:
            lines: the chain of lines.
            breaks: the chain of break points.
            place: those from there on are measured beside lines.
            others: the chains that go with them.
        """
        rest = [self.without_scores, *(kind[-1] for kind in others)]
        usual = next(option for option in reversed(lines) if option.numbers <= USUAL_LINES)
        near = breaks[place : place + NEAR]
        beside = [with_all(self.everything, [option, usual, *rest]) for option in near]
        self.play(beside)
        won = [self.won(way).average for way in beside]
        apart = [o._replace(loss=won[0] - each) for o, each in zip(near, won, strict=True)]
        apart += [
            option._replace(loss=option.loss - breaks[place].loss) for option in breaks[:place]
        ]
        return self.best_ways([apart, lines, [self.without_scores], *others], won[0] + usual.loss)

    @property
    def without_scores(self) -> Spending:
        """No scores to go for the goal by number of dice."""
        return Spending(0, 0.0, {"goes": self.nothing})

    def best_ways(self, kinds: list[list[Spending]], best_won: float = 0.0) -> Ways:
        """By the count of numbers, what is expected to win most.

        Args:
            kinds: the chains.
            best_won: what a card wins, or brings, that loses nothing.
        """
        best: Ways = {}
        for options in product(*kinds):
            numbers = sum(option.numbers for option in options)
            won = best_won - sum(option.loss for option in options)
            if numbers <= MOST and (numbers not in best or won > best[numbers][0]):
                best[numbers] = won, with_all(self.everything, options)
        return best

    def measured(self, plain: Ways, lined: list[Ways]) -> list[CardWay]:
        """Measure the rungs that are shown, and those among which the short card is chosen."""
        wanted = [self.everything]
        for most in (*SHOWN, MOST):
            few = max((n for n in plain if n <= most), default=0)
            told = [
                max((each[n] for n in each if n <= most), key=lambda found: found[0], default=None)
                for each in lined
            ]
            wanted += _unclear(plain[few] if most in SHOWN else None, *told)
        self.play(wanted)
        least = max(self.won(way).average for way in wanted) - LOST_GAMES
        for numbers in sorted({*plain, *(n for each in lined for n in each)}):
            ways = _unclear(plain.get(numbers), *(each.get(numbers) for each in lined))
            expected = max(each[numbers][0] for each in (plain, *lined) if numbers in each)
            if lined and expected < least - CLEAR:
                continue
            self.play(ways)
            if max(self.won(way).average for way in ways) >= least:
                break
        every = [way for ways in (plain, *lined) for _, way in ways.values()]
        return [way for way in every if way in self.duels]


def _unclear(*cards: tuple[float, CardWay] | None) -> list[CardWay]:
    """Of some cards those that may win most: several if it is not clear."""
    there = [each for each in cards if each is not None]
    most = max(won for won, _ in there) if there else 0.0
    return [way for won, way in there if won >= most - CLEAR]


def first_near(analysis: Analysis, losses: Sequence[float]) -> int:
    """Where in a chain of break points those begin that lose hardly any points."""
    enough = LOST_POINTS * turn_of(analysis)
    return next((at for at, loss in enumerate(losses) if loss <= enough), len(losses) - 1)


def with_all(way: CardWay, options: Iterable[Spending]) -> CardWay:
    """A way that says what some options do."""
    for option in options:
        way = replace(way, **option.fields)
    return way
