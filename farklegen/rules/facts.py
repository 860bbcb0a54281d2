"""What a ruleset makes possible: which combinations can be rolled, which dice can be left over.

Cheap combinatorics. Nothing here counts probabilities; a roll either can come up or cannot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import ge

from farklegen.rules.hands import hands_of
from farklegen.rules.patterns import FACES, FaceCounts, instances_of, meaning_of, parse_pattern
from farklegen.rules.ruleset import Ruleset

WORK_CAP = 50_000
"""Moves that a search for turn scores looks at before it gives up and says nothing."""

MOST_BONUSES = 1000
"""Bonuses, modulo `multiple_of`, that the search looks at."""

Instances = list[FaceCounts]


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way a pattern of the ruleset can fall.

    Attributes:
        pattern: the pattern as written in the ruleset.
        counts: dice showing each face.
        points: what it is worth, in points.
        all_dice_only: whether it scores only in a roll of all the dice.
    """

    pattern: str
    counts: FaceCounts
    points: int
    all_dice_only: bool = False

    @property
    def size(self) -> int:
        """How many dice it has."""
        return sum(self.counts)


def combinations_of(ruleset: Ruleset) -> list[Spelling]:
    """Every scoring combination in the order of the file, one entry per set of faces."""
    meanings = {meaning_of(key) for key in ruleset.all_dice_only}
    return [
        Spelling(text, counts, worth, meaning_of(text) in meanings)
        for text, points in ruleset.combinations.items()
        for counts, worth in parse_pattern(text).pairs(points)
        if sum(counts) <= ruleset.dice
    ]


@dataclass(frozen=True, slots=True)
class RulesetFacts:
    """What a checked ruleset makes possible.

    Attributes:
        faces: the faces (0 for face 1) that some die can show, or a joker can stand for.
        combinations: the combinations that can be rolled.
        smallest: dice in the smallest combination. Combinations that need all the dice count only
            if there are no others. None without combinations.
        left: numbers of dice, 0 to all, that can be left when some have been set aside.
        hot_dice: whether every die can be set aside.
    """

    ruleset: Ruleset
    faces: tuple[int, ...]
    combinations: list[Spelling]
    smallest: int | None
    left: frozenset[int]
    hot_dice: bool

    def instances(self, dice: int) -> Instances:
        """Every set of faces that scores with this many dice."""
        every = dice == self.ruleset.dice
        return [each.counts for each in self.combinations if every or not each.all_dice_only]


def facts_of(ruleset: Ruleset) -> RulesetFacts:
    hands = hands_of(ruleset)
    falls = (hands.jokers or any(kind.weights[face] for kind in hands.kinds) for face in range(6))
    faces = tuple(face for face, shown in enumerate(falls) if shown)
    combinations = [c for c in combinations_of(ruleset) if can_come_up(c.counts, faces)]
    sizes = {each.size for each in combinations}
    always = {each.size for each in combinations if not each.all_dice_only}
    left: set[int] = set()
    for usable in (sizes, always):  # for the first roll, and for the rolls after it
        fresh = left or {ruleset.dice}
        while fresh:
            fresh = {n - size for n in fresh for size in usable if size <= n} - left
            left |= fresh
    smallest = min(always or sizes, default=None)
    hot_dice = 0 in left or ruleset.nothing is not None
    return RulesetFacts(ruleset, faces, combinations, smallest, frozenset(left), hot_dice)


def pattern_instances(keys: Iterable[str], faces: tuple[int, ...]) -> Instances:
    """Every set of faces that any of these patterns can be, from the faces that can come up."""
    return [counts for counts in instances_of(keys) if can_come_up(counts, faces)]


def can_come_up(counts: FaceCounts, faces: tuple[int, ...]) -> bool:
    """Whether a set of faces needs no face of weight zero."""
    return all(face in faces for face in range(FACES) if counts[face])


def contains_any(counts: Sequence[int], instances: Instances) -> bool:
    """Whether dice with these face counts contain one of these sets of faces."""
    return any(all(map(ge, counts, wanted)) for wanted in instances)


def roll_without(dice: int, faces: tuple[int, ...], instances: Instances) -> FaceCounts | None:
    """A roll that contains none of these sets of faces; None if every roll contains one."""
    counts = [0] * FACES

    def search(position: int, left: int) -> bool:
        if left == 0:
            return True
        if position == len(faces):
            return False
        face = faces[position]
        for count in range(left + 1):
            counts[face] = count
            if count and contains_any(counts, small):
                break  # more of the same face would contain it too
            if search(position + 1, left - count):
                return True
        counts[face] = 0
        return False

    small: Instances = []  # the sets that contain no other set
    for wanted in sorted(set(instances), key=sum):
        if sum(wanted) <= dice and not contains_any(wanted, small):
            small.append(wanted)
    if not search(0, dice):
        return None
    return tuple(counts)


def turn_scores(facts: RulesetFacts) -> tuple[bool, int | None] | None:
    """Whether any turn score can be banked, looking at dice and `multiple_of` but no minimum.

    This is a search over (dice left, turn score). Turn scores are modulo `multiple_of` if hot dice
    make them endless. The search takes combinations one at a time and lets any bonus be paid at any
    hot dice, so it may find scores that cannot occur, but it never misses a score that can.

    Returns:
        whether any turn score can be banked, and the most that a turn can score. The most is None
        if hot dice let a turn go on for ever. None alone: there is too much to look at.
    """
    ruleset, bonus = facts.ruleset, facts.ruleset.hot_dice_bonus
    every, modulus = ruleset.dice, ruleset.bank.multiple_of
    steps = {(each.size, each.points) for each in facts.combinations}
    bonuses = {0}
    if bonus is not None and facts.hot_dice:
        times = modulus if bonus.step else 1
        if times > MOST_BONUSES:
            return None
        bonuses = {(bonus.points + k * bonus.step) % modulus for k in range(times)}
        bonuses |= {0} if bonus.when == "last_die" else set()

    def after(dice: int, score: int) -> Iterator[tuple[int, int]]:
        whole = {(every, ruleset.nothing or 0)} if ruleset.nothing and dice in (0, every) else set()
        for size, points in steps | whole:
            left = (dice or every) - size
            for more in bonuses if left == 0 else (0,):
                total = score + points + more
                if left >= 0:
                    yield left, total % modulus if facts.hot_dice else total

    stops = {0: ruleset.hot_dice == "optional", 1: ruleset.last_die == "optional"}
    seen, fresh, bankable = set[tuple[int, int]](), {(every, 0)}, False
    while fresh and not (bankable and facts.hot_dice):
        fresh = {state for dice, score in fresh for state in after(dice, score)} - seen
        bankable = bankable or any(
            stops.get(dice, True) and score % modulus == 0 for dice, score in fresh
        )
        seen |= fresh
        if len(seen) * (len(steps) + len(bonuses)) > WORK_CAP:
            return None
    if facts.hot_dice:
        return bankable, None
    return bankable, max((score for _, score in seen), default=0)
