"""The players of a match: a judge, who knows what every choice is worth; players by the tables of a
policy; and the match of a person against them.

What a choice is worth is a chance to win between two perfect players, from the solved match. A
decision costs as much as it is worth less than the best one. Only decisions and dice change the
chance to win, so whatever the decisions do not explain was luck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from farklegen.cards.ladder import Rung
from farklegen.core.arrays import Booleans, StatePolicy
from farklegen.errors import UnsolvableError
from farklegen.play.game import Action, Choice, Game
from farklegen.policies.policy import Policy, TurnPolicy, aims
from farklegen.policies.recipe import Recipe
from farklegen.results import Shown
from farklegen.rulebook import Position
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.advice import PointsOutlook, advice
from farklegen.solvers.decisions import Now, Option, Then
from farklegen.solvers.duel.seats import more_is_worse, policy_moves, takes_over
from farklegen.solvers.evaluate import table_of
from farklegen.solvers.game.game_state import GameState, Taken
from farklegen.solvers.game.lanes import most_taken
from farklegen.solvers.game.match_rules import MatchRules
from farklegen.solvers.game.match_state import place_of
from farklegen.solvers.game.solution import MatchSolution, SolvedTurn
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.turn_rules import TurnRules, telling_rows
from farklegen.study.seats import Sitting
from farklegen.study.study import Study

ROUNDING = 1e-9
"""A smaller difference of chances counts as none."""

MOST_TURNS = 256
"""Solved turns that are kept."""

MOST_HOT_DICE = 30
"""Hot dice of one turn that are kept apart, where their bonus grows."""


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


@dataclass
class PolicyPlayer:
    """Plays by the tables of a policy.

    The policy's thresholds say when to take a turn over. A policy without thresholds takes a turn
    over if, played on by the tables, it brings more points than a fresh one.
    """

    policy: Policy
    moves: TurnMoves
    _last: tuple[GameState, StatePolicy] | None = field(init=False, default=None)
    _over: dict[int, Booleans] = field(init=False, default_factory=dict)

    def decide(self, game: Game) -> Action:
        if self._last is None or self._last[0] != game.match_state:
            self._last = game.match_state, self.aim(game)
        aim = self._last[1]
        if game.phase == "keep":
            return self._choice(game, aim)
        if game.phase == "decide":
            return "bank" if self._banks(game, aim) else "roll"
        return "take over" if self._takes_over(game, aim) else "start afresh"

    def aim(self, game: Game) -> StatePolicy:
        """What is played for in this turn: arrays with one entry."""
        state, ruleset = game.match_state, game.ruleset
        last_round = ruleset.rounds is not None and state.rounds_left == 1
        final = last_round and not state.first
        answers = ruleset.last_turns(2, int(state.first), last_round=last_round)
        return aims(
            self.policy,
            ruleset,
            np.array([state.mine]),
            np.array([state.theirs]),
            on_board=state.on_board,
            farkles=state.my_farkles,
            answered=answers > 0,
            final=final,
        )

    def _choice(self, game: Game, aim: StatePolicy) -> Choice:
        """The highest scoring that reaches the goal and may be banked; among equals the one that
        leaves more dice. If none does, the scoring that is worth most; among equals first one after
        which to bank, then more dice, then more points."""
        choices = self._worth_looking_at(game)
        there = [c for c in choices if self._row(c.position) >= aim.reach]
        there = [c for c in there if self._may_bank(game, c.position)]
        if there:
            return max(there, key=lambda c: (self._row(c.position), c.position.dice))
        table = self._table(aim)
        worths = [self._of_table(table.worth, c.position) for c in choices]
        least = max(worths) - table.tolerance
        among = [c for c, worth in zip(choices, worths, strict=True) if worth >= least]
        return max(among, key=lambda c: (
            self._table_banks(aim, c.position), c.position.dice, self._row(c.position)
        ))  # fmt: skip

    def _banks(self, game: Game, aim: StatePolicy) -> bool:
        position = game.position
        row, size = self._row(position), game.hands.sizes[position.dice]
        if not self._may_bank(game, position):
            return False
        if row >= aim.reach:
            return bool(row >= aim.stop and size <= aim.past)
        return not aim.goes_for_it >> (size - 1) & 1 and self._table_banks(aim, position)

    def _row(self, at: Position) -> int:
        return at.score // self.moves.unit

    def _may_bank(self, game: Game, at: Position) -> bool:
        state = game.match_state
        return game.rules.may_bank(at, on_board=state.on_board, previous=state.previous)

    def _of_table(self, table: NDArray[Any], at: Position) -> float:
        """What a table says of a state; above the table, what its last row says."""
        column = self.moves.column(at.dice, min(at.hot, self.moves.hot_counts - 1))
        return float(table[min(self._row(at), len(table) - 1), column])

    def _table(self, aim: StatePolicy) -> TurnPolicy:
        return self.policy.every_table[int(aim.situation[0])]

    def _table_banks(self, aim: StatePolicy, at: Position) -> bool:
        banks = self._table(aim).banks
        return self._row(at) >= len(banks) or bool(self._of_table(banks, at))

    def _worth_looking_at(self, game: Game) -> list[Choice]:
        """Of the ways that leave the same dice the one with the most points, unless more points
        can be worse."""
        if more_is_worse(game.ruleset, self.moves.unit):
            return list(game.choices)
        best = {choice.position.dice: choice for choice in reversed(game.choices)}
        return list(reversed(best.values()))

    def _takes_over(self, game: Game, aim: StatePolicy) -> bool:
        assert game.match_state.inherit is not None
        score, dice = game.match_state.inherit
        number, turn, table = int(aim.situation[0]), self.moves.as_turn, self._table(aim)
        if number not in self._over:
            rules, tables = TurnRules(game.ruleset), table_of(turn, [table])
            self._over[number] = takes_over(rules, self.moves, turn, tables, self.policy)[0]
        row = min(score // self.moves.unit, len(table.worth) - 1)
        return bool(self._over[number][row * self.moves.dice + dice - 1])


class CardChoice(NamedTuple):
    """What a card says, beside perfect play.

    Attributes:
        numbers: how many the card has.
        option: what it does; `option.then` is what it does next.
        win_probability: after it, with perfect play from there on.
        cost: how much less that is than the chance of perfect play.
    """

    numbers: int
    option: Option
    win_probability: float
    cost: float


def card_choice(
    game: Game, player: Player, numbers: int, turn: SolvedTurn, options: Sequence[Option]
) -> CardChoice | None:
    """What a player by a card does where a game stands; None if that is not among the options."""
    if not game.actions():
        return None
    action = player.decide(game)
    then: Then
    if isinstance(action, Choice):
        made = action.keep, action.points
        of_it = [each for each in options if (each.keep, each.points) == made]
        game.act(action)
        then = "bank" if player.decide(game) == "bank" else "roll"
        at = game.position
        prospect = turn.prospect(at.score, at.dice, at.hot)
        chance = prospect and (prospect.bank if then == "bank" else prospect.roll)
    else:
        then = action
        of_it = [each for each in options if each.then == then]
        chance = of_it[0].win_probability if of_it else None
    best = options[0].win_probability
    if not of_it or chance is None or best is None:
        return None
    cost = best - chance
    return CardChoice(
        numbers, replace(of_it[0], then=then), chance, cost if cost > ROUNDING else 0.0
    )


def game_at(ruleset: Ruleset, floor: int | None, state: GameState, now: Now) -> Game:
    """A game that stands as asked, before a decision; after the roll, if it leaves no decision."""
    game = Game(ruleset, floor)
    game.stand(state)
    if now.thrown == 0:
        game.phase = "offer"
        return game
    game.position = Position(now.thrown, now.turn_score, now.hot_dice)
    game.phase = "roll" if now.roll else "decide"
    if now.roll:
        game.throw(now.roll)
    return game


def player_of(
    study: Study, recipe: Recipe, players: int = 2, rung: Rung | None = None
) -> PolicyPlayer:
    """Somebody who plays by a recipe; needs no solved match.

    Args:
        recipe: not perfect play.
        players: how many there are in the match.
        rung: the card to play by; by default, the card that `farklegen table` prints.
    """
    ruleset, bonus = study.ruleset, study.ruleset.hot_dice_bonus
    grows = bonus is not None and bonus.step > 0
    moves = policy_moves(ruleset, study.tables, MOST_HOT_DICE if grows else 1)
    rows = telling_rows(ruleset, moves) + moves.max_rise
    return PolicyPlayer(study.player(recipe, (moves, rows), players, rung), moves)


SECONDS_FOR_HINTS = 20.0
"""A match of several players is solved for hints if that takes less time than this."""


def hints_for(study: Study, others: Sequence[Sitting]) -> tuple[Judge, str]:
    """(who gives hints to a person at a table of several, what to know about them): exact ones if
    the match of all these players is solved, or can be solved soon; else those of a match against
    the leader."""
    players = len(others) + 1
    asked = any(who.recipe.optimal and who.against is None for who in others)
    try:
        solved = asked or study.estimate_table(players).seconds <= SECONDS_FOR_HINTS
        if solved:
            about = f"Exact: the solved match of {players}, each playing to win."
            return Judge(study.several(players)), about
        costs = f"farklegen table --players {players} says what that loses."
    except UnsolvableError:
        costs = "Nobody knows what that loses: the match of that many players is not solved."
    return Judge(study.solution), (
        "Hints treat the leader as your only opponent, and show your chance against that player "
        f"alone. {costs}"
    )


def opponent_of(study: Study, who: Sitting, players: int) -> Player:
    """An opponent at a table of this many players."""
    many = who.match_of(players)
    if who.recipe.optimal:
        return Judge(study.several(many))
    return player_of(study, who.recipe, many)


@dataclass(eq=False, repr=False)
class PlayedMatch(Shown):
    """A match under way, with its opponents.

    Attributes:
        loaded: the rules.
        game: how it stands.
        opponents: who decides for each player who is not the person; in a match of two for either.
        name: what the opponent's way of playing is called.
        adviser: gives hints; None if there are none.
        about: what to know about the hints, or why there are none.
    """

    loaded: LoadedRuleset
    game: Game
    opponents: Mapping[int, Player]
    name: str
    adviser: Judge | None
    about: str = ""

    @property
    def judge(self) -> Judge | None:
        """Knows what decisions cost, in a match of two that is solved."""
        return self.adviser if self.game.players == 2 else None
