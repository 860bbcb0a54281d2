"""The documents about what is kept on disk."""

from __future__ import annotations

from typing import NamedTuple

from farklegen.report import document as doc
from farklegen.report.numbers import count, points

SWITCHED_OFF = doc.Paragraph("Nothing is kept on disk: FARKLEGEN_CACHE is off.")


class Kept(NamedTuple):
    """What is kept on disk, or was removed.

    Attributes:
        folder: where; None if nothing is kept.
        matches: solved matches.
        bytes: their size.
        most_bytes: from which size those not used for longest go.
    """

    folder: str | None
    matches: int
    bytes: int
    most_bytes: int


def cache_document(kept: Kept) -> doc.Document:
    """Where solved matches are kept, how many, and how large they may become."""
    facts = doc.Facts(
        (
            ("Folder", kept.folder or ""),
            ("Solved matches", f"{points(kept.matches)}, {size_text(kept.bytes)}"),
            ("At most", f"{size_text(kept.most_bytes)}, or what FARKLEGEN_CACHE_SIZE says"),
        )
    )
    blocks: tuple[doc.Block, ...] = (SWITCHED_OFF,)
    if kept.folder is not None:
        note = "If they take more, those not used for longest are removed."
        blocks = (facts, doc.Notes((note, "To remove all: farklegen cache clear")))
    return doc.Document("cache", "Kept on disk", blocks, kept, [kept])


def cleared_document(cleared: Kept) -> doc.Document:
    matches = count(cleared.matches, "solved match", "solved matches")
    removed = doc.Paragraph(f"Removed {matches}, {size_text(cleared.bytes)}.")
    blocks = (SWITCHED_OFF if cleared.folder is None else removed,)
    return doc.Document("cache", "", blocks, cleared, [cleared])


def size_text(size: int) -> str:
    """An amount of bytes: `512 bytes`, `4.5 MB`."""
    if size < 1000:
        return count(size, "byte")
    for unit, factor in (("kB", 1e3), ("MB", 1e6)):
        if size < 1000 * factor:
            return f"{points(size / factor, 1)} {unit}"
    return f"{points(size / 1e9, 1)} GB"
