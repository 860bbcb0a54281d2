"""The public functions: references they take, results they give, errors they raise."""

from __future__ import annotations

from pathlib import Path

import pytest

import farklegen
from farklegen import api
from farklegen.errors import (
    FileProblemError,
    ImpossibleStateError,
    RulesetError,
    UnsolvableError,
)
from tests.referee.games import published

RULES = """\
goal: 1000
dice: 1
combinations: {1: 10}
die_weights: [1, 0, 0, 0, 0, 1]
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "coin.yaml"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["basic", "zilch", "patch"])
def test_table_of_built_in_rules(name: str) -> None:
    value, tolerance = published(name)["expected_score"].values()
    result = farklegen.full_table(name)
    assert result.expected.points_per_turn == pytest.approx(value, abs=tolerance)
    assert len(result.bank) == len(result.expected.strategies) == len(result.card.tables)


def test_odds_of_built_in_rules() -> None:
    sheet = published("odds")
    for found in farklegen.odds("patch").odds:
        one_in = sheet["farkle_one_in"][found.dice]
        assert found.rolls / found.farkle == pytest.approx(one_in, abs=sheet["tolerance"])


def test_reach_with_built_in_rules() -> None:
    entry = published("ten-thousand")
    found = farklegen.reach("ten-thousand", points=1000, dice=3, turn_score=300)
    printed = entry["reach_1000"][3][6]
    assert 100 * found.reach.probability == pytest.approx(printed, abs=entry["reach_tolerance"])
    first = farklegen.reach("ten-thousand", points=50, on_board=False)
    assert first.reach.probability == farklegen.reach("ten-thousand", points=1000).reach.probability


def test_a_reference_is_a_name_a_path_or_what_was_loaded(rules: Path) -> None:
    loaded = farklegen.load(rules)
    for reference in (rules, str(rules), loaded):
        assert farklegen.full_table(reference).expected.points_per_turn == pytest.approx(5)
        assert farklegen.odds(reference).odds[0].farkle == 1
        assert farklegen.reach(reference, points=20).reach.probability == 0.25
    assert farklegen.load(loaded) is loaded
    assert farklegen.load("basic").fingerprint == api.builtin("basic").fingerprint


def test_the_step_of_the_card_can_be_chosen() -> None:
    assert farklegen.full_table("basic").card.step == 50
    assert farklegen.full_table("basic", step=100).card.step == 100


def test_every_result_knows_its_rules_and_their_warnings(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(RULES + "farkle: {streak: 3}\n", encoding="utf-8")
    loaded = farklegen.load(path)
    assert loaded.warnings
    assert farklegen.full_table(loaded).loaded is loaded
    assert farklegen.odds(loaded).loaded is loaded
    assert farklegen.reach(loaded, points=10).loaded is loaded


def test_what_cannot_be_read_or_solved_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileProblemError):
        farklegen.full_table(tmp_path / "missing.yaml")
    with pytest.raises(FileProblemError):
        api.builtin("no such rules")
    bad = tmp_path / "bad.yaml"
    bad.write_text("goal: -1\n", encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        farklegen.odds(bad)
    assert len(refused.value.problems) >= 2
    endless = tmp_path / "endless.yaml"
    endless.write_text(RULES + "nothing: 10\n", encoding="utf-8")
    with pytest.raises(UnsolvableError, match="never farkle"):
        farklegen.full_table(endless)
    with pytest.raises(ImpossibleStateError):
        farklegen.reach("basic", points=100, dice=7)


def test_all_built_in_rules_can_be_listed_and_solved() -> None:
    names = api.ruleset_names()
    assert {"basic", "facebook", "zilch", "patch", "onward", "five-dice"} <= set(names)
    assert [loaded.slug for loaded in api.rulesets()] == list(names)


def test_check_says_whether_a_file_is_valid(rules: Path, tmp_path: Path) -> None:
    assert farklegen.check(rules).valid
    bad = tmp_path / "bad.yaml"
    bad.write_text("goal: 0\ncombinations: {}\n", encoding="utf-8")
    assert not farklegen.check(bad).valid


TWO_COINS = """\
goal: 20
dice: 2
combinations: {1: 10}
die_weights: [1, 0, 0, 0, 0, 1]
"""


def test_a_match_is_solved_and_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "coins.yaml"
    path.write_text(TWO_COINS, encoding="utf-8")
    found = farklegen.solve(path)
    # on paper in the referee's tests, too
    assert found.first_player_win_probability == pytest.approx(2 / 3)
    assert found.length is None
    turn = farklegen.turn(path, mine=0, theirs=0)
    assert turn.turn.win_probability == pytest.approx(2 / 3)
    last = turn.states[-1]
    assert (last.turn_score, last.bank, last.win_probability) == (20, True, 1.0)
    advised = farklegen.advise(path, mine=0, theirs=0, roll=(1, 6))
    (option,) = advised.advice.options
    assert (option.keep, option.points, option.dice_left) == ((1,), 10, 1)
    (state,) = (s for s in turn.states if (s.turn_score, s.dice) == (10, 1))
    assert option.win_probability == state.win_probability
    for_points = farklegen.advise(path, roll=[1, 1])
    assert for_points.advice.options[0].win_probability is None
    assert for_points.advice.options[0].keep == (1, 1)


def test_questions_about_what_cannot_be_are_refused_as_a_whole() -> None:
    with pytest.raises(ImpossibleStateError) as refused:
        farklegen.turn("basic", mine=8025, theirs=10_000)
    assert len(str(refused.value).splitlines()) == 2
    with pytest.raises(ImpossibleStateError, match=r"^floor: "):
        farklegen.solve("basic", floor=-50)
    with pytest.raises(ImpossibleStateError, match="what is the question"):
        farklegen.advise("basic")
