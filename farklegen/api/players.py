"""Ways of playing: against each other, what a card is worth, and matches to play."""

from __future__ import annotations

import os
from contextlib import suppress
from random import Random
from typing import Literal, TypeAlias

from farklegen.api.loading import Reference, study_to_floor
from farklegen.cards.card import Analysis, MatchPrice
from farklegen.errors import UnsolvableError, named
from farklegen.play.drill import situations
from farklegen.play.game import Game
from farklegen.play.judge import Judge
from farklegen.play.players import PerfectPlayer, Player, policy_player
from farklegen.play.several import PlayedMatch
from farklegen.policies.reference import parse
from farklegen.report.drill import By, DrillResult
from farklegen.report.match import DuelResult, SimulateResult
from farklegen.report.numbers import count
from farklegen.rules.hands import refuse_mixed
from farklegen.solvers.arguments import Arguments
from farklegen.solvers.duel.duel import check_best_response
from farklegen.solvers.progress import Progress, Report
from farklegen.solvers.simulation.games import policy_plan
from farklegen.solvers.simulation.games import simulate as play_games
from farklegen.study.estimate import estimate
from farklegen.study.study import Study

Policy: TypeAlias = str | os.PathLike[str]
"""The name of a policy, or the path of a policy file."""

_POLICY = "the name of a policy, or a policy file"


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
        me, opponent: names or files of the policies.
        best_response: whether to find the best play against the opponent, too.
    """
    arguments = _policies(me, opponent)
    arguments.truth("best_response", best_response)
    floor = arguments.whole("floor", floor)
    arguments.listeners(progress, report)
    arguments.check()
    one, other = parse(os.fspath(me)), parse(os.fspath(opponent))
    study = study_to_floor(arguments, rules, floor, progress, report)
    if best_response:
        check_best_response(study.ruleset)
    met = study.duel(one, other)
    response = study.best_response(other).chances if best_response else None
    return DuelResult(
        study.loaded,
        one.name,
        other.name,
        met.chances,
        response,
        met.error,
        met.sweeps,
        study.solution.certificate.floor,
        tuple((each.name, each.by_scores) for each in (one, other) if each.by_scores),
        study.plays_by_points(one, other),
    )


def card_price(
    analysis: Analysis,
    *,
    progress: Progress | None = None,
    report: Report | None = None,
) -> MatchPrice:
    """Go-for-it thresholds for a card, and how often it wins against perfect play.

    Args:
        analysis: the full table, from `full_table`.
    """
    return _study_of_card(analysis, progress, report).price


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
        me, opponent: names or files of the policies.
        games: how many; `me` moves first in half of them, one more if their number is odd.
        seed: the same number rolls the same dice.
        floor: score below zero at which scores are cut off, where a penalty has no limit.
        threads: to work with; as many as there are cores by default.
    """
    arguments = _policies(me, opponent)
    games, seed = arguments.number("games", games), arguments.number("seed", seed)
    floor, threads = arguments.whole("floor", floor), arguments.whole("threads", threads)
    arguments.listeners(progress, report)
    arguments.check()
    one, other = parse(os.fspath(me)), parse(os.fspath(opponent))
    study = study_to_floor(arguments, rules, floor, progress, report)
    found = study.solution if one.optimal or other.optimal else None
    plan = policy_plan(study.ruleset, study.tables, study.floor) if found is None else found.plan
    simulation = play_games(
        plan,
        study.player(one, plan),
        study.player(other, plan),
        games=games,
        seed=seed,
        solution=found,
        threads=threads or study.threads,
        progress=study.progress,
    )
    return SimulateResult(study.loaded, simulation, study.plays_by_points(one, other))


