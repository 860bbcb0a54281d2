"""Who sits at the table when games are played: dice, rules, and one turn of each player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from farklegen.core.arrays import LANES, Integers, Keep, Payoffs, Room, Turn
from farklegen.core.binding import core
from farklegen.core.crew import Watch
from farklegen.core.structures import aligned
from farklegen.policies.policy import Policy
from farklegen.scoring.rolling import dice_in_hands, draw_bounds, multisets
from farklegen.solvers.duel.state_policy import policy_moves, state_policy_of, table_of, table_rows
from farklegen.solvers.ends import Solved
from farklegen.solvers.match.dead import dead_states
from farklegen.solvers.match.last_turn import last_turn_payoffs
from farklegen.solvers.match.layout import payoff_arrays, storage, turn_arrays
from farklegen.solvers.match.match_state import MatchState
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.simulation.table import (
    CHALLENGER,
    DRAW_BITS,
    LEADER,
    LEVEL,
    Best,
    Games,
    Given,
    Match,
    Rolling,
    Turns,
)


class Setting:
    """What every game needs: the match and the dice."""

    def __init__(self, plan: MatchPlan, solution: MatchSolution | None) -> None:
        rules = plan.rules
        self.plan = plan
        self.solution = solution
        self.payoffs: Payoffs
        self.keep: Keep
        if solution is None:
            self.payoffs, self.keep = payoff_arrays(plan, storage(plan))
        else:
            self.payoffs, self.keep = solution.lookup
        self.multisets = multisets(rules.ruleset)
        self.tables = self.multisets.tables
        dead = np.zeros(plan.states, np.int64)
        dead[dead_states(plan)] = 1
        self.dead = dead
        boards = plan.contexts.boards == 1  # where nobody is told to be off the board
        rounds = rules.ending.rounds
        start = MatchState(0, 0, on_board=boards, their_on_board=boards, rounds_left=rounds)
        self.start = int(plan.index(plan.contexts.number(start.context()), rules.zero, rules.zero))
        self.zero = -rules.lowest_score
        """Where scores are counted from, in units below zero."""
        level = {0.0: LEADER, 0.5: LEVEL, 1.0: CHALLENGER}[rules.ending.level_share]
        highest = (plan.last.distances - plan.scores) // rules.step - 1
        self.match = Match(
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
            level=level,
            distances=plan.last.distances,
            leads=int(rules.lead is not None),
            places=plan.space.places,
            streak_ends=np.array([0, *(int(ends) for ends, _ in plan.last.classes)], np.int64),
            dead=dead,
            over=plan.contexts.over.astype(np.int64),
        )

    def rolling(self, moves: TurnMoves, turn: Turn) -> Rolling:
        """How dice fall, for a turn."""
        hands = self.tables.hands
        dice, first = dice_in_hands(hands)
        layers, apart = np.arange(moves.layers), 2 * len(hands.kinds) * moves.clears
        return Rolling(
            bounds=np.array(draw_bounds(self.multisets.weights, DRAW_BITS), np.int64),
            grown=self.multisets.grown.ravel(),
            roll=self.multisets.roll,
            sets=_sets(moves, turn),
            kinds=np.add.outer(apart * layers, dice).ravel(),
            first=np.append(0, np.add.outer(len(dice) * layers, first[1:])),
        )


def _sets(moves: TurnMoves, turn: Turn) -> Integers:
    """int64[sets]: where a set of the moves stands in the turn, found by its options."""
    ends = np.append(moves.option_start, len(moves.rise))
    found = np.zeros(len(moves.option_start), np.int64)
    for column in range(moves.columns):
        low, high = int(turn.column_start[column]), int(turn.column_start[column + 1])
        by_options = {
            frozenset(turn.offset[turn.set_start[at] : turn.set_start[at + 1]].tolist()): at
            for at in range(low, high)
        }
        for at in range(low, high):
            found[at] = by_options[frozenset(moves.offset[ends[at] : ends[at + 1]].tolist())]
    return found


TurnPlayer: TypeAlias = Callable[[Games, Integers, bool, Watch], Turns]
"""Plays one turn in some games: (games, which of them, whether these are last turns, watch)."""


def turn_player_of(setting: Setting, policy: Policy) -> TurnPlayer:
    """Somebody who plays by a policy.

    Raises:
        ValueError: for perfect play without a solution.
    """
    if policy.optimal:
        if setting.solution is None:
            raise ValueError("perfect play needs the solved match")
        return _Perfect(setting, setting.solution)
    return _by_table(setting, policy)


def _by_table(setting: Setting, policy: Policy) -> TurnPlayer:
    plan = setting.plan
    moves = policy_moves(plan, setting.tables)
    turn = turn_arrays(replace(plan.rules, moves=moves), table_rows(plan))
    rolling = setting.rolling(moves, turn)
    table, by_state = table_of(turn, policy), state_policy_of(plan, policy)

    def play(games: Games, which: Integers, _last: bool, _watch: Watch) -> Turns:
        turns = Turns(which, np.empty(len(which), np.int64), np.empty(len(which), np.int64))
        core().call("play_by_table", turn, table, by_state, rolling, games, turns)
        return turns

    return play


class _Perfect:
    """Plays perfectly: every state in which some game stands is evaluated once."""

    def __init__(self, setting: Setting, solution: MatchSolution) -> None:
        plan = setting.plan
        rules, bank = plan.rules, plan.rules.ruleset.bank
        self.setting = setting
        self.solution = solution
        self.solved = Solved(solution.chances, solution.chances, np.zeros(1))
        self.turn = turn_arrays(rules, plan.most_rows)
        self.rolling = setting.rolling(rules.moves, self.turn)
        self.opening = rules.least_row(bank.opening_minimum)
        most = max(plan.last.distances // rules.step + 2, self.opening) + rules.forced
        self.last_turn = turn_arrays(rules, most)

    def __call__(self, games: Games, which: Integers, last: bool, watch: Watch) -> Turns:
        """One turn."""
        state = games.state[which]
        order = np.argsort(state)
        which, state = which[order], state[order]
        begin = np.flatnonzero(np.diff(state, prepend=-1))
        start = np.append(begin, len(which)).astype(np.int64)
        turns = Turns(which, np.empty(len(which), np.int64), np.empty(len(which), np.int64))
        best = Best(state[begin], start, *turns)
        if last:
            self._last(games, best)
        else:
            payoffs = self.setting.payoffs
            room = Room(aligned(core().call("play_best_room", self.turn, payoffs, best)))
            core().call(
                "play_best", self.turn, payoffs, self.setting.keep, self.solved, self.rolling,
                games, best, room, watch,
            )  # fmt: skip
        return turns

    def _last(self, games: Games, best: Best) -> None:
        plan, rules = self.setting.plan, self.setting.plan.rules
        number, ahead = np.divmod(best.states - plan.begin_last, plan.last.distances)
        for kind in np.unique(number):
            low, high = np.searchsorted(number, [kind, kind + 1])
            for begin in range(low, high, LANES):
                end = min(begin + LANES, high)
                lanes = np.minimum(np.arange(begin, begin + LANES), high - 1)
                chance = self.solution.chances[best.states[lanes]]
                rows = max(int(ahead[lanes].max()) // rules.step + 2, self.opening) + rules.forced
                _, payoffs = last_turn_payoffs(
                    plan, self.last_turn, plan.last.classes[kind - 1], ahead[lanes],
                    np.zeros(LANES, np.int64), rows, (chance < 0) | (chance > 0.5),
                )  # fmt: skip
                first, ruin, sure = (
                    np.array(np.broadcast_to(x, LANES))
                    for x in (payoffs.first, payoffs.ruin, payoffs.sure)
                )
                given = Given(
                    rows, np.ascontiguousarray(payoffs.bank), payoffs.bank.shape[1],
                    np.ascontiguousarray(payoffs.lost), payoffs.lost.shape[1], first, ruin, sure,
                    payoffs.room,
                )  # fmt: skip
                some = best._replace(
                    states=best.states[begin:end], start=best.start[begin : end + 1]
                )
                room = Room(aligned(core().call("play_best_last_room", self.last_turn, given)))
                core().call(
                    "play_best_last", self.last_turn, self.rolling, given, games, some, room
                )
