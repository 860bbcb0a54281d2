"""The search for the ladder of cards, in a time that a person waits.

Each kind of number has a *chain*: for 0, 1, 2, ... numbers of it, what is best to say with them and
about what that loses. Break points are judged by the expected score (`cards.tables`), whose points
two duels turn into games; how to set dice aside on a last turn is measured for one of them. One
pass over the match says for every number of dice and every pair of scores what going for the goal
from there on gains to first order (`cards.go_for_it`): thresholds with k numbers are chosen one
after the other, each in place of the one before it as well if that gives up less. Lines that look
at both scores come in their place (`cards.lines`), and taking over is judged by the points it
brings. What is lost is taken to add up: for every count of numbers the best split among the kinds
is known without another duel. Only the rungs that are shown, and those among which the card is
chosen, are measured, exactly; with thresholds and with lines, where it is not clear which lose
less. Without a match there are no thresholds, and rungs go by their points.

With `piggyback` and `bank.beat_previous` a duel takes as long as solving the match, so the ladder
is looked for in an easier match (`easier_to_search`). What of that wins in the real rules, and what
the easier match cannot tell, is measured under the real ones, one thing after the other: going for
the goal, with how many dice and how far ahead to bank past it, and setting dice aside on a last
turn. That is done in a *shorter* match: the goal is some turns away, and all scores are as far from
it as in the real one. The real match measures what was found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import lcm
from typing import TypeAlias

import numpy as np

from farklegen.cards.card import Analysis, Chances, card_of
from farklegen.cards.go_for_it import Promise, ThresholdSearch, memorable_step, replaced, score_step
from farklegen.cards.ladder import (
    ALWAYS,
    LOOKING,
    LOST_GAMES,
    LOST_POINTS,
    SHOWN,
    CardWay,
    Ladder,
    Rung,
    count,
    improving,
)
from farklegen.cards.lines import lines_chain, losses_of, turn_of
from farklegen.cards.tables import MOST, TELL_APART, CardFields, CardOption, TableChain
from farklegen.core.arrays import Floats
from farklegen.policies.policy import PERFECT, GoForIt, Policy
from farklegen.rules.endings import ending_of
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel.by_lists import ByLists
from farklegen.solvers.duel.duel import Arena, Duel
from farklegen.solvers.progress import Progress, silent

MOST_THRESHOLDS = 8
"""Numbers in thresholds at most."""

PASSES = 2
"""Passes over the match: each is made with the thresholds that the one before promised most of."""

LEADS = (0.8, 0.5, 1.2)
"""Leads from which to bank past the goal that are tried, in average turns."""


def threshold_chains(search: ThresholdSearch) -> tuple[list[CardOption], list[CardOption]]:
    """Thresholds with 0, 1, 2, ... numbers, as fields `goes`, and the lead from which to bank past
    the goal, or none, as fields `lead`. Each option loses less than those before."""
    choice = search.guess()
    best = search.worth(choice)
    place = 2 * search.dice
    for _ in range(PASSES):
        search.look(choice)
        choice, best = search.by_gains(choice, best)
        for turns in LEADS if search.leads and choice[place] == 0 else ():
            steps = max(round(turns * search.turn / search.step), 1)
            tried = replaced(choice, place, steps * search.step)
            if search.worth(tried) > best + TELL_APART:
                choice, best = tried, search.worth(tried)
    search.look(choice, alike=True)
    thresholds = _threshold_chain(search)
    leads = [CardOption(0, 0.0, {"lead": None})]
    if search.leads and choice[place] > 0:
        alone = search.worth(replaced(choice, place, 0))
        leads = [
            CardOption(0, best - alone, {"lead": None}),
            CardOption(1, 0.0, {"lead": choice[place]}),
        ]
    return thresholds, leads


def _threshold_chain(search: ThresholdSearch) -> list[CardOption]:
    pairs = [
        promise if top is not None else None
        for promise, top in zip(search.promises, search.tops[: search.dice], strict=True)
    ]
    chain: list[CardOption] = []
    chosen: tuple[int, ...] = ()
    for numbers in range(MOST_THRESHOLDS + 1):
        if numbers:
            chosen = _more(pairs, chosen, search.count)
        pairs_chosen = [_best_pair(promise, chosen, search.count) for promise in pairs]
        given_up = _given_up(pairs, pairs_chosen)
        if chain and given_up >= chain[-1].loss - TELL_APART:
            break
        mine, theirs = (
            tuple(None if at >= search.count else at * search.step for at in side)
            for side in zip(*pairs_chosen, strict=True)
        )
        chain.append(CardOption(numbers, given_up, {"goes": GoForIt(mine, theirs)}))
    least = chain[-1].loss
    return [option._replace(loss=option.loss - least) for option in chain]


def _more(pairs: list[Promise | None], chosen: tuple[int, ...], count: int) -> tuple[int, ...]:
    """One score more; and then each in turn exchanged for a better one, if there is one."""
    found = _with_best(pairs, chosen, count)
    for place in range(len(found)):
        found = _with_best(pairs, (*found[:place], *found[place + 1 :]), count)
    return found


def _with_best(pairs: list[Promise | None], chosen: tuple[int, ...], count: int) -> tuple[int, ...]:
    """With the score that gives up least beside those chosen; among equals the highest."""
    total = np.zeros(count)
    every = np.arange(count)
    for promise in pairs:
        if promise is None:
            continue
        least = np.full(count, np.inf)
        for own, other in product((-1, *chosen, count), repeat=2):
            at = promise.given_up[every if own < 0 else own, every if other < 0 else other]
            both = own < 0 and other < 0
            least = np.minimum(least, at - TELL_APART * both)
        total += least
    backwards = int(np.argmin(total[::-1]))
    return tuple(sorted({*chosen, count - 1 - backwards}))


def _best_pair(promise: Promise | None, chosen: Iterable[int], count: int) -> tuple[int, int]:
    """The pair of scores for one number of dice; the same for both players unless that costs."""
    nothing = (count, count)
    if promise is None:
        return nothing

    def costs(pair: tuple[int, int]) -> float:
        apart = TELL_APART * (pair[0] != pair[1])
        return float(promise.given_up[pair]) + apart + 1e-9 * (pair != nothing)

    scores = (*chosen, count)
    return min(((own, other) for own in scores for other in scores), key=costs)


def _given_up(pairs: list[Promise | None], pairs_chosen: list[tuple[int, int]]) -> float:
    return sum(
        float(promise.given_up[pair])
        for promise, pair in zip(pairs, pairs_chosen, strict=True)
        if promise is not None
    )


WORTH = 1e-3
"""Share of a turn's points that one number more must bring."""


