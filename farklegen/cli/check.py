"""`farklegen check`: is a ruleset valid, and what does it say?"""

from __future__ import annotations

from typing import Annotated

import typer

from farklegen import api
from farklegen.cli.options import Format, Target, argument, complete_rules, reference
from farklegen.cli.output import complain, destination
from farklegen.errors import FileProblemError

EXAMPLES = (
    ("farklegen check ours.yaml", "problems by line, or the rules in plain words"),
    ("farklegen check rules/*.yaml", "several files; exit code 1 if any is invalid"),
    ("farklegen check ours.yaml --format json", "for an editor or a build"),
)


def check(
    files: Annotated[
        list[str],
        argument(
            "FILE...",
            "YAML files, names of built-in rules, or - for standard input.",
            complete_rules,
        ),
    ],
    format: Format = None,
    target: Target = None,
) -> None:
    """Check rules, and read them back in plain words.

    Says for each file whether it is valid, with every problem by line and column, then what the
    rules mean, sentence by sentence: the way to see that you wrote what you play. Exit code 1 if a
    file is invalid, 2 if one cannot be read.
    """
    place = destination(format, target, keep=files)

    from farklegen.report.rules import check_document

    checked, unreadable = [], False
    for file in files:
        try:
            checked.append(api.check(reference(file)))
        except FileProblemError as error:
            unreadable = True
            complain(f"farklegen: error: {error}")
    if checked:
        place.emit(check_document(*checked))
    if unreadable:
        raise typer.Exit(2)
    if not all(rules.valid for rules in checked):
        raise typer.Exit(1)
