"""A player who knows nothing but a card of break points, and plays by it to the letter.

The card gives a value for each number of dice and turn score. After a roll the player adds, for
every option, the turn score that it leads to and the card's value there, and takes the largest sum.
Of equal sums: first one where the player banks, then more dice, then more points. Of options that
leave the same dice only the one with most points is looked at, unless `multiple_of` can make more
points worse. The player banks where the value is 0 and banking is allowed, and rolls otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from farklegen.rulebook import Position
from farklegen.rules.ruleset import Ruleset
from tests.referee.expected import Decision
from tests.referee.turn import State, Turn

BreakPoints = Mapping[int, Sequence[tuple[int, int]]]
"""dice: (value, smallest turn score with that value) pairs, in any order."""


class CardPlayer:
    """Plays by a card for each state.

    `between` gives values for turn scores that are no multiple of what may be banked
    (`multiple_of`); without it, the break points hold there, too.

    Below the lowest turn score that the card names for a number of dice, the value is the one named
    there. Dice that the card does not name are always rolled, and taken whenever they are offered:
    their value counts as larger than any other.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        by_state: Mapping[State, BreakPoints],
        between: Mapping[State, Mapping[int, int]],
    ) -> None:
        self.turn, self.by_state, self.between = Turn(ruleset), by_state, between

    def value(self, state: State, position: Position) -> float:
        """The card's value for the dice and the turn score of a position, in points."""
        off = position.score % self.turn.ruleset.bank.multiple_of
        if off and state in self.between:
            return self.between[state][position.dice]
        rows = self.by_state[state].get(position.dice)
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
        """The player's choice after a roll: a policy for `evaluate_policy`."""
        if self.turn.unit % self.turn.ruleset.bank.multiple_of == 0:
            best = {(o.dice, o.hot): o for o in sorted(options, key=lambda o: o.score)}
            options = list(best.values())
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
