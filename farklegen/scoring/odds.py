"""How often rolls show farkles and combinations, by number of dice: counted, not simulated.

A roll *contains* a combination if its dice are among those rolled. It *counts as* the most valuable
single combination that it contains, as printed rules sheets count; of equally valuable ones the one
with more dice, then the one named first. A roll that wins at once or is a disaster counts as that.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.rules.facts import combinations_of
from farklegen.rules.hands import hands_of
from farklegen.rules.patterns import FACES, instances_of
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import faces_of, rethrown, roll_weights, throws_of

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
    hands = hands_of(ruleset)
    found = combinations_of(ruleset)
    lines = _lines(ruleset)
    line_of = {pattern: i for i, (patterns, _, _) in enumerate(lines) for pattern in patterns}
    # most valuable first: the first combination that a roll contains is the one it counts as
    ranked = sorted(found, key=lambda c: (-c.points, -c.size))
    parts = np.array([c.counts for c in ranked], np.int64).reshape(-1, FACES)
    most = parts.sum(axis=1) - 1 if hands.jokers else np.zeros(len(parts), np.int64)  # one is real
    line = np.array([line_of[c.pattern] for c in ranked], np.int64)
    all_dice_only = np.array([c.all_dice_only for c in ranked], np.bool_)
    wins, wipes = _instances(ruleset.instant_win), _instances(ruleset.disaster)

    table = []
    for dice, layer in enumerate(roll_weights(hands), start=1):
        by_faces: dict[int, int] = defaultdict(int)
        for code, weight in layer.items():
            by_faces[faces_of(code)] += weight
        weights = np.array(list(by_faces.values()), object)
        codes = np.array(list(by_faces))
        rolls = codes[:, None] >> (4 * np.arange(FACES)) & 15
        jokers = codes >> 4 * FACES
        won = (_missing(rolls, wins) == 0).any(axis=1)
        wiped = (_missing(rolls, wipes) == 0).any(axis=1) & ~won
        ordinary = ~won & ~wiped
        inside = _missing(rolls, parts) <= np.minimum(jokers[:, None], most)
        if dice != hands.all:
            inside &= ~all_dice_only
        scores = inside.any(axis=1)
        first = inside & (inside.cumsum(axis=1) == 1)
        nothing_scores = dice == hands.all and ruleset.nothing is not None
        farkle = ordinary & ~scores & (not nothing_scores)
        if (throws := throws_of(ruleset, hands, dice)) > 1:
            after = rethrown(by_faces, set(codes[farkle].tolist()), throws)
            weights = np.array(list(after.values()), object)
        rows = []
        for i, (patterns, label, points) in enumerate(lines):
            if patterns == ("nothing",):
                contains = ~scores & nothing_scores
                best = contains & ordinary
            else:
                contains = inside[:, line == i].any(axis=1)
                best = ordinary & first[:, line == i].any(axis=1)
            if contains.any():
                rows.append(
                    CombinationOdds(
                        patterns, label, points, _total(weights, best), _total(weights, contains)
                    )
                )
        table.append(
            DiceOdds(
                dice=dice,
                rolls=hands.totals[dice] ** throws,
                farkle=_total(weights, farkle),
                instant_win=_total(weights, won),
                disaster=_total(weights, wiped),
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


def _instances(patterns: tuple[str, ...]) -> NDArray[np.int64]:
    """int64[instances, faces]: all the sets of faces that the patterns can be."""
    return np.array(instances_of(patterns), np.int64).reshape(-1, FACES)


def _missing(rolls: NDArray[np.int64], parts: NDArray[np.int64]) -> NDArray[np.int64]:
    """int64[rolls, parts]: how many dice of the part the roll lacks, jokers not counted."""
    missing = np.zeros((len(rolls), len(parts)), np.int64)
    for face in range(FACES):
        missing += np.maximum(parts[None, :, face] - rolls[:, face, None], 0)
    return missing


def _total(weights: NDArray[np.object_], chosen: Any) -> int:
    return int(weights[chosen].sum())
