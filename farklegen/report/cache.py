"""The documents about what is kept on disk."""

from __future__ import annotations

from farklegen.report import document as doc
from farklegen.report.numbers import count, points

SWITCHED_OFF = doc.Paragraph("Nothing is kept on disk: FARKLEGEN_CACHE is off.")


def cache_document(folder: str | None, number: int, size: int, most: int) -> doc.Document:
    """Where solved matches are kept, how many, their bytes, and how many they may have."""
    facts = doc.Facts(
        (
            ("Folder", folder or ""),
            ("Solved matches", f"{points(number)}, {size_text(size)}"),
            ("At most", f"{size_text(most)}, or what FARKLEGEN_CACHE_SIZE says"),
        )
    )
    data: dict[str, doc.Raw] = {
        "folder": folder, "matches": number, "bytes": size, "most_bytes": most,
    }  # fmt: skip
    blocks: tuple[doc.Block, ...] = (SWITCHED_OFF,)
    if folder is not None:
        note = "If they take more, those not used for longest are removed."
        blocks = (facts, doc.Notes((note, "To remove all: farklegen cache clear")))
    return doc.Document("cache", "Kept on disk", blocks, {**data}, doc.records([data], *data))


def cleared_document(folder: str | None, number: int, size: int) -> doc.Document:
    matches = count(number, "solved match", "solved matches")
    removed = doc.Paragraph(f"Removed {matches}, {size_text(size)}.")
    data: dict[str, object] = {"folder": folder, "removed": number, "bytes": size}
    blocks = (removed if folder is not None else SWITCHED_OFF,)
    return doc.Document("cache-clear", "", blocks, data, doc.records([data], "removed", "bytes"))


def size_text(size: int) -> str:
    """An amount of bytes: `512 bytes`, `4.5 MB`."""
    if size < 1000:
        return count(size, "byte")
    for unit, factor in (("kB", 1e3), ("MB", 1e6)):
        if size < 1000 * factor:
            return f"{points(size / factor, 1)} {unit}"
    return f"{points(size / 1e9, 1)} GB"
