"""The card: the published ones, how it is kept short, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings

from farklegen import api
from farklegen.cards.card import BreakPoint, Card, CardTable, Row, make_card, numbers_to_remember
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.expected import ExpectedScore, Ranges, expected_score
from farklegen.solvers.turn_rules import situations
from tests.profiles import examples, running_deep
from tests.referee.games import coin, game, published, two_coins
from tests.solvers.data import computed, facebook_scoring, rules_called
from tests.solvers.each_rule import PLAIN, RULES
from tests.solvers.oracle import referee_card, soon_over
from tests.strategies import rulesets

USUAL: dict[str, Any] = {"1": 100, "5": 50, "AAA": [1000, 200, 300, 400, 500, 600]}
PLAYED = api.ruleset_names() if running_deep() else ("basic", "five-dice", "facebook", "dix-mille")
"""Built-in rules that the referee plays by the card, which takes some seconds but for `QUICK`."""

QUICK = ("basic", "five-dice")

LOSSES = computed()["card_loss"]


def card_of(ruleset: Ruleset, step: int | None = None) -> tuple[ExpectedScore, Card]:
    solved = expected_score(ruleset, compile_scoring(ruleset))
    return solved, make_card(ruleset, solved, step)


def break_points(table: CardTable, dice: int) -> dict[int, int]:
    """value -> from which turn score on."""
    row = next(row for row in table.rows if row.dice == dice)
    return {point.value: point.turn_score for point in row.points}


def test_the_published_card() -> None:
    entry = published("basic")
    _, card = card_of(entry["rules"])
    assert card.step == 50
    (table,) = card.tables
    for dice, points in entry["break_points"].items():
        assert break_points(table, dice) == points
    assert [row.dice for row in table.rows] == [6, 5, 4, 3, 2, 1]


def test_the_published_card_costs_exactly_nothing() -> None:
    solved, card = card_of(published("basic")["rules"])
    assert card.loss == 0
    assert card.points_per_turn == pytest.approx(solved.points_per_turn, rel=1e-12)
    assert card.farkle_probability == pytest.approx(solved.farkle_probability, rel=1e-9)
    assert card.tables[0].loss == 0


@pytest.mark.parametrize("row", LOSSES["cards"], ids=lambda row: f"{row['rules']}-{row['step']}")
def test_what_a_coarser_step_costs(row: dict[str, Any]) -> None:
    solved, card = card_of(rules_called(row["rules"]), row["step"])
    assert card.loss == pytest.approx(row["loss"], abs=LOSSES["tolerance"])
    assert card.loss == pytest.approx(solved.points_per_turn - card.points_per_turn, abs=1e-9)
    if "numbers" in row:
        assert card.numbers_to_remember == row["numbers"]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name not in QUICK)) for name in PLAYED]
)
def test_the_referee_scores_as_much_by_the_cards_of_built_in_rules(name: str) -> None:
    ruleset = api.builtin(name).ruleset
    _, card = card_of(ruleset)
    found = referee_card(ruleset, card)
    assert found.points_per_turn == pytest.approx(card.points_per_turn, rel=1e-11)
    assert found.farkle_probability == pytest.approx(card.farkle_probability, rel=1e-9)


@settings(max_examples=examples(8))
@given(ruleset=rulesets(max_dice=3))
def test_the_referee_scores_as_much_by_the_card(ruleset: Ruleset) -> None:
    assume(soon_over(ruleset))
    try:
        solved, card = card_of(ruleset)
    except UnsolvableError:
        assume(False)
    found = referee_card(ruleset, card)
    assume(all(turn.unresolved < 1e-9 for turn in found.turns.values()))
    assert found.points_per_turn == pytest.approx(card.points_per_turn, rel=1e-7, abs=1e-7)
    assert found.farkle_probability == pytest.approx(card.farkle_probability, abs=1e-7)
    assert card.points_per_turn <= solved.points_per_turn + solved.error + 1e-9
    assert card.loss >= 0
    assert [table.situation for table in card.tables] == list(situations(ruleset))
    for table in card.tables:
        assert table.loss >= 0


@pytest.mark.parametrize(("penalty", "tables"), [(0, 1), (500, 3)])
def test_a_card_for_each_count_of_farkles(penalty: int, tables: int) -> None:
    _, card = card_of(facebook_scoring(penalty))
    assert [table.situation.streak for table in card.tables] == list(range(tables))
    # the more farkles, the sooner one banks
    banks = [break_points(table, 4)[0] for table in card.tables]
    assert banks == sorted(banks, reverse=True)


@pytest.mark.parametrize("minimum", [500, 1000])
def test_below_a_high_minimum_a_short_rule_replaces_dozens_of_break_points(minimum: int) -> None:
    ruleset = game(goal=10_000, combinations=USUAL, bank={"minimum": minimum})
    solved, card = card_of(ruleset)
    (table,) = card.tables
    below = [p for row in table.rows[1:] for p in row.points if 0 < p.turn_score < minimum]
    assert len(below) <= 12
    assert card.numbers_to_remember <= 25
    assert card.loss < 0.02 * solved.points_per_turn
    found = referee_card(ruleset, card, 4000)
    assert found.points_per_turn == pytest.approx(card.points_per_turn, rel=1e-4)


def test_an_opening_minimum_is_a_table_of_its_own() -> None:
    _, card = card_of(api.builtin("ten-thousand").ruleset)
    on, off = card.tables
    assert (on.situation.on_board, off.situation.on_board) == (True, False)
    assert (on.situation.minimum, off.situation.minimum) == (0, 1000)
    # once on the board it is the card of the same rules without an opening
    _, without = card_of(published("ten-thousand")["rules"])
    assert on.rows == without.tables[0].rows
    assert card.points_per_turn == pytest.approx(without.points_per_turn, rel=1e-9)


def test_between_multiples_there_is_one_value_for_each_number_of_dice() -> None:
    ruleset = game(goal=10_000, combinations=USUAL, bank={"multiple_of": 100})
    solved, card = card_of(ruleset)
    (table,) = card.tables
    assert len(table.between_multiples) == 6
    assert any(value < 0 for value in table.between_multiples)
    assert all(value % 50 == 0 for value in table.between_multiples)
    assert card.loss < 0.01 * solved.points_per_turn
    scores = [point.turn_score for row in table.rows for point in row.points]
    assert max(scores) > 0
    assert all(score % 100 == 0 for score in scores)  # "from 250" would be from 300


def test_from_where_to_take_over() -> None:
    # fresh: ½ · 10 + ½ · 18 = 14; taking over 10 points: ½ · 20; 20 points: ½ · 30
    _, card = card_of(coin(piggyback="both", farkle={"first_roll_points": 18}))
    (ranges,) = card.tables[0].take_over
    assert (ranges.dice, ranges.ranges, ranges.start) == (1, ((20, None),), 20)


def test_taking_over_after_a_bank_only_what_can_have_been_banked() -> None:
    rules: dict[str, Any] = {"bank": {"minimum": 30}}
    _, after_bank = card_of(two_coins(piggyback="after_bank", **rules))
    _, after_farkle = card_of(two_coins(piggyback="after_farkle", **rules))
    assert all(r.start is None or r.start >= 30 for r in after_bank.tables[0].take_over)
    assert any(r.start is not None and r.start < 30 for r in after_farkle.tables[0].take_over)


def table_with(points: list[int], take_over: list[tuple[int, int | None]]) -> CardTable:
    (situation,) = situations(coin())
    row = Row(1, tuple(BreakPoint(-i, score) for i, score in enumerate(points)))
    return CardTable(situation, (row,), (), (Ranges(1, tuple(take_over)),), 0.0)


def test_numbers_to_remember_are_distinct_and_neither_zero_nor_past_the_goal() -> None:
    tables = (table_with([0, 50, 250, 950, 1000], []), table_with([0, 250, 400], []))
    assert numbers_to_remember(tables, 1000) == 4
    assert numbers_to_remember(tables, 10_000) == 5
    assert numbers_to_remember(tables, 300) == 2


def test_the_step_is_what_turn_scores_are_counted_in() -> None:
    assert card_of(game(dice=2, combinations={"1": 100, "5": 40}))[1].step == 20
    assert card_of(coin())[1].step == 10


def test_where_hot_dice_must_be_rolled_the_full_table_goes_on_past_a_low_goal() -> None:
    rules = {**RULES["required, bonus"], "goal": 100}
    ruleset = Ruleset.model_validate({**PLAIN, **rules})
    result = expected_score(ruleset, compile_scoring(ruleset))
    assert make_card(ruleset, result).loss == 0.0
