"""The ladder of cards: what competes for its numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from farklegen.cards.ladder import ALWAYS
from farklegen.cards.search import LadderSearch
from farklegen.errors import ArgumentError
from farklegen.report.screen import make_screen
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
    ladder = LadderSearch(study.analysis, easier.arena).find(study.chain)
    assert [rung.numbers for rung in ladder.rungs][:4] == [0, 1, 2, 3]
    second = ladder.best(2).way
    assert second.lines  # worth 2 games in a hundred
    assert [score for _, score in second.take_over or () if score > ALWAYS] == [350, 350]


def test_what_wins_in_the_easier_match_only_is_no_rung() -> None:
    study = Study(load_text(TAKING_OVER), kept=False, threads=1)
    ladder = study.ladder
    won = [rung.chances.average for rung in ladder.rungs if rung.chances is not None]
    assert len(won) == len(ladder.rungs)
    assert won == sorted(won)
    assert 3 not in [rung.numbers for rung in ladder.rungs]  # more break points win less here
    assert ladder.short.numbers == 2
    assert ladder.short.chances is not None
    assert ladder.short.chances.average > 0.4769


ALL_GONE = """
goal: 5000
combinations: {1: 100, 5: 50, AAA: [1000, 200, 300, 400, 500, 600]}
farkle: {streak: 3, penalty: all}
disaster: [2222]
"""
"""After two farkles one banks four dice, and else rolls them."""


def test_what_all_but_one_situation_share_suits_them() -> None:
    study = Study(load_text(ALL_GONE), kept=False, threads=1)
    one = next(each.fields["tables"] for each in study.chain if each.numbers == 1)
    four, three = ([table.rows[at].points for table in one] for at in (2, 3))
    assert [points[-1].value for points in four] == [50, 50, 0]
    assert [(points[-1].value, points[-1].turn_score) for points in three] == [(0, 350)] * 2 + [
        (0, 0)
    ]


def test_fewer_numbers_than_the_shortest_card_takes_are_refused_with_its_number() -> None:
    study = Study(
        load_text("dice: 2\ngoal: 600\ncombinations: {1: 100, 5: 50}\n"), kept=False, threads=1
    )
    ladder = replace(study.ladder, rungs=study.ladder.rungs[-1:])
    least = ladder.everything.numbers
    assert least > 1
    with pytest.raises(ArgumentError, match=f"takes {least} numbers; ask for at least {least}"):
        ladder.best(1)


COARSE = "dice: 3\ngoal: 2000\ncombinations: {1: 100, 5: 50, AAA: 300}\nbank: {opening: 500}\n"
"""The full table of these, rounded, brings fewer points than one of two numbers."""

SUN = """
goal: 500
dice: {ordinary: 4, sun: 1}
die_types: {sun: {weights: [1, 1, 1, 1, 1, 1], joker: 3}}
combinations: {1: 10, 5: 5, AAA: [100, 20, 30, 40, 50, 60]}
bank: {opening: 35}
end_game: final_turn
"""
"""The full table of these wins less than the card."""


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(COARSE, id="by points"),
        pytest.param(SUN, id="different dice", marks=pytest.mark.slow),
    ],
)
def test_the_last_rung_is_the_best_one_even_where_the_full_table_is_not(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    study = Study(load_text(rules), threads=1)
    ladder = study.points_ladder if rules == COARSE else study.ladder
    worths = [rung.worth for rung in ladder.shown]
    assert worths == sorted(set(worths))
    assert ladder.everything.way.tables != study.analysis.card.tables
    assert ladder.best(99) == ladder.everything == ladder.shown[-1]
    again = Study(load_text(rules), threads=1)  # as it was kept
    kept = again.points_ladder if rules == COARSE else again.ladder
    for rung, read in zip(ladder.shown, kept.shown, strict=True):
        assert (read.numbers, read.worth) == (rung.numbers, rung.worth)
        assert make_screen(again.analysis, read) == make_screen(study.analysis, rung)
    assert (kept.short.way.by_kind is None) == (rules == COARSE)


MULTIPLES = """
dice: 3
goal: 2000
combinations: {1: 100, 5: 50, AAA: 300}
bank: {opening: 500, multiple_of: 100}
farkle: {streak: 2, penalty: 500}
"""
"""Dice are worth something else in each situation at turn scores that may not be banked."""


def test_a_kept_ladder_says_what_the_found_one_did_between_multiples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    found, kept = (Study(load_text(MULTIPLES), threads=1) for _ in range(2))
    for rung, read in zip(found.points_ladder.rungs, kept.points_ladder.rungs, strict=True):
        assert read.card == rung.card
        assert make_screen(kept.analysis, read) == make_screen(found.analysis, rung)


def test_only_scores_that_can_be_banked_are_named() -> None:
    some = "1: 100, 5: 50, AAA: [1000, 200, 300, 400, 500, 600]"
    rules = f"dice: 5\ngoal: 3000\ncombinations: {{{some}}}\nbank: {{multiple_of: 100}}\n"
    rungs = Study(load_text(rules), threads=1).ladder.rungs
    tables = {table for rung in rungs for table in rung.way.tables}
    named = {point.turn_score for table in tables for row in table.rows for point in row.points}
    asked = {number for rung in rungs for rule in rung.way.lines for number in rule.asked if number}
    assert len(named) > 2
    assert len(asked) > 2
    assert all(number % 100 == 0 for number in named | asked)


def test_lines_of_an_exact_goal_are_looked_for_against_a_card_without_lines() -> None:
    rules = (
        "goal: 1500\ndice: 4\ncombinations: {1: 100, 5: 50, AAA: [1000, 200, 300, 400, 500, 600]}\n"
    )
    study = Study(load_text(rules + "overshoot: bust\nbank: {minimum: 100}\n"), kept=False)
    assert study.ladder.best(5).worth > 0.449
