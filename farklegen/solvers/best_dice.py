"""Which dice to bring: the sets of those owned with the most points per turn.

Where there are not too many, every set is solved exactly. Otherwise sets are found by exchange: the
best of all sets with one die changed is taken, as long as it is better. That ranks exactly what was
solved, and proves nothing of what was not.

Sets with as many dice of each kind share what their rolls may be set aside for
(`scoring.reweighing`), so a set of six different dice takes some fiftieth of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from farklegen.errors import UnsolvableError
from farklegen.results import Shown
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.ruleset import FAIR, Ruleset
from farklegen.scoring.reweighing import Pattern, Reweighed, compile_pattern, pattern_of
from farklegen.solvers.long_run import LongRun, solve_long_run

MOST_SETS = 1_000
"""Sets that are all solved; of more, some are found by exchange."""

Counts = tuple[int, ...]
"""How many dice of each kind."""

Tell = Callable[[float, str], None]


@dataclass(frozen=True)
class RankedSet:
    """A set of dice.

    Attributes:
        counts: how many of each kind owned.
        points_per_turn: at best.
    """

    counts: Counts
    points_per_turn: float


@dataclass(frozen=True)
class OneMore:
    """What one more die of a kind would bring.

    Attributes:
        name: of the kind.
        gain: points per turn of the best set found with it, above that without it; never negative.
    """

    name: str
    gain: float


@dataclass(frozen=True, repr=False)
class Ranking(Shown):
    """The best sets of those owned.

    Attributes:
        names: of the kinds.
        owned: dice of each kind.
        sets: how many different sets can be brought.
        solved: how many of them were solved.
        best: the best ones, best first.
        more: what one more die of each kind would bring, the best first.
    """

    names: tuple[str, ...]
    owned: Counts
    sets: int
    solved: int
    best: tuple[RankedSet, ...]
    more: tuple[OneMore, ...]

    @property
    def proven(self) -> bool:
        """Whether every set was solved."""
        return self.solved >= self.sets


def rank_dice(
    ruleset: Ruleset,
    owned: dict[str, int],
    *,
    wanted: int = 10,
    one_more: bool = True,
    tell: Tell = lambda _share, _doing: None,
) -> Ranking:
    """The best sets of as many dice as the rules ask for.

    Args:
        ruleset: the rules, whatever dice they bring.
        owned: name of a kind -> how many; kinds that are alike count as one.
        wanted: how many sets to name.
        one_more: whether to ask what one more die of each kind would bring.
        tell: is told how far it is.

    Raises:
        UnsolvableError: for too few dice, or rules without an expected score.
    """
    kinds = hands_of(ruleset.model_copy(update={"bring": owned, "die_weights": FAIR}))
    if sum(kinds.brought) < ruleset.dice:
        raise UnsolvableError(
            f"dice: a turn has {ruleset.dice}, and {sum(kinds.brought)} are owned. Name more"
        )
    limits = tuple(min(count, ruleset.dice) for count in kinds.brought)
    search = _Search(ruleset, kinds, tell)
    sets = _how_many(limits, ruleset.dice)
    solved = search.best(limits, sets)
    ranked = sorted(search.known, key=lambda counts: (-search.known[counts], counts))
    best = tuple(RankedSet(counts, search.known[counts]) for counts in ranked[:wanted])
    more = []
    for kind in kinds.order if one_more else ():
        if kinds.brought[kind] >= ruleset.dice:
            continue
        further = tuple(n + (k == kind) for k, n in enumerate(limits))
        needed = limits[kind] + 1  # a set that is new has all of this kind
        search.improve(best[0].counts, further, needed=(kind, needed))
        among = [worth for counts, worth in search.known.items() if counts[kind] == needed]
        gain = max([worth - best[0].points_per_turn for worth in among], default=0.0)
        more.append(OneMore(kinds.kinds[kind].name, max(gain, 0.0)))
    tell(1.0, "all sets compared")
    return Ranking(
        tuple(kind.name for kind in kinds.kinds),
        kinds.brought,
        sets,
        solved,
        best,
        tuple(sorted(more, key=lambda each: -each.gain)),
    )


def bringing(ruleset: Ruleset, names: Sequence[str], counts: Counts) -> Ruleset:
    """The rules with these dice."""
    dice = {name: count for name, count in zip(names, counts, strict=True) if count}
    return ruleset.model_copy(update={"bring": dice, "die_weights": FAIR})


class _Search:
    """Sets that were solved, and what they share.

    Attributes:
        known: points per turn of each set solved.
    """

    def __init__(self, ruleset: Ruleset, kinds: Hands, tell: Tell) -> None:
        self.ruleset, self.kinds, self.tell = ruleset, kinds, tell
        self.known: dict[Counts, float] = {}
        self._patterns: dict[Pattern, Reweighed] = {}
        self._runs: dict[Pattern, LongRun] = {}

    def worth(self, counts: Counts) -> float:
        """Points per turn of a set."""
        if counts not in self.known:
            pairs = zip(counts, self.kinds.kinds, strict=True)
            pattern, dice = pattern_of([(count, kind) for count, kind in pairs if count])
            if pattern not in self._patterns:
                self._patterns[pattern] = compile_pattern(self.ruleset, pattern)
            tables = self._patterns[pattern].with_dice(dice)
            run = solve_long_run(self.ruleset, tables, self._runs.get(pattern))
            self._runs.setdefault(pattern, run)
            self.known[counts] = run.points_per_turn
            done = len(self.known)
            self.tell(done / (done + 200), f"{done:,} sets of dice solved")
        return self.known[counts]

    def best(self, limits: Counts, sets: int) -> int:
        """Solve all sets, or find good ones by exchange; returns how many were solved."""
        if sets <= MOST_SETS:
            for counts in _sets(limits, self.ruleset.dice):
                self.worth(counts)
        else:
            self.improve(self._start(limits), limits)
        return len(self.known)

    def _start(self, limits: Counts) -> Counts:
        """As many dice as there are of the kinds that would be best if all dice were of them."""
        dice = self.ruleset.dice
        alone = [
            self.worth(tuple(dice * (k == kind) for k in range(len(limits))))
            if limits[kind]
            else 0.0
            for kind in range(len(limits))
        ]
        counts, left = [0] * len(limits), dice
        for kind in sorted(range(len(limits)), key=lambda k: -alone[k]):
            counts[kind] = min(limits[kind], left)
            left -= counts[kind]
        for kind, limit in enumerate(limits):  # sets that cannot be brought
            if limit < dice:
                self.known.pop(tuple(dice * (k == kind) for k in range(len(limits))), None)
        return tuple(counts)

    def improve(
        self, counts: Counts, limits: Counts, needed: tuple[int, int] | None = None
    ) -> Counts:
        """Exchange one die after the other as long as that is better.

        Args:
            counts: the set to begin with.
            limits: how many of each kind there are.
            needed: (kind, dice of it) that a set has at least; dice are exchanged for them first.
        """
        while needed is not None and counts[needed[0]] < needed[1]:
            kind = needed[0]
            counts = max(
                (_exchanged(counts, other, kind) for other in range(len(counts))
                 if other != kind and counts[other]),
                key=self.worth,
            )  # fmt: skip
        while True:
            others = [
                other
                for other in _neighbours(counts, limits)
                if needed is None or other[needed[0]] >= needed[1]
            ]
            better = max(others, key=self.worth, default=counts)
            if self.worth(better) <= self.worth(counts):
                return counts
            counts = better


def _exchanged(counts: Counts, out: int, into: int) -> Counts:
    return tuple(n - (k == out) + (k == into) for k, n in enumerate(counts))


def _neighbours(counts: Counts, limits: Counts) -> Iterator[Counts]:
    """Sets with one die changed."""
    for out, count in enumerate(counts):
        for into, limit in enumerate(limits):
            if count and into != out and counts[into] < limit:
                yield _exchanged(counts, out, into)


def _how_many(limits: Counts, dice: int) -> int:
    """Sets of so many dice with at most so many of each kind."""
    ways = [1] + [0] * dice
    for limit in limits:
        ways = [sum(ways[n - k] for k in range(min(limit, n) + 1)) for n in range(dice + 1)]
    return ways[dice]


def _sets(limits: Counts, dice: int) -> Iterator[Counts]:
    """All of them."""
    if not limits:
        if dice == 0:
            yield ()
        return
    for count in range(min(limits[0], dice) + 1):
        for others in _sets(limits[1:], dice - count):
            yield (count, *others)
