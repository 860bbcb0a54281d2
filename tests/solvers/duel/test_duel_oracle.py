"""Duels are what value iteration in plain Python says, under every rule."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from farklegen.cards.seating import match_player
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import Policy
from farklegen.policies.recipe import BankRule, Recipe, Thresholds
from farklegen.rules.ruleset import Farkle, Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.duel.duel import Arena
from farklegen.solvers.match.solution import MatchSolution
from tests.solvers.duel.oracle import win_chances
from tests.solvers.match.oracle import solve

PLAIN: dict[str, Any] = {"goal": 250, "dice": 2, "combinations": {"1": 100, "5": 50}}

RULES: dict[str, dict[str, Any]] = {
    "plain": {},
    "weighted dice": {"die_weights": (2, 1, 1, 1, 3, 1)},
    "minimum": {"bank": {"minimum": 100}},
    "opening minimum": {"bank": {"opening": 150}},
    "multiples": {"bank": {"multiple_of": 100}},
    "hot dice must be rolled": {"hot_dice": "required"},
    "growing bonus": {"hot_dice_bonus": {"points": 50, "step": 50}},
    "set aside all": {"set_aside": "all"},
    "first-roll points": {"farkle": {"first_roll_points": 50}},
    "kept turn scores": {"farkle": {"keeps_turn_score": True}},
    "penalty": {"farkle": {"streak": 2, "penalty": 100, "lowest_score": 0}},
    "penalty below zero": {"farkle": {"streak": 2, "penalty": 50, "lowest_score": -100}},
    "penalty all": {"farkle": {"streak": 2, "penalty": "all"}},
    "disaster and instant win": {"disaster": ("22",), "instant_win": ("66",)},
    "exact goal": {"overshoot": "bust"},
    "final turn": {"end_game": "final_turn"},
    "final turn, challenger": {"end_game": "final_turn", "ties": "challenger"},
    "equal turns, leader": {"end_game": "equal_turns", "ties": "leader"},
    "rounds": {"rounds": 3},
    "rounds, final turn, leader, penalty": {
        "rounds": 2,
        "end_game": "final_turn",
        "ties": "leader",
        "farkle": {"streak": 2, "penalty": 50},
    },
    "rounds, exact goal, take over": {"rounds": 2, "overshoot": "bust", "piggyback": "both"},
    "rounds, beat previous": {"rounds": 2, "bank": {"beat_previous": True}},
    "take over": {"piggyback": "after_bank"},
    "take over, exact goal": {"piggyback": "after_bank", "overshoot": "bust"},
    "take over, final turn": {"piggyback": "after_bank", "end_game": "final_turn"},
    "take over, first-roll points": {
        "piggyback": "after_bank",
        "farkle": {"first_roll_points": 50},
        "bank": {"opening": 100},
    },
    "take over, penalty": {
        "piggyback": "after_bank",
        "farkle": {"streak": 2, "penalty": 50, "lowest_score": 0},
    },
    "take over, hot dice must be rolled": {"piggyback": "after_bank", "hot_dice": "required"},
    "take over, kept turn scores, final turn": {
        "piggyback": "after_bank",
        "end_game": "final_turn",
        "farkle": {"keeps_turn_score": True},
    },
    "take over a farkle": {"piggyback": "after_farkle"},
    "take over a farkle, growing bonus": {
        "piggyback": "after_farkle",
        "hot_dice_bonus": {"points": 50, "step": 50},
    },
    "take over a farkle, equal turns": {"piggyback": "after_farkle", "end_game": "equal_turns"},
    "take over a farkle, clipped penalty": {
        "goal": 200,
        "piggyback": "after_farkle",
        "farkle": {"streak": 2, "penalty": 50, "lowest_score": 0},
    },
    "take over both": {"piggyback": "both"},
    "take over both, final turn": {"piggyback": "both", "end_game": "final_turn"},
    "take over both, exact goal": {"piggyback": "both", "overshoot": "bust"},
    "take over both, first-roll points": {"piggyback": "both", "farkle": {"first_roll_points": 50}},
    "take over a farkle, a first roll without its points": {
        "goal": 100,
        "combinations": {"AA": 200},
        "piggyback": "after_farkle",
        "end_game": "final_turn",
        "farkle": {"first_roll_points": 50},
    },
    "take over both, all-dice points, exact goal": {
        "piggyback": "both",
        "overshoot": "bust",
        "farkle": {"all_dice_points": 100},
    },
    "take over both, opening minimum": {"piggyback": "both", "bank": {"opening": 150}},
    "take over both, penalty all, last turn": {
        "goal": 200,
        "piggyback": "both",
        "end_game": "final_turn",
        "farkle": {"streak": 2, "penalty": "all"},
    },
    "take over both, disaster": {"piggyback": "both", "disaster": ("22",), "instant_win": ("66",)},
    "beat previous": {"bank": {"beat_previous": True}},
    "beat previous, kept turn scores": {
        "bank": {"beat_previous": True},
        "farkle": {"keeps_turn_score": True},
    },
    "beat previous, final turn": {"bank": {"beat_previous": True}, "end_game": "final_turn"},
    "beat previous, exact goal": {"bank": {"beat_previous": True}, "overshoot": "bust"},
    "beat previous, exact goal, points for a first farkle": {
        "dice": 3,
        "goal": 300,
        "combinations": {"AAA": 50, "2": 300, "1": 100, "4": 300},
        "set_aside": "all",
        "overshoot": "bust",
        "bank": {"opening": 77, "beat_previous": True},
        "farkle": {"first_roll_points": 100},
    },
    "beat previous, penalty": {
        "goal": 200,
        "bank": {"beat_previous": True},
        "farkle": {"streak": 2, "penalty": 50, "lowest_score": 0},
    },
    "beat previous, take over": {"bank": {"beat_previous": True}, "piggyback": "after_bank"},
    "beat previous, take over a farkle": {
        "goal": 200,
        "bank": {"beat_previous": True},
        "piggyback": "after_farkle",
    },
    "beat previous, take over both, final turn": {
        "goal": 200,
        "bank": {"beat_previous": True},
        "piggyback": "both",
        "end_game": "final_turn",
    },
}

HABIT = Recipe(name="habit", keep="most-points", bank=BankRule(at=100))
GOING = Recipe(
    name="going",
    keep="everything",
    bank=BankRule(at=150, below_dice=2),
    go_for_it=Thresholds(mine={1: 200}, theirs={1: 150, 2: 200}, lead=100),
)


def arena(ruleset: Ruleset) -> tuple[Any, MatchSolution]:
    """A match for policies to meet in."""
    solution = solve(ruleset)
    tables = compile_scoring(ruleset)
    return Arena(solution, tables, threads=1), solution


@pytest.mark.parametrize("goes", [None, Thresholds()], ids=["by the table", "the last turn to win"])
def test_policies_of_rounds_win_as_often_as_plain_iteration_says(goes: Thresholds | None) -> None:
    penalty = Farkle(streak=2, penalty=50)
    ruleset = Ruleset(**{**PLAIN, "goal": None}, rounds=2, farkle=penalty)
    found, _ = arena(ruleset)
    one = GOING.model_copy(update={"go_for_it": goes})
    players = [match_player(recipe, found.plan, found.tables) for recipe in (one, HABIT)]
    duel = found.meet(*players)
    expected = win_chances(ruleset, one, HABIT, None)
    assert (duel.moving_first, duel.moving_second) == pytest.approx(expected[:2], abs=1e-10)


def test_scores_from_which_to_go_for_no_goal_are_refused() -> None:
    ruleset = Ruleset(**{**PLAIN, "goal": None}, rounds=1)
    found, _ = arena(ruleset)
    with pytest.raises(UnsolvableError, match="go_for_it"):
        match_player(GOING, found.plan, found.tables)


@pytest.mark.parametrize("added", RULES.values(), ids=RULES.keys())
def test_two_policies_win_as_often_as_plain_iteration_says(
    added: dict[str, Any],
) -> None:
    ruleset = Ruleset.model_validate({**PLAIN, **added})
    found, solution = arena(ruleset)
    one, other = (match_player(recipe, found.plan, found.tables) for recipe in (GOING, HABIT))
    duel = found.meet(one, other)
    floor = solution.certificate.floor
    expected = win_chances(ruleset, GOING, HABIT, floor)
    assert (duel.moving_first, duel.moving_second) == pytest.approx(expected[:2], abs=1e-10)


@pytest.mark.parametrize("added", RULES.values(), ids=RULES.keys())
def test_perfect_play_against_itself_is_the_solution(added: dict[str, Any]) -> None:
    found, solution = arena(Ruleset.model_validate({**PLAIN, **added}))
    perfect = Policy("optimal")
    duel = found.meet(perfect, perfect)
    first = solution.win_probability(solution.start())
    assert duel.moving_first == pytest.approx(first, abs=1e-9)
    assert duel.moving_second == pytest.approx(1 - first, abs=1e-9)


@pytest.mark.parametrize("rule", ["plain", "penalty", "equal turns, leader", "exact goal"])
def test_no_policy_does_better_than_the_best_response(rule: str) -> None:
    found, solution = arena(Ruleset.model_validate({**PLAIN, **RULES[rule]}))
    habit = match_player(HABIT, found.plan, found.tables)
    best = found.best_response(habit)
    perfect = found.meet(Policy("optimal"), habit)
    assert best.moving_first >= perfect.moving_first - 1e-12
    assert best.moving_second >= perfect.moving_second - 1e-12
    against_perfect = found.best_response(Policy("optimal"))
    first = solution.win_probability(solution.start())
    assert against_perfect.moving_first == pytest.approx(first, abs=1e-9)


def test_the_best_response_to_somebody_who_never_banks_is_to_bank() -> None:
    ruleset = Ruleset.model_validate({**PLAIN, "goal": 150})
    found, _ = arena(ruleset)
    never = Recipe(name="never", keep="most-points", bank=BankRule(at=100_000))
    best = found.best_response(match_player(never, found.plan, found.tables))
    habit = found.meet(*(match_player(r, found.plan, found.tables) for r in (HABIT, never)))
    assert best.average > habit.average
    assert best.average > 0.5


MOST: Literal["most-points"] = "most-points"
ALL: Literal["everything"] = "everything"
ROLLS_ON: dict[str, tuple[dict[str, Any], Recipe, Recipe]] = {
    "must run far past the goal": (
        {
            "goal": 122,
            "combinations": {"66": 150, "5": 300, "A": (0, 400, 100, 300, 0, 0)},
            "hot_dice": "required",
            "piggyback": "after_bank",
        },
        Recipe(name="one", keep=MOST, bank=BankRule(at=450, below_dice=2)),
        Recipe(name="other", keep=ALL, bank=BankRule(below_dice=3)),
    ),
    # with most-points all dice score or the turn ends, and required hot dice must be rolled
    "can never be banked": (
        {
            "goal": 350,
            "combinations": {"5": 400, "4": 50},
            "hot_dice": "required",
            "disaster": ("AB", "12"),
            "piggyback": "after_farkle",
        },
        Recipe(name="one", keep=MOST, bank=BankRule(at=450)),
        Recipe(name="other", keep=ALL, bank=BankRule(below_dice=3)),
    ),
    "is never banked": (
        {
            "goal": 1,
            "combinations": {"2": 1, "AB": 2},
            "end_game": "final_turn",
            "piggyback": "after_bank",
        },
        Recipe(name="one", keep=ALL, bank=BankRule(at=8)),
        Recipe(name="other", keep=MOST, bank=BankRule(below_dice=2)),
    ),
    "is never banked, and rarely gets far": (
        {
            "goal": 1,
            "combinations": {"5": 5},
            "nothing": 7,
            "hot_dice": "required",
            "end_game": "final_turn",
            "piggyback": "after_bank",
            "instant_win": ("AB",),
            "die_weights": (2, 3, 0, 0, 2, 0),
        },
        Recipe(name="one", keep=MOST, bank=BankRule(at=5)),
        Recipe(name="other", keep=ALL, bank=BankRule(at=1), go_for_it=Thresholds(mine={2: 7})),
    ),
    "reaches an exact goal in two ways": (
        {
            "goal": 2,
            "combinations": {"AA": 2, "6": 2},
            "end_game": "equal_turns",
            "overshoot": "bust",
            "piggyback": "both",
        },
        Recipe(name="one", keep=MOST, bank=BankRule(at=12, below_dice=2)),
        Recipe(name="other", keep=ALL, bank=BankRule(at=8)),
    ),
    "meets a multiple late": (
        {
            "goal": 151,
            "combinations": {"1A": 300, "5": 250, "AB": 50},
            "set_aside": "all",
            "hot_dice": "required",
            "bank": {"multiple_of": 150},
        },
        Recipe(name="one", keep=MOST, bank=BankRule(at=550)),
        Recipe(name="other", keep=ALL, bank=BankRule(at=500, below_dice=3)),
    ),
}


@pytest.mark.parametrize(("rules", "one", "other"), ROLLS_ON.values(), ids=ROLLS_ON.keys())
def test_turns_that_are_rolled_on_are_the_same_in_play_and_in_duels(
    rules: dict[str, Any], one: Recipe, other: Recipe
) -> None:
    ruleset = Ruleset.model_validate({"dice": 2, **rules})
    found, _ = arena(ruleset)
    duel = found.meet(*(match_player(recipe, found.plan, found.tables) for recipe in (one, other)))
    expected = win_chances(ruleset, one, other, None)
    assert (duel.moving_first, duel.moving_second) == pytest.approx(expected[:2], abs=1e-11)
