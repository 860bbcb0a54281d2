"""What a player types during a match, read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from farklegen.errors import FarklegenError
from farklegen.play.game import Choice, Game, Word
from farklegen.report.numbers import points
from farklegen.report.play import faces

MOST_NAMED = 6
"""Ways to set dice aside, at most, that are listed where another one was typed."""

_KEEP = re.compile(r"([1-6][1-6 ,-]*|all)(?:=\s*([0-9][0-9,]*))?\s*(b|bank|r|roll)?")


class AnswerError(FarklegenError):
    """An answer that cannot be meant. The message is one line."""

    slug = "answer"


class Kept(NamedTuple):
    """Dice to set aside, and what to do then, if that was said, too."""

    choice: Choice
    then: Word | None


def read_keep(text: str, game: Game) -> Kept:
    """Dice to set aside, such as `1 5 5`, `155`, `155 b`, `111 = 300` or `all`.

    Raises:
        AnswerError: if the rules do not allow it.
    """
    match = _KEEP.fullmatch(text)
    if match is None:
        raise AnswerError("Type the dice to keep, such as 1 5 5 (h: hint, ?: help).")
    dice, wanted, then = match.groups()
    keep = game.choices[0].keep if dice == "all" else digits(dice)
    missing = next((face for face in keep if keep.count(face) > game.roll.count(face)), None)
    if missing is not None:
        number = game.roll.count(missing)
        few = f"no {missing}" if number == 0 else f"only {number} × {missing}"
        raise AnswerError(f"There is {few} among {faces(game.roll)}.")
    ways = [choice for choice in game.choices if choice.keep == keep]
    if not ways:
        raise AnswerError(f"{faces(keep)} cannot be kept; you can keep {_possible(game)}.")
    choice = ways[0]
    if wanted is not None:
        by_points = {way.points: way for way in ways}
        number = int(wanted.replace(",", ""))
        if number not in by_points:
            worth = " or ".join(points(value) for value in by_points)
            raise AnswerError(f"{faces(keep)} counts for {worth}.")
        choice = by_points[number]
    word: Word | None = None if then is None else "bank" if then[0] == "b" else "roll"
    return Kept(choice, word)


def _possible(game: Game) -> str:
    """The ways to set dice aside."""
    ways = list(dict.fromkeys(faces(choice.keep) for choice in game.choices))
    more = " and more" if len(ways) > MOST_NAMED else ""
    return " or ".join(ways[:MOST_NAMED]) + more


def read_word(text: str, words: Sequence[Word]) -> Word:
    """One of two words, or its first letter.

    Raises:
        AnswerError: if it is neither.
    """
    for word in words:
        if text in (word, word[0]):
            return word
    usual = " or ".join(f"{word[0]} ({word})" for word in words)
    raise AnswerError(f"Type {usual} (h: hint, ?: help).")


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
