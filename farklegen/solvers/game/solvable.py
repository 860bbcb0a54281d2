"""Which matches are solved, and an estimate of what one needs before it begins.

The time is counted work, turns x rows of a turn x options of a row, divided by the rate of a core,
an x86-64 server of 2024: right within a factor of two there for most rules
(`python -m benchmarks estimates`). Memory follows from the sizes of the arrays.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import prod
from pathlib import Path

from farklegen.errors import UnsolvableError, named
from farklegen.solvers.game import MOST_PLAYERS
from farklegen.solvers.game.lanes import corners, turn_rows
from farklegen.solvers.game.layout import Group, Layout
from farklegen.solvers.game.match_rules import MatchRules, stop_risk

OPTIONS_PER_SECOND = 2.2e10
"""Options that one core looks at in a second, for each chance that is kept of a state."""

FILLED, TAKEN_OVER = 0.45, 2.5
"""The work of a row in a match of two where banking more points never lowers the value, and where
turns may be taken over, as a multiple of the work elsewhere."""

TURN_SECONDS = 2e-6
"""Seconds to lay out a turn, and to begin it."""

START_SECONDS = 0.05
"""Seconds to begin."""

ALONE = 0.2
"""Part of the work that one core does while the others wait."""

EVALUATIONS, ROUNDS, MORE_ROUNDS = 3.0, 20.0, 80.0
"""About how often each turn is solved; and if dice that farkled may be taken over, by two players
and by more. Last turns, turns of rounds and turns with something to beat are solved once."""

SWEEPS, PREDICTED = 20.0, 6.5
"""About how often each turn is solved if scores may fall. The second number is for matches of two
in which farkles in a row cost points: the sweeps to come are predicted (`solver.Linear`)."""

PAST_SHARE = 0.05
"""Part of the rows past the goal that is solved, where the solver can prove how many are needed."""

PROGRAM_BYTES, STATE_BYTES, COPIES = 6e7, 8, 9
"""Memory of the program itself, and of each number that is kept of a state; and how many copies of
these there are while the error of a match of two is bounded in which scores may fall."""

CHECKED_BYTES, SWEPT_BYTES = 140, 400
"""Bytes of a turn: while the error of a match of two is bounded, and if turns are kept from one
sweep to the next."""

PLAYED_BYTES = 400
"""Memory of a state if games are only rolled."""

MEMORY_SHARE = 0.7
"""Part of the memory of this machine that may be needed."""

MOST_SECONDS = 3600.0
"""A match that is expected to take longer is refused."""


UNKNOWN = 8e9
"""The memory to assume where the system does not say, bytes."""


@dataclass(frozen=True)
class Need:
    """A rough estimate of what a match needs.

    Attributes:
        states: starts of turns before the goal is reached.
        rows: rows of all these turns together.
        gigabytes: memory.
        seconds: time.
    """

    states: int
    rows: float
    gigabytes: float
    seconds: float


def speedup(threads: int) -> float:
    """How many times as fast the work is with that many cores."""
    return 1.0 / (ALONE + (1.0 - ALONE) / threads)


def need(rules: MatchRules, players: int, threads: int) -> Need:
    """Estimate what a match needs from the sizes of its tables."""
    layout = Layout(rules, players)
    cost = len(rules.moves.rise) * rules.ruleset.last_die_throws / OPTIONS_PER_SECOND
    cost *= players - 1
    if layout.hands:
        cost *= TAKEN_OVER
    elif players == 2 and rules.banks_rise:
        cost *= FILLED
    states, turns, all_rows, work = 0, 0.0, 0.0, 0.0
    for group in layout.groups:
        if group.left == 0:
            continue
        count, rows = _count(layout, group), _rows(layout, group)
        turns += count
        work += _times(layout, group) * count * (TURN_SECONDS + rows * cost)
        if group.left is None and not group.row_units:
            states += count
            all_rows += count * rows
    numbers = COPIES if layout.sweeps and players == 2 else players - 1
    held = PROGRAM_BYTES + STATE_BYTES * numbers * float(layout.size)
    if players == 2 and not layout.rounds:
        held += CHECKED_BYTES * turns
    if layout.sweeps:
        held += SWEPT_BYTES * turns
    return Need(states, all_rows, held / 1e9, START_SECONDS + work / speedup(threads))


def turns_solved(layout: Layout) -> int:
    """About how many turns are solved, each counted once."""
    # before the goal, turns that may be taken over are solved with those that are offered nothing
    alone = layout.rounds or not layout.hands or (layout.beats and not layout.hands_back)
    groups = [g for g in layout.groups if g.left or (g.left is None and (g.row_units or alone))]
    return sum(_count(layout, group) for group in groups)


def _count(layout: Layout, group: Group) -> int:
    """How many turns of a group are solved."""
    lanes = list(group.lanes)
    if group.left is None and layout.lead is None:
        for axis, on_board in enumerate(group.boards):
            if not on_board:
                lanes[axis] = len(layout.rules.off_board)
    return prod(lanes) // (2 if group.beats and group.folded else 1)


def _rows(layout: Layout, group: Group) -> float:
    """Rows of a turn of a group that are worked out, on average."""
    rows = float(turn_rows(layout, group, corners(group)).mean())
    if group.left is None and stop_risk(layout.rules):
        rows -= (1 - PAST_SHARE) * layout.rules.past
    return rows


def _times(layout: Layout, group: Group) -> float:
    """About how often the turns of a group are solved."""
    if layout.hands and not group.row_units:
        return 0.0  # together with those that may be taken over
    if layout.rounds or group.left:
        return 1.0
    if layout.sweeps:
        predicted = layout.players == 2 and layout.streak > 1 and not layout.tells
        return PREDICTED if predicted else SWEEPS
    if group.beats:
        return 1.0
    if layout.hands_back:
        return ROUNDS if layout.players == 2 else MORE_ROUNDS
    return EVALUATIONS


def check_feasible(rules: MatchRules, players: int, threads: int) -> Need:
    """Refuse a match that is out of reach of this machine, with what it would need and what would
    make it feasible; else return what it needs."""
    if not 2 <= players <= MOST_PLAYERS:
        raise UnsolvableError(
            f"a match of {players} players is not solved, only of 2 to {MOST_PLAYERS}: the scores "
            "of all of them count"
        )
    wanted, memory = need(rules, players, threads), usable_bytes() / 1e9
    if wanted.gigabytes <= MEMORY_SHARE * memory and wanted.seconds <= MOST_SECONDS:
        return wanted
    of_players = f" of {players} players" if players > 2 else ""
    raise UnsolvableError(
        f"this match{of_players} is out of reach: it has {wanted.states:,} starts of turns, and "
        f"would need about {_size(wanted.gigabytes)} of memory (this machine has {_size(memory)}) "
        f"and {_time(wanted.seconds)}. {_remedy(rules, players)}"
    )


def check_playable(rules: MatchRules) -> None:
    """Refuse to roll games of more states than this machine has memory for."""
    states, memory = need(rules, 2, 1).states, usable_bytes() / 1e9
    needed = (PROGRAM_BYTES + states * PLAYED_BYTES) / 1e9
    if needed > MEMORY_SHARE * memory:
        raise UnsolvableError(
            f"games of this match cannot be rolled: it has {states:,} starts of turns, "
            f"which would take about {_size(needed)} of memory (this machine has "
            f"{_size(memory)}). {_remedy(rules, 2)}"
        )


def _remedy(rules: MatchRules, players: int) -> str:
    """What would make a match feasible."""
    advice = ["a lower goal"]
    if rules.ruleset.rounds is not None:
        advice.append("no goal, if it is almost never reached in that many rounds")
    if rules.unit < 50:
        advice.append(
            f"points with a larger common divisor than {rules.unit}: the time falls with its cube"
        )
    if rules.truncated and players == 2:
        advice.append(f"a higher {named('floor')}")
    if rules.lowest < 0:
        advice.append("farkle.lowest_score: 0")
    if rules.ruleset.bank.beat_previous:
        advice.append("no bank.beat_previous")
    if rules.ruleset.piggyback != "none":
        advice.append("no piggyback")
    if rules.ruleset.farkle.streaks > 3:
        advice.append("a shorter farkle.streak")
    return "What helps: " + "; ".join(advice)


def _size(gigabytes: float) -> str:
    return f"{gigabytes:,.1f} GB" if gigabytes < 1000 else f"{gigabytes / 1000:,.0f} TB"


def _time(seconds: float) -> str:
    for limit, unit in ((120, "seconds"), (7200, "minutes"), (172800, "hours")):
        if seconds < limit:
            return f"{seconds / {'seconds': 1, 'minutes': 60, 'hours': 3600}[unit]:,.0f} {unit}"
    days = seconds / 86400
    return f"{days:,.0f} days" if days < 1000 else f"{days / 365:,.0f} years"


def usable_bytes(root: Path = Path("/")) -> float:
    """Memory of the machine, or what its container may use, if that is less. `root`: where the
    system's files are."""
    try:
        physical = float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        physical = UNKNOWN
    return min([physical, *_limits(root)])


def _limits(root: Path) -> Iterator[float]:
    """Limits of the control groups of this process, of version 1 and 2, and of those that they are
    part of. A container may see its own group as the top of the tree, under another name than the
    process has it."""
    with suppress(OSError, ValueError):
        for line in (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines():
            _, controllers, group = line.split(":", 2)
            tree = root / "sys/fs/cgroup" / ("memory" if "memory" in controllers else "")
            place = tree / group.lstrip("/")
            for folder in (place, *place.parents):
                for name in ("memory.max", "memory.limit_in_bytes"):
                    with suppress(OSError, ValueError):  # "max": no limit
                        yield float(int((folder / name).read_text(encoding="utf-8")))
