"""Dice named outside a rules file: `lucky=3,odd=2,ordinary=1`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from farklegen.errors import ArgumentError
from farklegen.rules.hands import Hands, die_type, kinds_brought, plain_name
from farklegen.rules.ruleset import FAIR, ORDINARY, Ruleset
from farklegen.rules.words import closest, dice_words, listed

_DICE = re.compile(r"^dice:.*(?:(?:\n[ \t]*(?:#.*)?)*\n(?:[ \t]|- ).*)*\n?", re.MULTILINE)
"""The key `dice` in a rules file, with all lines below it."""

EXAMPLE = "lucky=3,odd=2,ordinary=1"
FALLEN = "lucky=1,lucky=4,odd=5"

FEW = 8
"""Kinds of dice that a message lists."""


def read_dice(text: str, what: str = "dice") -> dict[str, int]:
    """Names and numbers, as written: `lucky=3, odd` are three and one, `odd, odd` are two.
    Messages begin with `what`, the option or place that has the text."""
    found: dict[str, int] = {}
    for part in text.split(","):
        name, sign, number = part.partition("=")
        name, number = name.strip(), number.strip()
        wrong = not name or (sign and not re.fullmatch("[0-9]{1,3}", number))
        if wrong or (sign and int(number) == 0):
            raise ArgumentError(
                f"{what}: {part.strip()!r} does not give a die and how many of it. Write {EXAMPLE}"
            )
        name = next((each for each in found if plain_name(each) == plain_name(name)), name)
        if sign and name in found:
            raise ArgumentError(f"{what}: {name!r} is named twice. Write {EXAMPLE}")
        found[name] = int(number) if sign else found.get(name, 0) + 1
    return found


def dice_in_words(typed: str) -> str:
    """`2 lucky and 1 odd` for the dice typed as `lucky=2,odd`."""
    parts = (part.partition("=") for part in typed.split(","))
    return listed([f"{number.strip() or 1} {name.strip()}" for name, _, number in parts])


def read_brought(
    ruleset: Ruleset, given: str | Mapping[str, int], what: str, *, all_of_them: bool = False
) -> dict[str, int]:
    """The dice that a player has, by names that the rules know.

    Args:
        all_of_them: whether they are the dice of a turn.
    """
    found = read_dice(given, what) if isinstance(given, str) else dict(given)
    unknown = [name for name in found if die_type(ruleset, name) is None]
    if unknown:
        raise ArgumentError(
            f"{what}: {ruleset.name or 'this game'} has no kind of dice called {unknown[0]!r}; "
            f"{suggest_kind(ruleset, unknown[0])} (kinds are listed under die_types)"
        )
    total = sum(found.values())
    if all_of_them and total != ruleset.dice:
        raise ArgumentError(
            f"{what}: a turn has {ruleset.dice} dice, and you give {total}. Name {ruleset.dice}, "
            f"such as {EXAMPLE}"
        )
    return found


def suggest_kind(ruleset: Ruleset, name: str) -> str:
    """What to write for a kind of dice that the rules do not know: the kind with nearly this name,
    or one of the kinds if they are few."""
    names = {plain_name(kind): kind for kind in (ORDINARY, *ruleset.die_types)}
    near = closest(plain_name(name), list(names))
    known = list(names.values())
    options = listed(known) if len(known) <= FEW else f"{len(known)} others"
    return f"did you mean {near}?" if near else f"these rules know {options}"


def bringing(ruleset: Ruleset, dice: Mapping[str, int]) -> Ruleset:
    return ruleset.model_copy(update={"bring": dict(dice), "die_weights": FAIR})


def hand_of_number(hands: Hands, dice: int, what: str) -> int | None:
    """The hand of this many dice; None for all dice if they are of several kinds."""
    if hands.uniform:
        return dice
    if dice == hands.sizes[hands.all]:
        return None
    if dice not in hands.sizes[1:]:
        raise ArgumentError(f"{what}: {dice} dice are not among those brought: {_brought(hands)}")
    example = hands.text(hands.sizes.index(dice))
    raise ArgumentError(
        f"{what}: {dice_words(dice)} can be several sets of {_brought(hands)}. Name them, such as "
        f"{example}"
    )


def read_hand(hands: Hands, text: str, what: str) -> int:
    """The hand of the dice in a text such as `lucky=2,odd`."""
    counts = [0] * len(hands.kinds)
    for name, number in read_dice(text, what).items():
        counts[_kind(hands, name, what)] += number
    if tuple(counts) not in hands.numbers:
        raise ArgumentError(f"{what}: these are more dice than there are: {_brought(hands)}")
    return hands.numbers[tuple(counts)]


def read_fallen(hands: Hands, text: str, what: str) -> tuple[int, ...]:
    """Dice as they fell (`rules.hands`), smallest first: `lucky=1,odd=5` or `devil=joker`."""
    fallen = []
    for part in text.split(","):
        name, _, face = (each.strip() for each in part.partition("="))
        kind = _kind(hands, name, what)
        if face == "joker" and hands.kinds[kind].joker:
            face = str(min(hands.kinds[kind].joker))
        if not re.fullmatch("[1-6]", face):
            raise ArgumentError(
                f"{what}: {part.strip()!r} is no die with its face. Write {FALLEN}, a part for "
                "each die"
            )
        fallen.append(10 * kind + int(face))
    if hands.counts_of(fallen) not in hands.numbers:
        raise ArgumentError(f"{what}: these are more dice than there are: {_brought(hands)}")
    return tuple(sorted(fallen))


def _kind(hands: Hands, name: str, what: str) -> int:
    kind = hands.find_kind(name)
    if kind is None:
        raise ArgumentError(f"{what}: no die is called {name!r}; there are: {_brought(hands)}")
    return kind


def _brought(hands: Hands) -> str:
    if hands.plain:
        return hands.words(hands.all)
    return listed([f"{number} {kind.name}" for kind, number in kinds_brought(hands)])


def with_dice(text: str, ruleset: Ruleset, dice: str) -> str:
    """The text of a rules file with these dice in place of its own."""
    named = read_brought(ruleset, dice, "dice", all_of_them=True)
    line = f"dice: {json.dumps(named, ensure_ascii=False)}\n"
    found, times = _DICE.subn(lambda _: line, text, count=1)
    return found if times else f"{text.rstrip()}\n{line}"
