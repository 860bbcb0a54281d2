"""A study works out each thing once, keeps it where it should, and stands for its rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from farklegen.errors import ImpossibleStateError, UnsolvableError
from farklegen.policies.recipe import parse
from farklegen.rules.loading import LoadedRuleset, load_text
from farklegen.solvers.game import solve_match as match
from farklegen.solvers.game.solution import MatchSolution
from farklegen.store import matches
from farklegen.study.study import PLAYING, Study
from tests.measures.small import loaded

STREAK = """\
goal: 500
dice: 2
combinations: {1: 100, 5: 50}
farkle: {streak: 2, penalty: 100}
"""


def test_each_thing_is_worked_out_once(solved: list[int]) -> None:
    study = Study(loaded("tiny"), kept=False)
    for name in ("tables", "odds", "expected", "bank", "analysis", "solution", "head_start",
                 "length", "regions", "arena", "price"):  # fmt: skip
        assert getattr(study, name) is getattr(study, name), name
    assert solved == [0]
    assert study.duel(parse("full-table"), parse("optimal")) is study.duel(
        parse("full-table"), parse("optimal")
    )
    assert study.duel(None, parse("full-table")) is study.duel(None, parse("full-table"))


TAKES_OVER = """\
goal: 2000000
dice: 2
combinations: {1: 100, 5: 50}
piggyback: after_bank
"""


@pytest.mark.parametrize("part", ["ladder", "price"])
def test_a_match_out_of_reach_is_refused_before_an_easier_one_is_solved(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Study, "like", lambda *_, **__: pytest.fail("an easier match was begun"))
    with pytest.raises(UnsolvableError, match="out of reach"):
        getattr(Study(api.load(TAKES_OVER), kept=False), part)


def test_what_is_not_kept_leaves_the_store_alone(store: Path, solved: list[int]) -> None:
    for _ in range(2):
        study = Study(loaded("tiny"), kept=False)
        assert study.price.with_go_for_it.average > 0
        assert study.length.mean > 1
    assert solved == [0, 0]
    assert list(store.iterdir()) == []


def test_what_is_kept_is_there_for_the_next_study(solved: list[int]) -> None:
    first, second = Study(loaded("tiny")), Study(loaded("tiny"))
    pair = parse("full-table-go"), parse("bank-at-300")
    for study in (first, second):
        assert study.duel(*pair) == first.duel(*pair)
        assert study.duel(None, pair[1]) == first.duel(None, pair[1])
        assert study.price == first.price
        assert study.length == first.length
        assert study.ladder == first.ladder
        assert study.points_ladder == first.points_ladder
    assert "arena" not in vars(second)
    assert solved == [0]


def test_the_length_of_games_that_never_end_is_kept() -> None:
    bank = "bank: {multiple_of: 1000000}\nhot_dice: required\n"
    endless = load_text("goal: 1000\ndice: 2\ncombinations: {1: 100, 5: 300}\n" + bank)
    assert [Study(endless).length.beyond for _ in range(2)] == [1.0, 1.0]


def test_a_floor_makes_another_match_and_a_step_another_card() -> None:
    rules = api.load(STREAK)
    study = Study(rules, floor=-300)
    assert study.like(floor=-300) is study
    assert api.solve(study).certificate.floor == -300
    assert api.solve(study, floor=-500).certificate.floor == -500
    assert study.like(step=None) is study
    assert api.table(study, step=100, quick=True).analysis.card.step == 100
    assert study.like(step=100).floor == -300
    with pytest.raises(ImpossibleStateError, match="no score falls below zero"):
        api.solve(Study(loaded("tiny"), floor=-300))


def test_its_listeners_can_change() -> None:
    heard: list[str] = []
    study = Study(loaded("tiny"), kept=False)
    assert study.solution.certificate.states > 0
    study.listen(lambda _share, doing: heard.append(doing), None)
    study.duel(parse("full-table"), parse("optimal"))
    assert heard[-1] == PLAYING
    study.let_go()
    assert "arena" not in vars(study)


def test_duels_by_the_thresholds_of_another_card_are_kept_apart() -> None:
    pair = parse("full-table-go"), parse("optimal")
    usual, rounded = Study(loaded("tiny")), Study(loaded("tiny"), step=100)
    assert usual.duel(*pair) == Study(loaded("tiny"), kept=False).duel(*pair)
    assert rounded.duel(*pair) == Study(loaded("tiny"), step=100, kept=False).duel(*pair)


RULES = """\
goal: 100
dice: 1
combinations: {1: 100, 2: 50, 3: 50, 4: 50, 5: 50}
farkle: {streak: 2, penalty: 50}
"""


def find(loaded: LoadedRuleset, floor: int | None = None, **options: Any) -> MatchSolution:
    return Study(loaded, floor=floor, **options).solution


def test_another_name_is_the_same_match_and_other_rules_are_not(solved: list[int]) -> None:
    find(load_text(RULES))
    find(load_text("name: Ours\n" + RULES))
    assert len(solved) == 1
    find(load_text(RULES.replace("goal: 100", "goal: 150")))
    assert len(solved) == 2


def test_every_floor_is_a_match_of_its_own(solved: list[int]) -> None:
    loaded = load_text(RULES)
    usual = find(loaded).certificate.floor
    assert find(loaded, -300).certificate.floor == -300
    assert solved == [usual, -300]
    assert find(loaded).certificate.floor == usual
    assert find(loaded, -300).certificate.floor == -300
    assert solved == [usual, -300]


@pytest.mark.parametrize(
    "change",
    [
        lambda meta, _: meta.pop("sweeps"),
        lambda meta, _: meta.update(unheard_of=1),
        lambda _, arrays: arrays.update(values=arrays["values"][:, :-1]),
        lambda _, arrays: arrays.clear(),
    ],
    ids=["too few keys", "too many keys", "too few states", "no states"],
)
def test_what_does_not_fit_is_reported_and_solved_again(
    solved: list[int], change: Callable[[dict[str, Any], dict[str, Any]], object]
) -> None:
    loaded = load_text(RULES)
    key = Study(loaded).match_key()
    meta, arrays = match.to_store([find(loaded)])
    change(meta, arrays)
    matches.save(key, meta, arrays, label="spoilt")
    reports: list[str] = []
    again = find(loaded, report=reports.append)
    assert reports.count("what is stored for these rules is of another kind and is not used") == 1
    assert len(solved) == 2
    assert find(loaded).win_probability(again.start()) == again.win_probability(again.start())
    assert len(solved) == 2
