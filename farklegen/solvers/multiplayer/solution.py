"""A solved match of two, and the questions it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import MOST, Floats, Integers
from farklegen.core.turns import whole_turns
from farklegen.errors import ImpossibleStateError, named
from farklegen.solvers.match.game_state import GameState, game_state_problems
from farklegen.solvers.match.match_rules import MatchRules
from farklegen.solvers.match.solved_turn import TIE, SolvedTurn, shown_turn
from farklegen.solvers.multiplayer.lanes import lanes, most_covered, own_rows, payoffs, several_turn
from farklegen.solvers.multiplayer.layout import Group, Layout
from farklegen.solvers.multiplayer.match_state import place_of
from farklegen.solvers.turn_state_checks import check


class SolvedTable(NamedTuple):
    """The chances at a table.

    Attributes:
        layout: the states.
        values: float64[P - 1, states], of all players but the last.
    """

    layout: Layout
    values: Floats


@dataclass(frozen=True)
class Certificate:
    """How good a solution is, and how it was found.

    Attributes:
        states: starts of turns that were solved.
        sweeps: over all levels.
        tolerance: error that was asked for.
        residual: largest change of a probability under one more application of the equation, at
            most.
        error_bound: of every probability.
        bounded_by: `levels`, `residuals`, `turns left` or `value iteration`, see
            `certified.SolvedValues`.
        floor: points at which scores were cut off; None where the rules set the lowest score.
        head_starts: whether players off the board were solved for who were given points.
        seconds: the solution took.
        build: of the core: `v2`, `v3`, `v4` or `arm64`.
        threads: threads that it was solved with.
    """

    KEYS = ("error_bound", "floor", "seconds")

    states: int
    sweeps: int
    tolerance: float
    residual: float
    error_bound: float
    bounded_by: str
    floor: int | None
    head_starts: bool
    seconds: float
    build: str
    threads: int


@dataclass(frozen=True)
class HeadStart:
    """Points that the second player starts with.

    Attributes:
        points: the fairest number.
        first_player_win_probability: what is left of the first player's advantage with it.
    """

    points: int
    first_player_win_probability: float


class MatchSolution:
    """A solved match of two.

    Attributes:
        layout: the states; those of this player, where the players have different dice.
        values: float64[states], the chance to win of the player to move.
        certificate: how good they are.
    """

    def __init__(self, layout: Layout, values: Floats, certificate: Certificate) -> None:
        self.layout, self.values, self.certificate = layout, values, certificate

    @property
    def as_table(self) -> SolvedTable:
        """The match as a table of two."""
        return SolvedTable(self.layout, self.values[None])

    @property
    def rules(self) -> MatchRules:
        """The rules, in units and rows."""
        return self.layout.rules

    def start(self, head_start: int = 0) -> GameState:
        """The first turn of the game, the second player beginning with that many points."""
        rounds = self.rules.ending.rounds
        return GameState((0, head_start), boards=(False, False), rounds_left=rounds)

    def win_probability(self, match_state: GameState) -> float:
        """The chance that the player to move wins.

        Raises:
            ImpossibleStateError: if the match state cannot occur, or was not solved.
        """
        check(game_state_problems(self.rules, match_state))
        last = match_state.theirs >= self.rules.goal * self.rules.unit
        if match_state.inherit is not None or match_state.previous or last:
            return self.turn(match_state).win_probability
        group, at = place_of(self.layout, match_state)
        return float(self.values[group.index(at)[0]])

    def head_start(self) -> HeadStart:
        """The points for the second player with which the game is as fair as it gets."""
        rules = self.rules
        opening = rules.ruleset.bank.has_opening
        most = rules.off_board_most if opening else rules.extent - 1
        best = HeadStart(0, self.win_probability(self.start()))
        for units in range(1, most + 1):
            points = units * rules.unit
            chance = self.win_probability(self.start(points))
            if abs(chance - 0.5) < abs(best.first_player_win_probability - 0.5) - TIE:
                best = HeadStart(points, chance)
        return best

    def turn(self, match_state: GameState, *, more_rows: int = 0) -> SolvedTurn:
        """The best play of one turn.

        Args:
            match_state: where it begins.
            more_rows: rows above those in which a good player may roll.

        Raises:
            ImpossibleStateError: if the match state cannot occur, or was not solved.
        """
        check(game_state_problems(self.rules, match_state))
        rules = self.rules
        group, at = place_of(self.layout, match_state)
        task = lanes(self.layout, group, at[: group.lane_axes], self.values[None])
        if self.layout.hands_back and not group.left and task.rows[0] > self.layout.rows_lost:
            raise ImpossibleStateError(
                f"{named('previous')}: nobody can have banked {match_state.previous:,} here. Give "
                "fewer points"
            )
        own = own_rows(self.layout, group, at) if group.left else task.rows
        rows, inherit = max(int(own[0]), 2 + rules.forced), match_state.inherit
        if inherit is not None:
            row = inherit.turn_score // rules.moves.unit
            rows = max(rows, row + (2 + 2 * rules.forced if group.left else 1 + rules.forced))
        if not group.left:
            rows = max(rows, self._rows_asked(match_state))
        shown = rows - rules.forced + more_rows
        # a player past the goal may want to run on from any row that is shown
        rows += more_rows + (0 if group.left else rules.past)
        covered = most_covered(self.layout, group, at)
        task = task._replace(rows=np.maximum(np.minimum(rows, covered), task.rows))
        turn = several_turn(rules, rules.moves, rows, best=None)
        paid = payoffs(task, turn, rows)
        start, rolled, values = whole_turns(turn, rows, paid)
        return shown_turn(
            rules, match_state, turn, min(float(start[0]), MOST),
            np.minimum(rolled[:, :, 0], MOST), values[: shown + turn.max_rise, :, 0],
            paid.bank[:shown, :, 0], room=int(task.room[0]) if rules.exact_goal else None,
            goal_row=self._goal_row(group, at, match_state), floor=self.certificate.floor,
        )  # fmt: skip

    def _rows_asked(self, match_state: GameState) -> int:
        """Rows of a turn before the goal is reached that may have been taken over: a question may
        be about any of them."""
        rules = self.rules
        mine, theirs = (score // rules.unit - rules.lowest for score in match_state.scores)
        found = 0
        if rules.takes_bank or rules.ruleset.bank.beat_previous:
            most = max(mine, theirs) if rules.takes_farkle else theirs
            found = most // rules.step + 2 + rules.forced
        if rules.takes_farkle:
            lacking = -(-(rules.scores - theirs) // rules.step)
            found = max(found, lacking + (1 if rules.exact_goal else rules.past))
        return found + rules.forced

    def _goal_row(self, group: Group, at: Integers, match_state: GameState) -> int:
        """The first row that reaches the goal, or wins the game; if no row does, a row
        past the turn."""
        rules = self.rules
        ahead = (match_state.theirs - match_state.mine) // rules.unit
        if group.left:
            return -(-ahead // rules.step)
        missing = rules.scores - int(at[0, 0])
        if rules.lead is not None:
            missing = rules.scores + int(self.layout.deficits(group, at)[0])
        row = -(-missing // rules.step)
        if self.layout.is_last(group):
            wins = -(-(ahead + (rules.ending.level_share < 1.0)) // rules.step)
            return max(min(row, wins), 0)
        return row
