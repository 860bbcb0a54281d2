"""Dice of different kinds: which dice can be left to roll, each such *hand* with a number.

Dice are of one *kind* if they have the same chances and jokers, whatever they are called. A hand
says how many dice of each kind are left. Hands are numbered from 1 on, fewer dice first, and the
last hand is all the dice. With dice of one kind, the number of a hand is its number of dice.
Everything that counts dice therefore counts hands as well.

A die as it fell is `10 * kind + face`: the face itself, where all dice are of one kind.

Outside a rules file dice are named too: `lucky=3,odd=2,ordinary=1`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import gcd, prod
from random import Random

from farklegen.errors import ArgumentError, UnsolvableError
from farklegen.rules.ruleset import FAIR, ORDINARY, DieType, Ruleset
from farklegen.rules.words import closest, dice_words, listed

MOST_HANDS = 63
"""The most hands that a ruleset may have: as many as six different dice make."""

FEW = 8
"""Kinds of dice that a message lists."""

EXAMPLE = "lucky=3,odd=2,ordinary=1"
FALLEN = "lucky=1,lucky=4,odd=5"

_DICE = re.compile(r"^dice:.*(?:(?:\n[ \t]*(?:#.*)?)*\n(?:[ \t]|- ).*)*\n?", re.MULTILINE)
"""The key `dice` in a rules file, with all lines below it."""

Counts = tuple[int, ...]
"""Dice of each kind."""


@dataclass(frozen=True)
class Kind:
    """One kind of dice.

    Attributes:
        name: what the rules call it; the first of several names.
        weights: of the faces 1 to 6, without a common factor.
        joker: the faces that stand for any other.
        also: other names of dice of this kind.
    """

    name: str
    weights: tuple[int, ...]
    joker: frozenset[int]
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hands:
    """The hands of a ruleset.

    Attributes:
        kinds: in an order of their own, which does not depend on names or on the file.
        brought: how many of each kind there are.
        order: the kinds in the order of the file.
    """

    kinds: tuple[Kind, ...]
    brought: Counts
    order: tuple[int, ...]

    @cached_property
    def counts(self) -> tuple[Counts, ...]:
        """The dice of each hand, by number; 0 is no dice."""
        every = product(*(range(count + 1) for count in self.brought))
        return tuple(sorted(every, key=lambda counts: (sum(counts), counts)))

    @cached_property
    def numbers(self) -> dict[Counts, int]:
        return {counts: number for number, counts in enumerate(self.counts)}

    @cached_property
    def all(self) -> int:
        """The number of the hand of all the dice, which is also the number of hands."""
        return len(self.counts) - 1

    @property
    def uniform(self) -> bool:
        """Whether all dice are of one kind: a hand is a number of dice."""
        return len(self.kinds) == 1

    @property
    def jokers(self) -> bool:
        return any(kind.joker for kind in self.kinds)

    @property
    def plain(self) -> bool:
        """Whether `die_weights` says everything about the dice: one kind, and no joker."""
        return self.uniform and not self.jokers

    @cached_property
    def sizes(self) -> list[int]:
        """[hands + 1]: dice of each hand."""
        return [sum(counts) for counts in self.counts]

    @cached_property
    def left(self) -> list[list[int]]:
        """[hands + 1][hands + 1]: the hand left after taking the second hand from the first; -1 if
        the first does not have all its dice."""
        return [
            [
                self.numbers.get(tuple(a - b for a, b in zip(of, taken, strict=True)), -1)
                for taken in self.counts
            ]
            for of in self.counts
        ]

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The weight of all rolls, by hand."""
        totals = [sum(kind.weights) for kind in self.kinds]
        return tuple(prod(map(pow, totals, counts)) for counts in self.counts)

    def of_size(self, dice: int) -> int | None:
        """The only hand of that many dice; None if there is none, or more than one."""
        return self.sizes.index(dice) if self.sizes.count(dice) == 1 else None

    def counts_of(self, fallen: Iterable[int]) -> Counts:
        """How many dice of each kind fell."""
        kinds = [die // 10 for die in fallen]
        return tuple(map(kinds.count, range(len(self.kinds))))

    def hand_of(self, fallen: Iterable[int]) -> int:
        """The hand of dice as they fell."""
        return self.numbers[self.counts_of(fallen)]

    def never_shown(self, fallen: Iterable[int]) -> list[int]:
        """The faces among dice as they fell that a die of the same kind never shows, each once."""
        weights = {die: (0, *self.kinds[die // 10].weights, 0, 0, 0) for die in fallen}
        return sorted({die % 10 for die in weights if not weights[die][die % 10]})

    def kinds_of(self, hand: int) -> list[tuple[Kind, int]]:
        """The kinds of a hand in the order of the file, each with how many dice there are."""
        counts = self.counts[hand]
        return [(self.kinds[k], counts[k]) for k in self.order if counts[k]]

    def words(self, hand: int) -> str:
        """`3 dice`; of different kinds `2 lucky and 1 odd`."""
        if self.uniform:
            return dice_words(hand)
        if hand == self.all and hand > 1:
            return f"all {self.sizes[hand]} dice"
        return listed([f"{number} {kind.name}" for kind, number in self.kinds_of(hand)])

    def text(self, hand: int) -> str:
        """A hand as it is typed: `lucky=2,odd=1`; with one kind of dice, the number of dice."""
        if self.uniform:
            return str(hand)
        return ",".join(f"{kind.name}={number}" for kind, number in self.kinds_of(hand))

    def roll_text(self, fallen: Iterable[int]) -> str:
        """Fallen dice as they are typed: `1,5,5`; of different kinds `lucky=1,odd=5`."""
        if self.plain:
            return ",".join(map(str, fallen))
        return ",".join(f"{self.kinds[die // 10].name or 'die'}={die % 10}" for die in fallen)

    def roll_words(self, fallen: Iterable[int]) -> str:
        """Dice as they fell: `1 5 5`; of different kinds `lucky 1, odd 5`."""
        return (" " if self.plain else ", ").join(map(self.die_words, fallen))

    def thrown(self, hand: int, dice: Random) -> list[int]:
        """Throw the dice of a hand: the dice as they fell."""
        return [
            10 * kind + face
            for kind, count in enumerate(self.counts[hand])
            for face in dice.choices(range(1, 7), self.kinds[kind].weights, k=count)
        ]

    def is_joker(self, die: int) -> bool:
        return die % 10 in self.kinds[die // 10].joker

    def die_words(self, die: int) -> str:
        """A die as it fell: `3`; of different kinds `lucky 3`, `devil joker`."""
        face = "joker" if self.is_joker(die) else str(die % 10)
        return face if self.uniform else f"{self.kinds[die // 10].name} {face}"


def plain_name(name: str) -> str:
    """A name as it is compared: `Lucky die` and `lucky` are the same."""
    plain = name.strip().casefold().replace("’", "'").replace("'", "")
    plain = plain.replace("_", " ").replace("-", " ")
    return plain.removesuffix(" die").removesuffix(" dice").strip()


def brought(ruleset: Ruleset) -> dict[str, int]:
    """Name of each die in `dice` -> how many; one nameless kind if `dice` is a number."""
    if isinstance(ruleset.bring, int):
        return {"": ruleset.bring}
    if isinstance(ruleset.bring, tuple):
        return {name: ruleset.bring.count(name) for name in ruleset.bring}
    return dict(ruleset.bring)


def die_type(ruleset: Ruleset, name: str) -> DieType | None:
    """The kind of a name in `dice`: one of `die_types`, or the fair `ordinary`. The nameless kind
    has `die_weights`. None if the rules have no such kind."""
    if not name:
        return DieType(weights=ruleset.die_weights)
    for known, kind in ruleset.die_types.items():
        if plain_name(known) == plain_name(name):
            return kind if isinstance(kind, DieType) else DieType(weights=kind)
    return DieType(weights=FAIR) if plain_name(name) == ORDINARY else None


def rolled_on(ruleset: Ruleset) -> tuple[int, ...]:
    """The hands that must be rolled: a turn that leaves one of them may not be banked."""
    hands = hands_of(ruleset)
    last = [hand for hand, counts in enumerate(hands.counts[:-1]) if sum(counts) == 1]
    return (
        *(last if ruleset.last_die == "required" else []),
        *([hands.all] if ruleset.hot_dice == "required" else []),
    )


def hands_of(ruleset: Ruleset) -> Hands:
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], dict[str, int]] = {}
    for name, number in brought(ruleset).items():
        kind = die_type(ruleset, name)
        assert kind is not None
        common = gcd(*kind.weights) or 1
        weights = tuple(weight // common for weight in kind.weights)
        # a joker that never comes up does not count
        jokers = tuple(face for face in sorted(set(kind.jokers)) if weights[face - 1])
        found.setdefault((weights, jokers), {})[name] = number
    kinds = sorted(found)
    return Hands(
        kinds=tuple(
            Kind(first or "die", weights, frozenset(jokers), tuple(others))
            for weights, jokers in kinds
            for first, *others in [found[weights, jokers]]
        ),
        brought=tuple(sum(found[key].values()) for key in kinds),
        order=tuple(kinds.index(key) for key in found),
    )


def refuse_mixed(ruleset: Ruleset, what: str = "this") -> None:
    """Refuse dice of different kinds, and jokers, for an answer that is not worked out for them."""
    hands = hands_of(ruleset)
    if hands.plain:
        return
    rule, what_else = ("joker", "a joker") if hands.uniform else ("dice", "dice of different kinds")
    raise UnsolvableError(
        f"{rule}: {what} does not work with {what_else}. Leave it out, or give all dice one kind "
        "without a joker"
    )


def read_dice(text: str, what: str = "dice") -> dict[str, int]:
    """Names and numbers, as written: `lucky=3, odd` are three and one, `odd, odd` are two.
    Messages begin with `what`, the option or place that has the text."""
    found: dict[str, int] = {}
    for part in text.split(","):
        name, sign, number = map(str.strip, part.partition("="))
        if not name or (sign and not re.fullmatch("0*[1-9][0-9]{0,2}", number)):
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
            f"{suggest_kind(ruleset, unknown[0])}"
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
    advice = f"did you mean {near}?" if near else f"these rules know {options}"
    return f"{advice} (kinds are listed under die_types)"


def bringing(ruleset: Ruleset, dice: Mapping[str, int]) -> Ruleset:
    return ruleset.model_copy(update={"bring": dict(dice), "die_weights": FAIR})


def read_hand(hands: Hands, dice: str | int, what: str) -> int:
    """The hand of the dice in a text such as `lucky=2,odd`, or of this many dice."""
    if isinstance(dice, str):
        counts = [0] * len(hands.kinds)
        for name, number in read_dice(dice, what).items():
            counts[_kind(hands, name, what)] += number
        if tuple(counts) not in hands.numbers:
            raise ArgumentError(f"{what}: these are more dice than there are: {_brought(hands)}")
        return hands.numbers[tuple(counts)]
    if hands.uniform:
        return dice
    if dice == hands.sizes[hands.all]:
        return hands.all
    if dice not in hands.sizes[1:]:
        raise ArgumentError(f"{what}: {dice} dice are not among those brought: {_brought(hands)}")
    example = hands.text(hands.sizes.index(dice))
    raise ArgumentError(
        f"{what}: {dice_words(dice)} can be several sets of {_brought(hands)}. Name them, such as "
        f"{example}"
    )


def read_fallen(hands: Hands, text: str, what: str) -> tuple[int, ...]:
    """Dice as they fell (`rules.hands`), smallest first: `lucky=1,odd=5` or `devil=joker`."""
    fallen = []
    for part in text.split(","):
        name, _, face = map(str.strip, part.partition("="))
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
    """The number of the kind of this name, any case."""
    for number, kind in enumerate(hands.kinds):
        if plain_name(name) in map(plain_name, (kind.name, *kind.also)):
            return number
    raise ArgumentError(f"{what}: no die is called {name!r}; there are: {_brought(hands)}")


def _brought(hands: Hands) -> str:
    if hands.plain:
        return hands.words(hands.all)
    return listed([f"{number} {kind.name}" for kind, number in hands.kinds_of(hands.all)])


def with_dice(text: str, ruleset: Ruleset, dice: str) -> str:
    """The text of a rules file with these dice in place of its own."""
    named = read_brought(ruleset, dice, "dice", all_of_them=True)
    line = f"dice: {json.dumps(named, ensure_ascii=False)}\n"
    found, times = _DICE.subn(lambda _: line, text, count=1)
    return found if times else f"{text.rstrip()}\n{line}"
