"""`farklegen play`: a match in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from farklegen import api
from farklegen.cli.match_state import FOR_TWO, Floor, Sitting, read_players, read_table
from farklegen.cli.options import (
    Numbers,
    Rules,
    UsageProblemError,
    complete_policies,
    option,
    reference,
)
from farklegen.cli.output import complain_all
from farklegen.cli.progress import progress_bar

if TYPE_CHECKING:
    from farklegen.study.estimate import Estimate
    from farklegen.study.study import Study

EXAMPLES = (
    ("farklegen play basic", "against perfect play"),
    ("farklegen play basic --opponent card --seat second", "the card moves first"),
    ("farklegen play basic --own-dice", "with real dice on the table"),
    ("farklegen play basic --players 3 --opponent card", "you and two who play by the card"),
)

ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SEATS = ("first", "second", "random")


def play(
    rules: Rules,
    opponent: Annotated[
        str | None,
        option(
            "--opponent POLICY",
            "How the other player plays: optimal, card, points-only, bank-at-300 or the like, "
            "or a policy file. Default: optimal.",
            complete_policies,
        ),
    ] = None,
    seat: Annotated[
        str,
        option(
            "--seat first|second|random",
            "Whether you move first; among more players also third, fourth, ...",
            SEATS,
        ),
    ] = "first",
    seed: Annotated[
        str | None,
        option("--seed S", "The same number rolls the same dice."),
    ] = None,
    own_dice: Annotated[
        bool,
        option("--own-dice", "You throw real dice, for both players, and type what they show."),
    ] = False,
    no_hints: Annotated[
        bool,
        option(
            "--no-hints",
            "Do not solve the match: no waiting, but no hints, and decisions are not judged; "
            "without --opponent it is played against points-only.",
        ),
    ] = False,
    costs: Annotated[
        bool,
        option("--costs", "Tell what each of your decisions costs as soon as you have taken it."),
    ] = False,
    players: Sitting = "2",
    floor: Floor = None,
) -> None:
    """Play a match, and see what your decisions cost.

    You type which dice to keep, then b to bank or r to roll. h gives a hint, c tells costs at once,
    ? explains, q ends the match. At the end every decision that cost some chance to win is listed
    with what was best.
    """
    from random import Random

    numbers = Numbers()
    number = numbers.whole("--seed", seed)
    table_of = read_players(numbers, players)
    others: list[str] = []
    if table_of > 2:
        numbers.one_of("--seat", seat, (*ORDER[:table_of], "random"))
        numbers.refuse({"--floor": floor is not None, "--costs": costs}, FOR_TWO)
        others = read_table(numbers, "", opponent or "points-only", table_of)[1:]
    else:
        numbers.one_of("--seat", seat, SEATS)
    lowest = numbers.whole("--floor", floor)
    numbers.check()
    if rules == "-":
        raise UsageProblemError("RULES: - is standard input, where you answer; give a file")

    from farklegen.cli.playing import PlayTable
    from farklegen.study.study import Study

    loaded = api.load(reference(rules))
    number = Random().randrange(10**6) if number is None else number
    dice = Random(number)
    me = dice.randrange(table_of) if seat == "random" else ORDER.index(seat)
    study = Study(loaded, floor=lowest)
    with progress_bar(estimate=_ahead(study, opponent, others, judged=not no_hints)) as bar:
        if others:
            match = api.play_several(
                study, opponents=others, seat=me, hints=not no_hints, progress=bar, report=bar.say
            )
        else:
            match = api.play_match(
                study, opponent=opponent, hints=not no_hints, progress=bar, report=bar.say
            )
    complain_all(loaded.warnings)
    PlayTable(match, me, number, None if own_dice else dice, costs=costs).play()


def _ahead(study: Study, opponent: str | None, others: list[str], *, judged: bool) -> Estimate:
    from farklegen.policies.reference import parse
    from farklegen.study.estimate import estimate, needed
    from farklegen.study.seats import estimate_seats

    if others:
        return estimate_seats(study, ["points-only", *others])
    recipe = None if opponent is None else parse(opponent)
    wanted = needed(study, [] if recipe is None else [recipe])
    if judged:
        wanted.append("match")
    if judged and recipe is not None and not recipe.optimal:
        wanted.append("duel")
    return estimate(study, wanted)
