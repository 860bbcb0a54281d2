"""Solve a match: from rules to a solution with its certificate."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.core.binding import core
from farklegen.errors import UnsolvableError, named
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.long_turns import NEGLIGIBLE_RUN
from farklegen.solvers.match.match_rules import TOLERANCE, MatchRules, match_rules
from farklegen.solvers.multiplayer.certified import MOST_ERROR, SolvedValues, solve_two
from farklegen.solvers.multiplayer.layout import Layout
from farklegen.solvers.multiplayer.solution import Certificate, MatchSolution
from farklegen.solvers.multiplayer.solvable import check_feasible
from farklegen.solvers.progress import Progress, silent

SOLVER_VERSION = "match-14"
"""Changes whenever the solver's answers or the arrays that are stored change."""

MANY_TURNS = 1000
"""A game of more turns lasts long."""


def solve_match(
    ruleset: Ruleset,
    tables: ScoringTables,
    *,
    floor: int | None = None,
    head_starts: bool = False,
    tolerance: float = TOLERANCE,
    rules: MatchRules | None = None,
    threads: int | None = None,
    progress: Progress = silent,
) -> MatchSolution:
    """Solve the two-player match between perfect players.

    Args:
        ruleset: the rules.
        tables: its scoring tables.
        floor: points below zero at which scores are cut off, where a penalty has no limit; low
            enough by default for scores of zero and above.
        head_starts: whether a player off the board may have been given points.
        tolerance: error wanted.
        rules: what `match_rules` makes of all this, if it is known.
        threads: as many as there are cores by default.
        progress: how far it is.

    Raises:
        UnsolvableError: if a rule makes that impossible, or the match is out of reach.
    """
    threads = threads or usable_cores()
    rules = rules or match_rules(
        ruleset, tables, floor, head_starts=head_starts, tolerance=tolerance
    )
    need, began = check_feasible(rules, 2, threads), time.perf_counter()
    solved = solve_two([rules], threads, tolerance, progress)
    solved = replace(solved, error=solved.error + rules.beyond)
    _check_error(solved, rules)
    certificate = Certificate(
        states=need.states,
        sweeps=solved.sweeps,
        tolerance=tolerance,
        residual=solved.residual,
        error_bound=solved.error,
        bounded_by=solved.bounded_by,
        floor=rules.lowest * rules.unit if rules.truncated else None,
        head_starts=rules.head_starts,
        seconds=time.perf_counter() - began,
        build=core().variant,
        threads=threads,
    )
    return MatchSolution(solved.layouts[0], solved.values, certificate)


def _check_error(solved: SolvedValues, rules: MatchRules) -> None:
    """Refuse a solution whose error is too large.

    Raises:
        UnsolvableError: with the error that was reached.
    """
    if solved.error <= MOST_ERROR:
        return
    reached, why = "how exact it would be could not be proved", ""
    if isfinite(solved.error) and solved.error < 1:
        reached = (
            f"an error of up to {solved.error:.1e} is left, and no more than {MOST_ERROR:.0e} will "
            "do"
        )
    if isfinite(solved.turns_left) and solved.turns_left > MANY_TURNS:
        why = f" Games between good players may last {solved.turns_left:,.0f} turns and more."
    if rules.run_lost > NEGLIGIBLE_RUN:
        why += (
            " A turn may run on so far past the goal that it is cut off: let more rolls farkle, or "
            "let hot dice be banked."
        )
    raise UnsolvableError(
        f"the win probability of this match was not found: {reached}.{why} A lower goal, a lower "
        "bank minimum, or rules under which a game comes to its end sooner, help; "
        f"{named('the card alone', '`farklegen table --quick`')} needs no match"
    )


def usable_cores() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def to_store(solution: MatchSolution) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """(meta, arrays) from which `from_store` makes the solution again."""
    return asdict(solution.certificate), {"values": solution.values}


def from_store(
    ruleset: Ruleset,
    tables: ScoringTables,
    meta: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
) -> MatchSolution:
    """The solution that was stored.

    Raises:
        KeyError, TypeError, ValueError: if it is something else.
    """
    rules = match_rules(ruleset, tables, meta["floor"], head_starts=meta["head_starts"])
    layout, values = Layout(rules, 2), np.asarray(arrays["values"])
    if len(values) != layout.size:
        raise ValueError("the solution of another kind of match")
    return MatchSolution(layout, values, Certificate(**meta))
