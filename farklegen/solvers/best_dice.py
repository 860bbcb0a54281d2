"""Which dice to bring: the sets of those owned with the most points per turn.

Where there are not too many, every set is solved exactly. Otherwise sets are taken up by what they
are worth at most (`dice_bounds`), and the rest is excluded. Under rules that have no such bound
sets are found by exchange: the best of all sets with one die changed is taken, as long as it is
better. That ranks exactly what was solved, and proves nothing of what was not.

Sets with as many dice of each kind share what their rolls may be set aside for
(`scoring.reweighing`), so a set of six different dice takes some fiftieth of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from farklegen.core.crew import Crew
from farklegen.errors import UnsolvableError
from farklegen.results import Shown
from farklegen.rules.bringing import EXAMPLE, bringing
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.reweighing import Pattern, Reweighed, compile_pattern, pattern_of
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.dice_bounds import BoundedSearch
from farklegen.solvers.long_run import LongRun, solve_long_run
from farklegen.solvers.moves import TurnMoves, turn_moves
from farklegen.solvers.refusals import refuse

MOST_SETS = 1_000
"""Sets that are all solved."""

PATIENCE_FOR_ONE = 100
"""Sets that are looked at by their own dice for one more die of a kind."""

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
        gain: points per turn of the best set with it, above that without it; never negative.
        proven: whether no set with it is better; else it is the best one found.
    """

    name: str
    gain: float
    proven: bool


@dataclass(frozen=True, repr=False)
class Ranking(Shown):
    """The best sets of those owned.

    Attributes:
        names: of the kinds.
        owned: dice of each kind.
        sets: how many different sets can be brought.
        solved: how many of them were solved.
        bounded: how many were bounded, in part or whole, to exclude the others.
        proven: whether no other set is better than those named.
        others: points per turn that any other set brings at most, where that is known and they are
            not proven to be worse.
        best: the best ones, best first.
        more: what one more die of each kind would bring, the best first.
    """

    names: tuple[str, ...]
    owned: Counts
    sets: int
    solved: int
    bounded: int
    proven: bool
    others: float | None
    best: tuple[RankedSet, ...]
    more: tuple[OneMore, ...]


def rank_dice(
    ruleset: Ruleset,
    owned: dict[str, int],
    *,
    wanted: int = 10,
    one_more: bool = True,
    threads: int = 1,
    tell: Tell = lambda _share, _doing: None,
) -> Ranking:
    """The best sets of as many dice as the rules ask for.

    Args:
        ruleset: the rules, whatever dice they bring.
        owned: name of a kind -> how many; kinds that are alike count as one.
        wanted: how many sets to name.
        one_more: whether to ask what one more die of each kind would bring.
        threads: to work with.
        tell: is told how far it is.

    Raises:
        UnsolvableError: for too few dice, or rules without an expected score.
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
    with Crew(threads) as crew:
        bounds = BoundedSearch(ruleset, kinds.kinds, search.moves, search.worth, crew)
        bounded, others = 0, None
        if sets <= MOST_SETS:
            solved = search.all(limits)
            best = search.ranked(wanted)
        elif bounds.ends:
            found = bounds.best(limits, wanted, tell=search.told)
            solved, bounded, others = found.solved, found.bounded, found.others
            best = tuple(RankedSet(*each) for each in found.best)
        else:
            search.improve(search.start(limits), limits)
            solved = len(search.known)
            best = search.ranked(wanted)
        proven = sets <= MOST_SETS or (bounds.ends and others is None)
        asked = kinds.order if one_more and (proven or not bounds.ends) else ()
        more = [
            search.one_more(kind, limits, best[0], bounds)
            for kind in asked
            if kinds.brought[kind] < ruleset.dice
        ]
    tell(1.0, "all sets compared")
    return Ranking(
        tuple(kind.name for kind in kinds.kinds),
        kinds.brought,
        sets,
        solved,
        bounded,
        proven,
        others,
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
        """The scoring tables of a set, and its pattern."""
        pairs = zip(counts, self.kinds.kinds, strict=True)
        pattern, dice = pattern_of([(count, kind) for count, kind in pairs if count])
        if pattern not in self._patterns:
            self._patterns[pattern] = compile_pattern(self.ruleset, pattern)
        return pattern, self._patterns[pattern].with_dice(dice)

    def moves(self, counts: Counts) -> TurnMoves:
        """A turn with a set of dice."""
        return turn_moves(self.ruleset, self.tables(counts)[1], best_only=True)

    def worth(self, counts: Counts) -> float:
        """Points per turn of a set."""
        if counts not in self.known:
            pattern, tables = self.tables(counts)
            run = solve_long_run(self.ruleset, tables, self._runs.get(pattern))
            self._runs.setdefault(pattern, run)
            self.known[counts] = run.points_per_turn
            self.told(0)
        return self.known[counts]

    def told(self, bounded: int) -> None:
        """Say how far it is."""
        done = len(self.known) + bounded
        excluded = f", {bounded:,} bounded" if bounded else ""
        self.tell(done / (done + 200), f"{len(self.known):,} sets of dice solved{excluded}")

    def all(self, limits: Counts) -> int:
        """Solve all sets; returns how many."""
        for counts in _sets(limits, self.ruleset.dice):
            self.worth(counts)
        return len(self.known)

    def ranked(self, wanted: int) -> tuple[RankedSet, ...]:
        """The best sets of those solved."""
        ranked = sorted(self.known, key=lambda counts: (-self.known[counts], counts))
        return tuple(RankedSet(counts, self.known[counts]) for counts in ranked[:wanted])

    def one_more(
        self, kind: int, limits: Counts, best: RankedSet, bounds: BoundedSearch
    ) -> OneMore:
        """What one more die of a kind brings."""
        needed = limits[kind] + 1  # a set that is new has all of this kind
        if bounds.ends:
            every = tuple(needed * (k == kind) for k in range(len(limits)))
            found = bounds.best(
                limits, needed=every, above=best.points_per_turn, patience=PATIENCE_FOR_ONE
            )
            among, proven = [points for _, points in found.best], found.others is None
        else:
            further = tuple(n + (k == kind) for k, n in enumerate(limits))
            self.improve(best.counts, further, needed=(kind, needed))
            among = [worth for counts, worth in self.known.items() if counts[kind] == needed]
            proven = False
        gain = max([worth - best.points_per_turn for worth in among] + [0.0])
        return OneMore(self.kinds.kinds[kind].name, gain, proven)

    def start(self, limits: Counts) -> Counts:
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
