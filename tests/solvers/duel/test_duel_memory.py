"""What duels keep in memory, and for how long."""

from __future__ import annotations

import gc
from weakref import ref

import pytest

from farklegen.cards.players import match_player
from farklegen.policies.policy import PERFECT
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel import seats
from tests.solvers.duel.test_duel_oracle import HABIT, arena
from tests.solvers.each_rule import PLAIN, RULES


@pytest.mark.parametrize("rules", ["plain", "take over after a bank"])
def test_an_arena_is_freed_as_soon_as_nobody_has_it(rules: str) -> None:
    found, _ = arena(Ruleset.model_validate({**PLAIN, **RULES[rules]}))
    found.meet(match_player(HABIT, found.layout, found.tables), PERFECT)
    large = ref(found.table)
    gc.disable()
    try:
        del found
        assert large() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("rules", ["plain", "streak with a lowest score"])
def test_ends_are_the_same_if_none_are_kept(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = Ruleset.model_validate({**PLAIN, **RULES[rules]})

    def duel() -> object:
        found, _ = arena(ruleset)
        return found.meet(match_player(HABIT, found.layout, found.tables), PERFECT).average

    kept = duel()
    monkeypatch.setattr(seats, "MOST_KEPT", 0)
    assert duel() == kept
