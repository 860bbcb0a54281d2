"""From a ruleset to its scoring tables.

All points that a group of dice can make are held as the bits of one Python integer: taking one more
combination is a shift, choosing between ways is an `or`.

* `exact[u]`: bit p is set if the dice u split into combinations worth p units together. It is built
  by adding one combination at a time to groups that are already complete.
* `options[c]`: bit `k * width + p` is set if k dice (the hand k, of different dice) of the roll c
  can be set aside for p units.
  With `set_aside: any` these are the options of c without one die, for each die, and `exact[c]`;
  with `all`, only scorings whose remaining dice contain no combination count.

Six dice take a few milliseconds, eight dice some tens of milliseconds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

import numpy as np

from farklegen.errors import UnsolvableError
from farklegen.rules.facts import Spelling, combinations_of, turn_unit
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.patterns import instances_of
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.rolls import (
    KIND_BITS,
    KIND_MASK,
    contains,
    face_weights,
    faces_of,
    joker_codes,
    most_jokers,
    rethrown,
    roll_weights,
    throws_of,
)
from farklegen.scoring.tables import ScoringTables, Weights

Bits = int

Place = tuple[str, int]
"""Where a roll is counted: the name of the array in `ScoringTables`, and the index."""

MOST_STEPS = 1_000_000
"""The most units that one roll may be worth: far more than any turn that is solved."""


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
    combinations = combinations_of(ruleset)
    nothing = 0 if ruleset.nothing is None else 1 << (ruleset.nothing // unit)
    rolls, jokers = list(roll_weights(hands)), most_jokers(hands)
    exact = exact_points(combinations, dice, unit, jokers)
    width = max(nothing.bit_length(), *(bits.bit_length() for bits in exact.values()))

    def options_with(exact: dict[int, Bits]) -> dict[int, Bits]:
        found = _options(exact, hands, rolls, width)
        if ruleset.set_aside == "all":
            return _leaving_nothing(found, exact, hands, rolls, width)
        return found

    options = options_with(exact)
    always = [each for each in combinations if not each.all_dice_only]
    if len(always) < len(combinations):
        fewer = options_with(exact_points(always, dice, unit, jokers))
        options = {code: options[code] for code in rolls[-1]} | {
            code: fewer[code] for layer in rolls[:-1] for code in layer
        }
    wins, wipes = containing(ruleset.instant_win), containing(ruleset.disaster)

    collected, fallen = _Collected(hands), list[tuple[int, str, int, Bits]]()
    for hand, layer in enumerate(rolls, start=1):
        nothing_scores = nothing << (hand * width) if hand == hands.all else 0
        if (throws := throws_of(ruleset, hands, hand)) > 1:
            fails = {c for c in layer if not (options[c] or wins(c) or wipes(c))}
            layer = rethrown(layer, fails, throws)
            collected.totals[hand] **= throws
        for code, weight in layer.items():
            found = options[code] or nothing_scores
            array = collected.add(hand, weight, found, wins=wins(code), wipes=wipes(code))
            fallen.append((code, array, hand, found))
    number = {key: at for at, key in enumerate(sorted(collected.sets))}
    return collected.tables(unit, width), [
        (code, (array, number[hand, found] if "set" in array else hand))
        for code, array, hand, found in fallen
    ]


def exact_points(
    combinations: list[Spelling], dice: int, unit: int, jokers: int = 0
) -> dict[int, Bits]:
    """code -> bits of the points that exactly these dice make, over all ways to split them, with at
    most this many jokers."""
    exact: dict[int, Bits] = {0: 1}
    by_size: list[list[int]] = [[0], *([] for _ in range(dice))]
    parts = [
        (code, combination.size, combination.points // unit)
        for combination in combinations
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


class _Collected:
    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.sets: dict[tuple[int, Bits], list[int]] = defaultdict(lambda: [0, 0])
        self.farkle = [0] * (hands.all + 1)
        self.instant_farkle = [0] * (hands.all + 1)
        self.disaster = [0] * (hands.all + 1)
        self.totals = list(hands.totals)

    def add(self, rolled: int, weight: int, found: Bits, *, wins: bool, wipes: bool) -> str:
        """Count a roll: wins at once are looked at first, then disasters, then scoring. Returns
        the name of the array."""
        if wins and found:
            self.sets[rolled, found][1] += weight
            return "set_instant_weight"
        if wins:
            self.instant_farkle[rolled] += weight
            return "instant_farkle_weight"
        if wipes:
            self.disaster[rolled] += weight
            return "disaster_weight"
        if found:
            self.sets[rolled, found][0] += weight
            return "set_weight"
        self.farkle[rolled] += weight
        return "farkle_weight"

    def tables(self, unit: int, width: int) -> ScoringTables:
        """The flat arrays, sets ordered by the hand rolled and then by their options."""
        ordered = sorted(self.sets)
        exact_type = np.int64 if max(self.totals) < 2**62 else object

        def integers(values: list[int]) -> Weights:
            return np.array(values, exact_type)

        start, used, points = [0], list[int](), list[int]()
        for _, bits in ordered:
            for place in places(bits):
                hand, worth = divmod(place, width)
                used.append(hand)
                points.append(worth)
            start.append(len(used))
        return ScoringTables(
            dice=self.hands.all,
            hands=self.hands,
            unit=unit,
            set_dice=np.array([rolled for rolled, _ in ordered], np.int64),
            set_start=np.array(start, np.int64),
            set_weight=integers([self.sets[key][0] for key in ordered]),
            set_instant_weight=integers([self.sets[key][1] for key in ordered]),
            option_used=np.array(used, np.int64),
            option_points=np.array(points, np.int64),
            farkle_weight=integers(self.farkle),
            instant_farkle_weight=integers(self.instant_farkle),
            disaster_weight=integers(self.disaster),
            total_weight=integers(self.totals),
        )
