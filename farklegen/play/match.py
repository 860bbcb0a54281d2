"""A match that somebody plays at the keyboard."""

from __future__ import annotations

from dataclasses import dataclass

from farklegen.cards.card import Chances
from farklegen.play.game import Game
from farklegen.play.judge import Judge
from farklegen.play.players import Player
from farklegen.play.several import Hints
from farklegen.results import Shown
from farklegen.rules.loading import LoadedRuleset


@dataclass(eq=False, repr=False)
class PlayedMatch(Shown):
    """A match against somebody.

    Attributes:
        loaded: the rules.
        game: how it stands.
        opponent: who decides for the other player.
        name: what the opponent's way of playing is called.
        judge: knows what decisions are worth; None without a solved match.
        unjudged: why there is none; empty if there is one.
        against: how often perfect play wins against the opponent; None if the opponent plays
            perfectly, or nobody knows.
        hints: what the person is told at a table of several who asks; None where nobody knows, and
            in a match of two, whose judge knows.
    """

    loaded: LoadedRuleset
    game: Game
    opponent: Player
    name: str
    judge: Judge | None
    unjudged: str = ""
    against: Chances | None = None
    hints: Hints | None = None
