"""The ladder of short cards: what competes for its numbers."""

from __future__ import annotations

import pytest

from farklegen.errors import ArgumentError
from farklegen.rules.loading import load_text
from farklegen.study.study import Study

TAKING_OVER = """
dice: 4
goal: 1000
combinations: {1: 100, 5: 50, AAA: [500, 200, 300, 400, 500, 600]}
bank: {minimum: 100}
piggyback: after_bank
"""


def test_scores_to_take_over_from_are_weighed_by_games_like_other_numbers() -> None:
    ladder = Study(load_text(TAKING_OVER), kept=False, threads=1).ladder
    assert [rung.numbers for rung in ladder.rungs][:5] == [0, 1, 2, 3, 4]
    second = ladder.best(2).way
    assert second.goes is not None
    assert 750 in second.goes.theirs  # worth 3 games in a hundred; taking over from 350, less
    assert ladder.short.chances is not None
    assert ladder.short.chances.average > 0.4711


def test_fewer_numbers_than_the_shortest_card_takes_are_refused_with_its_number() -> None:
    study = Study(
        load_text("dice: 2\ngoal: 600\ncombinations: {1: 100, 5: 50}\n"), kept=False, threads=1
    )
    assert study.ladder.rungs[0].numbers == 1
    with pytest.raises(ArgumentError, match="takes 1 number; ask for at least 1"):
        study.ladder.best(0)
