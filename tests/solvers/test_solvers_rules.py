"""Every rule of the language under every objective: solved as on paper, or refused by name.

Most games are one die that is a coin: heads (a 1) scores 10, tails (a 6) farkles. Without further
rules one banks the first 10 points: 5 points per turn. The referee is held to the same values.
"""

from __future__ import annotations

import pytest

from campaign.turns import wrong_values
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.rolls import odds
from farklegen.solvers.expected import ExpectedScore, expected_score, left_out
from farklegen.solvers.reach import reach
from tests import referee
from tests.referee.games import COIN, coin, game, number, on_paper, two_coins
from tests.solvers.oracle import assert_inside

CASES = on_paper("turns")


@pytest.mark.parametrize("name", CASES)
def test_expected_score_by_rule(name: str) -> None:
    ruleset = CASES[name]["rules"]
    if refusal := CASES[name].get("refused"):
        for refuses in (solve, lambda ruleset: referee.expected_score(ruleset, 100)):
            with pytest.raises(UnsolvableError, match=refusal):
                refuses(ruleset)
        return
    found, slow = solve(ruleset), referee.expected_score(ruleset, 600)
    points = [found.points_per_turn, slow.low.points_per_turn, slow.high.points_per_turn]
    right = number(CASES[name].get("points", slow.high.points_per_turn))
    assert points == pytest.approx([right] * 3, abs=1e-6)
    assert_inside(found.points_per_turn, found.error, right, right)
    compared, wrong = wrong_values(found, slow, 40)
    assert (compared > 0, wrong) == (True, [])


@pytest.mark.parametrize("name", CASES)
def test_reach_by_rule(name: str) -> None:
    ruleset, right = CASES[name]["rules"], CASES[name].get("reach", {})
    tables = compile_scoring(ruleset)
    for points in {5, 20, 35, 50, 105, *right}:
        found, slow = reach(ruleset, tables, points), referee.reach(ruleset, points)
        assert slow.low - 1e-12 <= found.probability <= slow.high + 1e-12
        assert found.error < 1e-12
        if points in right:
            assert found.probability == pytest.approx(number(right[points]), abs=1e-9)


@pytest.mark.parametrize("name", CASES)
def test_odds_by_rule(name: str) -> None:
    found = {one.dice: one.farkle / one.rolls for one in odds(CASES[name]["rules"])}
    for dice, chance in CASES[name].get("farkle", {}).items():
        assert found[dice] == pytest.approx(number(chance))
    slow = referee.farkle_probabilities(CASES[name]["rules"])
    assert found == pytest.approx({dice: float(chance) for dice, chance in slow.items()})


def solve(ruleset: Ruleset) -> ExpectedScore:
    return expected_score(ruleset, compile_scoring(ruleset))


def test_reach_off_the_board_needs_the_opening_minimum() -> None:
    ruleset = coin(bank={"opening": 30})
    tables = compile_scoring(ruleset)
    assert reach(ruleset, tables, 10, on_board=False).probability == pytest.approx(0.125)
    assert referee.reach(ruleset, 10, on_board=False) == pytest.approx((0.125, 0.125))
    assert reach(ruleset, tables, 10, on_board=True).probability == pytest.approx(0.5)


def test_dice_that_never_farkle_are_refused_only_where_one_can_go_on_for_ever() -> None:
    # with two dice there is no farkle, but after a 1 and a 6 one die is left
    assert solve(two_coins(nothing=20, set_aside="all")).points_per_turn > 0
    with pytest.raises(UnsolvableError, match="never farkle"):
        solve(game(dice=2, combinations={"A": [10] * 6}))
    with pytest.raises(UnsolvableError, match="never farkle"):
        solve(game(dice=2, combinations={"1": 10}, die_weights=[1, 0, 0, 0, 0, 0]))


def test_rules_left_out_are_named_and_no_others() -> None:
    named = {
        "beat the bank before": coin(bank={"beat_previous": True}),
        "lowest score": coin(farkle={"streak": 2, "penalty": 6, "lowest_score": 0}),
        "Winning at once": coin(instant_win=["1"]),
        "disaster": coin(disaster=["2"]),
        "Taking over": coin(piggyback="both"),
    }
    assert len(left_out(coin())) == 1
    for rule, ruleset in named.items():
        out = left_out(ruleset)
        assert len(out) == 2
        assert rule in out[1]
        assert solve(ruleset).left_out == tuple(out)


def test_an_opening_minimum_that_no_turn_can_bank_is_refused() -> None:
    # loading refuses such rules where it notices; 45 and no more can be scored here
    for bank in ({"opening": 60}, {"opening": 39, "multiple_of": 10}):
        with pytest.raises(UnsolvableError, match="opening minimum"):
            solve(game(dice=3, combinations={"11": 45}, bank=bank))


def test_being_off_the_board_costs_the_points_of_the_turns_that_it_takes() -> None:
    # eleven heads in a row for the first bank: y + 5 = 2⁻¹¹ · 110 + (1 − 2⁻¹¹) · y
    solved = solve(coin(bank={"opening": 110}))
    assert solved.relative[1] == pytest.approx(110 - 5 * 2**11)


def test_a_table_too_large_for_memory_is_refused() -> None:
    bonus = {"points": 1_000_000_000}
    with pytest.raises(UnsolvableError, match="common divisor"):
        solve(coin(hot_dice_bonus=bonus))


def test_the_coin_has_two_faces() -> None:
    assert compile_scoring(coin()).total_weight.tolist() == [1, sum(COIN)]


def test_points_that_are_not_known_are_refused() -> None:
    """Some dice always score, the bonus grows, and what a turn may bring is known to no digit."""
    ruleset = Ruleset.model_validate({
        "dice": 2, "goal": 1, "combinations": {"6": 1, "2": 1, "1": 1, "A": (0, 0, 3, 6, 10, 0)},
        "hot_dice_bonus": {"points": 0, "step": 2}, "disaster": ("5A",),
    })  # fmt: skip
    with pytest.raises(UnsolvableError, match=r"may be .* points larger"):
        expected_score(ruleset, compile_scoring(ruleset))


def test_a_farkle_that_is_certain_is_no_more_than_certain() -> None:
    ruleset = Ruleset.model_validate(
        {
            "dice": 2,
            "goal": 5,
            "combinations": {"4": 1, "12": 6},
            "set_aside": "all",
            "last_die": "required",
            "farkle": {"keeps_turn_score": True, "first_roll_points": 1},
        }
    )
    assert solve(ruleset).farkle_probability == 1
