"""A player who knows nothing but a card of break points, and plays by it to the letter.

The card gives a value for each number of dice and turn score. After a roll the player adds, for
every option, the turn score that it leads to and the card's value there, and takes the largest sum.
Of equal sums: first one where the player banks, then more dice, then more points. The player banks
where the value is 0 and banking is allowed, and rolls otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from farklegen.referee.evaluate import Evaluation, evaluate_policy
from farklegen.referee.expected import Decision
from farklegen.referee.turn import Position, State, Turn
from farklegen.rules.ruleset import Ruleset

BreakPoints = Mapping[int, Sequence[tuple[int, int]]]
"""dice: (value, smallest turn score with that value) pairs, in any order."""


class CardPlayer:
    """Plays by one card for all states, or by a card for each state.

    Below the lowest turn score that the card names for a number of dice, the value is the one named
    there. Dice that the card does not name are always rolled, and taken whenever they are offered:
    their value counts as larger than any other.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        break_points: BreakPoints,
        by_state: Mapping[State, BreakPoints] | None = None,
    ) -> None:
        self.turn = Turn(ruleset)
        self.break_points = break_points
        self.by_state = by_state or {}

    def value(self, state: State, position: Position) -> float:
        """The card's value for the dice and the turn score of a position, in points."""
        rows = self.by_state.get(state, self.break_points).get(position.dice)
        if not rows:
            return inf
        in_order = sorted(rows, key=lambda row: row[1])
        value = in_order[0][0]
        for row_value, smallest in in_order:
            if smallest <= position.score:
                value = row_value
        return value

    def banks(self, state: State, position: Position) -> bool:
        """Whether the player banks here: the value is 0 and the rules allow it."""
        allowed = self.turn.may_bank(position, on_board=state.on_board)
        return allowed and self.value(state, position) == 0

    def decide(self, state: State, options: Sequence[Position]) -> Decision:
        """The player's choice after a roll: a policy for `evaluate_policy` and `play_turns`."""
        chosen = max(
            options,
            key=lambda option: (
                option.score + self.value(state, option),
                self.banks(state, option),
                option.dice,
                option.score,
            ),
        )
        return Decision(chosen, self.banks(state, chosen))


def evaluate_card(
    ruleset: Ruleset,
    break_points: BreakPoints,
    by_state: Mapping[State, BreakPoints] | None = None,
    cap: int | None = None,
) -> Evaluation:
    """Exact long-run result of playing by the card; `cap` as in `evaluate_policy`."""
    return evaluate_policy(ruleset, CardPlayer(ruleset, break_points, by_state).decide, cap)
