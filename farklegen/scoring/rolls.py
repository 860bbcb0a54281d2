"""Rolls by their faces: how often they show farkles and combinations, and the ways to set dice of
one roll aside. The tables of `compile` forget the faces.

Odds are counted, not simulated, by number of dice. A roll *contains* a combination if its dice are
among those rolled. It *counts as* the most valuable single combination that it contains, as printed
rules sheets count; of equally valuable ones the one with more dice, then the one named first. A
roll that wins at once or is a disaster counts as that.

The ways of a roll lead to the same (dice set aside, points) pairs as its option set.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Literal, TypeAlias

from farklegen.rules.facts import Spelling, combinations_of, turn_unit
from farklegen.rules.hands import hands_of
from farklegen.rules.patterns import FACES
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import Points
from farklegen.scoring.compile import (
    FACE_CODES,
    JOKER_CODE,
    containing,
    contains,
    exact_points,
    faces_of,
    most_jokers,
    places,
    rethrown,
    roll_weights,
    throws_of,
)

Fall: TypeAlias = Literal["wins", "disaster", "farkle", "scores"]


@dataclass(frozen=True)
class CombinationOdds:
    """One line of an odds table: patterns that are counted together.

    Attributes:
        patterns: as in the ruleset; several of one label and equal points.
        label: what the ruleset calls them.
        points: one number, or one for each face.
        best: rolls that count as this combination.
        contains: rolls that contain it.
    """

    patterns: tuple[str, ...]
    label: str | None
    points: Points
    best: int
    contains: int


@dataclass(frozen=True)
class DiceOdds:
    """The odds of one number of dice, or of one hand. Counts are weights out of `rolls`, exact
    integers.

    Attributes:
        dice: dice rolled; of different dice, the hand (`rules.hands`).
        rolls: all of them; 6**dice for fair dice.
        farkle: other rolls without any scoring.
        instant_win: rolls that win at once.
        disaster: rolls that are a disaster.
        combinations: in the order of the ruleset.
    """

    dice: int
    rolls: int
    farkle: int
    instant_win: int
    disaster: int
    combinations: tuple[CombinationOdds, ...]


def odds(ruleset: Ruleset) -> tuple[DiceOdds, ...]:
    """Count all rolls of 1, 2, ... dice; of different dice, of each hand."""
    hands, lines = hands_of(ruleset), _lines(ruleset)
    line_of = {pattern: i for i, (patterns, _, _) in enumerate(lines) for pattern in patterns}
    # most valuable first: the first combination that a roll contains is the one it counts as
    ranked = sorted(combinations_of(ruleset), key=lambda c: (-c.points, -c.size))
    wins, wipes = containing(ruleset.instant_win), containing(ruleset.disaster)

    table = []
    for dice, layer in enumerate(roll_weights(hands), start=1):
        weights: dict[int, int] = defaultdict(int)
        for code, weight in layer.items():
            weights[faces_of(code)] += weight
        usable = [c for c in ranked if dice == hands.all or not c.all_dice_only]
        inside = {
            code: [line_of[c.pattern] for c in usable if _contains(code, c, bool(hands.jokers))]
            for code in weights
        }
        if dice == hands.all and ruleset.nothing is not None:
            inside = {code: found or [line_of["nothing"]] for code, found in inside.items()}
        won = set(filter(wins, weights))
        wiped = set(filter(wipes, weights)) - won
        farkle = {code for code, found in inside.items() if not found} - won - wiped
        if (throws := throws_of(ruleset, hands, dice)) > 1:
            weights = rethrown(weights, farkle, throws)

        def total(codes: Iterable[int], weights: dict[int, int] = weights) -> int:
            return sum(weights[code] for code in codes)

        rows = []
        for i, (patterns, label, points) in enumerate(lines):
            containing_it = {code for code, found in inside.items() if i in found}
            best = {code for code in containing_it if inside[code][0] == i} - won - wiped
            if containing_it:
                counted = total(best), total(containing_it)
                rows.append(CombinationOdds(patterns, label, points, *counted))
        table.append(
            DiceOdds(
                dice=dice,
                rolls=hands.totals[dice] ** throws,
                farkle=total(farkle),
                instant_win=total(won),
                disaster=total(wiped),
                combinations=tuple(rows),
            )
        )
    return tuple(table)


def _lines(ruleset: Ruleset) -> list[tuple[tuple[str, ...], str | None, Points]]:
    """Patterns that are counted together: of equal points and of one label in the ruleset."""
    lines: list[tuple[tuple[str, ...], str | None, Points]] = []
    place: dict[tuple[str, Points], int] = {}
    for pattern, points in ruleset.combinations.items():
        label = ruleset.labels.get(pattern)
        known = place.get((label, points)) if label is not None else None
        if known is None:
            if label is not None:
                place[label, points] = len(lines)
            lines.append(((pattern,), label, points))
        else:
            lines[known] = ((*lines[known][0], pattern), label, points)
    if ruleset.nothing is not None:
        lines.append((("nothing",), ruleset.labels.get("nothing"), ruleset.nothing))
    return lines


def _contains(code: int, combination: Spelling, jokers: bool) -> bool:
    """Whether a roll has these dice, where jokers may stand for all but one of them."""
    if not jokers:
        return contains(code, combination.counts)
    missing = sum(
        max(need - (code >> 4 * face & 15), 0) for face, need in enumerate(combination.counts)
    )
    return missing <= min(code >> 4 * FACES, combination.size - 1)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to set dice aside.

    Attributes:
        keep: the faces kept, smallest first; of different dice, each as it fell (`rules.hands`).
        points: what they are counted for, without the hot-dice bonus.
    """

    keep: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class RollWays:
    """What a roll is.

    Attributes:
        fall: wins at once, a disaster, a farkle, or something scores; looked at in this order.
        ways: every way to set dice aside, most dice first, then most points; empty unless something
            scores.
    """

    fall: Fall
    ways: tuple[Way, ...] = ()


