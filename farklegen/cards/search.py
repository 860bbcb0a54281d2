"""The search for the ladder of cards, in a time that a person is ready to wait.

Each kind of number has a *chain*: for 0, 1, 2, ... numbers of this kind, the best thing to say with
them and about what it loses. Break points are judged by the expected score (`cards.tables`). Duels
measure the break points that lose almost no points, with lines and without. One pass over the match
gives, to first order, what lines that look at both scores lose (`cards.lines`). It follows a card
that already has the lead from which to bank past the goal. This lead is measured, and so is how to
set dice aside on a last turn. Taking over is judged by the points it brings. Losses are assumed to
add up: for every count of numbers the best card is known without another duel. The best of these
cards are measured, exactly. Without a match, rungs are compared by their points.

With `piggyback` and `bank.beat_previous` a duel takes as long as solving the match, so the ladder
is looked for in an easier match (`easier_to_search`). Duels under the real rules then measure which
of its cards win there, and what the easier match cannot show. They try one thing after the other:
going for the goal, with how many dice and how far ahead to bank past it, and setting dice aside on
a last turn. These duels are in a *shorter* match: its goal is some turns
away, and all scores are as far from it as in the real match. The real match measures the result.

*A table of several.* A player by a card sees a table as a match of two, against the best of the
others. A card for a table therefore says the same things as one for two: break points, and lines
that look at both scores. The search is the same, with what turns lose at the table in place of what
they lose in a match of two (`cards.go_for_it`). Measuring a card at a table takes long, so only a
few are measured, exactly: the card for two, and the shortest cards that may be better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, product
from math import lcm
from typing import Any

import numpy as np

from farklegen.cards.card import Analysis, card_of
from farklegen.cards.go_for_it import Turning, memorable_step, score_step, turning, turning_at_table
from farklegen.cards.ladder import (
    ALWAYS,
    LOST_GAMES,
    LOST_POINTS,
    SHOWN,
    CardOption,
    CardWay,
    Ladder,
    Rung,
    SeveralCard,
)
from farklegen.cards.lines import (
    FORMS,
    READ,
    SCORES,
    TELL_APART,
    Losses,
    lines_chains,
    turn_of,
)
from farklegen.cards.tables import MOST, SHIFTS_APART, Shortener
from farklegen.core.arrays import Floats
from farklegen.policies.policy import PERFECT, Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel.seats import ByMatch, ByTables
from farklegen.solvers.duel.table import Arena, Chances, Duel, MetAtTable, meet
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.progress import Progress, silent

LEADS = (0.8, 1.2, 1.6)
"""Leads that are tried, in average turns."""

WORTH = 1e-3
"""Share of a turn's points that each further number must bring."""


def take_over_chain(analysis: Analysis) -> list[CardOption]:
    """Scores with 0, 1, 2, ... numbers, as fields `take_over`; each loses fewer points than all
    before it. If the rules have no taking over, there is one option, which says nothing."""
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
        rules = tuple(
            (d + 1, ALWAYS if at == always else at * unit)
            for d, at in enumerate(best)
            if at != never
        )
        chain.append(CardOption(numbers, lost, {"take_over": rules}))
    return chain


def _gains(analysis: Analysis) -> Floats:
    """float64[rows, dice]: the chance that a turn leaves this turn score and these dice, times the
    points that taking it over brings more than a fresh turn."""
    expected, ruleset = analysis.expected, analysis.loaded.ruleset
    strategy, moves = expected.strategies[0], expected.play
    shape = (expected.rows, moves.hot_counts, moves.dice)
    visits = strategy.outcome.visits[: expected.rows].reshape(shape)
    bank = strategy.bank[: expected.rows].reshape(shape)
    left = np.zeros(shape)
    if ruleset.piggyback in ("after_bank", "both"):
        left += visits * bank
    if ruleset.piggyback in ("after_farkle", "both"):
        left += visits * ~bank * moves.farkle_probability.reshape(shape[1:])
    scores = np.arange(expected.rows)[:, None] * float(moves.unit)
    worth = scores + strategy.rolling[: expected.rows, : moves.dice]
    fresh = strategy.rolling[0, moves.column(moves.dice)]
    gains: Floats = left.sum(axis=1) * (worth - fresh)
    gains[0] = 0.0
    sizes = moves.sizes[: moves.dice]  # of hands, where dice are different
    return np.stack([gains[:, sizes == n + 1].sum(axis=1) for n in range(sizes.max())], axis=1)


