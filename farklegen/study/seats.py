"""Who sits at a table of several players: `card`, `optimal`, `optimal:leader`, `ours.yaml:next`.

`optimal` by itself is the solved match of so many players. Everything else was worked out for two:
after a colon stands which of the others is the opponent, the `leader` (without a word) or the
`next` player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar, get_args

from farklegen.errors import UnsolvableError
from farklegen.policies.policy import PERFECT
from farklegen.policies.recipe import Recipe
from farklegen.policies.reference import parse
from farklegen.solvers.multiplayer.views import Against

if TYPE_CHECKING:
    from farklegen.solvers.multiplayer.duel import Met, Seat
    from farklegen.solvers.simulation.seats import Rules
    from farklegen.solvers.simulation.seats import Seat as GameSeat
    from farklegen.solvers.simulation.several import SeveralGames
    from farklegen.study.study import Study


Made = TypeVar("Made")

COMPARED = (
    "optimal:leader",
    "optimal:next",
    "short-card",
    "short-card:next",
    "card-go",
    "card-go:next",
    "card",
)
"""What was worked out for two, each where the others play the solved match of so many."""


class Sitting(NamedTuple):
    """Somebody at the table.

    Attributes:
        recipe: how to play.
        against: which of the others is the opponent; None for the match of so many.
    """

    recipe: Recipe
    against: Against | None

    @property
    def name(self) -> str:
        """What it is called."""
        told = self.against if self.against == "next" or self.recipe.optimal else None
        return self.recipe.name if told is None else f"{self.recipe.name}:{told}"


def sitting(text: str) -> Sitting:
    """Who is meant.

    Raises:
        PolicyError: for nobody.
    """
    for against in get_args(Against):
        if text.endswith(f":{against}"):
            return Sitting(parse(text[: -len(against) - 1]), against)
    recipe = parse(text)
    return Sitting(recipe, None if recipe.optimal else "leader")


def duel(study: Study, table: Sequence[Sitting]) -> Met:
    """How often each of them wins, exactly.

    Raises:
        UnsolvableError: if the match of so many cannot be solved, or ways of playing are not
            evaluated in it.
    """
    from farklegen.solvers.multiplayer.duel import Chooser, Lister, meet
    from farklegen.solvers.multiplayer.layout import Layout
    from farklegen.solvers.multiplayer.rules import check_feasible, several_rules

    players = len(table)
    rules = several_rules(study.ruleset, study.tables, players)
    check_feasible(rules, players, study.threads)
    layout = Layout(rules, players)

    def seat(who: Sitting) -> Seat:
        against = who.against or "leader"
        if who.recipe.optimal:
            return Chooser(layout, study.several(2 if who.against else players), against)
        return Lister(layout, study.arena, study.player(who.recipe), against)

    seats = _each(table, seat)
    return meet(layout, seats, threads=study.threads, progress=study.progress)


def simulate(study: Study, table: Sequence[Sitting], games: int, seed: int) -> SeveralGames:
    """Games of theirs with rolled dice.

    Raises:
        UnsolvableError: for rules that are not simulated, or a match that cannot be solved.
    """
    from farklegen.solvers.simulation.games import check_simulation, policy_plan
    from farklegen.solvers.simulation.players import Setting
    from farklegen.solvers.simulation.seats import Rules
    from farklegen.solvers.simulation.several import simulate_table

    if any(not who.recipe.optimal or who.against for who in table):
        check_simulation(study.ruleset)
    solved = any(who.recipe.optimal and who.against for who in table)
    solution = study.solution if solved else None
    plan = policy_plan(study.ruleset, study.tables, study.floor)
    rules = Rules(Setting(plan if solution is None else solution.plan, solution), len(table))
    return simulate_table(
        rules,
        _each(table, lambda who: _in_games(study, rules, who)),
        [who.name for who in table],
        games=games,
        seed=seed,
        threads=study.threads,
        progress=study.progress,
    )


def _in_games(study: Study, rules: Rules, who: Sitting) -> GameSeat:
    from farklegen.solvers.simulation.seats import Solved, TwoPlayer

    if not who.recipe.optimal:
        policy = study.player(who.recipe, rules.setting.plan)
        return TwoPlayer(rules, policy, who.against or "leader")
    if who.against is not None:
        return TwoPlayer(rules, PERFECT, who.against)
    try:
        return Solved(rules, study.several(rules.players))
    except UnsolvableError as error:
        why = str(error).rstrip(".")
        raise UnsolvableError(
            f"{why}. optimal:leader plays the match of two against the leader"
        ) from None


def _each(table: Sequence[Sitting], make: Callable[[Sitting], Made]) -> list[Made]:
    """What is made of everybody; of those who play alike once."""
    made: list[Made] = []
    for place, who in enumerate(table):
        made.append(made[table.index(who)] if who in table[:place] else make(who))
    return made
