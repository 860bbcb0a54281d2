"""Expected score: the most points per turn in the long run, and what every position is worth.

The states are (on the board?, farkles in a row). With the points per turn g and the relative value
h of each state, h(on the board, no farkles) = 0:

    g + h(x) = value of rolling all the dice at the start of a turn in state x
    bank:      t                                   (the next state is the one with h = 0)
    farkle:    points banked − penalty + h(next)
    disaster:  h(same board, no farkles)           (the wipe is not counted)

g is guessed and corrected until the cycle closes: given g, the state with the most farkles leads
only to known ones, and so down to none. A player off the board then has one unknown of the same
kind. Left out, as the rules of this objective say: `lowest_score`, the goal and the end of the
game, instant wins (ordinary rolls here), what the next player inherits. A single player has no
opponent to beat, so of `beat_previous` only the minimum is left.

Everything is worked out twice, with turn scores followed up to a cap, where the player banks, and
up to twice as much. Both are too low rather than too high, and how far they are apart shows how
much is missing: turns run on for twice as long with the square of the chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from farklegen.rulebook import Position
from farklegen.rules.ruleset import Ruleset
from tests.referee.sweep import Payoffs, TurnValues
from tests.referee.turn import State, Turn, after_farkle, all_states, check_that_turns_end

TIE = 1e-9
BOARD = State(on_board=True, farkles=0)


@dataclass(frozen=True)
class Decision:
    """The position a player chooses after a roll, and whether the turn is banked there."""

    position: Position
    bank: bool


Policy = Callable[[State, Sequence[Position]], Decision]


@dataclass(frozen=True)
class Solution:
    """Points per turn, and the values (points) of states and positions."""

    turn: Turn
    points_per_turn: float
    relative: dict[State, float]
    turns: dict[State, TurnValues]

    def value(self, state: State, position: Position) -> float:
        """V: what a position is worth more than banking its turn score (less, below a minimum)."""
        return self.turns[state].value(position) - position.score

    def roll_value(self, state: State, position: Position) -> float:
        """What rolling is worth more than banking the turn score, whether one may bank or not."""
        return self.turns[state].roll(position) - position.score

    def takes_over(self, state: State, position: Position) -> bool:
        """Whether to take over another's turn at this position rather than start afresh."""
        fresh = self.turns[state].roll(self.turn.start)
        return self.turns[state].roll(position, taken_over=True) > fresh + TIE

    def banks(self, state: State, position: Position) -> bool:
        """Whether the best player banks here: where it is allowed and rolling is no better."""
        if not self.turn.may_bank(position, on_board=state.on_board):
            return False
        if position.score >= self.turns[state].cap:
            return True
        return self.roll_value(state, position) <= TIE

    def decide(self, state: State, options: Sequence[Position]) -> Decision:
        """The best option; of equal ones the one that banks, then more dice, then more points."""
        worth = {option: self.turns[state].value(option) for option in options}
        best = max(worth.values())
        equal = [option for option in options if worth[option] >= best - TIE]
        chosen = max(equal, key=lambda o: (self.banks(state, o), o.dice, o.score))
        return Decision(chosen, self.banks(state, chosen))


@dataclass(frozen=True)
class ExpectedScore:
    """Points per turn and values, with turns followed up to the cap (`low`) and twice as far."""

    low: Solution
    high: Solution

    @property
    def width(self) -> float:
        """How far apart the two points per turn are."""
        return self.high.points_per_turn - self.low.points_per_turn


def expected_score(ruleset: Ruleset, cap: int) -> ExpectedScore:
    """Solve the expected score with turn scores followed up to `cap` points, and twice as far.

    A cap that no opening bank could reach is raised until one can. Raises `UnsolvableError` for
    `penalty: all` and for dice that need never farkle.
    """
    turn = Turn(ruleset)
    check_that_turns_end(turn)
    cap = max(cap, ruleset.bank.opening_minimum + ruleset.bank.multiple_of)
    return ExpectedScore(_solve(turn, cap), _solve(turn, 2 * cap))


def expected_score_within(
    ruleset: Ruleset, width: float, cap: int, largest_cap: int
) -> ExpectedScore:
    """Double the cap until the two are no more than `width` points apart, or it is too large."""
    while True:
        solved = expected_score(ruleset, cap)
        if solved.width <= width or 2 * cap > largest_cap:
            return solved
        cap *= 2


def _solve(turn: Turn, cap: int) -> Solution:
    states = all_states(turn.ruleset)
    relative = {BOARD: 0.0}

    def fill(on_board: bool, guess: float) -> float:
        """Work out the states with one farkle and more, given g; returns g + h with none."""
        for state in reversed(states):
            if state.on_board == on_board and state.farkles > 0:
                start = turn_values(turn, state, relative, cap).roll(turn.start)
                relative[state] = start - guess
        none = State(on_board, 0)
        return turn_values(turn, none, relative, cap).roll(turn.start)

    gain = find_root(lambda guess: fill(True, guess) - guess)
    fill(True, gain)
    if not all(state.on_board for state in states):
        new = State(on_board=False, farkles=0)

        def gap(guess: float) -> float:
            relative[new] = guess
            return fill(False, gain) - gain - guess

        relative[new] = find_root(gap)
        fill(False, gain)
    turns = {state: turn_values(turn, state, relative, cap) for state in states}
    return Solution(turn, gain, {state: relative[state] for state in states}, turns)


def turn_values(turn: Turn, state: State, relative: dict[State, float], cap: int) -> TurnValues:
    """One turn in this state, given the relative values of the states that it can lead to."""

    def bank(position: Position) -> float | None:
        return position.score if turn.may_bank(position, on_board=state.on_board) else None

    def farkle(position: Position, taken_over: bool = False) -> float:
        banked = turn.farkle_banks(position, taken_over=taken_over)
        change, after = after_farkle(turn.ruleset, state, banked)
        return change + relative[after]

    disaster = relative.get(State(state.on_board, 0), 0.0)

    def at_least(position: Position) -> float:
        banked = bank(position)
        if banked is not None:
            return banked
        ends = [farkle(Position(dice, position.score)) for dice in turn.reachable_dice]
        return min(position.score, disaster, *ends)

    return TurnValues(turn, Payoffs(bank, farkle, disaster, at_least), cap)


def find_root(gap: Callable[[float], float]) -> float:
    """The zero of a falling function made of straight pieces, by secants from 0 on.

    A gap that never changes has no single zero: nobody ever comes on the board. Then 0 is as good
    as any value, for the state is the same as on the board.
    """
    old, old_gap = 0.0, gap(0.0)
    new = old_gap
    for _ in range(100):
        if abs(new - old) <= 1e-12 * max(1.0, abs(new)):
            return new
        new_gap = gap(new)
        if new_gap == old_gap:
            return 0.0
        slope = (new_gap - old_gap) / (new - old)
        old, old_gap, new = new, new_gap, new - new_gap / slope
    return new
