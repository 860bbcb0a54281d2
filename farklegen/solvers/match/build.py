"""Which build of the match kernels is used: compiled by numba, or plain numpy.

Compiled kernels are kept in a folder of our own, named after the text of their files: numba itself
would not notice a change in another file than the one that a function stands in. Where there is no
folder to write to they are compiled anew in every run.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.kernels.arrays import Turn

Floats = NDArray[np.float64]


NOTED = "kept.json"
"""The file that says what compiled kernels are kept, and their SHA-256."""

ROOM = 64_000_000
"""Bytes that must be free where compiled kernels are kept; they take some four million."""


@dataclass(frozen=True)
class Build:
    """The kernels of a match.

    Attributes:
        name: `compiled` or `numpy`.
        solve: see `kernels.lanes.solve`.
        turns: (start, rolled) of lanes under given prices; see `kernels.plain.turns`.
        prepare: the turn in the form that `solve` takes.
        values: room for the turns that `solve` works on, for so many rows.
        compiling: seconds that compiling has taken so far, in this process.
    """

    name: str
    solve: Callable[..., Any]
    turns: Callable[..., tuple[Floats, Floats]]
    prepare: Callable[[Turn], Turn]
    values: Callable[[Turn, int], Floats]
    compiling: Callable[[], float]


def print_nothing(line: str) -> None:
    """A `report` that nobody reads."""


def is_compiled(name: str = "") -> bool:
    """Whether `load_build` gives the compiled build."""
    name = name or os.environ.get("FARKLEGEN_KERNELS", "")
    return name != "numpy" and find_spec("numba") is not None


def load_build(kernels: Path | None, report: Callable[[str], None], name: str = "") -> Build:
    """The compiled build if numba is there, else numpy's.

    Args:
        kernels: folder for compiled kernels; None to compile anew.
        report: takes one line for the user: that kernels are being compiled.
        name: ask for one of them.
    """
    if is_compiled(name):
        return _compiled(kernels, report)
    return Build("numpy", _nothing, _nothing, lambda turn: turn, lambda *_: _NONE, lambda: 0.0)


def _nothing(*_: Any) -> Any:
    raise AssertionError("matches are solved by the core")


_NONE = np.empty(0)


def _compiled(kernels: Path | None, report: Callable[[str], None]) -> Build:
    """The compiled build, compiled now if that has not been done before."""
    import farklegen.kernels as room

    module = sys.modules.get("farklegen.kernels.lanes")
    if module is None:
        text = hashlib.sha256()
        for file in sorted(Path(room.__path__[0]).glob("*.py")):
            text.update(file.read_bytes())
            text.update(str(file.stat().st_mtime_ns).encode())  # numba asks for that, too
        folder = _usable(kernels, f"{text.hexdigest()[:16]}-{sys.version_info[1]}")
        from numba.core import config, event

        listen: Any = event.register
        listen("numba:compile", _compile_time())
        setattr(config, "CACHE_DIR", str(folder) if folder else "")  # noqa: B010
        if folder is not None:
            _remove_damaged(folder)
            atexit.register(_note, folder)
        if folder is None:
            report("compiling the solver (some seconds; there is no folder to keep it in) ...")
        elif not _has_kernels(folder):
            report("compiling the solver (once; some seconds) ...")
        module = import_module("farklegen.kernels.lanes")
    lanes: Any = module
    compiled_turns = _sound(import_module("farklegen.kernels.backward").turns)

    def turns(
        turn: Turn,
        rows: int,
        bank: Floats,
        lost: Floats,
        first: Floats,
        ruin: Floats,
        sure: Floats,
        room: NDArray[np.int64],
    ) -> tuple[Floats, Floats]:
        width = lanes.LANES
        count = len(first)

        def blocks(array: NDArray[Any]) -> NDArray[Any]:
            """Lanes, the last axis, in blocks, the first axis; the last lane fills up."""
            spare = -count % width
            filled = np.concatenate([array, np.repeat(array[..., -1:], spare, axis=-1)], axis=-1)
            cut = filled.reshape(*filled.shape[:-1], -1, width)
            return np.ascontiguousarray(np.moveaxis(cut, -2, 0))

        many = -(-count // width)
        start = np.empty((many, width))
        rolled = np.zeros((many, (rows * turn.dice + 1) * width))  # nothing is rolled from some
        compiled_turns(
            _in_lanes(turn, width),
            rows,
            _aligned((rows + turn.max_rise) * turn.columns * width),
            blocks(bank).reshape(many, -1),
            bank.shape[1],
            blocks(lost).reshape(many, -1),
            len(lost),
            lost.shape[1],
            *map(blocks, (first, ruin, sure, room)),
            rolled,
            True,
            start,
        )
        spread = rolled[:, :-width].reshape(many, rows, turn.dice, width)
        flat = np.moveaxis(spread, 0, 2).reshape(rows, turn.dice, -1)
        return start.ravel()[:count], flat[:, :, :count]

    return Build(
        "compiled",
        _sound(lanes.solve),
        turns,
        lambda turn: _in_lanes(turn, lanes.LANES),
        lambda turn, rows: _aligned((rows + turn.max_rise) * turn.columns * lanes.LANES),
        _compiling,
    )


def _sound(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, compiled anew if what is kept of it is damaged.

    Damaged bytes can end in any error, and the kernels themselves raise none.
    """
    _load_quickly(function)

    def call(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Exception:
            folder = import_module("numba.core.config").CACHE_DIR
            if not folder:
                raise
            shutil.rmtree(folder, ignore_errors=True)
            return function(*arguments)

    return call


def _load_quickly(function: Any) -> None:
    """Let numba read what is kept of a function without first preparing to compile.

    That would import all that can be compiled, which takes longer than everything else about
    loading; all that a compiled function asks for is the memory manager. Where there is nothing to
    read, numba compiles, and prepares for that by itself. These are numba's inner parts, so that
    nothing is changed where they do not look as expected.
    """
    kept = getattr(function, "_cache", None)
    read = getattr(kept, "_load_overload", None)
    guard = getattr(kept, "_guard_against_spurious_io_errors", None)
    manager: Any = getattr(import_module("numba.core.runtime"), "rtsys", None)
    if kept is None or read is None or guard is None or not hasattr(manager, "initialize"):
        return

    def load_overload(signature: Any, context: Any) -> Any:
        manager.initialize(context)
        with guard():
            return read(signature, context)

    kept.load_overload = load_overload


def _kept(folder: Path) -> dict[str, str]:
    """Name and SHA-256 of every file of compiled kernels."""
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*.nb[ci]")
    }


