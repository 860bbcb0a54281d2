"""`farklegen cache`: what is kept on disk between runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from farklegen.cli.options import Format, Numbers, Target, UsageProblemError, argument, option
from farklegen.cli.output import complain, destination
from farklegen.cli.working import says_yes
from farklegen.errors import FileProblemError

if TYPE_CHECKING:
    from farklegen.store.matches import KeptMatch

EXAMPLES = (
    ("farklegen cache", "solved matches, their size, and where they are"),
    ("farklegen cache clear 3f2a91c0", "remove the one with this id, or all of these rules"),
    ("farklegen cache clear --yes", "remove all of them"),
)

ACTIONS = ("list", "clear")

LEAST_SIGNS = 4
"""Signs that name an entry at least: a slip of a finger must not remove many."""


def cache(
    action: Annotated[
        str,
        argument("[list|clear]", "Show what is kept, or remove the solved matches.", ACTIONS),
    ] = "list",
    ids: Annotated[
        list[str] | None,
        argument(
            "[ID...]",
            "With clear: which to remove, by the beginning of the id, or of the fingerprint "
            "of rules. Default: all of them.",
        ),
    ] = None,
    yes: Annotated[bool, option("--yes", "With clear: remove them without asking.")] = False,
    format: Format = None,
    target: Target = None,
) -> None:
    """What is kept on disk: list it, or clear it.

    Solved matches are kept, and the same question about the same rules is answered at once.
    Clearing removes them. FARKLEGEN_CACHE names the folder, or is off; FARKLEGEN_CACHE_SIZE says
    how large they may become together, such as 500MB (1 GB without it).
    """
    if action not in ACTIONS:
        raise UsageProblemError(f"there is no 'cache {action}'; use one of: {', '.join(ACTIONS)}")
    if yes and action != "clear":
        raise UsageProblemError("--yes is for 'cache clear' only; leave it out")
    if ids and action != "clear":
        raise UsageProblemError("ids are for 'cache clear' only; leave them out")
    place = destination(format, target)

    from farklegen.cli.progress import progress_bar
    from farklegen.report.cache import KeptResults, cache_document, cleared_document, solved_matches
    from farklegen.store import folders, matches

    root = folders.root()
    folder = None if root is None else str(root)
    if action == "list":
        with progress_bar() as progress:
            kept = tuple(matches.entries(progress))
        place.emit(cache_document(KeptResults(folder, kept, folders.most_bytes())))
        return
    chosen = None
    if ids:
        with progress_bar() as progress:
            chosen = _chosen(ids, matches.entries(progress))
        yes = True  # they were named
    number, size = matches.usage()
    if number and not yes and not _confirmed(f"{solved_matches(number, size)}, in {folder}"):
        complain("Nothing was removed.")
        return
    cleared = matches.clear(chosen)
    if cleared.removed or not cleared.left:
        place.emit(cleared_document(folder, cleared.removed, cleared.size))
    if cleared.left:
        raise FileProblemError(
            f"{cleared.left} of the solved matches in {folder} could not be removed; "
            "check its permissions"
        )


def _chosen(ids: Sequence[str], kept: Sequence[KeptMatch]) -> list[str]:
    """The keys of the entries that are named.

    Raises:
        UsageProblemError: for names of nothing, or too short to be meant; all of them.
    """
    chosen, numbers = [], Numbers()
    for name in ids:
        found = [
            each.key
            for each in kept
            if each.key.startswith(name.lower()) or each.fingerprint.startswith(name.lower())
        ]
        if len(name) < LEAST_SIGNS:
            numbers.problem(f"{name!r} is too short; give at least {LEAST_SIGNS} signs of an id")
        elif not found:
            numbers.problem(
                f"nothing is kept with an id or a fingerprint that begins with {name!r}; "
                "farklegen cache lists them"
            )
        chosen += found
    numbers.check()
    return chosen


def _confirmed(what: str) -> bool:
    """Ask whether to remove what is there.

    Raises:
        UsageProblemError: if there is no terminal to ask at.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageProblemError(f"this would remove {what}; add --yes to do it")
    return says_yes(f"This removes {what}. Go on?")
