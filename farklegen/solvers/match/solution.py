"""A solved match, and the questions it answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from farklegen.core.arrays import (
    MOST,
    NO_OPTION,
    Booleans,
    Floats,
    Integers,
    Keep,
    LanePayoffs,
    Payoffs,
    Turn,
)
from farklegen.core.payoffs import Solved, gather
from farklegen.core.turns import whole_turns
from farklegen.errors import ImpossibleStateError, named
from farklegen.solvers.match.game_state import GameState, game_state_problems
from farklegen.solvers.match.last_turn import last_turn_payoffs
from farklegen.solvers.match.layout import Storage, payoff_arrays, storage, turn_arrays
from farklegen.solvers.match.match_rules import MatchRules
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.occurring import occurring
from farklegen.solvers.turn_state_checks import check

TIE = 1e-12
"""Difference of chances below which one banks."""


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
            `solvers.match.solver.SolvedValues`.
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
        floor: points at which scores were cut off; None where the rules set the lowest score.
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
    floor: int | None
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
    """A solved match.

    Attributes:
        rules: the rules, in units and rows.
        plan: the states.
        chances, arrivals, farkled: float64[...], see `solvers.match.solver`.
        certificate: how good they are.
        against: float64[...], the chances of the opponent, who has other dice; by default the same.
    """

    def __init__(
        self,
        plan: MatchPlan,
        chances: Floats,
        arrivals: Floats,
        farkled: Floats,
        certificate: Certificate,
        against: Floats | None = None,
    ) -> None:
        self.rules: MatchRules = plan.rules
        self.plan = plan
        self.chances = chances
        self.arrivals = arrivals
        self.farkled = farkled
        self.certificate = certificate
        self.against = chances if against is None else against

    @cached_property
    def _kept(self) -> Storage:
        return storage(self.plan)

    @cached_property
    def lookup(self) -> tuple[Payoffs, Keep]:
        """Where every state finds its payoffs, without the arrays that only solving needs."""
        payoffs, keep = payoff_arrays(self.plan, self._kept)
        none = np.zeros(0, np.int64)
        payoffs = payoffs._replace(partner=none, place=none, counts=none)
        return payoffs._replace(slope=np.zeros(0)), keep

    @property
    def solved(self) -> Solved:
        """The values in which payoffs are looked up."""
        source = self.arrivals if self._kept.arrivals else self.against
        return Solved(self.against, source, self.farkled)

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
        return float(self.chances[self.index(match_state)])

    def head_start(self) -> HeadStart:
        """The points for the second player with which the game is as fair as it gets."""
        boards = self.plan.contexts.boards
        most = self.rules.extent - 1 if boards == 1 else self.rules.off_board_most
        best = HeadStart(0, self.win_probability(self.start()))
        for units in range(1, most + 1):
            points = units * self.rules.unit
            chance = self.win_probability(self.start(points))
            if abs(chance - 0.5) < abs(best.first_player_win_probability - 0.5):
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
        taken = match_state.inherit
        least_rows = 1 if taken is None else taken.turn_score // self.rules.moves.unit + 2
        goal_row, payoffs, turn, rows, shown = self._payoffs(match_state, least_rows, more_rows)
        start, rolled, values = whole_turns(turn, rows, payoffs)
        return shown_turn(
            self.rules, match_state, turn, min(float(start[0]), MOST),
            np.minimum(rolled[:, :, 0], MOST), values[: shown + turn.max_rise, :, 0],
            payoffs.bank[:shown, :, 0], room=int(payoffs.room[0]) if turn.overshoot else None,
            goal_row=goal_row, floor=self.certificate.floor,
        )  # fmt: skip

    def _payoffs(
        self, match_state: GameState, least_rows: int, more_rows: int
    ) -> tuple[int, LanePayoffs, Turn, int, int]:
        """(row that reaches the goal, payoffs, turn, rows, those shown) of a turn."""
        rules, plan = self.rules, self.plan
        previous = match_state.previous // rules.moves.unit if self._beats else 0
        if match_state.theirs >= rules.goal * rules.unit:
            ahead = (match_state.theirs - match_state.mine) // rules.unit
            highest = rules.least_row(rules.ruleset.bank.opening_minimum)
            least_rows = max(least_rows, previous + 2, highest, ahead // rules.step + 2)
            least_rows += 2 * rules.forced + more_rows
            turn = turn_arrays(rules, least_rows)
            number = int(plan.last.of_context[plan.contexts.number(match_state.context)])
            payoffs = last_turn_payoffs(
                plan, turn, plan.last.classes[number - 1], np.array([ahead]),
                np.array([previous + 1]), least_rows,
            )  # fmt: skip
            shown = least_rows - rules.forced
            return -(-ahead // rules.step), payoffs, turn, least_rows, shown
        state = self.index(match_state)
        rows = max(int(plan.rows[state]), previous + 2 + rules.forced)
        if least_rows > rows - rules.forced + 1 and match_state.inherit is not None:
            raise ImpossibleStateError(
                f"{named('inherit')}: a turn score of {match_state.inherit.turn_score:,} cannot "
                "have been left over at these scores: it would have ended the game. Check T, "
                f"{named('mine')} and {named('theirs')}"
            )
        shown = rows - rules.forced + more_rows
        # a player past the goal may want to run on from any row that is shown
        rows += more_rows + rules.past
        turn = turn_arrays(rules, max(rows, plan.most_rows))
        states = np.array([state])
        lookup, keep = self.lookup
        payoffs = gather(
            turn, lookup, keep, self.solved, states, np.array([previous]), rows,
            distinct_rows=plan.most_rows + rules.moves.max_rise,
        )  # fmt: skip
        return self._goal_row(match_state, state), payoffs, turn, rows, shown

    def _goal_row(self, match_state: GameState, state: int) -> int:
        """The first row that reaches the goal, or wins the game; if no row does, a row
        past the turn."""
        rules, plan = self.rules, self.plan
        row = int(plan.to_goal[state])
        if rules.ending.is_last(match_state.context.stage):
            ahead = (match_state.theirs - match_state.mine) // rules.unit
            wins = -(-(ahead + (rules.ending.level_share < 1.0)) // rules.step)
            return max(min(row, wins), 0)
        return row

    @property
    def _beats(self) -> bool:
        return self.rules.ruleset.bank.beat_previous

    def index(self, match_state: GameState) -> int:
        """Where the chance of a match state is kept."""
        rules, plan = self.rules, self.plan
        context = plan.contexts.number(match_state.context)
        mine = match_state.mine // rules.unit - rules.lowest
        theirs = match_state.theirs // rules.unit - rules.lowest
        if match_state.theirs >= rules.goal * rules.unit:
            far = min(theirs - mine, plan.last.distances - 1)
            cls = int(plan.last.of_context[context])
            return plan.begin_last + cls * plan.last.distances + far
        return int(plan.index(context, mine, theirs))

    def indexes(self, match_states: Iterable[GameState]) -> Integers:
        """int64[...]: where the chances of match states are kept."""
        return np.array([self.index(each) for each in match_states])


def shown_turn(
    rules: MatchRules,
    state: GameState,
    turn: Turn,
    start: float,
    rolled: Floats,
    values: Floats,
    bank: Floats,
    *,
    room: int | None,
    goal_row: int,
    floor: int | None = None,
    everybody: tuple[float, ...] = (),
) -> SolvedTurn:
    """A turn that was worked out.

    Args:
        rules, state, turn: which turn.
        start: the chance of a fresh one.
        rolled: float64[rows or more, columns], of rolling.
        values: float64[rows + max_rise, columns], of the better choice.
        bank: float64[rows, bank_kinds], of banking.
        room, goal_row, floor, everybody: see `SolvedTurn`.
    """
    moves, rows, taken, took = rules.every_move, len(bank), state.inherit, None
    inside = np.arange(len(values))[:, None] <= (len(values) if room is None else room)
    reachable = occurring(moves, len(values), taken_over=False)
    if taken is not None:
        begin = taken.turn_score // moves.unit, moves.column(taken.dice)
        reachable |= occurring(moves, len(values), taken_over=False, begin=begin)
        took = float(rolled[begin])
    chance = everybody[0] if everybody else max(start, took or 0.0)
    bank = bank[:, turn.bank_kind]
    may_bank = (bank > NO_OPTION) & (turn.may_bank != 0) & inside[:rows]
    banked = np.where(may_bank, bank, 0.0)
    on_rolling = np.where(inside[:rows], rolled[:rows], 0.0)
    on_rolling[0, moves.column(moves.dice)] = start
    return SolvedTurn(
        match_state=state,
        unit=moves.unit,
        dice=moves.dice,
        win_probability=chance,
        fresh=chance if took is None else start,
        taken=took,
        rolled=on_rolling,
        banked=banked,
        may_bank=may_bank,
        value=np.maximum(on_rolling, banked),
        above=np.where(inside, values, 0.0)[rows:],
        reachable=reachable & inside,
        goal_row=goal_row,
        room=room,
        hot_counts=moves.hot_counts,
        floor=floor,
        everybody=everybody,
    )
