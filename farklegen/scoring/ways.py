"""One roll looked at closely: which dice can be kept, and for how many points.

The tables of `compile` forget the faces; a player wants to know which dice to take. The ways of a
roll lead to the same (dice set aside, points) pairs as its option set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Literal, TypeAlias

from farklegen.rules.facts import turn_unit
from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import (
    FACE_CODES,
    JOKER_CODE,
    containing,
    exact_points,
    most_jokers,
    places,
)

Fall: TypeAlias = Literal["wins", "disaster", "farkle", "scores"]


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
        roll: the faces thrown, at most as many as there are dice; of different dice, each as it
            fell (`rules.hands`).
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
