"""Cards of rules by which farkles cost the whole banked score: `penalty: all`."""

from __future__ import annotations

import pytest

from farklegen.cards.search import ENOUGH
from farklegen.errors import UnsolvableError
from farklegen.policies.recipe import parse
from farklegen.rules.loading import load_text
from farklegen.solvers.expected import expected_score
from farklegen.study.study import Study

RULES = "dice: 3\ngoal: {goal}\ncombinations: {{1: 100, 5: 50, AAA: 300}}\n"
LOSING = RULES + "farkle: {{streak: 2, penalty: {penalty}}}\n"


def study(goal: int, penalty: int | str) -> Study:
    return Study(load_text(LOSING.format(goal=goal, penalty=penalty)), kept=False)


@pytest.mark.parametrize(
    ("goal", "penalty"), [(1000, 200), (10_000_000, None), (100, 50)], ids=["fifth", "turns", "one"]
)
def test_it_counts_as_a_fifth_of_the_goal_or_five_turns_and_not_as_nothing(
    goal: int, penalty: int | None
) -> None:
    without = Study(load_text(RULES.format(goal=goal)), kept=False).expected.points_per_turn
    counted = penalty or int(5 * without) // 50 * 50
    losing, costing = study(goal, "all"), study(goal, counted)
    found = losing.analysis
    assert found.expected.points_per_turn == costing.expected.points_per_turn
    assert found.card.tables == costing.analysis.card.tables
    assert f"is counted as {counted:,} points" in found.expected.left_out[-1]
    with pytest.raises(UnsolvableError, match="penalty: all has no expected score"):
        _ = losing.expected
    with pytest.raises(UnsolvableError, match="penalty: all has no expected score"):
        expected_score(losing.ruleset, losing.tables)


def test_what_a_card_wins_is_that_of_the_rules_as_they_are() -> None:
    losing = study(500, "all")
    ladder = losing.ladder
    assert ladder.perfect is not None
    assert ladder.perfect.average == pytest.approx(0.5, abs=1e-12)
    for rung in ladder.rungs:
        assert rung.chances is not None
        assert 0.4 < rung.chances.average < 0.5
    met = losing.duel(parse("card"), parse("optimal")).chances
    short = ladder.short.chances
    assert short is not None
    assert met.average == pytest.approx(short.average, abs=ENOUGH)
    # the card costs something else where the score lost is a fixed number of points
    other = study(500, 100).ladder.short.chances
    assert other is not None
    assert abs(other.average - short.average) > 1e-4
