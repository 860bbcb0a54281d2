"""What every choice in a match under way is worth, and what a decision cost.

What a choice is worth is a chance to win between two perfect players, from the solved match. A
decision costs as much as it is worth less than the best one. Only decisions and dice change the
chance to win, so whatever the decisions do not explain was luck.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import gcd
from typing import NamedTuple, Protocol

from farklegen.play.game import Action, Game
from farklegen.rulebook.match_rules import MatchState
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.ways import ways_of
from farklegen.solvers.advice import MatchOutlook, Outlooks
from farklegen.solvers.choices import Option
from farklegen.solvers.match.game_state import GameState, Taken
from farklegen.solvers.match.match_rules import MatchRules
from farklegen.solvers.match.solution import SolvedTurn
from farklegen.solvers.multiplayer.solution import MatchSolution
from farklegen.solvers.turn_state_checks import Now

ROUNDING = 1e-9
"""A smaller difference of chances counts as none."""


class Judged(NamedTuple):
    """A decision and what it cost.

    Attributes:
        player: who decided.
        turn: the number of the turn among the player's turns.
        mine, theirs: banked scores, the player's own first.
        turn_score: points set aside before.
        dice: dice thrown, or left to roll.
        roll: the faces, where dice were set aside.
        action, best: what was done, and the best that could be done.
        cost: chance to win that was lost by it; 0 for a perfect decision.
    """

    player: int
    turn: int
    mine: int
    theirs: int
    turn_score: int
    dice: int
    roll: tuple[int, ...]
    action: Action
    best: Action
    cost: float


class Player(Protocol):
    """A player."""

    def decide(self, game: Game) -> Action: ...


class BestPlayer(ABC):
    """A player who knows the value of every choice and takes the best."""

    @abstractmethod
    def options(self, game: Game) -> tuple[Option, ...]:
        """Everything that can be done now, best first; none if dice are to be thrown."""

    def decide(self, game: Game) -> Action:
        actions = game.actions()
        return actions[0] if len(actions) == 1 else action_of(game, self.options(game)[0])


@dataclass
class Judge(BestPlayer):
    """Follows a game with the solved match in hand.

    Attributes:
        solution: the solved match.
        decisions: all that were judged, where there was a choice.
        solved: the solution's turns, the last few of which are kept.
    """

    solution: MatchSolution
    decisions: list[Judged] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.solved = lru_cache(maxsize=4)(self.solution.turn)

    @property
    def ruleset(self) -> Ruleset:
        return self.solution.rules.ruleset

    def win_probability(self, game: Game) -> float:
        """The chance of player 0 when a turn begins, or at the end of the game."""
        if game.won is not None:
            return game.won
        chance = self.turn(game).win_probability
        return chance if game.player == 0 else 1.0 - chance

    def turn(self, game: Game) -> SolvedTurn:
        state = of_two(game.match_state)
        if state.inherit is not None:
            state = replace(state, inherit=self._worth_the_same(state, state.inherit))
        return self.solved(state)

    def _worth_the_same(self, match_state: GameState, taken: Taken) -> Taken:
        """The turn to take over, or one worth the same. No good player leaves more points than the
        solution covers, but other players do. All such turns are past the goal after one more
        roll."""
        rules = self.solution.rules
        if match_state.theirs >= rules.goal * rules.unit:
            return taken
        unit = rules.moves.unit
        most = self.solution.most_taken(match_state)
        row = taken.turn_score // unit
        if row > most:
            row = most - (most - row) % period(rules)
        return Taken(row * unit, taken.dice)

    def options(self, game: Game) -> tuple[Option, ...]:
        turn = self.turn(game)
        high = game.position.score // turn.unit + self.solution.rules.moves.max_rise
        if high >= len(turn.value) and turn.room is None:  # where only people roll on
            turn = self.solved(turn.match_state, more_rows=high)
        return options_of(game, Outlooks(MatchOutlook(turn), None), turn.match_state.inherit)

    def judge(self, game: Game, action: Action) -> Judged | None:
        """Look at a decision before it is taken; None if there was nothing to decide."""
        options = self.options(game)
        worth = {action_of(game, option): option.win_probability or 0.0 for option in options}
        best = action_of(game, options[0])
        cost = worth[best] - worth[action]
        if sum(not option.fewer for option in options) < 2 and cost <= ROUNDING:
            return None
        me, position = game.player, game.position
        judged = Judged(
            me, game.turns[me], game.scores[me], game.scores[game.other],
            position.score, position.dice, game.roll if game.phase == "keep" else (),
            action, best, cost if cost > ROUNDING else 0.0,
        )  # fmt: skip
        self.decisions.append(judged)
        return judged

    def of(self, player: int) -> list[Judged]:
        return [judged for judged in self.decisions if judged.player == player]

    def cost(self, player: int) -> float:
        """What a player's decisions cost together."""
        return sum(judged.cost for judged in self.of(player))


def of_two(state: MatchState) -> GameState:
    """A match state of the rulebook, for the solver."""
    return GameState(
        (state.mine, state.theirs),
        (state.my_farkles, state.their_farkles),
        (state.on_board, state.their_on_board),
        int(not state.first),
        state.previous,
        None if state.inherit is None else Taken(*state.inherit),
        state.rounds_left or None,
    )


def options_of(game: Game, outlooks: Outlooks, inherit: Taken | None) -> tuple[Option, ...]:
    """Everything that can be done now, best first; none if dice are to be thrown."""
    position = game.position
    if game.phase == "keep":
        now = Now(position.score, game.roll, None, position.hot, position.dice)
        return outlooks.of_roll(game.ruleset, ways_of(game.ruleset, game.roll), now)
    if game.phase == "decide":
        return outlooks.of_state(position.dice, position.score, position.hot)
    if game.phase == "offer" and inherit is not None:
        return outlooks.of_inherited(inherit, position.dice)
    return ()


def action_of(game: Game, option: Option) -> Action:
    """The decision that an option of advice stands for."""
    if game.phase != "keep":
        return option.then
    made = option.keep, option.points
    return next(choice for choice in game.choices if (choice.keep, choice.points) == made)


def period(rules: MatchRules) -> int:
    """Rows from one multiple that may be banked to the next."""
    multiple = rules.ruleset.bank.multiple_of
    return multiple // gcd(multiple, rules.moves.unit)
