"""How often rolls show farkles and combinations, by number of dice: counted, not simulated.

A roll *contains* a combination if its dice are among those rolled. It *counts as* the most valuable
single combination that it contains, as printed rules sheets count; of equally valuable ones the one
with more dice, then the one named first. A roll that wins at once or is a disaster counts as that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from farklegen.rules.facts import Spelling, combinations_of
from farklegen.rules.hands import hands_of
from farklegen.rules.patterns import FACES
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import (
    containing,
    contains,
    faces_of,
    rethrown,
    roll_weights,
    throws_of,
)

Points = int | tuple[int, ...]


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
