"""The best sets of dice, proven: what a turn is worth at most with some of its dice chosen.

A turn with all its dice chosen is worth no more than one in which, before each roll, a player

* picks which of the chosen dice to roll on with, and how many of those still to choose, and
* picks the kind of each of these when the dice before it have fallen.

Which dice are left is then a number, and a roll the faces that it shows, so the best play of that
turn is found in milliseconds: with U(n, t) the points that it is worth with n dice to roll and a
turn score t, and m the faces shown,

    U(n, t) = max( t, max over dice of E[ max over what is set aside of m of U(left, t + points) ] )

A bound is worked out in two steps: with what hot dice lead to where one die less is chosen, which
takes a tenth of a millisecond, and, if that is not enough, with hot dice followed. Every
way of playing is worth a t + b with 0 <= a <= 1, so U is convex in t: it is worked out on a grid of
turn scores, finer below, and between two of them the chord is at least as much. Rules that only
take points away or forbid a bank are left out.

Sets are taken up in the order of their bounds, the highest first: chosen in part, then with one die
more; with all dice, by their own in every roll (`_own_dice`), which is less than 1 % too much, for
a coarse grid; then exactly. Whatever is exact when its turn comes is the best of all that are left.
The search ends where too many sets had to be looked at by their own dice, as where many different
dice are owned, one or two of each: then it says what the others are worth at most.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from farklegen.core.arrays import Floats, Integers
from farklegen.core.crew import Crew
from farklegen.core.dice_bounds import MOST_DICE, SPARE, DiceRules, bound, bound_turn, bound_whole
from farklegen.rules.hands import Counts, Kind
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import turn_unit
from farklegen.scoring.compile import exact_points
from farklegen.scoring.rolls import FACE_CODES, JOKER_CODE, combinations_of
from farklegen.solvers.moves import TurnMoves

LINEAR = 32
"""Turn scores of the grid for each doubling."""

COARSE, SHORTEST = 8, 8
"""The same of the grid for a turn with given dice, and doublings of the shortest one."""

DOUBLINGS = (8, 16, 24, 32)
"""How far the grid goes, tried one after the other."""

ROUNDING = 1e-12
"""What bounds are raised by, relatively: rounding excludes nothing."""

PATIENCE = 800
"""Sets that are looked at by their own dice before a search is given up."""

PART, WHOLE, TURN, EXACT = range(4)
"""How a set was bounded: from one that leaves more open, with hot dice followed, by its own dice,
exactly."""

Part = tuple[int, ...]
"""The kinds of the dice that are chosen."""

_Open = tuple[float, int, Part, int, Floats]
"""Minus the bound, a number, the dice chosen, how it was bounded, what hot dice lead to."""


@dataclass(frozen=True)
class FoundDice:
    """What a search came to.

    Attributes:
        best: (dice of each kind, points per turn), best first.
        solved: how many sets were solved exactly.
        bounded: how many, in part or whole, were bounded.
        others: points per turn that any other set is worth at most, where the search was given up;
            None where the best are proven.
    """

    best: tuple[tuple[Counts, float], ...]
    solved: int
    bounded: int
    others: float | None = None


def can_be_bounded(ruleset: Ruleset) -> bool:
    """Whether no rule pays what bounds do not look at."""
    farkle, bonus = ruleset.farkle, ruleset.hot_dice_bonus
    pays = farkle.first_roll_points or farkle.all_dice_points or farkle.keeps_turn_score
    return (
        ruleset.dice <= MOST_DICE
        and not pays
        and ruleset.nothing is None
        and (bonus is None or not bonus.step)
    )


class BoundedSearch:
    """The best sets of dice under some rules.

    Args:
        ruleset: the rules; see `can_be_bounded`.
        kinds: of dice.
        moves, worth: a turn with a set of dice, and its points exactly.
        crew: threads to work with.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        kinds: tuple[Kind, ...],
        moves: Callable[[Counts], TurnMoves],
        worth: Callable[[Counts], float],
        crew: Crew,
    ) -> None:
        self.dice, self.unit = ruleset.dice, turn_unit(ruleset)
        self._moves, self._worth, self._crew = moves, worth, crew
        self.ends = can_be_bounded(ruleset)
        """Whether there is a bound: turns end, and no rule pays what bounds do not look at."""
        if not self.ends:
            return
        self._rules = dice_rules(ruleset, kinds)
        nothing = self._arrays((), (self.dice,) * len(kinds), 0)
        for doublings in DOUBLINGS:
            self._rules = self._rules._replace(grid=LINEAR * (1 + doublings))
            ((start, _),) = bound_whole(self._rules, [nothing], crew)
            if start >= 0:
                break
        self.ends = start >= 0
        if not self.ends:
            return
        # the kinds from here on in the order of what six of each are worth: the best come first
        alone = []
        for kind in range(len(kinds)):
            same = np.full((1, self.dice), kind, np.int64)
            alone += bound_whole(self._rules, [(same, np.zeros_like(same))], crew)
        self._order = sorted(range(len(kinds)), key=lambda kind: -alone[kind][0])
        spare = range(len(kinds), self._rules.kinds)
        shown = np.ascontiguousarray(self._rules.shown[:, [*self._order, *spare]])
        self._rules = self._rules._replace(shown=shown)

    def best(
        self,
        limits: Counts,
        wanted: int = 1,
        *,
        needed: Counts | None = None,
        above: float = 0.0,
        patience: int = PATIENCE,
        tell: Callable[[int], None] = lambda _: None,
    ) -> FoundDice:
        """The best sets, proven.

        Args:
            limits: how many dice of each kind there are.
            wanted: how many sets.
            needed: dice of each kind that are in the set; of these kinds there are no more.
            above: points per turn; sets that are worth no more are left out.
            patience: sets that are looked at by their own dice, at most.
            tell: is told how many sets were bounded.
        """
        needed = needed or (0,) * len(limits)
        most = tuple(0 if needed[kind] else limits[kind] for kind in self._order)
        begin: Part = tuple(k for k, kind in enumerate(self._order) for _ in range(needed[kind]))
        looked: dict[Part, float] = {}
        heap: list[_Open] = [(-np.inf, 0, begin, PART, np.empty(0))]
        best: list[tuple[Counts, float]] = []
        number = solved = bounded = 0

        def push(value: float, chosen: Part, step: int, hot: Floats) -> None:
            nonlocal number
            number += 1
            heapq.heappush(heap, (-value, number, chosen, step, hot))

        while heap and len(best) < wanted and -heap[0][0] * self.unit > above:
            minus, _, chosen, step, hot = heapq.heappop(heap)
            if step == EXACT:
                best.append((self._counts(chosen), -minus * self.unit))
            elif step == TURN:
                solved += 1
                del looked[chosen]
                push(self._worth(self._counts(chosen)) / self.unit, chosen, EXACT, hot)
            elif len(chosen) == self.dice:
                if len(looked) + solved >= patience:
                    push(-minus, chosen, step, hot)
                    return self._given_up(best, heap, looked, wanted, solved, bounded)
                value = self._own_dice(self._moves(self._counts(chosen)))
                looked[chosen] = min(-minus, value * (1 + ROUNDING))
                push(looked[chosen], chosen, TURN, hot)
            elif step == WHOLE:
                more = self._one_more(chosen, most, len(begin))
                if more:
                    arrays = [self._arrays(each, most, len(begin)) for each in more]
                    starts = bound(
                        self._rules,
                        np.concatenate([dice for dice, _ in arrays]),
                        np.concatenate([first for _, first in arrays]),
                        hot,
                        self._crew,
                    )
                    for each, value in zip(more, starts.tolist(), strict=True):
                        push(min(-minus, value * (1 + ROUNDING)), each, PART, hot)
                    bounded += len(more)
            else:
                batch = [(-minus, chosen)]
                while heap and len(batch) < self._crew.threads:
                    if heap[0][3] != PART or len(heap[0][2]) == self.dice:
                        break
                    minus, _, chosen, _, _ = heapq.heappop(heap)
                    batch.append((-minus, chosen))
                asked = [self._arrays(chosen, most, len(begin)) for _, chosen in batch]
                for (value, chosen), (start, after) in zip(
                    batch, bound_whole(self._rules, asked, self._crew), strict=True
                ):
                    push(min(value, start * (1 + ROUNDING)), chosen, WHOLE, after)
            tell(bounded)
        return FoundDice(tuple(best), solved, bounded)

    def _given_up(
        self,
        best: list[tuple[Counts, float]],
        heap: list[_Open],
        looked: dict[Part, float],
        wanted: int,
        solved: int,
        bounded: int,
    ) -> FoundDice:
        """The best of those that were looked at, solved, and what the others are worth at most."""
        most = sorted(looked, key=lambda chosen: -looked[chosen])[:wanted]
        known = {chosen: -minus * self.unit for minus, _, chosen, step, _ in heap if step == EXACT}
        known |= {chosen: self._worth(self._counts(chosen)) for chosen in most}
        ranked = sorted(known, key=lambda chosen: -known[chosen])
        best += [(self._counts(chosen), known[chosen]) for chosen in ranked]
        others = max(-minus for minus, _, chosen, _, _ in heap if chosen not in known)
        return FoundDice(tuple(best[:wanted]), solved + len(most), bounded, others * self.unit)

    def _counts(self, chosen: Part) -> Counts:
        counts = [0] * len(self._order)
        for kind in chosen:
            counts[self._order[kind]] += 1
        return tuple(counts)

    def _own_dice(self, moves: TurnMoves) -> float:
        """Units that a turn with given dice is worth at most."""
        for doublings in range(SHORTEST, max(DOUBLINGS) + 1, 2):
            found = bound_turn(
                moves.rise,
                moves.target,
                np.append(moves.option_start, len(moves.rise)),
                np.append(moves.column_start, len(moves.option_start)),
                moves.set_probability,
                COARSE,
                COARSE * (1 + doublings),
            )
            if found < np.inf:
                break
        return found

    def _one_more(self, chosen: Part, most: Counts, begin: int) -> list[Part]:
        """With one die more, of the last kind or a later one, where enough others are left."""
        last = chosen[-1] if len(chosen) > begin else 0
        found = []
        for kind in range(last, len(most)):
            taken = chosen[begin:].count(kind)
            if taken < most[kind] and sum(most[kind:]) - taken >= self.dice - len(chosen):
                found.append((*chosen, kind))
        return found

    def _arrays(self, chosen: Part, most: Counts, begin: int) -> tuple[Integers, Integers]:
        """(chosen, first) for the core: int64[1, dice] each.

        Of the dice still to choose, in the order of kinds, the i-th is at the earliest of the kind
        with which there are i of them.
        """
        dice = np.full((1, self.dice), -1, np.int64)
        dice[0, : len(chosen)] = chosen
        kind = chosen[-1] if len(chosen) > begin else 0
        there = most[kind] - chosen[begin:].count(kind)
        first = np.empty_like(dice)
        for i in range(self.dice):
            while there <= i and kind + 1 < len(most):
                kind += 1
                there += most[kind]
            first[0, i] = kind
        return dice, first


