"""The printed text of a card, taken apart by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

DICE = r"(?:\d+, )*\d+(?: or \d+| to \d+)? (?:die|dice)"
LAST = "a last turn|the last turn of the last round|a last turn or the last turn of the last round"
MAY = "( and the rules let you bank there)?"
AHEAD = r"banking would put you ([\d,]+) points ahead"
PAST = r"you have at most (\d+) (?:die|dice) left"

LAST_TURN, LAST_OF_ALL = "a last turn", "the last turn of the last round"

HANDED = 10**7
"""The amount of a line that its explanation has."""


def number(text: str) -> int:
    return int(text.replace(",", "").replace("−", "-").replace("+", ""))


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


def parts(text: str) -> list[list[str]]:
    """The lines between blank ones."""
    return [part.split("\n") for part in re.split(r"\n\n+", text.strip("\n"))]


def whole(lines: list[str], begins: str, *, columns: bool = False) -> Iterator[str]:
    """Items that begin so, each with the lines that it goes on in."""
    items = list[str]()
    for line in lines:
        if re.match(begins, line):
            items.append(line if columns else re.sub(f"^(?:{begins})", "", line))
        else:
            assert items, line
            assert line.startswith(" "), line
            items[-1] += " " + line.strip()
    yield from items


def split_sentences(text: str) -> list[str]:
    """The sentences of some text; what explains an answer is one."""
    text = re.sub(r"(one\)\.) If ", r"\1_If ", text)
    return [each.replace("_", " ") for each in re.split(r"(?<=[.)]) (?=[A-Z(])", text)
            if not each.isspace()]  # fmt: skip


def cells(row: str) -> list[str]:
    """The cells of a row of a table."""
    return re.split(r" {2,}", row.strip())


class Grid:
    """Boxes by number of dice and turn score: points to add, or None for BANK."""

    def __init__(self, dice: list[int], multiple: int) -> None:
        self.dice, self.multiple = dice, multiple
        self.bands: list[tuple[float, float, list[int | None]]] = []
        self.between: list[int | None] | None = None
        self.out: list[int | None] | None = None
        self.add: list[int | None] | None = None
        self.bank_from: list[int | None] | None = None

    def read(self, row: str) -> None:
        label, *said = cells(row)
        boxes = [None if box == "BANK" else number(box) for box in said]
        assert len(boxes) == len(self.dice), row
        label = label.removesuffix(" (can't bank yet)")
        if label == "all out":
            self.out = boxes
        elif label == f"not a multiple of {self.multiple:,}":
            self.between = boxes
        elif label == "add":
            self.add = boxes
        elif label == "bank from":
            self.bank_from = boxes
        else:
            assert self.out is None
            assert self.between is None
            self.bands.append((*band_of(label), boxes))

    def widen(self, other: Grid) -> None:
        """Take in further columns."""
        assert other.dice[0] < self.dice[-1]
        self.dice += other.dice
        for mine, more in zip(self.said(), other.said(), strict=True):
            mine += more

    def said(self) -> list[list[int | None]]:
        """All rows of boxes."""
        others = (self.between, self.out, self.add, self.bank_from)
        return [*(boxes for _, _, boxes in self.bands), *(row for row in others if row)]

    def check(self) -> None:
        """Bands follow each other."""
        if self.add is None:
            assert [end for _, end, _ in self.bands][-1] == inf
            assert self.bands[0][0] == 0
            for (_, end, _), (start, _, _) in zip(self.bands, self.bands[1:], strict=False):
                assert end < start
        assert None not in (self.out or [])
        assert None not in (self.between or [])

    def box(self, dice: int, score: int | None) -> int | None:
        """What a box says; no score: the bottom row."""
        column = self.dice.index(dice)
        if score is None:
            assert self.out is not None
            return self.out[column]
        if self.between is not None and score % self.multiple:
            return self.between[column]
        found = [boxes for start, end, boxes in self.bands if start <= score <= end]
        return found[0][column]


def band_of(label: str) -> tuple[float, float]:
    """The first and the last turn score of a band."""
    if label == "any":
        return 0, inf
    if found := re.fullmatch(r"under ([\d,]+)", label):
        return 0, number(found[1]) - 1
    if found := re.fullmatch(r"([\d,]+) or more", label):
        return number(found[1]), inf
    if found := re.fullmatch(r"([\d,]+) to ([\d,]+)", label):
        return number(found[1]), number(found[2])
    return number(label), number(label)


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
        "always": (),
    }
    pattern = next(pattern for pattern in asks if re.fullmatch(pattern, words))
    return {of: next(iter(numbers(words)), 0) for of in asks[pattern]}


class Line(NamedTuple):
    """What is played at some scores: the turn score counts so much less; None: all out."""

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
    unbanked: bool
    waits: bool = False
    always_waits: bool = False


class OnLast(NamedTuple):
    """What to bank on some last turns."""

    goal: int | None
    level: bool
    may_be_forbidden: bool
    most: bool