def ways_of(ruleset: Ruleset, roll: Sequence[int]) -> RollWays:
    """What a roll is, and every way to set dice aside.

    The same dice may be counted for fewer points, if they split into combinations in another way:
    that is a way of its own.

    Args:
        roll: the faces thrown, no more than there are dice; with different dice, each die as
            it fell (`rules.hands`).
    """
    global _latest
    latest = _latest
    if latest is None or latest[0] is not ruleset:
        latest = _latest = (ruleset, lru_cache(REMEMBERED)(looker(ruleset)))
    return latest[1](tuple(sorted(roll)))


REMEMBERED = 2000
"""How many rolls a match remembers. One to six equal dice have 923 in all."""

_latest: tuple[Ruleset, Callable[[tuple[int, ...]], RollWays]] | None = None
"""The rules asked about last, and the function for their rolls: a match asks at every throw."""


def looker(ruleset: Ruleset) -> Callable[[Sequence[int]], RollWays]:
    """`ways_of` for many rolls under the same rules."""
    unit, hands = turn_unit(ruleset), hands_of(ruleset)
    with_all, with_fewer = (
        exact_points(ruleset, most_jokers(hands), all_dice=all_dice) for all_dice in (True, False)
    )
    wins, wipes = containing(ruleset.instant_win), containing(ruleset.disaster)

    def code(part: Iterable[int]) -> int:
        return sum(JOKER_CODE if hands.is_joker(die) else FACE_CODES[die % 10 - 1] for die in part)

    def look(roll: Sequence[int]) -> RollWays:
        thrown, faces = Counter(roll), code(roll)
        exact = with_all if len(roll) == ruleset.dice else with_fewer

        def scores(part: Counter[int]) -> bool:
            return any(exact.get(code(kept), 0) for kept in _parts(part) if kept)

        if wins(faces):
            return RollWays("wins")
        if wipes(faces):
            return RollWays("disaster")
        found = [
            Way(kept, place * unit)
            for kept in _parts(thrown)
            if ruleset.set_aside == "any" or not scores(thrown - Counter(kept))
            for place in places(exact.get(code(kept), 0) if kept else 0)
        ]
        if not found and ruleset.nothing is not None and len(roll) == ruleset.dice:
            found.append(Way(tuple(sorted(roll)), ruleset.nothing))
        found.sort(key=lambda way: (-len(way.keep), -way.points, way.keep))
        return RollWays("scores" if found else "farkle", tuple(found))

    return look


def _parts(dice: Counter[int]) -> Iterator[tuple[int, ...]]:
    """Every group of these dice, the empty one and all of them included, smallest die first."""
    kinds = sorted(dice)
    for counts in product(*(range(dice[die] + 1) for die in kinds)):
        yield tuple(die for die, count in zip(kinds, counts, strict=True) for _ in range(count))