def dice_rules(ruleset: Ruleset, kinds: tuple[Kind, ...]) -> DiceRules:
    """What rolls allow, for the core; its grid is still to be chosen."""
    dice, unit = ruleset.dice, turn_unit(ruleset)
    jokers = any(kind.joker for kind in kinds)
    codes = (*FACE_CODES, JOKER_CODE) if jokers else FACE_CODES
    exact = exact_points(combinations_of(ruleset), dice, unit, dice if jokers else 0)
    extra = 0 if ruleset.hot_dice_bonus is None else ruleset.hot_dice_bonus.points // unit
    rolls = [list(combinations_with_replacement(range(len(codes)), n)) for n in range(dice + 1)]
    number = {roll: at for layer in rolls for at, roll in enumerate(layer)}
    most: dict[tuple[int, ...], dict[int, int]] = {(): {}}  # dice set aside -> units at most
    option, option_begin, pairs, pair_begin = list[int](), [0], list[tuple[int, int]](), [0]
    for size, layer in enumerate(rolls):
        known: dict[tuple[int, int], int] = {}
        for roll in layer:
            best = most.setdefault(roll, {})
            for i in range(size):
                for used, points in most[roll[:i] + roll[i + 1 :]].items():
                    best[used] = max(best.get(used, 0), points)
            bits = exact.get(sum(codes[symbol] for symbol in roll), 0)
            if bits and size:
                best[size] = bits.bit_length() - 1
            for used, points in best.items():
                pair = (size - used, points + (extra if used == size else 0))
                option.append(pair_begin[size] + known.setdefault(pair, len(known)))
            option_begin.append(len(option))
        pairs += list(known)
        pair_begin.append(len(pairs))
    grown = [
        [number[tuple(sorted((*roll, symbol)))] for symbol in range(len(codes))]
        for layer in rolls[:-1]
        for roll in layer
    ]
    shown = np.zeros((len(codes), len(kinds) + SPARE))
    for at, kind in enumerate(kinds):
        for face, weight in enumerate(kind.weights):
            shown[len(FACE_CODES) if face + 1 in kind.joker else face, at] += weight / kind.total
    return DiceRules(
        dice=dice,
        symbols=len(codes),
        kinds=len(kinds) + SPARE,
        rows=dice * max(rise for _, rise in pairs) + 1,
        linear=LINEAR,
        grid=LINEAR,
        begin=np.cumsum([0, *map(len, rolls)]),
        grown=np.array(grown, np.int64),
        option_begin=np.array(option_begin, np.int64),
        option=np.array(option, np.int64),
        pair_begin=np.array(pair_begin, np.int64),
        pair_left=np.array([left for left, _ in pairs], np.int64),
        pair_rise=np.array([rise for _, rise in pairs], np.int64),
        shown=shown,
    )
