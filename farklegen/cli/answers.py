"""What a player types during a match, read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

from farklegen.errors import ArgumentError, FarklegenError
from farklegen.play.game import Word
from farklegen.report.numbers import points
from farklegen.rules.bringing import FALLEN, read_fallen
from farklegen.rules.hands import Hands
from farklegen.rules.words import number_word

MOST_NAMED = 6
"""Ways to set dice aside, at most, that are listed where another one was typed."""

MORE = "h: hint, ?: help"
"""What else may be typed during a match."""

_NAMED = re.compile(r"([^=]+=.*?)\s*\b(b|bank|r|roll)?")

_KEEP = re.compile(r"([1-6][1-6 ,-]*|all)(?:=\s*([0-9][0-9,]*))?\s*(b|bank|r|roll)?")


class DecisionError(FarklegenError):
    """An answer that cannot be meant. The message is one line."""

    slug = "answer"


class TypedWay(Protocol):
    """A way to set dice aside."""

    @property
    def keep(self) -> tuple[int, ...]:
        """The faces, smallest first."""
        ...

    @property
    def points(self) -> int:
        """What they bring."""
        ...


Chosen = TypeVar("Chosen", bound=TypedWay)


def read_keep(
    text: str, roll: Sequence[int], ways: Sequence[Chosen], hands: Hands, more: str = MORE
) -> tuple[Chosen, Word | None]:
    """Dice to set aside, such as `1 5 5`, `155`, `155 b`, `111 = 300` or `all`; of different kinds
    `lucky=1, odd=5 b`, and faces alone where there is no doubt which dice are meant.

    Args:
        text: what was typed.
        roll: the dice as they fell.
        ways: what the rules allow, most dice first, then most points.
        hands: which dice there are.
        more: what else may be typed.

    Returns:
        The way, and bank or roll, if that was said, too.

    Raises:
        DecisionError: if the rules do not allow it.
    """
    named = None if hands.plain else _NAMED.fullmatch(text)
    match = _KEEP.fullmatch(text)
    if named is not None and not text[:1].isdigit():
        (dice, then), wanted = named.groups(), None
        keep = _fallen(dice, hands)
    elif match is None:
        example = "1 5 5" if hands.plain else f"{FALLEN} or 1 4 5"
        raise DecisionError(f"Type the dice to keep, such as {example} ({more}).")
    else:
        dice, wanted, then = match.groups()
        keep = ways[0].keep if dice == "all" else _meant(digits(dice), roll, hands)
    missing = next((die for die in keep if keep.count(die) > roll.count(die)), None)
    if missing is not None:
        raise _too_few(roll.count(missing), hands.die_words(missing), roll, hands)
    fitting = [way for way in ways if way.keep == keep]
    if not fitting:
        raise DecisionError(
            f"{hands.roll_words(keep)} cannot be kept; you can keep {_possible(ways, hands)}."
        )
    choice = fitting[0]
    if wanted is not None:
        by_points = {way.points: way for way in fitting}
        number = int(wanted.replace(",", ""))
        if number not in by_points:
            worth = " or ".join(points(value) for value in by_points)
            raise DecisionError(f"{hands.roll_words(keep)} counts for {worth}.")
        choice = by_points[number]
    word: Word | None = None if then is None else "bank" if then[0] == "b" else "roll"
    return choice, word


def _fallen(text: str, hands: Hands) -> tuple[int, ...]:
    """Dice of different kinds as they fell, smallest first.

    Raises:
        DecisionError: if these are none.
    """
    try:
        return read_fallen(hands, text, "dice")
    except ArgumentError as error:
        raise DecisionError(f"{error}.".replace("dice: ", "", 1)) from None


def _meant(faces: Sequence[int], roll: Sequence[int], hands: Hands) -> tuple[int, ...]:
    """The dice of a roll that faces mean, smallest first: all that show a face, or those of one
    kind. What the roll has not is left as it is, for the caller to find.

    Raises:
        DecisionError: if it may be either of several.
    """
    if hands.alike:
        return tuple(faces)
    found: list[int] = []
    for face in dict.fromkeys(faces):
        shown = [die for die in roll if die % 10 == face and not hands.is_joker(die)]
        if len(set(shown)) > 1 and faces.count(face) < len(shown):
            which = " or ".join(hands.roll_text([die]) for die in dict.fromkeys(shown))
            raise DecisionError(f"Which {face}: {which}?")
        if len(shown) < faces.count(face):
            raise _too_few(len(shown), str(face), roll, hands)
        found += shown[: faces.count(face)]
    return tuple(sorted(found))


def _too_few(number: int, die: str, roll: Sequence[int], hands: Hands) -> DecisionError:
    """There are fewer such dice in a roll than were typed."""
    few = f"is no {die}" if not number else f"is only one {die}"
    if number > 1:
        few = f"are only {number_word(number)} {die}s"
    return DecisionError(f"There {few} among {hands.roll_words(roll)}.")


def _possible(ways: Sequence[TypedWay], hands: Hands) -> str:
    """The ways to set dice aside."""
    kept = list(dict.fromkeys(hands.roll_words(way.keep) for way in ways))
    more = " and more" if len(kept) > MOST_NAMED else ""
    return " or ".join(kept[:MOST_NAMED]) + more


def read_word(text: str, words: Sequence[Word], more: str = MORE) -> Word:
    """One of two words, or its first letter.

    Raises:
        DecisionError: if it is neither.
    """
    for word in words:
        if text in (word, word[0]):
            return word
    usual = " or ".join(f"{word[0]} ({word})" for word in words)
    raise DecisionError(f"Type {usual} ({more}).")


def read_dice(text: str, hands: Hands) -> tuple[int, ...]:
    """Dice that were really thrown, as they fell.

    Raises:
        DecisionError: if these are none.
    """
    if not hands.plain:
        return _fallen(text, hands)
    if not re.fullmatch("[1-6 ,-]+", text):
        raise DecisionError("Type what the dice show, such as 1 2 2 4 5 6.")
    return digits(text)


def digits(text: str) -> tuple[int, ...]:
    """The faces in a text, smallest first."""
    return tuple(sorted(int(sign) for sign in text if sign.isdigit()))
