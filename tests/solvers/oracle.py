"""Holding the fast solvers against the slow referee: what the property tests share."""

from __future__ import annotations

import math
from contextlib import suppress

import numpy as np

from farklegen import referee
from farklegen.cards.card import Card
from farklegen.errors import UnsolvableError
from farklegen.referee import Position, State
from farklegen.referee.tail import least_chance_of_ending
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.expected import ExpectedScore, expected_score

WIDTH = 1e-7
"""Points between the referee's bounds at which a comparison says something to the last digit."""


def soon_over(ruleset: Ruleset) -> bool:
    """Whether turns end soon enough for the referee to follow one to its end in a moment.

    The referee visits every position that a turn can come to, one by one. Where a turn hardly ever
    ends there are very many, and with a hot-dice bonus that grows most of them are new: the square
    of the hot dice so far is added to the turn score. The chance asked for has nothing to do with
    what a solver may get wrong; `FARKLEGEN_HYPOTHESIS=deep` draws rulesets close to it.
    """
    turn = referee.Turn(ruleset)
    bonus, bank = ruleset.hot_dice_bonus, ruleset.bank
    chances = turn.chances(ruleset.dice)
    forced = ruleset.hot_dice == "required" or turn.unit % bank.multiple_of != 0
    if (
        bonus is not None
        and bonus.step
        and chances.farkle + chances.disaster < (0.5 if forced else 0.25)
    ):
        return False
    return least_chance_of_ending(turn, len(turn.reachable_dice)) > 0.2


def solve_both(ruleset: Ruleset, cap: int) -> tuple[ExpectedScore, referee.ExpectedScore] | None:
    """Both solutions, or None where both refuse the ruleset; refusing alone is an error."""
    slow = fast = None
    with suppress(UnsolvableError):
        slow = referee.expected_score_within(ruleset, WIDTH, cap, 16 * cap)
    with suppress(UnsolvableError):
        fast = expected_score(ruleset, compile_scoring(ruleset))
    assert (fast is None) == (slow is None), "one refuses the ruleset, the other solves it"
    return None if fast is None or slow is None else (fast, slow)


def assert_inside(value: float, error: float, low: float, high: float) -> None:
    """The value, which may be too small by `error`, agrees with the bounds of the referee."""
    slack = 1e-9 * max(1.0, abs(low), abs(high))
    assert value + error >= low - slack
    assert value <= high + slack


def compare_values(fast: ExpectedScore, slow: referee.ExpectedScore, most_rows: int) -> int:
    """Compare V in every state that can occur below `most_rows`; returns how many were compared."""
    moves = fast.moves
    compared = 0
    for strategy in fast.strategies:
        state = State(strategy.situation.on_board, strategy.situation.streak)
        for row, column in np.argwhere(fast.reachable[:most_rows]):
            hot, dice = divmod(int(column), moves.dice)
            if hot > fast.hot_dice:
                continue
            position = Position(dice + 1, int(row) * moves.unit, hot)
            low, high = slow.low.value(state, position), slow.high.value(state, position)
            if abs(high - low) > 1e-6 or math.isinf(low):
                continue
            value = float(strategy.value[row, column])
            assert abs(value - low) <= 1e-6 * max(1.0, abs(low)) + fast.error, (
                state,
                position,
                value,
                low,
                high,
            )
            compared += 1
    return compared


def referee_card(ruleset: Ruleset, card: Card, cap: int | None = None) -> referee.Evaluation:
    """What the referee's card player gets by the same card."""
    by_state = {
        State(t.situation.on_board, t.situation.streak): {
            row.dice: [(p.value, p.turn_score) for p in row.points] for row in t.rows
        }
        for t in card.tables
    }
    between = {
        State(t.situation.on_board, t.situation.streak): {
            ruleset.dice - i: value for i, value in enumerate(t.between_multiples)
        }
        for t in card.tables
        if t.between_multiples
    }
    return referee.evaluate_card(ruleset, {}, by_state, cap, between)


def scoring_of_rolls(ruleset: Ruleset, tables: ScoringTables) -> None:
    """Every option set with its probability is what the referee finds roll by roll."""
    rolls = referee.Rolls(ruleset)
    for dice in range(1, ruleset.dice + 1):
        expected: dict[frozenset[tuple[int, int]], list[float]] = {}
        ends = {"farkle": 0.0, "instant farkle": 0.0, "disaster": 0.0}
        for roll, chance in rolls.of(dice):
            options = frozenset((s.dice, s.points) for s in rolls.scorings(roll))
            wins = rolls.wins_at_once(roll)
            if not wins and rolls.is_disaster(roll):
                ends["disaster"] += float(chance)
            elif options:
                expected.setdefault(options, [0.0, 0.0])[wins] += float(chance)
            else:
                ends["instant farkle" if wins else "farkle"] += float(chance)
        total = int(tables.total_weight[dice])
        found = {}
        for i in np.flatnonzero(tables.set_dice == dice):
            here = slice(tables.set_start[i], tables.set_start[i + 1])
            pairs = zip(tables.option_used[here], tables.option_points[here], strict=True)
            key = frozenset((int(used), int(p) * tables.unit) for used, p in pairs)
            assert key not in found, "option sets are distinct"
            found[key] = [
                int(tables.set_weight[i]) / total,
                int(tables.set_instant_weight[i]) / total,
            ]
        assert found.keys() == expected.keys()
        for key, chances in found.items():
            np.testing.assert_allclose(chances, expected[key], atol=1e-15)
        np.testing.assert_allclose(
            [
                int(tables.farkle_weight[dice]) / total,
                int(tables.instant_farkle_weight[dice]) / total,
                int(tables.disaster_weight[dice]) / total,
            ],
            [ends["farkle"], ends["instant farkle"], ends["disaster"]],
            atol=1e-15,
        )
