"""Games with rolled dice agree with the exact evaluation of policies, under every rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from farklegen.policies.policy import GoForIt
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.arena import Arena
from tests.solvers.each_rule import ALONE, PLAIN, RULES, TOGETHER, cases
from tests.solvers.match.oracle import solve
from tests.solvers.simulation.simulated import ERRORS, PERFECT, errors, play, player

GOES = GoForIt(mine=(200, 300), theirs=(None, 200), lead=100)


@pytest.mark.parametrize(
    "name",
    cases(RULES, slow=[*list(ALONE)[1::2], *list(TOGETHER)[::2]], long=list(TOGETHER)[1::2]),
)
def test_policies_win_as_often_as_is_worked_out(name: str) -> None:
    added: dict[str, Any] = RULES[name]
    ruleset = Ruleset.model_validate({**PLAIN, **added})
    solution = solve(ruleset)
    arena = Arena(solution, compile_scoring(ruleset), threads=1)
    habit = player("bank-at-100", solution.plan)
    goes = GOES if ruleset.dice == 2 else None
    for me, opponent in ((replace(habit, go_for_it=goes), PERFECT), (habit, habit)):
        exact = arena.meet(me, opponent)
        result = play(solution.plan, me, opponent, solution=solution, games=10_000)
        assert errors(result.players[0].moving["first"], exact.moving_first) < ERRORS
        assert errors(result.players[0].moving["second"], exact.moving_second) < ERRORS
