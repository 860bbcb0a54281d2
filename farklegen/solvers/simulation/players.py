"""Who sits at the table when games are played: dice, rules, and one turn of each player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from farklegen.core.arrays import LANES, Integers, Keep, Payoffs, Room, Turn
from farklegen.core.binding import core
from farklegen.core.crew import Watch
from farklegen.core.payoffs import gather
from farklegen.core.structures import aligned
from farklegen.policies.policy import Policy
from farklegen.scoring.rolling import dice_in_hands, draw_bounds, multisets
from farklegen.solvers.duel.state_policy import (
    policy_moves,
    rows_taken,
    state_policy_of,
    table_of,
    table_rows,
    takes_over,
)
from farklegen.solvers.match.dead import dead_states
from farklegen.solvers.match.last_turn import last_turn_payoffs
from farklegen.solvers.match.layout import payoff_arrays, storage, turn_arrays
from farklegen.solvers.match.match_state import MatchState
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.simulation.side_by_side import (
    CHALLENGER,
    DRAW_BITS,
    LEADER,
    LEVEL,
    Best,
    Games,
    Given,
    Match,
    Rolling,
    Taking,
    Turns,
)


class GameSetting:
    """What every game needs: the match and the dice."""

    def __init__(self, plan: MatchPlan, solution: MatchSolution | None) -> None:
        rules = plan.rules
        self.plan = plan
        self.solution = solution
        self.payoffs: Payoffs
        self.keep: Keep
        if solution is None or rules.by_turns:  # what is handed on is told apart from the state
            kept = replace(storage(plan), arrivals=0, kinds=1, farkled=0)
            self.payoffs, self.keep = payoff_arrays(plan, kept)
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
        context, mine, theirs = plan.grid
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
            beats=int(rules.ruleset.bank.beat_previous),
            banks_hand_on=int(rules.takes_bank),
            farkles_hand_on=int(rules.takes_farkle),
            streak_ends=np.array([0, *(int(ends) for ends, _ in plan.last.classes)], np.int64),
            dead=dead,
            over=plan.contexts.over[context].astype(np.int64),
            mine=mine,
            theirs=theirs,
        )

    def rolling(self, moves: TurnMoves, turn: Turn) -> Rolling:
        """How dice fall, for a turn."""
        hands = self.tables.hands
        dice, first = dice_in_hands(hands)
        return Rolling(
            bounds=np.array(draw_bounds(self.multisets.weights, DRAW_BITS), np.int64),
            grown=self.multisets.grown.ravel(),
            roll=self.multisets.roll,
            sets=_sets(moves, turn),
            kinds=np.tile(dice, moves.hot_counts),
            first=np.append(0, np.add.outer(len(dice) * np.arange(moves.hot_counts), first[1:])),
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


def turn_player_of(setting: GameSetting, policy: Policy) -> TurnPlayer:
    """Somebody who plays by a policy.

    Raises:
        ValueError: for perfect play without a solution.
    """
    if policy.optimal:
        if setting.solution is None:
            raise ValueError("perfect play needs the solved match")
        return _PerfectPlayer(setting, setting.solution)
    return _by_table(setting, policy)


def _by_table(setting: GameSetting, policy: Policy) -> TurnPlayer:
    plan = setting.plan
    moves = policy_moves(plan, setting.tables)
    turn = turn_arrays(replace(plan.rules, moves=moves), table_rows(plan))
    rolling = setting.rolling(moves, turn)
    table, by_state = table_of(turn, policy), state_policy_of(plan, policy)
    over = np.zeros((1, 1), np.bool_)
    if plan.rules.ruleset.piggyback != "none":
        over = takes_over(plan, moves, turn, table, policy)
    taking = Taking(over, rows_taken(plan))

    def play(games: Games, which: Integers, _last: bool, _watch: Watch) -> Turns:
        turns = Turns(which, np.empty(len(which), np.int64), np.empty(len(which), np.int64))
        core().call("play_by_table", turn, table, by_state, taking, rolling, games, turns)
        return turns

    return play


class _PerfectPlayer:
    """Plays perfectly: every state in which some game stands is evaluated once, where something
    must be beaten with every number of rows that must."""

    def __init__(self, setting: GameSetting, solution: MatchSolution) -> None:
        plan = setting.plan
        rules, bank = plan.rules, plan.rules.ruleset.bank
        self.setting = setting
        self.solution = solution
        self.solved = solution.solved
        self.opening = rules.least_row(bank.opening_minimum)
        most = max(plan.last.distances // rules.step + 2, self.opening, plan.most_rows + 2)
        self.turn = turn_arrays(rules, most + rules.forced)
        self.rolling = setting.rolling(rules.moves, self.turn)
        self.limit = rows_taken(plan)

    def __call__(self, games: Games, which: Integers, last: bool, watch: Watch) -> Turns:
        """One turn."""
        previous = games.previous[which]
        order = np.lexsort((previous, games.state[which]))
        which, previous = which[order], previous[order]
        state = games.state[which]
        first = np.diff(state, prepend=-1) | np.diff(previous, prepend=-1)
        begin = np.flatnonzero(first)
        start = np.append(begin, len(which)).astype(np.int64)
        turns = Turns(which, np.empty(len(which), np.int64), np.empty(len(which), np.int64))
        best = Best(state[begin], start, *turns)
        if last or self.setting.plan.rules.by_turns:
            self._given(games, best, previous[begin], watch)
        else:
            payoffs = self.setting.payoffs
            room = Room(aligned(core().call("play_best_room", self.turn, payoffs, best)))
            core().call(
                "play_best", self.turn, payoffs, self.setting.keep, self.solved, self.rolling,
                games, best, room, watch,
            )  # fmt: skip
        return turns

    def _given(self, games: Games, best: Best, previous: Integers, watch: Watch) -> None:
        """Turns whose payoffs are looked up here, in blocks: those before the last ones, and those
        of each class of last turns."""
        plan = self.setting.plan
        kind = np.maximum(best.states - plan.begin_last, -1) // plan.last.distances
        begin = np.flatnonzero(np.diff(kind, prepend=-2))
        for low, high in zip(begin, np.append(begin[1:], len(kind)), strict=True):
            for at in range(low, high, LANES):
                if watch.state[0]:
                    return
                end = min(at + LANES, high)
                lanes = np.minimum(np.arange(at, at + LANES), high - 1)
                given = self._payoffs(int(kind[low]), best.states[lanes], previous[lanes])
                some = best._replace(states=best.states[at:end], start=best.start[at : end + 1])
                room = Room(aligned(core().call("play_given_room", self.turn, given)))
                core().call("play_given", self.turn, self.rolling, given, games, some, room)

    def _payoffs(self, kind: int, states: Integers, previous: Integers) -> Given:
        """The payoffs of a block; `kind`: of the last turns, -1 for others."""
        plan, solution = self.setting.plan, self.solution
        rules = plan.rules
        rows = int(previous.max()) + 2 + rules.forced
        if kind < 0:
            rows = max(rows, int(plan.rows[states].max()))
            payoffs = gather(
                self.turn, *solution.lookup, self.solved, states, previous, rows,
                told_apart=plan.most_rows + rules.moves.max_rise,
            )  # fmt: skip
        else:
            ahead = (states - plan.begin_last) % plan.last.distances
            rows = max(rows, int(ahead.max()) // rules.step + 2 + rules.forced, self.opening)
            if rules.by_turns:
                rows = max(rows, plan.most_rows + 2)
            payoffs = last_turn_payoffs(
                plan, self.turn, plan.last.classes[kind - 1], ahead, previous + 1, rows
            )
        first, ruin, sure = (
            np.array(np.broadcast_to(x, LANES), np.float64)
            for x in (payoffs.first, payoffs.ruin, payoffs.sure)
        )
        limit = self.limit[states]
        if rules.exact_goal:
            limit = np.minimum(limit, payoffs.room + 1)
        return Given(
            rows, np.ascontiguousarray(payoffs.bank), payoffs.bank.shape[1],
            np.ascontiguousarray(payoffs.lost), payoffs.lost.shape[1], first, ruin, sure,
            payoffs.room, limit,
        )  # fmt: skip
