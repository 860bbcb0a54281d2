"""The commands about rules: whether they are valid, those that are built in, their schema."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from farklegen import api
from farklegen.api.arguments import Kind
from farklegen.cli.options import SUFFIXES, Format, Target, asks
from farklegen.cli.output import complain, destination
from farklegen.errors import FileProblemError

EXAMPLES = (
    ("farklegen check ours.yaml", "problems by line, or the rules in plain words"),
    ("farklegen check rules/*.yaml", "several files; exit code 1 if any is invalid"),
    ("farklegen check ours.yaml --format json", "for an editor or a build"),
    ("farklegen rulesets", "all of them"),
    ("farklegen rulesets facebook", "the file of one"),
    ("farklegen rulesets last turn straight", "those that speak of all these words"),
    ("farklegen rulesets --format json", "for a program"),
    ("farklegen schema -o ruleset.schema.json", "beside your file: editors check as you type"),
    ("farklegen schema | jq .properties.farkle", "what a key may hold"),
)


@asks()
def check(
    files: Annotated[
        list[str],
        Kind(
            "FILE...", "YAML files, names of built-in rules, or - for standard input.",
            "files, or names of built-in rules",
        ),
    ],
    *,
    format: Format | None = None,
    target: Target | None = None,
) -> None:  # fmt: skip
    """Check rules, and read them back in plain words.

    For each file it lists every problem with line and column, or reads the rules back sentence by
    sentence, so that you can see whether you wrote what you play. Exit code 1 if a file is invalid,
    2 if one cannot be read.
    """
    place = destination(format, target, keep=files)

    from farklegen.report.rules import check_document
    from farklegen.rules.loading import is_text

    checked, unreadable = [], False
    for file in files:
        try:
            checked.append(api.check(Path(file) if is_text(file) else file))
        except FileProblemError as error:
            unreadable = True
            complain(f"farklegen: error: {error}")
    if checked:
        place.emit(check_document(*checked))
    if unreadable:
        raise typer.Exit(2)
    if not all(rules.valid for rules in checked):
        raise typer.Exit(1)


@asks()
def rulesets(
    words: Annotated[
        list[str],
        Kind(
            "[NAME | WORDS...]", "Show the rules of this name, or list those with all these words."
        ),
    ] | None = None,
    *,
    format: Format | None = None,
    target: Target | None = None,
) -> None:  # fmt: skip
    """The built-in rules: list them, look for some, or show one.

    A name from the list works in every command that takes RULES. With a name it shows the file of
    these rules. Words find rules by their names, sources and sentences in plain words.
    """
    place = destination(format, target, plain=("", *SUFFIXES))

    from farklegen.report.rules import catalogue_document

    words = words or []
    if len(words) == 1 and words[0] in api.ruleset_names():
        place.emit(api.builtin(words[0]).document())
        return
    found = api.rulesets(words)
    if len(words) == 1 and not found:
        api.builtin(words[0])  # says which name may be meant
    place.emit(catalogue_document(found, words))


@asks()
def schema(*, target: Target | None = None) -> None:
    """Print the JSON Schema for editors.

    Editors with a YAML language server complete and check ruleset files with it. Files from
    "farklegen new" name it in their first line, as ruleset.schema.json in the same folder.
    """
    place = destination("json", target)

    from farklegen.render.json import dump

    place.write(dump(api.schema()))
