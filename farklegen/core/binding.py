"""The library of the core: whether it is up to date and for this processor, and how it is called.

    core().call("count", Count(1000), watch)

calls the function `count` of `source/`. Arguments are NamedTuples, or what
`farklegen.core.arrays.pack` has made of them (worth it if one is handed over again and again).
The interpreter lock is released during the call. A library says which structs each of its functions
takes. Leave out the `Room` that a function works in: without it, the
function says how much it needs, and then it is called again.
"""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

from farklegen.core.arrays import Room, aligned, layout_of, pack
from farklegen.core.compiling import HERE, LIBRARY, SOURCES, fingerprint
from farklegen.errors import CoreError

REMEDY = "`pip install -e .` builds it (in a checkout that is set up: `just core`)"

CANCELLED, NO_ROOM = -1, -2
"""The results of a function that was cancelled, and of one that was given too small an array. A
lower result means by how many float64 its room is too small."""


class Cancelled(Exception):  # noqa: N818
    """A call has ended early because its `Watch` says so. Nothing that it wrote is of use."""


class Core:
    """A loaded library.

    Attributes:
        fingerprint: of the sources that it was made from.
        takes: every function, and the layouts of its arguments.
    """

    pack = staticmethod(pack)

    def __init__(self, file: Path) -> None:
        try:
            library = ctypes.CDLL(str(file))
            about = (ctypes.c_char_p * 2).in_dll(library, "about")
        except (OSError, ValueError) as error:
            raise CoreError(f"{file} cannot be loaded ({error}): {REMEDY}") from None
        self.fingerprint, functions = ((text or b"").decode() for text in about)
        lines = [line.split("|") for line in functions.splitlines()]
        self.takes = {name: tuple(layouts) for name, *layouts in lines}
        self._library = library
        for name in self.takes:
            getattr(library, name).restype = ctypes.c_int64

    def call(self, name: str, *arguments: Any) -> int:
        """Call a function with NamedTuples, or what `pack` made of them; returns its result, which
        is never below zero.

        Raises:
            Cancelled: if its watch says so.
            CoreError: if the library was made of other structs.
            TypeError: for arguments that it does not take.
            ValueError: if an array is too small for its contents.
        """
        function, takes = getattr(self._library, name), self.takes[name]
        packed = [pack(argument) for argument in arguments]
        room = takes.index(layout_of(Room)) if layout_of(Room) in takes else None
        if room is not None:
            packed.insert(room, pack(Room(aligned(0))))
        given = tuple(one.layout for one in packed)
        if takes != given:
            wanted, names = (tuple(one.split()[0] for one in each) for each in (takes, given))
            if wanted != names:
                raise TypeError(f"{name} takes {wanted}, not {names}")
            raise CoreError(f"the core has other structs for {name}: {REMEDY}")
        done = function(*[ctypes.c_void_p(one.address) for one in packed])
        if room is not None and done < NO_ROOM:
            packed[room] = pack(Room(aligned(NO_ROOM - done)))
            done = function(*[ctypes.c_void_p(one.address) for one in packed])
        if done == CANCELLED:
            raise Cancelled(name)
        if done < 0:
            raise ValueError(f"{name}: an array is too small for what it is to hold ({done})")
        return int(done)


@cache
def core() -> Core:
    """The library, loaded when it is first asked for.

    Raises:
        CoreError: if it is missing or older than its sources, or does not run here.
    """
    return _load(HERE / LIBRARY)


def _load(file: Path) -> Core:
    """A library, if it fits the sources and the processor."""
    if not file.exists():
        raise CoreError(f"the compiled core is missing ({file}): {REMEDY}")
    found = Core(file)
    if SOURCES.is_dir() and found.fingerprint != fingerprint():
        raise CoreError(f"the compiled core is older than its sources ({file}): {REMEDY}")
    if not found.call("runs_here"):
        raise CoreError(f"the compiled core is for another processor ({file}): {REMEDY}")
    return found
