"""Rolls looked up by their faces lead to the option sets that matches are solved with."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import FALLS, compile_scoring, dice_in_hands, draw_bounds, multisets
from tests.profiles import examples
from tests.strategies import rulesets

PLAIN: dict[str, Any] = {
    "dice": 3,
    "goal": 400,
    "combinations": {"1": 100, "5": 50, "AAA": 300},
    "die_types": {
        "imp": {"weights": (2, 1, 1, 0, 1, 1), "joker": 1},
        "low": (3, 2, 1, 0, 0, 1),
    },
}


def check(ruleset: Ruleset) -> None:
    """Every roll of every hand, thrown die by die, weighs what the tables say."""
    tables, found, hands = compile_scoring(ruleset), multisets(ruleset), hands_of(ruleset)
    kinds, first = dice_in_hands(hands)
    for hand in range(1, hands.all + 1):
        weight: Counter[int] = Counter()
        dice = kinds[first[hand - 1] : first[hand]]
        plain = [kind % len(hands.kinds) for kind in dice]
        assert tuple(map(plain.count, range(len(hands.kinds)))) == hands.counts[hand]
        for faces in product(range(6), repeat=len(dice)):
            at, chances = 0, 1
            for kind, face in zip(dice, faces, strict=True):
                at = int(found.grown[at, 6 * kind + face])
                chances *= found.weights[kind][face]
            if chances:
                weight[int(found.roll[at])] += chances
        sets = np.flatnonzero(tables.set_dice == hand)
        assert weight[FALLS["farkle"]] == tables.farkle_weight[hand]
        assert weight[FALLS["disaster"]] == tables.disaster_weight[hand]
        wins = tables.instant_farkle_weight[hand] + tables.set_instant_weight[sets].sum()
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
        {"dice": ("imp", "ordinary", "imp"), "disaster": ("33",), "instant_win": ("44",)},
        {"dice": ("imp", "low", "ordinary")},
        {"last_die_throws": 3, "disaster": ("4",), "instant_win": ("6",)},
        {"dice": ("imp", "low", "ordinary"), "last_die_throws": 2},
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
    assert draw_bounds(multisets(ruleset).weights[:1], 3) == [3, 4, 4, 5, 7, 8]
    assert draw_bounds(multisets(Ruleset.model_validate(PLAIN)).weights, 53)[-1] == 1 << 53
