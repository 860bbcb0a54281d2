"""Policies that look at both scores. What their lines mean is read from cards in `tests/report`."""

from __future__ import annotations

import pytest

from farklegen.errors import UnsolvableError
from farklegen.policies.recipe import BankRule, KeepRule, Recipe, ScoreRule
from farklegen.rules.ruleset import Ruleset
from tests.shared import match_player
from tests.solvers.duel.test_duel_oracle import arena, check_duel
from tests.solvers.each_rule import PLAIN, RULES, cases

CARD = Recipe(
    name="by scores",
    keep=KeepRule(worth={3: {0: 100, 50: 50}, 2: {0: 50, 150: 0}, 1: {0: 0}}),
    bank=BankRule(by_dice={1: 0, 2: 150, 3: 200}),
    by_scores=(
        ScoreRule(either=250, later="goal"),
        ScoreRule(theirs=150, behind=100, later=50),
        ScoreRule(mine=100, ahead=100, earlier=50),
        ScoreRule(behind=150, later=100),
    ),
)
USUAL = CARD.model_copy(update={"by_scores": ()})


def test_lines_change_what_is_won() -> None:
    _, duel = check_duel({**PLAIN, "goal": 300}, CARD, USUAL)
    assert abs(duel.average - 0.5) > 1e-3


def test_without_a_goal_they_are_refused() -> None:
    ruleset = Ruleset.model_validate({**PLAIN, "goal": None, "rounds": 1})
    found, _ = arena(ruleset)
    with pytest.raises(UnsolvableError, match="by_scores"):
        match_player(CARD, found.layout)


BY_TURNS = ["take over after a bank", "take over after both", "beat previous"]


@pytest.mark.parametrize("name", cases(BY_TURNS, slow=["take over after both", "beat previous"]))
@pytest.mark.parametrize("take_over", [None, {1: 100, 2: 150}], ids=["weighed", "by numbers"])
def test_they_win_as_often_where_turns_depend_on_the_one_before(
    name: str, take_over: dict[int, int] | None
) -> None:
    one, other = (recipe.model_copy(update={"take_over": take_over}) for recipe in (CARD, USUAL))
    check_duel({**PLAIN, **RULES[name]}, one, other)
