"""What a ruleset makes possible: which combinations can be rolled, which dice can be left over.

Cheap combinatorics. Nothing here counts probabilities; a roll either can come up or cannot.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement
from operator import ge

from farklegen.rules.hands import hands_of
from farklegen.rules.patterns import FACES, FaceCounts, instances_of, meaning_of, parse_pattern
from farklegen.rules.ruleset import Ruleset

WORK_CAP = 50_000
"""Moves that a search for turn scores looks at before it gives up and says nothing."""

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


def roll_without(dice: int, faces: tuple[int, ...], instances: Instances) -> bool:
    """Whether some roll of these dice contains none of these sets of faces."""
    once = set(instances)
    for roll in combinations_with_replacement(faces, dice):
        counts = [roll.count(face) for face in range(FACES)]
        if not any(all(map(ge, counts, wanted)) for wanted in once):
            return True
    return False


def turn_scores(facts: RulesetFacts) -> set[int] | None:
    """Scores of turns without hot dice, among them all that can occur; None if there are too many
    to look at. Combinations are taken one at a time."""
    steps = {(each.size, each.points) for each in facts.combinations}
    seen = fresh = {(facts.ruleset.dice, 0)}
    while fresh:
        if len(seen) * len(steps) > WORK_CAP:
            return None
        fresh = {
            (dice - size, score + points)
            for dice, score in fresh
            for size, points in steps
            if size <= dice
        }
        seen = seen | fresh
    return {score for _, score in seen}
