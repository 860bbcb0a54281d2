"""A match of several players solved once: looked up in the store, or solved and kept there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.solvers.multiplayer.game import SOLVER_VERSION, from_store, to_store
from farklegen.store.match_file import MatchKey
from farklegen.store.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Callable

    from farklegen.rules.loading import LoadedRuleset
    from farklegen.scoring.tables import ScoringTables
    from farklegen.solvers.multiplayer.game import SeveralSolution
    from farklegen.store.matches import Report


def key_of(loaded: LoadedRuleset, players: int) -> MatchKey:
    """What the match of so many players is found by."""
    return MatchKey(loaded.fingerprint, "several", {"players": players}, SOLVER_VERSION)


def kept_or_solved(
    loaded: LoadedRuleset,
    tables: ScoringTables,
    players: int,
    solve: Callable[[], SeveralSolution],
    report: Report,
) -> SeveralSolution:
    """The solution: from the store, or solved and kept there.

    Args:
        loaded, tables: the rules.
        players: how many.
        solve: solves it.
        report: takes lines for the person at the keyboard.
    """
    return remembered(
        key_of(loaded, players),
        lambda _report: solve(),
        tell=to_store,
        read=lambda stored: from_store(loaded.ruleset, tables, stored.meta, stored.arrays),
        label=loaded.name,
        otherwise="the stored solution is of another kind and is computed anew",
        report=report,
    )
