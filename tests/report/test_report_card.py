"""The card: its sentences say all of it, and its numbers are what they give."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from campaign.duel_oracle import chances_of_players
from farklegen.cards.ladder import CardWay
from farklegen.cards.search import LadderSearch, shorter, with_nearer_goal
from farklegen.play.players import Judge
from farklegen.policies.policy import PERFECT
from farklegen.policies.recipe import ScoreRule
from farklegen.report.card import CardResult
from farklegen.rules.loading import load, load_text
from farklegen.study.study import Study
from tests import referee
from tests.report.printed import reader_of
from tests.solvers.each_rule import cases

TWO_DICE = "dice: 2\ncombinations: {1: 100, 5: 50, 66: 150}\n"
HOUSE = """\
bank: {opening: 150}
farkle: {streak: 3, penalty: 200, lowest_score: 0}
end_game: final_turn
overshoot: bust
piggyback: after_bank
"""

POINTS = {
    "two dice": "goal: 2000\n" + TWO_DICE,
    "house": "goal: 2000\n" + TWO_DICE + HOUSE,
    "multiples": "goal: 3000\n" + TWO_DICE + "bank: {minimum: 100, multiple_of: 100}\n",
    "bonus": "goal: 3000\n" + TWO_DICE + "hot_dice: required\nhot_dice_bonus: {points: 100}\n",
    "three dice": "goal: 2000\ndice: 3\ncombinations: {1: 100, 5: 50, AAA: 300}\n",
    "least": "goal: 2000\ndice: 3\ncombinations: {1: 100, 5: 50, AAA: 300, AA: 70}\n"
    "bank: {minimum: 100}\nfarkle: {streak: 2, penalty: 100}\n",
    "rounds": "rounds: 3\n" + TWO_DICE,
}
MATCHES = {
    "sudden death": "goal: 150\n" + TWO_DICE,
    "last turn": "goal: 150\n" + TWO_DICE + "bank: {opening: 100}\nend_game: final_turn\n",
    "minimum": "goal: 200\n" + TWO_DICE + "bank: {minimum: 100, opening: 150}\n",
    "multiples": "goal: 200\n" + TWO_DICE + "bank: {minimum: 100, multiple_of: 100}\n",
    "penalty": "goal: 150\n" + TWO_DICE + "farkle: {streak: 2, penalty: 100, lowest_score: 0}\n",
    "whole score": "goal: 150\n" + TWO_DICE + "farkle: {streak: 2, penalty: all}\n",
}


def each(rules: dict[str, str]) -> list[Any]:
    """The rules by their names."""
    return [pytest.param(text, id=name) for name, text in rules.items()]


@cache
def study(rules: str) -> Study:
    loaded = load_text(rules) if "\n" in rules else load(rules)
    return Study(loaded, kept=False, threads=1)


@pytest.mark.parametrize("name", cases(POINTS, slow=("bonus",)))
def test_who_reads_the_text_gets_the_stated_points(name: str) -> None:
    found = study(POINTS[name])
    for rung in found.points_ladder.shown[-3:]:
        points = referee.evaluate_policy(found.ruleset, reader_of(found, rung).by_points)
        assert rung.card.points_per_turn == pytest.approx(points.points_per_turn, rel=1e-9)


def test_programs_get_the_points_that_people_see() -> None:
    found = study(POINTS["three dice"].replace("300", "300, AA: 70") + "bank: {opening: 300}\n")
    ladder = found.points_ladder
    data = CardResult(found.analysis, ladder, ladder.short).to_dict()
    facts = dict(CardResult(found.analysis, ladder, ladder.short).facts)
    shown = f"{data['card']['points_per_turn_of_a_game']:,.1f} in the long run"
    assert facts["Points per turn"].startswith(shown)
    assert [rung["points_per_turn"] for rung in data["ladder"]] == [
        rung.card.points_per_turn for rung in ladder.shown
    ]
    assert data["card"]["points_per_turn_of_a_game"] == ladder.points(ladder.short)
    # before the first bank more is lost
    first = data["ladder"][0]
    assert first["points_per_turn_of_a_game"] < first["points_per_turn"] - 0.03


def test_a_card_may_lack_more_points_than_the_best_play_brings() -> None:
    rules = "farkle: {streak: 3, penalty: 500}\nbank: {multiple_of: 100}\n"
    found = study("goal: 1000\n" + TWO_DICE + rules)
    ladder = found.points_ladder
    said = [dict(CardResult(found.analysis, ladder, rung).facts) for rung in ladder.shown]
    assert min(ladder.points(rung) for rung in ladder.shown) < 0
    assert any(each["Points per turn"].startswith("−") for each in said)


@pytest.mark.parametrize("rules", each(MATCHES))
def test_who_reads_the_text_wins_as_often_as_stated(rules: str) -> None:
    found = study(rules)
    judge = Judge(found.solution)
    for rung in {
        found.ladder.short.numbers: found.ladder.short,
        99: found.ladder.everything,
    }.values():
        assert rung.chances is not None
        won = chances_of_players(found.ruleset, [reader_of(found, rung), judge], None).average
        assert rung.chances.average == pytest.approx(won, abs=1e-9)


TAKEN_OVER = {
    "after a bank": "goal: 100\n" + TWO_DICE + "piggyback: after_bank\nend_game: final_turn\n",
    "after a farkle": "goal: 150\n" + TWO_DICE + "piggyback: after_farkle\n"
    "farkle: {first_roll_points: 100, all_dice_points: 50}\n",
    "beat previous": "goal: 150\n" + TWO_DICE + "bank: {beat_previous: true}\n",
}


@pytest.mark.parametrize("name", cases(TAKEN_OVER, slow=["after a bank"]))
def test_where_every_turn_is_followed_all_rungs_win_as_often_as_stated(name: str) -> None:
    found = study(TAKEN_OVER[name])
    judge = Judge(found.solution)
    ladder = found.ladder
    for rung in {ladder.short.numbers: ladder.short, 99: ladder.everything}.values():
        assert rung.chances is not None
        won = chances_of_players(found.ruleset, [reader_of(found, rung), judge], None).average
        assert rung.chances.average == pytest.approx(won, abs=1e-9)
    best = ladder.everything.chances
    assert best is not None
    others = [rung.chances.average for rung in ladder.rungs[:-1] if rung.chances]
    assert max(others, default=0.0) < best.average


def test_with_a_goal_far_away_a_nearer_one_tells_how_to_end_the_game() -> None:
    far = study(TAKEN_OVER["after a bank"].replace("100\n", "900\n"))
    near = far.with_rules(shorter(far.analysis))
    assert near.ruleset.goal is not None
    assert near.ruleset.goal < 500
    easier = far.easier()
    assert easier is not None
    found = LadderSearch(far.analysis, easier.arena).find(far.chain)
    ladder = LadderSearch(far.analysis, near.arena).ended(found)
    way = ladder.short.way
    assert way.past is not None  # what is left is the opponent's
    assert way.tables == found.short.way.tables

    def won(way: CardWay) -> float:
        policy = way.policy(far.analysis, far.arena.moves, far.arena.rows)
        return far.arena.meet(policy, PERFECT).average

    assert won(way) > won(replace(way, past=None, lead=None)) + 0.001


def test_a_card_for_a_nearer_goal_looks_at_the_same_distances() -> None:
    way = CardWay((), lead=30, lines=(ScoreRule(mine=850, behind=200, later=50),))
    there = with_nearer_goal(way, 100)
    assert there.lines == (ScoreRule(mine=750, behind=200, later=50),)
    assert with_nearer_goal(there, 0) == there


@pytest.mark.slow
def test_in_a_house_with_everything_the_card_is_measured() -> None:
    found = study("goal: 150\n" + TWO_DICE + HOUSE.replace("150", "100"))
    short = found.ladder.short
    assert short.chances is not None
    judge = Judge(found.solution)
    won = chances_of_players(found.ruleset, [reader_of(found, short), judge], None).average
    assert short.chances.average == pytest.approx(won, abs=1e-7)


@pytest.mark.parametrize("rules", each(MATCHES))
def test_each_rung_is_better_and_the_short_one_loses_little(rules: str) -> None:
    ladder = study(rules).ladder
    won = [rung.chances.average for rung in ladder.rungs if rung.chances is not None]
    assert len(won) == len(ladder.rungs)
    assert won == sorted(won)
    numbers = [rung.numbers for rung in ladder.rungs]
    assert numbers == sorted(set(numbers))
    assert all(rung.numbers == rung.way.count(study(rules).ruleset.extent) for rung in ladder.rungs)
    assert ladder.short.chances is not None
    best = max(won)
    assert ladder.short.chances.average >= best - 0.0025
    fewer = [rung for rung in ladder.rungs if rung.numbers < ladder.short.numbers]
    assert all(r.chances is not None and r.chances.average < best - 0.0025 for r in fewer)
