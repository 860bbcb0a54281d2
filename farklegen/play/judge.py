"""What every choice in a match under way is worth, and what a decision cost.

What a choice is worth is a chance to win between two perfect players, from the solved match. A
decision costs as much as it is worth less than the best one. Only decisions and dice change the
chance to win, so whatever the decisions do not explain was luck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple, Protocol

from farklegen.play.game import Action, Game
from farklegen.solvers.advice import PointsOutlook, advice
from farklegen.solvers.decisions import Now, Option
from farklegen.solvers.game.game_state import GameState, Taken
from farklegen.solvers.game.lanes import most_taken
from farklegen.solvers.game.match_rules import MatchRules
from farklegen.solvers.game.match_state import place_of
from farklegen.solvers.game.solution import MatchSolution, SolvedTurn

ROUNDING = 1e-9
"""A smaller difference of chances counts as none."""

MOST_TURNS = 256
"""Solved turns that are kept."""


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


@dataclass
class Judge:
    """Follows a game with a solved match in hand, and plays it perfectly. At a table of several
    this is the match of all of them, or a match of two: the player to move and one opponent.

    Attributes:
        solution: the solved match.
        decisions: all that were judged, where there was a choice.
        solved: the solution's turns, the last of which are kept.
    """

    solution: MatchSolution
    decisions: list[Judged] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.solved: Callable[..., SolvedTurn] = lru_cache(MOST_TURNS)(self.solution.turn)

    @property
    def rules(self) -> MatchRules:
        return self.solution.rules

    def decide(self, game: Game) -> Action:
        actions = game.actions()
        return actions[0] if len(actions) == 1 else action_of(game, self.options(game)[0])

    def win_probability(self, game: Game) -> float:
        """The chance of player 0 when a turn begins, or at the end of the game."""
        if game.won is not None:
            return game.won
        chance = self.turn(game).win_probability
        return chance if game.player == 0 else 1.0 - chance

    def turn(self, game: Game) -> SolvedTurn:
        state, order = game.match_state, [game.player, *game.others]
        if self.solution.layout.players > 2:
            state = replace(
                state,
                scores=tuple(game.scores[player] for player in order),
                farkles=tuple(game.farkles[player] for player in order),
                boards=tuple(game.on_board[player] for player in order),
                seat=game.player if self.rules.ruleset.tells_seats else 0,
            )
        if state.inherit is not None:
            state = replace(state, inherit=self._worth_the_same(state, state.inherit))
        return self.solved(state)

    def _worth_the_same(self, match_state: GameState, taken: Taken) -> Taken:
        """The turn to take over, or one worth the same. No good player leaves more points than the
        solution covers, but other players do. All such turns are past the goal after one more
        roll, and worth the same as one that is as far from a multiple that may be banked."""
        if match_state.theirs >= self.rules.goal * self.rules.unit:
            return taken
        unit = self.rules.moves.unit
        offered = replace(match_state, inherit=Taken(match_state.previous or unit, 1))
        row, most = (
            taken.turn_score // unit,
            int(most_taken(*place_of(self.solution.layout, offered))[0]),
        )
        if row > most:
            row = most - (most - row) % self.rules.turn.period(self.rules.moves)
        return Taken(row * unit, taken.dice)

    def options(self, game: Game) -> tuple[Option, ...]:
        """Everything that can be done now, best first; none if dice are to be thrown."""
        turn = self.turn(game)
        high = game.position.score // turn.moves.unit + self.rules.every_move.max_rise
        if high >= len(turn.value) and turn.room is None:  # where only people roll on
            turn = self.solved(turn.match_state, more_rows=high)
        return options_of(game, turn, None, turn.match_state)

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


def now_of(game: Game) -> Now:
    """Where a turn is in which there is something to decide."""
    if game.phase == "offer":
        return Now(0, (), 0, 0)
    position, roll = game.position, game.roll if game.phase == "keep" else ()
    return Now(position.score, roll, position.dice, position.hot)


def options_of(
    game: Game, match: SolvedTurn | None, points: PointsOutlook | None, state: GameState
) -> tuple[Option, ...]:
    """Everything that can be done now, best first; none if dice are to be thrown."""
    if not game.actions():
        return ()
    return advice(game.ruleset, match, points, state, now_of(game)).options


def action_of(game: Game, option: Option) -> Action:
    """The decision that an option of advice stands for."""
    if game.phase != "keep":
        return option.then
    made = option.keep, option.points
    return next(choice for choice in game.choices if (choice.keep, choice.points) == made)
