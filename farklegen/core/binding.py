"""The library of the core: which one is loaded, whether it is up to date, and how it is called.

    core().call("count", Count(1000), watch)

calls the function `count` of `source/`. Arguments are NamedTuples, or what
`farklegen.core.arrays.pack` has made of them (worth it if one is handed over again and again).
The interpreter lock is released during the call. A library says which structs each of its functions
takes. Leave out the `Room` that a function works in: without it, the
function says how much it needs, and then it is called again.

*Which one.* On x86-64 the highest of v2, v3 (AVX2) and v4 (AVX-512) that is built and that the
processor has; the environment variable `FARKLEGEN_CORE` asks for another one. They may differ in
the last bits of a result, as a sum of products may be rounded once or twice; the certificates of
the solvers hold for each.
"""

from __future__ import annotations

import ctypes
import os
from functools import cache
from pathlib import Path
from typing import Any

from farklegen.core.arrays import Room, aligned, layout_of, pack
from farklegen.core.compiling import (
    HERE,
    SOURCES,
    TARGETS,
    VARIANTS,
    CompilingError,
    file_name,
    fingerprint,
    this_target,
)
from farklegen.errors import CoreError

CHOICE = "FARKLEGEN_CORE"
"""Environment variable that names the variant to use."""

REMEDY = "`pip install -e .` builds it (in a checkout that is set up: `just core`)"

CANCELLED, NO_ROOM = -1, -2
"""The results of a function that was cancelled, and of one that was given too small an array. A
lower result means by how many float64 its room is too small."""


class Cancelled(Exception):  # noqa: N818
    """A call has ended early because its `Watch` says so. Nothing that it wrote is of use."""


class Core:
    """A loaded library.

    Attributes:
        variant: which one it is.
        fingerprint: of the sources that it was made from.
        takes: every function, and the layouts of its arguments.
        processor_level: on x86-64 the highest level that this processor has, else 0.
    """

    pack = staticmethod(pack)

    def __init__(self, file: Path) -> None:
        try:
            library = ctypes.CDLL(str(file))
            about = (ctypes.c_char_p * 3).in_dll(library, "about")
        except (OSError, ValueError) as error:
            raise CoreError(f"{file} cannot be loaded ({error}): {REMEDY}") from None
        self.fingerprint, self.variant, functions = ((text or b"").decode() for text in about)
        lines = [line.split("|") for line in functions.splitlines()]
        self.takes = {name: tuple(layouts) for name, *layouts in lines}
        self._library = library
        for name in self.takes:
            getattr(library, name).restype = ctypes.c_int64
        self.processor_level = self.call("processor_level")

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


def core(variant: str = "") -> Core:
    """The library, loaded when it is first asked for: the variant that is asked for here or by
    `FARKLEGEN_CORE`, else the best one that runs here.

    Raises:
        CoreError: if it is missing or older than its sources, or does not run here.
    """
    return _chosen(variant or os.environ.get(CHOICE, ""))


@cache
def _chosen(asked: str) -> Core:
    """The library of this variant, or the best one."""
    try:
        target = TARGETS[this_target()]
    except CompilingError as error:
        raise CoreError(str(error)) from None
    variants = VARIANTS[target.processor]
    if asked and asked not in [variant.name for variant in variants]:
        names = ", ".join(variant.name for variant in variants)
        raise CoreError(f"{CHOICE}={asked!r}: this machine has {names}; or unset it")
    built = [variant for variant in variants if (HERE / file_name(variant.name, target)).exists()]
    if not built:
        raise CoreError(f"the compiled core is missing ({HERE}): {REMEDY}")
    plainest = _load(built[0].name, HERE)
    fits = [variant.name for variant in built if variant.level <= plainest.processor_level]
    if not fits:
        raise CoreError(f"the compiled core is for another processor ({HERE}): {REMEDY}")
    if asked and asked not in fits:
        raise CoreError(f"{CHOICE}={asked!r}: what runs here is {', '.join(fits)}; or unset it")
    name = asked or fits[-1]
    return plainest if name == plainest.variant else _load(name, HERE)


def _load(variant: str, folder: Path) -> Core:
    """The library of a variant in a folder, if it fits the sources beside it."""
    file = folder / file_name(variant, TARGETS[this_target()])
    if not file.exists():
        raise CoreError(f"the compiled core is missing ({file}): {REMEDY}")
    found = Core(file)
    if SOURCES.is_dir() and found.fingerprint != fingerprint():
        raise CoreError(f"the compiled core is older than its sources ({file}): {REMEDY}")
    return found
