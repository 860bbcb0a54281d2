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
