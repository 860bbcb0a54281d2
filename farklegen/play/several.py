"""Matches of several players: the opponents, and hints for the person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from farklegen.errors import UnsolvableError
from farklegen.play.game import Action, Game
from farklegen.play.judge import Judge, Player
from farklegen.play.players import player_of
from farklegen.results import Shown
from farklegen.rules.loading import LoadedRuleset
from farklegen.study.estimate import estimate_table
from farklegen.study.seats import Sitting
from farklegen.study.study import Study


class Hints(NamedTuple):
    """Hints for the person at a table of several."""

    adviser: Judge
    about: str


SECONDS_FOR_HINTS = 20.0
"""A match of several players is solved for hints if that takes less time than this."""


def hints_for(study: Study, others: Sequence[Sitting]) -> Hints:
    """Exact hints if the match of all these players is solved, or can be solved soon; else hints
    for a match against the leader."""

    players = len(others) + 1
    asked = any(who.recipe.optimal and who.against is None for who in others)
    try:
        solved = asked or estimate_table(study, players).seconds <= SECONDS_FOR_HINTS
        if solved:
            about = f"Exact: the solved match of {players}, each playing to win."
            return Hints(Judge(study.several(players)), about)
        costs = f"farklegen table --players {players} says what that loses."
    except UnsolvableError:
        costs = "Nobody knows what that loses: the match of that many players is not solved."
    return Hints(
        Judge(study.solution),
        "Hints treat the leader as your only opponent, and show your chance against that player "
        f"alone. {costs}",
    )


@dataclass
class Others:
    """Everybody but the person."""

    players: Sequence[Player | None]

    def decide(self, game: Game) -> Action:
        player = self.players[game.player]
        assert player is not None
        return player.decide(game)


def opponent_of(study: Study, who: Sitting, players: int) -> Player:
    """An opponent at a table of this many players."""
    if not who.recipe.optimal:
        return player_of(study, who.recipe, who.match_of(players))
    if who.against is None:
        return Judge(study.several(players))
    return Judge(study.solution)


@dataclass(eq=False, repr=False)
class PlayedMatch(Shown):
    """A match against somebody.

    Attributes:
        loaded: the rules.
        game: how it stands.
        opponent: who decides for the other player.
        name: what the opponent's way of playing is called.
        judge: knows what decisions are worth; None without a solved match.
        unjudged: why there is no judge; empty if there is one.
        hints: at a table of three or more players, if they can be worked out. In a match of two
            the judge gives them, and this is None.
    """

    loaded: LoadedRuleset
    game: Game
    opponent: Player
    name: str
    judge: Judge | None
    unjudged: str = ""
    hints: Hints | None = None
