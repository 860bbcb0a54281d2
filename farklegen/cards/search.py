"""The search for the ladder of cards, in a time that a person waits.

Each kind of number has a *chain*: for 0, 1, 2, ... numbers of it, what is best to say with them and
about what that loses. Break points are judged by the expected score (`cards.tables`), and those
that lose almost no points are measured, by duels, with lines and without. What lines that look at
both scores lose is known to first order from one pass over the match (`cards.lines`), by a card
that already has the lead from which to bank past the goal; that is measured, and so is how to set
dice aside on a last turn. Taking over is judged by the points it brings. What is lost is taken to
add up: for every count of numbers the best split among the kinds is known without another duel.
The best of these cards are measured, exactly. Without a match rungs go by their points.

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
from farklegen.cards.ladder import (
    ALWAYS,
    LOOKING,
    LOST_POINTS,
    SHOWN,
    CardWay,
    Ladder,
    Rung,
    count,
)
from farklegen.cards.lines import (
    SCORES,
    Losses,
    lines_chain,
    memorable_step,
    score_step,
    turn_of,
)
from farklegen.cards.tables import MOST, TELL_APART, CardFields, CardOption
from farklegen.core.arrays import Floats
from farklegen.policies.policy import PERFECT, Policy
from farklegen.rules.endings import ending_of
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.arena import Arena
from farklegen.solvers.duel.setting import Duel
from farklegen.solvers.progress import Progress, silent

LEADS = (0.8, 0.5, 1.2)
"""Those of `_leads` in average turns."""

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
    sizes = moves.sizes[: moves.dice]  # of hands, where dice are different
    return np.stack([gains[:, sizes == n + 1].sum(axis=1) for n in range(sizes.max())], axis=1)


Ways: TypeAlias = dict[int, tuple[float, CardWay]]
"""By the count of numbers, what a card is expected to win or to bring, and the card."""

MEASURING = "measuring the card"

TOGETHER = 2
"""Cards that are measured at a time: each takes some thirty bytes for every state of the match."""

KEPT_TABLES = 2
"""Cards whose turns are kept in memory."""

ENOUGH = 2e-9
"""Error of a chance at which sweeps of a duel end: the cards that are compared are a million times
as far apart."""

CLEAR = 0.002
"""Chance to win by which a card may differ from what is expected of it."""

UNSURE = 1e-3
"""Chance to win that a card must be expected to lack of the best one measured, to be left."""

BETTER = 5e-4
"""Chance to win by which a card that is not shown must be expected to be better than shorter ones
to be measured."""

TRIED = 2
"""Cards of a rung that are measured, at most."""

NEAR = 2
"""Lengths of break points that are measured beside lines."""

USUAL_LINES = 4
"""Numbers of the lines beside which they are measured."""

LEFT = 4
"""Duels that are taken to be left."""


def find_ladder(
    analysis: Analysis,
    breaks: list[CardOption],
    arena: Arena | None = None,
    progress: Progress = silent,
) -> Ladder:
    """The best cards found for few numbers, and the card among them.

    Args:
        breaks: of `table_chain` or `kind_chain`.
        arena: the solved match; None to go by points.
    """
    return _LadderSearch(analysis, arena, progress).find(breaks)


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
    duels: dict[CardWay, Duel] = {}
    last: Duel | None = None
    for rung in wanted:
        progress(len(duels) / len(wanted), MEASURING)
        policy = rung.way.policy(analysis, arena.moves, arena.rows)
        last = duels[rung.way] = arena.meet(policy, PERFECT, settled=ENOUGH, like=last)
    error = max(*(duel.error for duel in duels.values()), arena.solution.certificate.error_bound)
    known = [
        replace(rung, chances=Chances.of(duels[rung.way]) if rung.way in duels else None)
        for rung in (wanted if every else (*ladder.rungs, ladder.everything))
    ]
    perfect = Chances(*arena.perfect)
    if every:  # what is better in the other match need not be in this one
        return Ladder.of(known, perfect, error, alike=True)
    return Ladder(tuple(known[:-1]), known[-1], perfect, error, alike=True)


class _LadderSearch:
    def __init__(self, analysis: Analysis, arena: Arena | None, progress: Progress) -> None:
        self.analysis = analysis
        self.arena = arena
        self.progress = progress
        self.goal = analysis.loaded.ruleset.extent
        self.last: Duel | None = None
        self.duels: dict[CardWay, Chances] = {}
        self.missed: dict[object, float] = {}
        self.error = 0.0

    def find(self, breaks: list[CardOption]) -> Ladder:
        over = take_over_chain(self.analysis)
        self.everything = with_all(CardWay(()), [breaks[-1], over[-1]])
        self.most = MOST + breaks[0].numbers
        self.points = {option.fields["tables"]: -option.loss for option in breaks}
        if self.arena is None:
            ways = [*(way for _, way in self.best_ways([breaks, over]).values()), self.everything]
        elif self.analysis.loaded.ruleset.goal is None:
            won = self.won(self.everything).average
            ways = self.measured([self.best_ways([breaks, over], won)])
        else:
            few = [option for option in breaks if option.numbers <= self.most]
            ways = self.measured(self.with_lines(self.arena, few, over))
        rungs = [self.rung(way) for way in ways]
        if self.arena is None:
            return Ladder.of(rungs)
        error = max(self.error, self.arena.solution.certificate.error_bound)
        return Ladder.of(rungs, Chances(*self.arena.perfect), error)

    def rung(self, way: CardWay) -> Rung:
        analysis = self.analysis
        card = card_of(analysis.loaded.ruleset, analysis.expected, analysis.card.step, way.tables)
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
            self.progress(min(share, 0.99), LOOKING)

    def with_lines(
        self, arena: Arena, breaks: list[CardOption], over: list[CardOption]
    ) -> list[Ways]:
        """What cards are expected to win, with lines and without.

        What lines bring is known to first order. Beside each length of break points that loses
        almost nothing, a card without lines is measured, and one with some: all lines are taken to
        bring the same share there of what they bring to first order. Where that says little
        against perfect play, as with an exact goal, it is found against the shortest lines.
        """
        place = first_near(self.analysis, breaks)
        first, most = max(place - 1, 0), place + NEAR
        breaks = [option._replace(loss=0.0) for option in breaks[:most]]  # it is measured
        over = self.in_games(over)
        plain = self.on_last_turns(with_all(self.everything, [breaks[place]]))
        leads = self.leads(arena, plain)
        plain = with_all(plain, [leads[-1]])
        losses = Losses(self.analysis, arena, plain.tables, plain.lead)
        lines = lines_chain(losses)
        usual = next((o for o in reversed(lines) if o.numbers <= USUAL_LINES), lines[0])
        without = [with_all(plain, [option]) for option in breaks]
        beside = [replace(with_all(way, [usual]), last=False) for way in without[first:]]
        self.play([*without, *beside])
        wins = [self.won(way).average for way in beside]
        gains = [
            won - self.won(none).average for won, none in zip(wins, without[first:], strict=True)
        ]
        promised = max(losses.of(()) - usual.loss, TELL_APART)
        shares = [gain / promised for gain in gains]
        lost = usual.loss
        if abs(gains[place - first] - promised) > CLEAR:
            few = replace(beside[place - first], lines=lines[0].fields["lines"])
            losses = Losses(self.analysis, arena, few.tables, few.lead, few.lines)
            lines, shares = lines_chain(losses), [1.0] * len(shares)
            lost = self.won(few).average - wins[place - first]
        none = [CardOption(0, 0.0, {"lines": (), "last": plain.last})]
        expected = [
            self.best_ways([[option], none, over, leads], self.won(way).average)
            for option, way in zip(breaks, without, strict=True)
        ]
        for option, won, share in zip(breaks[first:], wins, shares, strict=True):
            some = [each._replace(loss=(each.loss - lost) * share) for each in lines]
            expected.append(self.best_ways([[option], some, over, leads], won))
        return expected

    def in_games(self, over: list[CardOption]) -> list[CardOption]:
        """Scores to take over from, by the chance to win that they lose."""
        # what a point in every turn wins if scores are spread normally
        turns = self.goal / turn_of(self.analysis)
        spread = max(self.analysis.expected.strategies[0].outcome.spread, 1.0)
        rate = np.sqrt(turns / np.pi) / (2.0 * spread)
        over = [option._replace(loss=option.loss * rate) for option in over]
        self.missed = {option.fields["take_over"]: option.loss for option in over}
        return over

    def on_last_turns(self, way: CardWay) -> CardWay:
        """The card without lines that sets dice aside on last turns as at a turn score of 0, if it
        wins more so."""
        if not ending_of(self.analysis.loaded.ruleset).has_last_turn:
            return way
        last = replace(way, last=True)
        self.play([way, last])
        return last if self.won(last).average > self.won(way).average + TELL_APART else way

    def leads(self, arena: Arena, way: CardWay) -> list[CardOption]:
        """The lead from which to bank past the goal that wins most beside this card, or none."""
        rules = arena.plan.rules
        none = CardOption(0, 0.0, {"lead": None})
        if not rules.has_last_turn or rules.exact_goal:
            return [none]
        points = _leads(self.analysis, rules.ruleset)
        self.play([way, *(replace(way, lead=lead) for lead in points)])
        best = max(points, key=lambda lead: self.won(replace(way, lead=lead)).average)
        gain = self.won(replace(way, lead=best)).average - self.won(way).average
        if gain <= TELL_APART:
            return [none]
        return [none._replace(loss=gain), CardOption(1, 0.0, {"lead": best})]

    def best_ways(self, kinds: list[list[CardOption]], best_won: float = 0.0) -> Ways:
        """By the count of numbers, what is expected to win most.

        Args:
            best_won: what a card wins, or brings, that loses nothing.
        """
        best: Ways = {}
        for options in product(*kinds):
            numbers = sum(option.numbers for option in options)
            won = best_won - sum(option.loss for option in options)
            if numbers <= self.most and (numbers not in best or won > best[numbers][0]):
                best[numbers] = won, with_all(self.everything, options)
        return best

    def measured(self, expected: list[Ways]) -> list[CardWay]:
        """Measure the rungs that are shown, and those that are expected to be clearly better than
        all before."""
        every = [(numbers, *way) for ways in expected for numbers, way in ways.items()]
        counts = sorted({numbers for numbers, _, _ in every})
        few = {most: [way for way in every if way[0] <= most] for most in counts}
        top = {most: max(ways, key=lambda way: way[1]) for most, ways in few.items()}
        shown = [most for most in counts if most in (*SHOWN, counts[0], counts[-1])]
        self.play(top[most][2] for most in shown)
        best = 0.0
        for most in counts:
            if most in shown or top[most][1] > best + BETTER:
                best = self.settled(few[most])
        return list(self.duels)

    def settled(self, cards: list[tuple[int, float, CardWay]]) -> float:
        """How often the best of some cards wins: those that are expected to win most are measured,
        until all others are expected to win clearly less."""
        best = max((self.won(way).average for *_, way in cards if way in self.duels), default=0.0)
        new = sorted((each for each in cards if each[2] not in self.duels), key=lambda c: -c[1])
        for _, won, way in new[:TRIED]:
            if won <= best - UNSURE:
                break
            best = max(best, self.won(way).average)
        return best


def _leads(analysis: Analysis, ruleset: Ruleset) -> list[int]:
    """Leads from which to bank past the goal that are tried, points."""
    step = score_step(ruleset)
    return [max(round(turns * turn_of(analysis) / step), 1) * step for turns in LEADS]


def first_near(analysis: Analysis, breaks: Sequence[CardOption]) -> int:
    """Where in a chain of break points those begin that lose almost no points."""
    enough = LOST_POINTS * turn_of(analysis)
    return next((at for at, each in enumerate(breaks) if each.loss <= enough), len(breaks) - 1)


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
    analysis: Analysis, easier: Ladder, arena: Arena, progress: Progress = silent
) -> Ladder:
    """The cards of a ladder, as they win most under the real rules.

    Args:
        easier: the ladder of an easier match.
        arena: the real match, solved, or the shorter one.
    """
    return _SearchByTurns(analysis, arena, progress).find(easier)


class _SearchByTurns:
    def __init__(self, analysis: Analysis, arena: Arena, progress: Progress) -> None:
        self.analysis = analysis
        self.arena = arena
        self.progress = progress
        self.goal = analysis.loaded.ruleset.extent
        self.nearer = self.goal - arena.plan.rules.ruleset.extent
        self.duels: dict[CardWay, Chances] = {}
        self.error = 0.0

    def find(self, easier: Ladder) -> Ladder:
        ending = self.ending(easier.short.way)
        if self.nearer:
            return self.chosen_elsewhere(easier, ending)
        fewest = (*easier.rungs, easier.everything)[0]
        rungs = {rung.way.tables: rung for rung in (fewest, *easier.shown)}
        ways = [way for rung in easier.shown for way in self.ended(rung.way, ending)]
        ways += self.duels
        few, kinds = fewest.way.tables, fewest.way.by_kind
        ways += [replace(way, tables=few, by_kind=kinds) for way in ways]
        ways += [fewest.way, replace(fewest.way, past=ending.past, last=ending.last)]
        made = [
            replace(
                rungs[way.tables], way=way, numbers=count(way, self.goal), chances=self.won(way)
            )
            for way in dict.fromkeys(ways)
        ]
        error = max(self.error, self.arena.solution.certificate.error_bound)
        return Ladder.of(made, Chances(*self.arena.perfect), error)

    def chosen_elsewhere(self, easier: Ladder, ending: CardWay) -> Ladder:
        """The rungs of the easier match with that ending: in a shorter one there are too few turns
        to tell what the other numbers bring."""
        dropped = bool(easier.short.way.lines) and not ending.lines
        made = []
        for rung in (*easier.rungs, easier.everything):
            way = self.ended(rung.way, ending)[dropped]
            made.append(replace(rung, way=way, numbers=count(way, self.goal)))
        return Ladder.of(made, easier.perfect, easier.error)

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
        yield [{"lines": ()}] if way.lines else []
        if not rules.has_last_turn or rules.exact_goal:
            return
        yield [{"past": most} for most in DICE if most < dice and rules.takes_bank]
        yield [{"lead": lead} for lead in _leads(self.analysis, rules.ruleset)]
        yield [] if way.last else [{"last": True}]

    def ended(self, way: CardWay, like: CardWay) -> list[CardWay]:
        """A card that ends the game as another does, with and without what it says of scores."""
        ended = replace(way, past=like.past, lead=like.lead, last=like.last)
        return [ended, replace(ended, lines=())]

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
    lines = tuple(
        line.model_copy(
            update={
                key: max(points - nearer, 0)
                for key in SCORES
                if (points := getattr(line, key)) is not None
            }
        )
        for line in way.lines
    )
    return replace(way, lines=lines)
