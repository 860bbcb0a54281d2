"""Who sits at the table when games are played: dice, rules, and one turn of each player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from farklegen.kernels.arrays import LANES, Keep, Prices, Turn
from farklegen.policies.policy import Policy
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.rolling import Multisets, draw_bounds, multisets
from farklegen.solvers.match.build import Build
from farklegen.solvers.match.last_turn import last_turn_prices
from farklegen.solvers.match.order import dead_states
from farklegen.solvers.match.plan import MatchPlan, price_arrays, storage, turn_arrays
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.match.standing import Standing
from farklegen.solvers.moves import TurnMoves

Integers = NDArray[np.int64]


class Setting:
    """What every game needs: the match, the dice, and compiled kernels."""

    def __init__(self, plan: MatchPlan, solution: MatchSolution | None, build: Build) -> None:
        rules = plan.rules
        self.plan = plan
        self.solution = solution
        self.build = build
        self.kernel: Any = import_module("farklegen.kernels.simulate")
        self.prices: Prices
        self.keep: Keep
        if solution is None:
            self.prices, self.keep = price_arrays(plan, storage(plan))
        else:
            self.prices, self.keep = solution.lookup
        self.tables = compile_scoring(rules.ruleset)
        self.multisets = multisets(rules.ruleset, self.tables)
        dead = np.zeros(plan.states, np.uint8)
        dead[dead_states(plan)] = 1
        self.dead = dead
        boards = plan.contexts.boards == 1  # where nobody is told to be off the board
        start = Standing(0, 0, on_board=boards, their_on_board=boards)
        self.start = int(plan.index(plan.contexts.number(start.context()), rules.zero, rules.zero))
        ties = {"split": self.kernel.LEVEL, "challenger": self.kernel.CHALLENGER}
        ties["leader"] = self.kernel.LEADER
        highest = (plan.last.distances - plan.scores) // rules.step - 1
        self.rules = self.kernel.Rules(
            states=plan.states,
            scores=plan.scores,
            zero=rules.zero,
            step=rules.step,
            highest=highest,
            exact=int(rules.exact_goal),
            keeps=int(rules.turn.keeps),
            first_award=rules.first_award,
            later_award=rules.later_award,
            penalty=rules.penalty,
            takes_all=int(rules.takes_all),
            level=ties[rules.ruleset.ties],
            distances=plan.last.distances,
            streak_ends=np.array([0, *(int(ends) for ends, _ in plan.last.classes)], np.int64),
        )

    def rolling(self, moves: TurnMoves, turn: Turn, width: int) -> Any:
        """How dice fall, for a turn whose offsets are counted in so many numbers."""
        many: Multisets = self.multisets
        return self.kernel.Rolling(
            bounds=np.array(draw_bounds(self.plan.rules.ruleset, self.kernel.DRAW_BITS), np.int64),
            grown=many.grown.ravel(),
            roll=many.roll,
            sets=_sets(moves, turn, width),
        )


def _sets(moves: TurnMoves, turn: Turn, width: int) -> Integers:
    """int64[sets]: where a set of the moves stands in the turn, found by its options."""
    ends = np.append(moves.option_start, len(moves.rise))
    found = np.zeros(len(moves.option_start), np.int64)
    for column in range(moves.columns):
        low, high = int(turn.column_start[column]), int(turn.column_start[column + 1])
        by_options = {
            tuple((turn.offset[turn.set_start[at] : turn.set_start[at + 1]] // width).tolist()): at
            for at in range(low, high)
        }
        for at in range(low, high):
            found[at] = by_options[tuple(moves.offset[ends[at] : ends[at + 1]].tolist())]
    return found


class Turns(NamedTuple):
    """One turn in each of some games.

    Attributes:
        which: int64[...], the games.
        end: int64[...], how the turns ended, see `kernels.ends`.
        rolls: int64[...], rolls that they took.
    """

    which: Integers
    end: Integers
    rolls: Integers


Seat: TypeAlias = Callable[[Any, Integers, bool], Turns]
"""Plays one turn in some games: (games, which of them, whether these are last turns)."""


def seat_of_player(setting: Setting, policy: Policy) -> Seat:
    """Somebody who plays by a policy.

    Raises:
        ValueError: for perfect play without a solution.
    """
    if policy.optimal:
        if setting.solution is None:
            raise ValueError("perfect play needs the solved match")
        return _Perfect(setting, setting.solution)
    return _by_table(setting, policy)


def _by_table(setting: Setting, policy: Policy) -> Seat:
    # not before kernels have their folder
    from farklegen.solvers.duel.seats import policy_moves, seat_of, table_of, table_rows

    plan = setting.plan
    moves = policy_moves(plan, setting.tables)
    turn = turn_arrays(replace(plan.rules, moves=moves), table_rows(plan))
    rolling = setting.rolling(moves, turn, 1)
    table, seat = table_of(turn, policy), seat_of(plan, policy)

    def play(games: Any, which: Integers, _last: bool) -> Turns:
        end, rolls = np.empty(len(which), np.int64), np.empty(len(which), np.int64)
        setting.kernel.play_by_table(turn, table, seat, rolling, games, which, end, rolls)
        return Turns(which, end, rolls)

    return play


class _Perfect:
    """Plays perfectly: every state in which some game stands is evaluated once."""

    def __init__(self, setting: Setting, solution: MatchSolution) -> None:
        plan = setting.plan
        self.setting = setting
        self.solution = solution
        plain = turn_arrays(plan.rules, plan.most_rows)
        self.turn = setting.build.prepare(plain)
        self.space = partial(setting.build.values, plain, plan.most_rows)
        self.rolling = setting.rolling(plan.rules.moves, self.turn, LANES)
        rules, bank = plan.rules, plan.rules.ruleset.bank
        self.opening = rules.least_row(bank.opening_minimum)
        most = max(plan.last.distances // rules.step + 2, self.opening) + rules.forced
        self.last_turn = turn_arrays(rules, most)
        self.last_space = partial(setting.build.values, self.last_turn, most)

    def __call__(self, games: Any, which: Integers, last: bool) -> Turns:
        """One turn."""
        state = games.state[which]
        order = np.argsort(state)
        which, state = which[order], state[order]
        begin = np.flatnonzero(np.diff(state, prepend=-1))
        start = np.append(begin, len(which)).astype(np.int64)
        end, rolls = np.empty(len(which), np.int64), np.empty(len(which), np.int64)
        turns, states = Turns(which, end, rolls), state[begin]
        if last:
            self._last(games, states, start, turns)
        else:
            setting = self.setting
            setting.kernel.play_best(
                self.turn, self.rolling, setting.prices, setting.keep, self.solution.chances,
                self.space(), games, states, start, *turns,
            )  # fmt: skip
        return turns

    def _last(self, games: Any, states: Integers, start: Integers, turns: Turns) -> None:
        plan, rules = self.setting.plan, self.setting.plan.rules
        number, ahead = np.divmod(states - plan.begin_last, plan.last.distances)
        turn, values = self.setting.build.prepare(self.last_turn), self.last_space()
        for kind in np.unique(number):
            low, high = np.searchsorted(number, [kind, kind + 1])
            for begin in range(low, high, LANES):
                filled = min(LANES, high - begin)
                lanes = np.minimum(np.arange(begin, begin + LANES), high - 1)
                chance = self.solution.chances[states[lanes]]
                rows = max(int(ahead[lanes].max()) // rules.step + 2, self.opening) + rules.forced
                _, prices = last_turn_prices(
                    plan, self.last_turn, plan.last.classes[kind - 1], ahead[lanes],
                    np.zeros(LANES, np.int64), rows, (chance < 0) | (chance > 0.5),
                )  # fmt: skip
                first, ruin, sure = (
                    np.ascontiguousarray(np.broadcast_to(x, LANES))
                    for x in (prices.first, prices.ruin, prices.sure)
                )
                self.setting.kernel.play_best_last(
                    turn, self.rolling, rows, prices.bank.ravel(), prices.bank.shape[1],
                    prices.lost.ravel(), len(prices.lost), prices.lost.shape[1], first, ruin, sure,
                    prices.room, values, games, filled, start[begin : begin + filled + 1], *turns,
                )  # fmt: skip
