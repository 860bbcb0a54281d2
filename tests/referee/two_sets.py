"""A match of two players with different dice, in plain Python: values of turns, again and again."""

from __future__ import annotations

from farklegen.rulebook.turn_rules import Position, Turn
from farklegen.rules.ruleset import Ruleset
from tests.referee.match_turn import MatchDice

Values = dict[tuple[int, int], float]
"""(mine, theirs) -> chance of the player to move."""


class TwoSetsMatch:
    """Sudden death, and nothing that outlasts a turn but the scores.

    `values[0]` are those of the player who has the dice of the first rules, `values[1]` those of
    the other one.
    """

    def __init__(self, first: Ruleset, second: Ruleset) -> None:
        self.dice = [MatchDice(Turn(rules)) for rules in (first, second)]
        assert first.goal is not None
        self.goal, unit = first.goal, 50
        self.exact = first.overshoot == "bust"
        self.values: list[Values] = [{}, {}]
        scores = range(0, self.goal, unit)
        pairs = sorted(((x, y) for x in scores for y in scores), key=lambda pair: -sum(pair))
        for x, y in pairs:  # (y, x) comes as well, of the other player
            self.values[1][y, x] = 0.5
            before = 0.0
            while abs(self.values[1][y, x] - before) > 1e-15:
                before = self.values[1][y, x]
                self.values[0][x, y] = self._turn(0, x, y)
                self.values[1][y, x] = self._turn(1, y, x)

    def _turn(self, who: int, mine: int, theirs: int) -> float:
        dice, other = self.dice[who], self.values[1 - who]
        turn, known = dice.turn, dict[Position, float]()
        lost = 1.0 - other[theirs, mine]

        def roll(position: Position) -> float:
            chances = dice.chances(position.dice)
            value = chances.win + chances.farkle * lost
            for probability, leads in dice.leads(position):
                inside = [to for to in leads if not self.exact or mine + to.score <= self.goal]
                value += probability * (max(map(worth, inside)) if inside else lost)
            return value

        def worth(position: Position) -> float:
            if position not in known:
                banked = -1.0
                if turn.may_bank(position):
                    score = mine + position.score
                    banked = 1.0 if score >= self.goal else 1.0 - other[theirs, score]
                known[position] = 1.0 if banked == 1.0 else max(banked, roll(position))
            return known[position]

        return roll(turn.start)