LOOKING, MEASURING = "looking for cards", "measuring the card"
"""What progress shows."""

TOGETHER = 2
"""Cards that are measured at a time: each takes some thirty bytes for every state of the match."""

KEPT_TABLES = 4
"""Cards whose turns are kept in memory."""

ENOUGH = 2e-9
"""Error of a chance at which sweeps of a duel end: cards that are compared differ by a million
times as much."""

CLEAR = 0.002
"""Chance to win by which a card may differ from what is expected of it."""

BETTER = 2e-4
"""A card that is not shown is measured only if it is expected to be better than shorter ones by
this chance to win."""

NEAR = 2
"""Lengths of break points that are measured beside lines."""

USUAL_LINES = 2
"""Numbers of the lines beside which break points are measured."""

LEFT = 4
"""Duels that the search is assumed to have left."""


class LadderSearch:
    """Finds the best cards for few numbers, and the card among them.

    Args:
        arena: the solved match in which cards are measured: the real one, an easier one, or a
            `shorter` one; None to go by points.
        doing: what progress shows.
    """

    def __init__(
        self,
        analysis: Analysis,
        arena: Arena | None = None,
        progress: Progress = silent,
        doing: str = LOOKING,
    ) -> None:
        self.analysis = analysis
        self.arena = arena
        self.progress = progress
        self.doing = doing
        self.goal = analysis.loaded.ruleset.extent
        self.last: Duel | None = None
        self.duels: dict[CardWay, Chances] = {}
        self.missed: dict[object, float] = {}
        self.unclear = False

    def find(self, breaks: list[CardOption]) -> Ladder:
        """Their ladder, with break points of `table_chain` or `kind_chain`."""
        over = take_over_chain(self.analysis)
        self.everything = with_all(CardWay(()), [breaks[-1], over[-1]])
        self.most = MOST + breaks[0].numbers
        self.points = {option.fields["tables"]: -option.loss for option in breaks}
        few = [option for option in breaks if option.numbers <= self.most]
        if self.arena is None:
            ways = [*self.best_ways(few, over).values(), self.everything]
            return Ladder.of(self.rung(way) for way in ways)
        if self.analysis.loaded.ruleset.goal is None:
            best = self.best_ways(few, over)
            self.play([self.everything, *(best[numbers] for numbers in self.shown(best))])
        else:
            cards = self.with_lines(self.arena, few, over)
            self.measure(cards)
            if self.unclear:
                self.measure(self.near_best(self.arena, cards))
        return Ladder.of(map(self.rung, self.duels), Chances(*self.arena.perfect))

    def rung(self, way: CardWay) -> Rung:
        analysis = self.analysis
        card = card_of(analysis.loaded.ruleset, analysis.expected, analysis.card.step, way.tables)
        chances = None if self.arena is None else self.won(way)
        return Rung(way.count(self.goal), way, card, self.points[way.tables], chances)

    def player(self, way: CardWay) -> Policy:
        assert self.arena is not None
        way = with_nearer_goal(way, self.goal - self.arena.layout.rules.ruleset.extent)
        return way.policy(self.analysis, self.arena.moves, self.arena.rows)

    def won(self, way: CardWay) -> Chances:
        """How often the card wins in the match in which cards are chosen. In an easier match
        without taking over, the estimated loss by its scores to take over from is taken off."""
        self.play([way])
        found, lost = self.duels[way], self.missed.get(way.take_over, 0.0)
        return Chances(found.moving_first - lost, found.moving_second - lost)

    def play(self, ways: Iterable[CardWay]) -> None:
        """Find how often cards win, `TOGETHER` at a time. The number does not depend on the
        threads, so that each card is found from the same earlier duels."""
        assert self.arena is not None
        new = [way for way in dict.fromkeys(ways) if way not in self.duels]
        for low in range(0, len(new), TOGETHER):
            some = new[low : low + TOGETHER]
            share = len(self.duels) / (len(self.duels) + LEFT)
            self.progress(share, self.doing)
            pairs = [(self.player(way), PERFECT) for way in some]
            duels = self.arena.meet_all(pairs, settled=ENOUGH, like=self.last)
            self.arena.forget_lists(KEPT_TABLES)
            self.last = duels[-1]
            self.duels |= zip(some, map(Chances.of, duels), strict=True)

    def with_lines(
        self, arena: Arena, breaks: list[CardOption], over: list[CardOption]
    ) -> list[tuple[CardOption, ...]]:
        """Cards, each as what it may say, with what that loses to first order.

        For each length of break points that loses almost nothing, a card without lines and a card
        with lines are measured, which shows what lines bring there. If losses against perfect play
        say little, as with an exact goal, losses are found against a card without lines. Lines use
        the numbers of the break points that they stand beside; shorter break points take the lines
        found for the first length that loses almost nothing.
        """
        place = first_near(self.analysis, breaks)
        breaks = breaks[: place + NEAR]
        over = self.in_games(over)
        plain = self.on_last_turns(with_all(self.everything, [breaks[place]]))
        leads = self.leads(arena, plain)
        plain = with_all(plain, [leads[-1]])
        without = [with_all(plain, [option]) for option in breaks]
        learnt = [way.numbers(self.goal) for way in without]
        every, exact = set.union(*learnt), arena.layout.rules.exact_goal
        if exact:
            most, first = 1, 0
            losses = self.losses_near(arena, plain, every)
        else:
            most, first = USUAL_LINES, max(place - 1, 0)
            losses = Losses(self.analysis, arena, plain, every)
            likely = tuple(line.rule for line in losses.scaled(FORMS[-1]))
            losses.find(turning(arena, self.player(replace(plain, lines=likely))))
        lines = lines_chains(losses, *learnt[place:])
        usual = next((o for o in reversed(lines[0]) if o.numbers <= most), lines[0][0])
        beside = [replace(with_all(way, [usual]), last=False) for way in without[first:]]
        self.play([*without[:first], *chain(*zip(without[first:], beside, strict=True))])
        gain = self.won(beside[place - first]).average - self.won(without[place]).average
        read = READ * len(usual.fields["lines"])
        promised = max(losses.of(()) - usual.loss + read, TELL_APART)
        self.unclear = exact or abs(gain - promised) > CLEAR
        if self.unclear and not exact:
            losses = self.losses_near(arena, without[place], every)
            lines = lines_chains(losses, *learnt[place:])
        none = CardOption(0, losses.of(()), {"lines": (), "last": plain.last})
        share = 1.0 if self.unclear else gain / promised
        lines = [
            [option._replace(loss=option.loss * share) for option in [none, *some]]
            for some in [*lines[:1] * place, *lines]
        ]
        return [
            options
            for option, some in zip(breaks, lines, strict=True)
            for options in product([option], some, over, leads)
        ]

    def near_best(
        self, arena: Arena, cards: list[tuple[CardOption, ...]]
    ) -> list[tuple[CardOption, ...]]:
        """The best card, with lines by what they lose against it."""
        best = max(self.duels, key=lambda way: self.won(way).average)
        learnt = replace(best, lines=()).numbers(self.goal)
        [lines] = lines_chains(self.losses_near(arena, best, learnt), learnt)
        none, read = cards[0][1], READ * len(best.lines)
        known = CardOption(0, read, {"lines": best.lines, "last": best.last})
        lines = [known, *(option for option in lines if option.loss <= LOST_GAMES)]
        return [
            (breaks, each, *others)
            for breaks, option, *others in cards
            if breaks.fields["tables"] is best.tables and option.fields == none.fields
            for each in lines
        ]

    def losses_near(self, arena: Arena, way: CardWay, learnt: set[int]) -> Losses:
        """What lines lose against a card, which is measured."""
        duel = arena.meet(self.player(way), PERFECT, settled=ENOUGH, like=self.last)
        self.duels[way] = Chances.of(duel)
        losses = Losses(self.analysis, arena, way, learnt)
        losses.find(turning(arena, self.player(way), duel.chances))
        return losses

    def in_games(self, over: list[CardOption]) -> list[CardOption]:
        """Scores to take over from, by the chance to win that they lose."""
        # the chance to win that one point more in every turn brings if scores are spread normally
        turns = self.goal / turn_of(self.analysis)
        spread = max(self.analysis.expected.strategies[0].outcome.spread, 1.0)
        rate = np.sqrt(turns / np.pi) / (2.0 * spread)
        over = [option._replace(loss=option.loss * rate) for option in over]
        self.missed = {option.fields["take_over"]: option.loss for option in over}
        return over

    def on_last_turns(self, way: CardWay) -> CardWay:
        """The card without lines that sets dice aside on last turns as at a turn score of 0, if
        this wins more."""
        if not self.analysis.loaded.ruleset.has_last_turn:
            return way
        last = replace(way, last=True)
        self.play([way, last])
        return last if self.won(last).average > self.won(way).average + TELL_APART else way

    def leads(self, arena: Arena, way: CardWay) -> list[CardOption]:
        """The lead from which to bank past the goal that wins most beside this card, or none.

        It is one of `LEADS`, or where a parabola through them is highest.
        """
        rules = arena.layout.rules
        none = CardOption(0, 0.0, {"lead": None})
        if not rules.has_last_turn or rules.exact_goal:
            return [none]

        def won(lead: int | None) -> float:
            return self.won(replace(way, lead=lead)).average

        points = _leads(self.analysis, rules.ruleset)
        self.play(replace(way, lead=lead) for lead in (None, *points))
        if len(points) == len(LEADS):
            bent, rising, _ = np.polyfit(points, [won(lead) for lead in points], 2)
            step = score_step(rules.ruleset)
            top = round(rising / -bent / 2 / step) * step if bent < 0 else 0
            points += [top] if points[0] < top < points[-1] else []
        best = max(points, key=won)
        gain = won(best) - won(None)
        if gain <= TELL_APART:
            return [none]
        return [none._replace(loss=gain), CardOption(1, 0.0, {"lead": best})]

    def best_ways(self, *kinds: list[CardOption]) -> dict[int, CardWay]:
        """For each count of numbers, the card that loses least."""
        every = sorted(product(*kinds), key=lambda options: sum(each.loss for each in options))
        ways = (with_all(self.everything, options) for options in every[::-1])
        best = {way.count(self.goal): way for way in ways}
        return {numbers: way for numbers, way in best.items() if numbers <= self.most}

    def shown(self, counts: Iterable[int]) -> list[int]:
        """The counts of numbers for which a card is shown, with the fewest and the most."""
        counts = sorted(counts)
        return [most for most in counts if most in (*SHOWN, counts[0], counts[-1])]

    def measure(self, cards: list[tuple[CardOption, ...]]) -> None:
        """Measure the rungs that are shown, and the rungs that are expected to be clearly better
        than all before. What to expect comes from measured cards with the same break points, and
        from how much more or less a card loses to first order, and what its lines cost to read."""
        found: dict[CardWay, float] = {}
        for options in cards:
            way, loss = with_all(self.everything, options), sum(each.loss for each in options[1:])
            found[way] = min(loss, found.get(way, loss))
        ways, lost = list(found), np.array(list(found.values()))
        numbers = np.array([way.count(self.goal) for way in ways])
        tables = np.unique([id(way.tables) for way in ways], return_inverse=True)[1]
        won = np.full(len(ways), np.nan)

        def play(places: Iterable[int]) -> None:
            places = [place for place in dict.fromkeys(places) if np.isnan(won[place])]
            self.play(ways[place] for place in places)
            won[places] = [self.won(ways[place]).average for place in places]

        def expected() -> Floats:
            promised = won.copy()
            for same in (tables == each for each in range(tables.max() + 1)):
                known, new = same & ~np.isnan(won), same & np.isnan(won)
                known = np.flatnonzero(known)[np.argsort(lost[known])]
                there = won[known] + lost[known]
                promised[new] = np.interp(lost[new], lost[known], there) - lost[new]
            return promised

        def top(most: int, promised: Floats) -> int:
            return int(np.argmax(np.where(numbers <= most, promised, -np.inf)))

        play(place for place, way in enumerate(ways) if way in self.duels)
        counts = np.unique(numbers[numbers <= self.most]).tolist()
        shown, before = self.shown(counts), expected()
        tops = [top(most, before) for most in shown]
        play(tops)
        unsure = float(np.abs(before[tops] - won[tops]).mean())
        for most in counts:
            more = -unsure if most in shown else BETTER
            promised, best = expected(), np.nanmax(won[numbers <= most])
            promised[~np.isnan(won)] = -np.inf
            place = top(most, promised)
            if promised[place] > best + more:
                play([place])

    def ended(self, easier: Ladder) -> Ladder:
        """The rungs of the ladder of an easier match, with the ending that wins most here: a
        shorter match has too few turns to show what the other numbers bring."""
        way = easier.short.way
        ending = self.ending(way)
        changed: dict[str, Any] = {
            "past": ending.past,
            "lead": ending.lead,
            "last": ending.last,
        }
        if way.lines and not ending.lines:
            changed["lines"] = ()
        made = []
        for rung in easier.rungs:
            way = replace(rung.way, **changed)
            made.append(replace(rung, way=way, numbers=way.count(self.goal)))
        return Ladder.of(made, easier.perfect)

    def ending(self, way: CardWay) -> CardWay:
        """A card that ends the game better, changed one thing after the other."""
        for options in self.endings(way):
            now = self.won(way).average
            best = max(
                (replace(way, **fields) for fields in options),
                key=lambda each: self.won(each).average,
                default=way,
            )
            more = max(best.count(self.goal) - way.count(self.goal), 0)
            if self.won(best).average > now + WORTH_A_NUMBER * (more or best.last > way.last):
                way = best
        return way

    def endings(self, way: CardWay) -> Iterator[list[dict[str, Any]]]:
        """Changes to how a card ends the game, as its fields, in the order in which to try them."""
        assert self.arena is not None
        dice, rules = self.arena.moves.most_dice, self.arena.layout.rules
        yield [{"lines": ()}] if way.lines else []
        if not rules.has_last_turn or rules.exact_goal:
            return
        yield [{"past": most} for most in DICE if most < dice and rules.takes_bank]
        yield [{"lead": lead} for lead in _leads(self.analysis, rules.ruleset)]
        yield [] if way.last else [{"last": True}]

    def measured(self, ladder: Ladder, *, every: bool = False) -> Ladder:
        """A ladder from another match, or by points, with what its card wins in this match. What
        the other rungs win here is not known.

        Args:
            every: whether all rungs that are shown are measured, until one wins clearly less than
                one before it: more numbers of that match then bring nothing in this one.
        """
        assert self.arena is not None
        best, rungs = 0.0, list(ladder.rungs)
        for rung in ladder.shown if every else (ladder.short,):
            won = self.won(rung.way).average
            best = max(best, won)
            if every and self.arena.layout.rules.by_turns:  # what ends the game may not pay here
                way = replace(rung.way, past=None, lead=None, last=False)
                rungs.append(replace(rung, way=way, numbers=way.count(self.goal)))
                best = max(best, self.won(way).average)
            if won < best - CLEAR:
                break
        perfect = Chances(*self.arena.perfect)
        known = [replace(rung, chances=self.duels.get(rung.way)) for rung in rungs]
        if every:  # a rung that is better in the other match need not be better in this one
            return Ladder.of((rung for rung in known if rung.chances), perfect)
        return Ladder(tuple(known), perfect)


