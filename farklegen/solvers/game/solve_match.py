"""Solve a match: from rules to a solution with its certificate.

`solver.SeveralSolver` finds the chances. In a match of two `certificate` bounds their error; it is
refused if the error may be larger than `MOST_TOLERANCE`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.core.crew import Crew
from farklegen.core.several import Tally
from farklegen.errors import UnsolvableError, named
from farklegen.solvers.game import MOST_TOLERANCE
from farklegen.solvers.game.certificate import Bound, certified
from farklegen.solvers.game.layout import layouts_of
from farklegen.solvers.game.match_rules import MatchRules
from farklegen.solvers.game.solution import Certificate, MatchSolution
from farklegen.solvers.game.solvable import check_feasible
from farklegen.solvers.game.solver import SeveralSolver
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.turn_rules import NEGLIGIBLE_RUN

SOLVER_VERSION = "match-17"
"""Changes whenever the solver's answers or the arrays that are stored change."""

MANY_TURNS = 1000
"""A game of more turns lasts long."""


def solve_match(
    seats: Sequence[MatchRules],
    players: int = 2,
    *,
    threads: int | None = None,
    tolerance: float = MOST_TOLERANCE,
    progress: Progress = silent,
) -> list[MatchSolution]:
    """Solve the match of perfect players, each playing for their own chance to win; returns the
    solution as each of the seats sees it.

    Args:
        seats: the rules; those of each of two players if they have different dice.
        threads: by default one for each core.
        tolerance: error wanted in a match of two.

    Raises:
        UnsolvableError: if a rule makes that impossible, or the match is out of reach.
    """
    threads = threads or usable_cores()
    needs = [check_feasible(rules, players, threads) for rules in seats]
    began, rules = time.perf_counter(), seats[0]
    exact = min(tolerance, MOST_TOLERANCE)
    with Crew(threads) as crew:
        solver = SeveralSolver(seats, players, crew, tolerance=exact, progress=progress)
        if players == 2:
            values, found = certified(solver)
            _check_error(found, seats)
            tally = Tally()
        else:
            tally = solver.solve()
            values = np.clip(solver.values, 0.0, 1.0, out=solver.values)
            found = Bound(tally.sweeps, tally.residual + rules.run_lost, 1.0)
    certificate = Certificate(
        players=players,
        states=sum(need.states for need in needs),
        sweeps=found.sweeps,
        residual=found.residual,
        error_bound=found.error,
        unsettled=tally.unsettled,
        unrest=tally.moving,
        floor=rules.lowest * rules.unit if rules.truncated else None,
        seconds=time.perf_counter() - began,
    )
    return [MatchSolution(layout, values, certificate) for layout in solver.layouts]


def _check_error(found: Bound, seats: Sequence[MatchRules]) -> None:
    """Refuse a solution whose error is too large, with the error that was reached."""
    if found.error <= MOST_TOLERANCE:
        return
    reached, why = "how exact it would be could not be proved", ""
    if isfinite(found.error) and found.error < 1:
        reached = (
            f"an error of up to {found.error:.1e} is left, and no more than "
            f"{MOST_TOLERANCE:.0e} will do"
        )
    if isfinite(found.turns_left) and found.turns_left > MANY_TURNS:
        why = f" Games between good players may last {found.turns_left:,.0f} turns and more."
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
