"""What a player types during a match, read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

from farklegen.errors import FarklegenError
from farklegen.play.game import Word
from farklegen.report.numbers import points
from farklegen.report.play import faces

MOST_NAMED = 6
"""Ways to set dice aside, at most, that are listed where another one was typed."""

MORE = "h: hint, ?: help"
"""What else may be typed during a match."""

_KEEP = re.compile(r"([1-6][1-6 ,-]*|all)(?:=\s*([0-9][0-9,]*))?\s*(b|bank|r|roll)?")


class AnswerError(FarklegenError):
    """An answer that cannot be meant. The message is one line."""

    slug = "answer"


class Way(Protocol):
    """A way to set dice aside."""

    @property
    def keep(self) -> tuple[int, ...]:
        """The faces, smallest first."""
        ...

    @property
    def points(self) -> int:
        """What they bring."""
        ...


Chosen = TypeVar("Chosen", bound=Way)


def read_keep(
    text: str, roll: Sequence[int], ways: Sequence[Chosen], more: str = MORE
) -> tuple[Chosen, Word | None]:
    """Dice to set aside, such as `1 5 5`, `155`, `155 b`, `111 = 300` or `all`.

    Args:
        text: what was typed.
        roll: the faces thrown.
        ways: what the rules allow, most dice first, then most points.
        more: what else may be typed.

    Returns:
        The way, and bank or roll, if that was said, too.

    Raises:
        AnswerError: if the rules do not allow it.
    """
    match = _KEEP.fullmatch(text)
    if match is None:
        raise AnswerError(f"Type the dice to keep, such as 1 5 5 ({more}).")
    dice, wanted, then = match.groups()
    keep = ways[0].keep if dice == "all" else digits(dice)
    missing = next((face for face in keep if keep.count(face) > roll.count(face)), None)
    if missing is not None:
        number = roll.count(missing)
        few = f"no {missing}" if number == 0 else f"only {number} × {missing}"
        raise AnswerError(f"There is {few} among {faces(roll)}.")
    fitting = [way for way in ways if way.keep == keep]
    if not fitting:
        raise AnswerError(f"{faces(keep)} cannot be kept; you can keep {_possible(ways)}.")
    choice = fitting[0]
    if wanted is not None:
        by_points = {way.points: way for way in fitting}
        number = int(wanted.replace(",", ""))
        if number not in by_points:
            worth = " or ".join(points(value) for value in by_points)
            raise AnswerError(f"{faces(keep)} counts for {worth}.")
        choice = by_points[number]
    word: Word | None = None if then is None else "bank" if then[0] == "b" else "roll"
    return choice, word


def _possible(ways: Sequence[Way]) -> str:
    """The ways to set dice aside."""
    kept = list(dict.fromkeys(faces(way.keep) for way in ways))
    more = " and more" if len(kept) > MOST_NAMED else ""
    return " or ".join(kept[:MOST_NAMED]) + more


def read_word(text: str, words: Sequence[Word], more: str = MORE) -> Word:
    """One of two words, or its first letter.

    Raises:
        AnswerError: if it is neither.
    """
    for word in words:
        if text in (word, word[0]):
            return word
    usual = " or ".join(f"{word[0]} ({word})" for word in words)
    raise AnswerError(f"Type {usual} ({more}).")


def read_dice(text: str) -> tuple[int, ...]:
    """The faces of dice that were really thrown.

    Raises:
        AnswerError: if these are none.
    """
    if not re.fullmatch("[1-6 ,-]+", text):
        raise AnswerError("Type what the dice show, such as 1 2 2 4 5 6.")
    return digits(text)


def digits(text: str) -> tuple[int, ...]:
    """The faces in a text, smallest first."""
    return tuple(sorted(int(sign) for sign in text if sign.isdigit()))
