"""Ways of playing: against each other, what a card is worth, matches to play, and a drill."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from farklegen.api import arguments as takes
from farklegen.api.arguments import FOR_TWO, Asked, Policy, question
from farklegen.api.loading import study_of_match
from farklegen.errors import UnsolvableError, named
from farklegen.report.numbers import count
from farklegen.rules.words import listed
from farklegen.solvers.game import PLACES

if TYPE_CHECKING:
    from farklegen.api.classes import DrillResult, DuelResult, PlayedMatch, SimulateResult, Study
    from farklegen.play.players import Player
    from farklegen.policies.recipe import Recipe
    from farklegen.study.seats import Sitting as Seated

By = Literal["match", "points"]
Seed = Annotated[int, takes.whole("S", 0), "The same number rolls the same dice."]


def _sitting(asked: Asked, of_two: str) -> Iterator[str]:
    """Settle who sits at a table: the others in the order of moving, if there are several."""
    if asked["opponent"] is not None:
        yield from takes.one_for_each(
            asked, "opponent", one_for_all=True, advice="Name one for each in the order of moving, "
            "with commas between them, or one for all",
        )  # fmt: skip
    if asked["players"] > 2:
        yield from takes.refuse(asked, of_two, FOR_TWO)


def _recipe(policy: Any) -> Recipe:
    from farklegen.policies.recipe import parse

    return parse(os.fspath(policy))


def _seated(study: Study, me: Policy, others: Any) -> list[Seated]:
    """Who sits at a table, in the order of moving."""
    from farklegen.study.seats import seated

    return seated(study, [os.fspath(who) for who in (me, *others)])


@question(lambda asked: _sitting(asked, "best_response floor"))
def duel(
    rules: takes.Rules,
    *,
    me: takes.Me = "card",
    opponent: takes.Opponent = "optimal",
    best_response: takes.Flag = False,
    players: takes.Sitting = 2,
    floor: takes.Floor | None = None,
) -> DuelResult:
    """One way of playing against another: how often each wins, exactly.

    Every turn is followed with all its chances; nothing is rolled. card is the card that `farklegen
    table` prints. The other policies are optimal, points-only, full-table, full-table-go, take-all,
    bank-at-N, bank-below-N-dice, or a file.

    Args:
        best_response: Also how often a player wins who knows how the opponent plays.
    """
    from farklegen.report.match import AtTable, DuelResult
    from farklegen.solvers.duel.table import check_best_response
    from farklegen.study import seats

    study = study_of_match(rules, floor, players)
    if players > 2:
        table = _seated(study, me, opponent)
        study.expect(after=seats.estimate_seats(study, table, 1))
        at_table, names = seats.duel(study, table), enumerate(who.name for who in table)
        return DuelResult(study.loaded, tuple(AtTable.of(name, at_table, n) for n, name in names))
    one, other = _recipe(me), _recipe(opponent)
    if best_response:
        check_best_response(study.ruleset)
    study.expect(*study.needed((one, other)), "duel")
    met = study.duel(one, other)
    best = study.duel(None, other).chances if best_response else None
    return DuelResult(
        study.loaded,
        (AtTable.of_two(one.name, met.chances), AtTable.of_two(other.name, met.chances.of_other)),
        None if best is None else AtTable.of_two("best response", best),
        met.error, study.solution.certificate.floor, study.plays_by_points(one, other),
    )  # fmt: skip


@question(lambda asked: _sitting(asked, "floor threads"))
def simulate(
    rules: takes.Rules,
    *,
    me: takes.Me = "card",
    opponent: takes.Opponent = "optimal",
    games: Annotated[int, takes.whole("N", 1, 1_000_000_000)] = 100_000,
    seed: Seed = 1,
    players: takes.Sitting = 2,
    floor: takes.Floor | None = None,
    threads: Annotated[int, takes.whole(least=1, most=1024)] | None = None,
) -> SimulateResult:
    """Play games with rolled dice, and count.

    It counts who wins, how long games are, what turns bring, how often they farkle, and by how much
    games are won, and says how sure each count is. It checks the exact commands, and measures what
    they leave out. For perfect play it solves the match first, once.

    Args:
        games: Games to play. You begin half of them.
    """
    from farklegen.report.match import SimulateResult
    from farklegen.study import seats

    study = study_of_match(rules, floor, players)
    pair = [] if players > 2 else [_recipe(me), _recipe(opponent)]
    table = [seats.Sitting(who, "leader") for who in pair] or _seated(study, me, opponent)
    study.expect(after=seats.estimate_seats(study, table))
    names = [who.name for who in pair]
    simulation = seats.simulate(study, table, games, seed, names=names, threads=threads)
    return SimulateResult(study.loaded, simulation, study.plays_by_points(*pair))


def _play(asked: Asked) -> Iterator[str]:
    yield from takes.seats_wrong(asked, "random")
    asked["opponent"] = asked["opponent"] or ("points-only" if asked["players"] > 2 else None)
    yield from _sitting(asked, "floor")


@question(_play)
def play_match(
    rules: takes.Rules,
    *,
    opponent: takes.Opponent | None = None,
    seat: Annotated[str, takes.one_of((*PLACES, "random"), "first|second|random")] = "first",
    hints: Annotated[bool, takes.yes_or_no("")] = True,
    players: takes.Sitting = 2,
    floor: takes.Floor | None = None,
) -> PlayedMatch:
    """A match for somebody to play, at its first turn.

    The opponent is optimal by default; points-only if the match is not solved; bank-below-3-dice if
    these rules have no points per turn. With `hints` the match is solved, so that every decision
    can be judged. With more players that match is solved if it takes seconds, else that of two.

    Args:
        opponent: How the other player plays: optimal, card, points-only, bank-at-300 or the like,
            or a policy file. Default: optimal.
        seat: Whether you move first; among more players also third, fourth, ...
    """
    from random import Random

    from farklegen.play.game import Game
    from farklegen.play.players import Judge, PlayedMatch, player_of
    from farklegen.policies.recipe import parse

    study = study_of_match(rules, floor, players)
    if players > 2:
        place = Random().randrange(players) if seat == "random" else PLACES.index(seat)
        return _play_several(study, opponent, place, hints=hints)
    recipe = None if opponent is None else _recipe(opponent)
    lowest = study.floor
    option = named("hints=False", "--no-hints")
    ahead = study.needed([] if recipe is None else [recipe]) + (["match"] if hints else [])
    study.expect(*ahead)
    judge, unjudged = None, f"with {option} the match is not solved"
    optimal = recipe is not None and recipe.optimal
    if hints or optimal:
        try:
            judge, unjudged = Judge(study.solution), ""
            lowest = study.solution.certificate.floor
        except UnsolvableError as error:
            if optimal:
                raise UnsolvableError(
                    f"{error}; or play against another policy, such as points-only"
                ) from None
            unjudged = str(error)
    player: Player
    if judge is not None and (recipe is None or optimal):
        player, name = judge, "optimal"
    else:
        try:
            recipe = recipe or parse("points-only")
            player = player_of(study, recipe)
        except UnsolvableError:
            if opponent is not None:
                raise
            recipe = parse("bank-below-3-dice")
            player = player_of(study, recipe)
        name = recipe.name
    game = Game(study.ruleset, lowest)
    return PlayedMatch(study.loaded, game, {0: player, 1: player}, name, judge, unjudged)


def _play_several(study: Study, opponents: Any, seat: int, *, hints: bool) -> PlayedMatch:
    """A match of several at its first turn; decisions are not judged."""
    from farklegen.play.game import Game
    from farklegen.play.players import PlayedMatch, hints_for, opponent_of
    from farklegen.study.seats import estimate_seats

    table = _seated(study, "points-only", opponents)
    study.expect(after=estimate_seats(study, table))
    many = len(table)
    order = [(player - seat) % many for player in range(many)]  # the person is number 0
    people = {
        player: opponent_of(study, table[place], many)
        for player, place in enumerate(order)
        if place
    }
    against = [table[place].against or "leader" for place in order]
    game = Game(study.ruleset, study.floor, players=many, against=against)
    names = listed([table[place].name for place in order if place])
    adviser, about = None, "they were not asked for"
    if hints:
        try:
            adviser, about = hints_for(study, table[1:])
        except UnsolvableError as error:
            about = str(error)
    return PlayedMatch(study.loaded, game, people, names, adviser, about)


LONG_SECONDS = 10.0
"""If solving takes this many seconds or more, the match has to be asked for, and points are the
default."""


@question()
def drill(
    rules: takes.Rules,
    *,
    by: Annotated[By, takes.one_of(("match", "points"), "match|points")] | None = None,
    numbers: Annotated[int, takes.whole("K", 0, word="all")] | None = None,
    questions: Annotated[int, takes.whole("N", 1, 1000)] = 10,
    seed: Seed = 1,
    decisions: Annotated[int, takes.whole("", 1, 1_000_000)] = 3000,
    floor: takes.Floor | None = None,
) -> DrillResult:
    """Situations that matter, each with its choices and what they cost.

    They are drawn by how often they come up in rolled games times what likely mistakes cost in
    them; see `play.drill`.

    Args:
        by: What mistakes cost: chances to win the match, or points. Default: the match, unless it
            cannot be solved or takes long.
        numbers: Practise the card of that many numbers (see: farklegen table), or the full table:
            all. Its answers count as right. Default: perfect play.
        questions: How many situations.
        seed: The same number asks the same situations.
    """
    from random import Random

    from farklegen.play.drill import situations
    from farklegen.report.advise import DrillResult

    study, why_points = study_of_match(rules, floor, 2), ""
    ahead = study.estimate(*(("match",) if numbers is None else ("match", "ladder")))
    if by is None and ahead.seconds > LONG_SECONDS:
        by, asked = "points", named("by='match'", "--by match")
        why_points = (
            f"By points: solving the match takes about {ahead.words} on this computer, and {asked} "
            "begins it."
        )
    if by != "points":
        study.expect(after=ahead)
        try:
            assert study.solution
        except UnsolvableError as error:
            if by == "match":
                raise
            by, why_points = "points", f"By points: {str(error).rstrip('.')}."
    by = by or "match"
    card, learned = _card(study, by, numbers) if numbers is not None else (None, "")
    drawn = situations(
        study, questions, Random(seed), match=by == "match", decisions=decisions, card=card
    )
    return DrillResult(study.loaded, by, why_points, learned, seed, decisions, drawn)


def _card(study: Study, by: By, numbers: int | str) -> tuple[Player, str]:
    """Who plays by the best card with that many numbers, and what it is called."""
    from farklegen.play.players import player_of
    from farklegen.policies.recipe import parse

    ladder = study.ladder if by == "match" else study.points_ladder
    rung = ladder.everything if isinstance(numbers, str) else ladder.best(numbers)
    player = player_of(study, parse("card"), rung=rung)
    return player, f"The card of {count(rung.numbers, 'number')}"
