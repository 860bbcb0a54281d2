"""Cards where every turn has to be followed: a duel takes as long as solving the match.

With `piggyback` and `bank.beat_previous` the ladder is looked for in an easier match
(`cards.pricing.easier_to_search`), lines that look at both scores included. What of that wins in
the real rules, and what the easier match cannot tell, is measured under the real ones, one thing
after the other: going for the goal, with how many dice and how far ahead to bank past it, and
setting dice aside on a last turn. That is done in a *shorter* match: the goal is some turns away,
and all scores lie as far from it as in the real one. The real match measures what was found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import lcm

from farklegen.cards.analysis import Analysis
from farklegen.cards.go_for_it import memorable_step, score_step
from farklegen.cards.price import Chances
from farklegen.cards.short import LOOKING, CardWay, Ladder, Said, count, improving
from farklegen.cards.short_goes import LEADS
from farklegen.cards.short_lines import turn_of
from farklegen.policies.policy import PERFECT, GoForIt
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel.duel import Arena
from farklegen.solvers.progress import Progress, silent

TURNS = 3
"""Average turns to the goal of the shorter match, at least."""

AT_ONCE = 0.2
"""Expected seconds of a match up to which there is no need of a shorter one."""

DICE = (1, 2, 3)
"""Dice with which at most to bank past the goal that are tried."""

NOTICED = 5e-4
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
        analysis: the card without a limit.
        found: the ladder from the easier match.
        arena: the real match, solved, or the shorter one.
        progress: how far it is.
    """
    return _SearchByTurns(analysis, arena, progress).find(found)


class _SearchByTurns:
    """One search."""

    def __init__(self, analysis: Analysis, arena: Arena, progress: Progress) -> None:
        self.analysis = analysis
        self.arena = arena
        self.progress = progress
        self.goal = analysis.loaded.ruleset.extent
        self.nearer = self.goal - arena.plan.rules.ruleset.extent
        dice = arena.moves.most_dice
        self.nothing = GoForIt((None,) * dice, (None,) * dice)
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
            if self.won(best).average > now + NOTICED * (more or best.last > way.last):
                way = best
        return way

    def options(self, way: CardWay) -> Iterator[list[Said]]:
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
    """The same card for a goal that is so many points nearer."""

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
