"""Duels are what value iteration in plain Python says, under every rule."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from campaign.duel_oracle import win_chances
from farklegen.cards.players import match_player
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import Policy
from farklegen.policies.recipe import BankRule, Recipe, Thresholds
from farklegen.rules.ruleset import Farkle, Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.arena import Arena
from farklegen.solvers.match.solution import MatchSolution
from tests.solvers.each_rule import PLAIN, RULES, TOGETHER, cases
from tests.solvers.match.oracle import solve

SLOW = ("first-roll penalty with a floor of the solver", "streak with a floor of the solver",
        "streak below zero", "hot dice required", *TOGETHER)  # fmt: skip

HABIT = Recipe(name="habit", keep="most-points", bank=BankRule(at=100))
GOING = Recipe(
    name="going",
    keep="everything",
    bank=BankRule(at=150, below_dice=2),
    go_for_it=Thresholds(mine={1: 200}, theirs={1: 150, 2: 200}, lead=100),
)


LIMITS = Recipe(
    name="limits",
    keep="most-points",
    bank=BankRule(by_dice={1: 100, 2: 150}),
    take_over={1: 150, 2: 1},
)
RARELY = LIMITS.model_copy(update={"take_over": {1: 200}})


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


@pytest.mark.parametrize("name", cases(RULES, slow=SLOW))
def test_two_policies_win_as_often_as_plain_iteration_says(name: str) -> None:
    ruleset = Ruleset.model_validate({**PLAIN, **RULES[name]})
    found, solution = arena(ruleset)
    one, other = (match_player(recipe, found.plan, found.tables) for recipe in (GOING, HABIT))
    duel = found.meet(one, other)
    floor = solution.certificate.floor
    expected = win_chances(ruleset, GOING, HABIT, floor)
    assert (duel.moving_first, duel.moving_second) == pytest.approx(expected[:2], abs=1e-10)


PIGGYBACK = [name for name, added in RULES.items() if "piggyback" in added]
SLOW_PIGGYBACK = [name for name in PIGGYBACK if name in SLOW]


@pytest.mark.parametrize("name", cases(PIGGYBACK, slow=SLOW_PIGGYBACK))
def test_thresholds_say_which_turns_are_taken_over(name: str) -> None:
    ruleset = Ruleset.model_validate({**PLAIN, **RULES[name]})
    found, solution = arena(ruleset)
    one, other = (match_player(recipe, found.plan, found.tables) for recipe in (LIMITS, RARELY))
    duel = found.meet(one, other)
    expected = win_chances(ruleset, LIMITS, RARELY, solution.certificate.floor)
    assert (duel.moving_first, duel.moving_second) == pytest.approx(expected[:2], abs=1e-10)


WITH_ONE_DIE = HABIT.model_copy(update={"go_for_it": Thresholds(dice=1, lead=50)})
LAST_TURNS = (
    "final turn, split",
    "equal turns, leader",
    "final turn, take over after a bank",
    "final turn, beat previous",
)


@pytest.mark.parametrize("name", cases(LAST_TURNS, slow=LAST_TURNS[3:]))
def test_past_the_goal_turns_are_banked_with_few_dice_only(name: str) -> None:
    few = {"goal": 150, "combinations": {"1": 100, "5": 50}}  # turns that soon end
    ruleset = Ruleset.model_validate({**PLAIN, **RULES[name], **few})
    found, solution = arena(ruleset)
    one, other = (match_player(each, found.plan, found.tables) for each in (WITH_ONE_DIE, HABIT))
    duel = found.meet(one, other)
    expected = win_chances(ruleset, WITH_ONE_DIE, HABIT, solution.certificate.floor)
    assert (duel.moving_first, duel.moving_second) == pytest.approx(expected[:2], abs=1e-10)
    lead_only = HABIT.model_copy(update={"go_for_it": Thresholds(lead=50)})
    with_any = match_player(lead_only, found.plan, found.tables)
    assert found.meet(with_any, other).average != pytest.approx(duel.average, abs=1e-6)


@pytest.mark.parametrize("name", cases(RULES, slow=TOGETHER))
def test_perfect_play_against_itself_is_the_solution(name: str) -> None:
    found, solution = arena(Ruleset.model_validate({**PLAIN, **RULES[name]}))
    perfect = Policy("optimal")
    first = solution.win_probability(solution.start())
    for _ in range(2):  # last turns are kept from one duel to the next
        duel = found.meet(perfect, perfect)
        assert duel.moving_first == pytest.approx(first, abs=1e-9)
        assert duel.moving_second == pytest.approx(1 - first, abs=1e-9)


@pytest.mark.parametrize(
    "rule", ["plain", "streak with a lowest score", "equal turns, leader", "exact goal"]
)
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
    # what sweeps change shrinks only with every second one
    "falls again and again": (
        {
            "dice": 3,
            "goal": 20,
            "combinations": {"1": 40},
            "all_dice_only": ("1",),
            "set_aside": "all",
            "farkle": {"first_roll_penalty": 20, "keeps_turn_score": True, "lowest_score": -40},
            "end_game": "final_turn",
            "overshoot": "bust",
            "piggyback": "after_bank",
            "disaster": ("123", "11"),
        },
        Recipe(name="one", keep=ALL, bank=BankRule(at=40)),
        Recipe(name="other", keep=MOST, bank=BankRule(at=200)),
    ),
    "overshoots by some rolls with every option": (
        {
            "dice": 1,
            "goal": 4,
            "combinations": {"2": 1, "1": 9, "A": (7, 0, 0, 0, 0, 0)},
            "overshoot": "bust",
            "piggyback": "after_farkle",
        },
        Recipe(name="one", keep=ALL, bank=BankRule(at=9)),
        Recipe(name="other", keep=ALL, bank=BankRule(below_dice=2)),
    ),
    # a player who is not on the board has lost 2 points or 4, never 1 or 3
    "cannot bank soon, and falls": (
        {
            "goal": 3,
            "combinations": {"1": 3, "5": 4, "66": 5},
            "bank": {"opening": 25, "beat_previous": True},
            "farkle": {"streak": 1, "penalty": 2, "lowest_score": -4},
            "end_game": "final_turn",
            "instant_win": ("12", "6"),
        },
        Recipe(name="one", keep=MOST, bank=BankRule(at=4, below_dice=2)),
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


def test_who_never_wins_has_no_chance_below_nothing() -> None:
    ruleset = Ruleset.model_validate(
        {
            "dice": 3,
            "goal": 5,
            "combinations": {"A": (0, 0, 0, 0, 1, 1), "ABC": 6, "AB": 6, "4": 10, "AA": 2},
            "all_dice_only": ("AB",),
            "hot_dice": "required",
            "last_die": "required",
            "hot_dice_bonus": {"points": 3},
            "overshoot": "bust",
        }
    )
    found, _ = arena(ruleset)
    card = match_player(
        Recipe(name="full-table", keep="full-table", bank="full-table"), found.plan, found.tables
    )
    duel = found.meet(card, Policy("optimal"))
    assert (duel.moving_first, duel.moving_second) == (0, 0)
