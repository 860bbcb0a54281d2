"""Which dice to bring: the sets of those owned with the most points per turn.

Where there are not too many, every set is solved exactly. Otherwise sets are found by exchange: all
sets that differ from the best sets so far in one die are solved, until none of these is better. The
ranking is exact for the sets that were solved, and proves nothing about the others.

What a roll may be set aside for depends on its faces and jokers, not on how often they come up. So
all sets of dice with equally many kinds, equally many dice of each and the same jokers share one
compilation. Only the weight of each roll differs: the product of the weights of the dice of each
kind. So a set of six different dice takes some fiftieth of a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement, permutations
from operator import le
from typing import Any

import numpy as np

from farklegen.core.arrays import Integers
from farklegen.errors import UnsolvableError
from farklegen.results import Shown
from farklegen.rules.hands import EXAMPLE, Hands, Kind, bringing, hands_of
from farklegen.rules.ruleset import FAIR, Ruleset
from farklegen.scoring.compile import (
    KIND_BITS,
    KIND_MASK,
    ScoringTables,
    compile_hands,
    roll_weights,
)
from farklegen.solvers.expected import SituationTurns
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.turn_rules import refuse

MOST_SETS = 1_000
"""Sets that are all solved."""

AROUND = 3
"""The best sets around which all sets with one die changed are solved."""

Counts = tuple[int, ...]
"""How many dice of each kind."""

Pattern = tuple[tuple[int, frozenset[int]], ...]
"""Dice of each kind and its jokers, sorted."""


@dataclass(frozen=True)
class RankedSet:
    """A set of dice.

    Attributes:
        counts: how many of each kind owned.
        points_per_turn: with the best play.
    """

    counts: Counts
    points_per_turn: float


@dataclass(frozen=True)
class OneMore:
    """What one more die of a kind would bring.

    Attributes:
        name: of the kind.
        gain: points per turn more of the best set with it.
        proven: whether no set with it is better; else it is the best one found.
    """

    name: str
    gain: float
    proven: bool


@dataclass(frozen=True, repr=False)
class Ranking(Shown):
    """The best sets that you can choose from the dice you own.

    Attributes:
        names: of the kinds.
        owned: dice of each kind.
        sets: how many different sets can be brought.
        solved: how many of them were solved.
        proven: whether all sets were solved, so that no other one is better.
        best: the sets that bring most, best first.
        more: what one more die of each kind would bring, best first.
    """

    names: tuple[str, ...]
    owned: Counts
    sets: int
    solved: int
    proven: bool
    best: tuple[RankedSet, ...]
    more: tuple[OneMore, ...]


def rank_dice(
    ruleset: Ruleset, owned: dict[str, int], *, wanted: int = 10, tell: Progress = silent
) -> Ranking:
    """The best sets, each with as many dice as the rules ask for.

    Args:
        ruleset: the rules, whatever dice they bring.
        owned: name of a kind -> how many; kinds that are alike count as one.
    """
    why = "which dice to bring is not worked out with {rule}. Delete that rule"
    rules = [
        ("last_die_throws", ruleset.last_die_throws > 1),
        ("last_die: required", ruleset.last_die == "required"),
    ]
    refuse(rules, why)
    kinds = hands_of(bringing(ruleset, owned))
    if sum(kinds.brought) < ruleset.dice:
        raise UnsolvableError(
            f"a turn has {ruleset.dice} dice, and you own {sum(kinds.brought)}. Name "
            f"at least {ruleset.dice}, such as {EXAMPLE}"
        )
    limits = tuple(min(count, ruleset.dice) for count in kinds.brought)
    search = _DiceSearch(ruleset, kinds, tell)
    proven = search.solve(limits)
    solved = search.ranked(limits)
    more = [
        search.one_more(kind, limits, solved[0])
        for kind in kinds.order
        if kinds.brought[kind] < ruleset.dice
    ]
    tell(1.0, "all sets compared")
    return Ranking(
        tuple(kind.name for kind in kinds.kinds),
        kinds.brought,
        _how_many(limits, ruleset.dice),
        len(solved),
        proven,
        solved[:wanted],
        tuple(sorted(more, key=lambda each: -each.gain)),
    )


class _DiceSearch:
    """Sets that were solved, and what they share.

    Attributes:
        known: points per turn of each set solved.
    """

    def __init__(self, ruleset: Ruleset, kinds: Hands, tell: Progress) -> None:
        self.ruleset, self.kinds, self.tell = ruleset, kinds, tell
        self.known: dict[Counts, float] = {}
        self._patterns: dict[Pattern, _Reweighed] = {}

    def worth(self, counts: Counts) -> float:
        if counts not in self.known:
            pairs = [pair for pair in zip(counts, self.kinds.kinds, strict=True) if pair[0]]
            pairs.sort(key=lambda pair: (pair[0], sorted(pair[1].joker)))
            pattern = tuple((count, kind.joker) for count, kind in pairs)
            if pattern not in self._patterns:
                self._patterns[pattern] = _Reweighed(self.ruleset, pattern)
            tables = self._patterns[pattern].with_dice([kind for _, kind in pairs])
            self.known[counts] = SituationTurns(self.ruleset, tables).solve().points_per_turn
            done = len(self.known)
            self.tell(done / (done + 200), f"{done:,} sets of dice solved")
        return self.known[counts]

    def solve(self, limits: Counts, begin: Counts | None = None) -> bool:
        """Solve all sets with at most `limits` dice of each kind.

        If there are too many, solve the one to begin with, and all sets with one die changed around
        the best ones, until these stay the best. Returns whether all were solved.
        """
        if _how_many(limits, self.ruleset.dice) <= MOST_SETS:
            for counts in _sets(limits, self.ruleset.dice):
                self.worth(counts)
            return True
        self.worth(begin or self.likely(limits))
        around = set[Counts]()
        while True:
            best = self.ranked(limits)[:AROUND]
            new = [each.counts for each in best if each.counts not in around]
            if not new:
                return False
            around.add(new[0])
            for out, into in permutations(range(len(limits)), 2):
                other = _exchanged(new[0], out, into)
                if other[out] >= 0 and other[into] <= limits[into]:
                    self.worth(other)

    def ranked(self, limits: Counts) -> tuple[RankedSet, ...]:
        """The sets so far with at most that many dice of each kind, best first."""
        ranked = sorted(
            (counts for counts in self.known if all(map(le, counts, limits))),
            key=lambda counts: (-self.known[counts], counts),
        )
        return tuple(RankedSet(counts, self.known[counts]) for counts in ranked)

    def one_more(self, kind: int, limits: Counts, best: RankedSet) -> OneMore:
        further = tuple(n + (k == kind) for k, n in enumerate(limits))
        proven = self.solve(further, best.counts)
        gain = self.ranked(further)[0].points_per_turn - best.points_per_turn
        return OneMore(self.kinds.kinds[kind].name, gain, proven)

    def likely(self, limits: Counts) -> Counts:
        """A set of the kinds that would be best if all dice were of one kind."""
        dice = self.ruleset.dice
        alone = {k: tuple(dice * (k == n) for n in range(len(limits))) for k in range(len(limits))}
        counts, left = [0] * len(limits), dice
        for kind in sorted(alone, key=lambda k: -self.worth(alone[k]) if limits[k] else 0.0):
            counts[kind] = min(limits[kind], left)
            left -= counts[kind]
        return tuple(counts)


def _exchanged(counts: Counts, out: int, into: int) -> Counts:
    return tuple(n - (k == out) + (k == into) for k, n in enumerate(counts))


def _how_many(limits: Counts, dice: int) -> int:
    """Sets of that many dice with at most `limits` dice of each kind."""
    ways = [1] + [0] * dice
    for limit in limits:
        ways = [sum(ways[max(n - limit, 0) : n + 1]) for n in range(dice + 1)]
    return ways[dice]


def _sets(limits: Counts, dice: int) -> Iterator[Counts]:
    """All these sets."""
    kinds = range(len(limits))
    for chosen in combinations_with_replacement(kinds, dice):
        counts = tuple(map(chosen.count, kinds))
        if all(map(le, counts, limits)):
            yield counts


class _Reweighed:
    """The tables of sets of dice of one pattern, which differ only in their chances.

    Attributes:
        tables: with fair dice.
        codes: for each kind the codes that its dice can show together, in any number.
        shown: for each kind int64[rolls], which of these codes each roll has.
        counted: for each array of weights int64[2, ...], rolls and where they are counted in it.
    """

    def __init__(self, ruleset: Ruleset, pattern: Pattern) -> None:
        hands = Hands(
            tuple(Kind(f"{place}", FAIR, joker) for place, (_, joker) in enumerate(pattern)),
            tuple(count for count, _ in pattern),
            tuple(range(len(pattern))),
        )
        self.tables, fallen = compile_hands(ruleset, hands)
        self.codes, self.shown = list[list[int]](), list[Integers]()
        for place in range(len(pattern)):
            own = [code >> KIND_BITS * place & KIND_MASK for code, _ in fallen]
            known = {code: at for at, code in enumerate(sorted(set(own)))}
            self.codes.append(list(known))
            self.shown.append(np.array([known[code] for code in own]))
        self.counted: dict[str, Integers] = {}
        for name in {array for _, (array, _) in fallen}:
            found = [(roll, at) for roll, (_, (array, at)) in enumerate(fallen) if array == name]
            self.counted[name] = np.array(found, np.int64).T

    def with_dice(self, kinds: Sequence[Kind]) -> ScoringTables:
        """The tables with dice of these kinds, in the order of the pattern; weights are chances."""
        weight = np.ones(len(self.shown[0]))
        for kind, codes, shown in zip(kinds, self.codes, self.shown, strict=True):
            chances = _chances(kind, self.tables.hands.sizes[-1])
            weight *= np.array([chances.get(code, 0.0) for code in codes])[shown]
        arrays: dict[str, Any] = {
            name: np.bincount(where, weight[rolls], minlength=len(getattr(self.tables, name)))
            for name, (rolls, where) in self.counted.items()
        }
        return replace(self.tables, total_weight=np.ones(self.tables.dice + 1), **arrays)


@cache
def _chances(kind: Kind, most: int) -> dict[int, float]:
    """Code -> chance of what up to that many dice of a kind show if all of them are rolled."""
    hands, chances = Hands((kind,), (most,), (0,)), {0: 1.0}
    for layer, total in zip(roll_weights(hands), hands.totals[1:], strict=True):
        chances |= {code: weight / total for code, weight in layer.items()}
    return chances
