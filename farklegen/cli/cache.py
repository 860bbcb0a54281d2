"""`farklegen cache`: what is kept on disk between runs."""

from __future__ import annotations

import sys
from typing import Annotated

from farklegen.cli.options import Format, Target, UsageProblemError, argument, option
from farklegen.cli.output import complain, destination
from farklegen.cli.writing import says_yes
from farklegen.errors import FileProblemError

EXAMPLES = (
    ("farklegen cache", "where solved matches are, and how large"),
    ("farklegen cache clear --yes", "remove all of them"),
)

ACTIONS = ("list", "clear")


def cache(
    action: Annotated[
        str,
        argument("[list|clear]", "Show what is kept, or remove the solved matches.", ACTIONS),
    ] = "list",
    yes: Annotated[bool, option("--yes", "With clear: remove them without asking.")] = False,
    format: Format = None,
    target: Target = None,
) -> None:
    """What is kept on disk: where, how large; or clear it.

    Solved matches are kept, and the same question about the same rules is answered at once.
    Clearing removes them. FARKLEGEN_CACHE names the folder, or is off; FARKLEGEN_CACHE_SIZE says
    how large they may become together, such as 500MB (1 GB without it).
    """
    if action not in ACTIONS:
        raise UsageProblemError(f"there is no 'cache {action}'; use one of: {', '.join(ACTIONS)}")
    if yes and action != "clear":
        raise UsageProblemError("--yes is for 'cache clear' only; leave it out")
    place = destination(format, target)

    from farklegen.report.cache import cache_document, cleared_document, solved_matches
    from farklegen.store import folders, matches

    root = folders.root()
    folder = None if root is None else str(root)
    number, size = matches.usage()
    if action == "list":
        place.emit(cache_document(folder, number, size, folders.most_bytes()))
        return
    if number and not yes and not _confirmed(f"{solved_matches(number, size)}, in {folder}"):
        complain("Nothing was removed.")
        return
    cleared = matches.clear()
    if cleared.removed or not cleared.left:
        place.emit(cleared_document(folder, cleared.removed, cleared.size))
    if cleared.left:
        raise FileProblemError(
            f"{cleared.left} of the solved matches in {folder} could not be removed; "
            "check its permissions"
        )


def _confirmed(what: str) -> bool:
    """Ask whether to remove what is there.

    Raises:
        UsageProblemError: if there is no terminal to ask at.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageProblemError(f"this would remove {what}; add --yes to do it")
    return says_yes(f"This removes {what}. Go on?")
