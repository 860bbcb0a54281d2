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

from farklegen.core.arrays import VECTOR, Floats, Integers, Written
from farklegen.core.binding import core
from farklegen.policies.policy import TurnPolicy
from farklegen.solvers.choices import probability
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


class Passing(NamedTuple):
    """A turn for the core's `passing.cpp`; see `visits_of`. A column of a table is `height` long,
    some more than there are rows.

    Attributes:
        worth: float64[columns, height].
        banks: int64[columns, height], -1 where the turn is banked.
        ahead: int64[options], how far the state that it leads to is ahead in such a table.
        order: int64[options], preference << 32 and the offset.
        chosen: room for vectors of options of all sets, and one more number for each column.
    """

    row: int
    column: int
    max_rise: int
    worth: Floats
    banks: Integers
    tolerance: float
    ahead: Integers
    order: Integers
    option_start: Integers
    column_start: Integers
    probability: Floats
    chosen: Written[Integers]
    visits: Written[Floats]


def visits_of(
    policy: TurnPolicy, moves: TurnMoves, start_row: int = 0, start_column: int | None = None
) -> Floats:
    """How often a turn played by a policy comes to each state: float64[rows, columns].

    Starts one turn at (start_row, start_column), which is always rolled; elsewhere the policy says
    where the turn is banked. From each set the turn takes an option whose state is worth most.
    Among options within the policy's tolerance of the best, an option that leads to a state in
    which you bank comes first, then the one with the highest preference. Only rows from which no
    move leads out of the table are followed: the last rows, as many as a move can rise, only
    collect.

    Args:
        policy: worths and banks, float64 and bool[rows, columns].
        moves: the moves that it chooses from; their preferences are all different.
        start_row, start_column: where the turn begins; by default with all dice.
    """
    worth, offset = policy.worth, moves.offset
    start_column = moves.column(moves.dice) if start_column is None else start_column
    rows, columns = worth.shape
    height = rows + VECTOR
    by_column = np.zeros((columns, height))
    by_column[:, :rows] = worth.T
    banked = np.zeros((columns, height), np.int64)
    np.negative(policy.banks.T, out=banked[:, :rows], dtype=np.int64)
    visits = np.empty(worth.size)
    core().call(
        "pass_on",
        Passing(
            start_row,
            start_column,
            int(offset.max()) // columns,
            by_column.ravel(),
            banked.ravel(),
            policy.tolerance,
            offset % columns * height + offset // columns,
            (moves.preference << 32) + offset,
            moves.option_start,
            moves.column_start,
            moves.set_probability,
            np.empty(len(moves.option_start) * VECTOR + columns, np.int64),
            visits,
        ),
    )
    return visits.reshape(worth.shape)


@dataclass(frozen=True)
class Average:
    """The long run of a policy.

    Attributes:
        points_per_turn: g, points.
        frequency: float64[situations], share of turns played in each situation in the long run.
        farkle_probability: share of turns that end in a farkle.
    """

    points_per_turn: float
    frequency: Floats
    farkle_probability: float


def long_run_average(outcomes: Sequence[TurnOutcome]) -> Average:
    """Put the turns of all situations together; the first one is on the board without farkles.

    The shares of the situations solve pi = pi P with sum one, over the situations that the first
    one leads to: play never leaves the first one for good, and a player who is on the board stays
    there.
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
    frequency = np.zeros(len(outcomes))
    frequency[kept] = 1.0
    if size > 1:
        balance = np.vstack([(np.eye(size) - step[np.ix_(kept, kept)]).T[1:], np.ones(size)])
        frequency[kept] = np.linalg.solve(balance, np.eye(size)[-1])
    return Average(
        points_per_turn=float(frequency @ [outcome.points for outcome in outcomes]),
        frequency=frequency,
        farkle_probability=probability(
            float(frequency @ [each.farkle_probability for each in outcomes])
        ),
    )


def total_of(outcomes: Sequence[TurnOutcome], start: int, rounds: int) -> float:
    """What a strategy brings in that many rounds that begin in situation `start`, points;
    `outcomes` is how its turns end in each situation."""
    points = np.array([outcome.points for outcome in outcomes])
    following = np.stack([outcome.following for outcome in outcomes])
    total = np.zeros(len(points))
    for _ in range(rounds):
        total = points + following @ total
    return float(total[start])
