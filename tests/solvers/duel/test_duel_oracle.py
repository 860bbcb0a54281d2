"""Duels are what value iteration in plain Python says, under every rule."""

from __future__ import annotations

from typing import Any

import pytest

from farklegen.cards.seating import match_player
from farklegen.policies.policy import Policy
from farklegen.policies.recipe import BankRule, Recipe, Thresholds
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.duel.duel import Arena
from farklegen.solvers.match.solution import MatchSolution
from tests.solvers.duel.oracle import win_chances
from tests.solvers.match.oracle import solve

PLAIN: dict[str, Any] = {"goal": 300, "dice": 2, "combinations": {"1": 100, "5": 50}}

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


def test_turns_that_must_run_far_past_the_goal_are_taken_over_alike_in_play_and_in_duels() -> None:
    rules = {"dice": 2, "goal": 122, "hot_dice": "required", "piggyback": "after_bank"}
    points = {"66": 150, "5": 300, "A": (0, 400, 100, 300, 0, 0)}
    ruleset = Ruleset.model_validate({**rules, "combinations": points})
    one = Recipe(name="one", keep="most-points", bank=BankRule(at=450, below_dice=2))
    other = Recipe(name="other", keep="everything", bank=BankRule(below_dice=3))
    found, _ = arena(ruleset)
    duel = found.meet(*(match_player(recipe, found.plan, found.tables) for recipe in (one, other)))
    expected = win_chances(ruleset, one, other, None)
    assert (duel.moving_first, duel.moving_second) == pytest.approx(expected[:2], abs=1e-10)


def test_turns_that_can_never_be_banked_bring_nothing_and_are_not_taken_over() -> None:
    # with most-points all dice score or the turn ends, and required hot dice must be rolled
    rules = {"dice": 2, "goal": 350, "hot_dice": "required", "piggyback": "after_farkle"}
    points = {"5": 400, "4": 50}
    ruleset = Ruleset.model_validate({**rules, "disaster": ("AB", "12"), "combinations": points})
    one = Recipe(name="one", keep="most-points", bank=BankRule(at=450))
    other = Recipe(name="other", keep="everything", bank=BankRule(below_dice=3))
    found, _ = arena(ruleset)
    duel = found.meet(*(match_player(recipe, found.plan, found.tables) for recipe in (one, other)))
    expected = win_chances(ruleset, one, other, None)
    assert (duel.moving_first, duel.moving_second) == pytest.approx(expected[:2], abs=1e-10)
