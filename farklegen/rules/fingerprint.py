"""What rules mean: the rules in force, and all of them as one number.

Two files with the same fingerprint are the same game: names, comments, the order of keys, the
spelling of patterns and settings without effect do not count. Anything that changes a probability,
an option or a score does count. Every result carries the fingerprint, so a change of the canonical
form below needs a new `FORM`.
"""

from __future__ import annotations

import hashlib
import json
from math import lcm
from typing import Any

from farklegen.rules.facts import combinations_of, facts_of
from farklegen.rules.hands import hands_of
from farklegen.rules.patterns import instances_of
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import rounded_up, turn_unit, unit

FORM = "farklegen-rules-1"

OF_OLD = (
    "goal", "nothing", "set_aside", "hot_dice", "minimum", "beat_previous", "streak", "penalty",
    "lowest_score", "all_dice_points", "keeps_turn_score", "end_game", "overshoot", "piggyback",
)  # fmt: skip
"""Keys of every canonical form. Keys that came later are in the form only if a file sets them, so
that files without them keep their fingerprint."""

APART = (
    "name", "source", "labels", "bring", "combinations", "all_dice_only", "bank", "farkle",
    "die_types",
)  # fmt: skip
"""Keys that mean nothing, or that the canonical form has by other names."""


def fingerprint(ruleset: Ruleset) -> str:
    """SHA-256 of the canonical form, as 64 hexadecimal digits."""
    text = json.dumps(canonical_form(ruleset), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


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


def canonical_form(ruleset: Ruleset) -> dict[str, Any]:
    """What the rules mean, as JSON data in which equal meanings look equal.

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
    form.pop("first_roll_penalty", None)
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
    return form
