"""What the core is given: plain arrays, in structs.

The annotations of a NamedTuple, as they are written, say what its struct holds: an `int` is 8
bytes, so is a `float`, so is the `Address` of another struct (0 for none), and an array is a
pointer and the number of its entries, 16 bytes. The core is compiled with structs made of the
NamedTuples. A library made of other structs says so when it is called.

Arrays are handed over without a copy, so they must be of the right type and contiguous (C order).
An array that the core writes to is annotated as `Written[...]`, and must be writable.

A *state* is the start of a turn, seen by the player to move. Its *chance* is the probability W that
this player wins; to the other player the state is worth 1 - W. A *lane* is one turn under its own
payoffs.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

if sys.maxsize < 1 << 32:
    raise ImportError("farklegen needs a Python of 64 bits")

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Shorts = NDArray[np.int32]
Booleans = NDArray[np.bool_]

LANES = 24
"""Lanes of one block: what the core solves side by side."""

ENDS = 8
"""Kinds of ends of a turn that fit into a code, row * ENDS + kind; kind 0 is a bank."""

LINE = 8
"""int64 of `Together.arrived` for each thread: a cache line."""

MOST = 0.9999999999999999
"""The highest chance to win a game that goes on: the largest number below 1. So rounding never
takes such a game for won by one player, or for lost by the other."""

FORBIDDEN = -1e300
"""Value of what the rules forbid: below every other."""

NO_OPTION = -1e250
"""A best option below this means that the set has no legal option."""

T = TypeVar("T")

Written = Annotated[T, "written by the core"]
"""`Written[Floats]`: an array that the core writes to."""

ARRAYS: dict[str, Any] = {
    "Floats": np.float64,
    "Integers": np.int64,
    "Shorts": np.int32,
    "Booleans": np.bool_,
}
"""The type of the entries of an array, by its annotation."""


class _Field(NamedTuple):
    """One field of a struct; `dtype` of a number is None."""

    name: str
    dtype: np.dtype[Any] | None
    written: bool


class Packed:
    """A NamedTuple as the core takes it.

    It keeps hold of the arrays and of other structs: a change of their contents is seen by the
    core.

    Attributes:
        layout: of the struct, see `layout_of`.
        address: of the struct.
    """

    __slots__ = ("_bytes", "_values", "address", "layout")

    def __init__(self, values: tuple[Any, ...]) -> None:
        kind = type(values)
        fields, layout = _fields(kind)
        numbers: list[Any] = []
        for field, value in zip(fields, values, strict=True):
            if field.dtype is None:
                numbers.append(value.address if isinstance(value, Packed) else value)
                continue
            problem = _problem(field, value)
            if problem:
                raise TypeError(f"{kind.__name__}.{field.name} {problem}")
            numbers += (value.__array_interface__["data"][0], value.size)
        self.layout = layout_of(kind)
        self._values = values
        try:
            self._bytes = ctypes.create_string_buffer(layout.pack(*numbers), layout.size)
        except struct.error as error:
            raise TypeError(f"{kind.__name__}{tuple(values)}: {error}") from None
        self.address: int = ctypes.addressof(self._bytes)


Address: TypeAlias = Packed | Literal[0]
"""Another struct that a struct leads to."""


def pack(values: Any) -> Packed:
    """A NamedTuple as a struct of the core.

    Raises:
        TypeError: for an array of the wrong type, or one that is not contiguous or not writable.
    """
    return values if isinstance(values, Packed) else Packed(values)


@cache
def _annotations(kind: type[tuple[Any, ...]]) -> dict[str, str]:
    return {
        name: getattr(hint, "__forward_arg__", "") for name, hint in kind.__annotations__.items()
    }


@cache
def layout_of(kind: type[tuple[Any, ...]]) -> str:
    """The struct that a NamedTuple becomes: its name, and each field with its annotation."""
    fields = (f"{name}:{hint}" for name, hint in _annotations(kind).items())
    return " ".join([kind.__name__, *fields])


def aligned(size: int) -> NDArray[np.float64]:
    """float64[size] that begins on a cache line, so that no vector straddles two."""
    room = np.empty(8 * size + 64, np.uint8)
    skip = -room.__array_interface__["data"][0] % 64
    return room[skip : skip + 8 * size].view(np.float64)


@cache
def _fields(kind: type[tuple[Any, ...]]) -> tuple[tuple[_Field, ...], struct.Struct]:
    """The fields of a NamedTuple, and how their numbers are packed."""
    fields, packed = list[_Field](), "="
    for name, hint in _annotations(kind).items():
        if hint in ("int", "float", "Address"):
            fields.append(_Field(name, None, written=False))
            packed += "d" if hint == "float" else "q"
            continue
        array = hint.removeprefix("Written[").removesuffix("]") if "Written" in hint else hint
        if array not in ARRAYS:
            raise TypeError(f"{kind.__name__}.{name}: the core takes no {hint}")
        fields.append(_Field(name, np.dtype(ARRAYS[array]), array != hint))
        packed += "qq"
    return tuple(fields), struct.Struct(packed)


def _problem(field: _Field, array: Any) -> str:
    """What is wrong with an array, in words; empty if nothing is."""
    if not isinstance(array, np.ndarray):
        return f"should be an array of {field.dtype}, and is {type(array).__name__}"
    if array.dtype != field.dtype:
        return f"should hold {field.dtype}, and holds {array.dtype}"
    if not array.flags.c_contiguous:
        return "should be contiguous (numpy.ascontiguousarray)"
    if field.written and not array.flags.writeable:
        return "is written to, and is read-only"
    return ""


class Turn(NamedTuple):
    """The moves of a turn, as in `solvers.moves`, and the chances of what ends it.

    Attributes:
        dice: dice at the start of a turn, N; of different dice, their hand (`rules.hands`).
        columns: kinds of rolls: dice (hands), times counts of hot dice where they matter.
        max_rise: rows that one move can rise.
        offset: int64[options] = rise * columns + next column.
        set_start: int64[sets + 1], first option of each set.
        column_start: int64[columns + 1], first set of each column.
        probability: float64[sets], sets that win at once left out.
        farkle, disaster, instant: float64[columns], chances of the other ends of a roll.
        may_bank: int64[columns], 1 where the turn may be banked.
        legal: int64[rows], 1 where the rule about multiples lets a turn score of that many rows be
            banked.
        some_illegal: 1 if `legal` is not 1 everywhere.
        lost_kind: int64[columns], which of the payoffs of a farkle holds.
        bank_kind: int64[columns], which of the payoffs of banking holds.
        overshoot: 1 if the goal must be hit exactly.
        sizes: int64[columns], how many dice are rolled.
    """

    dice: int
    columns: int
    max_rise: int
    offset: Integers
    set_start: Integers
    column_start: Integers
    probability: Floats
    farkle: Floats
    disaster: Floats
    instant: Floats
    may_bank: Integers
    legal: Integers
    some_illegal: int
    lost_kind: Integers
    bank_kind: Integers
    overshoot: int
    sizes: Integers


class TurnTable(NamedTuple):
    """Turns under payoffs that are given for every row and column.

    Attributes:
        rows, lanes: of the table.
        bank: float64[rows, columns, lanes], value of banking; `FORBIDDEN` where not allowed.
        ended: float64[rows, columns, lanes], sum over the ends of a turn of their chances times the
            values that follow.
        lost: float64[rows, columns, lanes], what a farkle is worth; empty unless the goal must be
            hit exactly.
        rolled: float64[rows, columns, lanes], out: the value of rolling.
        values: float64[rows + max_rise, columns, lanes], the rows above the table given, the others
            out: the value of being there.
    """

    rows: int
    lanes: int
    bank: Floats
    ended: Floats
    lost: Floats
    rolled: Written[Floats]
    values: Written[Floats]


class Room(NamedTuple):
    """Memory for a function to work in.

    Attributes:
        bytes: float64[...] from `structures.aligned`; its content does not matter.
    """

    bytes: Written[Floats]


class PolicyTable(NamedTuple):
    """The tables a policy plays by, one for each situation that it keeps apart.

    Attributes:
        worth: float64[situations, rows * columns], see `policies.policy`.
        banks: int64[situations, rows * columns], 1 where the policy banks.
        tolerance: float64[situations]; worths closer than this are equal.
        choice: int32[situations, rows * sets], the option taken from each set where none reaches
            the goal.
        highest: int64[sets], the most rows that an option of the set rises.
        top: int64[sets], the option that rises by `highest`; of several the one that leaves most
            dice.
        rise, column: int64[options], rows that an option rises, and the column it leads to.
        rows: rows of the tables. Above the last row that is looked at there are as many more as a
            move can rise.
    """

    worth: Floats
    banks: Integers
    tolerance: Floats
    choice: Written[Shorts]
    highest: Written[Integers]
    top: Written[Integers]
    rise: Integers
    column: Integers
    rows: int


class StatePolicy(NamedTuple):
    """What a policy plays by in each state, last turns included.

    Attributes:
        situation: int32[chances], number of the table.
        reach: int32[chances], the row from which on the turn reaches the goal, or wins a last turn:
            a scoring that leads there is taken.
        stop: int32[chances], the row from which on such a turn is banked; at least `reach`.
        goes_for_it: int32[chances], bit n - 1 is set where the policy does not bank short of
            `reach` with n dice to roll.
        least: int32[chances], fewest rows that may be banked.
        room: int32[chances], the last row that the rules let a turn come to.
        past: int32[chances], the most dice to roll with which the turn is banked from `stop` on.
    """

    situation: Shorts
    reach: Shorts
    stop: Shorts
    goes_for_it: Shorts
    least: Shorts
    room: Shorts
    past: Shorts

    def at(self, states: Integers) -> StatePolicy:
        """The same for some of the states."""
        return StatePolicy(*(field[states] for field in self))
