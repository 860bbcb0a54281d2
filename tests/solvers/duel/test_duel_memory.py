"""What duels keep in memory, and for how long."""

from __future__ import annotations

import gc
from errno import ENOSPC
from weakref import ref

import pytest

from farklegen.policies.policy import PERFECT
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers import ends
from tests.shared import match_player
from tests.solvers.duel.test_duel_oracle import HABIT, arena
from tests.solvers.each_rule import PLAIN, RULES


@pytest.mark.parametrize("rules", ["plain", "take over after a bank"])
def test_an_arena_is_freed_as_soon_as_nobody_has_it(rules: str) -> None:
    found, _ = arena(Ruleset.model_validate({**PLAIN, **RULES[rules]}))
    found.meet(match_player(HABIT, found.layout), PERFECT)
    large = ref(found.table)
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
        average = found.meet(match_player(HABIT, found.layout), PERFECT).average
        return found.perfect_seats[1].kept.in_a_file, average

    in_memory = duel()
    monkeypatch.setattr(ends, "IN_MEMORY", 0)
    in_a_file = duel()
    monkeypatch.setattr(ends, "TemporaryFile", no_room)
    nowhere = duel()
    assert [in_memory[0], in_a_file[0], nowhere[0]] == [False, True, False]
    assert in_memory[1] == in_a_file[1] == nowhere[1]


def no_room(**_options: object) -> None:
    raise OSError(ENOSPC, "No space left on device")
