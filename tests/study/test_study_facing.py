"""Cards against other dice: as plain Python plays them, and with equal dice as ever."""

from __future__ import annotations

import json
from typing import Any

import pytest

from campaign.duel_oracle import chances_of_players
from farklegen.play.players import Judge, player_of
from farklegen.policies.policy import PERFECT
from farklegen.policies.recipe import parse
from farklegen.rules.loading import load_text
from farklegen.study.study import Facing, Study

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


def test_a_policy_against_perfect_play_with_other_dice_wins_as_plain_python_says() -> None:
    facing = Facing(study(goal=300), {"high": 2, "low": 1})
    bank, perfect = parse("bank-at-200"), Judge(facing.match.theirs)
    duel = facing.arena.meet(facing.player(bank), PERFECT)
    # the second player's choices are the solver's, which the referee of several judges
    sure = chances_of_players(
        facing.ruleset, [player_of(facing, bank), perfect], None, other=facing.theirs.ruleset
    )
    assert (duel.moving_first, duel.moving_second) == pytest.approx(sure[:2], abs=1e-9)


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
