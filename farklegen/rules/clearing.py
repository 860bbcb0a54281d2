"""What combinations that must be cleared (`must_clear`) go together with."""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.rules.facts import faces_shown, must_clear_keys
from farklegen.rules.hands import brought, hands_of, plain_name
from farklegen.rules.language import Finding
from farklegen.rules.patterns import PatternError, parse_pattern
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.yaml_nodes import Loc


def clearing_problems(ruleset: Ruleset) -> Iterator[Finding]:
    """Why these combinations cannot be cleared under these rules."""
    if not ruleset.must_clear:
        return
    for index, key in enumerate(ruleset.must_clear):
        try:
            pattern = parse_pattern(key)
        except PatternError:
            continue  # said of every list of patterns
        if len(set(pattern.text)) > 1 or pattern.size < 2:
            message = f"{key} is not of equal dice, and a face is what must be cleared"
            yield Finding(("must_clear", index), f"{message}; name a pattern such as AAA")
        elif 2 * pattern.size <= ruleset.dice:
            message = f"two {key} can fall in one roll, and only one face at a time can be cleared"
            yield Finding(
                ("must_clear", index),
                f"{message}; give a pattern of more than half the dice",
                involves=(("dice",),),
            )
    here = ("must_clear",)
    if not hands_of(ruleset).plain:
        message = "must_clear is not worked out for dice of different kinds and jokers"
        message = f"{message}; give all dice one kind without a joker"
        yield Finding(here, message, involves=(("dice",), *kinds_listed(ruleset)))
    elif len(faces_shown(ruleset)) == 1:
        message = "these dice show one face only, which no roll again can clear"
        message = f"{message}; delete this, or change die_weights"
        yield Finding(here, message, involves=(("die_weights",),))
    if ruleset.hot_dice_bonus is not None and ruleset.hot_dice_bonus.step:
        message = "must_clear is not worked out for a hot-dice bonus that grows; set its step to 0"
        yield Finding(here, message, involves=(("hot_dice_bonus", "step"),))
    if ruleset.piggyback != "none":
        message = (
            "must_clear is not worked out for turns that are taken over; set piggyback to none"
        )
        yield Finding(here, message, involves=(("piggyback",),))
    if ruleset.nothing is None and must_clear_keys(ruleset) == frozenset(ruleset.combinations):
        message = "every combination must be cleared, so no turn is ever banked; take one out here"
        yield Finding(here, message)


def kinds_listed(ruleset: Ruleset) -> tuple[Loc, ...]:
    """Where the kinds of the dice that are thrown are listed."""
    names = set(map(plain_name, brought(ruleset)))
    return tuple(("die_types", kind) for kind in ruleset.die_types if plain_name(kind) in names)