def take_over_chain(analysis: Analysis) -> list[CardOption]:
    """Scores with 0, 1, 2, ... numbers, as fields `take_over`; each loses fewer points than those
    before. Without taking over one option that says nothing."""
    ruleset = analysis.loaded.ruleset
    if ruleset.piggyback == "none":
        return [CardOption(0, 0.0, {"take_over": None})]
    gains = _gains(analysis)
    dice = gains.shape[1]
    from_on = np.vstack([gains[::-1].cumsum(axis=0)[::-1], np.zeros(dice)])
    rows = len(from_on)
    unit, always, never = analysis.expected.moves.unit, 0, rows - 1
    chain: list[CardOption] = []
    chosen: tuple[int, ...] = ()
    for numbers in range(dice + 1):
        if numbers:
            brings = [
                sum(max(from_on[[*chosen, at, always, never], d]) for d in range(dice))
                for at in range(rows)
            ]
            chosen = tuple(sorted((*chosen, int(np.argmax(brings)))))
        usable = (never, always, *chosen)  # of equals the first
        best = [usable[int(np.argmax(from_on[list(usable), d]))] for d in range(dice)]
        lost = float(from_on.max(axis=0).sum() - sum(from_on[at, d] for d, at in enumerate(best)))
        least = WORTH * max(1.0, abs(analysis.expected.points_per_turn))
        if chain and lost >= chain[-1].loss - least:
            break
        said = tuple(
            (d + 1, ALWAYS if at == always else at * unit)
            for d, at in enumerate(best)
            if at != never
        )
        chain.append(CardOption(numbers, lost, {"take_over": said}))
    return chain


def _gains(analysis: Analysis) -> Floats:
    """float64[rows, dice]: the chance that a turn leaves so much, times the points that taking it
    over brings more than a fresh turn."""
    expected, ruleset = analysis.expected, analysis.loaded.ruleset
    strategy, moves = expected.strategies[0], expected.play
    shape = (expected.rows, moves.hot_counts, moves.dice)
    visits = strategy.outcome.visits[: expected.rows].reshape(shape)
    bank = strategy.bank.reshape(shape)
    left = np.zeros(shape)
    if ruleset.piggyback in ("after_bank", "both"):
        left += visits * bank
    if ruleset.piggyback in ("after_farkle", "both"):
        left += visits * ~bank * moves.farkle_probability.reshape(shape[1:])
    scores = np.arange(expected.rows)[:, None] * float(moves.unit)
    worth = scores + strategy.rolling[:, : moves.dice]
    fresh = strategy.rolling[0, moves.column(moves.dice)]
    gains: Floats = left.sum(axis=1) * (worth - fresh)
    gains[0] = 0.0
    return gains


