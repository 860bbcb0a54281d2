"""Situations in which one ruleset banks and another rolls on, for the most points.

A situation is a number of dice to roll and a turn score, of a player who is on the board and did
not farkle on the turn before. It is looked at if it occurs and may be banked in at least two of the
rulesets, below the goal of all. In each of them the other choice costs

    |expected points of rolling on - of banking|          each time, and
    that times the chance that a turn gets there          on average, in every turn:

no turn comes twice to one turn score with one number of dice, so the second is exactly what
this one mistake costs. It is counted where the best play of the ruleset comes by. Situations with
neighbouring turn scores and the same choices are put together, and what they cost is added up over
all rulesets: what matters most comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Floats
from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.expected import TIE, ExpectedScore, reachable_states

LEAST = 1e-9
"""Points in a turn below which a difference is of no interest."""

MOST_ROWS = 4096
"""Turn scores of one number of dice that are looked at, from zero."""


class BestPlay(NamedTuple):
    """The best play of one ruleset in a situation.

    Attributes:
        banks: whether it banks.
        cost: points that the other choice loses, each time.
        chance: that a turn of the best play gets there.
    """

    banks: bool
    cost: float
    chance: float

    @property
    def per_turn(self) -> float:
        """Points that the other choice there loses in a turn, on average."""
        return self.cost * self.chance


@dataclass(frozen=True)
class Difference:
    """Neighbouring situations in which rulesets choose differently.

    Attributes:
        dice: to roll.
        first, last: turn scores, points.
        choices: of each ruleset: what the other choice costs is that of all these situations for
            each turn, and of the one in `at` for each time. None where the situations do not occur,
            or may not be banked.
        at: the turn score in which the other choice costs most in a turn.
    """

    dice: int
    first: int
    last: int
    at: int
    choices: tuple[BestPlay | None, ...]
    per_turn: tuple[float, ...]

    @property
    def weight(self) -> float:
        """Points in a turn, over all rulesets."""
        return sum(self.per_turn)


def differences(
    rulesets: Sequence[Ruleset], results: Sequence[ExpectedScore | None]
) -> tuple[Difference, ...]:
    """All of them, those that cost most first.

    Args:
        rulesets: the rules.
        results: their best play; None where there is none. Rulesets with dice of different kinds
            are left out: what they leave to roll is no number of dice.
    """
    goal = min(ruleset.extent for ruleset in rulesets)
    tables = [
        _choices(ruleset, result, goal) if result is not None and hands_of(ruleset).alike else None
        for ruleset, result in zip(rulesets, results, strict=True)
    ]
    situations = sorted({key for table in tables if table for key in table})
    found: list[Difference] = []
    run: list[tuple[int, tuple[BestPlay | None, ...]]] = []
    before: tuple[int, tuple[bool | None, ...]] | None = None
    for dice, points in situations:
        choices = tuple(None if t is None else t.get((dice, points)) for t in tables)
        banks = tuple(None if choice is None else choice.banks for choice in choices)
        differs = True in banks and False in banks
        if sum(bank is not None for bank in banks) < 2:
            continue
        if run and before != (dice, banks):
            found.append(_joined(before, run))
            run = []
        if differs:
            run.append((points, choices))
        before = (dice, banks)
    if run:
        found.append(_joined(before, run))
    told = [difference for difference in found if difference.weight > LEAST]
    return tuple(sorted(told, key=lambda d: (-d.weight, d.dice, d.first)))


def _joined(
    at: tuple[int, tuple[bool | None, ...]] | None,
    run: list[tuple[int, tuple[BestPlay | None, ...]]],
) -> Difference:
    """Neighbouring situations with the same choices as one difference."""
    assert at is not None
    sums = [sum(choice.per_turn for choice in choices if choice) for _, choices in run]
    worst, choices = run[int(np.argmax(sums))]
    per_turn = tuple(
        sum(choice.per_turn for _, all_choices in run if (choice := all_choices[i]))
        for i in range(len(choices))
    )
    return Difference(at[0], run[0][0], run[-1][0], worst, choices, per_turn)


def _choices(ruleset: Ruleset, result: ExpectedScore, goal: int) -> dict[tuple[int, int], BestPlay]:
    """The choice in every situation that occurs and may be banked, by dice and turn score.

    Where the count of hot dice matters, only turn scores with one choice whatever the count.
    """
    moves, strategy = result.moves, result.strategies[0]
    unit = moves.unit
    rows = min(-(-goal // unit), MOST_ROWS)
    rolling, banks = _extended(result, rows)
    visits = np.zeros((rows, moves.columns))
    known = strategy.outcome.visits[:rows]
    visits[: len(known)] = known
    asked = reachable_states(ruleset, moves, rows)
    asked &= result.rules.may_bank(moves, strategy.situation.minimum, rows)
    asked[0] = False
    shape = (rows, moves.hot_counts, moves.dice)
    asked, banks = asked.reshape(shape), banks.reshape(shape)
    rolling, visits = rolling.reshape(shape), visits.reshape(shape)
    found = {}
    for row, column in zip(*np.nonzero(np.any(asked, axis=1)), strict=True):
        here = asked[row, :, column]
        choices = banks[row, here, column]
        if choices.any() != choices.all():
            continue
        gains, often = rolling[row, here, column], visits[row, here, column]
        weights = often if often.sum() > 0 else np.ones_like(often)
        gain = float(gains @ weights / weights.sum())
        choice = BestPlay(bool(choices[0]), abs(gain), float(often.sum()))
        found[int(column) + 1, int(row) * unit] = choice
    return found


def _extended(result: ExpectedScore, rows: int) -> tuple[Floats, Booleans]:
    """What rolling on gains over banking, points, and where to bank, in so many rows."""
    strategy, unit = result.strategies[0], result.moves.unit
    points = np.arange(rows)[:, None] * float(unit)
    slope, constant = strategy.rolling_above
    gain = (slope - 1.0) * points + constant
    banks = np.broadcast_to(strategy.value_above == 0, gain.shape).copy()
    known = min(rows, result.rows)
    gain[:known] = strategy.rolling[:known]
    banks[:known] = strategy.bank[:known] | (
        strategy.may_bank[:known] & (np.abs(gain[:known]) <= TIE * np.maximum(1.0, points[:known]))
    )
    return gain, banks
