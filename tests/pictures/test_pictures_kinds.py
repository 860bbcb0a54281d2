"""What pictures show, against the results they are made from."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from farklegen import api
from farklegen.cards.card import Analysis, analyse
from farklegen.errors import UnsolvableError
from farklegen.pictures.makers import MAKERS, check_kind
from farklegen.pictures.planes import (
    NEVER_WORDS,
    Regions,
    Win,
    regions_picture,
    win_picture,
)
from farklegen.pictures.spreads import Length, TurnPicture, length_picture, turn_picture
from farklegen.pictures.value import Value, value_picture
from farklegen.rules.loading import LoadedRuleset, load_text
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.length import GameLength
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.match.match_state import MatchState
from farklegen.solvers.match.planes import NEVER, NOTHING, bank_regions, chance_plane
from farklegen.solvers.match.solution import MatchSolution

TINY = """\
name: Tiny
goal: 800
dice: 2
combinations: {1: 100, 5: 50, 66: 250}
"""

STREAKS = """\
name: Streaks
goal: 500
dice: 2
combinations: {1: 100, 5: 50}
bank: {minimum: 50, opening: 150}
farkle: {streak: 2, penalty: 100, lowest_score: 0}
end_game: equal_turns
"""


@cache
def loaded(text: str = TINY) -> LoadedRuleset:
    return load_text(text, "rules.yaml", "rules")


@cache
def analysis(text: str = TINY) -> Analysis:
    return analyse(loaded(text))


@cache
def solution(text: str = TINY) -> MatchSolution:
    ruleset = loaded(text).ruleset
    return solve_match(ruleset, compile_scoring(ruleset))


@pytest.mark.parametrize("text", [TINY, STREAKS])
def test_regions_are_where_single_turns_bank(text: str) -> None:
    found = bank_regions(solution(text))
    boards = solution(text).plan.contexts.boards == 1
    seen = set()
    for place in range(0, len(found.scores), 3):
        for other in range(0, len(found.scores), 2):
            mine, theirs = found.scores[place], found.scores[other]
            turn = solution(text).turn(
                MatchState(
                    mine, theirs, on_board=boards or mine > 0, their_on_board=boards or theirs > 0
                )
            )
            short = slice(0, min(turn.goal_row, len(turn.banks)))
            asked = (turn.reachable[: len(turn.banks)] & turn.may_bank)[short]
            for dice in range(turn.dice):
                rows = np.flatnonzero(turn.banks[short, dice] & asked[:, dice])
                start = int(found.start[dice, place, other])
                seen.add(min(start, 0))
                if len(rows):
                    assert start == rows[0] * turn.unit
                    rolls = asked[rows[0] :, dice] & ~turn.banks[short][rows[0] :, dice]
                    assert found.again[dice, place, other] == rolls.any()
                else:
                    assert start == (NEVER if asked[:, dice].any() else NOTHING)
    assert 0 in seen


def test_a_square_shows_the_class_of_its_turn_score() -> None:
    found = bank_regions(solution())
    plot = regions_picture(loaded(), 50, found).plot
    assert isinstance(plot, Regions)
    words = [*plot.classes, NEVER_WORDS]
    for dice in (1, 0):
        for x in range(len(found.scores)):
            for y in range(len(found.scores)):
                start, text = found.start[dice, x, y], words[plot.number[dice, x, y]]
                if start <= 0:
                    assert text == NEVER_WORDS
                else:
                    low, _, high = text.rstrip("+").partition("–")
                    assert int(low) <= start
                    assert text.endswith("+") or start <= int(high or low)


def test_the_chance_to_win_is_that_of_the_solution() -> None:
    for text in (TINY, STREAKS):
        found = solution(text)
        plane = chance_plane(found)
        plot = win_picture(loaded(text), plane).plot
        assert isinstance(plot, Win)
        boards = found.plan.contexts.boards == 1
        for place, mine in enumerate(plane.scores):
            for other, theirs in enumerate(plane.scores):
                match_state = MatchState(
                    mine, theirs, on_board=boards or mine > 0, their_on_board=boards or theirs > 0
                )
                assert plot.plane.chance[place, other] == found.win_probability(match_state)


def test_notes_say_which_turns_are_meant() -> None:
    note = win_picture(loaded(STREAKS), chance_plane(solution(STREAKS))).note
    assert "Neither player has just farkled." in note
    assert "A player with a score is on the board, one without is not." in note
    assert "The player to move has moved first in the game." in note
    assert "below zero" not in note


def test_planes_of_rounds_are_those_of_the_middle_round() -> None:
    rounds = TINY + "rounds: 3\n"
    solved, regions = solution(rounds), bank_regions(solution(rounds))
    plane = chance_plane(solved)
    picture = win_picture(loaded(rounds), plane)
    assert "It is round 2 of 3." in picture.note
    assert "It is round 2 of 3." in regions_picture(loaded(rounds), 50, regions).note
    start = 100 * solved.win_probability(MatchState(rounds_left=3))
    assert f"At the start of the game: {start:.2f}%." in picture.note
    for place, mine in enumerate(plane.scores):
        for other, theirs in enumerate(plane.scores):
            state = MatchState(mine, theirs, on_board=True, their_on_board=True, rounds_left=2)
            assert plane.chance[place, other] == solved.win_probability(state)
            turn = solved.turn(state)
            asked = (turn.reachable[: len(turn.banks)] & turn.may_bank)[: turn.goal_row]
            rows = np.flatnonzero((turn.banks[: turn.goal_row] & asked)[:, 0])
            told = regions.start[0, place, other]
            assert told == (rows[0] * turn.unit if len(rows) else told)


def test_lines_of_value_end_where_one_banks() -> None:
    plot = value_picture(analysis()).plot
    assert isinstance(plot, Value)
    expected = analysis().expected
    ((_, lines),) = plot.panels
    banks = {ranges.dice: ranges.ranges[-1][0] for ranges in analysis().bank[0]}
    assert [line.name for line in lines] == [f"2 dice: {banks[2]}+", f"1 die: {banks[1]}+"]
    for line in lines:
        for x, y in line.points:
            assert y == expected.strategies[0].value[int(x) // 50, line.dice - 1]
        assert line.ends
        assert line.points[-1] == (banks[line.dice], 0.0)


def test_every_situation_has_a_panel() -> None:
    plot = value_picture(analysis(STREAKS)).plot
    assert isinstance(plot, Value)
    titles = [title for title, _ in plot.panels]
    assert len(titles) == 4
    assert titles[0] == "No farkle just before, once on the board"


def test_bars_of_a_turn_are_all_there_is() -> None:
    for text in (TINY, STREAKS):
        plot = turn_plot(text)
        assert 0.99 < sum(plot.shares.values()) <= 1 + 1e-12
        chances = [y for _, y in plot.at_least]
        assert chances[0] == 1.0
        assert chances == sorted(chances, reverse=True)
        mean = sum(place * share for place, share in plot.shares.items())
        assert mean == pytest.approx(plot.mean, abs=6)
        assert plot.mean == analysis(text).expected.points_per_turn


def turn_plot(text: str = TINY) -> TurnPicture:
    plot = turn_picture(analysis(text)).plot
    assert isinstance(plot, TurnPicture)
    return plot


def test_at_least_so_many_points_is_a_sum_of_the_distribution() -> None:
    results = dict(analysis().expected.strategies[0].outcome.distribution)
    steps = turn_plot().at_least
    for (after, chance), (upto, _) in pairwise(steps[1:]):
        assert chance == pytest.approx(sum(p for r, p in results.items() if r > after))
        assert chance == pytest.approx(sum(p for r, p in results.items() if r >= upto))
    for at, chance in turn_plot().levels:
        assert chance == pytest.approx(sum(p for r, p in results.items() if r >= at))


def test_games_of_every_length_are_shown() -> None:
    plot = length_picture(loaded(), GameLength(3.5, 0.5, ((3, 0.5), (4, 0.5)), 0.0)).plot
    assert isinstance(plot, Length)
    assert plot.shares == {3: 0.5, 4: 0.5}
    assert plot.over == ((0.05, 3), (0.5, 3), (0.95, 4))


def test_games_that_never_end_have_no_picture() -> None:
    with pytest.raises(UnsolvableError, match="never ends"):
        length_picture(loaded(), GameLength(float("nan"), float("nan"), (), 1.0))


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("length", "piggyback: both"),
        ("length", "bank: {beat_previous: true}"),
    ],
)
def test_rules_without_a_picture_are_refused_by_name(kind: str, rule: str) -> None:
    ruleset = loaded(TINY + rule + "\n").ruleset
    name = rule.replace("bank: {beat_previous: true}", "bank.beat_previous")
    with pytest.raises(UnsolvableError, match=name):
        check_kind(kind, ruleset)
    for other in set(MAKERS) - {"length"}:
        check_kind(other, ruleset)


def test_a_kind_that_does_not_exist_is_named() -> None:
    with pytest.raises(ValueError, match="'pie' is not one of: regions"):
        api.picture(loaded(), "pie")
