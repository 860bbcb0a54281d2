"""Lines that look at both scores: what they lose, and that the search finds the best."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from farklegen.cards.go_for_it import line_losses, score_pairs, score_step, turning
from farklegen.cards.ladder import CardWay
from farklegen.cards.lines import (
    FORMS,
    GOAL,
    READ,
    Line,
    Losses,
    lines_chains,
    numbers_of,
)
from farklegen.policies.policy import PERFECT, Asked, Policy
from farklegen.policies.recipe import ScoreRule
from farklegen.rules.loading import load_text
from farklegen.study.study import Study

SMALL = """\
goal: 1000
dice: 4
combinations: {1: 100, 5: 50, AAA: [300, 200, 300, 400, 500, 600]}
"""
LAST_TURN = "goal: 400\ndice: 2\ncombinations: {1: 100, 5: 50}\nend_game: final_turn\n"


def player(study: Study, rules: Sequence[ScoreRule]) -> Policy:
    """The player by the full table and lines."""
    way = CardWay(study.analysis.card.tables, lines=tuple(rules))
    return way.policy(study.analysis, study.arena.moves, study.arena.rows)


@cache
def small(text: str = SMALL) -> Any:
    """(study, what lines lose)."""
    study = Study(load_text(text), threads=1, kept=False)
    losses = Losses(study.analysis, study.arena, CardWay(study.analysis.card.tables), set())
    likely = [line.rule for line in losses.scaled(FORMS[-1])]
    losses.find(turning(study.arena, player(study, likely)))
    return study, losses


LISTS = [
    [(Asked(either=800), -1)],
    [(Asked(mine=850, theirs=800), -1), (Asked(behind=200), -3)],
    [(Asked(theirs=700, behind=100), -2), (Asked(mine=600, ahead=200), 0)],
]
"""What is asked, and which of the amounts that are tried it says."""


@pytest.mark.parametrize("places", LISTS, ids=["going", "two lines", "later and earlier"])
@pytest.mark.parametrize("text", [SMALL, LAST_TURN], ids=["small", "last turn"])
def test_losses_add_up_to_what_is_lost_where_it_is_known_how_often_turns_begin(
    places: list[tuple[Asked, int]], text: str
) -> None:
    study, losses = small(text)
    lines = [Line(asked, losses.amounts[place]) for asked, place in places]
    rules = [line.rule for line in lines]
    played = player(study, rules)
    duel = study.arena.meet(played, PERFECT)
    perfect = study.arena.meet(PERFECT, PERFECT)
    lost = perfect.average - duel.average
    if study.ruleset.end_game != "final_turn":  # last turns are no part of the sum
        now = turning(study.arena, played)
        pairs, pair = score_pairs(study.arena.layout, score_step(study.ruleset))
        amounts = [Line(Asked(), amount) for amount in (0, *(line.amount for line in lines))]
        tried = player(study, [line.rule for line in amounts])
        each = line_losses(study.arena, now, tried, pair)
        first = np.zeros(pairs.shape[1], np.int64)
        for number, line in reversed([*enumerate(lines, start=1)]):
            first[line.asked.holds(*pairs)] = number
        assert each[first, np.arange(len(first))].sum() == pytest.approx(lost, abs=2e-5)
    around = Losses(study.analysis, study.arena, CardWay(study.analysis.card.tables), set())
    around.find(turning(study.arena, played, duel.chances))
    assert around.of(lines) == pytest.approx(0.0, abs=2e-5)
    assert losses.of(lines) == pytest.approx(lost, abs=0.02)


def test_a_number_counts_once() -> None:
    lines = [
        Line(Asked(either=900), GOAL),
        Line(Asked(theirs=800, behind=200), 150),
        Line(Asked(mine=800, ahead=200), -200),
        Line(Asked(mine=800), 0),
    ]
    assert numbers_of(lines) == {900, 800, 200, 150}


BEST_OF_ALL = {1: 0.00868, 2: 0.00766, 3: 0.00661, 4: 0.00619}
"""What the best of all lists of up to three lines loses by its count of numbers, each kind counted
by itself: found once by looking at all of them. Counted together less may be lost."""


def test_the_search_finds_what_is_best_of_all_lists_of_three() -> None:
    study, _ = small()
    losses = Losses(study.analysis, study.arena, CardWay(study.analysis.card.tables), set())
    near_goal = [Line(Asked(either=950), GOAL).rule]
    losses.find(turning(study.arena, player(study, near_goal)))
    [chain] = lines_chains(losses, set())
    for numbers, least in BEST_OF_ALL.items():
        few = [each for each in chain if each.numbers <= numbers]
        assert min(each.loss - READ * len(each.fields["lines"]) for each in few) <= least + 3e-5


FEW_SCORES = """\
goal: 500
dice: 3
combinations: {1: 100, 5: 50, AAA: [300, 200, 300, 400, 500, 600]}
bank: {multiple_of: 100}
"""


def test_of_few_scores_a_new_line_asks_for_each() -> None:
    ladder = Study(load_text(FEW_SCORES), threads=1, kept=False).ladder
    assert ladder.best(2).worth == pytest.approx(0.47125, abs=1e-5)  # 300 and 400; with one 0.4698


@pytest.mark.parametrize("amount", [150, -100, GOAL])
def test_a_mirrored_line_does_as_much_earlier_for_the_other_players_scores(amount: int) -> None:
    line = Line(Asked(mine=700, theirs=600, behind=100), amount)
    mirrored = line.mirrored
    assert mirrored.mirrored == line
    assert numbers_of([line, mirrored]) == numbers_of([line])
    for mine, theirs in product(range(0, 1000, 50), repeat=2):
        assert line.asked.holds(mine, theirs) == mirrored.asked.holds(theirs, mine)
    assert mirrored.amount == (GOAL if amount == GOAL else -amount)
