"""Who plays: somebody who decides whenever there is something to decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.cards.ladder import Rung
from farklegen.cards.players import make_player
from farklegen.play.game import Action, Choice, Game
from farklegen.play.judge import ROUNDING, Player
from farklegen.policies.policy import Policy, TurnPolicy, aims
from farklegen.policies.recipe import Recipe
from farklegen.rulebook.match_rules import MatchState
from farklegen.rulebook.turn_rules import Position
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.advice import MatchOutlook
from farklegen.solvers.choices import Option, Then
from farklegen.solvers.evaluate import visits_of
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.moves import TurnMoves, turn_moves
from farklegen.solvers.turn_rules import TurnRules
from farklegen.solvers.turn_solver import brings_more, telling_rows
from farklegen.solvers.turn_state_checks import Now
from farklegen.study.study import Study

MOST_HOT_DICE = 30
"""Hot dice of one turn that are kept apart, where their bonus grows."""


class Aim(NamedTuple):
    """What a policy plays by in one turn: a table, and fields of `StatePolicy`."""

    table: TurnPolicy
    reach: int
    stop: int
    goes_for_it: int
    past: int


@dataclass
class PolicyPlayer:
    """Plays by the tables of a policy.

    The policy's thresholds say when to take a turn over. A policy without thresholds takes a turn
    over if, played on by the tables, it brings more points than a fresh one.
    """

    policy: Policy
    moves: TurnMoves
    _last: tuple[MatchState, Aim] | None = field(init=False, default=None)

    def decide(self, game: Game) -> Action:
        if self._last is None or self._last[0] != game.match_state:
            self._last = game.match_state, self.aim(game)
        aim = self._last[1]
        if game.phase == "keep":
            return self._choice(game, aim)
        if game.phase == "decide":
            return "bank" if self._banks(game, aim) else "roll"
        return "take over" if self._takes_over(game, aim) else "start afresh"

    def aim(self, game: Game) -> Aim:
        """What is played for in this turn."""
        state, ruleset = game.match_state, game.ruleset
        last_round = ruleset.rounds is not None and state.rounds_left == 1
        final = last_round and not state.first
        answers = ruleset.last_turns(2, int(state.first), last_round=last_round)
        found = aims(
            self.policy,
            ruleset,
            np.array([state.mine]),
            np.array([state.theirs]),
            on_board=state.on_board,
            farkles=state.my_farkles,
            answered=answers > 0,
            final=final,
        )
        table, reach, stop, goes_for_it, _, _, past = (int(each[0]) for each in found)
        return Aim(self.policy.every_table[table], reach, stop, goes_for_it, past)

    def _choice(self, game: Game, aim: Aim) -> Choice:
        """The highest scoring that reaches the goal and may be banked; among equals the one that
        leaves more dice. If none does, the scoring that is worth most; among equals first one after
        which to bank, then more dice, then more points."""
        choices = self._worth_looking_at(game)
        there = [c for c in choices if self._row(c.position) >= aim.reach]
        there = [c for c in there if self._may_bank(game, c.position)]
        if there:
            return max(there, key=lambda c: (self._row(c.position), c.position.dice))
        worths = [self._of_table(aim.table.worth, c.position) for c in choices]
        least = max(worths) - aim.table.tolerance
        among = [c for c, worth in zip(choices, worths, strict=True) if worth >= least]
        return max(among, key=lambda c: (
            self._table_banks(aim, c.position), c.position.dice, self._row(c.position)
        ))  # fmt: skip

    def _banks(self, game: Game, aim: Aim) -> bool:
        position = game.position
        row, size = self._row(position), game.hands.sizes[position.dice]
        if not self._may_bank(game, position):
            return False
        if row >= aim.reach:
            return row >= aim.stop and size <= aim.past
        return not aim.goes_for_it >> (size - 1) & 1 and self._table_banks(aim, position)

    def _row(self, at: Position) -> int:
        return at.score // self.moves.unit

    def _may_bank(self, game: Game, at: Position) -> bool:
        state = game.match_state
        return game.rules.turn.may_bank(at, on_board=state.on_board, previous=state.previous)

    def _of_table(self, table: NDArray[Any], at: Position) -> float:
        """What a table says of a state; above the table, what its last row says."""
        column = self.moves.column(at.dice, min(at.hot, self.moves.hot_counts - 1))
        return float(table[min(self._row(at), len(table) - 1), column])

    def _table_banks(self, aim: Aim, at: Position) -> bool:
        above = self._row(at) >= len(aim.table.banks)
        return above or bool(self._of_table(aim.table.banks, at))

    def _worth_looking_at(self, game: Game) -> list[Choice]:
        """Of the ways that leave the same dice the one with the most points, unless more points
        can be worse."""
        if not _only_most_points(game.ruleset, self.moves.unit):
            return list(game.choices)
        best = {choice.position.dice: choice for choice in reversed(game.choices)}
        return list(reversed(best.values()))

    def _takes_over(self, game: Game, aim: Aim) -> bool:
        assert game.match_state.inherit is not None
        score, dice = game.match_state.inherit
        if self.policy.take_over is not None:
            number = game.hands.sizes[dice]
            return score >= self.policy.take_over.get(number, score + 1)
        rules = TurnRules.of(game.ruleset)
        over = _points(aim.table, self.moves, rules, score // self.moves.unit, dice)
        return bool(brings_more(over, _points(aim.table, self.moves, rules, 0, self.moves.dice)))


def _points(table: TurnPolicy, moves: TurnMoves, rules: TurnRules, row: int, dice: int) -> float:
    """Points that a turn brings if a table plays it on from a state, ignoring the goal."""
    if row + moves.max_rise >= len(table.worth):
        return float(row * moves.unit)  # nobody who plays to win leaves so much
    start = moves.column(dice)
    visits = visits_of(table, moves, row, start)
    points = np.arange(len(visits), dtype=np.float64) * moves.unit
    banks = table.banks.copy()
    banks[len(banks) - moves.max_rise :] = True  # where nobody looks any further
    banks[row, start] = False
    paid = rules.farkle_banks(moves, points) * moves.farkle_probability
    return float((visits * np.where(banks, points[:, None], paid)).sum())


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
    game: Game, player: Player, numbers: int, outlook: MatchOutlook, options: Sequence[Option]
) -> CardChoice | None:
    """What a player by a card does where a game stands; None if that is not among the options."""
    if not game.actions():
        return None
    action = player.decide(game)
    then: Then
    if isinstance(action, Choice):
        made = action.keep, action.points
        of_it = [each for each in options if (each.keep, each.points) == made]
        game.keep(action)
        then = "bank" if player.decide(game) == "bank" else "roll"
        at = game.position
        prospect = outlook.prospect(at.score, at.dice, at.hot)
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
    known = {name: getattr(state, name) for name in GameState.KEYS}
    game.stand(MatchState(**known | {"rounds_left": state.rounds_left or 0}))
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
    ruleset, tables, bonus = study.ruleset, study.tables, study.ruleset.hot_dice_bonus
    goes = study.price.go_for_it if recipe.needs_go_for_it else None
    by_card = study.card_player(players, rung) if recipe.card else None
    grows = bonus is not None and bonus.step > 0
    moves = turn_moves(
        ruleset,
        tables,
        best_only=_only_most_points(ruleset, tables.unit),
        hot_counts=MOST_HOT_DICE if grows else 1,
        instant_wins=True,
    )
    rows = telling_rows(ruleset, moves) + moves.max_rise
    expected = study.to_play_by if recipe.needs_expected else None
    policy = make_player(recipe, ruleset, expected, moves, rows, goes, by_card)
    return PolicyPlayer(policy, moves)


def _only_most_points(ruleset: Ruleset, unit: int) -> bool:
    """Whether the one with more points is always better, if two ways leave the same dice."""
    return ruleset.overshoot == "win" and unit % ruleset.bank.multiple_of == 0
