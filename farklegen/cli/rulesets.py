"""`farklegen rulesets`: the rules that come with the program."""

from __future__ import annotations

from typing import Annotated

import typer

from farklegen.cli.options import Format, Target, complete_names

EXAMPLES = (
    ("farklegen rulesets", "all of them"),
    ("farklegen rulesets facebook", "the file of one"),
    ("farklegen rulesets --format json", "for a program"),
)


def rulesets(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="Show these rules. Without a name: list all.",
            autocompletion=complete_names,
            show_default=False,
        ),
    ] = None,
    format: Format = None,
    target: Target = None,
) -> None:
    """The built-in rules: list them, or show one.

    A name from the list works wherever a command takes RULES. The file of one set of rules is shown
    as it is, ready to be copied.
    """
    from farklegen.cli.output import destination

    place = destination(format, target)

    from farklegen import api
    from farklegen.report.rules import catalogue_document, ruleset_document

    if name is None:
        place.emit(catalogue_document(api.rulesets()))
    else:
        place.emit(ruleset_document(api.builtin(name)))
