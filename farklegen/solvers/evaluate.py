"""The exact results of a policy: how its turns end, and what it scores in the long run, or in some
rounds.

One pass forward through the table gives how often each state is visited; the ends of the turn
follow from these visits. Over many turns the situations follow each other as a Markov chain; its
long-run shares weigh the points of their turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats, PolicyTable, Turn, Written
from farklegen.core.binding import core
from farklegen.policies.policy import TurnPolicy
from farklegen.solvers.decisions import probability
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.turn_rules import Situation, TurnRules

NEGLIGIBLE_BEYOND = 1e-12
"""Chance of a turn above the table that is left out of the figures of a policy."""

LEAST_RISES = 4
"""Largest single rises that the first table has room for: most turns end below."""

FARTHEST_CELLS = 4_000_000
"""Cells of the longest table in which a policy is followed."""


@dataclass(frozen=True)
class TurnOutcome:
    """How a turn ends under a policy.

    Attributes:
        points: expected points of the turn, penalty included.
        spread: their standard deviation.
        farkle_probability: chance that the turn ends in a farkle.
        disaster_probability: chance that it ends in a disaster.
        distribution: (points, probability) of every result, smallest first. Below zero: a penalty.
        following: float64[situations], chance of each next situation.
        visits: float64[rows, columns], chance that the turn passes through each state.
        beyond: chance that the turn runs above the table and is not banked there; the points of
            such turns are not in the figures above.
    """

    KEYS = ("points", "spread", "farkle_probability", "disaster_probability", "distribution")

    points: float
    spread: float
    farkle_probability: float
    disaster_probability: float
    distribution: tuple[tuple[int, float], ...]
    following: Floats
    visits: Floats
    beyond: float


def follow(
    moves: TurnMoves,
    rules: TurnRules,
    state: Situation,
    situations: int,
    policy_for: Callable[[int], TurnPolicy],
    rows: int,
) -> TurnOutcome:
    """Follow a policy through one turn, on a table made longer until almost no turn runs above it.

    Args:
        moves: the moves the policy may choose from.
        rules: what ends of the turn pay.
        state: the situation at the start of the turn.
        situations: how many situations there are.
        policy_for: the policy for a number of rows, with `moves.max_rise` rows more.
        rows: rows to begin with, at least.
    """
    rows = max(rows, LEAST_RISES * moves.max_rise)
    while True:
        outcome = play_turn(moves, rules, state, situations, policy_for(rows))
        longer = 2 * rows
        if outcome.beyond <= NEGLIGIBLE_BEYOND or longer * moves.columns > FARTHEST_CELLS:
            return outcome
        rows = longer


def play_turn(
    moves: TurnMoves,
    rules: TurnRules,
    state: Situation,
    situations: int,
    policy: TurnPolicy,
) -> TurnOutcome:
    """Follow a policy through one turn.

    Args:
        moves: the moves the policy may choose from.
        rules: what ends of the turn pay.
        state: the situation at the start of the turn.
        situations: how many situations there are.
        policy: it is followed up to the last rows, as many as a move can rise.
    """
    rows = len(policy.worth) - moves.max_rise
    visits = visits_of(policy, moves)
    points = np.arange(len(visits)) * moves.unit
    banked = (visits * policy.banks).sum(axis=1)
    rolled = visits[:rows] * ~policy.banks[:rows]
    farkles = rolled * moves.farkle_probability
    disaster = (rolled * moves.disaster_probability).sum()
    paid = rules.farkle_banks(moves, points[:rows].astype(np.float64))

    results = np.concatenate(
        [points, np.rint(paid.ravel()).astype(np.int64) - state.penalty, np.zeros(1, np.int64)]
    )
    chances = np.concatenate([banked, farkles.ravel(), [disaster]])
    worth, place = np.unique(results[chances > 0], return_inverse=True)
    chance = np.bincount(place, chances[chances > 0], minlength=len(worth))
    mean = float(chance @ worth)

    following = np.zeros(situations)
    following[0] += banked.sum()
    following[state.after_paid_farkle] += farkles[paid > 0].sum()
    following[state.after_farkle] += farkles[paid <= 0].sum()
    following[state.after_disaster] += disaster
    return TurnOutcome(
        points=mean,
        spread=float(np.sqrt(chance @ (worth - mean) ** 2)),
        farkle_probability=probability(farkles.sum()),
        disaster_probability=probability(disaster),
        distribution=tuple(zip(worth.tolist(), chance.tolist(), strict=True)),
        following=following,
        visits=visits[:rows],
        beyond=float((visits * ~policy.banks)[rows:].sum()),
    )


class TurnVisits(NamedTuple):
    """Where the core's `policy.cpp` counts visits: float64[rows * columns]."""

    visits: Written[Floats]


def table_of(turn: Turn, tables: Sequence[TurnPolicy], *, with_choices: bool = True) -> PolicyTable:
    """Tables of policies, of equally many rows; by default with the options that they take."""
    worth = np.ascontiguousarray([table.worth.ravel() for table in tables], np.float64)
    banks = np.ascontiguousarray([table.banks.ravel() for table in tables], np.int64)
    tolerance = np.array([table.tolerance for table in tables], np.float64)
    rows, sets = len(tables[0].worth), len(turn.probability)
    choice = np.zeros((len(tables), rows * sets), np.int32)
    highest, top = np.zeros((2, sets), np.int64)
    rise, column = np.divmod(turn.offset, turn.columns)
    table = PolicyTable(worth, banks, tolerance, choice, highest, top, rise, column, rows)
    if with_choices:
        core().call("choices", turn, table)
    return table


def visits_of(policy: TurnPolicy, moves: TurnMoves) -> Floats:
    """How often a turn played by a policy comes to each state: float64[rows, columns].

    Only rows from which no move leads out of the table are followed: the last rows, as many as a
    move can rise, only collect.
    """
    visits, turn = np.empty(policy.worth.shape), moves.in_order
    table = table_of(turn, [policy], with_choices=False)
    core().call("turn_visits", turn, table, TurnVisits(visits))
    return visits


def situation_shares(outcomes: Sequence[TurnOutcome]) -> Floats:
    """float64[situations], the share of turns that begin in each situation in the long run, if
    turns end like that; the first one is on the board without farkles.

    The shares solve pi = pi P with sum one, over the situations that the first one leads to: play
    never leaves the first one for good, and a player who is on the board stays there.
    """
    step = np.array([outcome.following for outcome in outcomes])
    leads = (step > 0).tolist()
    lasting, found = {0}, [0]
    for place in found:
        more = [to for to, reached in enumerate(leads[place]) if reached and to not in lasting]
        lasting.update(more)
        found.extend(more)
    kept = sorted(lasting)
    size = len(kept)
    shares = np.zeros(len(outcomes))
    shares[kept] = 1.0
    if size > 1:
        balance = np.vstack([(np.eye(size) - step[np.ix_(kept, kept)]).T[1:], np.ones(size)])
        shares[kept] = np.linalg.solve(balance, np.eye(size)[-1])
    return shares


def total_of(outcomes: Sequence[TurnOutcome], start: int, rounds: int) -> float:
    """What a strategy brings in that many rounds that begin in situation `start`, points;
    `outcomes` is how its turns end in each situation."""
    points = np.array([outcome.points for outcome in outcomes])
    following = np.stack([outcome.following for outcome in outcomes])
    total = np.zeros(len(points))
    for _ in range(rounds):
        total = points + following @ total
    return float(total[start])
