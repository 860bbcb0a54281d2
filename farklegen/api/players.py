"""Ways of playing: against each other, what a card is worth, and matches to play."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from farklegen.api.loading import load
from farklegen.api.reference import unheard
from farklegen.api.turns import table
from farklegen.solvers.arguments import Arguments

if TYPE_CHECKING:
    from farklegen.api.reference import Reference
    from farklegen.cards.analysis import Analysis
    from farklegen.cards.memory import Frontier
    from farklegen.cards.price import MatchPrice
    from farklegen.play.match import PlayedMatch
    from farklegen.policies.policy import GoForIt
    from farklegen.policies.recipe import Recipe
    from farklegen.report.duel import DuelResult
    from farklegen.report.simulate import SimulateResult
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.solvers.duel.duel import Arena
    from farklegen.solvers.progress import Progress
    from farklegen.store.matches import Report

Policy: TypeAlias = str | os.PathLike[str]
"""The name of a policy, or the path of a policy file."""

_POLICY = "the name of a policy, or a policy file"


PLAYING = "playing one against the other"
"""What a duel says that it does."""


def duel(
    rules: Reference,
    *,
    me: Policy = "card",
    opponent: Policy = "optimal",
    best_response: bool = False,
    floor: int | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> DuelResult:
    """One policy against another, exactly.

    The match is solved first, unless that has been done.

    Args:
        rules: the rules.
        me, opponent: names or files of the policies.
        best_response: whether to find the best play against the opponent, too.
        floor, progress, report: as for `solve`.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        FileProblemError, RulesetError, PolicyError: if rules or policies cannot be read.
        ImpossibleStateError: for a floor where scores do not fall so low.
        UnsolvableError: if the match cannot be solved or policies are not evaluated in it, or if a
            player needs something that these rules do not have.
    """
    from farklegen.cards.price import Chances
    from farklegen.cards.seating import match_player
    from farklegen.policies.recipe import parse
    from farklegen.report.duel import DuelResult

    arguments = _policies(me, opponent)
    arguments.truth("best_response", best_response)
    floor = arguments.whole("floor", floor)
    arguments.listeners(progress, report)
    arguments.check()
    recipes = [parse(os.fspath(me)), parse(os.fspath(opponent))]
    loaded = load(rules)
    arena = arena_of(loaded, floor, progress, report)
    goes = card_thresholds(loaded, recipes, progress, report)
    players = [match_player(recipe, arena.plan, arena.tables, goes) for recipe in recipes]
    if progress is not None:
        progress(0.0, PLAYING)
    found = arena.meet(*players)
    if progress is not None:
        progress(0.5 if best_response else 1.0, PLAYING)
    response = arena.best_response(players[1]) if best_response else None
    return DuelResult(
        loaded,
        players[0].name,
        players[1].name,
        Chances.of(found),
        None if response is None else Chances.of(response),
        found.error,
        found.sweeps,
        arena.solution.certificate.floor,
    )


def card_price(
    analysis: Analysis,
    *,
    progress: Progress | None = None,
    report: Report | None = None,
) -> MatchPrice:
    """Go-for-it thresholds for a card, and how often it wins against perfect play.

    Args:
        analysis: the card, from `table`.
        progress, report: as for `solve`.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        UnsolvableError: if the match cannot be solved, or policies are not evaluated in it.
    """
    from farklegen.store import prices

    _check_analysis(analysis, progress, report)

    def work_out() -> MatchPrice:
        from farklegen.cards.price import easier_to_search, match_price
        from farklegen.solvers.progress import silent

        loaded, alike = analysis.loaded, None
        arena = arena_of(loaded, None, progress, report)
        if arena.by_turns:
            easier = replace(loaded, ruleset=easier_to_search(loaded.ruleset))
            alike = arena_of(easier, None, progress, report)
        return match_price(analysis, arena, alike, progress or silent)

    return prices.price(analysis, None, work_out, report or unheard)


def frontier(
    analysis: Analysis,
    *,
    progress: Progress | None = None,
    report: Report | None = None,
) -> Frontier:
    """The best cards found for every count of numbers to remember.

    Args:
        analysis: the card without a limit, from `table`.
        progress, report: as for `solve`.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        UnsolvableError: if the match cannot be solved, or policies are not evaluated in it.
    """
    from farklegen.cards.memory import check_frontier
    from farklegen.store import frontiers, prices

    _check_analysis(analysis, progress, report)
    check_frontier(analysis.loaded.ruleset)
    said = report or unheard

    def work_out() -> Frontier:
        from farklegen.cards.memory_search import find_frontier
        from farklegen.cards.price import match_price
        from farklegen.solvers.progress import silent

        told = progress or silent
        arena = arena_of(analysis.loaded, None, progress, report)
        price = prices.price(
            analysis, None, lambda: match_price(analysis, arena, progress=told), said
        )
        return find_frontier(analysis, arena, price, told)

    return frontiers.frontier(analysis, work_out, said)


def simulate(
    rules: Reference,
    *,
    me: Policy = "card",
    opponent: Policy = "optimal",
    games: int = 100_000,
    seed: int = 1,
    floor: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> SimulateResult:
    """Play games with rolled dice, and count.

    The match is solved first, unless that has been done, if one of the players plays perfectly.

    Args:
        rules: the rules.
        me, opponent: names or files of the policies.
        games: how many; `me` moves first in half of them, one more if their number is odd.
        seed: the same number rolls the same dice.
        floor: score below zero at which scores are cut off, where a penalty has no limit.
        threads: to work with; as many as there are cores by default.
        progress: is told how far it is.
        report: takes lines for the person at the keyboard.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        FileProblemError, RulesetError, PolicyError: if rules or policies cannot be read.
        ImpossibleStateError: for a floor where scores do not fall so low.
        UnsolvableError: for rules that are not simulated, or if a player needs something that they
            do not have.
    """
    from farklegen.policies.recipe import parse
    from farklegen.report.simulate import SimulateResult
    from farklegen.scoring.compile import compile_scoring
    from farklegen.solvers.match.match import usable_cores
    from farklegen.solvers.progress import silent
    from farklegen.solvers.question import check, floor_problems
    from farklegen.solvers.simulation.games import check_simulation, policy_plan
    from farklegen.solvers.simulation.games import simulate as play_games
    from farklegen.store.solutions import solution

    arguments = _policies(me, opponent)
    games, seed = arguments.number("games", games), arguments.number("seed", seed)
    floor, threads = arguments.whole("floor", floor), arguments.whole("threads", threads)
    arguments.listeners(progress, report)
    arguments.check()
    recipes = [parse(os.fspath(me)), parse(os.fspath(opponent))]
    loaded = load(rules)
    check(floor_problems(loaded.ruleset, floor))
    check_simulation(loaded.ruleset)
    tables = compile_scoring(loaded.ruleset)
    found = None
    if any(recipe.optimal for recipe in recipes):
        found = solution(loaded, tables, floor=floor, progress=progress, report=report)
    plan = policy_plan(loaded.ruleset, tables, floor) if found is None else found.plan
    from farklegen.cards.seating import match_player

    goes = card_thresholds(loaded, recipes, progress, report)
    players = [match_player(recipe, plan, tables, goes) for recipe in recipes]
    return SimulateResult(
        loaded,
        play_games(
            plan,
            players[0],
            players[1],
            games=games,
            seed=seed,
            solution=found,
            threads=threads or usable_cores(),
            progress=progress or silent,
        ),
    )


def play(
    rules: Reference,
    *,
    opponent: Policy | None = None,
    hints: bool = True,
    floor: int | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PlayedMatch:
    """A match for somebody to play, at its first turn.

    Args:
        rules: the rules.
        opponent: name or file of the policy that the other player plays by; by default `optimal`,
            or without a solved match `max-score`, or `bank-below-3-dice` where there is none.
        hints: whether to solve the match, so that every decision can be judged.
        floor, progress, report: as for `solve`.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        FileProblemError, RulesetError, PolicyError: if the rules or the policy cannot be read.
        ImpossibleStateError: for a floor where scores do not fall so low.
        UnsolvableError: if the opponent needs something that these rules do not have.
    """
    from farklegen.errors import UnsolvableError, named
    from farklegen.play.game import Game
    from farklegen.play.judge import Judge
    from farklegen.play.match import PlayedMatch
    from farklegen.play.players import PerfectPlayer, Player, policy_player
    from farklegen.policies.recipe import parse
    from farklegen.scoring.compile import compile_scoring
    from farklegen.solvers.question import check, floor_problems
    from farklegen.store.solutions import solution

    arguments = Arguments()
    arguments.text("opponent", opponent, _POLICY, optional=True)
    arguments.truth("hints", hints)
    floor = arguments.whole("floor", floor)
    arguments.listeners(progress, report)
    arguments.check()
    recipe = None if opponent is None else parse(os.fspath(opponent))
    loaded = load(rules)
    check(floor_problems(loaded.ruleset, floor))
    tables = compile_scoring(loaded.ruleset)
    option = named("hints=False", "--no-hints")
    judge, unjudged = None, f"with {option} the match is not solved"
    if hints or (recipe is not None and recipe.optimal):
        try:
            found = solution(loaded, tables, floor=floor, progress=progress, report=report)
            judge, unjudged = Judge(found), ""
            floor = found.certificate.floor
        except UnsolvableError as error:
            if recipe is not None and recipe.optimal:
                raise UnsolvableError(
                    f"{error}; or play against another policy, such as max-score"
                ) from None
            unjudged = str(error)
    player: Player
    if judge is not None and (recipe is None or recipe.optimal):
        player, name = PerfectPlayer(judge), "optimal"
    elif recipe is not None:
        goes = card_thresholds(loaded, [recipe], progress, report)
        player = policy_player(recipe, loaded.ruleset, tables, goes)
        name = recipe.name
    else:
        try:
            name = "max-score"
            player = policy_player(parse(name), loaded.ruleset, tables)
        except UnsolvableError:
            name = "bank-below-3-dice"
            player = policy_player(parse(name), loaded.ruleset, tables)
    against = None
    if judge is not None and opponent is not None and name != "optimal":
        from farklegen.api.comparing import kept_chances

        with suppress(UnsolvableError):  # then it is not told
            against = kept_chances(loaded, "optimal", os.fspath(opponent), progress, report)
    return PlayedMatch(loaded, Game(loaded.ruleset, floor), player, name, judge, unjudged, against)


def _policies(me: Policy, opponent: Policy) -> Arguments:
    """Arguments with two policies already looked at, by themselves."""
    arguments = Arguments()
    arguments.text("me", me, _POLICY)
    arguments.text("opponent", opponent, _POLICY)
    return arguments


def _check_analysis(analysis: Analysis, progress: Progress | None, report: Report | None) -> None:
    from farklegen.cards.analysis import Analysis

    arguments = Arguments()
    arguments.instance("analysis", analysis, Analysis, "farklegen.table")
    arguments.listeners(progress, report)
    arguments.check()


def arena_of(
    loaded: LoadedRuleset,
    floor: int | None,
    progress: Progress | None,
    report: Report | None,
) -> Arena:
    """The solved match, for policies to meet in."""
    from farklegen.api.following import Pieces
    from farklegen.scoring.compile import compile_scoring
    from farklegen.solvers.duel.duel import Arena
    from farklegen.solvers.match.match import usable_cores
    from farklegen.solvers.progress import silent
    from farklegen.solvers.question import check, floor_problems
    from farklegen.store.solutions import solution

    check(floor_problems(loaded.ruleset, floor))
    tables = compile_scoring(loaded.ruleset)
    found = solution(loaded, tables, floor=floor, progress=progress, report=report)
    told = Pieces(progress or silent)
    arena = Arena(found, tables, threads=usable_cores(), progress=told)
    told.expect([len(states) for states, _ in arena.levels.chunks])
    return arena


def card_thresholds(
    loaded: LoadedRuleset,
    recipes: Sequence[Recipe],
    progress: Progress | None,
    report: Report | None,
) -> GoForIt | None:
    """The thresholds of the card, if one of the players goes by them."""
    if not any(recipe.needs_go_for_it for recipe in recipes):
        return None
    return card_price(table(loaded), progress=progress, report=report).go_for_it
