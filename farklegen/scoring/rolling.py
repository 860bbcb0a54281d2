"""Rolls by their faces, for dice that are really drawn: the way to the option sets of `tables`.

A multiset of dice has a number, 0 for no dice; adding a die leads from one to another. So a roll is
looked up by going through its dice in whatever order they fall.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from farklegen.rules.patterns import FACES
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.rolls import FACE_CODES, reduced_die_weights
from farklegen.scoring.tables import ScoringTables
from farklegen.scoring.ways import RollWays, looker

FALLS = {"farkle": -1, "disaster": -2, "wins": -3}
"""What a roll is that is no option set."""


@dataclass(frozen=True)
class Multisets:
    """Every multiset of up to N dice.

    Attributes:
        grown: int64[multisets, FACES], the multiset with one more die of a face; with N dice, 0.
        roll: int64[multisets], the number of the option set among those of so many dice, or one of
            `FALLS`.
    """

    grown: NDArray[np.int64]
    roll: NDArray[np.int64]


def multisets(ruleset: Ruleset, tables: ScoringTables) -> Multisets:
    """Number the multisets and find what each of them may be set aside for.

    Faces that never fall are looked up all the same; whatever is only possible with them is a
    farkle here.

    Args:
        ruleset: the rules.
        tables: its scoring tables.
    """
    faces = range(1, FACES + 1)
    every = [
        roll
        for dice in range(tables.dice + 1)
        for roll in combinations_with_replacement(faces, dice)
    ]
    number = {_code(roll): at for at, roll in enumerate(every)}
    grown = np.array(
        [[number.get(_code(roll) + face, 0) for face in FACE_CODES] for roll in every], np.int64
    )
    known = _numbers(tables)
    look = looker(ruleset)
    found = [_number(look(roll), len(roll), tables, known) for roll in every]
    return Multisets(grown, np.array(found, np.int64))


def draw_bounds(ruleset: Ruleset, bits: int) -> list[int]:
    """For each face the bound below which a number of so many bits stands for it or one before."""
    weights = reduced_die_weights(ruleset)
    return [(sum(weights[: face + 1]) << bits) // sum(weights) for face in range(FACES)]


Options = frozenset[tuple[int, int]]
"""(dice set aside, points in units)."""


def _code(roll: tuple[int, ...]) -> int:
    return sum(FACE_CODES[face - 1] for face in roll)


def _numbers(tables: ScoringTables) -> dict[tuple[int, Options], int]:
    """(dice, options) -> number of the option set among those of so many dice."""
    known: dict[tuple[int, Options], int] = {}
    first: dict[int, int] = {}
    for at in range(tables.sets):
        dice = int(tables.set_dice[at])
        some = slice(tables.set_start[at], tables.set_start[at + 1])
        options = frozenset(
            zip(tables.option_used[some].tolist(), tables.option_points[some].tolist(), strict=True)
        )
        known[dice, options] = at - first.setdefault(dice, at)
    return known


def _number(
    ways: RollWays, dice: int, tables: ScoringTables, known: dict[tuple[int, Options], int]
) -> int:
    if ways.fall != "scores":
        return FALLS[ways.fall]
    options = frozenset((len(way.keep), way.points // tables.unit) for way in ways.ways)
    return known.get((dice, options), FALLS["farkle"])
