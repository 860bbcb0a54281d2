"""Arrays as text: bytes of equal rank side by side, deflated, in base64.

Chances are rounded to 36 significant bits, a relative error of 7e-12 at most: what a page works out
from them agrees with the program to some 1e-11, and they take half the room.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from typing import Any

import numpy as np
from numpy.typing import NDArray

SIGNIFICANT_BITS = 36
"""Significant bits of every chance that a page keeps."""

Packed = dict[str, object]


def packed_chances(chances: NDArray[np.float64]) -> Packed:
    """float64[...], each rounded to `SIGNIFICANT_BITS`, but never to 1."""
    fraction, exponent = np.frexp(chances)
    scale = float(1 << SIGNIFICANT_BITS)
    rounded = np.ldexp(np.rint(fraction * scale) / scale, exponent)
    return _packed(np.where(rounded == 1.0, chances, rounded), "float64")


def packed_numbers(numbers: NDArray[np.float64]) -> Packed:
    """float64[...] as they are."""
    return _packed(np.asarray(numbers, np.float64), "float64")


def packed_integers(numbers: Any) -> Packed:
    """Integers of at most 32 bits."""
    exact = np.asarray(numbers, np.int64)
    small = exact.astype(np.int32)
    if not np.array_equal(exact, small):
        raise ValueError("an integer of more than 32 bits")
    return _packed(small, "int32")


def _packed(array: NDArray[Any], kind: str) -> Packed:
    flat = np.ascontiguousarray(array.ravel(), np.dtype(kind).newbyteorder("<"))
    planes = flat.view(np.uint8).reshape(-1, flat.itemsize).T
    data = b64encode(zlib.compress(planes.tobytes(), 9)).decode("ascii")
    return {"kind": kind, "length": len(flat), "data": data}
