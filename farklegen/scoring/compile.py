"""A compiled ruleset: which points every roll of every number of dice can be set aside for.

The 55,986 rolls of one to six dice fall into a few hundred *option sets*: rolls that allow the same
(dice set aside, points) pairs are one set with the sum of their weights. Everything is an integer;
probabilities are made by one division at the end.

All points that a group of dice can make are held as the bits of one Python integer: taking one more
combination is a shift, choosing between ways is an `or`.

* `exact[u]`: bit p is set if the dice u split into combinations worth p units together. It is built
  by adding one combination at a time to groups that are already complete.
* `options[c]`: bit `k * width + p` is set if k dice (the hand k, of different dice) of the roll c
  can be set aside for p units.
  With `set_aside: any` these are the options of c without one die, for each die, and `exact[c]`;
  with `all`, only scorings whose remaining dice contain no combination count.

A multiset of dice is a *code*: the number of dice showing each face as the digits of a number in
base 16, and after the six faces the number of jokers. To join two groups of dice, add their codes:
nothing carries, since no game has sixteen dice.

To look up a roll whose dice fall one after the other, multisets have numbers, 0 for no dice; adding
a die leads from one to another. Dice of different kinds are thrown in the order of `rules.hands`.

Six dice take a few milliseconds, eight dice some tens of milliseconds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.errors import UnsolvableError
from farklegen.rules.facts import combinations_of, turn_unit
from farklegen.rules.hands import Hands, Kind, hands_of
from farklegen.rules.patterns import FACES, FaceCounts, instances_of
from farklegen.rules.ruleset import Ruleset

FACE_CODES = tuple(16**face for face in range(FACES))
JOKER_CODE = 16**FACES
KIND_BITS = 4 * (FACES + 1)
KIND_MASK = (1 << KIND_BITS) - 1

Bits = int

Place = tuple[str, int]
"""Where a roll is counted: the name of the array in `ScoringTables`, and the index."""

MOST_STEPS = 1_000_000
"""The most units that one roll may be worth: far more than any turn that is solved."""

FARKLE = -1
FALLS = {"farkle": FARKLE, "disaster": -2, "wins": -3}
"""Numbers for rolls that are no option set."""

_FALL_OF = {
    "farkle_weight": FALLS["farkle"],
    "disaster_weight": FALLS["disaster"],
    "instant_farkle_weight": FALLS["wins"],
    "set_instant_weight": FALLS["wins"],
}

Weights = NDArray[Any]
"""Roll counts: int64, or Python integers (dtype object) where die weights make them too large."""


@dataclass(frozen=True)
class ScoringTables:
    """Option sets of a ruleset as flat arrays (compressed sparse rows).

    Attributes:
        dice: the hand at the start of a turn, N. Where dice are of one kind, here and below a hand
            is a number of dice.
        hands: which dice each hand is.
        unit: points per unit; every points figure below is in units.
        set_dice: int64[sets], the hand rolled.
        set_start: int64[sets + 1]; the options of set i are `set_start[i]:set_start[i + 1]`.
        set_weight: integer[sets], rolls that win nothing at once and are no disaster.
        set_instant_weight: integer[sets], rolls with this option set that win the game at once.
        option_used: int64[options], the hand set aside.
        option_points: int64[options], what they are worth, in units.
        farkle_weight: integer[N + 1] by hand rolled: no scoring, no instant win, no disaster.
        instant_farkle_weight: integer[N + 1]: no scoring, but the roll wins the game at once.
        disaster_weight: integer[N + 1]: the roll is a disaster (and does not win at once).
        total_weight: integer[N + 1]: all rolls; 6**n for fair dice.
    """

    dice: int
    hands: Hands
    unit: int
    set_dice: NDArray[np.int64]
    set_start: NDArray[np.int64]
    set_weight: Weights
    set_instant_weight: Weights
    option_used: NDArray[np.int64]
    option_points: NDArray[np.int64]
    farkle_weight: Weights
    instant_farkle_weight: Weights
    disaster_weight: Weights
    total_weight: Weights

    @property
    def sets(self) -> int:
        return len(self.set_dice)

    def set_probability(self, *, instant_wins: bool) -> NDArray[np.float64]:
        """float64[sets]: chance of the set when its dice are rolled. It includes rolls that win at
        once, unless instant wins are kept apart."""
        weight = self.set_weight if instant_wins else self.set_weight + self.set_instant_weight
        return ratio(weight, self.total_weight[self.set_dice])

    def farkle_probability(self, *, instant_wins: bool) -> NDArray[np.float64]:
        """float64[N + 1]: chance of a farkle by dice rolled; `instant_wins` as for sets."""
        distinct = self.farkle_weight
        weight = distinct if instant_wins else distinct + self.instant_farkle_weight
        return ratio(weight, self.total_weight)

    def instant_probability(self) -> NDArray[np.float64]:
        """float64[N + 1]: chance of a roll that wins at once, by dice rolled."""
        weight = self.instant_farkle_weight.copy()
        np.add.at(weight, self.set_dice, self.set_instant_weight)
        return ratio(weight, self.total_weight)

    def disaster_probability(self) -> NDArray[np.float64]:
        """float64[N + 1]: chance of a disaster by dice rolled."""
        return ratio(self.disaster_weight, self.total_weight)


def ratio(part: Weights, whole: Weights) -> NDArray[np.float64]:
    """part / whole, correctly rounded also where the integers do not fit a float64."""
    if part.dtype == object:
        return np.array([int(a) / int(b) for a, b in zip(part, whole, strict=True)], np.float64)
    return np.asarray(part / whole, np.float64)


def compile_scoring(ruleset: Ruleset) -> ScoringTables:
    """Compile the combinations of a valid ruleset, with the dice that it brings."""
    return compile_hands(ruleset, hands_of(ruleset))[0]


def compile_hands(ruleset: Ruleset, hands: Hands) -> tuple[ScoringTables, list[tuple[int, Place]]]:
    """The combinations of a ruleset compiled for given dice; and the code of each roll that can
    fall, with the place where its weight is counted.

    Points are counted in the turn unit: the greatest common divisor of everything that can be
    added to a turn score."""
    dice, unit = ruleset.dice, turn_unit(ruleset)
    largest = max((c.points for c in combinations_of(ruleset)), default=0) * dice
    if largest > MOST_STEPS * unit:
        raise UnsolvableError(
            f"one roll can be worth up to {largest:,} points, in steps of {unit}: more than "
            f"{MOST_STEPS:,} steps. Give points with a larger common divisor"
        )
    nothing = 0 if ruleset.nothing is None else 1 << (ruleset.nothing // unit)
    rolls, jokers = list(roll_weights(hands)), most_jokers(hands)
    exact = exact_points(ruleset, jokers)
    width = max(nothing.bit_length(), *(bits.bit_length() for bits in exact.values()))

    def options_with(exact: dict[int, Bits]) -> dict[int, Bits]:
        found = _options(exact, hands, rolls, width)
        if ruleset.set_aside == "all":
            return _leaving_nothing(found, exact, hands, rolls, width)
        return found

    options = options_with(exact)
    if ruleset.all_dice_only:
        fewer = options_with(exact_points(ruleset, jokers, all_dice=False))
        options = {code: options[code] for code in rolls[-1]} | {
            code: fewer[code] for layer in rolls[:-1] for code in layer
        }
    wins, wipes = containing(ruleset.instant_win), containing(ruleset.disaster)

    totals, fallen = list(hands.totals), list[tuple[int, str, tuple[int, Bits]]]()
    weights: dict[str, dict[tuple[int, Bits], int]] = defaultdict(lambda: defaultdict(int))
    for hand, layer in enumerate(rolls, start=1):
        nothing_scores = nothing << (hand * width) if hand == hands.all else 0
        if (throws := throws_of(ruleset, hands, hand)) > 1:
            fails = {c for c in layer if not (options[c] or wins(c) or wipes(c))}
            layer = rethrown(layer, fails, throws)
            totals[hand] **= throws
        for code, weight in layer.items():
            found = options[code] or nothing_scores
            if wins(code):  # first wins at once, then disasters, then scoring
                array = "set_instant_weight" if found else "instant_farkle_weight"
            elif wipes(code):
                array, found = "disaster_weight", 0
            else:
                array = "set_weight" if found else "farkle_weight"
            weights[array][hand, found] += weight
            fallen.append((code, array, (hand, found)))

    exact_type = np.int64 if max(totals) < 2**62 else object
    sets = sorted({*weights["set_weight"], *weights["set_instant_weight"]})
    alone = [(hand, 0) for hand in range(hands.all + 1)]

    def integers(array: str, keys: list[tuple[int, Bits]]) -> Weights:
        return np.array([weights[array][key] for key in keys], exact_type)

    start, used, points = [0], list[int](), list[int]()
    for _, bits in sets:
        for place in places(bits):
            hand, worth = divmod(place, width)
            used.append(hand)
            points.append(worth)
        start.append(len(used))
    tables = ScoringTables(
        dice=hands.all,
        hands=hands,
        unit=unit,
        set_dice=np.array([hand for hand, _ in sets], np.int64),
        set_start=np.array(start, np.int64),
        set_weight=integers("set_weight", sets),
        set_instant_weight=integers("set_instant_weight", sets),
        option_used=np.array(used, np.int64),
        option_points=np.array(points, np.int64),
        farkle_weight=integers("farkle_weight", alone),
        instant_farkle_weight=integers("instant_farkle_weight", alone),
        disaster_weight=integers("disaster_weight", alone),
        total_weight=np.array(totals, exact_type),
    )
    number = {key: at for at, key in enumerate(sets)} | {key: key[0] for key in alone}
    return tables, [(code, (array, number[key])) for code, array, key in fallen]


def exact_points(ruleset: Ruleset, jokers: int, *, all_dice: bool = True) -> dict[int, Bits]:
    """code -> bits of the points that exactly these dice make, over all ways to split them, with at
    most this many jokers; `all_dice`: whether they are of a roll of all the dice."""
    dice, unit = ruleset.dice, turn_unit(ruleset)
    exact: dict[int, Bits] = {0: 1}
    by_size: list[list[int]] = [[0], *([] for _ in range(dice))]
    parts = [
        (code, combination.size, combination.points // unit)
        for combination in combinations_of(ruleset)
        if all_dice or not combination.all_dice_only
        for code in joker_codes(combination.counts, jokers)
    ]
    for code, used, shift in parts:
        # Smaller groups come first, then the groups made from them. Each is complete before it is
        # used, so the same combination can be taken several times.
        for size in range(dice - used + 1):
            for base in by_size[size]:
                joined = base + code
                if joined not in exact:
                    exact[joined] = 0
                    by_size[size + used].append(joined)
                exact[joined] |= exact[base] << shift
    return exact


def _options(
    exact: dict[int, Bits], hands: Hands, rolls: list[dict[int, int]], width: int
) -> dict[int, Bits]:
    """code of a roll -> bits of its (hand set aside, points) pairs; 0 where nothing scores."""
    options: dict[int, Bits] = {0: 0}
    kept: dict[Bits, Bits] = {}  # many rolls share large values: keep each once
    symbols = [[code for code, _ in face_weights(kind)] for kind in hands.kinds]
    for hand, layer in enumerate(rolls, start=1):
        alone, dice = list[int](), list[int]()  # a die alone of its kind is all that kind's digits
        for kind, count in enumerate(hands.counts[hand]):
            if count == 1:
                alone.append(~(KIND_MASK << KIND_BITS * kind))
            elif count:
                dice += [code << KIND_BITS * kind for code in symbols[kind]]
        shift = hand * width
        for code in layer:
            bits = exact.get(faces_of(code), 0) << shift
            for others in alone:
                bits |= options[code & others]
            for die in dice:
                bits |= options.get(code - die, 0)
            options[code] = kept.setdefault(bits, bits)
    return options


def _leaving_nothing(
    options: dict[int, Bits],
    exact: dict[int, Bits],
    hands: Hands,
    rolls: list[dict[int, int]],
    width: int,
) -> dict[int, Bits]:
    """The options whose remaining dice contain no combination."""
    scoreless, scorings = [(0, 0)], list[tuple[int, int, Bits]]()
    for hand, layer in enumerate(rolls, start=1):
        scoreless += [(code, hand) for code in layer if not options[code]]
        scorings += [
            (code, hand, points) for code in layer if (points := exact.get(faces_of(code), 0))
        ]
    kept = dict.fromkeys(options, 0)
    for scoring, used, points in scorings:
        others = hands.left[hands.left[-1][used]]
        for rest, left in scoreless:
            if others[left] >= 0:
                kept[scoring + rest] |= points << (used * width)
    return kept


def containing(patterns: tuple[str, ...]) -> Callable[[int], bool]:
    """A test whether a roll contains any of the patterns."""
    if not patterns:
        return lambda _: False
    instances = instances_of(patterns)
    return lambda code: any(contains(faces_of(code), counts) for counts in instances)


def places(bits: Bits) -> Iterator[int]:
    """The places of the bits that are set."""
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        yield lowest.bit_length() - 1


def contains(code: int, part: FaceCounts) -> bool:
    """Whether the roll with this code has all the dice of `part`."""
    return all(code >> 4 * face & 15 >= need for face, need in enumerate(part))


def joker_codes(counts: FaceCounts, jokers: int) -> Iterator[int]:
    """The codes of a combination in which 0, 1, ... dice are jokers: at most `jokers`, and at least
    one die is no joker."""
    layer: set[tuple[int, ...]] = {counts}
    for used in range(min(jokers, sum(counts) - 1) + 1):
        for real in layer:
            yield sum(map(mul, real, FACE_CODES)) + used * JOKER_CODE
        layer = {
            (*real[:face], real[face] - 1, *real[face + 1 :])
            for real in layer
            for face in range(FACES)
            if real[face]
        }


def most_jokers(hands: Hands) -> int:
    return sum(n for kind, n in zip(hands.kinds, hands.brought, strict=True) if kind.joker)


def face_weights(kind: Kind) -> list[tuple[int, int]]:
    """(code, weight) of everything that a die of this kind can show."""
    found: dict[int, int] = {}
    for face, weight in enumerate(kind.weights, start=1):
        code = JOKER_CODE if face in kind.joker else FACE_CODES[face - 1]
        if weight:
            found[code] = found.get(code, 0) + weight
    return list(found.items())


def roll_weights(hands: Hands) -> Iterator[dict[int, int]]:
    """For each hand from 1 on: code of every roll that can fall -> its weight out of `totals`.

    The dice of each kind have digits of their own in the code: the digits of the second kind begin
    at `KIND_BITS`. A roll is one die added to a smaller roll, in any order: its weight is the sum
    over its last die.
    """
    faces = [face_weights(kind) for kind in hands.kinds]
    layers: list[dict[int, int]] = [{0: 1}]
    for counts in hands.counts[1:]:
        kind = next(k for k, count in enumerate(counts) if count)
        fewer = hands.numbers[(*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])]
        grown: dict[int, int] = defaultdict(int)
        moved = [(code << KIND_BITS * kind, weight) for code, weight in faces[kind]]
        for code, weight in layers[fewer].items():
            for face, face_weight in moved:
                grown[code + face] += weight * face_weight
        layers.append(grown)
        yield grown


def throws_of(ruleset: Ruleset, hands: Hands, hand: int) -> int:
    """The most throws of a hand until it scores: more than one only for a last die."""
    return ruleset.last_die_throws if hands.sizes[hand] == 1 and hand != hands.all else 1


def rethrown(weights: dict[int, int], farkles: Container[int], throws: int) -> dict[int, int]:
    """The weights of the rolls in the end, if rolls that farkle are thrown again, with at most
    `throws` throws in all. They are out of the sum of the given weights to the power of `throws`.
    """
    total = sum(weights.values())
    lost = sum(weight for roll, weight in weights.items() if roll in farkles)
    stays = sum(lost**before * total ** (throws - 1 - before) for before in range(throws))
    return {
        roll: weight * (lost ** (throws - 1) if roll in farkles else stays)
        for roll, weight in weights.items()
    }


def faces_of(code: int) -> int:
    """The code of a roll without the kinds of its dice."""
    found = 0
    while code:
        found += code & KIND_MASK
        code >>= KIND_BITS
    return found


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
