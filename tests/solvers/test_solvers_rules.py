"""Every rule of the language under every objective: solved as on paper, or refused by name.

Most games are one die that is a coin: heads (a 1) scores 10, tails (a 6) farkles. Without further
rules one banks the first 10 points: 5 points per turn. The referee is held to the same values.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.odds import odds
from farklegen.solvers.expected import ExpectedScore, expected_score, left_out
from farklegen.solvers.reach import reach
from tests import referee
from tests.referee.games import COIN, coin, game, two_coins
from tests.solvers.oracle import assert_inside


@dataclass(frozen=True)
class Case:
    """A rule, the smallest game in which it matters, and what each objective says of it.

    Attributes:
        rule: which rule it is about.
        ruleset: the game.
        expected: points per turn, or what the refusal names.
        reach: points -> best chance of as many.
        farkle: dice -> chance of a farkle.
    """

    rule: str
    ruleset: Ruleset
    expected: float | str
    reach: dict[int, float] = field(default_factory=dict)
    farkle: dict[int, float] = field(default_factory=dict)


THREE: dict[str, Any] = {"combinations": {"1": 30}, "die_weights": [1, 1, 0, 0, 0, 1]}
"""A die of three faces: 1 scores 30, 6 farkles, 2 is for a disaster."""

STREAK: dict[str, Any] = {"streak": 2, "penalty": 6}
BOTH: dict[int, float] = {1: 0.5, 2: 0.25}

CASES = [
    Case("combinations", coin(), 5, {10: 0.5, 11: 0.25, 30: 0.125}, {1: 0.5}),
    Case("combinations by face", coin(combinations={"A": [10, 0, 0, 0, 0, 0]}), 5, {10: 0.5}),
    Case("dice", two_coins(), 12.5, {20: 0.5, 30: 0.375}, BOTH),
    Case("goal", coin(goal=10), 5, {30: 0.125}),
    Case("die weights", coin(die_weights=[2, 0, 0, 0, 0, 1]), 80 / 9, {20: 4 / 9}, {1: 1 / 3}),
    Case("nothing", two_coins(nothing=20), 39.375, {20: 0.75}, {1: 0.5, 2: 0}),
    Case("nothing that is never a farkle", coin(nothing=10), "never farkle", {90: 1}, {1: 0}),
    Case(
        "only with all the dice",
        two_coins(all_dice_only=("1",)),
        11.25,
        {20: 0.25, 30: 0.1875},
        {1: 1, 2: 0.25},
    ),
    Case("set aside all", two_coins(set_aside="all"), 12.5, {20: 0.5, 30: 0.375}, BOTH),
    Case("hot dice required", two_coins(hot_dice="required"), 12.265625, {20: 0.375}, BOTH),
    # with 20 and both coins to roll one banks: ¼ · 20 + ½ · ½ · 20
    Case("last die required", two_coins(last_die="required"), 10, {10: 0.5, 30: 0.25}, BOTH),
    # with 20 one rolls: ¼ · 40 + ½ · ¾ · 40 = 25; from the start ¼ · 25 + ½ · ¾ · 25
    Case(
        "last die thrown again",
        two_coins(last_die_throws=2),
        15.625,
        {10: 0.75, 20: 0.625},
        {1: 0.25, 2: 0.25},
    ),
    Case("hot-dice bonus", coin(hot_dice_bonus={"points": 10}), 10, {20: 0.5, 40: 0.25}),
    Case(
        "hot-dice bonus with a step",
        coin(hot_dice_bonus={"points": 10, "step": 10}),
        12.5,
        {50: 0.25, 51: 0.125},
    ),
    Case(
        "hot-dice bonus on the last die",
        two_coins(hot_dice_bonus={"points": 100, "when": "last_die"}),
        45,
        {120: 0.375},
    ),
    Case("bank minimum", coin(bank={"minimum": 30}), 3.75, {10: 0.125}),
    Case("bank minimum between scores", coin(bank={"minimum": 21}), 3.75, {10: 0.125}),
    Case("bank opening", coin(bank={"opening": 30}), 5, {10: 0.5}),
    Case(
        "bank opening below the minimum", coin(bank={"minimum": 20, "opening": 10}), 5, {10: 0.25}
    ),
    Case("bank beat previous", coin(bank={"beat_previous": True}), 5, {10: 0.5}),
    Case("bank multiple of", coin(bank={"multiple_of": 30}), 3.75, {10: 0.125}),
    Case("first-roll points", coin(farkle={"first_roll_points": 8}), 9, {8: 1, 9: 0.5}),
    Case("first-roll penalty", coin(farkle={"first_roll_penalty": 4}), 3, {10: 0.5}),
    Case(
        "first-roll penalty and points",
        coin(farkle={"first_roll_penalty": 10, "first_roll_points": 8}),
        4,
        {8: 0.5},
    ),
    Case("all-dice points", coin(farkle={"all_dice_points": 8}), 11, {8: 1, 9: 0.5, 20: 0.25}),
    Case(
        "first-roll and all-dice points",
        coin(farkle={"first_roll_points": 8, "all_dice_points": 4}),
        10,
        {8: 1, 9: 0.5},
    ),
    Case("kept turn score", coin(farkle={"keeps_turn_score": True}), 10, {10: 0.5, 20: 0.25}),
    Case(
        "kept turn score and first-roll points",
        coin(farkle={"keeps_turn_score": True, "first_roll_points": 8}),
        14,
        {8: 1, 10: 0.5},
    ),
    Case(
        "kept turn score and all-dice points",
        coin(farkle={"keeps_turn_score": True, "all_dice_points": 8}),
        18,
        {8: 1, 18: 0.5, 28: 0.25},
    ),
    Case("streak and penalty", coin(farkle=STREAK), 4, {10: 0.5}),
    Case("streak of one", coin(farkle={"streak": 1, "penalty": 6}), 2, {10: 0.5}),
    Case("streak without penalty", coin(farkle={"streak": 2}), 5, {10: 0.5}),
    Case("penalty all", coin(farkle={"streak": 2, "penalty": "all"}), "farkle.penalty", {10: 0.5}),
    Case(
        "streak and an award",
        coin(farkle={"streak": 1, "penalty": 6, "first_roll_points": 8}),
        6,
        {8: 1},
    ),
    # 24 situations, solved side by side; twelve tails in a row are the end of one run in 2¹³ − 2
    Case(
        "long streak and opening",
        coin(bank={"opening": 30}, farkle={"streak": 12, "penalty": 60}),
        5 - 60 / (2**13 - 2),
        {10: 0.5},
    ),
    Case("streak and opening", coin(bank={"opening": 20}, farkle=STREAK), 4, {10: 0.5}),
    Case("lowest score", coin(farkle={**STREAK, "lowest_score": 0}), 4, {10: 0.5}),
    Case("end of the game: final turn", coin(end_game="final_turn", ties="leader"), 5, {10: 0.5}),
    Case("end of the game: equal turns", coin(end_game="equal_turns"), 5, {10: 0.5}),
    Case("exact goal", coin(goal=10, overshoot="bust"), 5, {30: 0.125}),
    Case("piggyback after a bank", two_coins(piggyback="after_bank"), 12.5, {20: 0.5}, BOTH),
    Case("piggyback after a farkle", two_coins(piggyback="after_farkle"), 12.5, {20: 0.5}, BOTH),
    Case("piggyback after both", two_coins(piggyback="both"), 12.5, {20: 0.5}, BOTH),
    Case("instant win", coin(instant_win=["1"]), 5, {10: 0.5}, {1: 0.5}),
    Case("instant win without points", coin(instant_win=["6"]), 5, {10: 0.5}, {1: 0}),
    Case(
        "instant win before disaster",
        coin(instant_win=["1"], disaster=["1"]),
        5,
        {10: 0.5},
        {1: 0.5},
    ),
    Case("disaster", coin(disaster=["2"], **THREE), 10, {30: 1 / 3}, {1: 1 / 3}),
    Case(
        "disaster and streak",
        coin(disaster=["2"], farkle={"streak": 2, "penalty": 9}, **THREE),
        9.25,
        {30: 1 / 3},
    ),
    Case(
        "disaster and kept turn score",
        coin(disaster=["2"], farkle={"keeps_turn_score": True}, **THREE),
        10,
        {30: 1 / 3},
    ),
    Case("disaster and nothing", coin(nothing=10, disaster=["6"]), 5, {10: 0.5}, {1: 0}),
]


@pytest.mark.parametrize("case", CASES, ids=[case.rule for case in CASES])
def test_expected_score_by_rule(case: Case) -> None:
    if isinstance(case.expected, str):
        for refuses in (solve, lambda ruleset: referee.expected_score(ruleset, 100)):
            with pytest.raises(UnsolvableError, match=case.expected):
                refuses(case.ruleset)
        return
    assert solve(case.ruleset).points_per_turn == pytest.approx(case.expected, abs=1e-9)
    slow = referee.expected_score(case.ruleset, 1000)
    assert slow.low.points_per_turn == pytest.approx(case.expected, abs=1e-6)
    assert slow.high.points_per_turn == pytest.approx(case.expected, abs=1e-6)


@pytest.mark.parametrize("case", CASES, ids=[case.rule for case in CASES])
def test_reach_by_rule(case: Case) -> None:
    tables = compile_scoring(case.ruleset)
    for points, chance in case.reach.items():
        found = reach(case.ruleset, tables, points)
        assert found.probability == pytest.approx(chance, abs=1e-9)
        assert found.error < 1e-12
    for points in (5, 20, 35):
        found = reach(case.ruleset, tables, points)
        slow = referee.reach(case.ruleset, points)
        assert slow.low - 1e-12 <= found.probability <= slow.high + 1e-12


@pytest.mark.parametrize("case", CASES, ids=[case.rule for case in CASES])
def test_odds_by_rule(case: Case) -> None:
    found = {one.dice: one.farkle / one.rolls for one in odds(case.ruleset)}
    for dice, chance in case.farkle.items():
        assert found[dice] == pytest.approx(chance)
    slow = referee.farkle_probabilities(case.ruleset)
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
        "lowest score": coin(farkle={**STREAK, "lowest_score": 0}),
        "Winning at once": coin(instant_win=["1"]),
        "disaster": coin(disaster=["2"], **THREE),
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


@pytest.mark.parametrize("dice", range(1, 9))
def test_one_to_eight_dice(dice: int) -> None:
    ruleset = game(
        dice=dice,
        combinations={"1": 10, "AA": [20, 0, 0, 0, 0, 5], "111": 60},
        die_weights=[1, 0, 0, 0, 2, 1],
    )
    found = solve(ruleset)
    slow = referee.expected_score(ruleset, 750)
    assert slow.width < 1e-7
    assert_inside(
        found.points_per_turn, found.error, slow.low.points_per_turn, slow.high.points_per_turn
    )
    tables = compile_scoring(ruleset)
    for points in (50, 105):
        low, high = referee.reach(ruleset, points)
        assert low - 1e-12 <= reach(ruleset, tables, points).probability <= high + 1e-12


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
