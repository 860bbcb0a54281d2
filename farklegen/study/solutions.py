"""The match of two perfect players, as it is kept."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from farklegen.solvers.match.match import SOLVER_VERSION, TOLERANCE, from_store, to_store
from farklegen.store.match_file import MatchKey, StoredMatch

if TYPE_CHECKING:
    import numpy.typing as npt

    from farklegen.rules.loading import LoadedRuleset
    from farklegen.rules.ruleset import Ruleset
    from farklegen.scoring.tables import ScoringTables
    from farklegen.solvers.match.match_rules import MatchRules
    from farklegen.solvers.match.solution import MatchSolution


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


def tell(found: MatchSolution) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """The solution as JSON says it, and its arrays."""
    meta, arrays = to_store(found)
    # JSON has no form for what is not known
    known = {k: None if isinstance(v, float) and not isfinite(v) else v for k, v in meta.items()}
    return known, dict(arrays)


def read(ruleset: Ruleset, tables: ScoringTables, stored: StoredMatch) -> MatchSolution:
    """The solution from that.

    Raises:
        ValueError: if it is something else.
    """
    found = from_store(ruleset, tables, stored.meta, stored.arrays)
    if found is None or len(found.chances) != found.plan.size:
        raise ValueError("the solution of another kind of match")
    return found
