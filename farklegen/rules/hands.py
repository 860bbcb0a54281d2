"""Dice of different kinds: which dice can be left to roll, each such *hand* with a number.

Dice are of one *kind* if they have the same chances and jokers, whatever they are called. A hand
says how many dice of each kind are left. Hands are numbered from 1 on, fewer dice first, and the
last hand is all the dice. With dice of one kind, the number of a hand is its number of dice.
Everything that counts dice therefore counts hands as well.

A die as it fell is `10 * kind + face`: the face itself, where all dice are of one kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import gcd, prod
from random import Random

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import FAIR, ORDINARY, DieType, Ruleset
from farklegen.rules.words import dice_words, listed

MOST_HANDS = 63
"""The most hands that a ruleset may have: as many as six different dice make."""

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

    @property
    def total(self) -> int:
        return sum(self.weights)


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
    def together(self) -> list[list[bool]]:
        """[hands + 1][hands + 1]: whether both can be among the dice brought."""
        return [[hand >= 0 for hand in self.left[rest]] for rest in self.left[-1]]

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The weight of all rolls, by hand."""
        totals = [kind.total for kind in self.kinds]
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
        return sorted(
            {
                die % 10
                for die in fallen
                if not 1 <= die % 10 <= 6 or not self.kinds[die // 10].weights[die % 10 - 1]
            }
        )

    def words(self, hand: int) -> str:
        """`3 dice`; of different kinds `2 lucky and 1 odd`."""
        if self.uniform:
            return dice_words(hand)
        if hand == self.all and hand > 1:
            return f"all {self.sizes[hand]} dice"
        counts = self.counts[hand]
        return listed([f"{counts[k]} {self.kinds[k].name}" for k in self.order if counts[k]])

    def text(self, hand: int) -> str:
        """A hand as it is typed: `lucky=2,odd=1`; with one kind of dice, the number of dice."""
        if self.uniform:
            return str(hand)
        counts = self.counts[hand]
        return ",".join(f"{self.kinds[k].name}={counts[k]}" for k in self.order if counts[k])

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

    def find_kind(self, name: str) -> int | None:
        """The number of the kind of this name, any case; None if there is none."""
        wanted = plain_name(name)
        for number, kind in enumerate(self.kinds):
            if wanted in map(plain_name, (kind.name, *kind.also)):
                return number
        return None

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


def kinds_brought(hands: Hands) -> list[tuple[Kind, int]]:
    """The kinds in the order of the file, each with how many there are."""
    return [(hands.kinds[k], hands.brought[k]) for k in hands.order]


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
