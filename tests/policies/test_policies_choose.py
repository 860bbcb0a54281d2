"""One decision at a time, against the core, which follows whole turns."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from farklegen.cards.players import make_player
from farklegen.core.arrays import Turn
from farklegen.core.binding import core
from farklegen.core.structures import Written
from farklegen.policies.choose import Scores, Spot, aim_of
from farklegen.policies.policy import GoForIt, Policy, TurnPolicy
from farklegen.policies.reference import parse
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.duel.state_policy import policy_moves, state_policy_of, table_of, table_rows
from farklegen.solvers.match.layout import turn_arrays
from farklegen.solvers.match.match_rules import match_rules
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.moves import TurnMoves
from tests.play.games import RULES

GOING = GoForIt(mine=(100, None), theirs=(None, 150), lead=50)
STATES, TRIALS = 40, 20


class Decisions(NamedTuple):
    """What the core is asked: the option taken from a set, and whether one banks there."""

    state: NDArray[np.int64]
    row: NDArray[np.int64]
    set: NDArray[np.int64]
    option: Written[NDArray[np.int64]]
    banks: Written[NDArray[np.int64]]


@pytest.mark.parametrize("name", ["plain", "exact", "multiples", "penalties"])
def test_the_choices_are_those_of_the_core(name: str) -> None:
    ruleset = load_text(RULES[name]).ruleset
    tables = compile_scoring(ruleset)
    plan = MatchPlan(match_rules(ruleset, tables, None))
    moves, rows = policy_moves(plan, tables), table_rows(plan)
    policy = guesses(ruleset, moves, rows)
    turn = turn_arrays(replace(plan.rules, moves=moves), rows)
    table, by_state = table_of(turn, policy), state_policy_of(plan, policy)
    random, last = Random(1), plan.begin_last + plan.last.distances
    states = [*np.flatnonzero(plan.exists).tolist(), *range(last + 1, plan.size)]
    for state in random.choices(states, k=STATES):
        aim = aim_of(policy, ruleset, scores_of(plan, state))
        assert (aim.reach, aim.stop) == (by_state.reach[state], by_state.stop[state])
        assert sum(1 << (dice - 1) for dice in aim.goes_for_it) == by_state.goes_for_it[state]
        assert aim.table is list(policy.tables.values())[by_state.situation[state]]
        row = np.array([random.randrange(8) for _ in range(TRIALS)])
        number = np.array([random.randrange(len(turn.probability)) for _ in range(TRIALS)])
        option, banks = np.zeros(TRIALS, np.int64), np.zeros(TRIALS, np.int64)
        asked = Decisions(np.full(TRIALS, state), row, number, option, banks)
        core().call("decide", turn, table, by_state, asked)
        for at in range(TRIALS):
            least, room = int(by_state.least[state]), int(by_state.room[state])
            spots = spots_of(turn, int(number[at]), int(row[at]), least, room)
            if option[at] < 0:
                assert not spots
                continue
            assert list(spots)[aim.choice(list(spots.values()))] == option[at]
            spot = spots[int(option[at])]
            assert aim.banks(spot) == (bool(banks[at]) and spot.may_bank)


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
    rules = plan.rules
    if state < plan.states:
        number, mine, theirs = (int(part[state]) for part in plan.grid)
        mine, theirs = mine + rules.lowest, theirs + rules.lowest
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


def spots_of(turn: Turn, number: int, row: int, least: int, room: int) -> dict[int, Spot]:
    """The states that an option set leads to, by option."""
    found = {}
    for option in range(int(turn.set_start[number]), int(turn.set_start[number + 1])):
        to, column = divmod(row * turn.columns + int(turn.offset[option]), turn.columns)
        if to <= room:
            may = to >= least and bool(turn.legal[to]) and bool(turn.may_bank[column])
            found[option] = Spot(to, column, column % turn.dice + 1, int(turn.sizes[column]), may)
    return found
