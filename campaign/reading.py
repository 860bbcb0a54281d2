"""Files with laws, names of combinations and dice by name: what is understood of them."""

from __future__ import annotations

from random import Random

from campaign.draw import Data, data_of, of_a_law, yaml_of
from campaign.judging import differ
from farklegen.rules.fingerprint import canonical_form
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Ruleset

NAMES = {
    ("1",): ("one", "ones", "single 1"),
    ("5",): ("five", "single 5"),
    ("111",): ("three ones",),
    ("AAA",): ("three of a kind", "Three-of-a-kind"),
    ("AAAA",): ("four of a kind",),
    ("AABB",): ("two pairs",),
    ("1234", "2345", "3456"): ("four in a row", "straight"),
}
"""Patterns, and what people call them; all of a straight with four dice."""


def written(rng: Random, ruleset: Ruleset) -> str:
    """A file that says these rules with laws and names, and calls equal dice by names."""
    data = data_of(ruleset)
    points, only = dict(data["combinations"]), list(data.get("all_dice_only", ()))
    for base in data["combinations"]:
        if base not in points:
            continue
        law, more = _law(base, points, ruleset.dice)
        listed = {key in only for key in (base, *more)}
        if more and len(listed) == 1:
            points = {key: value for key, value in points.items() if key not in more}
            points[f"{base}+"] = law
            only = [key for key in only if key not in more]
    for patterns, names in NAMES.items():
        same = {str(points.get(pattern)) for pattern in patterns}
        if len(same) == 1 and same != {"None"} and not set(patterns) & set(only):
            name = rng.choice(names)
            points[name] = points[patterns[0]]
            points = {key: value for key, value in points.items() if key not in patterns}
    if isinstance(ruleset.bring, int) and "die_weights" not in data:
        data["dice"] = rng.choice([ruleset.dice, {"ordinary": ruleset.dice}])
    data["combinations"] = points
    return yaml_of(data | ({"all_dice_only": only} if only else {}))


def _law(base: str, points: Data, dice: int) -> tuple[str | int, Data]:
    """A law that says the points of more equal dice, and what it says; nothing if there is none."""
    first, second = points[base], points.get(base[0] * (len(base) + 1))
    laws: list[str | int] = ["double", "add"]
    if isinstance(first, int) and isinstance(second, int) and second > first:
        laws.append(second - first)
    for law in laws:
        more = of_a_law(base, law, points, dice)
        if more and all(points.get(key) == value for key, value in more.items()):
            return law, more
    return 0, {}


def judge_reading(ruleset: Ruleset, rng: Random) -> str:
    """Compare what is understood of the file with the rules that it was written from."""
    text = written(rng, ruleset)
    here, there = canonical_form(load_text(text, "rules.yaml").ruleset), canonical_form(ruleset)
    if here != there:
        other = [key for key in {**here, **there} if here.get(key) != there.get(key)]
        differ(f"check\n{text}", *({key: form.get(key) for key in other} for form in (here, there)))
    return "compared"
