"""A ruleset's meaning as one number.

Two files with the same fingerprint are the same game: names, comments, the order of keys, the
spelling of patterns and settings without effect do not count. Anything that changes a probability,
an option or a score does. Every result carries it, so a change of the canonical form
below needs a new `FORM`.
"""

from __future__ import annotations

import hashlib
import json
from math import lcm
from typing import Any

from farklegen.rules.endings import ending_of
from farklegen.rules.facts import combinations_of, last_die_binds, last_die_throws
from farklegen.rules.hands import hands_of
from farklegen.rules.patterns import instances_of
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import rounded_up, turn_unit, unit

FORM = "farklegen-rules-1"


def fingerprint(ruleset: Ruleset) -> str:
    """SHA-256 of the canonical form, as 64 hexadecimal digits."""
    text = json.dumps(canonical_form(ruleset), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def canonical_form(ruleset: Ruleset) -> dict[str, Any]:
    """What the rules mean, as JSON data in which equal meanings look equal.

    Combinations become the set of (dice, points) pairs that they offer. All of these are kept, as
    the same dice for fewer points can be the better choice under some rules.
    """
    step = unit(ruleset) or 1
    bank, farkle, bonus = ruleset.bank, ruleset.farkle, ruleset.hot_dice_bonus
    exact = ruleset.overshoot == "bust"
    penalty = farkle.penalty if farkle.streak is not None else 0
    pays = bonus is not None and (bonus.points > 0 or bonus.step > 0)
    lowest, ending = farkle.lowest_score, ending_of(ruleset)
    if lowest is not None:  # only a penalty of points can take a score to it
        lowest = rounded_up(lowest, step) if farkle.most_lost else None
    goal, combinations = ruleset.goal, combinations_of(ruleset)
    hands = hands_of(ruleset)
    form: dict[str, Any] = {
        "form": FORM,
        "dice": ruleset.dice,
        "goal": goal if exact or goal is None else rounded_up(goal, step),
        "combinations": sorted({(each.counts, each.points) for each in combinations}),
        "nothing": ruleset.nothing or 0,
        "set_aside": ruleset.set_aside,
        "hot_dice": ruleset.hot_dice,
        "hot_dice_bonus": bonus.model_dump() if pays and bonus is not None else None,
        "minimum": rounded_up(bank.minimum, step),
        "opening": rounded_up(bank.opening_minimum, step),
        "beat_previous": bank.beat_previous,
        "multiple_of": lcm(bank.multiple_of, turn_unit(ruleset) or 1),
        "streak": farkle.streak if penalty else 0,
        "penalty": penalty,
        "lowest_score": lowest,
        "first_roll_points": max(farkle.first_roll, 0),
        "all_dice_points": farkle.all_dice_points,
        "keeps_turn_score": farkle.keeps_turn_score,
        "end_game": ruleset.end_game,
        "ties": ruleset.ties if ending.has_ties else None,
        "overshoot": ruleset.overshoot,
        "piggyback": ruleset.piggyback,
        "instant_win": sorted(set(instances_of(ruleset.instant_win))),
        "disaster": sorted(set(instances_of(ruleset.disaster))),
        "die_weights": list(hands.kinds[0].weights),
        "unit": step,
    }
    if ending.rounds is not None:  # files without this key keep their fingerprint
        form["rounds"] = ending.rounds
    if farkle.first_roll < 0:
        form["first_roll_penalty"] = -farkle.first_roll
    if last_die_throws(ruleset) > 1:
        form["last_die_throws"] = ruleset.last_die_throws
    if last_die_binds(ruleset):
        form["last_die"] = ruleset.last_die
    always = {(each.counts, each.points) for each in combinations if not each.all_dice_only}
    smaller = {(each.counts, each.points) for each in combinations if each.size < ruleset.dice}
    if only := smaller - always:
        form["all_dice_only"] = sorted(only)
    if not hands.plain:  # nor those without kinds of dice
        form["kinds"] = [
            [number, kind.weights, sorted(kind.joker)]
            for kind, number in zip(hands.kinds, hands.brought, strict=True)
        ]
    return form
