"""How long commands promise to take."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen import api
from farklegen.policies.recipe import parse
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.progress import Estimate, duration_words
from farklegen.study.study import FASTER, Study

RULES = "goal: 400\ndice: 2\ncombinations: {1: 100, 5: 50}\n"


def house(folder: Path, rules: str) -> LoadedRuleset:
    file = folder / "house.yaml"
    file.write_text(rules, encoding="utf-8")
    return api.load(file)


def doing(found: Estimate) -> list[str]:
    return [part.doing for part in found.parts]


def test_what_is_kept_takes_nothing(tmp_path: Path) -> None:
    loaded = house(tmp_path, RULES)
    api.solve(loaded)
    assert Study(loaded).estimate("match") == Estimate()
    assert doing(Study(loaded).estimate("match", "length")) == ["following every turn"]
    api.solve(loaded, length=True)
    assert Study(loaded).estimate("match", "length") == Estimate()
    api.table(loaded, numbers="all")
    assert Study(loaded).estimate("price") == Estimate()


def test_a_match_whose_turns_are_taken_over_is_solved_beside_an_easier_one() -> None:
    ahead = Study(api.load("onward")).estimate("price")
    easier, looking, real, measuring = doing(ahead)
    assert easier == real == "solving the match"
    assert (looking, measuring) == ("looking for go-for-it thresholds", "measuring the card")


def test_what_is_refused_takes_nothing() -> None:
    assert Study(api.load("onward-consolation")).estimate("match", "price") == Estimate()


def test_players_need_what_their_recipes_go_by(monkeypatch: pytest.MonkeyPatch) -> None:
    study = Study(api.load(RULES))
    names = ("bank-at-300", "full-table-go", "card", "optimal")
    assert [study.needed([parse(name)]) for name in names] == [
        [],
        ["price"],
        ["ladder"],
        ["match"],
    ]
    assert study.needed(map(parse, names)) == ["price", "ladder", "match"]
    monkeypatch.setattr("farklegen.study.study.PATIENCE", -1.0)
    assert Study(api.load(RULES)).needed([parse("card")]) == []  # found by points, at once


@pytest.mark.parametrize(
    ("farkle", "advice"),
    [
        ("streak: 2, penalty: 100", FASTER),
        ("first_roll_penalty: 100", FASTER),
        ("streak: 2, penalty: 100, lowest_score: 0", ""),
    ],
)
def test_the_way_to_a_faster_match_is_named_if_scores_fall_without_limit(
    tmp_path: Path, farkle: str, advice: str
) -> None:
    loaded = house(tmp_path, f"{RULES}farkle: {{{farkle}}}\n")
    assert Study(loaded).estimate("match").advice == advice


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "1 s"), (7.4, "7 s"), (41, "40 s"), (100, "2 min"), (5500, "1 h 32 min")],
)
def test_times_are_round_numbers_and_never_nothing(seconds: float, words: str) -> None:
    assert duration_words(seconds) == words
