"""Documents: what a report says, without how it looks; and results as plain data.

A document is a title, a sequence of blocks for people, and the same content for programs: `data`,
the result that JSON has, and `rows`, those parts of it that are the rows of CSV. Renderers see
documents and nothing else.

Text in a document is plain: no markup, no colour codes, no line breaks inside a cell. Numbers in
cells and sentences have gone through `report.numbers` already.

As data, a result is its fields, in their order; a class with `KEYS` has the attributes named there
instead. The docstrings say what each attribute is, and docs/json.md is made from the docstrings.
Different dice are written out: a hand as its dice instead of its number, and a die as it fell as
its kind and face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from math import isfinite
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from farklegen.results import Result
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset

Emphasis = Literal["", "strong", "muted", "good", "bad"]
"""How a piece of text stands out. Never the only carrier of a meaning: outputs may lack colour."""

Align = Literal["left", "right"]


class Cell(NamedTuple):
    """A piece of text with an emphasis."""

    text: str
    emphasis: Emphasis = ""


Inline: TypeAlias = str | Cell
"""Text wherever a block takes some: a plain string, or a `Cell` to make it stand out."""


class Heading(NamedTuple):
    """A heading below the document's title: level 2 for sections, 3 for parts of them."""

    text: str
    level: Literal[2, 3] = 2


class Paragraph(NamedTuple):
    """Running text, wrapped to the page."""

    text: Inline


class _Lines:
    """A block of lines, which may be given as any iterable."""

    def __post_init__(self) -> None:
        first, lines = next(iter(vars(self).items()))
        object.__setattr__(self, first, tuple(lines))

    def __bool__(self) -> bool:
        return bool(next(iter(vars(self).values())))


@dataclass(frozen=True)
class Facts(_Lines):
    """Pairs of a label and a value, one below the other: the few numbers that matter most.

    An empty label continues the value above. `close`: nothing parts them from the block above.
    """

    pairs: Iterable[tuple[str, Inline]]
    close: bool = False


class Column(NamedTuple):
    """A column of a table. `align` holds for the header and for the cells."""

    header: str
    align: Align = "left"


@dataclass(frozen=True)
class Table:
    """Rows of equal length under headed columns.

    The first column names the row. `title` stands above, `note` below, `over` above the headers of
    all columns but the first.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Inline, ...], ...]
    title: str = ""
    note: str = ""
    over: str = ""

    def __bool__(self) -> bool:
        return bool(self.rows)


@dataclass(frozen=True)
class Notes(_Lines):
    """A list with bullets or numbers, each item a sentence or two; `close` as for `Facts`."""

    items: Iterable[Inline]
    title: str = ""
    numbered: bool = False
    close: bool = False


@dataclass(frozen=True)
class Verbatim(_Lines):
    """Lines shown exactly as they are, never wrapped: a file, or messages that tools pick up."""

    lines: Iterable[Inline]
    language: str = ""


Block: TypeAlias = Heading | Paragraph | Facts | Table | Notes | Verbatim


class Document:
    """One report.

    Attributes:
        kind: what it is, as the JSON envelope says it: `farklegen/<kind>`.
        title: the heading of the whole; may be empty.
        blocks: what people read, in order: those that have something in them.
        data: a result, or a mapping of keys to parts of it.
        rows: results or mappings, each a row of the CSV output.
        row: the class of the rows, where there may be none.
    """

    def __init__(
        self,
        kind: str,
        title: str,
        blocks: Iterable[Block | None],
        data: object = None,
        rows: Iterable[object] = (),
        row: type | None = None,
    ) -> None:
        self.kind, self.title, self.blocks = kind, title, filled(blocks)
        self.data, self.rows, self.row = {} if data is None else data, rows, row

    def payload(self) -> dict[str, Any]:
        """The result as plain data, behind the ruleset that it is about."""
        loaded = getattr(self.data, "loaded", None)
        about = {} if loaded is None else {"ruleset": plain(loaded)}
        found: dict[str, Any] = about | plain(self.data, self._hands)
        return found

    def flat_rows(self) -> list[dict[str, Any]]:
        """The rows as flat data, all with the same keys. The keys of an inner object begin with the
        key of that object. Lists are text, and lists of objects are left out."""
        flat = [dict(_flat(plain(row, self._hands))) for row in self.rows]
        every = dict.fromkeys(key for row in flat for key in row)
        return [every | row for row in flat]

    @property
    def _hands(self) -> Hands | None:
        """The dice, if they have to be written out; None for ordinary dice."""
        loaded = getattr(self.data, "loaded", None)
        hands = None if loaded is None else hands_of(loaded.ruleset)
        return None if hands is None or hands.plain else hands


def filled(blocks: Iterable[Block | None]) -> tuple[Block, ...]:
    """Those blocks that have something in them."""
    return tuple(block for block in blocks if block and block != Paragraph(""))


def as_cell(text: Inline) -> Cell:
    """The `Cell` of a piece of text, without emphasis where it is a plain string."""
    return Cell(text) if isinstance(text, str) else text


Row = TypeVar("Row")


def table(
    rows: Iterable[Row],
    *columns: tuple[str | Column, Callable[[Row], Inline]],
    title: str = "",
    note: str = "",
    numbered: bool = False,
) -> Table:
    """A table with one row for each item. A column is a header and a function for its cells; one
    without anything in its cells is left out. `numbered`: the first column numbers the rows."""
    heads = [Column(head) if isinstance(head, str) else head for head, _ in columns]
    cells = [[cell(row) for _, cell in columns] for row in rows]
    if numbered:
        heads.insert(0, right("#"))
        cells = [[f"{number:,}", *row] for number, row in enumerate(cells, start=1)]
    shown = [at for at in range(len(heads)) if any(row[at] for row in cells)]
    some = (tuple(row[at] for at in shown) for row in cells)
    return Table(tuple(heads[at] for at in shown), tuple(some), title=title, note=note)


def known(value: Row | None, written: Callable[[Row], str], otherwise: str = "") -> str:
    """A value in a cell, and what is there if it is not known."""
    return otherwise if value is None else written(value)


def right(header: str) -> Column:
    """A column that is aligned to the right, for numbers."""
    return Column(header, "right")


def columns(*headers: str, first: Align = "left") -> tuple[Column, ...]:
    """Columns of the usual table: the first names the row, the others hold numbers."""
    return tuple(Column(h, "right" if i else first) for i, h in enumerate(headers))


# a card on paper

DICE = "⚀⚁⚂⚃⚄⚅"
"""The faces; renderers may draw them."""


@dataclass(frozen=True)
class Section:
    """A part of the sheet."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class PocketCard:
    """The content of a card.

    Attributes:
        sides: front and back, each at most as large as a bank card where that is possible.
        sections: the rest of a large sheet, most important first.
        footer: which rules and which program made it.
    """

    name: str
    subtitle: str
    sides: tuple[Section, ...]
    sections: tuple[Section, ...]
    footer: str


