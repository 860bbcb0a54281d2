"""Solve a match: from rules to a solution with its certificate."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.core.binding import core
from farklegen.errors import UnsolvableError, named
from farklegen.solvers.long_turns import NEGLIGIBLE_RUN
from farklegen.solvers.match.match_rules import TOLERANCE, MatchRules
from farklegen.solvers.multiplayer.certified import (
    MOST_ERROR,
    SolvedValues,
    solve_several,
    solve_two,
)
from farklegen.solvers.multiplayer.layout import layouts_of
from farklegen.solvers.multiplayer.solution import Certificate, MatchSolution
from farklegen.solvers.multiplayer.solvable import check_feasible
from farklegen.solvers.progress import Progress, silent

SOLVER_VERSION = "match-15"
"""Changes whenever the solver's answers or the arrays that are stored change."""

MANY_TURNS = 1000
"""A game of more turns lasts long."""


def solve_match(
    seats: Sequence[MatchRules],
    players: int = 2,
    *,
    threads: int | None = None,
    tolerance: float = TOLERANCE,
    progress: Progress = silent,
) -> list[MatchSolution]:
    """Solve the match of perfect players, each playing for their own chance to win.

    Args:
        seats: the rules; those of each of two players if they have different dice.
        players: how many.
        threads: as many as there are cores by default.
        tolerance: error wanted in a match of two.
        progress: how far it is.

    Returns:
        The solution as each of the seats sees it.

    Raises:
        UnsolvableError: if a rule makes that impossible, or the match is out of reach.
    """
    threads = threads or usable_cores()
    needs = [check_feasible(rules, players, threads) for rules in seats]
    began, rules = time.perf_counter(), seats[0]
    if players == 2:
        solved = solve_two(seats, threads, tolerance, progress)
        _check_error(solved, seats)
    else:
        solved = solve_several(rules, players, threads, progress)
    certificate = Certificate(
        players=players,
        states=sum(need.states for need in needs),
        sweeps=solved.sweeps,
        tolerance=tolerance,
        residual=solved.residual,
        error_bound=solved.error,
        bounded_by=solved.bounded_by,
        unsettled=solved.unsettled,
        unrest=solved.unrest,
        floor=rules.lowest * rules.unit if rules.truncated else None,
        head_starts=rules.head_starts,
        seconds=time.perf_counter() - began,
        build=core().variant,
        threads=threads,
    )
    return [MatchSolution(layout, solved.values, certificate) for layout in solved.layouts]


def _check_error(solved: SolvedValues, seats: Sequence[MatchRules]) -> None:
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
    if seats[0].run_lost > NEGLIGIBLE_RUN:
        why += (
            " A turn may run on so far past the goal that it is cut off: let more rolls farkle, or "
            "let hot dice be banked."
        )
    if len(seats) > 1:
        why += " Give dice that score more often."
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


def to_store(solutions: Sequence[MatchSolution]) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """(meta, arrays) from which `from_store` makes the solutions again."""
    return asdict(solutions[0].certificate), {"values": solutions[0].values}


def from_store(
    seats: Sequence[MatchRules],
    players: int,
    meta: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
) -> list[MatchSolution]:
    """The solutions that were stored; arguments as those of `solve_match`.

    Raises:
        KeyError, TypeError, ValueError: if it is something else.
    """
    layouts, values = layouts_of(seats, players), np.asarray(arrays["values"])
    if values.shape != (players - 1, layouts[-1].size):
        raise ValueError("the solution of another kind of match")
    certificate = Certificate(**meta)
    return [MatchSolution(layout, values, certificate) for layout in layouts]
