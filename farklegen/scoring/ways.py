"""One roll looked at closely: which dice can be kept, and for how many points.

The tables of `compile` forget the faces; a player wants to know which dice to take. The ways of a
roll lead to the same (dice set aside, points) pairs as its option set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias

from farklegen.rules.patterns import FACES
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import turn_unit
from farklegen.scoring.compile import containing, exact_points
from farklegen.scoring.rolls import code_of, combinations_of

Fall: TypeAlias = Literal["wins", "disaster", "farkle", "scores"]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to set dice aside.

    Attributes:
        keep: the faces kept, smallest first.
        points: what they are counted for, hot-dice bonus apart.
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
        ruleset: the rules.
        roll: the faces thrown, at most as many as there are dice.
    """
    return looker(ruleset)(roll)


def looker(ruleset: Ruleset) -> Callable[[Sequence[int]], RollWays]:
    """`ways_of` for many rolls under the same rules."""
    unit = turn_unit(ruleset)
    exact = exact_points(combinations_of(ruleset), ruleset.dice, unit)
    wins, wipes = containing(ruleset.instant_win), containing(ruleset.disaster)

    def look(roll: Sequence[int]) -> RollWays:
        thrown = _counts(roll)
        code = code_of(thrown)
        if wins(code):
            return RollWays("wins")
        if wipes(code):
            return RollWays("disaster")
        found = [
            Way(_faces(kept), points * unit)
            for kept in _parts(thrown)
            if ruleset.set_aside == "any" or not _scores(exact, _without(thrown, kept))
            for points in _bits(exact.get(code_of(kept), 0) if any(kept) else 0)
        ]
        if not found and ruleset.nothing is not None and len(roll) == ruleset.dice:
            found.append(Way(tuple(sorted(roll)), ruleset.nothing))
        found.sort(key=lambda way: (-len(way.keep), -way.points, way.keep))
        return RollWays("scores" if found else "farkle", tuple(found))

    return look


def _counts(roll: Sequence[int]) -> tuple[int, ...]:
    return tuple(list(roll).count(face) for face in range(1, FACES + 1))


def _faces(counts: Sequence[int]) -> tuple[int, ...]:
    return tuple(face for face, count in enumerate(counts, start=1) for _ in range(count))


def _parts(counts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every group of these dice, the empty one and all of them included."""
    return product(*(range(count + 1) for count in counts))


def _without(counts: Sequence[int], part: Sequence[int]) -> tuple[int, ...]:
    return tuple(count - taken for count, taken in zip(counts, part, strict=True))


def _scores(exact: dict[int, int], counts: Sequence[int]) -> bool:
    """Whether some of these dice make a combination."""
    return any(exact.get(code_of(part), 0) for part in _parts(counts) if any(part))


def _bits(bits: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        yield lowest.bit_length() - 1
