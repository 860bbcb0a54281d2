"""Who sits at the table when games are played: dice, rules, and one turn of each player.

A player goes by tables or perfect play for a match of two, and sees the table as such a match
(`game.match_state`); or by the solved match of that many players.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np

from farklegen.core.arrays import Integers, Turn
from farklegen.core.binding import core
from farklegen.core.crew import Watch
from farklegen.policies.policy import Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.rolling import dice_in_hands, draw_bounds, multisets
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.duel.state_policy import (
    policy_moves,
    state_policy_of,
    table_of,
    table_rows,
    takes_over,
)
from farklegen.solvers.game.lanes import lanes, longest_turn, several_turn
from farklegen.solvers.game.layout import Group, Layout, winners_by_bits
from farklegen.solvers.game.levels import stuck_turns
from farklegen.solvers.game.match_rules import NO_GOAL, match_rules
from farklegen.solvers.game.match_state import Against, Tables, places, two_of
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.game.solvable import check_playable
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.simulation.side_by_side import (
    DRAW_BITS,
    STUCK,
    Best,
    Counts,
    GameRules,
    Games,
    Rolling,
    Taking,
    Turns,
    new_games,
)


def policy_layout(ruleset: Ruleset, tables: ScoringTables, floor: int | None = None) -> Layout:
    """The states of a match that is not solved, for players who need no solution.

    Raises:
        UnsolvableError: if there are more of them than there is memory for.
    """
    rules = match_rules(ruleset, tables, floor)
    check_playable(rules)
    return Layout(rules, 2)


Part = tuple[Integers, Group, Integers]
"""Which turns, their group, and int64[axes, turns] where they are there, offers left out."""


class GameTable:
    """What every game needs: the rules and the dice.

    Attributes:
        two: the states of a match of two.
        players: P.
        rules: as the core takes them.
        most: how many scores, and gains of a turn, are counted apart.
        stuck: bool[turns], in which neither of two players can end the game any more, see
            `Layout.plain`.
    """

    def __init__(self, two: Layout, players: int = 2) -> None:
        rules, self.two, self.players = two.rules, two, players
        self.multisets = multisets(rules.ruleset)
        self.tables = self.multisets.tables
        self.most = two.scores + max(two.scores + two.beyond, rules.step * longest_turn(two))
        self.stuck = stuck_turns(two) if players == 2 else np.zeros(0, np.bool_)
        ruleset = rules.ruleset
        answers = [
            [ruleset.last_turns(players, later, last_round=last) for later in range(players)]
            for last in (False, True)
        ]
        stays, joins = (int(place in ruleset.winners((0, 1))) for place in (0, 1))
        self.rules = GameRules(
            players=players,
            goal=two.scores if rules.lead is None else NO_GOAL,
            lowest=rules.raised,
            zero=-rules.lowest_score,
            step=rules.step,
            exact=int(rules.exact_goal),
            keeps=int(rules.turn.keeps),
            first_award=rules.first_award,
            later_award=rules.later_award,
            penalty=rules.penalty,
            takes_all=int(rules.takes_all),
            streak=rules.ruleset.farkle.streaks if rules.streak_costs else 0,
            stays=stays,
            joins=joins,
            rounds=ruleset.rounds or 0,
            beats=int(rules.ruleset.bank.beat_previous),
            banks_hand_on=int(rules.takes_bank),
            farkles_hand_on=int(rules.takes_farkle),
            answers=np.array(answers, np.int64).ravel(),
            winners=winners_by_bits(ruleset, players),
        )

    def new_games(self, first: int, many: int, seed: int) -> tuple[Games, Counts]:
        """See `side_by_side.new_games`."""
        on_board = not self.two.tells_boards  # true if rules do not tell boards apart
        return new_games(self.rules, first, many, seed, self.most, on_board=on_board)

    def rolling(self, moves: TurnMoves, turn: Turn) -> Rolling:
        """How dice fall in a turn."""
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

    def places(self, games: Games, which: Integers) -> Integers:
        """int64[P, ...]: indices of the players of some games in flattened arrays of `Games`: the
        player to move first, then the next."""
        movers, many = (which + games.turns[which]) % self.players, len(games.left)
        order = movers + np.arange(self.players)[:, None]
        order[order >= self.players] -= self.players
        places: Integers = order * many + which
        return places

    def without_stuck(self, games: Games, which: Integers) -> Integers:
        """The games in which somebody can still end the game; the others are over."""
        if not self.stuck.any():
            return which
        stuck = self.stuck[games.state[which]]
        games.left[which[stuck]] = STUCK
        return which[~stuck]

    def turns(
        self, layout: Layout, games: Games, which: Integers, against: Against = "leader"
    ) -> Iterator[Part]:
        """The turns of some games in a layout of all players, or of the player to move and one of
        the others."""
        seats = self.places(games, which)
        left = np.maximum(games.left[which], 0)
        turns = self.players - games.turns[which] % self.players
        if self.rules.rounds:
            turns = self.rules.rounds * self.players - games.turns[which]
        tables = Tables(
            games.score.take(seats), games.on_board.take(seats) > 0, left,
            games.top.take(seats) > 0, np.where(left > 0, 0, turns) * (self.two.turns > 0),
            games.run.take(seats) % self.two.streak,
            games.previous[which], games.offered[which], games.hands[which],
        )  # fmt: skip
        if layout.players < self.players:
            tables = two_of(tables, layout, against)
        for some, group, at in places(layout, tables):
            most = np.array(group.lanes)[:, None] - 1
            yield which[some], group, np.minimum(at[: group.lane_axes], most)


def _sets(moves: TurnMoves, turn: Turn) -> Integers:
    """int64[sets]: the place in the turn of each set of the moves, found by its options."""
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


def _turns(which: Integers) -> Turns:
    return Turns(which, np.empty(len(which), np.int64), np.empty(len(which), np.int64))


class Seat(Protocol):
    """A player who plays turns."""

    def __call__(self, games: Games, which: Integers, watch: Watch, /) -> Turns:
        """One turn in each of some games, except games that turn out to be stuck."""
        ...


class TableRoller:
    """Plays by the tables of a policy, as in a match of two against one of the others."""

    def __init__(self, table: GameTable, policy: Policy, against: Against = "leader") -> None:
        self.table, self.against = table, against
        two, rules = table.two, table.two.rules
        moves = policy_moves(rules, table.tables)
        self.turn = several_turn(rules, moves, table_rows(two), best=None)
        self.rolling = table.rolling(moves, self.turn)
        self.by_table = table_of(self.turn, policy.every_table)
        self.by_state = state_policy_of(two, policy)
        over = np.zeros((1, 1), np.bool_)
        if rules.ruleset.piggyback != "none":
            over = takes_over(rules.turn, moves, self.turn, self.by_table, policy)
        self.taking = Taking(over)

    def __call__(self, games: Games, which: Integers, _watch: Watch) -> Turns:
        """One turn."""
        table = self.table
        for some, group, at in table.turns(table.two, games, which, self.against):
            games.state[some] = table.two.plain(group, at)
        turns = _turns(table.without_stuck(games, which))
        core().call(
            "play_by_table", self.turn, self.by_table, self.by_state, self.taking, self.rolling,
            games, turns,
        )  # fmt: skip
        return turns


class PerfectRoller:
    """Plays a solved match perfectly: of all players, or of two, against one of the others. Every
    state of some game is evaluated once.

    Args:
        solved: the match.
        against: who the opponent is, if the match is one of two.
    """

    def __init__(
        self, table: GameTable, solved: MatchSolution, against: Against = "leader"
    ) -> None:
        self.table, self.layout, self.against = table, solved.layout, against
        rules, two = solved.layout.rules, solved.layout.players == 2
        moves = rules.moves if two else rules.every_move
        self.turn = several_turn(rules, moves, longest_turn(solved.layout))
        self.rolling = table.rolling(moves, self.turn)
        self.others = solved.values if two else solved.values.sum(axis=0, keepdims=True)

    def __call__(self, games: Games, which: Integers, watch: Watch) -> Turns:
        """One turn: those of the same state together."""
        table = self.table
        if table.players == 2:
            for some, group, at in table.turns(self.layout, games, which):
                games.state[some] = self.layout.plain(group, at)
            which = table.without_stuck(games, which)
        parts = [
            self._play(games, *part, watch)
            for part in table.turns(self.layout, games, which, self.against)
        ]
        return Turns(*map(np.concatenate, zip(*parts, strict=True))) if parts else _turns(which)

    def _play(
        self, games: Games, which: Integers, group: Group, at: Integers, watch: Watch
    ) -> Turns:
        number = np.ravel_multi_index(tuple(at), group.lanes)
        _, first, lane = np.unique(number, return_index=True, return_inverse=True)
        order = np.argsort(lane.ravel(), kind="stable")
        start = np.append(0, np.cumsum(np.bincount(lane.ravel()))).astype(np.int64)
        task = lanes(self.layout, group, at[:, first], self.others)
        if group.hands:  # each game has its own offer
            task = task._replace(taken=np.ones_like(task.rows))
        turns = _turns(np.ascontiguousarray(which[order]))
        best = Best(start, *turns)
        core().call("play_several", self.turn, task, self.rolling, games, best, watch)
        return turns