def _note(folder: Path) -> None:
    """At the end of a process that has compiled something: write down what is kept now."""
    if not _compiling():
        return
    draft = folder / f"{NOTED}-{os.getpid()}"
    with suppress(OSError):
        draft.write_text(json.dumps(_kept(folder)), encoding="utf-8")
        draft.replace(folder / NOTED)


def _remove_damaged(folder: Path) -> None:
    """Remove compiled kernels if some are not what was written down: they would run all the same.

    What is not written down at all was kept by a process that is still at it, or was killed.
    """
    with suppress(OSError):
        try:
            noted = json.loads((folder / NOTED).read_bytes())
            kept = _kept(folder)
            sound = all(noted.get(name, digest) == digest for name, digest in kept.items())
        except FileNotFoundError:
            return
        except (ValueError, AttributeError):
            sound = False
        if not sound:
            for file in folder.rglob("*.nb[ci]"):
                file.unlink(missing_ok=True)
            (folder / NOTED).unlink(missing_ok=True)


@cache
def _compile_time() -> Any:
    """What adds up the time that compiling takes."""
    listener: Any = import_module("numba.core.event").TimingListener
    return listener()


def _compiling() -> float:
    """Seconds that compiling has taken so far, in this process."""
    return float(getattr(_compile_time(), "duration", 0.0))


def _in_lanes(turn: Turn, width: int) -> Turn:
    """Offsets counted in numbers instead of columns."""
    return turn._replace(offset=turn.offset * width)


def _aligned(size: int) -> Floats:
    """float64[size] that begins on a cache line, so that no vector straddles two."""
    room = np.empty(size + 8)
    skip = -(room.ctypes.data // 8) % 8
    return room[skip : skip + size]


def _usable(folder: Path | None, name: str) -> Path | None:
    """A folder that can be written to and has room, or None."""
    if folder is None:
        return None
    place = folder / name
    probe = place / f"probe-{os.getpid()}"
    try:
        place.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"x")
        probe.unlink()
        room = shutil.disk_usage(place).free
    except OSError:
        return None
    return place if room >= ROOM or _has_kernels(place) else None


def _has_kernels(folder: Path) -> bool:
    return any(folder.rglob("*.nbc"))
