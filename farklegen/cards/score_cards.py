"""The best cards for a given memory, with lines that look at both scores.

The break points of every card of the frontier get lines (`cards.score_lines`) in place of scores to
go for the goal; what is found is measured in the match, exactly, and for each count of numbers the
best is kept, with lines or without. More break points are tried only if lines could bring them
further than fewer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from farklegen.cards.analysis import Analysis
from farklegen.cards.card import numbers_to_remember
from farklegen.cards.memory import Frontier
from farklegen.cards.players import card_player
from farklegen.cards.price import Chances
from farklegen.cards.score_lines import EFFORT, Losses, find_lines, rows_of
from farklegen.cards.shorten import Tables
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import PERFECT, GoForIt
from farklegen.policies.recipe import BankRule, KeepRule, Recipe, ScoreRule, Thresholds
from farklegen.results import Shown
from farklegen.solvers.duel.duel import Arena
from farklegen.solvers.progress import Progress, silent


@dataclass(frozen=True)
class ScoreCard:
    """The best card found with so many numbers.

    Attributes:
        numbers: how many there are to remember, those of the lines included.
        tables: the break points.
        goes: when not to bank short of the goal, by the dice that are left.
        lines: when to bank later or earlier, and when to go for the goal.
        chances: how often it wins against perfect play.
    """

    numbers: int
    tables: Tables
    goes: GoForIt
    lines: tuple[ScoreRule, ...]
    chances: Chances

    def recipe(self, name: str) -> Recipe:
        """The card as a policy file says it.

        Raises:
            UnsolvableError: if it has several tables, which no policy file can say.
        """
        if len(self.tables) > 1 or self.tables[0].between_multiples:
            raise UnsolvableError(
                "a policy file has one table for all situations, and this card has more. Use it "
                "from Python"
            )
        rows = self.tables[0].rows
        worth = {row.dice: {p.turn_score: p.value for p in row.points} for row in rows}
        banks = {row.dice: row.points[-1].turn_score for row in rows if row.points[-1].value == 0}
        mine, theirs = (
            {dice: score for dice, score in enumerate(scores, start=1) if score is not None}
            for scores in (self.goes.mine, self.goes.theirs)
        )
        return Recipe(
            name=name,
            keep=KeepRule(worth=worth),
            bank=BankRule(by_dice=banks),
            go_for_it=Thresholds(mine=mine, theirs=theirs, lead=self.goes.lead),
            by_scores=self.lines,
        )


@dataclass(frozen=True, repr=False)
class ScoreCards(Shown):
    """The best cards found, by the numbers that they take.

    Attributes:
        cards: fewest numbers first; each wins more than all before it.
    """

    cards: tuple[ScoreCard, ...]

    def best(self, most: int) -> ScoreCard:
        """The best card with at most so many numbers."""
        return next(card for card in reversed(self.cards) if card.numbers <= most)


def find_score_cards(
    analysis: Analysis,
    arena: Arena,
    frontier: Frontier,
    most: int,
    *,
    effort: int = EFFORT,
    seed: int = 1,
    progress: Progress = silent,
) -> ScoreCards:
    """Search for the best card with 0, 1, ... `most` numbers.

    Args:
        analysis: the card without a limit.
        arena: the solved match.
        frontier: the best cards without lines.
        most: numbers at most.
        effort, seed: see `score_lines.find_lines`.
        progress: how far it is.

    Raises:
        UnsolvableError: for rules under which lines are not looked for.
    """
    best: dict[int, ScoreCard] = {}
    nothing = GoForIt((None,) * arena.moves.most_dice, (None,) * arena.moves.most_dice)
    for short in frontier.cards:
        goes, chances = short.price.go_for_it, short.price.with_go_for_it
        best[short.numbers] = ScoreCard(short.numbers, short.card.tables, goes, (), chances)
    bases = {
        short.card.tables: numbers_to_remember(short.card.tables, analysis.loaded.ruleset.extent)
        for short in frontier.cards
    }
    least = 1.0
    for place, (tables, base) in enumerate(sorted(bases.items(), key=lambda pair: pair[1])):
        progress(place / len(bases), "looking for lines that look at both scores")
        if base > most:
            break
        card = replace(analysis.card, tables=tables)
        rows = rows_of(arena)
        player = card_player(analysis.expected, card, arena.moves, rows, nothing, anywhere=True)
        losses = Losses(arena, player)
        if losses.least >= least:
            continue
        least = losses.least
        for found in find_lines(losses, most - base, effort=effort, seed=seed):
            numbers = base + found.numbers
            duel = arena.meet(losses.player(found.rules), PERFECT)
            made = ScoreCard(numbers, tables, nothing, found.rules, Chances.of(duel))
            if numbers not in best or made.chances.average > best[numbers].chances.average:
                best[numbers] = made
        arena.forget_lists(1)
    cards: list[ScoreCard] = []
    for numbers, made in sorted(best.items()):
        if numbers <= most and (not cards or made.chances.average > cards[-1].chances.average):
            cards.append(made)
    return ScoreCards(tuple(cards))
