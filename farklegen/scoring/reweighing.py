"""Tables for sets of dice with the same options, which differ only in their chances.

What a roll may be set aside for depends on its faces and jokers, not on how often they come up. So
all sets of dice with equally many kinds, equally many dice of each and the same jokers share one
compilation. Only the weight of each roll differs: the product of the weights of the dice of each
kind.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.rules.hands import Hands, Kind
from farklegen.rules.ruleset import FAIR, Ruleset
from farklegen.scoring.compile import compile_hands
from farklegen.scoring.rolls import KIND_BITS, KIND_MASK, face_weights
from farklegen.scoring.tables import ScoringTables

Pattern = tuple[tuple[int, frozenset[int]], ...]
"""Dice of each kind and its jokers, sorted."""

ARRAYS = (
    "set_weight",
    "set_instant_weight",
    "farkle_weight",
    "instant_farkle_weight",
    "disaster_weight",
)


@dataclass(frozen=True)
class Reweighed:
    """One pattern of dice, compiled.

    Attributes:
        tables: with fair dice.
        codes: for each kind the codes that its dice can show together, in any number.
        shown: int64[kinds, rolls], which of these codes each roll has.
        counted: for each of `ARRAYS` (rolls, where in the array they are counted).
    """

    tables: ScoringTables
    codes: tuple[tuple[int, ...], ...]
    shown: NDArray[np.int64]
    counted: tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...]

    def with_dice(self, kinds: tuple[Kind, ...]) -> ScoringTables:
        """The tables with dice of these kinds, in the order of the pattern; weights are chances."""
        weight = np.ones(self.shown.shape[1])
        for kind, codes, shown in zip(kinds, self.codes, self.shown, strict=True):
            weight *= np.array([_chance(kind, code) for code in codes])[shown]
        arrays: dict[str, Any] = {
            name: np.bincount(where, weight[rolls], minlength=len(getattr(self.tables, name)))
            for name, (rolls, where) in zip(ARRAYS, self.counted, strict=True)
        }
        return replace(self.tables, total_weight=np.ones(self.tables.dice + 1), **arrays)


def pattern_of(kinds: list[tuple[int, Kind]]) -> tuple[Pattern, tuple[Kind, ...]]:
    """The pattern of a set of dice, and its kinds in that order."""
    ordered = sorted(kinds, key=lambda each: (each[0], sorted(each[1].joker)))
    return tuple((count, kind.joker) for count, kind in ordered), tuple(k for _, k in ordered)


def compile_pattern(ruleset: Ruleset, pattern: Pattern) -> Reweighed:
    """Compile a pattern of dice under some rules."""
    hands = Hands(
        tuple(Kind(f"{place}", FAIR, joker) for place, (_, joker) in enumerate(pattern)),
        tuple(count for count, _ in pattern),
        tuple(range(len(pattern))),
    )
    tables, fallen = compile_hands(ruleset, hands)
    codes, shown = [], np.empty((len(pattern), len(fallen)), np.int64)
    rolls = [code for code, _ in fallen]
    for place in range(len(pattern)):
        own = [code >> KIND_BITS * place & KIND_MASK for code in rolls]
        known = {code: at for at, code in enumerate(sorted(set(own)))}
        codes.append(tuple(known))
        shown[place] = [known[code] for code in own]
    counted = []
    for name in ARRAYS:
        found = [(i, at) for i, (_, (array, at)) in enumerate(fallen) if array == name]
        pairs = np.array(found, np.int64).reshape(-1, 2)
        counted.append((pairs[:, 0].copy(), pairs[:, 1].copy()))
    return Reweighed(tables, tuple(codes), shown, tuple(counted))


def _chance(kind: Kind, code: int) -> float:
    """The chance of these faces when as many dice of the kind are rolled."""
    found, dice = 1.0, 0
    weights = dict(face_weights(kind))
    for place in range(KIND_BITS // 4):
        count = code >> 4 * place & 15
        if count:
            dice += count
            found *= comb(dice, count) * (weights.get(16**place, 0) / sum(kind.weights)) ** count
    return found
