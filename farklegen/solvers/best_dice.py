"""Which dice to bring: the sets of those owned with the most points per turn.

Where there are not too many, every set is solved exactly. Otherwise sets are found by exchange: all
sets that differ from the best sets so far in one die are solved, until none of these is better. The
ranking is exact for the sets that were solved, and proves nothing about the others.

Sets with the same numbers of dice of the different kinds share their options for setting dice aside
(`scoring.reweighing`), so a set of six different dice takes some fiftieth of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from farklegen.errors import UnsolvableError
from farklegen.results import Shown
from farklegen.rules.hands import EXAMPLE, Hands, bringing, hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.reweighing import Pattern, Reweighed, compile_pattern, pattern_of
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.long_run import LongRun, solve_long_run
from farklegen.solvers.refusals import refuse

MOST_SETS = 1_000
"""Sets that are all solved."""

AROUND = 3
"""The best sets around which all sets with one die changed are solved."""

Counts = tuple[int, ...]
"""How many dice of each kind."""

Tell = Callable[[float, str], None]


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
    ruleset: Ruleset,
    owned: dict[str, int],
    *,
    wanted: int = 10,
    one_more: bool = True,
    tell: Tell = lambda _share, _doing: None,
) -> Ranking:
    """The best sets, each with as many dice as the rules ask for.

    Args:
        ruleset: the rules, whatever dice they bring.
        owned: name of a kind -> how many; kinds that are alike count as one.
        one_more: whether to ask what one more die of each kind would bring.
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
    sets = _how_many(limits, ruleset.dice)
    if sets <= MOST_SETS:
        search.all(limits)
    else:
        search.start(limits)
        search.improve(limits)
    best, solved = search.ranked(wanted), len(search.known)
    more = [
        search.one_more(kind, limits, best[0])
        for kind in (kinds.order if one_more else ())
        if kinds.brought[kind] < ruleset.dice
    ]
    tell(1.0, "all sets compared")
    return Ranking(
        tuple(kind.name for kind in kinds.kinds),
        kinds.brought,
        sets,
        solved,
        sets <= MOST_SETS,
        best,
        tuple(sorted(more, key=lambda each: -each.gain)),
    )


class _DiceSearch:
    """Sets that were solved, and what they share.

    Attributes:
        known: points per turn of each set solved.
    """

    def __init__(self, ruleset: Ruleset, kinds: Hands, tell: Tell) -> None:
        self.ruleset, self.kinds, self.tell = ruleset, kinds, tell
        self.known: dict[Counts, float] = {}
        self._patterns: dict[Pattern, Reweighed] = {}
        self._runs: dict[Pattern, LongRun] = {}

    def tables(self, counts: Counts) -> tuple[Pattern, ScoringTables]:
        pairs = zip(counts, self.kinds.kinds, strict=True)
        pattern, dice = pattern_of([(count, kind) for count, kind in pairs if count])
        if pattern not in self._patterns:
            self._patterns[pattern] = compile_pattern(self.ruleset, pattern)
        return pattern, self._patterns[pattern].with_dice(dice)

    def worth(self, counts: Counts) -> float:
        if counts not in self.known:
            pattern, tables = self.tables(counts)
            run = solve_long_run(self.ruleset, tables, self._runs.get(pattern))
            self._runs.setdefault(pattern, run)
            self.known[counts] = run.points_per_turn
            done = len(self.known)
            self.tell(done / (done + 200), f"{done:,} sets of dice solved")
        return self.known[counts]

    def all(self, limits: Counts, least: Counts = ()) -> None:
        """Solve all sets, with at least that many dice of each kind."""
        for counts in _sets(limits, self.ruleset.dice, least or (0,) * len(limits)):
            self.worth(counts)

    def ranked(self, wanted: int, kind: int = 0, least: int = 0) -> tuple[RankedSet, ...]:
        ranked = sorted(
            (counts for counts in self.known if counts[kind] >= least),
            key=lambda counts: (-self.known[counts], counts),
        )
        return tuple(RankedSet(counts, self.known[counts]) for counts in ranked[:wanted])

    def one_more(self, kind: int, limits: Counts, best: RankedSet) -> OneMore:
        needed = limits[kind] + 1  # only sets with all dice of this kind are new
        further = tuple(n + (k == kind) for k, n in enumerate(limits))
        others = tuple(0 if k == kind else n for k, n in enumerate(limits))
        sets = _how_many(others, self.ruleset.dice - needed)
        if sets <= MOST_SETS:
            self.all(further, tuple(needed * (k == kind) for k in range(len(limits))))
        else:
            counts = best.counts
            while counts[kind] < needed:
                counts = max(
                    (_exchanged(counts, other, kind) for other in range(len(counts))
                     if other != kind and counts[other]),
                    key=self.worth,
                )  # fmt: skip
            self.improve(further, kind, needed)
        (found,) = self.ranked(1, kind, needed)
        gain = max(found.points_per_turn - best.points_per_turn, 0.0)
        return OneMore(self.kinds.kinds[kind].name, gain, sets <= MOST_SETS)

    def start(self, limits: Counts) -> None:
        """Solve a set of the kinds that would be best if all dice were of one kind."""
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
        self.worth(tuple(counts))

    def improve(self, limits: Counts, kind: int = 0, least: int = 0) -> None:
        """Solve all sets with one die changed around the best ones, until these stay the best.

        Args:
            kind, least: a set has at least that many dice of a kind.
        """
        around = set[Counts]()
        while True:
            best = self.ranked(AROUND, kind, least)
            new = [each.counts for each in best if each.counts not in around]
            if not new:
                return
            around.add(new[0])
            for other in _neighbours(new[0], limits):
                if other[kind] >= least:
                    self.worth(other)


def _exchanged(counts: Counts, out: int, into: int) -> Counts:
    return tuple(n - (k == out) + (k == into) for k, n in enumerate(counts))


def _neighbours(counts: Counts, limits: Counts) -> Iterator[Counts]:
    """Sets with one die changed."""
    for out, count in enumerate(counts):
        for into, limit in enumerate(limits):
            if count and into != out and counts[into] < limit:
                yield _exchanged(counts, out, into)


def _how_many(limits: Counts, dice: int) -> int:
    """Sets of that many dice with at most that many of each kind."""
    ways = [1] + [0] * dice
    for limit in limits:
        ways = [sum(ways[n - k] for k in range(min(limit, n) + 1)) for n in range(dice + 1)]
    return ways[dice]


def _sets(limits: Counts, dice: int, least: Counts) -> Iterator[Counts]:
    """All sets of that many dice with at least `least` and at most `limits` dice of each kind."""
    if not limits:
        if dice == 0:
            yield ()
        return
    for count in range(least[0], min(limits[0], dice) + 1):
        for others in _sets(limits[1:], dice - count, least[1:]):
            yield (count, *others)
