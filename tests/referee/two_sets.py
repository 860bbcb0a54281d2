"""A match of two players with different dice, in plain Python: values of turns, again and again."""

from __future__ import annotations

from collections.abc import Callable

from farklegen.rulebook.turn_rules import Position
from farklegen.rules.ruleset import Ruleset
from tests.referee.match_turn import MatchDice
from tests.referee.turn import Turn

Values = dict[tuple[int, int, bool], float]
"""(mine, theirs, whether the player to move moved first in the game) -> chance of that player."""

FAR = 1_500
"""Points past the goal at which a turn is banked: hardly any comes there."""


class TwoSetsMatch:
    """Nothing outlasts a turn but the scores; at the goal the game ends, or after a last turn.

    `values[0]` are those of the player who has the dice of the first rules, `values[1]` those of
    the other one.
    """

    def __init__(self, first: Ruleset, second: Ruleset) -> None:
        self.dice = [MatchDice(Turn(rules)) for rules in (first, second)]
        assert first.goal is not None
        self.goal, unit = first.goal, 50
        self.exact = first.overshoot == "bust"
        self.ends, self.ties = first.end_game, first.ties
        self.last_turns: dict[tuple[int, int], float] = {}
        self.values: list[Values] = [{}, {}]
        scores = range(0, self.goal, unit)
        pairs = sorted(((x, y) for x in scores for y in scores), key=lambda pair: -sum(pair))
        for x, y in pairs:  # (y, x) comes as well, of the other player
            for seat in {True, self._after(True)}:
                across = y, x, self._after(seat)
                self.values[1][across] = 0.5
                before = 0.0
                while abs(self.values[1][across] - before) > 1e-13:
                    before = self.values[1][across]
                    self.values[0][x, y, seat] = self._turn(0, x, y, seat)
                    self.values[1][across] = self._turn(1, *across)

    def _after(self, seat: bool) -> bool:
        """The seat of the other player, where it matters."""
        return not seat if self.ends == "equal_turns" else True

    def _turn(self, who: int, mine: int, theirs: int, seat: bool) -> float:
        other = self.values[1 - who]
        lost = 1.0 - other[theirs, mine, self._after(seat)]

        def banked(score: int) -> float:
            if score < self.goal:
                return 1.0 - other[theirs, score, self._after(seat)]
            answered = self.ends == "final_turn" or (self.ends == "equal_turns" and seat)
            return 1.0 - self._last(1 - who, score - theirs) if answered else 1.0

        return self._best(who, mine, lost, banked)

    def _last(self, who: int, behind: int) -> float:
        """A last turn, so many points behind."""
        if (who, behind) not in self.last_turns:
            level = {"split": 0.5, "leader": 0.0, "challenger": 1.0}[self.ties]

            def banked(score: int) -> float:
                return 1.0 if score > behind else level if score == behind else 0.0

            room = behind if self.exact else None
            self.last_turns[who, behind] = self._best(who, 0, 0.0, banked, room)
        return self.last_turns[who, behind]

    def _best(
        self, who: int, mine: int, lost: float, banked: Callable[[int], float],
        room: int | None = None,
    ) -> float:  # fmt: skip
        """The best turn, given what a farkle and each score are worth."""
        dice = self.dice[who]
        turn, known = dice.turn, dict[Position, float]()
        most = self.goal if room is None else room

        def roll(position: Position) -> float:
            chances = dice.chances(position.dice)
            value = chances.win + chances.farkle * lost
            for probability, leads in dice.leads(position):
                inside = leads
                if self.exact:
                    inside = [to for to in leads if mine + to.score <= most]
                value += probability * (max(map(worth, inside)) if inside else lost)
            return value

        def worth(position: Position) -> float:
            if position not in known:
                score = mine + position.score
                bank = banked(score) if turn.may_bank(position) else -1.0
                done = bank == 1.0 or score > self.goal + FAR
                known[position] = bank if done else max(bank, roll(position))
            return known[position]

        return roll(turn.start)


class BankAtAgainstPerfect:
    """A player who takes most points, then most dice to roll, and banks from so many points on,
    with the dice of the first rules, against perfect play with those of the second: sudden death,
    the goal may be passed.

    `values[0]` are chances of that player to win at the start of an own turn, `values[1]` those of
    the other one.
    """

    def __init__(self, match: TwoSetsMatch, least: int) -> None:
        assert match.ends == "sudden_death"
        assert not match.exact
        self.match, self.least = match, least
        self.values: list[dict[tuple[int, int], float]] = [{}, {}]
        for x, y, _ in match.values[0]:
            self.values[1][y, x] = 0.5
            before = 0.0
            while abs(self.values[1][y, x] - before) > 1e-13:
                before = self.values[1][y, x]
                self.values[0][x, y] = self._mine(x, y)
                self.values[1][y, x] = self._theirs(y, x)

    def _mine(self, mine: int, theirs: int) -> float:
        dice, other, goal = self.match.dice[0], self.values[1], self.match.goal

        def roll(position: Position) -> float:
            chances = dice.chances(position.dice)
            value = chances.win + chances.farkle * (1.0 - other[theirs, mine])
            for probability, leads in dice.leads(position):
                to = max(leads, key=lambda to: (to.score, to.dice))
                score = mine + to.score
                if score >= goal:
                    value += probability
                elif to.score >= self.least and dice.turn.may_bank(to):
                    value += probability * (1.0 - other[theirs, score])
                else:
                    value += probability * roll(to)
            return value

        return roll(dice.turn.start)

    def _theirs(self, mine: int, theirs: int) -> float:
        """Played as against perfect play, and worth what it is against this player."""
        dice, goal = self.match.dice[1], self.match.goal
        planned, met = self.match.values[0], self.values[0]
        known: dict[Position, tuple[float, float]] = {}
        lost = 1.0 - planned[theirs, mine, True], 1.0 - met[theirs, mine]

        def roll(position: Position) -> tuple[float, float]:
            chances = dice.chances(position.dice)
            plan, got = (chances.win + chances.farkle * each for each in lost)
            for probability, leads in dice.leads(position):
                best = max(map(worth, leads))
                plan, got = plan + probability * best[0], got + probability * best[1]
            return plan, got

        def worth(position: Position) -> tuple[float, float]:
            if position not in known:
                score = mine + position.score
                bank = -1.0, 0.0
                if score >= goal:
                    bank = 1.0, 1.0
                elif dice.turn.may_bank(position):
                    bank = 1.0 - planned[theirs, score, True], 1.0 - met[theirs, score]
                rolled = roll(position) if score < goal else bank
                known[position] = bank if bank[0] >= rolled[0] else rolled
            return known[position]

        return roll(dice.turn.start)[1]