def _leads(analysis: Analysis, ruleset: Ruleset) -> list[int]:
    """Leads from which to bank past the goal that are tried, points."""
    step = score_step(ruleset)
    steps = (max(round(turns * turn_of(analysis) / step), 1) for turns in LEADS)
    return [each * step for each in dict.fromkeys(steps)]


def first_near(analysis: Analysis, breaks: Sequence[CardOption]) -> int:
    """The place in a chain from which on the break points lose almost no points."""
    enough = LOST_POINTS * turn_of(analysis)
    return next((at for at, each in enumerate(breaks) if each.loss <= enough), len(breaks) - 1)


def with_all(way: CardWay, options: Iterable[CardOption]) -> CardWay:
    for option in options:
        way = replace(way, **option.fields)
    return way


TURNS = 3
"""Average turns to the goal of the shorter match, at least."""

DICE = (1, 2, 3)
"""The numbers tried for the most dice left with which to bank past the goal."""

WORTH_A_NUMBER = 5e-4
"""Chance to win that a number past the goal, or one thing more to do, must bring."""

MOST_DUELS = 10
"""Duels that the search is assumed to make."""


def shorter(analysis: Analysis) -> Ruleset:
    """The rules with a goal some turns away; unchanged if the goal is no further already."""
    ruleset = analysis.loaded.ruleset
    step = lcm(memorable_step(ruleset, analysis.expected.moves.unit), ruleset.bank.multiple_of, 100)
    least = max(TURNS * turn_of(analysis), 2.0 * ruleset.bank.opening_minimum)
    if ruleset.goal is None or ruleset.goal <= least:
        return ruleset
    away = int((ruleset.goal - least) // step) * step
    return ruleset.model_copy(update={"goal": ruleset.goal - away})


def with_nearer_goal(way: CardWay, nearer: int) -> CardWay:
    """The same card for a goal that is that many points nearer."""
    lines = []
    for line in way.lines:
        scores = {key: getattr(line, key) for key in SCORES}
        there = {k: max(at - nearer, 0) for k, at in scores.items() if at is not None}
        lines.append(line.model_copy(update=there))
    return replace(way, lines=tuple(lines))


BETTER_THAN_FOR_TWO = 5e-4
"""Chance to win by which a card must be better than the one for two."""

FEW_STARTS = 100_000
"""Break points are moved as well up to this many starts of turns; with more, moving brings less."""

MOST_MEASURED = 3
"""Cards that are measured beside the one for two, at most."""


def find_multiplayer_card(
    analysis: Analysis,
    breaks: list[CardOption] | None,
    arena: Arena,
    solution: MatchSolution,
    for_two: Rung,
    progress: Progress = silent,
) -> SeveralCard:
    """The card with the fewest numbers that is expected to lose little more than any other card and
    that wins more than the card for two. If there is none, the card for two.

    Args:
        breaks: the chain of break points of shorter cards; None if lines are not looked for.
        for_two: the card for two, which sets how often turns begin in each state. What this card
            says about anything but scores is kept.
    """
    layout, threads = solution.layout, arena.threads

    def reading(rung: Rung) -> ByTables:
        return ByTables(layout, arena, rung.way.policy(analysis, arena.moves, arena.rows))

    def met(rung: Rung) -> MetAtTable:
        others = [ByMatch(layout, solution, threads=threads)] * (layout.players - 1)
        return meet(layout, [reading(rung), *others], threads=threads, progress=progress)

    met_for_two = met(for_two)
    if breaks is not None:
        now = turning_at_table(reading(for_two), solution)
        found = _found(analysis, breaks, arena, for_two, now)
        enough = met_for_two.average[0] + BETTER_THAN_FOR_TWO
        better = [rung for rung, loss in found if 1.0 / layout.players - loss > enough]
        for rung in better[:MOST_MEASURED]:
            fares = met(rung)
            if fares.average[0] > enough:
                return SeveralCard(rung, fares, for_two, met_for_two)
    return SeveralCard(for_two, met_for_two, for_two, met_for_two)


def _found(
    analysis: Analysis, breaks: list[CardOption], arena: Arena, for_two: Rung, now: Turning
) -> list[tuple[Rung, float]]:
    """Cards that are expected to lose little more than any other card, each with its approximate
    loss; fewest numbers first."""
    ruleset = analysis.loaded.ruleset
    goal = ruleset.extent
    breaks = [option for option in breaks if option.numbers <= MOST]
    place = first_near(analysis, breaks)
    near = [option.fields["tables"] for option in breaks[place : place + NEAR]]
    if now.table.layout.states <= FEW_STARTS:
        shortener = Shortener(analysis)
        near += [moved for tables in near for moved in shortener.moved(tables, SHIFTS_APART)]
    best: dict[int, tuple[Rung, float]] = {}
    for tables in near:
        usual = replace(for_two.way, tables=tables)
        learnt = replace(usual, lines=()).numbers(goal)
        losses = Losses(analysis, arena, usual, learnt)
        losses.find(now)
        card = card_of(ruleset, analysis.expected, analysis.card.step, tables)
        for option in lines_chains(losses, learnt)[0]:
            way = with_all(usual, [option])
            rung = Rung(way.count(goal), way, card, card.points_per_turn)
            if rung.numbers not in best or option.loss < best[rung.numbers][1]:
                best[rung.numbers] = rung, option.loss
    enough = min((loss for _, loss in best.values()), default=0.0) + LOST_GAMES
    return [best[numbers] for numbers in sorted(best) if best[numbers][1] <= enough]
