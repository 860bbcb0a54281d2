"""`farklegen new`: a file to write house rules into."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from farklegen.cli.options import complete_names

EXAMPLES = (
    ("farklegen new ours.yaml", "every rule with a comment, ready to edit"),
    ("farklegen new ours.yaml --from zilch", "starting from built-in rules"),
)


def new(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The file to create.", show_default=False)
    ],
    start: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="NAME",
            help="Built-in rules to start from (see: farklegen rulesets).",
            autocompletion=complete_names,
            show_default=False,
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite the file if there is one.")
    ] = False,
) -> None:
    """Start a file of your own rules.

    Writes a commented file to edit, and says what to do next. An existing file is left alone unless
    --force is given.
    """
    from farklegen.cli.files import check_writable, write_file
    from farklegen.cli.output import utf8, write_text

    if file != "-":
        check_writable(file)

    from farklegen import api

    text = api.template(start)
    if file == "-":
        write_text(text, for_programs=True)
        return
    write_file(file, utf8(text), replace=force)
    beside = Path(file).with_name("ruleset.schema.json")
    write_text(
        f"Wrote {file}. Next:\n"
        "  1. Change it to what you play, in any text editor.\n"
        f"  2. farklegen check {quoted(file)}\n"
        "     reads the rules back to you, or says what is wrong with them.\n"
        f"  3. farklegen table {quoted(file)}\n"
        "     prints the card to memorise.\n"
        "Many editors complete and check the file while you type, with its schema beside it:\n"
        f"     farklegen schema -o {quoted(str(beside))}\n"
    )


def quoted(path: str) -> str:
    """The path as a shell wants it."""
    from shlex import quote

    return quote(path)
