"""What a match would need, before it is begun."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np

from farklegen.errors import UnsolvableError
from farklegen.solvers.match.build import is_compiled
from farklegen.solvers.match.plan import MatchRules

COMPILED_SPEED = 1.5e10
"""Options per second and core, about, of the compiled build."""

PLAIN_SPEED = 2e8
"""The same of the numpy build."""

EVALUATIONS = 6
"""Times that each turn is solved, where one sweep is enough."""

SWEEPS = 14
"""Sweeps, where one is not enough."""

MOST_SECONDS = 3600.0
"""What is expected to take longer is refused."""

MOST_STATES = 40_000_000
"""More starts of turns are refused: their order alone takes gigabytes."""


@dataclass(frozen=True)
class Need:
    """What a match would need, about.

    Attributes:
        states: starts of turns.
        gigabytes: memory.
        seconds: time.
    """

    states: int
    gigabytes: float
    seconds: float


def need(rules: MatchRules, threads: int, build: str = "") -> Need:
    """Estimate it from the sizes of the tables."""
    n = rules.scores
    contexts = len(rules.contexts.all)
    boards = rules.contexts.boards
    on_board = contexts // boards**2
    off = 0 if boards == 1 else on_board * (2 * n * rules.off_board_most)
    states = on_board * n * n + off
    rows = n / rules.step / 2 + min(rules.past, n / rules.step)
    turns = float(states)
    entries = 0.0
    dice = rules.moves.dice
    if rules.takes_bank:
        entries += contexts / rules.contexts.streaks * n * (n / rules.step) * n / 2 * dice
        rows *= 1.6
    if rules.takes_farkle:
        entries += states * n / rules.step * 0.7 * dice
        rows *= 2
    if rules.ruleset.bank.beat_previous:
        arrived = contexts / rules.contexts.streaks / boards
        turns += arrived * n * n / rules.step * n / 2 / EVALUATIONS
        if not rules.takes_bank:
            entries += arrived * n * (n / rules.step) * n / 2
    if rules.truncated:
        entries *= 2  # kept aside while the effect of the floor is looked at
    again = (rules.penalty > 0 or rules.takes_all) or bool(
        np.any(rules.moves.disaster_probability > 0)
    )
    repeats = SWEEPS if again else EVALUATIONS
    compiled = is_compiled(build)
    speed = COMPILED_SPEED * threads if compiled else PLAIN_SPEED
    options = len(rules.moves.rise)
    return Need(
        states=int(states),
        gigabytes=(states * 300 + entries * 8) / 1e9 + 0.2,
        seconds=turns * repeats * rows * options / speed,
    )


def check_feasible(
    rules: MatchRules, threads: int, build: str = "", most_seconds: float = MOST_SECONDS
) -> Need:
    """Refuse what is out of reach of this machine.

    Raises:
        UnsolvableError: with what it would need, and what would make it feasible.
    """
    wanted = need(rules, threads, build)
    memory = _memory_gigabytes()
    limit = MOST_SECONDS if not isfinite(most_seconds) else most_seconds
    if (
        wanted.gigabytes <= 0.7 * memory
        and wanted.seconds <= limit
        and wanted.states <= MOST_STATES
    ):
        return wanted
    raise UnsolvableError(
        f"this match is out of reach: it has {wanted.states:,} starts of turns, and would need "
        f"about {_size(wanted.gigabytes)} of memory (this machine has {_size(memory)}) and "
        f"{_time(wanted.seconds)}. {_remedy(rules, build)}"
    )


def _remedy(rules: MatchRules, build: str) -> str:
    """What would make a match feasible."""
    advice = []
    if rules.unit < 50:
        advice.append(
            f"scores are counted in steps of {rules.unit}: points with a larger common divisor "
            "make the time fall with its cube"
        )
    advice.append("a lower goal does so, too")
    if rules.truncated:
        advice.append("so does a higher --floor")
    if rules.contexts.streaks > 3:
        advice.append("so does a shorter farkle.streak")
    if not is_compiled(build):
        advice.append("the compiled solver, for which numba must be installed, is far faster")
    return "What helps: " + "; ".join(advice)


def _memory_gigabytes() -> float:
    import os

    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e9
    except (AttributeError, ValueError, OSError):
        return 8.0


def _size(gigabytes: float) -> str:
    return f"{gigabytes:,.1f} GB" if gigabytes < 1000 else f"{gigabytes / 1000:,.0f} TB"


def _time(seconds: float) -> str:
    for limit, unit in ((120, "seconds"), (7200, "minutes"), (172800, "hours")):
        if seconds < limit:
            return f"{seconds / {'seconds': 1, 'minutes': 60, 'hours': 3600}[unit]:,.0f} {unit}"
    days = seconds / 86400
    return f"{days:,.0f} days" if days < 1000 else f"{days / 365:,.0f} years"
