"""The match solver against brute force: every rule alone, in company, and at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from campaign import match as campaign
from farklegen import api
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.game.game_state import GameState
from tests.solvers.data import computed
from tests.solvers.each_rule import CYCLES, PLAIN, RULES, WITHOUT_GOAL, cases
from tests.solvers.game.oracle import solve

EVERY = {**RULES, **WITHOUT_GOAL, **CYCLES}


QUICK = (
    "plain", "streak with a lowest score", "final turn, split", "opening minimum", "exact goal",
    "beat previous", "take over after a bank", "take over after a farkle", "steep pair",
)  # fmt: skip
"""Each kind of rule once; the others run with the slow tests."""

ONE_DIE: dict[str, Any] = {"dice": 1, "combinations": {"1": 100, "5": 50}}


def small(name: str) -> Ruleset:
    """The rules, with a goal of 150 where farkles in a row multiply the tables, and with one die
    where two would keep the referee busy for minutes: without a goal, where nobody loses by rolling
    on past it, or where what farkled there is taken over."""
    rules = {**PLAIN, **EVERY[name]}
    ruleset = Ruleset.model_validate(rules)
    if ruleset.farkle.streak and (ruleset.goal or 0) > 150:
        rules["goal"] = 150
        ruleset = Ruleset.model_validate(rules)
    if ruleset.goal is None:
        rounds = 1 if ruleset.farkle.keeps_turn_score else ruleset.rounds
        return Ruleset.model_validate({**rules, **ONE_DIE, "rounds": rounds})
    runs_far = ruleset.end_game != "sudden_death" and ruleset.overshoot != "bust"
    kept = ruleset.farkle.keeps_turn_score or ruleset.piggyback in ("after_farkle", "both")
    if runs_far and kept and "combinations" not in EVERY[name]:
        return Ruleset.model_validate({**rules, **ONE_DIE, "goal": 100})
    return ruleset


@pytest.mark.parametrize("name", cases(EVERY, slow={*EVERY} - {*QUICK}))
def test_each_rule_and_rules_that_meet_are_solved_as_the_referee_plays_them(name: str) -> None:
    assert campaign.judge_match(small(name), Random(2)) == "compared"


@pytest.mark.parametrize("entry", computed()["matches"], ids=lambda entry: entry["title"])
def test_matches_are_worth_what_value_iteration_says(entry: dict[str, Any]) -> None:
    solution = solve(Ruleset.model_validate(entry["rules"]))
    assert solution.certificate.error_bound <= 1e-11
    for each in entry["chances"]:
        chance = solution.win_probability(GameState((each["mine"], each["theirs"])))
        assert chance == pytest.approx(each["wins"], abs=entry["tolerance"] + 1e-11)


@pytest.mark.parametrize("turn_score", [6, 7, 8])
def test_rolling_on_past_the_goal_is_worth_the_same_at_every_turn_score(turn_score: int) -> None:
    """After taking the turn over you are past the goal as well. By the referee it is 3/5."""
    result = api.advise(
        "dice: 3\ngoal: 8\ncombinations: {2: 3, 1: 4}\nfarkle: {streak: 3, penalty: all}\n"
        "piggyback: both\ndisaster: [1AB, AAB]\n",
        mine=7,
        theirs=6,
        my_farkles=1,
        their_farkles=1,
        turn_score=turn_score,
        dice=1,
    )
    (roll,) = (option for option in result.advice.options if option.then == "roll")
    assert roll.win_probability == pytest.approx(0.6, abs=1e-9)


def test_one_point_is_the_goal_and_leaves_no_head_start() -> None:
    """Each turn wins one time in six."""
    ruleset = Ruleset.model_validate(
        {"dice": 1, "goal": 1, "combinations": {"1": 1}, "bank": {"opening": 1}}
    )
    head_start = campaign.solve(ruleset, head_starts=True).head_start()
    assert head_start.points == 0
    assert head_start.first_player_win_probability == pytest.approx(6 / 11, abs=1e-10)
