"""A player in plain Python who reads a policy with `by_scores` as docs/policies.md says it.

Shares nothing with the tables that policies are made into: every decision is taken from the recipe.
"""

from __future__ import annotations

from dataclasses import dataclass

from farklegen.play.game import Action, Choice, Game
from farklegen.policies.recipe import BankRule, KeepRule, Recipe, ScoreRule
from farklegen.rulebook.turn_rules import Position
from farklegen.rules.endings import Stage, ending_of


def holds(line: ScoreRule, mine: int, theirs: int) -> bool:
    """Whether all that a line asks of the scores is so."""
    return not (
        (line.either is not None and max(mine, theirs) < line.either)
        or (line.mine is not None and mine < line.mine)
        or (line.theirs is not None and theirs < line.theirs)
        or (line.behind is not None and mine + line.behind > theirs)
        or (line.ahead is not None and mine < theirs + line.ahead)
    )


@dataclass
class BySentences:
    """Decides by the lines of a recipe alone, whose `keep` is `worth` and whose `bank` has numbers
    by dice."""

    recipe: Recipe

    def decide(self, game: Game) -> Action:
        """One of the actions of the game."""
        if game.phase == "keep":
            return self.kept(game)
        return "bank" if self.banks(game, game.position) else "roll"

    def kept(self, game: Game) -> Choice:
        """The highest that wins, else the one with the largest sum."""
        most = {len(choice.keep): choice for choice in sorted(game.choices, key=lambda c: c.points)}
        winning = [c for c in most.values() if self.wins(game, c.position)]
        if winning:
            return max(winning, key=lambda c: (c.position.score, c.position.dice))
        return max(
            most.values(),
            key=lambda c: (
                c.position.score + self.worth(game, c.position),
                self.card_banks(game, c.position),
                c.position.dice,
                c.position.score,
            ),
        )

    def banks(self, game: Game, position: Position) -> bool:
        if self.wins(game, position):
            return True
        return self.may(game, position) and self.card_banks(game, position)

    def worth(self, game: Game, position: Position) -> int:
        """What the card says that the dice are worth."""
        assert isinstance(self.recipe.keep, KeepRule)
        worth, counted = 0, self.counted(game, position)
        for least, value in sorted(self.recipe.keep.worth[position.dice].items()):
            if least <= counted or least == min(self.recipe.keep.worth[position.dice]):
                worth = value
        return worth

    def card_banks(self, game: Game, position: Position) -> bool:
        """Whether the card says to bank what counts, and the rules allow it."""
        assert isinstance(self.recipe.bank, BankRule)
        least = self.recipe.bank.by_dice.get(position.dice)
        counted = self.counted(game, position)
        return least is not None and counted > 0 and counted >= least and self.may(game, position)

    def counted(self, game: Game, position: Position) -> int:
        """The turn score as it counts at these scores."""
        line = self.line(game)
        if line is None:
            return position.score
        if line.later == "goal":
            return 0
        return max(position.score - int(line.later or 0) + (line.earlier or 0), 0)

    def line(self, game: Game) -> ScoreRule | None:
        """The first line that holds; on a last turn one goes for it."""
        state = game.match_state
        if self.last(game):
            return ScoreRule(later="goal")
        lines = self.recipe.by_scores
        return next((line for line in lines if holds(line, state.mine, state.theirs)), None)

    def last(self, game: Game) -> bool:
        """Whether no turn follows."""
        state, ending = game.match_state, ending_of(game.ruleset)
        stage = Stage(state.first, state.rounds_left)
        assert game.ruleset.goal is not None
        return ending.is_last(stage) or state.theirs >= game.ruleset.goal

    def may(self, game: Game, position: Position) -> bool:
        state = game.match_state
        return game.rules.turn.may_bank(position, on_board=state.on_board, previous=state.previous)

    def wins(self, game: Game, position: Position) -> bool:
        """Whether the goal is reached, or a last turn won, and may be banked."""
        state, rules = game.match_state, game.ruleset
        assert rules.goal is not None
        score, target = state.mine + position.score, rules.goal
        if self.last(game):
            level_wins = ending_of(rules).level_share == 1.0
            target = state.theirs if level_wins else state.theirs + 1
        there = score >= target
        if rules.overshoot == "bust" and (state.theirs >= rules.goal or not self.last(game)):
            there = score == max(state.theirs, rules.goal)
        return there and self.may(game, position)
