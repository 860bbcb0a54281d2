"""Duels are what value iteration in plain Python says, under every rule."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.duel_oracle import win_chances
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import PERFECT
from farklegen.policies.recipe import NAMED, BankRule, Recipe, Thresholds
from farklegen.rules.ruleset import Farkle, Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.duel.table import Arena, Duel
from farklegen.solvers.game.solution import MatchSolution
from tests.shared import match_player
from tests.solvers.each_rule import PLAIN, RULES, TOGETHER, cases, data_file
from tests.solvers.game.oracle import solve

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


def check_duel(
    rules: dict[str, Any], one: Recipe, other: Recipe, *, cut_off: bool = True
) -> tuple[Any, Duel]:
    """Two policies win as often as value iteration says; `cut_off`: where the solver cuts scores
    off. Returns the match and the duel."""
    ruleset = Ruleset.model_validate(rules)
    found, solution = arena(ruleset)
    duel = found.meet(*(match_player(each, found.layout) for each in (one, other)))
    floor = solution.certificate.floor if cut_off else None
    expected = win_chances(ruleset, one, other, floor)
    assert (duel.moving_first, duel.moving_second) == pytest.approx(expected[:2], abs=1e-10)
    return found, duel


@pytest.mark.parametrize("goes", [None, Thresholds()], ids=["by the table", "the last turn to win"])
def test_policies_of_rounds_win_as_often_as_plain_iteration_says(goes: Thresholds | None) -> None:
    rules = {**PLAIN, "goal": None, "rounds": 2, "farkle": Farkle(streak=2, penalty=50)}
    check_duel(rules, GOING.model_copy(update={"go_for_it": goes}), HABIT)


def test_turns_of_rounds_that_are_left_out_cost_no_more_than_the_error() -> None:
    found, _ = arena(Ruleset(**{**PLAIN, "goal": None}, rounds=4))
    me = match_player(HABIT, found.layout)
    followed, rough = found.meet(PERFECT, me), found.meet(me, PERFECT, settled=0.01)
    assert 1e-7 < rough.error < 1e-3
    assert rough.moving_first == pytest.approx(1.0 - followed.moving_second, abs=rough.error)


def test_scores_from_which_to_go_for_no_goal_are_refused() -> None:
    ruleset = Ruleset(**{**PLAIN, "goal": None}, rounds=1)
    found, _ = arena(ruleset)
    with pytest.raises(UnsolvableError, match="go_for_it"):
        match_player(GOING, found.layout)


@pytest.mark.parametrize("name", cases(RULES, slow=SLOW))
def test_two_policies_win_as_often_as_plain_iteration_says(name: str) -> None:
    check_duel({**PLAIN, **RULES[name]}, GOING, HABIT)


def test_turns_run_on_until_they_may_be_banked_whatever_is_set_aside() -> None:
    combinations = {"1": 9, "AA": 1, "AB": 1}
    rules = {"dice": 2, "goal": 1, "combinations": combinations, "bank": {"multiple_of": 3}}
    check_duel(rules, HABIT, HABIT)


def test_nobody_wins_a_game_in_which_nobody_may_ever_bank() -> None:
    required = {"set_aside": "all", "hot_dice": "required", "last_die": "required"}
    combinations = {"1": 1, "2": 1, "AA": 1, "AB": 1}
    check_duel({"dice": 3, "goal": 1, "combinations": combinations, **required}, HABIT, HABIT)


PIGGYBACK = [name for name, added in RULES.items() if "piggyback" in added]
SLOW_PIGGYBACK = [name for name in PIGGYBACK if name in SLOW]


@pytest.mark.parametrize("name", cases(PIGGYBACK, slow=SLOW_PIGGYBACK))
def test_thresholds_say_which_turns_are_taken_over(name: str) -> None:
    check_duel({**PLAIN, **RULES[name]}, LIMITS, RARELY)


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
    found, duel = check_duel({**PLAIN, **RULES[name], **few}, WITH_ONE_DIE, HABIT)
    lead_only = HABIT.model_copy(update={"go_for_it": Thresholds(lead=50)})
    players = [match_player(each, found.layout) for each in (lead_only, HABIT)]
    assert found.meet(*players).average != pytest.approx(duel.average, abs=1e-6)


@pytest.mark.parametrize("name", cases(RULES, slow=TOGETHER))
def test_perfect_play_against_itself_is_the_solution(name: str) -> None:
    found, solution = arena(Ruleset.model_validate({**PLAIN, **RULES[name]}))
    first = solution.win_probability(solution.start())
    for _ in range(2):  # last turns are kept from one duel to the next
        duel = found.meet(PERFECT, PERFECT)
        assert duel.moving_first == pytest.approx(first, abs=1e-9)
        assert duel.moving_second == pytest.approx(1 - first, abs=1e-9)


@pytest.mark.parametrize(
    "rule", ["plain", "streak with a lowest score", "equal turns, leader", "exact goal"]
)
def test_no_policy_does_better_than_the_best_response(rule: str) -> None:
    found, solution = arena(Ruleset.model_validate({**PLAIN, **RULES[rule]}))
    habit = match_player(HABIT, found.layout)
    best = found.best_response(habit)
    perfect = found.meet(PERFECT, habit)
    assert best.moving_first >= perfect.moving_first - 1e-12
    assert best.moving_second >= perfect.moving_second - 1e-12
    against_perfect = found.best_response(PERFECT)
    first = solution.win_probability(solution.start())
    assert against_perfect.moving_first == pytest.approx(first, abs=1e-9)


ROLLED_ON = data_file("rolled_on.yaml")
NEVER_WINS = ROLLED_ON.pop("never wins")


SLOW_ROLLED_ON = ("is never banked, and rarely gets far", "cannot bank soon, and falls")


@pytest.mark.parametrize("name", cases(ROLLED_ON, slow=SLOW_ROLLED_ON))
def test_turns_that_are_rolled_on_are_the_same_in_play_and_in_duels(name: str) -> None:
    case = ROLLED_ON[name]
    one, other = (Recipe(name=name, **case[name]) for name in ("one", "other"))
    check_duel({"dice": 2, **case["rules"]}, one, other, cut_off=False)


def test_who_never_wins_has_no_chance_below_nothing() -> None:
    found, _ = arena(Ruleset.model_validate(NEVER_WINS))
    table = match_player(NAMED["full-table"], found.layout)
    duel = found.meet(table, PERFECT)
    assert (duel.moving_first, duel.moving_second) == (0, 0)
