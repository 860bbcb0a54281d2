"""One solved match as a file: `<digest of the key>.match`.

    farklegen-match 1\\n               the format
    <64 hexadecimal digits>\\n         SHA-256 of everything below
    <12 digits>\\n                     bytes of the next part
    {"key": ..., "label": ..., "solved": ..., "meta": ..., "arrays": [...]}
    arrays, in that order, each from the next multiple of 64 bytes on

The JSON has the key in full, when it was solved, and for each array its `name`, `dtype` (numbers
only, little-endian) and `shape`. Nothing is parsed before the SHA-256 is found right, and an entry
whose key is not the wanted one counts as damaged.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, BinaryIO, TypeAlias

import numpy as np
import numpy.typing as npt

Plain: TypeAlias = str | int | float | bool | None
JSON: TypeAlias = "Plain | Sequence[JSON] | Mapping[str, JSON]"

_FORMAT = b"farklegen-match 1\n"
_BODY = len(_FORMAT) + 65
_TEXT = _BODY + 13
_ALIGNED = 64
_PIECE = 1 << 24
"""Bytes handled at a time, so that Ctrl-C never has to wait."""

DAMAGE = (ValueError, TypeError, LookupError, OverflowError, RecursionError)
"""What reading the content of a damaged file can raise."""

_DTYPE = re.compile(r"[<|][biufc]\d+")


@dataclass(frozen=True)
class MatchKey:
    """Everything that the solution of a match depends on.

    Attributes:
        fingerprint: of the ruleset.
        objective: what is played for.
        parameters: whatever else the solver was told.
        solver: version of the solver: to be changed whenever its answers may change.
    """

    fingerprint: str
    objective: str
    parameters: Mapping[str, Plain]
    solver: str

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(canonical(self.described()).encode()).hexdigest()

    @property
    def file_name(self) -> str:
        return f"{self.digest}.match"

    def described(self) -> dict[str, JSON]:
        """The key as it is written into its file."""
        return {
            "fingerprint": self.fingerprint,
            "objective": self.objective,
            "parameters": dict(self.parameters),
            "solver": self.solver,
        }


@dataclass(frozen=True)
class StoredMatch:
    """What was saved under a key. The arrays are read-only."""

    meta: Mapping[str, JSON]
    arrays: Mapping[str, npt.NDArray[Any]]


def canonical(value: object) -> str:
    """A value as JSON, always the same way."""
    return json.dumps(value, sort_keys=True, allow_nan=False)


def _aligned(position: int) -> int:
    return -(-position // _ALIGNED) * _ALIGNED


def _pieces(data: memoryview) -> Iterator[memoryview]:
    return (data[start : start + _PIECE] for start in range(0, len(data), _PIECE))


def packed(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The array as it lies in a file, without a copy if it lies like that in memory.

    Raises:
        TypeError: if it does not hold plain numbers.
    """
    little = array.astype(array.dtype.newbyteorder("<"), order="C", copy=False)
    if not _DTYPE.fullmatch(little.dtype.str):
        raise TypeError(f"an array of {array.dtype} cannot be stored")
    return little


def write(file: BinaryIO, text: bytes, arrays: Iterable[npt.NDArray[Any]]) -> None:
    """Write a file; its second line comes last, so that an unfinished file is never a good one."""

    digest = hashlib.sha256()

    def put(data: memoryview) -> None:
        for piece in _pieces(data):
            file.write(piece)
            digest.update(piece)

    file.seek(_BODY)
    put(memoryview(b"%012d\n%b" % (len(text), text)))
    position = _TEXT + len(text)
    for array in arrays:
        put(memoryview(bytes(_aligned(position) - position)))
        put(array.reshape(-1).view("u1").data)
        position = _aligned(position) + array.nbytes
    file.seek(0)
    file.write(_FORMAT + digest.hexdigest().encode() + b"\n")


def description(data: memoryview) -> tuple[Any, int]:
    """What a file says about itself, and where that ends.

    Raises:
        ValueError, RecursionError: if it is not as it was written.
    """
    digest = hashlib.sha256()
    for piece in _pieces(data[_BODY:]):
        digest.update(piece)
    if bytes(data[:_BODY]) != _FORMAT + digest.hexdigest().encode() + b"\n":
        raise ValueError("the checksum is not that of the content")
    length = int(bytes(data[_BODY:_TEXT]))
    return json.loads(bytes(data[_TEXT : _TEXT + length])), _TEXT + length


def unpack(data: npt.NDArray[np.uint8], key: MatchKey) -> StoredMatch:
    """The content of a file, as views of its bytes.

    Raises:
        one of `DAMAGE`, if it is damaged or of another key.
    """

    said, position = description(data.data)
    if canonical(said["key"]) != canonical(key.described()):
        raise ValueError("this is the solution of another match")
    data.setflags(write=False)
    arrays = {}
    for array in said["arrays"]:
        if not _DTYPE.fullmatch(array["dtype"]) or min(array["shape"], default=0) < 0:
            raise ValueError("an array of no use")
        dtype = np.dtype(array["dtype"])
        position = _aligned(position)
        end = position + prod(array["shape"]) * dtype.itemsize
        arrays[array["name"]] = data[position:end].view(dtype).reshape(array["shape"])
        position = end
    if position != len(data):
        raise ValueError("the arrays are not as long as the file")
    return StoredMatch(said["meta"], arrays)
