"""What rules mean: what scores are counted in, what can be rolled, and the rules as one number.

Two files with the same fingerprint are the same game: names, comments, the order of keys, the
spelling of patterns and settings without effect do not count. Anything that changes a probability,
an option or a score does count. Every result carries the fingerprint, so a change of the canonical
form below needs a new `FORM`. Nothing here counts probabilities.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from math import gcd, lcm
from typing import Any

from farklegen.rules.hands import hands_of
from farklegen.rules.patterns import FaceCounts, instances_of, meaning_of, parse_pattern
from farklegen.rules.ruleset import Ruleset

FORM = "farklegen-rules-1"

OF_OLD = (
    "goal", "nothing", "set_aside", "hot_dice", "minimum", "beat_previous", "streak", "penalty",
    "lowest_score", "all_dice_points", "keeps_turn_score", "end_game", "overshoot", "piggyback",
)  # fmt: skip
"""Keys of every canonical form. Keys that came later are in the form only if a file sets them, so
that files without them keep their fingerprint."""

APART = (
    "name", "source", "labels", "bring", "combinations", "all_dice_only", "bank", "farkle",
    "first_roll_penalty", "die_types",
)  # fmt: skip
"""Keys that mean nothing, or that the canonical form has by other names."""


def turn_unit(ruleset: Ruleset) -> int:
    """The greatest common divisor of everything that can be added to a turn score, in points."""
    bonus, added = ruleset.hot_dice_bonus, [ruleset.nothing or 0]
    for points in ruleset.combinations.values():
        added += [points] if isinstance(points, int) else points
    if bonus is not None:
        added += [bonus.points, bonus.step]
    return gcd(*added)


def rounded_up(points: int, step: int) -> int:
    """Points rounded up to a multiple of `step`; unchanged if `step` is zero."""
    return -(-points // step) * step if step else points


def unit(ruleset: Ruleset, turns: int | None = None) -> int:
    """The greatest common divisor of everything that can change a banked score, in points.

    Args:
        turns: what the turn scores that count are multiples of; by default all turn scores count,
            those that may not be banked as well.
    """
    farkle = ruleset.farkle
    penalty = farkle.penalty if isinstance(farkle.penalty, int) else 0
    awards = farkle.first_roll_points, farkle.all_dice_points, farkle.first_roll_penalty
    return gcd(turn_unit(ruleset) if turns is None else turns, penalty, *awards)


def banked_unit(ruleset: Ruleset) -> int:
    """What all banked scores are multiples of, in points; `bank.multiple_of` may make it larger
    than `unit`."""
    turns, farkle = turn_unit(ruleset), ruleset.farkle
    if not farkle.keeps_turn_score:
        turns = lcm(turns, ruleset.bank.multiple_of)
    return gcd(unit(ruleset, turns), (farkle.lowest_score or 0) if farkle.most_lost else 0)


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way a pattern of the ruleset, as written there, can fall: dice showing each face."""

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


def facts_of(ruleset: Ruleset) -> RulesetFacts:
    hands = hands_of(ruleset)
    falls = (hands.jokers or any(kind.weights[face] for kind in hands.kinds) for face in range(6))
    faces = tuple(face for face, shown in enumerate(falls) if shown)
    combinations = [
        each
        for each in combinations_of(ruleset)
        if all(face in faces for face, dice in enumerate(each.counts) if dice)
    ]
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


def in_force(ruleset: Ruleset) -> Ruleset:
    """The same game, with each setting without effect at its default. Points of a score are rounded
    to the unit in which scores are counted, because this is how they act."""
    step, turns = unit(ruleset) or 1, turn_unit(ruleset) or 1
    goal, bank, farkle, bonus = ruleset.goal, ruleset.bank, ruleset.farkle, ruleset.hot_dice_bonus
    minimum = rounded_up(bank.minimum, step)
    opening = rounded_up(bank.opening_minimum, step)
    multiple = lcm(bank.multiple_of, turns)
    lowest = farkle.lowest_score if farkle.most_lost else None  # only points can take a score to it
    first = max(farkle.first_roll_points, farkle.all_dice_points)
    changes: dict[str, Any] = {
        "bank": {
            "minimum": minimum,
            "opening": opening if opening > minimum else None,
            "multiple_of": multiple if multiple > turns else 1,
        },
        "farkle": {
            "streak": farkle.streak if farkle.penalty else None,
            "penalty": farkle.penalty if farkle.streak else 0,
            "lowest_score": None if lowest is None else rounded_up(lowest, step),
            "first_roll_points": first,
        },
    }
    changes = {key: getattr(ruleset, key).model_copy(update=changes[key]) for key in changes}
    if goal is not None and ruleset.overshoot == "win":
        changes["goal"] = rounded_up(goal, step)
    if bonus is not None and not (bonus.points or bonus.step):
        changes["hot_dice_bonus"] = None
    if 1 not in facts_of(ruleset).left:
        changes |= {"last_die": "optional", "last_die_throws": 1}
    return ruleset.model_copy(update=changes)


def fingerprint(ruleset: Ruleset) -> str:
    """SHA-256, as 64 hexadecimal digits, of the canonical form: what the rules mean, as JSON data
    in which equal meanings look equal.

    Combinations become the set of (dice, points) pairs that they offer. All pairs are kept, because
    the same dice for fewer points can be the better choice under some rules.
    """
    rules, combinations, hands = in_force(ruleset), combinations_of(ruleset), hands_of(ruleset)
    first_roll, bonus = rules.farkle.first_roll, rules.hot_dice_bonus
    form: dict[str, Any] = {}
    for group in (rules, rules.bank, rules.farkle):
        for name, key in type(group).model_fields.items():
            value = getattr(group, name)
            if name not in APART and (name in OF_OLD or value != key.default):
                form[name] = value
    form |= {
        "form": FORM,
        "dice": ruleset.dice,
        "combinations": sorted({(each.counts, each.points) for each in combinations}),
        "nothing": rules.nothing or 0,
        "hot_dice_bonus": None if bonus is None else bonus.model_dump(),
        "opening": rules.bank.opening_minimum,
        "multiple_of": lcm(rules.bank.multiple_of, turn_unit(ruleset) or 1),
        "streak": rules.farkle.streak or 0,
        "first_roll_points": max(first_roll, 0),
        "ties": rules.ties if rules.has_ties else None,
        "instant_win": sorted(set(instances_of(rules.instant_win))),
        "disaster": sorted(set(instances_of(rules.disaster))),
        "die_weights": list(hands.kinds[0].weights),
        "unit": unit(ruleset) or 1,
    }
    if first_roll < 0:
        form["first_roll_penalty"] = -first_roll
    always = {(each.counts, each.points) for each in combinations if not each.all_dice_only}
    smaller = {(each.counts, each.points) for each in combinations if each.size < ruleset.dice}
    if only := smaller - always:
        form["all_dice_only"] = sorted(only)
    if not hands.plain:
        form["kinds"] = [
            [number, kind.weights, sorted(kind.joker)]
            for kind, number in zip(hands.kinds, hands.brought, strict=True)
        ]
    text = json.dumps(form, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
