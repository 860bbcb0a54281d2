"""Cards against other dice: as plain Python plays them, and with equal dice as ever."""

from __future__ import annotations

import json
from typing import Any

import pytest

from farklegen.policies.policy import PERFECT
from farklegen.policies.reference import parse
from farklegen.rules.loading import load_text
from farklegen.study.study import Facing, Study
from tests.referee.two_sets import BankAtAgainstPerfect, TwoSetsMatch

RULES: dict[str, Any] = {
    "goal": 400,
    "combinations": {"1": 100, "5": 50, "AAA": 300},
    "set_aside": "all",
    "dice": {"low": 2, "imp": 1},
    "die_types": {
        "low": [3, 2, 1, 0, 1, 1],
        "imp": {"weights": [2, 1, 1, 1, 1, 1], "joker": 6},
        "high": [1, 0, 1, 1, 3, 2],
    },
}


def study(**more: Any) -> Study:
    return Study(load_text(json.dumps({**RULES, **more})), kept=False, threads=1)


@pytest.mark.parametrize("theirs", [{"high": 2, "low": 1}, {"ordinary": 3}])
def test_a_policy_against_perfect_play_with_other_dice_wins_as_plain_python_says(
    theirs: dict[str, int],
) -> None:
    facing = Facing(study(), theirs)
    sure = TwoSetsMatch(facing.ruleset, facing.theirs.ruleset)
    met = BankAtAgainstPerfect(sure, 200)
    duel = facing.arena.meet(facing.player(parse("bank-at-200")), PERFECT)
    assert duel.moving_first == pytest.approx(met.values[0][0, 0], abs=1e-9)
    assert duel.moving_second == pytest.approx(1 - met.values[1][0, 0], abs=1e-9)
    for (mine, theirs_), chance in met.values[0].items():
        at = facing.solution.plan.index(0, mine // 50, theirs_ // 50)
        assert duel.mine[at] == pytest.approx(chance, abs=1e-9)
    perfect = facing.arena.meet(PERFECT, PERFECT)
    assert perfect.moving_first == pytest.approx(sure.values[0][0, 0, True], abs=1e-9)
    assert perfect.moving_second == pytest.approx(1 - sure.values[1][0, 0, True], abs=1e-9)
    assert perfect.average > duel.average
    first, second = facing.arena.perfect
    assert (first, second) == pytest.approx((perfect.moving_first, perfect.moving_second), abs=1e-9)


@pytest.mark.parametrize("dice", [{"low": 2, "imp": 1}, {"low": 3}])
def test_the_card_against_equal_dice_is_the_card_of_the_match(dice: dict[str, int]) -> None:
    alone, facing = (
        study(dice=dice, set_aside="any"),
        Facing(study(dice=dice, set_aside="any"), dice),
    )
    assert facing.price.go_for_it == alone.price.go_for_it
    for ours, usual in ((facing.price, alone.price),):
        for name in ("alone", "with_go_for_it", "perfect"):
            assert getattr(ours, name).average == pytest.approx(
                getattr(usual, name).average, abs=1e-9
            )
    assert facing.ladder.short.numbers == alone.ladder.short.numbers
    chances, usual_chances = facing.ladder.short.chances, alone.ladder.short.chances
    assert chances is not None
    assert usual_chances is not None
    assert chances.moving_first == pytest.approx(usual_chances.moving_first, abs=1e-9)
