"""The ladder of short cards: what competes for its numbers."""

from __future__ import annotations

import pytest

from farklegen.cards.short_search import find_ladder
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
    study = Study(load_text(TAKING_OVER), kept=False, threads=1)
    easier = study.easier()
    assert easier is not None
    ladder = find_ladder(study.analysis, study.chain, easier.arena)
    assert [rung.numbers for rung in ladder.rungs][:4] == [1, 2, 3, 4]
    second = ladder.best(2).way
    assert second.goes is not None
    assert 750 in second.goes.theirs  # worth 3 games in a hundred; taking over from 350, less


def test_what_wins_in_the_easier_match_only_is_no_rung() -> None:
    study = Study(load_text(TAKING_OVER), kept=False, threads=1)
    ladder = study.ladder
    won = [rung.chances.average for rung in ladder.rungs if rung.chances is not None]
    assert len(won) == len(ladder.rungs)
    assert won == sorted(won)
    assert 2 not in [rung.numbers for rung in ladder.rungs]  # from 750 on it wins less here
    assert won[-1] > 0.4711
    assert ladder.short.chances is not None
    assert ladder.short.chances.average > 0.475


def test_fewer_numbers_than_the_shortest_card_takes_are_refused_with_its_number() -> None:
    study = Study(
        load_text("dice: 2\ngoal: 600\ncombinations: {1: 100, 5: 50}\n"), kept=False, threads=1
    )
    assert study.ladder.rungs[0].numbers == 1
    with pytest.raises(ArgumentError, match="takes 1 number; ask for at least 1"):
        study.ladder.best(0)
