"""From the faces of dice that are really drawn to the option sets of `tables`.

A multiset of dice has a number, 0 for no dice; adding a die leads from one to another. So a roll is
looked up by going through its dice in whatever order they fall; dice of different kinds are thrown
in the order of `rules.hands`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.patterns import FACES
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_hands
from farklegen.scoring.rolls import FACE_CODES, JOKER_CODE, KIND_BITS, rethrown
from farklegen.scoring.tables import ScoringTables

FARKLE = -1
FALLS = {"farkle": FARKLE, "disaster": -2, "wins": -3}
"""Numbers for rolls that are no option set."""

_FALL_OF = {
    "farkle_weight": FALLS["farkle"],
    "disaster_weight": FALLS["disaster"],
    "instant_farkle_weight": FALLS["wins"],
    "set_instant_weight": FALLS["wins"],
}


@dataclass(frozen=True)
class Multisets:
    """Every multiset of dice that can fall.

    Attributes:
        tables: the scoring tables.
        grown: int64[multisets, 2 * kinds * FACES], the multiset with one more die of a kind that
            shows a face; 0 where that cannot be. The last dice of each kind come after the others.
        roll: int64[multisets], the number of the option set among those of the hand, or one of
            `FALLS`.
        weights: of the faces of dice of each kind, and then of the last die of each kind: as it
            lands in the end, since it may be thrown more than once.
    """

    tables: ScoringTables
    grown: NDArray[np.int64]
    roll: NDArray[np.int64]
    weights: tuple[tuple[int, ...], ...]


def multisets(ruleset: Ruleset) -> Multisets:
    """Number the multisets and find what each of them may be set aside for."""
    hands = hands_of(ruleset)
    tables, fallen = compile_hands(ruleset, hands)
    first = np.searchsorted(tables.set_dice, tables.set_dice)  # set of the same hand
    roll = np.full(len(fallen) + 1, FALLS["farkle"])
    for number, (_, (array, at)) in enumerate(fallen, start=1):
        roll[number] = _FALL_OF[array] if array in _FALL_OF else at - first[at]

    added = [
        (JOKER_CODE if face in kind.joker else code) << KIND_BITS * k
        for k, kind in enumerate(hands.kinds)
        for face, code in enumerate(FACE_CODES, start=1)
    ]
    known = {0: 0} | {code: number for number, (code, _) in enumerate(fallen, start=1)}
    grown = np.array([[known.get(code + die, 0) for die in added] for code in known], np.int64)
    last = list[tuple[int, ...]]()
    for k, kind in enumerate(hands.kinds):
        thrown = dict(enumerate(kind.weights))
        farkles = [face for face in thrown if roll[known.get(added[k * FACES + face], 0)] == FARKLE]
        last.append(tuple(rethrown(thrown, farkles, ruleset.last_die_throws).values()))
    weights = (*(kind.weights for kind in hands.kinds), *last)
    return Multisets(tables, np.hstack([grown, grown]), roll, weights)


def draw_bounds(weights: Sequence[Sequence[int]], bits: int) -> list[int]:
    """For each face of each kind a bound: a number of that many bits below it stands for this face
    or one before."""
    return [
        (sum(kind[: face + 1]) << bits) // sum(kind) for kind in weights for face in range(FACES)
    ]


def dice_in_hands(hands: Hands) -> tuple[list[int], list[int]]:
    """The kind of each die, hand after hand, and where each hand from 1 on begins."""
    kinds, first = list[int](), [0]
    for hand, counts in enumerate(hands.counts[1:], start=1):
        last = len(hands.kinds) if hands.sizes[hand] == 1 and hand != hands.all else 0
        kinds += [last + kind for kind, count in enumerate(counts) for _ in range(count)]
        first.append(len(kinds))
    return kinds, first
