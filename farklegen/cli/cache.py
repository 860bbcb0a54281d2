"""`farklegen cache`: what is kept on disk between runs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from farklegen.cli.options import Format, Target, UsageProblemError
from farklegen.cli.output import complain, destination
from farklegen.errors import FileProblemError

EXAMPLES = (
    ("farklegen cache", "solved matches, their size, and where they are"),
    ("farklegen cache clear --yes", "remove the solved matches"),
)

ACTIONS = ("list", "clear")


def _complete_actions(incomplete: str) -> list[str]:
    return [action for action in ACTIONS if action.startswith(incomplete)]


def cache(
    action: Annotated[
        str,
        typer.Argument(
            metavar="list|clear",
            help="Show what is kept, or remove the solved matches.",
            autocompletion=_complete_actions,
        ),
    ] = "list",
    yes: Annotated[
        bool, typer.Option("--yes", help="With clear: remove them without asking.")
    ] = False,
    format: Format = None,
    target: Target = None,
) -> None:
    """What is kept on disk: list it, or clear it.

    Solved matches are kept, so that the same question about the same rules is answered at once.
    Clearing removes them and leaves compiled kernels where they are. FARKLEGEN_CACHE names the
    folder, or is off.
    """
    if action not in ACTIONS:
        raise UsageProblemError(f"there is no 'cache {action}'; use one of: {', '.join(ACTIONS)}")
    if yes and action != "clear":
        raise UsageProblemError("--yes is for 'cache clear' only; leave it out")
    place = destination(format, target)

    from farklegen.cli.progress import progress_bar
    from farklegen.report.cache import Kept, cache_document, cleared_document, solved_matches
    from farklegen.store import folders, matches

    root = folders.root()
    folder = None if root is None else str(root)
    if action == "list":
        with progress_bar() as progress:
            kept = tuple(matches.entries(progress))
        place.emit(
            cache_document(Kept(folder, kept, folders.size("kernels"), folders.size("outputs")))
        )
        return
    number, size = matches.usage()
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
        UsageProblemError: if there is nobody to ask.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageProblemError(f"this would remove {what}; add --yes to do it")
    complain(f"This removes {what}. Go on? [y/N]")
    return sys.stdin.readline().strip().lower() in ("y", "yes")
