"""Holding the fast solvers against the slow referee: what the property tests share."""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from campaign.turns import WIDTH, outside, soon_over
from farklegen.cards.card import Card
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables, compile_scoring
from farklegen.scoring.rolls import odds
from farklegen.solvers.expected import ExpectedScore, expected_score
from tests import referee
from tests.referee import State

__all__ = [
    "assert_inside",
    "odds_of_rolls",
    "referee_card",
    "scoring_of_rolls",
    "solve_both",
    "soon_over",
]


def solve_both(ruleset: Ruleset, cap: int) -> tuple[ExpectedScore, referee.ExpectedScore] | None:
    """Both solutions, or None where both refuse the ruleset; refusing alone is an error."""
    slow = fast = None
    with suppress(UnsolvableError):
        slow = referee.expected_score_within(ruleset, WIDTH, cap, 8 * cap)
    with suppress(UnsolvableError):
        fast = expected_score(ruleset, compile_scoring(ruleset))
    assert (fast is None) == (slow is None), "one refuses the ruleset, the other solves it"
    return None if fast is None or slow is None else (fast, slow)


def assert_inside(value: float, error: float, low: float, high: float) -> None:
    """The value, which may be too small by `error`, agrees with the bounds of the referee."""
    assert not outside(value, error, low, high), f"{value} (+ {error}) is not in {low} to {high}"


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
    player = referee.CardPlayer(ruleset, by_state, between)
    return referee.evaluate_policy(ruleset, player.decide, cap)


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


def odds_of_rolls(ruleset: Ruleset) -> None:
    """The odds are what the referee counts roll by roll; what no roll has is left out."""
    slow = referee.odds(ruleset)
    for found in odds(ruleset):
        counted = slow[found.dice]
        best = {name: share * found.rolls for name, share in counted.best.items()}
        contains = {name: share * found.rolls for name, share in counted.contains.items() if share}
        lines = {line.patterns[0]: line for line in found.combinations}
        ends = (found.farkle, found.disaster, found.instant_win)
        names = ("farkle", "disaster", "instant win")
        assert ends == tuple(best.pop(name, 0) for name in names)
        assert {name: line.best for name, line in lines.items() if line.best} == best
        nothing = lines.pop("nothing", None)
        assert nothing is None or nothing.contains >= nothing.best  # a disaster may have nothing
        assert {name: line.contains for name, line in lines.items()} == contains
