"""What duels keep in memory, and for how long."""

from __future__ import annotations

import gc
from weakref import ref

import pytest

from farklegen.cards.match_player import match_player
from farklegen.policies.policy import PERFECT
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel import setting
from farklegen.solvers.duel.go_for_it_gains import met_often
from tests.solvers.duel.test_duel_oracle import HABIT, arena
from tests.solvers.each_rule import PLAIN, RULES


@pytest.mark.parametrize("rules", ["plain", "streak with a lowest score"])
def test_ends_found_in_small_chunks_of_levels_are_the_same(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = Ruleset.model_validate({**PLAIN, **RULES[rules]})

    def met() -> tuple[int, float, list[float]]:
        found, _ = arena(ruleset)
        habit = match_player(HABIT, found.plan, found.tables)
        duel = found.meet(habit, PERFECT)
        often = met_often(found.way, habit)
        return len(found.levels.chunks), duel.average, often.tolist()

    whole = met()
    monkeypatch.setattr(setting, "AT_ONCE", 1)
    chunks, average, often = met()
    assert whole[0] == 1 < chunks
    assert average == pytest.approx(whole[1], abs=1e-14)
    assert often == pytest.approx(whole[2], abs=1e-14)


@pytest.mark.parametrize("rules", ["plain", "take over after a bank"])
def test_an_arena_is_freed_as_soon_as_nobody_has_it(rules: str) -> None:
    found, _ = arena(Ruleset.model_validate({**PLAIN, **RULES[rules]}))
    found.meet(match_player(HABIT, found.plan, found.tables), PERFECT)
    large = ref(found.way)
    gc.disable()
    try:
        del found
        assert large() is None
    finally:
        gc.enable()
