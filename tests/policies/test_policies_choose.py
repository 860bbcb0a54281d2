"""One decision at a time, against the kernel that follows whole turns."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from farklegen.cards.players import make_player
from farklegen.kernels.arrays import Turn
from farklegen.policies.choose import Scores, Spot, aim_of
from farklegen.policies.policy import GoForIt, Policy, TurnPolicy
from farklegen.policies.recipe import parse
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.plan import MatchPlan, match_rules, turn_arrays
from farklegen.solvers.moves import TurnMoves
from tests.play.games import RULES

GOING = GoForIt(mine=(100, None), theirs=(None, 150), lead=50)
STATES, TRIALS = 40, 20


@pytest.fixture(scope="module")
def kernel() -> Any:
    """The kernel as plain Python: there is nothing to wait for."""
    found = pytest.importorskip("farklegen.kernels.ends")
    source = Path(found.__file__).read_text(encoding="utf-8")
    plain = source.replace("from numba import njit", "njit = lambda **_: lambda function: function")
    names: dict[str, Any] = {"__name__": "plain_ends"}
    exec(compile(plain, found.__file__, "exec"), names)
    return names


@pytest.mark.parametrize("name", ["plain", "exact", "multiples", "penalties"])
def test_the_choices_are_those_of_the_kernel(
    kernel: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = importlib.import_module("farklegen.solvers.duel.seats")
    compiled = importlib.import_module("farklegen.kernels.ends")
    monkeypatch.setattr(compiled, "choices", kernel["choices"])
    ruleset = load_text(RULES[name]).ruleset
    tables = compile_scoring(ruleset)
    plan = MatchPlan(match_rules(ruleset, tables, None))
    moves, rows = seats.policy_moves(plan, tables), seats.table_rows(plan)
    policy = guesses(ruleset, moves, rows)
    turn = turn_arrays(replace(plan.rules, moves=moves), rows)
    table, seat = seats.table_of(turn, policy), seats.seat_of(plan, policy)
    random, last = Random(1), plan.begin_last + plan.last.distances
    states = [*np.flatnonzero(plan.exists).tolist(), *range(last + 1, plan.size)]
    for state in random.choices(states, k=STATES):
        aim = aim_of(policy, ruleset, scores_of(plan, state))
        reach, stop, going = seat.reach[state], seat.stop[state], seat.going[state]
        situation, least, room = seat.situation[state], seat.least[state], seat.room[state]
        assert (aim.reach, aim.stop) == (reach, stop)
        assert sum(1 << (dice - 1) for dice in aim.going) == going
        assert aim.table is list(policy.tables.values())[situation]
        for _ in range(TRIALS):
            row, number = random.randrange(8), random.randrange(len(turn.probability))
            spots = spots_of(kernel, turn, number, row, least, room)
            taken = kernel["option_of"](turn, table, number, row, situation, reach, least, room)
            if taken < 0:
                assert not spots
                continue
            assert list(spots)[aim.choice(list(spots.values()))] == taken
            spot = spots[taken]
            banks = kernel["banks_here"](
                turn, table, spot.row, spot.column, situation, reach, stop, going, least
            )
            assert aim.banks(spot) == (bool(banks) and spot.may_bank)


def guesses(ruleset: Ruleset, moves: TurnMoves, rows: int) -> Policy:
    """Tables of worths with many that are nearly equal."""
    made = make_player(parse("bank-at-100"), ruleset, None, None, moves, rows)
    numbers = np.random.default_rng(1)
    tables = {
        situation: TurnPolicy(
            numbers.integers(0, 9, table.worth.shape).astype(np.float64), table.banks, 0.5
        )
        for situation, table in made.tables.items()
    }
    return Policy("guesses", tables, GOING)


def scores_of(plan: MatchPlan, state: int) -> Scores:
    """What a state of the match is about."""
    rules, n = plan.rules, plan.scores
    if state < plan.states:
        number, rest = divmod(state, n * n)
        mine, theirs = (score + rules.lowest for score in divmod(rest, n))
        context = plan.contexts.all[number]
        answered = plan.last.of_context[plan.contexts.after_bank[number]] > 0
        return Scores(
            mine * rules.unit, theirs * rules.unit, context.on_board, context.my_farkles, answered
        )
    number, ahead = divmod(state - plan.begin_last, plan.last.distances)
    streak_ends, on_board = plan.last.classes[number - 1]
    mine = rules.goal - 1
    farkles = plan.contexts.streaks - 1 if streak_ends else 0
    return Scores(mine * rules.unit, (mine + max(ahead, 1)) * rules.unit, on_board, farkles)


def spots_of(
    kernel: Any, turn: Turn, number: int, row: int, least: int, room: int
) -> dict[int, Spot]:
    """The states that an option set leads to, by option."""
    found = {}
    for option in range(int(turn.set_start[number]), int(turn.set_start[number + 1])):
        to, column = divmod(row * turn.columns + int(turn.offset[option]), turn.columns)
        if to <= room:
            may = bool(kernel["may_bank"](turn, to, column, least))
            found[option] = Spot(to, column, column % turn.dice + 1, may)
    return found
