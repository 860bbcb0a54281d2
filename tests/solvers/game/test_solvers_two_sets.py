"""A match of two sets of dice: against plain Python, and against equal dice."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.game import solve_match as match
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.match_rules import match_rules
from farklegen.solvers.game.solution import TwoSets, check_two_sets
from tests.referee import Match
from tests.referee.games import game
from tests.shared import solve_match
from tests.solvers.test_solvers_hands import KINDS

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
    seats = [match_rules(rules, compile_scoring(rules)) for rules in (first, second)]
    check_two_sets(first)
    return TwoSets(*match.solve_match(seats, threads=1))


@pytest.mark.parametrize(
    ("seed", "ending"),
    [
        (0, {}),
        (6, {}),
        *(pytest.param(seed, {}, marks=pytest.mark.slow) for seed in (3, 5, 7)),
        (24, {"goal": 250, "end_game": "final_turn"}),
        (24, {"goal": 250, "end_game": "equal_turns", "ties": "challenger"}),
    ],
    ids=str,
)
def test_random_sets_with_jokers_agree_with_the_referee(seed: int, ending: dict[str, Any]) -> None:
    first, second = draw(seed, **ending)
    found = solved(first, second)
    orders = [(found.mine, found.theirs)]
    if ending.get("end_game") == "equal_turns":  # who moves first matters
        orders.append((found.theirs, found.mine))
    for sides in orders:
        rules = [solution.rules.ruleset for solution in sides]
        sure = Match(rules[0], other=rules[1])
        for table, chances in sure.values.items():
            first_moves = table.seat == 0 if len(orders) > 1 else table.left is None
            mine, theirs = table.scores
            state = GameState((mine, theirs), seat=int(not first_moves))
            chance = pytest.approx(chances[0], abs=1e-9)
            assert sides[table.seat].win_probability(state) == chance
            assert sides[table.seat].turn(state).win_probability == chance
    assert found.win_probability(first=True) == found.mine.win_probability(found.mine.start())
    assert found.mine.certificate.error_bound < 2e-11


@pytest.mark.parametrize("rule", [None, "hot_dice"])
def test_equal_sets_are_the_match_of_equal_dice(rule: str | None) -> None:
    first, _ = draw(3)
    if rule:
        first = first.model_copy(update={"hot_dice": "required"})
    found, usual = solved(first, first), solve_match(first, threads=1)
    for mine in range(0, 400, 50):
        for theirs in range(0, 400, 50):
            state = GameState((mine, theirs))
            chance = usual.win_probability(state)
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
    shown = found.to_dict()
    assert shown["my_dice"] == "low=1, imp=1, ordinary=1"
    assert shown["their_dice"] == "high=2, ordinary=1"
    again = api.solve(SMALL, their_dice="high=2,ordinary")  # from the store
    assert again.match.mine.values.tolist() == found.match.mine.values.tolist()
    equal = {**SMALL, "dice": {"low": 3}}
    turn = api.turn(equal, mine=100, theirs=200, their_dice=theirs)
    assert turn.to_dict()["their_dice"] == "high=2,ordinary=1"
    advice = api.advise(equal, mine=100, theirs=200, roll=[1, 2, 3], their_dice=theirs)
    best = advice.advice.options[0]
    assert best.win_probability is not None
    assert best.win_probability > turn.turn.win_probability  # a roll that scores
    alone = api.advise(equal, mine=100, theirs=200, roll=[1, 2, 3]).advice.options[0]
    assert alone.win_probability != best.win_probability
