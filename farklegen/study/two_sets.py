"""A match of two sets of dice solved once: looked up in the store, or solved and kept there."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from farklegen.solvers.match.two_sets import SOLVER_VERSION, from_store
from farklegen.store.match_file import MatchKey
from farklegen.store.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from farklegen.rules.loading import LoadedRuleset
    from farklegen.scoring.tables import ScoringTables
    from farklegen.solvers.match.two_sets import TwoSets
    from farklegen.store.matches import Report


def key_of(mine: LoadedRuleset, theirs: LoadedRuleset) -> MatchKey:
    """What a match of the dice of these rules is found by."""
    return MatchKey(mine.fingerprint, "two sets", {"theirs": theirs.fingerprint}, SOLVER_VERSION)


def kept_or_solved(
    mine: tuple[LoadedRuleset, ScoringTables],
    theirs: tuple[LoadedRuleset, ScoringTables],
    solve: Callable[[], TwoSets],
    report: Report,
) -> TwoSets:
    """The solution: from the store, or solved and kept there.

    Args:
        mine, theirs: the rules with the dice of each player, and their tables.
        solve: solves it.
        report: takes lines for the person at the keyboard.
    """
    key = key_of(mine[0], theirs[0])

    def tell(found: TwoSets) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
        meta = asdict(found.mine.certificate)
        meta["versions"] = dict(found.mine.certificate.versions)
        return meta, {"mine": found.mine.chances, "theirs": found.theirs.chances}

    sides = [(loaded.ruleset, tables) for loaded, tables in (mine, theirs)]
    return remembered(
        key,
        lambda _report: solve(),
        tell=tell,
        read=lambda stored: from_store(sides, stored.meta, stored.arrays),
        label=mine[0].name,
        otherwise="the stored solution is of another kind and is computed anew",
        report=report,
    )
