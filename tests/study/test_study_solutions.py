"""Solutions of matches: solved once, found again, and never taken for another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from farklegen.rules.loading import LoadedRuleset, load_text
from farklegen.solvers.match import match
from farklegen.solvers.match.solution import MatchSolution
from farklegen.store import matches
from farklegen.study.study import Study

RULES = """\
goal: 100
dice: 1
combinations: {1: 100, 2: 50, 3: 50, 4: 50, 5: 50}
farkle: {streak: 2, penalty: 50}
"""


def find(loaded: LoadedRuleset, floor: int | None = None, **options: Any) -> MatchSolution:
    return Study(loaded, floor=floor, **options).solution


def test_another_name_is_the_same_match_and_other_rules_are_not(solved: list[int | None]) -> None:
    find(load_text(RULES))
    find(load_text("name: Ours\n" + RULES))
    assert len(solved) == 1
    find(load_text(RULES.replace("goal: 100", "goal: 150")))
    assert len(solved) == 2


def test_every_floor_is_a_match_of_its_own(solved: list[int | None]) -> None:
    loaded = load_text(RULES)
    usual = find(loaded).certificate.floor
    assert find(loaded, -300).certificate.floor == -300
    assert solved == [None, -300]
    assert find(loaded).certificate.floor == usual
    assert find(loaded, -300).certificate.floor == -300
    assert solved == [None, -300]


@pytest.mark.parametrize(
    "change",
    [
        lambda meta, _: meta.pop("sweeps"),
        lambda meta, _: meta.update(unheard_of=1),
        lambda _, arrays: arrays.update(chances=arrays["chances"][:-1]),
        lambda _, arrays: arrays.clear(),
    ],
    ids=["too few keys", "too many keys", "too few states", "no states"],
)
def test_what_does_not_fit_is_reported_and_solved_again(
    solved: list[int | None], change: Callable[[dict[str, Any], dict[str, Any]], object]
) -> None:
    loaded = load_text(RULES)
    key = Study(loaded).match_key
    meta, arrays = match.to_store(find(loaded))
    change(meta, arrays)
    matches.save(key, meta, arrays, label="spoilt")
    reports: list[str] = []
    again = find(loaded, report=reports.append)
    assert reports.count("the stored solution is of another kind and is computed again") == 1
    assert len(solved) == 2
    assert find(loaded).win_probability(again.start()) == again.win_probability(again.start())
    assert len(solved) == 2
