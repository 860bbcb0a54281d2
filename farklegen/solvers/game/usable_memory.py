"""How much memory this process may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

UNKNOWN = 8e9
"""The number of bytes to assume where the system does not say."""


def usable_bytes(root: Path = Path("/")) -> float:
    """Memory of the machine, or what its container may use, if that is less.

    Args:
        root: where the system's files are.
    """
    try:
        physical = float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        physical = UNKNOWN
    return min([physical, *_limits(root)])


def _limits(root: Path) -> Iterator[float]:
    """Limits of the control groups of this process, and of those that they are part of.

    Version 2 has one tree of groups; version 1 has one for memory. A container may see its own
    group as the top of the tree, under another name than the process has it.
    """
    try:
        lines = (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    trees = root / "sys/fs/cgroup"
    for line in lines:
        _, controllers, group = (*line.split(":", 2), "", "")[:3]
        if not controllers:
            tree, name = trees, "memory.max"
        elif "memory" in controllers.split(","):
            tree, name = trees / "memory", "memory.limit_in_bytes"
        else:
            continue
        place = tree / group.lstrip("/")
        for folder in (place, *place.parents):
            with suppress(OSError, ValueError):  # "max": no limit
                yield float(int((folder / name).read_text(encoding="utf-8")))
            if folder == tree:
                break