# results as plain data

HANDS = ("dice", "dice_left", "thrown")
"""Keys under which a hand stands."""

ROLLS = ("roll", "keep")
"""Keys under which dice stand as they fell."""


@dataclass(frozen=True, eq=False, repr=False)
class RulesetResult(Result):
    """A result about one ruleset.

    Attributes:
        loaded: the rules.
    """

    loaded: LoadedRuleset

    @property
    def ruleset(self) -> Ruleset:
        return self.loaded.ruleset

    @cached_property
    def hands(self) -> Hands:
        """The sets of dice that a player can have left."""
        return hands_of(self.ruleset)

    def report(
        self,
        kind: str,
        title: str,
        blocks: Iterable[Block | None],
        rows: Iterable[object],
        row: type | None = None,
    ) -> Document:
        """A document about it, under the name of the rules."""
        return Document(kind, f"{self.loaded.name}: {title}", blocks, self, rows, row)


def keys_of(kind: type) -> tuple[str, ...]:
    """The attributes that the data of a class has; none if it is no result. An attribute behind a
    star is replaced by its own attributes."""
    if keys := getattr(kind, "KEYS", None):
        return tuple(keys)
    named: tuple[str, ...] = getattr(kind, "_fields", ())
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else named


def attributes(of: object, *names: str) -> dict[str, Any]:
    return {name: plain(getattr(of, name)) for name in names}


def plain(value: Any, hands: Hands | None = None) -> Any:
    """A value as JSON has it; null for numbers that are not known."""
    if isinstance(value, Mapping):
        return {str(key): _dice(str(key), each, hands) for key, each in value.items()}
    if keys := keys_of(type(value)):
        found: dict[str, Any] = {}
        for key in keys:
            if key[0] == "*":
                found |= plain(getattr(value, key[1:]), hands) or {}
            elif key != "loaded":
                found[key] = _dice(key, getattr(value, key), hands)
        return found
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float) and not isfinite(value):
        return None
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Iterable):
        return [plain(each, hands) for each in value]
    raise TypeError(f"{value!r} of type {type(value).__name__} is not data")


def _dice(key: str, value: Any, hands: Hands | None) -> Any:
    if hands is not None and key in HANDS and isinstance(value, int):
        return value if hands.uniform else hands.text(value)
    if hands is not None and key in ROLLS:
        return [hands.die_words(die) for die in value]
    return plain(value, hands)


def _flat(row: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in row.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}_")
        elif not isinstance(value, list):
            yield before + key, value
        elif not any(isinstance(each, list | dict) for each in value):
            apart = ", " if any(isinstance(each, str) for each in value) else " "
            yield before + key, apart.join(map(str, value))