Ways: TypeAlias = dict[int, tuple[float, CardWay]]
"""By the count of numbers, what a card is expected to win or to bring, and the card."""

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
) -> Ladder:
    """The best cards found for few numbers, and the card among them; the card without a limit
    stays at the end, even where it is no better here (see `up_to_the_best`).

    Args:
        arena: the solved match; None to go by points.
    """
    return _LadderSearch(analysis, arena, progress).find(chain)


def measured_in(
    arena: Arena,
    ladder: Ladder,
    analysis: Analysis,
    progress: Progress = silent,
    *,
    every: bool = False,
) -> Ladder:
    """A ladder from another match, or by points, with what its card wins in the real one,
    where a duel takes long; of the rungs that are not measured that is not known.

    Args:
        arena: the real match, solved.
        ladder: the cards that were chosen in the other one.
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
    def __init__(self, analysis: Analysis, arena: Arena | None, progress: Progress) -> None:
        self.analysis = analysis
        self.arena = arena
        self.progress = progress
        self.goal = analysis.loaded.ruleset.extent
        plain = tuple(replace(table, take_over=()) for table in analysis.card.tables)
        self.nothing = GoForIt.never(analysis.expected.moves.most_dice)
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
            CardOption(numbers, top - points, {"tables": whole})
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
        analysis = self.analysis
        card = analysis.card
        if way.tables != self.everything.tables:
            ruleset = analysis.loaded.ruleset
            card = card_of(ruleset, analysis.expected, card.step, way.tables)
        chances = None if self.arena is None else self.won(way)
        return Rung(count(way, self.goal), way, card, self.points[way.tables], chances)

    def player(self, way: CardWay) -> Policy:
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
            self.report_share(THRESHOLDS + (1.0 - THRESHOLDS) * share)

    def report_share(self, done: float) -> None:
        self.progress(min(done, 0.99), LOOKING)

    def in_match(self, breaks: list[CardOption], over: list[CardOption]) -> list[list[CardOption]]:
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
            lambda share, _doing: self.report_share(THRESHOLDS * share),
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
                    CardOption(numbers, loss - gain, {**fields, "last": True})
                    for numbers, loss, fields in breaks
                ]
        return [thresholds, leads]

    def by_lines(
        self, by_points: list[CardOption], breaks: list[CardOption], others: list[list[CardOption]]
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
        if without_goal or not isinstance(self.arena.way, ByLists):
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
        lines: list[CardOption],
        breaks: list[CardOption],
        place: int,
        others: list[list[CardOption]],
    ) -> Ways:
        """What is expected of cards with some of these lines.

        Args:
            place: those from there on are measured beside lines.
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
    def without_scores(self) -> CardOption:
        return CardOption(0, 0.0, {"goes": self.nothing})

    def best_ways(self, kinds: list[list[CardOption]], best_won: float = 0.0) -> Ways:
        """By the count of numbers, what is expected to win most.

        Args:
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
        """Measure the rungs that are shown, and those among which the card is chosen."""
        wanted = [self.everything]
        for most in (*SHOWN, MOST):
            few = max((n for n in plain if n <= most), default=0)
            candidates = [
                max((each[n] for n in each if n <= most), key=lambda found: found[0], default=None)
                for each in lined
            ]
            wanted += _unclear(plain[few] if most in SHOWN else None, *candidates)
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
    """Where in a chain of break points those begin that lose almost no points."""
    enough = LOST_POINTS * turn_of(analysis)
    return next((at for at, loss in enumerate(losses) if loss <= enough), len(losses) - 1)


def with_all(way: CardWay, options: Iterable[CardOption]) -> CardWay:
    for option in options:
        way = replace(way, **option.fields)
    return way


TURNS = 3
"""Average turns to the goal of the shorter match, at least."""

AT_ONCE = 0.2
"""Expected seconds of a match up to which there is no need of a shorter one."""

DICE = (1, 2, 3)
"""Dice with which at most to bank past the goal that are tried."""

WORTH_A_NUMBER = 5e-4
"""Chance to win that a number past the goal, or one thing more to do, must bring."""

MOST_DUELS = 10
"""Duels that are taken to be made."""


def shorter(analysis: Analysis) -> Ruleset:
    """The rules with a goal some turns away; as they are where it is no further."""
    ruleset = analysis.loaded.ruleset
    step = lcm(memorable_step(ruleset, analysis.expected.moves.unit), ruleset.bank.multiple_of, 100)
    least = max(TURNS * turn_of(analysis), 2.0 * ruleset.bank.opening_minimum)
    if ruleset.goal is None or ruleset.goal <= least:
        return ruleset
    away = int((ruleset.goal - least) // step) * step
    return ruleset.model_copy(update={"goal": ruleset.goal - away})


def find_by_turns(
    analysis: Analysis, found: Ladder, arena: Arena, progress: Progress = silent
) -> Ladder:
    """The cards of a ladder, as they win most under the real rules.

    Args:
        arena: the real match, solved, or the shorter one.
    """
    return _SearchByTurns(analysis, arena, progress).find(found)


class _SearchByTurns:
    def __init__(self, analysis: Analysis, arena: Arena, progress: Progress) -> None:
        self.analysis = analysis
        self.arena = arena
        self.progress = progress
        self.goal = analysis.loaded.ruleset.extent
        self.nearer = self.goal - arena.plan.rules.ruleset.extent
        self.nothing = GoForIt.never(arena.moves.most_dice)
        self.duels: dict[CardWay, Chances] = {}
        self.error = 0.0

    def find(self, found: Ladder) -> Ladder:
        ending = self.ending(found.short.way)
        if self.nearer:
            return self.chosen_elsewhere(found, ending)
        made = [
            replace(rung, way=way) for rung in found.shown for way in self.ended(rung.way, ending)
        ]
        made += [replace(found.short, way=way) for way in self.duels]
        fewest = (*found.rungs, found.everything)[0]
        some = (fewest.way, replace(fewest.way, past=ending.past, last=ending.last))
        made += [replace(fewest, way=way) for way in some]
        made = [
            replace(rung, numbers=count(rung.way, self.goal), chances=self.won(rung.way))
            for rung in made
        ]
        better = improving(made)
        error = max(self.error, self.arena.solution.certificate.error_bound)
        return Ladder(better[:-1], better[-1], Chances(*self.arena.perfect), error)

    def chosen_elsewhere(self, found: Ladder, ending: CardWay) -> Ladder:
        """The rungs of the easier match with that ending: in a shorter one there are too few turns
        to tell what the other numbers bring."""
        dropped = self.looks(found.short.way) and not self.looks(ending)
        made = []
        for rung in (*found.rungs, found.everything):
            as_it_is, *without = self.ended(rung.way, ending)
            way = without[0] if without and dropped else as_it_is
            made.append(replace(rung, way=way, numbers=count(way, self.goal)))
        better = improving(made)
        return Ladder(better[:-1], better[-1], found.perfect, found.error)

    def ending(self, way: CardWay) -> CardWay:
        """A way that ends the game better, one thing after the other."""
        for options in self.options(way):
            now = self.won(way).average
            tried = [replace(way, **fields) for fields in options]
            if not tried:
                continue
            best = max(tried, key=lambda each: self.won(each).average)
            more = max(count(best, self.goal) - count(way, self.goal), 0)
            if self.won(best).average > now + WORTH_A_NUMBER * (more or best.last > way.last):
                way = best
        return way

    def options(self, way: CardWay) -> Iterator[list[CardFields]]:
        """What can be said otherwise, as fields of a way, in the order in which it is tried."""
        dice, rules = self.arena.moves.most_dice, self.arena.plan.rules
        yield [{"lines": (), "goes": self.nothing}] if self.looks(way) else []
        if not rules.has_last_turn or rules.exact_goal:
            return
        yield [{"past": most} for most in DICE if most < dice and rules.takes_bank]
        step = score_step(rules.ruleset)
        yield [
            {"lead": max(round(turns * turn_of(self.analysis) / step), 1) * step} for turns in LEADS
        ]
        yield [] if way.last else [{"last": True}]

    def ended(self, way: CardWay, like: CardWay) -> Iterator[CardWay]:
        """A card that ends the game as another does, with and without what it says of scores."""
        ended = replace(way, past=like.past, lead=like.lead, last=like.last)
        yield ended
        if self.looks(way):
            yield replace(ended, lines=(), goes=self.nothing)

    def looks(self, way: CardWay) -> bool:
        """Whether a card looks at the scores before a last turn."""
        return bool(way.lines) or way.goes != self.nothing

    def won(self, way: CardWay) -> Chances:
        """How often a card wins, with all scores as far from the goal."""
        if way not in self.duels:
            there = moved(way, self.nearer).policy(self.analysis, self.arena.moves, self.arena.rows)
            duel = self.arena.meet(there, PERFECT)
            self.duels[way] = Chances.of(duel)
            self.error = max(self.error, duel.error)
            self.progress(min(len(self.duels) / MOST_DUELS, 0.99), LOOKING)
        return self.duels[way]


def moved(way: CardWay, nearer: int) -> CardWay:
    """The same card for a goal that is that many points nearer."""

    def score(points: int | None) -> int | None:
        return None if points is None else max(points - nearer, 0)

    goes = way.goes
    if goes is not None:
        goes = replace(
            goes, mine=tuple(map(score, goes.mine)), theirs=tuple(map(score, goes.theirs))
        )
    lines = tuple(
        line.model_copy(
            update={key: score(getattr(line, key)) for key in ("either", "mine", "theirs")}
        )
        for line in way.lines
    )
    return replace(way, goes=goes, lines=lines)
