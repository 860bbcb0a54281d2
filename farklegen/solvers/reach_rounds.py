"""Reach over rounds: the best chance of at least N points in the rounds that are left.

With k rounds left, x the farkles in a row and whether the player is on the board, and n the points
that are still wanted, let F_k(x, n) be that chance. F_0(x, n) is 1 for n <= 0 and 0 else, and the
turn of round k is solved as any other, with these payoffs:

    a bank of t        F_(k-1)(on the board and no farkles, n - t)
    a farkle           F_(k-1)(what follows x, n - what it banks + its penalty)

No rule brings a round back: one pass, round by round, is exact. Penalties may still come while
there are rounds, so that n is told apart down to what they may all cost together, and as far above
N.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from farklegen.core.arrays import FORBIDDEN, Floats, Integers, LanePayoffs, Turn
from farklegen.core.turns import turns, whole_turns
from farklegen.errors import ImpossibleStateError, UnsolvableError, named
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import unit as score_unit
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.expected import TIE
from farklegen.solvers.long_turns import rows_past_goal
from farklegen.solvers.moves import TurnMoves, hot_counts_within, turn_moves
from farklegen.solvers.process import Situation, situations
from farklegen.solvers.reach_play import ReachPlay, play_from
from farklegen.solvers.refusals import refuse
from farklegen.solvers.rounding import probability
from farklegen.solvers.turn_rules import TurnRules

TOGETHER = 96
"""Numbers of points wanted that are solved side by side."""

MOST_WORK = 4e12
"""Options looked at, at most: some minutes."""

MOST_COUNTS = 64
"""Hot dice of one turn told apart at most when their bonus grows."""

MOST_GUESSES = 4
"""Bounds of a lead that are tried, each half as large again."""

UNLIKELY = 1e-11
"""Chance to make up for a lead that counts as decided, at most."""


@dataclass(frozen=True)
class RoundsReach:
    """The best chance to reach a number of points in so many rounds.

    Attributes:
        points: the points asked for.
        rounds: rounds left, the next turn included.
        my_farkles: farkles in a row before it.
        on_board: whether the player has banked before.
        probability: of at least `points` more than now after these rounds.
        error: it is at most this much larger.
        play: how to play the first of them.
    """

    points: int
    rounds: int
    my_farkles: int
    on_board: bool
    probability: float
    error: float
    play: ReachPlay = field(default=ReachPlay((), ()), repr=False)


def reach_in_rounds(
    ruleset: Ruleset,
    tables: ScoringTables,
    points: int,
    rounds: int,
    *,
    my_farkles: int = 0,
    on_board: bool = True,
) -> RoundsReach:
    """The best chance of at least so many points in the rounds that are left.

    Args:
        my_farkles: farkles in a row before the first of them.
    """
    farkle = ruleset.farkle
    refuse(
        (
            ("disaster", bool(ruleset.disaster)),
            ("farkle.penalty: all", farkle.penalty == "all"),
            (
                "farkle.lowest_score",
                bool(farkle.penalty or farkle.first_roll_penalty)
                and farkle.lowest_score is not None,
            ),
        ),
        "the chance of so many points in several rounds is not worked out with {rule}: it depends "
        f"on the banked score. Leave {named('rounds')} out, or that rule",
    )
    states = situations(ruleset)
    begin = next(
        (
            number
            for number, state in enumerate(states)
            if state.streak == my_farkles * state.streak_matters
            and state.on_board == (on_board or not state.board_matters)
        ),
        None,
    )
    if begin is None:
        raise ImpossibleStateError(
            f"{named('my_farkles')}: {my_farkles} farkles in a row cannot occur. Give 0 to "
            f"{(farkle.streak or 1) - 1}"
        )
    solver = _Rounds(ruleset, tables, states)
    chances, after, low = solver.chances(points, rounds)
    wanted = max(-(-points // solver.unit) - low, 0)
    return RoundsReach(
        points=points,
        rounds=rounds,
        my_farkles=my_farkles,
        on_board=on_board,
        probability=probability(chances[begin, wanted]),
        error=rounds * solver.run_lost,
        play=solver.play(begin, after, wanted, points),
    )


def decided_lead(ruleset: Ruleset, tables: ScoringTables) -> tuple[int, float]:
    """(units of a lead that hardly anybody makes up for in all the rounds, the chance at most).

    It is made up for by points, in a game without minimum and penalty, which is an upper bound;
    what the leader may lose in penalties comes on top.
    """
    rounds, farkle = ruleset.rounds or 1, ruleset.farkle
    free = ruleset.model_copy(
        update={
            "bank": ruleset.bank.model_copy(update={"minimum": 0, "opening": None}),
            "farkle": farkle.model_copy(
                update={"streak": None, "penalty": 0, "first_roll_penalty": 0}
            ),
        }
    )
    solver = _Rounds(free, tables, situations(free), score_unit(ruleset))
    # a guess that is mostly enough; the work grows with its square
    most = (rounds + 6) * max(int(tables.option_points.max()) * tables.unit, 1_000) // 2
    for _ in range(MOST_GUESSES):
        chances, _, low = solver.chances(most, rounds)
        unlikely = np.flatnonzero(chances[0] <= UNLIKELY)
        if len(unlikely):
            break
        tried, most = most, most + most // 2
    else:
        raise UnsolvableError(
            f"no lead is beyond reach with these dice, which hardly ever farkle: in "
            f"{rounds} rounds even {tried:,} points can be made up for. Give a goal"
        )
    lead = int(unlikely[0]) + low
    lost = rounds * farkle.first_roll_penalty // solver.unit
    if farkle.streak is not None and isinstance(farkle.penalty, int):
        lost += -(-rounds // farkle.streak) * farkle.penalty // solver.unit
    return lead + lost, float(chances[0, unlikely[0]]) + rounds * solver.run_lost


class _Rounds:
    """The rounds of one player, and what they share."""

    def __init__(
        self,
        ruleset: Ruleset,
        tables: ScoringTables,
        states: Sequence[Situation],
        unit: int | None = None,
    ) -> None:
        self.rules = TurnRules.of(ruleset)
        self.ruleset, self.tables, self.states = ruleset, tables, states
        self.unit = score_unit(ruleset) if unit is None else unit
        self.step = tables.unit // self.unit
        self.run_lost = 0.0

    def chances(self, points: int, rounds: int) -> tuple[Floats, Floats, int]:
        """(F of so many rounds, and of one fewer: float64[situations, points wanted], the least
        number of units of them), up to `points`."""
        streaks = max(state.streak for state in self.states) + 1
        penalty = max(state.penalty for state in self.states) // self.unit
        first = self.ruleset.farkle.first_roll_penalty // self.unit
        spare = -(-rounds // streaks) * penalty + rounds * first
        wanted = np.arange(-spare, max(-(-points // self.unit), 1) + spare + 1)
        self.moves = moves = self._moves(int(wanted[-1] - wanted[0]) * self.unit)
        self.forced, self.run_lost = rows_past_goal(
            self.ruleset.model_copy(update={"overshoot": "win"}), moves, self.rules, wants=False
        )
        work = float(len(wanted)) ** 2 / self.step * len(moves.rise) * rounds * len(self.states)
        if work > MOST_WORK:
            raise UnsolvableError(
                f"{points:,} points in {rounds} rounds, counted in steps of {self.unit}, are too "
                f"much to look at. Ask for fewer points, or fewer {named('rounds')}"
            )
        before = now = np.repeat(
            (wanted <= 0).astype(np.float64)[None, :], len(self.states), axis=0
        )
        for _ in range(rounds):
            before = now
            now = np.stack(
                [self._turns(state, before, wanted, moves, self.forced) for state in self.states]
            )
        return now, before, int(wanted[0])

    def play(self, begin: int, after: Floats, wanted: int, points: int) -> ReachPlay:
        """How to play a round in a situation, F of one round fewer being `after`; `wanted` is the
        place of the points there."""
        moves, state = self.moves, self.states[begin]
        least = max(1, -(-state.minimum // moves.unit))
        rows = max(wanted // self.step + 2, least) + self.forced
        payoffs = self._payoffs(state, after, np.array([wanted]), rows, moves, least)
        _, rolled, values = whole_turns(self._turn(moves, rows), rows, payoffs)
        bank = payoffs.bank[:, 0, 0, None]
        banks = self.rules.stops(moves) & (bank >= 0)
        banks[:rows] &= bank[:rows] >= rolled[:, :, 0] * (1 - TIE)
        start = (moves.dice, 0, 0)
        return play_from(self.ruleset, moves, values[:, :, 0], banks, start, points)

    def _moves(self, points: int) -> TurnMoves:
        ruleset = self.ruleset
        counts = hot_counts_within(ruleset, points, MOST_COUNTS)
        best = self.tables.unit % ruleset.bank.multiple_of == 0
        return turn_moves(ruleset, self.tables, best_only=best, hot_counts=counts)

    def _turns(
        self, state: Situation, after: Floats, wanted: Integers, moves: TurnMoves, forced: int
    ) -> Floats:
        """float64[points wanted]: F of one round more, in a situation."""
        found = np.empty(len(wanted))
        least = max(1, -(-state.minimum // moves.unit))
        for low in range(0, len(wanted), TOGETHER):
            lanes = np.arange(low, min(low + TOGETHER, len(wanted)))
            rows = max(int(lanes[-1]) // self.step + 2, least) + forced
            payoffs = self._payoffs(state, after, lanes, rows, moves, least)
            found[lanes], _ = turns(self._turn(moves, rows), rows, payoffs)
        return found

    def _turn(self, moves: TurnMoves, rows: int) -> Turn:
        points = np.arange(rows + moves.max_rise + 1) * moves.unit
        legal = (points % self.rules.multiple_of == 0).astype(np.int64)
        may_bank = self.rules.stops(moves).astype(np.int64)
        return moves.as_turn._replace(
            may_bank=may_bank,
            legal=legal,
            some_illegal=int(not legal.all()),
            lost_kind=moves.all_dice.astype(np.int64),
        )

    def _payoffs(
        self,
        state: Situation,
        after: Floats,
        lanes: Integers,
        rows: int,
        moves: TurnMoves,
        least: int,
    ) -> LanePayoffs:
        step, unit = self.step, self.unit

        def worth(following: int, gained: Integers) -> Floats:
            """[..., lanes], after so many units more."""
            most = after.shape[1] - 1
            worths: Floats = after[following][np.clip(lanes - gained[..., None], 0, most)]
            return worths

        row = np.arange(rows + moves.max_rise)
        legal = (row * moves.unit % self.rules.multiple_of == 0) & (row >= least)
        legal[rows:] = True
        bank = np.where(legal[:, None], worth(0, row * step), FORBIDDEN)
        kept = row[:rows] if self.rules.keeps else row[:1]

        def farkled(award: int, rows_kept: Integers) -> Floats:
            banked = rows_kept * step + award // unit
            paid = worth(state.after_paid_farkle, banked - state.penalty // unit)
            unpaid = worth(state.after_farkle, banked - state.penalty // unit)
            found: Floats = np.where(banked[:, None] > 0, paid, unpaid)
            return found

        lost = np.stack([farkled(0, kept), farkled(self.rules.all_dice_award, kept)], axis=1)
        none = np.zeros(len(lanes))
        return LanePayoffs(
            bank=np.ascontiguousarray(bank[:, None, :]),
            lost=lost,
            first=farkled(self.rules.first_award, np.zeros(1, np.int64))[0],
            ruin=none,
            sure=none + 1.0,
            room=np.full(len(lanes), 1 << 40),
        )
