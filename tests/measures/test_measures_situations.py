"""Situations in which the best play differs: each mistake costs what playing it costs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from farklegen.measures import Difference, differences
from farklegen.policies.policy import TurnPolicy
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.evaluate import play_turn
from farklegen.solvers.expected import TIE, ExpectedScore, expected_score

DICE = "goal: 3000\ndice: 3\n"
POOR = load_text(DICE + "combinations: {1: 100, 5: 50, AAA: 300}\n").ruleset
RICH = load_text(DICE + "combinations: {1: 100, 5: 50, AAA: 1500}\nbank: {minimum: 100}\n").ruleset
COARSE = load_text(DICE + "combinations: {1: 100, AAA: 600}\n").ruleset


def solved(ruleset: Ruleset) -> ExpectedScore:
    return expected_score(ruleset, compile_scoring(ruleset))


def found(*rulesets: Ruleset) -> tuple[Difference, ...]:
    return differences(rulesets, [solved(ruleset) for ruleset in rulesets])


def cost_of_doing_otherwise(ruleset: Ruleset, difference: Difference) -> float:
    """Points of a turn that is played with the other choice in the costliest of these
    situations."""
    result = solved(ruleset)
    strategy, moves = result.strategies[0], result.play
    rows = 60
    assert rows * moves.unit > 2 * difference.last
    assert result.rows <= rows
    worth = np.arange(rows + moves.max_rise)[:, None] * np.full(moves.columns, float(moves.unit))
    banks = np.ones(worth.shape, bool)
    worth[: result.rows] += strategy.value[: result.rows]
    banks[: result.rows] = strategy.bank[: result.rows]
    banks[difference.at // moves.unit, difference.dice - 1] ^= True
    # the dice are set aside as before: what states are worth is not changed
    policy = TurnPolicy(worth, banks, TIE * float(worth[0].max()))
    other = play_turn(moves, result.rules, strategy.situation, 1, policy)
    return strategy.outcome.points - other.points


@pytest.mark.parametrize("rulesets", [(POOR, RICH), (POOR, COARSE), (POOR, RICH, COARSE)])
def test_each_costs_what_it_costs_to_play_the_other_choice(rulesets: tuple[Ruleset, ...]) -> None:
    every = found(*rulesets)
    assert every
    for difference in every:
        for ruleset, choice in zip(rulesets, difference.choices, strict=True):
            if choice is not None:
                lost = cost_of_doing_otherwise(ruleset, difference)
                assert choice.per_turn == pytest.approx(lost, abs=1e-9)
        if difference.first == difference.last:
            alone = sum(choice.per_turn for choice in difference.choices if choice)
            assert difference.weight == pytest.approx(alone)


def test_one_banks_and_another_rolls_in_each_and_the_costliest_comes_first() -> None:
    every = found(POOR, RICH)
    for difference in every:
        one, other = difference.choices
        assert one is not None
        assert other is not None
        assert one.banks != other.banks
        assert one.cost > 0
        assert other.cost > 0
        assert difference.first <= difference.at <= difference.last
    assert [d.weight for d in every] == sorted((d.weight for d in every), reverse=True)


def test_situations_that_do_not_occur_or_may_not_be_banked_are_left_out() -> None:
    for difference in found(POOR, RICH):
        assert difference.first >= 100  # the second ruleset banks nothing below
    for difference in found(POOR, RICH, COARSE):
        if difference.at % 100:
            assert difference.choices[2] is None


def test_rulesets_that_play_the_same_differ_nowhere() -> None:
    assert found(POOR, POOR) == ()


def test_a_ruleset_without_expected_score_has_no_choices() -> None:
    every = differences([POOR, RICH, POOR], [solved(POOR), solved(RICH), None])
    assert {difference.choices[2] for difference in every} == {None}
    assert [replace(d, choices=d.choices[:2]) for d in every] == list(found(POOR, RICH))
