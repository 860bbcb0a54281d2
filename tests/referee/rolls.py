"""Every roll of the dice, its chance, and what it may score, judged from the ruleset's own words.

A roll is a sorted tuple of faces, such as `(1, 1, 5)`. Chances are fractions. A scoring is a pair
(dice used, points): two scorings of one roll that use as many dice for as many points are the same
scoring. Nothing here is clever; each clause of the rules is one plain loop.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from math import factorial
from typing import Literal, NamedTuple

from farklegen.rulebook import Scoring
from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset

Roll = tuple[int, ...]
RollKind = Literal["ordinary", "farkle", "instant win", "disaster"]
FACES = (1, 2, 3, 4, 5, 6)


class Combination(NamedTuple):
    """One way to spell a pattern with dice, e.g. `AAA` as `(4, 4, 4)`, its points, and whether
    it scores in a roll of all the dice only."""

    pattern: str
    faces: Roll
    points: int
    all_dice_only: bool = False


def spellings(pattern: str) -> set[Roll]:
    """Every sorted tuple of faces that a pattern can be.

    A digit is that face. A letter is any face that is no digit of the pattern, and different
    letters are different faces.
    """
    letters = sorted({sign for sign in pattern if not sign.isdigit()})
    free_faces = [face for face in FACES if str(face) not in pattern]
    found = set()
    for faces in permutations(free_faces, len(letters)):
        meaning = dict(zip(letters, faces, strict=True))
        found.add(tuple(sorted(meaning[s] if s in meaning else int(s) for s in pattern)))
    return found


def spellings_with_letter(pattern: str, face: int) -> set[Roll]:
    """The spellings of a one-letter pattern in which its letter is this face (none or one)."""
    if str(face) in pattern:
        return set()
    return {tuple(sorted(int(s) if s.isdigit() else face for s in pattern))}


def holds(roll: Roll, wanted: Roll) -> bool:
    """Whether the roll has all the wanted dice, each used once."""
    return all(roll.count(face) >= wanted.count(face) for face in wanted)


def without(roll: Roll, taken: Roll) -> Roll:
    """The dice that remain of a roll that holds those taken."""
    left = list(roll)
    for face in taken:
        left.remove(face)
    return tuple(left)


def all_combinations(ruleset: Ruleset) -> list[Combination]:
    """Every combination that scores, in the order of the file; faces listed with 0 are left out."""
    found = []
    listed = [spellings(pattern) for pattern in ruleset.all_dice_only]
    for pattern, points in ruleset.combinations.items():
        only = spellings(pattern) in listed
        if isinstance(points, int):
            for faces in sorted(spellings(pattern)):
                found.append(Combination(pattern, faces, points, only))
            continue
        for face, face_points in zip(FACES, points, strict=True):
            if face_points > 0:
                for faces in spellings_with_letter(pattern, face):
                    found.append(Combination(pattern, faces, face_points, only))
    return found


class Rolls:
    """The rolls of one ruleset, with a memory so that nothing is worked out twice."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.hands = hands_of(ruleset)
        self.combinations = all_combinations(ruleset)
        self._winning = {faces for text in ruleset.instant_win for faces in spellings(text)}
        self._ruinous = {faces for text in ruleset.disaster for faces in spellings(text)}
        self._endings: dict[tuple[Roll, bool], frozenset[tuple[Roll, int]]] = {}

    def of(self, hand: int) -> list[tuple[Roll, Fraction]]:
        """Every roll of a hand (a number of dice, if they are equal) that can happen, with its
        chance; the chances add up to 1."""
        rolls: list[tuple[Roll, Fraction]] = [((), Fraction(1))]
        for number, count in enumerate(self.hands.counts[hand]):
            each = self._of_kind(number, count)
            rolls = [(a + b, chance * share) for a, chance in rolls for b, share in each]
        if hand == self.hands.all or sum(self.hands.counts[hand]) != 1:
            return rolls
        once = rolls
        # what farkles is thrown again; a face that wins at once, scoring or not, ends the throws
        for _ in range(self.ruleset.last_die_throws - 1):
            again = sum(
                (share for roll, share in rolls if self.kind(roll) == "farkle"), Fraction(0)
            )
            rolls = [
                (roll, (share if self.kind(roll) != "farkle" else 0) + again * new)
                for (roll, share), (_, new) in zip(rolls, once, strict=True)
            ]
        return rolls

    def _of_kind(self, kind: int, dice: int) -> list[tuple[Roll, Fraction]]:
        """Every roll of that many dice of one kind."""
        weights = self.hands.kinds[kind].weights
        chance = {
            10 * kind + face: Fraction(weight, sum(weights))
            for face, weight in zip(FACES, weights, strict=True)
            if weight
        }
        found = []
        for roll in combinations_with_replacement(sorted(chance), dice):
            orders = factorial(dice)
            for count in Counter(roll).values():
                orders //= factorial(count)
            probability = Fraction(orders)
            for face in roll:
                probability *= chance[face]
            found.append((roll, probability))
        return found

    def contains(self, roll: Roll, pattern: str) -> bool:
        """Whether a roll contains a scoring spelling of one of the ruleset's combinations."""
        return any(c.pattern == pattern and self.spelt(roll, c.faces) for c in self._scoring(roll))

    def _scoring(self, roll: Roll) -> list[Combination]:
        """The combinations that score in a roll of that many dice."""
        every = len(roll) == self.ruleset.dice
        return [c for c in self.combinations if every or not c.all_dice_only]

    def wins_at_once(self, roll: Roll) -> bool:
        """Whether the roll contains an `instant_win` pattern, jokers not looked at."""
        return any(holds(self.faces(roll), faces) for faces in self._winning)

    def faces(self, roll: Roll) -> Roll:
        """The faces of the dice that are no jokers."""
        return tuple(die % 10 for die in roll if not self.hands.is_joker(die))

    def spelt(self, roll: Roll, wanted: Roll) -> set[Roll]:
        """Every group of dice of the roll that makes the wanted faces: one die at least shows one
        of them, and jokers stand for others."""
        if self.hands.plain:
            return {wanted} if holds(roll, wanted) else set()
        return {
            group
            for group in set(combinations(roll, len(wanted)))
            if (shown := self.faces(group)) and holds(wanted, shown)
        }

    def is_disaster(self, roll: Roll) -> bool:
        """Whether the roll contains a `disaster` pattern, and none that wins: that is seen first.

        The answer is the same for the expected score, where a winning roll scores as an ordinary
        one: it is still not a disaster.
        """
        return not self.wins_at_once(roll) and any(
            holds(self.faces(roll), faces) for faces in self._ruinous
        )

    def kind(self, roll: Roll) -> RollKind:
        """What a roll is, in the order in which the rules look at it."""
        if self.wins_at_once(roll):
            return "instant win"
        if self.is_disaster(roll):
            return "disaster"
        return "ordinary" if self.scorings(roll) else "farkle"

    def scorings(self, roll: Roll) -> frozenset[Scoring]:
        """Every legal scoring of a roll, `nothing` included; empty when it scores nothing.

        Instant wins and disasters are not looked at here: `kind` does that.
        """
        found = set()
        every = len(roll) == self.ruleset.dice
        for left, points in self._ways(roll, every):
            if left == roll:
                continue
            if self.ruleset.set_aside == "all" and len(self._ways(left, every)) > 1:
                continue  # a combination is left among the dice that remain
            found.add(Scoring(self.hands.hand_of(without(roll, left)), points))
        if not found and self.is_nothing(roll) and self.ruleset.nothing is not None:
            found.add(Scoring(self.hands.all, self.ruleset.nothing))
        return frozenset(found)

    def is_nothing(self, roll: Roll) -> bool:
        """Whether this is a roll of all the dice that contains no combination."""
        return len(roll) == self.ruleset.dice and len(self._ways(roll, True)) == 1

    def _ways(self, dice: Roll, every: bool) -> frozenset[tuple[Roll, int]]:
        """Every (dice left, points) that comes of taking any number of combinations,
        even none.

        `every`: the dice are of a roll of all the dice.
        """
        if (dice, every) not in self._endings:
            found = {(dice, 0)}
            for combination in self.combinations:
                if combination.all_dice_only and not every:
                    continue
                for taken in self.spelt(dice, combination.faces):
                    for left, points in self._ways(without(dice, taken), every):
                        found.add((left, points + combination.points))
            self._endings[dice, every] = frozenset(found)
        return self._endings[dice, every]
