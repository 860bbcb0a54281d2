"""`farklegen cache`: what is kept on disk between runs."""

from __future__ import annotations

from typing import Annotated

from farklegen.api.arguments import OneOf
from farklegen.cli.options import Format, Target, asks
from farklegen.cli.output import destination
from farklegen.errors import FileProblemError

EXAMPLES = (
    ("farklegen cache", "where solved matches are, and how large"),
    ("farklegen cache clear", "remove all of them"),
)


@asks()
def cache(
    action: Annotated[
        str,
        OneOf(
            ("list", "clear"), "[list|clear]", "Show what is kept, or remove the solved matches."
        ),
    ] = "list",
    *,
    format: Format | None = None,
    target: Target | None = None,
) -> None:  # fmt: skip
    """What is kept on disk: where, how large; or clear it.

    Solved matches are kept, so the same question about the same rules is answered at once. "clear"
    removes them. FARKLEGEN_CACHE names the folder, or is off. FARKLEGEN_CACHE_SIZE limits their
    size in all, such as 500MB (1 GB without it).
    """
    place = destination(format, target)

    from farklegen.report.rules import Kept, cache_document
    from farklegen.store import folders, matches

    root = folders.root()
    folder = None if root is None else str(root)
    if action == "list":
        place.emit(cache_document(Kept(folder, *matches.usage(), folders.most_bytes())))
        return
    cleared = matches.clear()
    removed = Kept(folder, cleared.removed, cleared.size, folders.most_bytes())
    place.emit(cache_document(removed, removed=True))
    if cleared.left:
        raise FileProblemError(
            f"{cleared.left} of the solved matches in {folder} could not be removed; "
            "check its permissions"
        )
