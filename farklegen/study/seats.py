"""Who sits at a table of several players: `card`, `optimal`, `optimal:leader`, `ours.yaml:next`.

`optimal` by itself plays by the solved match of that many players, `card` by the card for them.
Everything else was worked out for two players. The word after the colon says which of the others is
the opponent: the `leader` (also without a word) or the `next` player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar, get_args

import numpy as np

from farklegen.errors import UnsolvableError
from farklegen.policies.recipe import Recipe, parse
from farklegen.solvers.duel.seats import ByMatch, ByTables, Seat, policy_turns
from farklegen.solvers.duel.table import MetAtTable, meet
from farklegen.solvers.game import MOST_PLAYERS
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.match_state import Against
from farklegen.solvers.game.solvable import check_feasible
from farklegen.solvers.progress import Estimate
from farklegen.solvers.simulation import GameTable, Roller, SimulationResult, policy_layout
from farklegen.solvers.simulation import simulate as play_games
from farklegen.study.study import PATIENCE, Study

Made = TypeVar("Made")

COMPARED = (
    "optimal:leader",
    "optimal:next",
    "card:next",
    "full-table-go",
    "full-table-go:next",
    "full-table",
)
"""Players that were worked out for two; at the table the others play the solved match for all."""


class Sitting(NamedTuple):
    """A player at the table.

    Attributes:
        recipe: how to play.
        against: which of the others is the opponent; None for the match of all players.
    """

    recipe: Recipe
    against: Against | None

    @property
    def name(self) -> str:
        against = self.against if self.against == "next" or self.recipe.whole else None
        return self.recipe.name if against is None else f"{self.recipe.name}:{against}"

    def match_of(self, players: int) -> int:
        """The number of players of the match that this player uses, at a table of `players`."""
        return players if self.against is None else 2


def sitting(text: str) -> Sitting:
    for against in get_args(Against):
        if text.endswith(f":{against}"):
            return Sitting(parse(text[: -len(against) - 1]), against)
    recipe = parse(text)
    return Sitting(recipe, None if recipe.whole else "leader")


def seated(study: Study, names: Sequence[str]) -> list[Sitting]:
    """The players of a table. `card` is the card for two, played against the leader, in two cases:
    there is no card for that many players, or the card takes long and nobody else needs the match
    of that many. `optimal` is for two as well if no rules have a solved match of that many."""
    table = [sitting(name) for name in names]
    if len(table) > MOST_PLAYERS:
        return [who._replace(against=who.against or "leader") for who in table]
    if not any(who.recipe.card and who.against is None for who in table):
        return table
    try:
        _layout(study, len(table))
        solved = any(who.recipe.optimal and who.against is None for who in table)
        soon = solved or study.estimate_table(len(table), card=True).seconds <= PATIENCE
        there = soon and not study.match_rules.by_turns
    except UnsolvableError:
        there = False
    if there:
        return table
    return [
        who._replace(against=who.against or "leader") if who.recipe.card else who for who in table
    ]


def estimate_seats(study: Study, table: Sequence[Sitting], tables: int = 0) -> Estimate:
    found = study.estimate(*study.needed([who.recipe for who in table if who.against]))
    many = [who.recipe for who in table if who.against is None]
    if many or tables:
        card = any(recipe.card for recipe in many)
        found += study.estimate_table(len(table), tables, card=card)
    return found


def duel(study: Study, table: Sequence[Sitting]) -> MetAtTable:
    players = len(table)
    layout = _layout(study, players)
    if all(who.recipe.optimal and who.against is None for who in table):
        solution = study.several(players)  # everybody plays it
        start = solution.win_probabilities(solution.start())
        return MetAtTable(np.array([np.roll(start, first) for first in range(players)]))

    def seat(who: Sitting) -> Seat:
        against = who.against or "leader"
        if who.recipe.optimal:
            solution = study.several(who.match_of(players))
            return ByMatch(layout, solution, against, threads=study.threads)
        policy = study.player(who.recipe, players=who.match_of(players))
        return ByTables(layout, study.arena, policy, against)

    seats = _each(table, seat)
    return meet(layout, seats, threads=study.threads, progress=study.progress)


def _layout(study: Study, players: int) -> Layout:
    """The states of a match of `players` players."""
    check_feasible(study.match_rules, players, study.threads)
    return Layout(study.match_rules, players)


def simulate(
    study: Study,
    seated: Sequence[Sitting],
    games: int,
    seed: int,
    *,
    names: Sequence[str] | None = None,
    threads: int | None = None,
) -> SimulationResult:
    """Games of several players; `names`: what they are called, by default as they were asked
    for."""
    solved = any(who.recipe.optimal and who.against for who in seated)
    two = study.solution.layout if solved else None
    two = two or policy_layout(study.ruleset, study.tables, study.floor)
    table = GameTable(two, len(seated))
    return play_games(
        table,
        _each(seated, lambda who: _in_games(study, table, who)),
        names or [who.name for who in seated],
        games=games,
        seed=seed,
        threads=threads or study.threads,
        progress=study.progress,
    )


def _in_games(study: Study, table: GameTable, who: Sitting) -> Roller:
    against = who.against or "leader"
    if not who.recipe.optimal:
        turns = policy_turns(table.two, study.tables)
        policy = study.player(who.recipe, turns, who.match_of(table.players))
        return Roller.by_tables(table, policy, against)
    if who.against is not None:
        return Roller.by_match(table, study.solution, against)
    try:
        return Roller.by_match(table, study.several(table.players))
    except UnsolvableError as error:
        why = str(error).rstrip(".")
        raise UnsolvableError(
            f"{why}. optimal:leader plays the match of two against the leader"
        ) from None


def _each(table: Sequence[Sitting], make: Callable[[Sitting], Made]) -> list[Made]:
    """What `make` makes of each player. Players who play the same share one result."""
    made: list[Made] = []
    for place, who in enumerate(table):
        made.append(made[table.index(who)] if who in table[:place] else make(who))
    return made
