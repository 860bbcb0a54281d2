"""A match of two sets of dice: against plain Python, and against equal dice."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from farklegen.api.exporting import data
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.match.match_state import MatchState
from farklegen.solvers.multiplayer.two_sets import TwoSets, check_two_sets, solve_two_sets
from tests.referee.games import game
from tests.referee.two_sets import TwoSetsMatch

KINDS: dict[str, Any] = {
    "low": [3, 2, 1, 0, 0, 1],
    "imp": {"weights": [2, 1, 1, 0, 1, 1], "joker": 1},
    "elf": {"weights": [1, 1, 0, 2, 0, 1], "joker": [2, 6]},
    "high": [0, 0, 1, 1, 3, 2],
}
MORE: dict[str, Any] = {
    "set_aside": "all",
    "hot_dice_bonus": {"points": 100, "when": "last_die"},
    "bank": {"minimum": 150},
    "overshoot": "bust",
    "nothing": 150,
    "instant_win": ["44"],
}


def draw(seed: int, **more: object) -> tuple[Ruleset, Ruleset]:
    """Random rules, with two sets of two or three dice."""
    rng = random.Random(seed)
    count = rng.randint(2, 3)
    rules: dict[str, Any] = {
        "combinations": {"1": 100, "5": 50, "AA": [200, 50, 100, 150, 300, 0], "12": 100},
        "goal": 400,
        "die_types": KINDS,
        **more,
    }
    for key in rng.sample(sorted(MORE), 2):
        rules[key] = MORE[key]
    sets = [[rng.choice([*KINDS, "ordinary"]) for _ in range(count)] for _ in range(2)]
    return game(**rules, dice=sets[0]), game(**rules, dice=sets[1])


def solved(first: Ruleset, second: Ruleset) -> TwoSets:
    sides = [(rules, compile_scoring(rules)) for rules in (first, second)]
    return solve_two_sets(*sides, threads=1)


@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 8))]
)
def test_random_sets_with_jokers_agree_with_plain_python(seed: int) -> None:
    first, second = draw(seed)
    found, sure = solved(first, second), TwoSetsMatch(first, second)
    for solution, values in zip((found.mine, found.theirs), sure.values, strict=True):
        for (mine, theirs, seat), chance in values.items():
            state = MatchState(mine, theirs, first=seat)
            told = solution.win_probability(state)
            assert told == pytest.approx(chance, abs=1e-9)
            assert solution.turn(state).win_probability == pytest.approx(chance, abs=1e-9)
    first_chance, other = sure.values[0][0, 0, True], sure.values[1][0, 0, True]
    assert found.win_probability(first=True) == pytest.approx(first_chance, abs=1e-9)
    assert found.win_probability(first=False) == pytest.approx(1 - other, abs=1e-9)
    assert found.mine.certificate.error_bound < 2e-11


ENDINGS = (
    {"end_game": "final_turn"},
    {"end_game": "equal_turns", "ties": "challenger"},
)


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: " ".join(ending.values()))
@pytest.mark.parametrize("seed", [pytest.param(22, marks=pytest.mark.slow), 24])
def test_last_turns_of_two_sets_agree_with_plain_python(ending: dict[str, str], seed: int) -> None:
    first, second = draw(seed, goal=250, **ending)
    found, sure = solved(first, second), TwoSetsMatch(first, second)
    for solution, values in zip((found.mine, found.theirs), sure.values, strict=True):
        for (mine, theirs, seat), chance in values.items():
            state = MatchState(mine, theirs, first=seat)
            assert solution.win_probability(state) == pytest.approx(chance, abs=1e-9)
    for who, solution in enumerate((found.mine, found.theirs)):
        for behind in (0,) if sure.exact else (0, 50, 150, 300):
            last = solution.turn(MatchState(200, 250 + behind, first=False))
            assert last.win_probability == pytest.approx(sure._last(who, 50 + behind), abs=1e-9)
    assert found.mine.certificate.error_bound < 2e-11


@pytest.mark.parametrize("rule", [None, "hot_dice"])
def test_equal_sets_are_the_match_of_equal_dice(rule: str | None) -> None:
    first, _ = draw(3)
    if rule:
        first = first.model_copy(update={"hot_dice": "required"})
    found, alike = solved(first, first), solve_match(first, compile_scoring(first), threads=1)
    for mine in range(0, 400, 50):
        for theirs in range(0, 400, 50):
            state = MatchState(mine, theirs)
            chance = alike.win_probability(state)
            assert found.mine.win_probability(state) == pytest.approx(chance, abs=1e-10)
    assert found.head_start()[2] == pytest.approx(0.5)


REFUSED: dict[str, dict[str, Any]] = {
    "piggyback: both": {"piggyback": "both"},
    "bank.opening": {"bank": {"opening": 300}},
    "bank.beat_previous": {"bank": {"beat_previous": True}},
    "farkle.penalty": {"farkle": {"streak": 3, "penalty": 100}},
    "farkle.first_roll_points": {"farkle": {"first_roll_points": 50}},
    "farkle.first_roll_penalty": {"farkle": {"first_roll_penalty": 50}},
    "farkle.all_dice_points": {"farkle": {"all_dice_points": 50}},
    "farkle.keeps_turn_score": {"farkle": {"keeps_turn_score": True}},
    "disaster": {"disaster": ["22"]},
    "rounds": {"rounds": 5, "goal": None},
}


@pytest.mark.parametrize("rule", REFUSED)
def test_rules_that_outlast_a_turn_are_refused_by_name(rule: str) -> None:
    rules = game(**{"combinations": {"1": 100, "5": 50}, "dice": 2, **REFUSED[rule]})
    with pytest.raises(UnsolvableError, match=f"not solved with {rule} yet"):
        check_two_sets(rules)


SMALL = {
    "goal": 400,
    "combinations": {"1": 100, "5": 50, "AAA": 300, "123": 250},
    "dice": {"low": 1, "imp": 1, "ordinary": 1},
    "die_types": KINDS,
}


def test_solve_turn_and_advise_say_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    theirs = {"high": 2, "ordinary": 1}
    found = api.solve(SMALL, their_dice=theirs)
    said = data(found)
    assert said["my_dice"] == {"low": 1, "imp": 1, "ordinary": 1}
    assert said["their_dice"] == theirs
    assert said["bank_from"]["1 low"] is not None
    again = api.solve(SMALL, their_dice="high=2,ordinary")  # from the store
    assert again.match.mine.chances.tolist() == found.match.mine.chances.tolist()
    equal = {**SMALL, "dice": {"low": 3}}
    turn = api.turn(equal, mine=100, theirs=200, their_dice=theirs)
    assert data(turn)["their_dice"] == "high=2,ordinary=1"
    advice = api.advise(equal, mine=100, theirs=200, roll=[1, 2, 3], their_dice=theirs)
    best = advice.advice.options[0]
    assert best.win_probability is not None
    assert best.win_probability > turn.turn.win_probability  # a roll that scores
    alone = api.advise(equal, mine=100, theirs=200, roll=[1, 2, 3]).advice.options[0]
    assert alone.win_probability != best.win_probability
