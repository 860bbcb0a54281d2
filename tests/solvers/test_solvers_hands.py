"""Dice of different kinds and jokers: every solver against the referee, and against equal dice."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from campaign.__main__ import JUDGES
from farklegen.policies.policy import PERFECT
from farklegen.policies.recipe import BankRule, Recipe
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.rolls import ways_of
from farklegen.solvers.duel.table import Arena
from farklegen.solvers.expected import expected_score
from tests.referee.games import game
from tests.shared import match_player, solve_match
from tests.solvers.oracle import odds_of_rolls, scoring_of_rolls
from tests.solvers.simulation.simulated import ERRORS, errors, play

KINDS: dict[str, Any] = {
    "low": [3, 2, 1, 0, 0, 1],
    "imp": {"weights": [2, 1, 1, 0, 1, 1], "joker": 1},
    "elf": {"weights": [1, 1, 0, 2, 0, 1], "joker": [2, 6]},
    "high": [0, 0, 1, 1, 3, 2],
}
PLAIN: dict[str, Any] = {
    "combinations": {"1": 100, "5": 50, "AAA": 300, "234": 250, "AABB": 150},
    "goal": 600,
}


def draw(seed: int) -> Ruleset:
    """Random rules of two to four dice of up to four kinds."""
    rng = random.Random(seed)
    names = [rng.choice([*KINDS, "ordinary"]) for _ in range(rng.randint(2, 4))]
    rules: dict[str, Any] = {**PLAIN, "dice": names, "die_types": KINDS}
    combinations = {
        "1": 100,
        rng.choice(["5", "55", "A"]): 50,
        rng.choice(["AA", "AAA"][: len(names) - 1]): [200, 50, 100, 150, 300, 0],
        "12": rng.choice([100, 250]),
    }
    rules["combinations"] = combinations
    more: dict[str, Any] = {
        "set_aside": "all",
        "hot_dice": "required",
        "hot_dice_bonus": {"points": 100, "when": "last_die"},
        "nothing": 150,
        "bank": {"minimum": 150},
        "farkle": {"streak": 2, "penalty": 100, "lowest_score": 0, "all_dice_points": 50},
        "overshoot": "bust",
        "piggyback": "after_bank",
        "disaster": ["33"],
        "instant_win": ["44"],
        "all_dice_only": ["12"],
    }
    for key in rng.sample(sorted(more), 2):
        rules[key] = more[key]
    return game(**rules)


def test_jokers_score_as_the_rules_reference_says() -> None:
    devils = {"devil": {"weights": [1] * 6, "joker": 1}}
    usual = {"1": 100, "5": 50, "111": 1000, "1111": 2000, "222": 200, "12345": 500}
    rules = game(combinations=usual, dice={"devil": 2, "ordinary": 4}, die_types=devils)
    hands = compile_scoring(rules).hands
    names = [kind.name for kind in hands.kinds]
    devil, ordinary = (10 * names.index(name) for name in ("devil", "ordinary"))
    joker, one, two = devil + 1, ordinary + 1, ordinary + 2

    def best(*roll: int) -> int:
        return max((way.points for way in ways_of(rules, roll).ways), default=0)

    assert best(joker, joker) == 0
    assert best(joker, one) == 100
    assert best(joker, one, one) == 1000
    assert best(joker, one, one, one) == 2000
    assert best(joker, joker, two) == 200
    assert best(joker, one, two, ordinary + 3, ordinary + 4) == 500
    assert {(way.keep, way.points) for way in ways_of(rules, (devil + 5, ordinary + 5)).ways} == {
        ((ordinary + 5,), 50),
        ((devil + 5,), 50),
        (tuple(sorted((ordinary + 5, devil + 5))), 100),
    }


@pytest.mark.parametrize("seed", [1, 2, 3, 5, 6, 7])
def test_option_sets_and_odds_are_those_of_the_referee(seed: int) -> None:
    rules = draw(seed)
    scoring_of_rolls(rules, compile_scoring(rules))
    odds_of_rolls(rules)


HABIT = Recipe(name="habit", keep="most-points", bank=BankRule(at=100))


SEEDS = [1, 3, 6, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 7))]


@pytest.mark.parametrize("part", ["match", "duel", "expected", "reach"])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_judge_of_the_campaign_agrees(part: str, seed: int) -> None:
    judge, _, _ = JUDGES[part]
    rules = draw(seed).model_copy(update={"goal": 200})
    assert judge(rules, random.Random(seed)) == "compared"


@pytest.mark.parametrize("seed", [1, 3, 6])
def test_rolled_games_win_as_often_as_the_duel_says(seed: int) -> None:
    rules = draw(seed).model_copy(update={"goal": 350, "piggyback": "none"})
    solution = solve_match(rules, threads=1)
    arena = Arena(solution, compile_scoring(rules), threads=1)
    policy = match_player(HABIT, arena.layout)
    played = play(arena.layout, policy, PERFECT, games=20_000, seed=seed, solution=solution)
    duel = arena.meet(policy, PERFECT)
    first, second = played.players[0].moving.values()
    assert errors(first, duel.moving_first) < ERRORS
    assert errors(second, duel.moving_second) < ERRORS


def test_equal_dice_by_name_are_equal_dice_to_the_last_bit() -> None:
    plain = game(**PLAIN, dice=4, die_weights=[2, 1, 1, 1, 2, 1])
    kinds = {"one": [2, 1, 1, 1, 2, 1], "other": [4, 2, 2, 2, 4, 2]}
    named = game(**PLAIN, dice={"one": 1, "other": 3}, die_types=kinds)
    tables, others = compile_scoring(plain), compile_scoring(named)
    for field in ("set_dice", "set_start", "set_weight", "option_used", "option_points"):
        np.testing.assert_array_equal(getattr(tables, field), getattr(others, field))
    first, second = expected_score(plain, tables), expected_score(named, others)
    assert first.points_per_turn == second.points_per_turn
    np.testing.assert_array_equal(first.strategies[0].value, second.strategies[0].value)
