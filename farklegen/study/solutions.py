"""A match solved once: looked up in the store, or solved and kept there."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from farklegen.solvers.match.match import SOLVER_VERSION, TOLERANCE, from_store, to_store
from farklegen.solvers.match.match_rules import match_rules
from farklegen.store import matches
from farklegen.store.match_file import MatchKey

if TYPE_CHECKING:
    from collections.abc import Callable

    from farklegen.rules.loading import LoadedRuleset
    from farklegen.scoring.tables import ScoringTables
    from farklegen.solvers.match.solution import MatchSolution
    from farklegen.store.matches import Report


def key_of(loaded: LoadedRuleset, tables: ScoringTables, floor: int | None) -> MatchKey:
    """What the solution of a match is found by.

    Raises:
        UnsolvableError: for turns that need not end.
    """
    rules = match_rules(loaded.ruleset, tables, floor)
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
    report = _once(report)
    found = _recall(key, loaded, tables, report)
    if found is not None:
        return found
    with matches.locked(key, report=report):
        found = _recall(key, loaded, tables, report)  # by whoever held the lock before
        if found is not None:
            return found
        found = solve(report)
        meta, arrays = to_store(found)
        # JSON has no form for what is not known
        known = {
            k: None if isinstance(v, float) and not isfinite(v) else v for k, v in meta.items()
        }
        matches.save(key, known, arrays, label=loaded.name, report=report)
    return found


def _once(report: Report) -> Report:
    """A report that says no line twice: the store is looked at twice, and may not change."""
    said = set()

    def say(line: str) -> None:
        if line not in said:
            said.add(line)
            report(line)

    return say


def _recall(
    key: MatchKey, loaded: LoadedRuleset, tables: ScoringTables, report: Report
) -> MatchSolution | None:
    """The stored solution, if there is one and it fits."""
    stored = matches.load(key, report=report)
    if stored is None:
        return None
    try:
        found = from_store(loaded.ruleset, tables, stored.meta, stored.arrays)
    except (KeyError, TypeError, ValueError, AttributeError):
        found = None
    if found is None or len(found.chances) != found.plan.size:
        report("the stored solution is of another kind and is computed anew")
        return None
    return found
