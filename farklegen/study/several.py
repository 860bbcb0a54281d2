"""A match of several players solved once: looked up in the store, or solved and kept there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.solvers.multiplayer.game import SOLVER_VERSION, from_store, to_store
from farklegen.store.match_file import MatchKey
from farklegen.store.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Callable

    from farklegen.solvers.multiplayer.game import SeveralSolution
    from farklegen.study.study import Study


def kept_or_solved(
    study: Study, players: int, solve: Callable[[], SeveralSolution]
) -> SeveralSolution:
    """The solution: from the store, or solved and kept there.

    Args:
        study: of the rules.
        players: how many.
        solve: solves it.
    """
    key = MatchKey(study.loaded.fingerprint, "several", {"players": players}, SOLVER_VERSION)
    return remembered(
        key,
        lambda _report: solve(),
        tell=to_store,
        read=lambda stored: from_store(study.ruleset, study.tables, stored.meta, stored.arrays),
        label=study.loaded.name,
        otherwise="the stored solution is of another kind and is computed anew",
        report=study.report,
    )
