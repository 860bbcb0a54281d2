"""Which things lead back to each other (strongly connected components, after Tarjan 1972)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence


def blocks(leads: Sequence[Collection[int]]) -> list[list[int]]:
    """The numbers 0, 1, ... in blocks that lead back to each other.

    `leads[i]` are the numbers that i leads to. Every block comes after all those it leads to.
    """
    found: list[list[int]] = []
    met: dict[int, int] = {}  # in which order
    back: dict[int, int] = {}  # the earliest one, not yet in a block, that is known to be led to
    open_: list[int] = []
    settled: set[int] = set()
    for root in range(len(leads)):
        if root in met:
            continue
        path: list[tuple[int, Iterator[int]]] = []
        coming: int | None = root
        while True:
            if coming is not None:
                met[coming] = back[coming] = len(met)
                open_.append(coming)
                path.append((coming, iter(leads[coming])))
            here, rest = path[-1]
            coming = None
            for to in rest:
                if to not in met:
                    coming = to
                    break
                if to not in settled:
                    back[here] = min(back[here], met[to])
            if coming is not None:
                continue
            path.pop()
            if back[here] == met[here]:
                start = open_.index(here)
                found.append(open_[start:])
                settled.update(open_[start:])
                del open_[start:]
            if not path:
                break
            above = path[-1][0]
            back[above] = min(back[above], back[here])
    return found
