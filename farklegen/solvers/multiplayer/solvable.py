"""Which rules are solved for more than two players, and what solving them would need."""

from __future__ import annotations

from math import prod

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.match.feasibility import Need, speedup
from farklegen.solvers.match.match_rules import MatchRules, match_rules
from farklegen.solvers.multiplayer import MOST_PLAYERS
from farklegen.solvers.multiplayer.layout import Layout

OPTIONS_PER_SECOND = 9e9
"""Options that the core looks at in a second on one processor. All the chances of a state count as
one."""

EVALUATIONS = 3.0
"""About how often each turn is solved; last turns and turns of rounds once."""

ROUNDS, ROUND_SECONDS = 30.0, 0.0003
"""The same if dice that farkled may be taken over; and the seconds that cycles without rest cost
besides, for the cube of the scores."""

STATE_BYTES, SLOPE_BYTES, LEVEL_BYTES = 8, 4, 1500
"""Bytes of a number that is kept of each state, of its slope, and of a state of the level that is
worked on."""

SWEEPS = 15.0
"""About how often each turn is solved if scores may fall."""

SWEPT_BYTES = 400
"""Bytes of the turns of a state, which are kept from one sweep to the next."""

MOST_SWEPT = 3_000_000
"""A match with more starts of turns is refused if scores may fall."""

MOST_STATES = 40_000_000
"""A match with more starts of turns is refused."""


SWEPT_HELP, BEATEN_HELP = ", and so does farkle.lowest_score: 0", ", or no bank.beat_previous"
TAKEN_HELP = ", or no piggyback"


def several_rules(ruleset: Ruleset, tables: ScoringTables, players: int) -> MatchRules:
    """The rules as the solver for several players reads them.

    Raises:
        UnsolvableError: for a number of players that is not solved, or a rule; it says which.
    """
    if not 2 <= players <= MOST_PLAYERS:
        raise UnsolvableError(
            f"a match of {players} players is not solved, only of 2 to {MOST_PLAYERS}: the scores "
            "of all of them count"
        )
    return match_rules(ruleset, tables, None)


def check_feasible(rules: MatchRules, players: int, threads: int) -> Need:
    """Refuse a match that is out of reach of this machine; else return what it needs.

    Raises:
        UnsolvableError: with the number of states, and what would make it feasible.
    """
    found = need(rules, players, threads)
    sweeps = Layout(rules, players).sweeps
    most = MOST_SWEPT if sweeps else MOST_STATES
    if found.fits(most):
        return found
    why = f"at most {most:,} are solved{' where scores may fall' if sweeps else ''}"
    if found.states <= most:
        why = found.words
    raise UnsolvableError(
        f"this match of {players} players is out of reach: it has {found.states:,} starts of "
        f"turns, and {why}. A lower goal helps, and "
        f"points with a larger common divisor{SWEPT_HELP if rules.lowest < 0 else ''}"
        f"{BEATEN_HELP if rules.ruleset.bank.beat_previous else ''}"
        f"{TAKEN_HELP if rules.takes_bank or rules.takes_farkle else ''}"
    )


def need(rules: MatchRules, players: int, threads: int) -> Need:
    """About what a match needs, from the sizes of the tables."""
    layout = Layout(rules, players)
    options, n, step = len(rules.every_move.rise), rules.scores, rules.step
    sweeps = layout.sweeps
    times = 1.0 if layout.rounds else SWEEPS if sweeps else EVALUATIONS
    before = [group for group in layout.groups if group.left is None]
    main = sum(prod(group.lanes) for group in before)
    last = sum(prod(group.lanes) for group in layout.groups if group.left)
    longest = max((group.shape[0] for group in layout.groups if group.left), default=0)
    # turns that know the turn before are in no cycle
    knowing = sum(prod(group.lanes) for group in before if group.row_units)
    solved = times * main - (0.0 if sweeps else times - 1.0) * knowing
    if layout.hands_back and not layout.rounds:
        solved = ROUNDS * knowing
    work = solved * (n / step / 2 + rules.past)
    work += last * (longest / step / 2 + rules.past)
    seconds = work * options * (players - 1) / 2 / OPTIONS_PER_SECOND
    numbers = float(layout.size * (players - 1))
    held = STATE_BYTES * numbers + SLOPE_BYTES * main + SWEPT_BYTES * main * sweeps
    level = float(n) ** (players - 1) * LEVEL_BYTES
    apart = ROUND_SECONDS * n**3 if layout.hands_back else 0.0
    return Need(
        states=layout.states,
        rows=work,
        gigabytes=(held + level + 8e7) / 1e9,
        seconds=seconds / speedup(threads) + apart,
    )
