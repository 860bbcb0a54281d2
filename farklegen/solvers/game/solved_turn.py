"""One turn of a solved match."""

from __future__ import annotations

from dataclasses import dataclass

from farklegen.core.arrays import Booleans, Floats
from farklegen.solvers.game.game_state import GameState

TIE = 1e-12
"""Chances that differ by no more are equal: one banks."""


@dataclass(frozen=True)
class SolvedTurn:
    """One turn at a match state. Rows are turn scores in steps of `unit` points, columns dice.

    With a hot-dice bonus that grows, columns are counted as in `TurnMoves`: hot * N + dice - 1.

    Attributes:
        match_state: where the turn begins.
        unit: points of a row.
        dice: dice at the start of a turn, N.
        win_probability: of the player to move, who takes over or starts afresh as is best.
        fresh: win probability of starting afresh.
        taken: win probability of taking over; None if there is nothing to take over.
        rolled: float64[rows, columns]: win probability of rolling on.
        banked: float64[rows, columns]: win probability of banking; 0 where banking is not allowed.
        may_bank: bool[rows, columns]: where banking is allowed.
        value: float64[rows, columns]: win probability of the better choice.
        above: float64[max_rise, columns]: win probability in the rows above, in which banking is
            best or nothing is better.
        reachable: bool[rows + max_rise, columns]: states that some play of this turn leads to;
            past an exact goal there is none, and all chances are 0.
        goal_row: the first row that reaches the goal, or the target of a last turn.
        room: the last row that an exact goal leaves room for; None where the goal may be passed.
        hot_counts: counts of hot dice that are kept apart.
        everybody: with several players, the chances of all to win, in the order of moving.
    """

    match_state: GameState
    unit: int
    dice: int
    win_probability: float
    fresh: float
    taken: float | None
    rolled: Floats
    banked: Floats
    may_bank: Booleans
    value: Floats
    above: Floats
    reachable: Booleans
    goal_row: int
    room: int | None
    hot_counts: int
    everybody: tuple[float, ...] = ()

    @property
    def banks(self) -> Booleans:
        """bool[rows, columns]: where to bank; of equals, banking."""
        better: Booleans = self.may_bank & (self.banked >= self.rolled - TIE)
        return better

    def column(self, dice: int, hot: int = 0) -> int:
        """The column in which `dice` are rolled after `hot` hot dice that paid a bonus; as in
        `TurnMoves`."""
        return min(hot, self.hot_counts - 1) * self.dice + dice - 1
