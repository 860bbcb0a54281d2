"""Points in a game of rounds: the best expected total of that many turns, and the total of a given
strategy.

With k rounds left, V_k(x) is the most that a player can expect to add to the banked score, given
situation x before the next turn (on the board or not, farkles in a row; see `process`):

    V_0(x) = 0
    V_k(x) = V_(k-1)(on the board, no farkles) + W_x

where W_x is the turn of `long_run` with the relative values h(y) = V_(k-1)(y) - V_(k-1)(first), so
that a penalty falls exactly where a streak is completed before the rounds are over, and nowhere
else. Nothing leads back to a round, so it is enough to solve N turns for each situation, one after
the other. The same sum with the chances of a given strategy is the total of that strategy in N
rounds.

Each turn is solved to the error of `long_run`'s bounds; over N rounds the errors add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from farklegen.core.arrays import Floats
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.evaluate import TurnOutcome
from farklegen.solvers.long_run import SituationTurns
from farklegen.solvers.process import Situation


@dataclass(frozen=True)
class RoundsTotal:
    """The best expected total of that many rounds.

    Attributes:
        situations: what a player may bring into a turn.
        totals: float64[rounds + 1, situations], by rounds left, points.
        error: the total of all rounds is at most this much larger, points.
    """

    KEYS = ("rounds", "total", "error", "situations", "totals")

    situations: tuple[Situation, ...]
    totals: Floats
    error: float

    @property
    def rounds(self) -> int:
        """Turns of each player."""
        return len(self.totals) - 1

    @property
    def start(self) -> int:
        """The situation in which a game begins: nobody has banked."""
        return start_of(self.situations)

    @property
    def total(self) -> float:
        """The most points that can be expected of a whole game."""
        return float(self.totals[-1, self.start])


def start_of(states: Sequence[Situation]) -> int:
    return next(
        (n for n, state in enumerate(states) if not state.on_board and state.streak == 0), 0
    )


def best_total(ruleset: Ruleset, tables: ScoringTables, rounds: int) -> RoundsTotal:
    """Solve the rounds one after the other, from the last.

    Args:
        ruleset: the rules; the rules that `expected.left_out` names are left out, except the
            rounds.
    """
    turns = SituationTurns(ruleset, tables)
    totals, error = np.zeros((rounds + 1, len(turns.states))), 0.0
    for left in range(1, rounds + 1):
        before = totals[left - 1]
        worth, lacking = turns.worth(before - before[0])
        totals[left] = before[0] + worth
        error += lacking
    return RoundsTotal(turns.states, totals, error)


def total_of(outcomes: Sequence[TurnOutcome], start: int, rounds: int) -> float:
    """What a strategy brings in that many rounds that begin in situation `start`, points;
    `outcomes` is how its turns end in each situation."""
    points = np.array([outcome.points for outcome in outcomes])
    following = np.stack([outcome.following for outcome in outcomes])
    total = np.zeros(len(points))
    for _ in range(rounds):
        total = points + following @ total
    return float(total[start])
