"""A match solved once: looked up in the store, or solved and kept there."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from farklegen.solvers.match.match import SOLVER_VERSION, TOLERANCE, from_store, to_store
from farklegen.store.match_file import MatchKey, StoredMatch
from farklegen.store.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from farklegen.rules.loading import LoadedRuleset
    from farklegen.scoring.tables import ScoringTables
    from farklegen.solvers.match.match_rules import MatchRules
    from farklegen.solvers.match.solution import MatchSolution
    from farklegen.store.matches import Report


def key_of(loaded: LoadedRuleset, rules: MatchRules, floor: int | None) -> MatchKey:
    """What the solution of a match is found by.

    Args:
        loaded, rules: the rules, and as the match solver reads them with this floor.
        floor: points at which scores are cut off, where that was asked for.
    """
    # without a floor asked for the solver takes what it needs
    effective = rules.lowest * rules.unit if rules.truncated and floor is not None else None
    parameters = {"floor": effective, "tolerance": TOLERANCE}
    return MatchKey(loaded.fingerprint, "match", parameters, SOLVER_VERSION)


def kept_or_solved(
    key: MatchKey,
    loaded: LoadedRuleset,
    tables: ScoringTables,
    solve: Callable[[Report], MatchSolution],
    report: Report,
) -> MatchSolution:
    """The solution of the two-player match: from the store, or solved and kept there.

    Args:
        key: what it is found by.
        loaded, tables: the rules.
        solve: solves it, and tells `report` what there is to say.
        report: takes lines for the person at the keyboard.
    """

    def tell(found: MatchSolution) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
        meta, arrays = to_store(found)
        # JSON has no form for what is not known
        known = {
            k: None if isinstance(v, float) and not isfinite(v) else v for k, v in meta.items()
        }
        return known, dict(arrays)

    def read(stored: StoredMatch) -> MatchSolution:
        found = from_store(loaded.ruleset, tables, stored.meta, stored.arrays)
        if found is None or len(found.chances) != found.plan.size:
            raise ValueError("the solution of another kind of match")
        return found

    return remembered(
        key,
        solve,
        tell=tell,
        read=read,
        label=loaded.name,
        otherwise="the stored solution is of another kind and is computed anew",
        report=report,
    )
