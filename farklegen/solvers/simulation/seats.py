"""Who sits at a table of several players where games are rolled: one turn of each.

Turns are rolled by those who play games of two (`players`), each seeing the table as a match of two
(`multiplayer.views`), or by who looks at the solved match of so many.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from farklegen.core.arrays import Booleans, Integers, Room
from farklegen.core.binding import core
from farklegen.core.crew import Watch
from farklegen.core.structures import aligned
from farklegen.policies.policy import Policy
from farklegen.solvers.match.match_rules import MatchRules
from farklegen.solvers.multiplayer.game import SeveralSolution
from farklegen.solvers.multiplayer.lanes import lanes, longest_turn, several_turn
from farklegen.solvers.multiplayer.layout import Group
from farklegen.solvers.multiplayer.match_state import places
from farklegen.solvers.multiplayer.views import Against, Seen, opponent_of, plan_states
from farklegen.solvers.simulation.players import GameSetting, turn_player_of
from farklegen.solvers.simulation.side_by_side import Best, Games, Turns

OPEN = -1
"""`GameStates.left` while nobody has reached the goal."""


@dataclass
class GameStates:
    """How some games stand, by player in the order of moving.

    Attributes:
        score: int64[P, games], units above the lowest.
        on_board: bool[P, games].
        run: int64[P, games], farkles in a row that the rules count.
        left: int64[games], players who still have a last turn; `OPEN` before the goal is reached.
        top: bool[P, games], who has won so far, once it is.
    """

    score: Integers
    on_board: Booleans
    run: Integers
    left: Integers
    top: Booleans


class Seat(Protocol):
    """Somebody who plays turns."""

    def __call__(
        self, games: Games, match_states: GameStates, which: Integers, mover: int, watch: Watch
    ) -> Turns:
        """One turn of a player in each of some games."""
        ...


class Rules:
    """What every table of these rules has.

    Attributes:
        setting: the match of two, with the dice.
        rules: in units and rows.
        players: P.
    """

    def __init__(self, setting: GameSetting, players: int) -> None:
        self.setting, self.players = setting, players
        self.rules: MatchRules = setting.plan.rules
        self.goal = self.rules.scores if self.rules.lead is None else None
        """Units above the lowest score; None without a goal."""
        self.rounds = self.rules.ending.rounds

    def later(self, turns: Integers) -> Integers:
        """int64[...]: players who move later in the round, after so many turns of the game."""
        return self.players - 1 - turns % self.players

    def rounds_left(self, turns: Integers) -> Integers:
        """int64[...]: turns of the player to move, this one included; 0 if not counted."""
        if self.rounds is None:
            return np.zeros_like(turns)
        return self.rounds - turns // self.players

    def answers(self, turns: Integers) -> Integers:
        """int64[...]: players with a last turn, where the turn after so many reaches the goal."""
        ending, players = self.rules.ending, self.players
        answers = np.array(
            [
                [ending.last_turns(players, later, last_round=last) for later in range(players)]
                for last in (False, True)
            ]
        )
        last_round = (self.rounds_left(turns) == 1).astype(np.int64)
        found: Integers = answers[last_round, self.later(turns)]
        return found


class TwoPlayer:
    """Plays as in a match of two, against one of the others.

    Args:
        rules: of the table.
        policy: perfect play for two, or tables.
        against: who the opponent is.
    """

    def __init__(self, rules: Rules, policy: Policy, against: Against) -> None:
        self.rules, self.against = rules, against
        self.play = turn_player_of(rules.setting, policy)

    def __call__(
        self, games: Games, match_states: GameStates, which: Integers, mover: int, watch: Watch
    ) -> Turns:
        """One turn."""
        rules, players = self.rules, self.rules.players
        order = [(mover + place) % players for place in range(1, players)]
        score = match_states.score[:, which]
        last = match_states.left[which] > 0
        leader = np.array(order)[opponent_of(score[order], "leader")]
        chosen = np.array(order)[opponent_of(score[order], self.against)]
        opponent, column = np.where(last, leader, chosen), np.arange(len(which))
        seen = Seen(
            score[mover],
            score[opponent, column],
            match_states.on_board[mover, which],
            match_states.on_board[opponent, which],
            match_states.run[mover, which],
            match_states.run[opponent, which],
            rules.later(games.turns[which]) > 0,
            rules.rounds_left(games.turns[which]),
            last,
            games.previous[which],
        )
        games.state[which] = plan_states(rules.setting.plan, seen)
        parts = [
            self.play(games, which[some], is_last, watch)
            for is_last, some in ((False, ~last), (True, last))
            if some.any()
        ]
        return (
            parts[0] if len(parts) == 1 else Turns(*map(np.concatenate, zip(*parts, strict=True)))
        )


class SolvedSeat:
    """Plays the match of so many players as it was solved."""

    def __init__(self, rules: Rules, solution: SeveralSolution) -> None:
        self.rules, self.solution, layout = rules, solution, solution.layout
        moves = solution.rules.every_move
        self.turn = several_turn(solution.rules, moves, longest_turn(layout))
        self.rolling = rules.setting.rolling(moves, self.turn)

    def __call__(
        self, games: Games, match_states: GameStates, which: Integers, mover: int, watch: Watch
    ) -> Turns:
        """One turn: those of the same state together."""
        layout, players = self.solution.layout, self.rules.players
        order = np.roll(np.arange(players), -mover)
        played, left = games.turns[which], np.maximum(match_states.left[which], 0)
        turns = np.zeros_like(played)
        if layout.rounds:
            turns = layout.turns - played
        elif layout.turns:
            turns = self.rules.later(played) + 1
        parts = [
            self._play(games, which[some], group, at, watch)
            for some, group, at in places(
                layout,
                match_states.score[order][:, which],
                match_states.on_board[order][:, which],
                left,
                match_states.top[order][:, which],
                np.where(left > 0, 0, turns),
                match_states.run[order][:, which],
                np.maximum(games.previous, games.offered)[which],
                games.hands[which],
            )
        ]
        return Turns(*map(np.concatenate, zip(*parts, strict=True)))

    def _play(
        self, games: Games, which: Integers, group: Group, at: Integers, watch: Watch
    ) -> Turns:
        layout = self.solution.layout
        _, first, lane = np.unique(group.index(at), return_index=True, return_inverse=True)
        order = np.argsort(lane.ravel(), kind="stable")
        start = np.append(0, np.cumsum(np.bincount(lane.ravel()))).astype(np.int64)
        at = at[:, first]
        task, _ = lanes(layout, group, at[: group.lane_axes], self.solution.values)
        if group.hands:  # one each
            offered = np.empty((layout.players - 1, 1, group.hands, at.shape[1]))
            task = task._replace(taken=1, taken_from=at[group.axes] + group.first, offered=offered)
        which = np.ascontiguousarray(which[order])
        turns = Turns(which, np.empty(len(which), np.int64), np.empty(len(which), np.int64))
        best = Best(first, start, *turns)
        room = Room(aligned(core().call("several_room", self.turn, task)))
        core().call("play_several", self.turn, task, self.rolling, games, best, room, watch)
        return turns
