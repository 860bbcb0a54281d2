"""A solved match, and the questions it answers: chances, single turns, fair head starts; and the
same of a match of two players who bring different dice.

With different dice, let W_a(x, y) be the chance of player a, to move with x points against y, and
W_b the same for b:

    W_a(x, y) = F_a( 1 - W_b(y, x + t) after banking t,  1 - W_b(y, x) after a farkle )

and the same with a and b exchanged. F_a is the best play of a turn with a's dice. The states are
two layouts of one shape, solved together like a game of two players (`solvers.game.solver`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import MOST, NO_OPTION, Booleans, Floats, Integers
from farklegen.core.several import Several
from farklegen.errors import ImpossibleStateError, named
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.decisions import Prospect, check, probability
from farklegen.solvers.game.game_state import GameState, Taken, game_state_problems
from farklegen.solvers.game.lanes import (
    TIE,
    lanes,
    most_covered,
    own_rows,
    several_turn,
    solved_turns,
)
from farklegen.solvers.game.layout import Group, Layout
from farklegen.solvers.game.match_rules import MatchRules
from farklegen.solvers.game.match_state import place_of
from farklegen.solvers.moves import TurnMoves, occurring
from farklegen.solvers.turn_rules import refuse


@dataclass(frozen=True)
class Certificate:
    """How good a solution is, and how it was found.

    Attributes:
        players: how many.
        states: starts of turns that were solved.
        sweeps: over all levels, or applications of the equation in value iteration.
        residual: largest change of a probability under one more application of the equation, at
            most; with more than two players, in cycles of farkles that came to rest.
        error_bound: of every probability; 1 with more than two players, where none is proved.
        unsettled: with more than two players, cycles of farkles in which best choices keep changing
            each other.
        unrest: the most that a chance still changed in these cycles.
        floor: points at which scores were cut off; None where the rules set the lowest score.
        seconds: the solution took.
    """

    KEYS = ("error_bound", "residual", "unsettled", "unrest", "floor", "seconds")

    players: int
    states: int
    sweeps: int
    residual: float
    error_bound: float
    unsettled: int
    unrest: float
    floor: int | None
    seconds: float


@dataclass(frozen=True)
class HeadStart:
    """Points that the second player starts with.

    Attributes:
        points: the fairest number.
        first_player_win_probability: what is left of the first player's advantage with it.
    """

    points: int
    first_player_win_probability: float


@dataclass(frozen=True)
class SolvedTurn:
    """One turn at a match state. Rows are turn scores in units, columns as in `TurnMoves`.

    Attributes:
        match_state: where the turn begins.
        moves: of such turns, all of them.
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
        everybody: with several players, the chances of all to win, in the order of moving.
    """

    match_state: GameState
    moves: TurnMoves
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
    everybody: tuple[float, ...] = ()

    @property
    def banks(self) -> Booleans:
        """bool[rows, columns]: where to bank; of equals, banking."""
        better: Booleans = self.may_bank & (self.banked >= self.rolled - TIE)
        return better

    def prospect(self, turn_score: int, dice: int, hot_dice: int) -> Prospect | None:
        """The chance to win in a state; None past an exact goal."""
        rows, row = len(self.value), turn_score // self.moves.unit
        column = self.moves.column(dice, hot_dice)
        if self.room is not None and row > self.room:
            return None
        if row >= rows:
            return Prospect(probability(float(self.above[row - rows, column])), None, True)
        bank, roll = float(self.banked[row, column]), float(self.rolled[row, column])
        return Prospect(
            probability(bank) if self.may_bank[row, column] else None,
            probability(roll),
            bool(self.banks[row, column]),
        )

    def inherited(self, taken: Taken) -> tuple[float, float]:
        """The chances to win by taking over, and by starting afresh."""
        assert self.match_state.inherit == taken
        assert self.taken is not None
        return probability(self.taken), probability(self.fresh)


class MatchSolution:
    """A solved match.

    Attributes:
        layout: the states; those of this player, where the players have different dice.
        values: float64[P - 1, states], chances of the player to move, the next one, ... The last
            player's chance is left out: it is 1 minus the others.
        certificate: how good they are.
    """

    def __init__(self, layout: Layout, values: Floats, certificate: Certificate) -> None:
        self.layout, self.values, self.certificate = layout, values, certificate

    @property
    def rules(self) -> MatchRules:
        """The rules, in units and rows."""
        return self.layout.rules

    @property
    def players(self) -> int:
        """How many."""
        return self.layout.players

    def start(self, head_start: int = 0) -> GameState:
        """The first turn of the game, the second player beginning with that many points."""
        scores = (0, head_start, *[0] * (self.players - 2))
        boards = (False,) * self.players
        return GameState(scores, boards=boards, rounds_left=self.rules.ruleset.rounds)

    def win_probability(self, match_state: GameState) -> float:
        """The chance that the player to move wins.

        Raises:
            ImpossibleStateError: if the match state cannot occur, or was not solved.
        """
        return self.win_probabilities(match_state)[0]

    def win_probabilities(self, match_state: GameState) -> tuple[float, ...]:
        """The chances to win at the start of a turn, in the order of moving.

        Raises:
            ImpossibleStateError: if the match state cannot occur, or was not solved.
        """
        check(game_state_problems(self.rules, match_state))
        last = match_state.theirs >= self.rules.goal * self.rules.unit
        taken = match_state.inherit is not None or match_state.previous
        if self.players == 2 and (taken or last):  # turns that may lie outside the states
            chance = self.turn(match_state).win_probability
            return chance, 1.0 - chance
        return self._chances(*place_of(self.layout, match_state))

    def _chances(self, group: Group, at: Integers) -> tuple[float, ...]:
        """The chances of all players in one state."""
        found = self.values[:, int(group.index(at)[0])].tolist()
        return (*found, probability(1.0 - sum(found)))

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
        """The best play of one turn, with that many more rows than a good player may roll in.

        Raises:
            ImpossibleStateError: if the match state cannot occur, or was not solved.
        """
        check(game_state_problems(self.rules, match_state))
        rules, two = self.rules, self.players == 2
        group, at = place_of(self.layout, match_state)
        task = lanes(self.layout, group, at[: group.lane_axes], self.values)
        rows = shown = int(task.rows[0]) + more_rows
        if two:
            rows, shown = self._rows_of_two(match_state, group, at, task, more_rows)
            covered = most_covered(self.layout, group, at)
            task = task._replace(rows=np.maximum(np.minimum(rows, covered), task.rows))
        moves, every = rules.moves if two else rules.every_move, rules.every_move
        turn = several_turn(rules, moves, rows, best=None if two else "first")
        bank, (values, rolled) = solved_turns(task, turn, rows)
        fresh = min(float(values[0, turn.dice - 1, 0]), MOST)
        rolled = np.clip(rolled[..., 0], 0.0, MOST)
        values = np.maximum(values[: shown + turn.max_rise, :, 0], 0.0)
        bank = bank[:shown, turn.bank_kind, 0]
        room = int(task.room[0]) if rules.exact_goal else None
        inside = np.arange(len(values))[:, None] <= (len(values) if room is None else room)
        reachable = occurring(every, len(values), taken_over=False)
        inherit, taken = match_state.inherit, None
        if inherit is not None:
            begin = inherit.turn_score // every.unit, every.column(inherit.dice)
            reachable |= occurring(every, len(values), taken_over=False, begin=begin)
            taken = float(rolled[begin])
        everybody = () if two else self._chances(group, at)
        chance = everybody[0] if everybody else max(fresh, taken or 0.0)
        may_bank = (bank > NO_OPTION) & (turn.may_bank != 0) & inside[:shown]
        banked = np.where(may_bank, bank, 0.0)
        on_rolling = np.where(inside[:shown], rolled[:shown], 0.0)
        on_rolling[0, every.column(every.dice)] = fresh
        return SolvedTurn(
            match_state=match_state,
            moves=every,
            win_probability=chance,
            fresh=chance if taken is None else fresh,
            taken=taken,
            rolled=on_rolling,
            banked=banked,
            may_bank=may_bank,
            value=np.maximum(on_rolling, banked),
            above=np.where(inside, values, 0.0)[shown:],
            reachable=reachable & inside,
            goal_row=self._goal_row(group, at, task),
            room=room,
            everybody=everybody,
        )

    def _rows_of_two(
        self, match_state: GameState, group: Group, at: Integers, task: Several, more_rows: int
    ) -> tuple[int, int]:
        """Rows of a turn of two that are worked out, and those that are shown."""
        rules = self.rules
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
        # a player past the goal may want to run on from any row that is shown
        past = 0 if group.left else rules.past
        return rows + more_rows + past, rows - rules.forced + more_rows

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

    def _goal_row(self, group: Group, at: Integers, task: Several) -> int:
        """The first row that reaches the goal, or wins the game; if no row does, a row
        past the turn."""
        rules, last, two = self.rules, self.layout.is_last(group), self.players == 2
        if two and rules.lead is not None and not last:
            return -(-(rules.scores + int(self.layout.deficits(group, at)[0])) // rules.step)
        level = group.left or rules.ruleset.level_share == 1.0  # enough in a match of two
        piece = int(last and not level) if two else int(last or bool(group.left))
        row = int(task.bank_until[0, piece, 0])
        return row if two else min(row, int(task.rows[0]) - 1)


class FairStart(NamedTuple):
    """Points to begin with.

    Attributes:
        mine, theirs: the points that each player begins with.
        win_probability: mine, either moving first half of the time.
    """

    mine: int
    theirs: int
    win_probability: float


@dataclass(frozen=True)
class TwoSets:
    """A solved match of two sets of dice.

    Attributes:
        mine: my turns: states are seen by me.
        theirs: those of the opponent.
    """

    mine: MatchSolution
    theirs: MatchSolution

    def win_probability(self, *, first: bool, mine: int = 0, theirs: int = 0) -> float:
        """My chance to win at these scores; I am to move if `first`."""
        if first:
            return self.mine.win_probability(replace(self.mine.start(), scores=(mine, theirs)))
        start = replace(self.theirs.start(), scores=(theirs, mine))
        return 1.0 - self.theirs.win_probability(start)

    def either_first(self, mine: int = 0, theirs: int = 0) -> float:
        """My chance to win if each player moves first half of the time."""
        return sum(
            self.win_probability(first=first, mine=mine, theirs=theirs) / 2
            for first in (True, False)
        )

    def head_start(self) -> FairStart:
        """The start nearest to even; the player with the worse dice has the points."""
        rules = self.mine.rules
        weak = self.either_first() < 0.5
        best = FairStart(0, 0, self.either_first())
        for units in range(1, rules.goal):
            points = (units * rules.unit, 0) if weak else (0, units * rules.unit)
            chance = self.either_first(*points)
            if abs(chance - 0.5) < abs(best.win_probability - 0.5):
                best = FairStart(*points, chance)
            if (chance > 0.5) == weak:
                break
        return best


def check_two_sets(ruleset: Ruleset) -> None:
    """Refuse rules under which a turn depends on more than both scores, or scores may fall, by
    name."""
    farkle, bank = ruleset.farkle, ruleset.bank
    refuse(
        (
            ("rounds", ruleset.rounds is not None),
            (f"piggyback: {ruleset.piggyback}", ruleset.piggyback != "none"),
            ("bank.beat_previous", bank.beat_previous),
            ("bank.opening", bank.has_opening),
            ("farkle.penalty", farkle.streak_costs),
            ("farkle.first_roll_points", bool(farkle.first_roll_points)),
            ("farkle.first_roll_penalty", bool(farkle.first_roll_penalty)),
            ("farkle.all_dice_points", bool(farkle.all_dice_points)),
            ("farkle.keeps_turn_score", farkle.keeps_turn_score),
            ("disaster", bool(ruleset.disaster)),
        ),
        "a match of two sets of dice is not solved with {rule} yet. Leave that rule out, or give "
        "both players the same dice",
    )
