"""What going for the goal gains, pieced together from visits and turns, is what duels say it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from farklegen.cards.go_for_it import go_for_it_gains, turning
from farklegen.policies.policy import PERFECT
from farklegen.policies.recipe import BankRule, Recipe, Thresholds
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel.length import game_length
from farklegen.solvers.duel.seats import state_policy_of
from tests.shared import match_player
from tests.solvers.duel.test_duel_oracle import arena
from tests.solvers.each_rule import PLAIN, RULES

BEFORE = Recipe(
    name="before",
    keep="most-points",
    bank=BankRule(at=100),
    go_for_it=Thresholds(mine={1: 250, 2: 200}, theirs={}),
)
AFTER = BEFORE.model_copy(
    update={"name": "after", "go_for_it": Thresholds(mine={1: 100, 2: 200}, theirs={1: 150})}
)


@pytest.mark.parametrize(
    "rules",
    [
        "plain",
        "bank minimum",
        "streak with a lowest score",
        "streak below zero",
        "final turn, split",
        "kept turn scores",
    ],
)
def test_the_visits_after_a_change_times_the_gains_before_it_are_its_gain(rules: str) -> None:
    found, _ = arena(Ruleset.model_validate({**PLAIN, "goal": 250, **RULES[rules]}))
    before, after = (match_player(each, found.layout) for each in (BEFORE, AFTER))
    duel = found.meet(before, PERFECT)
    gained = found.meet(after, PERFECT).average - duel.average
    assert abs(gained) > 1e-4  # the change is one

    often, then = (turning(found, who).often for who in (before, after))
    gains = go_for_it_gains(found, before, duel.chances)[0]  # with one die
    goes_for_it = [state_policy_of(found.layout, who).goes_for_it & 1 for who in (before, after)]
    changed = np.flatnonzero((goes_for_it[0] != goes_for_it[1]) & (often > 0))
    each = gains[changed] / often[changed]
    each = each * (goes_for_it[1] - goes_for_it[0])[changed]
    assert gained == pytest.approx(float(each @ then[changed]), abs=1e-6)


@pytest.mark.parametrize("rules", ["plain", "streak with a lowest score"])
def test_visits_add_up_to_the_turns_of_a_game(rules: str) -> None:
    found, solution = arena(Ruleset.model_validate({**PLAIN, "goal": 250, **RULES[rules]}))
    often = found.visits(*found.perfect_seats)
    turns: Any = game_length(solution)
    assert 2 * np.sum(often) == pytest.approx(turns.mean, abs=1e-5)
