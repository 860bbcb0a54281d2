"""Rolls looked up by their faces lead to the option sets that matches are solved with."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.rolling import FALLS, draw_bounds, multisets
from farklegen.scoring.rolls import reduced_die_weights
from tests.profiles import examples
from tests.strategies import rulesets

PLAIN: dict[str, Any] = {"dice": 3, "goal": 400, "combinations": {"1": 100, "5": 50, "AAA": 300}}


def check(ruleset: Ruleset) -> None:
    """Every roll of every number of dice, thrown die by die, weighs what the tables say."""
    tables, weights = compile_scoring(ruleset), reduced_die_weights(ruleset)
    found = multisets(ruleset, tables)
    for dice in range(1, ruleset.dice + 1):
        weight: Counter[int] = Counter()
        for faces in product(range(6), repeat=dice):
            at = 0
            for face in faces:
                at = int(found.grown[at, face])
            weight[int(found.roll[at])] += int(np.prod([weights[face] for face in faces]))
        sets = np.flatnonzero(tables.set_dice == dice)
        assert weight[FALLS["farkle"]] == tables.farkle_weight[dice]
        assert weight[FALLS["disaster"]] == tables.disaster_weight[dice]
        wins = tables.instant_farkle_weight[dice] + tables.set_instant_weight[sets].sum()
        assert weight[FALLS["wins"]] == wins
        assert [weight[n] for n in range(len(sets))] == tables.set_weight[sets].tolist()


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"set_aside": "all"},
        {"nothing": 500},
        {"instant_win": ("666",), "disaster": ("222", "34")},
        {"die_weights": (3, 1, 0, 1, 2, 1)},
    ],
    ids=str,
)
def test_rolls_thrown_die_by_die_weigh_what_the_tables_say(rules: dict[str, Any]) -> None:
    check(Ruleset.model_validate({**PLAIN, **rules}))


@given(rulesets(max_dice=3))
@settings(max_examples=examples(20))
def test_rolls_of_random_rules_weigh_what_the_tables_say(ruleset: Ruleset) -> None:
    check(ruleset)


def test_draws_fall_on_a_face_as_often_as_it_weighs() -> None:
    ruleset = Ruleset.model_validate({**PLAIN, "die_weights": (3, 1, 0, 1, 2, 1)})
    assert draw_bounds(ruleset, 3) == [3, 4, 4, 5, 7, 8]
    assert draw_bounds(Ruleset.model_validate(PLAIN), 53)[-1] == 1 << 53
