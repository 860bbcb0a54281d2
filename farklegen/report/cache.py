"""The document about what is kept on disk."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from farklegen.report import document as doc
from farklegen.report.numbers import count, points
from farklegen.store.matches import KeptMatch

TITLE = "Kept on disk"

FIELDS = (
    "rules", "fingerprint", "objective", "parameters", "solver", "bytes", "solved", "used",
    "damaged", "key",
)  # fmt: skip
"""What CSV says of a match."""

SHORT = 8
"""Characters of a key or a fingerprint that are shown."""

WHAT = {
    "match": "match",
    "card": "what the card costs",
    "length": "length of games",
}
"""What is kept, in words, by its objective."""


@dataclass(frozen=True)
class KeptResults:
    """All that is kept on disk.

    Attributes:
        folder: where; None if nothing is to be kept.
        matches: the solved matches, in the order in which they are told.
        most: bytes that the solved matches may have together.
    """

    folder: str | None
    matches: tuple[KeptMatch, ...] = ()
    most: int = 0

    @property
    def size(self) -> int:
        """Bytes of the solved matches."""
        return sum(match.size for match in self.matches)


def cache_document(kept: KeptResults) -> doc.Document:
    """What is kept on disk: the solved matches one by one."""
    told = [
        {
            "rules": match.label or None,
            "fingerprint": match.fingerprint or None,
            "objective": match.objective or None,
            "parameters": dict(match.parameters),
            "solver": match.solver or None,
            "bytes": match.size,
            "solved": _iso(match.solved),
            "used": _iso(match.used),
            "damaged": match.damaged,
            "key": match.key,
        }
        for match in kept.matches
    ]
    rows = (
        one | {"parameters": _parameters(match)}
        for one, match in zip(told, kept.matches, strict=True)
    )
    data: dict[str, object] = {
        "folder": kept.folder,
        "matches": told,
        "matches_bytes": kept.size,
        "matches_most_bytes": kept.most,
    }
    return doc.Document("cache", TITLE, tuple(_blocks(kept)), data, doc.records(rows, *FIELDS))


def _blocks(kept: KeptResults) -> list[doc.Block]:
    if kept.folder is None:
        return [_switched_off()]
    number = points(len(kept.matches))
    facts = doc.Facts(
        (
            ("Folder", kept.folder),
            ("Solved matches", f"{number}, {size_text(kept.size)}"),
            ("At most", f"{size_text(kept.most)}, or what FARKLEGEN_CACHE_SIZE says"),
        )
    )
    if not kept.matches:
        return [facts, doc.Paragraph("No solved match is kept.")]
    headers = ("Id", "Rules", "Fingerprint", "What", "Size", "Last used")
    table = doc.Table(
        tuple(doc.Column(header, "right" if header == "Size" else "left") for header in headers),
        tuple(_row(match) for match in kept.matches),
    )
    blocks: list[doc.Block] = [facts, table]
    if any(match.damaged for match in kept.matches):
        blocks.append(
            doc.Paragraph("What is damaged is never used, and computed anew when needed.")
        )
    blocks.append(
        doc.Notes(
            (
                "Where they become too large together, those not used for longest go.",
                "Match: the match of two perfect players, which every other line needs to be "
                "worked out anew.",
                f"To remove one: farklegen cache clear {kept.matches[0].key[:SHORT]}; all of one "
                "ruleset: the same with its fingerprint; everything: farklegen cache clear --yes",
            )
        )
    )
    return blocks


def _row(match: KeptMatch) -> tuple[doc.Inline, ...]:
    return (
        match.key[:SHORT],
        doc.Cell("damaged", "bad") if match.damaged else doc.Cell(match.label, "strong"),
        match.fingerprint[:SHORT],
        _what(match),
        size_text(match.size),
        _local(match.used),
    )


def _what(match: KeptMatch) -> str:
    """What was worked out, in words, and with what that differs from the usual."""
    told = dict(match.parameters)
    words = WHAT.get(match.objective, match.objective)
    if match.objective == "duel":
        words = f"{told.pop('me', '')} against {told.pop('opponent', '')}"
    if told.get("floor") is not None:
        words += f", scores cut off at {told['floor']:,}"
    if "step" in told:
        words += f", steps of {told['step']:,}"
    return words


def cleared_document(folder: str | None, number: int, size: int) -> doc.Document:
    """What was removed: solved matches, and their bytes."""
    text: doc.Block
    if folder is None:
        text = _switched_off()
    elif number:
        text = doc.Paragraph(f"Removed {solved_matches(number, size)}.")
    else:
        text = doc.Paragraph("There was no solved match to remove.")
    data: dict[str, object] = {"folder": folder, "removed": number, "bytes": size}
    return doc.Document("cache-clear", "", (text,), data, doc.records([data], "removed", "bytes"))


def solved_matches(number: int, size: int) -> str:
    """`3 solved matches, 4.5 MB`."""
    return f"{count(number, 'solved match', 'solved matches')}, {size_text(size)}"


def size_text(size: int) -> str:
    """An amount of bytes: `512 bytes`, `4.5 MB`."""
    if size < 1000:
        return count(size, "byte")
    for unit, factor in (("kB", 1e3), ("MB", 1e6)):
        if size < 1000 * factor:
            return f"{points(size / factor, 1)} {unit}"
    return f"{points(size / 1e9, 1)} GB"


def _switched_off() -> doc.Paragraph:
    return doc.Paragraph("Nothing is kept on disk: FARKLEGEN_CACHE is off.")


def _parameters(match: KeptMatch) -> str | None:
    """The parameters as one text; None if there are none."""
    return ", ".join(f"{name}={_plain(value)}" for name, value in match.parameters.items()) or None


def _plain(value: doc.Raw) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def _iso(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _local(moment: datetime | None) -> str:
    """A moment as the clock on the wall showed it."""
    return "" if moment is None else f"{moment.astimezone():%Y-%m-%d %H:%M}"
