"""Who sits at a table of several players: `card`, `optimal`, `optimal:leader`, `ours.yaml`.

`optimal` by itself plays by the solved match of that many players, `card` by the card for them.
With `:leader` they are those for two players, with the leader of the others as the opponent.
Everything else is played like that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from farklegen.errors import UnsolvableError
from farklegen.policies.recipe import Recipe, parse
from farklegen.solvers.duel.seats import ByMatch, ByTables, Seat, policy_turns
from farklegen.solvers.duel.table import MetAtTable, meet
from farklegen.solvers.game import MOST_PLAYERS
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.solvable import check_feasible
from farklegen.solvers.progress import Estimate
from farklegen.solvers.simulation import GameTable, Roller, SimulationResult, policy_layout
from farklegen.solvers.simulation import simulate as play_games
from farklegen.study.estimate import estimate, estimate_table, needed
from farklegen.study.study import PATIENCE, Study

Made = TypeVar("Made")

COMPARED = (
    "optimal:leader",
    "full-table-go",
    "full-table",
)
"""Players that were worked out for two; at the table the others play the solved match for all."""


LEADER = ":leader"


class Sitting(NamedTuple):
    """A player at the table.

    Attributes:
        recipe: how to play.
        for_two: whether it is for a match of two, against the leader; else for one of all players.
    """

    recipe: Recipe
    for_two: bool

    @property
    def name(self) -> str:
        return self.recipe.name + LEADER * (self.for_two and self.recipe.whole)

    def match_of(self, players: int) -> int:
        """The number of players of the match that this player uses, at a table of `players`."""
        return 2 if self.for_two else players


def sitting(text: str) -> Sitting:
    name = text.removesuffix(LEADER)
    recipe = parse(name)
    return Sitting(recipe, name != text or not recipe.whole)


def seated(study: Study, names: Sequence[str]) -> list[Sitting]:
    """The players of a table. `card` is the card for two, played against the leader, in two cases:
    there is no card for that many players, or the card takes long and nobody else needs the match
    of that many. `optimal` is for two as well if no rules have a solved match of that many."""
    table = [sitting(name) for name in names]
    if len(table) > MOST_PLAYERS:
        return [who._replace(for_two=True) for who in table]
    if not any(who.recipe.card and not who.for_two for who in table):
        return table
    try:
        _layout(study, len(table))
        solved = any(who.recipe.optimal and not who.for_two for who in table)
        soon = solved or estimate_table(study, len(table), card=True).seconds <= PATIENCE
        there = soon and not study.match_rules.by_turns
    except UnsolvableError:
        there = False
    if there:
        return table
    return [who._replace(for_two=who.for_two or who.recipe.card) for who in table]


def estimate_seats(study: Study, table: Sequence[Sitting], tables: int = 0) -> Estimate:
    found = estimate(study, needed(study, [who.recipe for who in table if who.for_two]))
    many = [who.recipe for who in table if not who.for_two]
    if many or tables:
        card = any(recipe.card for recipe in many)
        found += estimate_table(study, len(table), tables, card=card)
    return found


def duel(study: Study, table: Sequence[Sitting]) -> MetAtTable:
    players = len(table)
    layout = _layout(study, players)
    if all(who.recipe.optimal and not who.for_two for who in table):
        solution = study.several(players)  # everybody plays it
        start = solution.win_probabilities(solution.start())
        return MetAtTable(np.array([np.roll(start, first) for first in range(players)]))

    def seat(who: Sitting) -> Seat:
        if who.recipe.optimal:
            solution = study.several(who.match_of(players))
            return ByMatch(layout, solution, threads=study.threads)
        policy = study.player(who.recipe, players=who.match_of(players))
        return ByTables(layout, study.arena, policy)

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
    solved = any(who.recipe.optimal and who.for_two for who in seated)
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
    if not who.recipe.optimal:
        turns = policy_turns(table.two, study.tables)
        policy = study.player(who.recipe, turns, who.match_of(table.players))
        return Roller.by_tables(table, policy)
    if who.for_two:
        return Roller.by_match(table, study.solution)
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
