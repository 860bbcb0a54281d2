"""Words of the sentences of a card, taken apart by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import inf
from typing import NamedTuple

DICE = r"(?:\d+, )*\d+(?: or \d+| to \d+)? (?:die|dice)"
SPAN = r"from [\d,]*\d(?: to below [\d,]*\d)?"
WHERE = rf"always|never|{SPAN}(?: and {SPAN})*"
VALUE = r"−?[\d,]*\d(?: from [\d,]*\d on)?"
LAST = "a last turn|the last turn of the last round|a last turn or the last turn of the last round"
TIES = "one where you would bank, then more dice, then more points"
MAY = "( and the rules let you bank there)?"
AHEAD = r"banking would put you ([\d,]+) points ahead"
PAST = r"you have at most (\d+) (?:die|dice) left"

LAST_TURN, LAST_OF_ALL = "a last turn", "the last turn of the last round"


def number(text: str) -> int:
    return int(text.replace(",", "").replace("−", "-"))


def numbers(text: str) -> list[int]:
    return [number(each) for each in re.findall(r"[\d,]*\d", text)]


def dice_of(text: str) -> list[int]:
    """`1 or 2 dice`, `1, 2 or 4 dice`, `3 to 5 dice`, `1 die`."""
    found = [int(each) for each in re.findall(r"\d+", text)]
    return list(range(found[0], found[1] + 1)) if " to " in text else found


def all_of(pattern: str, text: str) -> re.Match[str]:
    found = re.fullmatch(pattern, text)
    assert found, text
    return found


def never(_score: int) -> bool:
    return False


def holds(where: str) -> Callable[[int], bool]:
    """Whether a turn score is where the words say."""
    if where in ("always", "never"):
        return lambda _score: where == "always"
    spans = []
    for part in where.split(" and "):
        ends = numbers(part)
        spans.append((ends[0], ends[1] if len(ends) > 1 else inf))
    return lambda score: any(low <= score < high for low, high in spans)


def places(words: str) -> dict[int, str]:
    """What is said of numbers of dice, by number."""
    said: dict[int, str] = {}
    for part in words.removeprefix("with ").split(", with "):
        some, where = all_of(f"({DICE}) ({WHERE})", part).groups()
        for dice in dice_of(some):
            assert dice not in said, words
            said[dice] = where
    return said


def banks(words: str) -> dict[int, Callable[[int], bool]]:
    return {dice: holds(where) for dice, where in places(words).items()}


def worths(words: str) -> dict[int, list[tuple[int, int]]]:
    """(from, worth) by number of dice."""
    found: dict[int, list[tuple[int, int]]] = {}
    for part in words.split("; "):
        dice, rest = all_of(rf"(\d+) (?:die|dice) ({VALUE}(?:, {VALUE})*)", part).groups()
        values = re.findall(r"(−?[\d,]*\d)(?: from ([\d,]*\d) on)?", rest)
        found[int(dice)] = [(number(start or "0"), number(value)) for value, start in values]
    return found


def asked(words: str) -> dict[str, int]:
    """One thing that a line asks of one's own score and the opponent's."""
    asks = {
        r"one of you has ([\d,]+) or more": ("either",),
        r"both of you have ([\d,]+) or more": ("mine", "theirs"),
        r"you have ([\d,]+) or more": ("mine",),
        r"they have ([\d,]+) or more": ("theirs",),
        r"you are ([\d,]+) or more behind": ("behind",),
        r"you are ([\d,]+) or more ahead": ("ahead",),
        "you are not ahead": ("behind",),
        "you are not behind": ("ahead",),
        "Always": (),
    }
    pattern = next(pattern for pattern in asks if re.fullmatch(pattern, words))
    return {of: next(iter(numbers(words)), 0) for of in asks[pattern]}


class Line(NamedTuple):
    """What is played at some scores: the turn score counts so much less; None: go for the goal."""

    asks: dict[str, int]
    less: int | None

    def holds(self, mine: int, theirs: int) -> bool:
        there = {
            "either": max(mine, theirs),
            "mine": mine,
            "theirs": theirs,
            "behind": theirs - mine,
            "ahead": mine - theirs,
        }
        return all(there[of] >= least for of, least in self.asks.items())


class AtGoal(NamedTuple):
    """What to do once the goal is in reach."""

    goal: int
    exactly: bool
    first: bool
    may_be_forbidden: bool
    most: bool
    waits: bool
    always_waits: bool


class OnLast(NamedTuple):
    """What to bank on some last turns."""

    goal: int | None
    level: bool
    may_be_forbidden: bool
    most: bool
