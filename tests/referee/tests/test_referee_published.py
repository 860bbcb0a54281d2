"""The referee against published numbers for six dice."""

from __future__ import annotations

from functools import cache
from math import ceil

import pytest

from tests.referee import (
    CardPlayer,
    ExpectedScore,
    State,
    evaluate_card,
    evaluate_policy,
    expected_score,
)
from tests.referee.games import published

ON = State(True, 0)


@cache
def solved(name: str, cap: int) -> ExpectedScore:
    return expected_score(published(name)["rules"], cap)


def card_of(entry: dict[str, dict[int, dict[int, int]]]) -> dict[int, list[tuple[int, int]]]:
    return {dice: list(rows.items()) for dice, rows in entry["break_points"].items()}


def test_points_per_turn() -> None:
    entry, bounds = published("basic"), solved("basic", 6000)
    value, tolerance = (entry["expected_score"][key] for key in ("points_per_turn", "tolerance"))
    assert bounds.low.points_per_turn == pytest.approx(value, abs=tolerance)
    assert bounds.high.points_per_turn == pytest.approx(value, abs=tolerance)


def test_farkle_probability_of_the_best_turn() -> None:
    entry = published("basic")
    policy = solved("basic", 6000).low.decide
    found = evaluate_policy(entry["rules"], policy)
    wanted = entry["farkle_probability"]
    assert found.farkle_probability == pytest.approx(wanted["value"], abs=wanted["tolerance"])


def test_break_points_are_the_values_rounded_up_to_fifty() -> None:
    entry = published("basic")
    best = solved("basic", 6000).low
    player = CardPlayer(entry["rules"], card_of(entry))
    for position in best.turn.reachable_positions(6000):
        if position.dice < 6:  # the card has no row for six dice
            rounded_up = 50 * ceil(best.value(ON, position) / 50)
            assert rounded_up == player.value(ON, position)


def test_the_published_card_loses_nothing() -> None:
    entry = published("basic")
    found = evaluate_card(entry["rules"], card_of(entry))
    value = entry["expected_score"]
    assert found.points_per_turn == pytest.approx(value["points_per_turn"], abs=value["tolerance"])
