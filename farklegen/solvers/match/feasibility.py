"""Estimate what a match needs before it begins.

The time is counted work, starts of turns x rows of a turn x options of a row, divided by the rate
of a core, an x86-64 server of 2024: right within a factor of three there (`python -m benchmarks
estimates`). Memory follows from the sizes of the arrays.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from farklegen.core.arrays import Integers
from farklegen.errors import UnsolvableError, named
from farklegen.solvers.match.match_rules import MatchRules, award_units, stop_risk
from farklegen.solvers.match.usable_memory import usable_bytes

OPTIONS_PER_SECOND = 2.8e10
"""Options that one core looks at in a second."""

WHOLE_ROWS, OTHER_ROWS = 0.4, 0.14
"""Where banking more points never lowers the value: rows of a turn filled in as a whole, as a share
of the rows that one move can rise, and the work of all other rows."""

STATE_SECONDS = 1.5e-6
"""Seconds to lay out a state, and to begin its turn in a sweep."""

BANK_SECONDS = 2.5e-8
"""Seconds to look up the value of banking at a row, and to keep it, for each number of dice that
may be taken over; also to look up the value of a farkle there for others."""

START_SECONDS = 0.05
"""Seconds to begin."""

ALONE = 0.2
"""Part of the work that one core does while the others wait."""

EVALUATIONS, CHAIN_EVALUATIONS = 3.8, 1.1
"""About how often a sweep solves each turn: in cycles of farkles, and in chains."""

HANDED_BYTES = 10
"""Bytes for each value that is looked up where dice that farkled may be taken over, as tables are
solved."""

SWEEPS, LINEAR_SWEEPS, OFTEN_SWEEPS = 20, 8, 16
"""Sweeps where one is not enough, including those that check. The other two numbers are for matches
where the linear equation works out the sweeps to come (`solvers.match.linear`), as the number of
sweeps that is as much work: if farkles in a row cost points, and if single farkles do, which
happens often."""

PAST_SHARE = 0.05
"""Part of the rows past the goal that is solved, where the solver can prove how many are needed."""

PROGRAM_BYTES, STATE_BYTES = 0.06e9, 340
"""Memory of the program itself, and of each state."""

COUNTED_BYTES = 880
"""Memory of a state if rounds are counted: all turns of a round are solved at a time."""

PLAYED_BYTES = 400
"""Memory of a state if games are only rolled."""

COPIES = 12
"""Copies of all values in memory at the same time, where following games bounds the turns that are
left."""

SAMPLES = 64
"""Scores of each player for which rows are looked at."""

MEMORY_SHARE = 0.7
"""Part of the memory of this machine that may be needed."""

MOST_SECONDS = 3600.0
"""A match that is expected to take longer is refused."""

MOST_STATES = 40_000_000
"""More starts of turns are refused: their order alone takes gigabytes."""


@dataclass(frozen=True)
class Need:
    """A rough estimate of what a match needs.

    Attributes:
        states: starts of turns.
        rows: rows of all these turns together.
        gigabytes: memory.
        seconds: time.
    """

    states: int
    rows: float
    gigabytes: float
    seconds: float

    def fits(self, most: int) -> bool:
        """Whether this machine can solve the match, with `most` starts of turns at most."""
        memory = usable_bytes() / 1e9
        small = self.gigabytes <= MEMORY_SHARE * memory and self.seconds <= MOST_SECONDS
        return small and self.states <= most

    @property
    def words(self) -> str:
        """Memory and time, for people."""
        return (
            f"would need about {_size(self.gigabytes)} of memory (this machine has "
            f"{_size(usable_bytes() / 1e9)}) and {_time(self.seconds)}"
        )


@dataclass(frozen=True)
class _Sizes:
    """How large a match is.

    Attributes:
        states: starts of turns.
        places: numbers of states, those after the end of a game included.
        rows: of a turn, on average.
        across: entries of values that reach across turns.
    """

    states: float
    places: float
    rows: float
    across: float = 0.0


def _sizes(rules: MatchRules) -> _Sizes:
    """The sizes of a match, without an array of all its states."""
    n, step, contexts, dice = rules.scores, rules.step, rules.contexts, rules.moves.dice
    boards = np.array([(c.on_board, c.their_on_board) for c in contexts.all])
    had = np.where(boards, float(n), float(len(rules.off_board)))
    if rules.lead is not None:
        had[:] = 1.0, rules.leads
    places = had.prod(axis=1)
    existing = places * ~contexts.over
    rows = np.zeros(len(boards))
    for on_board in np.unique(boards, axis=0):
        if rules.lead is None:
            seen = [_some(n) if on else rules.off_board for on in on_board]
        else:
            seen = [np.zeros(1, np.int64), _some(rules.leads) - rules.lead]
        here = (boards == on_board).all(axis=1)
        rows[here] = _turn_rows(rules, *seen).mean(axis=(1, 2))[here]
    needed = rows - (1 - PAST_SHARE) * rules.past if stop_risk(rules) else rows
    across = 0.0
    if rules.by_turns:
        corners = np.array([0, n - 1])
        most_rows = int(_turn_rows(rules, corners, corners).max())
        classes = contexts.boards * min(contexts.streaks, 2) if rules.has_last_turn else 0
        distances = _farthest_target(rules, most_rows)
    if rules.takes_bank or rules.ruleset.bank.beat_previous:
        full, rest = divmod(n, step)
        to_goal = float(step * full * (full + 1) // 2 + rest * (full + 1))  # rows from all scores
        arrived = float(had[np.unique(contexts.after_bank), 0].sum()) * to_goal
        in_last = (classes + 1) * distances * (most_rows + rules.moves.max_rise + 1.0)
        across += (arrived + in_last) * (dice if rules.takes_bank else 1)
    if rules.takes_farkle:
        across += (float((places * rows).sum()) + classes * distances * most_rows) * dice
    return _Sizes(
        states=float(existing.sum()),
        places=float(places.sum()),
        rows=float((needed * existing).sum() / existing.sum()),
        across=across,
    )


def _turn_rows(rules: MatchRules, mine: Integers, theirs: Integers) -> Integers:
    """int64[contexts, mine, theirs]: rows from the start of a turn to where every lane banks or
    almost no turn gets, plus the rows through which a turn that may not be banked runs on. Scores
    are in steps above the lowest."""
    n, bank = rules.scores, rules.ruleset.bank
    penalised = rules.takes_farkle and rules.fall > 0
    awarded = rules.takes_farkle and award_units(rules) > 0

    def own(score: Integers, other: Integers) -> Integers:
        # a turn may be handed on from farkle to farkle, while awards raise the scores
        missing = rules.missing(np.zeros_like(score) if awarded else score, other)
        return -(-missing // rules.step) + (1 if rules.exact_goal else rules.past)

    def arrive(score: Integers) -> Integers:
        # ... or penalties lower them
        above = np.full_like(score, n - 1) if penalised else score
        return above // rules.step + 2 + rules.forced

    mine, theirs = np.broadcast_arrays(mine[:, None], theirs)
    per_context = []
    for context in rules.contexts.all:
        minimum = bank.minimum if context.on_board else bank.opening_minimum
        least = rules.least_row(bank.opening_minimum if rules.takes_farkle else minimum)
        rows = np.maximum(own(mine, theirs), least + rules.forced)
        arrives = rules.takes_bank or bank.beat_previous
        if arrives:
            rows = np.maximum(rows, arrive(theirs))
        if rules.takes_farkle:
            rows = np.maximum(rows, np.maximum(own(theirs, mine), least + rules.forced))
            if arrives:
                rows = np.maximum(rows, arrive(mine))
        per_context.append(rows)
    # a question may be about a turn at any of these rows, and the turn goes on from there
    asked: Integers = np.stack(per_context)
    return asked + rules.forced


def _farthest_target(rules: MatchRules, most_rows: int) -> int:
    """How many distances to the target of a last turn are kept apart, where turns have that many
    rows at most."""
    return rules.scores + (most_rows + rules.moves.max_rise + 1) * rules.step + award_units(rules)


def _some(many: int) -> Integers:
    """int64[...]: `SAMPLES` of that many numbers from 0 on, evenly spread."""
    few = min(many, SAMPLES)
    return ((np.arange(few) + 0.5) * many / few).astype(np.int64)


def speedup(threads: int) -> float:
    """How many times as fast the work is with that many cores."""
    return 1.0 / (ALONE + (1.0 - ALONE) / threads)


def need(rules: MatchRules, threads: int) -> Need:
    """Estimate what a match needs from the sizes of its tables."""
    sizes = _sizes(rules)
    counted = rules.ending.rounds is not None
    disasters = bool(np.any(rules.moves.disaster_probability > 0))
    again = not counted and (rules.falls or disasters)
    sweeps = 1
    if again:
        sweeps = LINEAR_SWEEPS if rules.contexts.streaks > 1 else OFTEN_SWEEPS
        sweeps = SWEEPS if sizes.across else sweeps
    rows = filled = sizes.states * sizes.rows
    if rules.banks_rise:
        whole = sizes.states * rules.moves.max_rise * WHOLE_ROWS
        filled = min(rows, whole + rows * OTHER_ROWS)
    options = len(rules.moves.rise) * rules.ruleset.last_die_throws
    evaluations = CHAIN_EVALUATIONS if rules.falls or counted else EVALUATIONS
    solved = evaluations * filled * options / OPTIONS_PER_SECOND
    solved += evaluations * sizes.across * BANK_SECONDS
    seconds = sweeps * (solved / speedup(threads) + sizes.places * STATE_SECONDS)
    kept = 8 * (sizes.places + sizes.across)
    state_bytes = COUNTED_BYTES if counted and rules.lead is None else STATE_BYTES
    held = kept * (COPIES if again else 1) + sizes.places * state_bytes + PROGRAM_BYTES
    if rules.takes_farkle:
        held += HANDED_BYTES * sizes.across
    return Need(int(sizes.states), rows, held / 1e9, START_SECONDS + seconds)


def check_feasible(rules: MatchRules, threads: int) -> Need:
    """Refuse a match that is out of reach of this machine.

    Raises:
        UnsolvableError: with what it would need, and what would make it feasible.
    """
    wanted = need(rules, threads)
    if wanted.fits(MOST_STATES):
        return wanted
    raise UnsolvableError(
        f"this match is out of reach: it has {wanted.states:,} starts of turns, and "
        f"{wanted.words}. {_remedy(rules)}"
    )


def check_playable(rules: MatchRules) -> None:
    """Refuse to roll games of more states than this machine has memory for.

    Raises:
        UnsolvableError: with what they would need, and what would help.
    """
    sizes, memory = _sizes(rules), usable_bytes() / 1e9
    needed = (PROGRAM_BYTES + sizes.places * PLAYED_BYTES) / 1e9
    if needed > MEMORY_SHARE * memory:
        raise UnsolvableError(
            f"games of this match cannot be rolled: it has {int(sizes.states):,} starts of turns, "
            f"which would take about {_size(needed)} of memory (this machine has "
            f"{_size(memory)}). {_remedy(rules)}"
        )


def _remedy(rules: MatchRules) -> str:
    """What would make a match feasible."""
    advice = ["a lower goal"]
    if rules.ending.rounds is not None:
        advice.append("no goal, if it is almost never reached in that many rounds")
    if rules.unit < 50:
        advice.append(
            f"points with a larger common divisor than {rules.unit}: the time falls with its cube"
        )
    if rules.truncated:
        advice.append(f"a higher {named('floor')}")
    if rules.contexts.streaks > 3:
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
