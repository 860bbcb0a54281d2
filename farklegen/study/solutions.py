"""A match solved once: looked up in the store, or solved and kept there."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from farklegen.solvers.match import match
from farklegen.solvers.match.match import SOLVER_VERSION, TOLERANCE, from_store, to_store
from farklegen.solvers.match.match_rules import match_rules
from farklegen.store import matches
from farklegen.store.match_file import MatchKey

if TYPE_CHECKING:
    from farklegen.solvers.match.solution import MatchSolution
    from farklegen.store.matches import Report
    from farklegen.study.study import Study


def key_of(study: Study) -> MatchKey:
    """What the solution of a match is found by.

    Raises:
        UnsolvableError: for turns that need not end.
    """
    rules = match_rules(study.ruleset, study.tables, study.floor)
    # without a floor asked for the solver takes what it needs
    floor = rules.lowest * rules.unit if rules.truncated and study.floor is not None else None
    parameters = {"floor": floor, "tolerance": TOLERANCE}
    return MatchKey(study.loaded.fingerprint, "match", parameters, SOLVER_VERSION)


def solution(study: Study) -> MatchSolution:
    """The solution of the two-player match: from the store, if the study keeps its results there
    and it is there.

    Raises:
        UnsolvableError: if a rule makes that impossible, or the match is out of reach.
    """
    if not study.kept:
        return _solved(study, study.report)
    report = _once(study.report)
    key = key_of(study)
    found = _recall(key, study, report)
    if found is not None:
        return found
    with matches.locked(key, report=report):
        found = _recall(key, study, report)  # by whoever held the lock before
        if found is not None:
            return found
        found = _solved(study, report)
        meta, arrays = to_store(found)
        # JSON has no form for what is not known
        known = {
            k: None if isinstance(v, float) and not isfinite(v) else v for k, v in meta.items()
        }
        matches.save(key, known, arrays, label=study.loaded.name, report=report)
    return found


def _solved(study: Study, report: Report) -> MatchSolution:
    return match.solve_match(
        study.ruleset,
        study.tables,
        floor=study.floor,
        threads=study.threads,
        progress=study.progress,
        report=report,
    )


def _once(report: Report) -> Report:
    """A report that says no line twice: the store is looked at twice, and may not change."""
    said = set()

    def say(line: str) -> None:
        if line not in said:
            said.add(line)
            report(line)

    return say


def _recall(key: MatchKey, study: Study, report: Report) -> MatchSolution | None:
    """The stored solution, if there is one and it fits."""
    stored = matches.load(key, report=report)
    if stored is None:
        return None
    try:
        found = from_store(study.ruleset, study.tables, stored.meta, stored.arrays)
    except (KeyError, TypeError, ValueError, AttributeError):
        found = None
    if found is None or len(found.chances) != found.plan.size:
        report("the stored solution is of another kind and is computed anew")
        return None
    return found
