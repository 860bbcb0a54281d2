"""What pictures show, against the results they are made from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from farklegen.errors import UnsolvableError
from farklegen.pictures import (
    Picture,
    bin_width,
    class_limits,
    laid_out,
    length_spread,
    regions_picture,
    spread_picture,
    turn_spread,
    value_picture,
    win_picture,
)
from farklegen.solvers.duel.length import GameLength
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.planes import NEVER, NOTHING, bank_regions, chance_plane
from farklegen.study.study import Study
from tests.pictures.small import STREAKS, TINY, study

pytest.importorskip("matplotlib")


def drawn(picture: Picture) -> Any:
    """The part of a figure that has the panels."""
    return laid_out(picture).subfigs[0]


@pytest.mark.parametrize("text", [TINY, STREAKS])
def test_regions_are_where_single_turns_bank(text: str) -> None:
    found = bank_regions(study(text).solution)
    seen = set()
    for place in range(0, len(found.scores), 3):
        for other in range(0, len(found.scores), 2):
            mine, theirs = found.scores[place], found.scores[other]
            turn = study(text).solution.turn(GameState((mine, theirs)))
            short = slice(0, min(turn.goal_row, len(turn.banks)))
            asked = (turn.reachable[: len(turn.banks)] & turn.may_bank)[short]
            for dice in range(turn.moves.dice):
                rows = np.flatnonzero(turn.banks[short, dice] & asked[:, dice])
                start = int(found.start[dice, place, other])
                seen.add(min(start, 0))
                if len(rows):
                    assert start == rows[0] * turn.moves.unit
                    rolls = asked[rows[0] :, dice] & ~turn.banks[short][rows[0] :, dice]
                    assert found.again[dice, place, other] == rolls.any()
                else:
                    assert start == (NEVER if asked[:, dice].any() else NOTHING)
    assert 0 in seen


def test_a_square_shows_its_turn_score_and_none_where_nobody_banks() -> None:
    found = study().regions
    picture = regions_picture(study().loaded, 50, found)
    assert "Hatched: never short of the goal." in picture.caption
    *every, key = drawn(picture).axes
    for start, axes in zip(found.start[::-1], every, strict=True):
        squares = axes.collections[0]
        assert np.array_equal(squares.get_array().filled(0), np.maximum(start.T, 0))
        low, high = squares.norm.boundaries[[0, -1]]
        assert (low, high) == (found.start[found.start > 0].min(), found.start.max() + 50)
    assert key.get_xlabel() == "bank from a turn score of"


def test_the_chance_to_win_is_that_of_the_solution() -> None:
    for text in (TINY, STREAKS):
        found = study(text).solution
        plane = chance_plane(found)
        (axes,) = drawn(win_picture(study(text).loaded, plane)).axes
        shown = axes.collections[0].get_array()
        for place, mine in enumerate(plane.scores):
            for other, theirs in enumerate(plane.scores):
                match_state = GameState((mine, theirs))
                assert shown[other, place] == found.win_probability(match_state)


def test_planes_of_rounds_are_those_of_the_middle_round() -> None:
    rounds = TINY + "rounds: 3\n"
    solved, regions = study(rounds).solution, bank_regions(study(rounds).solution)
    plane = chance_plane(solved)
    picture = win_picture(study(rounds).loaded, plane)
    assert "It is round 2 of 3." in picture.caption
    assert "It is round 2 of 3." in regions_picture(study(rounds).loaded, 50, regions).caption
    start = 100 * solved.win_probability(GameState((0, 0), rounds_left=3))
    assert f"At the start of the game: {start:.2f}%." in picture.caption
    for place, mine in enumerate(plane.scores):
        for other, theirs in enumerate(plane.scores):
            state = GameState((mine, theirs), rounds_left=2)
            assert plane.chance[place, other] == solved.win_probability(state)
            turn = solved.turn(state)
            asked = (turn.reachable[: len(turn.banks)] & turn.may_bank)[: turn.goal_row]
            rows = np.flatnonzero((turn.banks[: turn.goal_row] & asked)[:, 0])
            lowest = regions.start[0, place, other]
            assert lowest == (rows[0] * turn.moves.unit if len(rows) else lowest)


def test_lines_of_value_end_where_one_banks() -> None:
    analysis = study().analysis
    (axes,) = drawn(value_picture(analysis)).axes
    banks = {ranges.dice: ranges.ranges[-1][0] for ranges in analysis.bank[0]}
    named = [f"2 dice: {banks[2]}+", f"1 die: {banks[1]}+"]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == named
    for dice, line in zip((2, 1), axes.lines[::2], strict=True):
        for x, y in zip(*line.get_data(), strict=True):
            assert y == analysis.expected.strategies[0].value[int(x) // 50, dice - 1]
        assert (x, y) == (banks[dice], 0.0)


@pytest.mark.parametrize("text", [TINY, STREAKS])
@pytest.mark.parametrize("kind", ["turn", "length"])
def test_bars_are_all_there_is_but_for_the_tails(text: str, kind: str) -> None:
    found = turn_spread(study(text)) if kind == "turn" else length_spread(study(text))
    bars, steps = drawn(spread_picture([study(text)], kind)).axes
    shares = {bar.get_x() + bar.get_width() / 2: bar.get_height() for bar in bars.containers[0]}
    assert 0.99 < sum(shares.values()) <= 1 + 1e-12
    known = dict(zip(found.results.tolist(), found.shares.tolist(), strict=True))
    for place, share in shares.items():
        assert share == pytest.approx(known.get(round(place), 0.0))
    chances = list(steps.lines[0].get_ydata())
    assert chances[0] == 1.0
    assert chances == sorted(chances, reverse=True)
    assert bars.lines[0].get_xdata()[0] == found.mean
    assert found.results @ found.shares == pytest.approx(found.mean, abs=1e-6)
    middle = found.quantile(0.5)
    assert found.shares[found.results <= middle].sum() >= 0.5
    assert found.tails[found.results == middle] >= 0.5


def test_at_least_so_many_points_is_a_sum_of_the_distribution() -> None:
    found = turn_spread(study())
    results = dict(zip(found.results.tolist(), found.shares.tolist(), strict=True))
    assert results == dict(study().expected.strategies[0].outcome.distribution)
    for at, chance in zip(found.results, found.tails, strict=True):
        assert chance == pytest.approx(sum(p for r, p in results.items() if r >= at))


def test_games_that_never_end_have_no_picture() -> None:
    endless = Study(study().loaded, kept=False)
    endless.__dict__["length"] = GameLength(float("nan"), float("nan"), (), 1.0)
    with pytest.raises(UnsolvableError, match="never ends"):
        spread_picture([endless], "length")


def test_classes_hold_about_as_many_values_each() -> None:
    values = np.array([50] * 10 + [100] * 5 + list(range(150, 650, 50)))
    assert class_limits(values, 50, 3) == [50, 200, 650]


def test_few_values_are_classes_of_their_own() -> None:
    assert class_limits(np.array([300, 300, 350]), 50, 9) == [300, 350, 400]
    assert class_limits(np.array([300]), 50, 9) == [300, 350]
    assert class_limits(np.array([], np.int64), 50, 9) == [0, 50]  # nobody banks below the goal


def test_bars_are_round_and_not_too_many() -> None:
    assert bin_width(1000, 50, 80) == 50
    assert bin_width(1000, 50, 10) == 100
    assert bin_width(1000, 1, 100) == 10
