"""NamedTuples of numbers and arrays as structs of the core.

The annotations of the NamedTuple, as they are written, say what the struct holds: an `int` is 8
bytes, so is a `float`, so is the `Address` of another struct (0 for none), and an array is a
pointer and the number of its entries, 16 bytes. The core
is compiled with structs made of the NamedTuples. A library made of other structs says so when it is
called.

Arrays are handed over without a copy, so they must be of the right type and contiguous (C order).
An array that the core writes to is annotated as `Written[...]`, and must be writable.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

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


if sys.maxsize < 1 << 32:
    raise ImportError("farklegen needs a Python of 64 bits")
