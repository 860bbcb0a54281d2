"""What duels keep in memory, and for how long."""

from __future__ import annotations

import gc
from errno import ENOSPC
from weakref import ref

import numpy as np
import pytest

from farklegen.cards.players import match_player
from farklegen.policies.policy import PERFECT
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers import ends
from farklegen.solvers.arena import Arena
from farklegen.solvers.duel.by_lists import ByLists
from farklegen.solvers.duel.go_for_it_gains import visit_counts
from farklegen.solvers.ends import ROUNDED
from tests.solvers.duel.test_duel_oracle import HABIT, arena
from tests.solvers.each_rule import PLAIN, RULES

LONG = 1_500
"""A goal with which the chances of high banks are very small."""


def in_brief(found: Arena) -> ByLists:
    """Have an arena keep its ends as large matches do."""
    assert isinstance(found.way, ByLists)
    found.brief = found.way.arena.brief = True
    return found.way


@pytest.mark.parametrize("goal", [PLAIN["goal"], LONG])
@pytest.mark.parametrize("rules", ["plain", "streak with a lowest score", "final turn, split"])
def test_duels_with_ends_in_brief_are_within_the_bound(rules: str, goal: int) -> None:
    ruleset = Ruleset.model_validate({**PLAIN, **RULES[rules], "goal": goal})
    exact, brief = arena(ruleset)[0], arena(ruleset)[0]
    in_brief(brief)
    habit = match_player(HABIT, exact.layout, exact.tables)
    sure, rounded = (each.meet(habit, PERFECT) for each in (exact, brief))
    assert rounded.error == pytest.approx(sure.error + ROUNDED, abs=1e-12)
    assert 0.0 < np.abs(sure.chances - rounded.chances).max() < ROUNDED / 10
    sure, rounded = (each.meet(PERFECT, PERFECT) for each in (exact, brief))
    assert rounded.chances == pytest.approx(sure.chances, abs=1e-14)
    often = [visit_counts(each.way, habit) for each in (exact, brief)]
    assert often[1] == pytest.approx(often[0], abs=1e-9)


@pytest.mark.parametrize("rules", ["plain", "take over after a bank"])
def test_an_arena_is_freed_as_soon_as_nobody_has_it(rules: str) -> None:
    found, _ = arena(Ruleset.model_validate({**PLAIN, **RULES[rules]}))
    found.meet(match_player(HABIT, found.layout, found.tables), PERFECT)
    large = ref(found.way)
    gc.disable()
    try:
        del found
        assert large() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("rules", ["plain", "streak with a lowest score"])
def test_ends_are_the_same_in_a_file(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = Ruleset.model_validate({**PLAIN, **RULES[rules]})

    def duel() -> tuple[bool, float]:
        found, _ = arena(ruleset)
        way = found.way
        assert isinstance(way, ByLists)
        average = found.meet(match_player(HABIT, found.layout, found.tables), PERFECT).average
        return way.perfect[1].kept.in_a_file, average

    in_memory = duel()
    monkeypatch.setattr(ends, "IN_MEMORY", 0)
    in_a_file = duel()
    monkeypatch.setattr(ends, "TemporaryFile", no_room)
    nowhere = duel()
    assert [in_memory[0], in_a_file[0], nowhere[0]] == [False, True, False]
    assert in_memory[1] == in_a_file[1] == nowhere[1]


def no_room(**_options: object) -> None:
    raise OSError(ENOSPC, "No space left on device")
