"""Situations to drill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from farklegen.api.studying import study_to_floor
from farklegen.solvers.arguments import Arguments

if TYPE_CHECKING:
    from farklegen.api.reference import Reference
    from farklegen.play.players import Player
    from farklegen.report.drill import By, DrillResult
    from farklegen.solvers.progress import Progress
    from farklegen.store.matches import Report
    from farklegen.study.study import Study

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
        floor: as for `solve`.

    Raises:
        ImpossibleStateError: for a floor where scores do not fall so low.
        UnsolvableError: if what is asked for cannot be solved.
    """
    from math import ceil
    from random import Random

    from farklegen.play import drill as exercises
    from farklegen.play.judge import Judge
    from farklegen.report.drill import DrillResult

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
    dice = Random(seed)
    if by == "points":
        expected = study.expected
        turn = max(abs(expected.points_per_turn), expected.moves.unit)  # it may cost points
        slip = exercises.POINTS_SLIP * turn
        found = exercises.gather(
            exercises.PointsJudging(expected),
            exercises.endless(study.ruleset),
            slip,
            dice,
            card=card,
            turns=ceil(study.ruleset.extent / max(expected.points_per_turn, 1.0)),
            decisions=decisions,
        )
    else:
        judge, slip = Judge(study.solution), exercises.CHANCE_SLIP
        found = exercises.gather(
            exercises.MatchJudging(judge),
            study.ruleset,
            slip,
            dice,
            floor=study.solution.certificate.floor,
            card=card,
            decisions=decisions,
        )
    drawn = tuple(exercises.draw(found, questions, dice))
    return DrillResult(study.loaded, by, why_points, named, seed, decisions, slip, drawn)


def _card(study: Study, by: By, numbers: int) -> tuple[Player, str]:
    """Who plays by the best card with so many numbers, and what it is called."""
    from farklegen.play.players import policy_player
    from farklegen.policies.reference import parse
    from farklegen.report.numbers import count
    from farklegen.rules.hands import refuse_mixed

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
    from farklegen.errors import UnsolvableError, named
    from farklegen.study.estimate import estimate

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
