"""The documents about what is kept on disk."""

from __future__ import annotations

from typing import NamedTuple

from farklegen.report import document as doc
from farklegen.report.numbers import count, points


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


def cache_document(kept: Kept, *, removed: bool = False) -> doc.Document:
    """Where solved matches are kept, how many, and how large they may become; or that they were
    removed."""
    matches, size = kept.matches, size_text(kept.bytes)
    blocks: tuple[doc.Block, ...]
    if kept.folder is None:
        blocks = (doc.Paragraph("Nothing is kept on disk: FARKLEGEN_CACHE is off."),)
    elif removed:
        found = count(matches, "solved match", "solved matches")
        blocks = (doc.Paragraph(f"Removed {found}, {size}."),)
    else:
        most = f"{size_text(kept.most_bytes)}, or what FARKLEGEN_CACHE_SIZE says"
        pairs = (
            ("Folder", kept.folder),
            ("Solved matches", f"{points(matches)}, {size}"),
            ("At most", most),
        )
        note = "If they take more, those not used for longest are removed."
        notes = doc.Notes((note, "To remove all: farklegen cache clear"))
        blocks = (doc.Facts(pairs), notes)
    return doc.Document("cache", "" if removed else "Kept on disk", blocks, kept, [kept])


def size_text(size: int) -> str:
    """An amount of bytes: `4.5 MB`."""
    return f"{points(size / 1e6, 1)} MB"
