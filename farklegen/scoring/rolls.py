"""Rolls as multisets of faces, and the combinations that fit in them.

A multiset of dice is a *code*: the number of dice showing each face as the digits of a number in
base 16, and after the six faces the number of jokers. To join two groups of dice, add their codes:
nothing carries, since no game has sixteen dice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator

from farklegen.rules.hands import Hands, Kind
from farklegen.rules.patterns import FACES, FaceCounts
from farklegen.rules.ruleset import Ruleset

FACE_CODES = tuple(16**face for face in range(FACES))
JOKER_CODE = 16**FACES
KIND_BITS = 4 * (FACES + 1)
KIND_MASK = (1 << KIND_BITS) - 1


def code_of(counts: Iterable[int]) -> int:
    """The code of a multiset given by how many dice show each face."""
    return sum(count * face for count, face in zip(counts, FACE_CODES, strict=True))


def contains(code: int, part: FaceCounts) -> bool:
    """Whether the roll with this code has all the dice of `part`."""
    return all(code >> 4 * face & 15 >= need for face, need in enumerate(part))


def joker_codes(counts: FaceCounts, jokers: int) -> Iterator[int]:
    """The codes of a combination in which 0, 1, ... dice are jokers: at most `jokers`, and at least
    one die is no joker."""
    layer: set[tuple[int, ...]] = {counts}
    for used in range(min(jokers, sum(counts) - 1) + 1):
        yield from (code_of(real) + used * JOKER_CODE for real in layer)
        layer = {
            (*real[:face], real[face] - 1, *real[face + 1 :])
            for real in layer
            for face in range(FACES)
            if real[face]
        }


def most_jokers(hands: Hands) -> int:
    return sum(n for kind, n in zip(hands.kinds, hands.brought, strict=True) if kind.joker)


def face_weights(kind: Kind) -> list[tuple[int, int]]:
    """(code, weight) of everything that a die of this kind can show."""
    found: dict[int, int] = {}
    for face, weight in enumerate(kind.weights, start=1):
        code = JOKER_CODE if face in kind.joker else FACE_CODES[face - 1]
        if weight:
            found[code] = found.get(code, 0) + weight
    return list(found.items())


def roll_weights(hands: Hands) -> Iterator[dict[int, int]]:
    """For each hand from 1 on: code of every roll that can fall -> its weight out of `totals`.

    The dice of each kind have digits of their own in the code: the digits of the second kind begin
    at `KIND_BITS`. A roll is one die added to a smaller roll, in any order: its weight is the sum
    over its last die.
    """
    faces = [face_weights(kind) for kind in hands.kinds]
    layers: list[dict[int, int]] = [{0: 1}]
    for counts in hands.counts[1:]:
        kind = next(k for k, count in enumerate(counts) if count)
        fewer = hands.numbers[(*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])]
        grown: dict[int, int] = defaultdict(int)
        moved = [(code << KIND_BITS * kind, weight) for code, weight in faces[kind]]
        for code, weight in layers[fewer].items():
            for face, face_weight in moved:
                grown[code + face] += weight * face_weight
        layers.append(grown)
        yield grown


def throws_of(ruleset: Ruleset, hands: Hands, hand: int) -> int:
    """The most throws of a hand until it scores: more than one only for a last die."""
    return ruleset.last_die_throws if hands.sizes[hand] == 1 and hand != hands.all else 1


def rethrown(weights: dict[int, int], farkles: Container[int], throws: int) -> dict[int, int]:
    """The weights of the rolls in the end, if rolls that farkle are thrown again, with at most
    `throws` throws in all. They are out of the sum of the given weights to the power of `throws`.
    """
    total = sum(weights.values())
    lost = sum(weight for roll, weight in weights.items() if roll in farkles)
    stays = sum(lost**before * total ** (throws - 1 - before) for before in range(throws))
    return {
        roll: weight * (lost ** (throws - 1) if roll in farkles else stays)
        for roll, weight in weights.items()
    }


def faces_of(code: int) -> int:
    """The code of a roll without the kinds of its dice."""
    found = 0
    while code:
        found += code & KIND_MASK
        code >>= KIND_BITS
    return found