def play_match(
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
        opponent: name or file of the policy that the other player plays by; by default `optimal`,
            or without a solved match `points-only`, or `bank-below-3-dice` where there is none.
        hints: whether to solve the match, so that every decision can be judged.
    """
    arguments = Arguments()
    arguments.text("opponent", opponent, _POLICY, optional=True)
    arguments.truth("hints", hints)
    floor = arguments.whole("floor", floor)
    arguments.listeners(progress, report)
    arguments.check()
    recipe = None if opponent is None else parse(os.fspath(opponent))
    study = study_to_floor(arguments, rules, floor, progress, report)
    floor = study.floor
    option = named("hints=False", "--no-hints")
    judge, unjudged = None, f"with {option} the match is not solved"
    if hints or (recipe is not None and recipe.optimal):
        try:
            judge, unjudged = Judge(study.solution), ""
            floor = study.solution.certificate.floor
        except UnsolvableError as error:
            if recipe is not None and recipe.optimal:
                raise UnsolvableError(
                    f"{error}; or play against another policy, such as points-only"
                ) from None
            unjudged = str(error)
    player: Player
    if judge is not None and (recipe is None or recipe.optimal):
        player, name = PerfectPlayer(judge), "optimal"
    elif recipe is not None:
        goes = study.price.go_for_it if recipe.needs_go_for_it else None
        by_card = study.card_player() if recipe.card else None
        player = policy_player(recipe, study.ruleset, study.tables, goes, by_card)
        name = recipe.name
    else:
        try:
            name = "points-only"
            player = policy_player(parse(name), study.ruleset, study.tables)
        except UnsolvableError:
            name = "bank-below-3-dice"
            player = policy_player(parse(name), study.ruleset, study.tables)
    against = None
    if judge is not None and recipe is not None and not recipe.optimal:
        with suppress(UnsolvableError):  # then it is not told
            against = study.duel(parse("optimal"), recipe).chances
    game = Game(study.ruleset, floor)
    return PlayedMatch(study.loaded, game, player, name, judge, unjudged, against)


def _policies(me: Policy, opponent: Policy) -> Arguments:
    """Arguments with two policies already looked at, by themselves."""
    arguments = Arguments()
    arguments.text("me", me, _POLICY)
    arguments.text("opponent", opponent, _POLICY)
    return arguments


def _study_of_card(analysis: Analysis, progress: Progress | None, report: Report | None) -> Study:
    """The study that a card is from."""
    arguments = Arguments()
    arguments.instance("analysis", analysis, Analysis, "farklegen.full_table")
    arguments.listeners(progress, report)
    arguments.check()
    return Study(analysis.loaded, analysis=analysis, progress=progress, report=report)


LONG_SECONDS = 10.0
"""Seconds of solving from which on the match has to be asked for, and points are the default."""


def drill(
    rules: Reference,
    *,
    by: Literal["match", "points"] | None = None,
    numbers: int | None = None,
    questions: int = 10,
    seed: int = 1,
    decisions: int = 3000,
    floor: int | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> DrillResult:
    """Situations that matter, each with its choices and what they cost.

    They are drawn by how often they come up in rolled games times what likely mistakes cost in
    them; see `play.drill`.

    Args:
        by: what mistakes cost: chances to win the `match`, which is solved first, or `points`; by
            default the match, unless it cannot be solved or takes long.
        numbers: the best card with at most so many numbers is played in these games, and what it
            does is told in every situation; by default the best is played.
        questions: how many are drawn; there may be fewer.
        seed: the same number draws the same situations.
        decisions: of rolled games, which they are drawn from.
    """
    arguments = Arguments()
    if by is not None:
        arguments.one_of("by", by, ("match", "points"))
    questions, seed = arguments.number("questions", questions), arguments.number("seed", seed)
    decisions = arguments.number("decisions", decisions)
    floor = arguments.whole("floor", floor)
    numbers = None if numbers is None else arguments.number("numbers", numbers)
    study = study_to_floor(arguments, rules, floor, progress, report)
    why_points = ""
    if by is None:
        by, why_points = _by(study, card=numbers is not None)
    card, named = _card(study, by, numbers) if numbers is not None else (None, "")
    slip, drawn = situations(
        study, questions, Random(seed), match=by == "match", decisions=decisions, card=card
    )
    return DrillResult(study.loaded, by, why_points, named, seed, decisions, slip, drawn)


def _card(study: Study, by: By, numbers: int) -> tuple[Player, str]:
    """Who plays by the best card with so many numbers, and what it is called."""
    refuse_mixed(study.ruleset, "a drill of a card of so many numbers (--numbers)")
    ladder = study.ladder if by == "match" else study.points_ladder
    rung = ladder.best(numbers)
    player = policy_player(
        parse("card"),
        study.ruleset,
        study.tables,
        by_card=lambda moves, rows: rung.way.policy(study.analysis, moves, rows),
    )
    return player, f"The card of {count(rung.numbers, 'number')}"


def _by(study: Study, *, card: bool) -> tuple[By, str]:
    """By what situations are judged if nothing is asked for, and why by points, if so.

    The match is solved where it is the match; a card is looked for in it as well.
    """
    ahead = estimate(study, ("match", "ladder") if card else ("match",))
    if ahead.seconds > LONG_SECONDS:
        asked = named("by='match'", "--by match")
        return "points", (
            f"By points: solving the match takes about {ahead.words} on this computer, and {asked} "
            "begins it."
        )
    try:
        assert study.solution
    except UnsolvableError as error:
        return "points", f"By points: {str(error).rstrip('.')}."
    return "match", ""
