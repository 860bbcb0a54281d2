"""A match of two players who bring different dice.

Let W_a(x, y) be the chance of player a, to move with x points against y, and W_b the same for b:

    W_a(x, y) = F_a( 1 - W_b(y, x + t) after banking t,  1 - W_b(y, x) after a farkle )

and the same with a and b exchanged. F_a is the best play of a turn with a's dice. The states are
two layouts of one shape, solved together like a game of two players
(`solvers.game.solver`).

`solvers.game.error` bounds the error for the states of both players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.refusals import refuse


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
    """Refuse rules under which a turn depends on more than both scores, or scores may fall.

    Raises:
        UnsolvableError: it names the rule.
    """
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
