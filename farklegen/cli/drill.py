"""`farklegen drill`: situations that matter, one after the other."""

from __future__ import annotations

from farklegen import api
from farklegen.api import players
from farklegen.api.arguments import Asked
from farklegen.cli.options import Format, Target, asks, reference
from farklegen.cli.output import complain_all, destination
from farklegen.cli.progress import progress_bar
from farklegen.errors import ArgumentError

EXAMPLES = (
    ("farklegen drill basic", "ten situations of a match"),
    ("farklegen drill basic --numbers 2", "if you are learning the card of two numbers"),
    ("farklegen drill basic --by points", "without scores, by points"),
    ("farklegen drill basic --questions 50 --format json", "fifty with their answers, unasked"),
)


@asks(players.drill)
def drill(
    asked: Asked,
    seed: players.Seed | None = None,
    *,
    format: Format = None,
    target: Target = None,
) -> None:
    """Practise: situations that matter, and what mistakes in them cost.

    It asks which dice to set aside, whether to bank or roll, whether to take a turn over. It says
    at once what is right and what a mistake costs, and at the end what to look at again. With
    --format or -o it prints the situations with their answers, and asks nothing.
    """
    from random import Random

    rules = asked.pop("rules")
    asked["seed"] = Random().randrange(10**6) if seed is None else seed
    waits = format is None and target is None
    if rules == "-" and waits:
        raise ArgumentError("RULES: - is standard input, where you answer; give a file")
    place = destination(format, target, keep=[rules])

    from farklegen.cli.playing import DrillTable
    from farklegen.report.drill import drill_document

    loaded = api.load(reference(rules))
    with progress_bar() as bar:
        result = api.drill(loaded, **asked, progress=bar, report=bar.say)
    complain_all(loaded.warnings)
    if waits:
        DrillTable(result).run()
    else:
        place.emit(drill_document(result))
