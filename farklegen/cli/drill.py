"""`farklegen drill`: situations that matter, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from farklegen import api
from farklegen.cli.match_state import Floor
from farklegen.cli.options import (
    Format,
    Numbers,
    Rules,
    Target,
    UsageProblemError,
    option,
    reference,
)
from farklegen.cli.output import complain_all, destination
from farklegen.cli.progress import progress_bar

if TYPE_CHECKING:
    from farklegen.study.estimate import Work

EXAMPLES = (
    ("farklegen drill basic", "ten situations of a match"),
    ("farklegen drill basic --numbers 2", "for who learns the card of two numbers"),
    ("farklegen drill basic --by points", "without scores, by points"),
    ("farklegen drill basic --questions 50 --format json", "fifty with their answers, unasked"),
)


MOST_NUMBERS = 10**6
"""More numbers than any card has."""


def drill(
    rules: Rules,
    by: Annotated[
        str | None,
        option(
            "--by match|points",
            "What mistakes cost: chances to win the match, or points. Default: the match, "
            "unless it cannot be solved or takes long.",
            ("match", "points"),
        ),
    ] = None,
    rung: Annotated[
        str | None,
        option(
            "--numbers K",
            "You learn the card of so many numbers (see: farklegen table), or all: it plays, "
            "and what it says is right, too. Default: perfect play.",
        ),
    ] = None,
    questions: Annotated[str, option("--questions N", "How many situations.")] = "10",
    seed: Annotated[
        str | None,
        option("--seed S", "The same number draws the same ones."),
    ] = None,
    floor: Floor = None,
    format: Format = None,
    target: Target = None,
) -> None:
    """Practise: situations that matter, and what mistakes in them cost.

    Asks which dice to keep, whether to bank or roll, whether to take a turn over; says at once what
    is right and what the mistake costs, and at the end what to look at again. With --format or -o
    the situations are printed with their answers, and nothing is asked.
    """
    from random import Random

    numbers = Numbers()
    number = numbers.whole("--questions", questions) or 10
    drawn = numbers.whole("--seed", seed)
    learned = numbers.whole("--numbers", rung, word="all")
    if rung == "all":
        learned = MOST_NUMBERS
    numbers.one_of("--by", by, ("match", "points"))
    lowest = numbers.whole("--floor", floor)
    numbers.check()
    asks = format is None and target is None
    if rules == "-" and asks:
        raise UsageProblemError("RULES: - is standard input, where you answer; give a file")
    place = destination(format, target, keep=[rules])

    from farklegen.api.players import LONG_SECONDS
    from farklegen.cli.playing import DrillTable
    from farklegen.report.drill import drill_document
    from farklegen.study.estimate import estimate
    from farklegen.study.study import Study

    study = Study(api.load(reference(rules)), floor=lowest)
    work: tuple[Work, ...] = ("match",) if learned is None else ("match", "ladder")
    ahead = None if by == "points" else estimate(study, work)
    if ahead is not None and by is None and ahead.seconds > LONG_SECONDS:
        ahead = None
    with progress_bar(estimate=ahead) as bar:
        result = api.drill(
            study,
            by="match" if by == "match" else "points" if by == "points" else None,
            numbers=learned,
            questions=number,
            seed=Random().randrange(10**6) if drawn is None else drawn,
            progress=bar,
            report=bar.say,
        )
    complain_all(study.loaded.warnings)
    if asks:
        DrillTable(result).run()
    else:
        place.emit(drill_document(result))
