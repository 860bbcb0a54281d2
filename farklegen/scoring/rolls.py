"""Rolls as multisets of faces, and the combinations that fit in them.

A multiset of dice is a *code*: the number of dice showing each face as the digits of a number in
base 16. Joining two groups of dice is then adding their codes, and nothing carries, since no game
has sixteen dice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import gcd

from farklegen.rules.patterns import FACES, FaceCounts, parse_pattern
from farklegen.rules.ruleset import Ruleset

FACE_CODES = tuple(16**face for face in range(FACES))


def code_of(counts: Iterable[int]) -> int:
    """The code of a multiset given by how many dice show each face."""
    return sum(count * face for count, face in zip(counts, FACE_CODES, strict=True))


def contains(code: int, part: FaceCounts) -> bool:
    """Whether the roll with this code has all the dice of `part`."""
    return all(code >> 4 * face & 15 >= need for face, need in enumerate(part))


@dataclass(frozen=True, slots=True)
class Combination:
    """One way a pattern of the ruleset can fall.

    Attributes:
        pattern: the pattern as written in the ruleset.
        counts: dice showing each face.
        points: what it is worth, in points.
    """

    pattern: str
    counts: FaceCounts
    points: int


def combinations_of(ruleset: Ruleset) -> list[Combination]:
    """Every scoring combination in the order of the file, one entry per set of faces."""
    found = []
    for text, points in ruleset.combinations.items():
        pattern = parse_pattern(text)
        if isinstance(points, int):
            found += [Combination(text, counts, points) for counts in pattern.instances()]
            continue
        for face, worth in enumerate(points, start=1):
            counts = pattern.with_letter(face)
            if worth and counts is not None:
                found.append(Combination(text, counts, worth))
    return [c for c in found if sum(c.counts) <= ruleset.dice]


def reduced_die_weights(ruleset: Ruleset) -> list[int]:
    """The die weights without their common factor."""
    divisor = gcd(*ruleset.die_weights)
    return [weight // divisor for weight in ruleset.die_weights]


def roll_weights(ruleset: Ruleset) -> Iterator[dict[int, int]]:
    """For 1, 2, ... dice: code of every roll that can fall -> its weight out of total ** dice.

    A roll is one die added to a smaller roll, in any order: its weight is the sum over its last
    die.
    """
    faces = [(c, w) for c, w in zip(FACE_CODES, reduced_die_weights(ruleset), strict=True) if w]
    layer = {0: 1}
    for _ in range(ruleset.dice):
        grown: dict[int, int] = defaultdict(int)
        for code, weight in layer.items():
            for face, face_weight in faces:
                grown[code + face] += weight * face_weight
        layer = grown
        yield layer
