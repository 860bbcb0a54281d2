"""The program: its commands by name, and what happens to an error on the way out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from farklegen.cli import commands, output
from farklegen.errors import FarklegenError, naming_options

EVERY_EXAMPLE = [line.split(" # ") for line in commands.EXAMPLES.strip().splitlines()]
"""Command lines, without the program's name, and what each does."""

COMMANDS = tuple(dict.fromkeys(line.split()[0] for line, _ in EVERY_EXAMPLE))
"""Every command, a function of that name in `commands`, whose docstring is the help text."""

FIRST_EXAMPLES = (
    ("farklegen table basic", "the card for built-in rules"),
    ("farklegen new ours.yaml", "a file for your own rules, ready to edit"),
    ("farklegen check ours.yaml", "is it valid, and what does it say?"),
    ("farklegen table ours.yaml", "the card for your rules"),
)


def run(arguments: list[str]) -> int:
    """Run a command line (without the program's name); returns the exit code.

    Errors that are meant for the person at the keyboard become lines on stderr and exit code 2;
    anything else is a mistake of this program and passes through.
    """
    stdout = sys.stdout
    try:
        if os.environ.get("FARKLEGEN_CACHE_SIZE"):
            from farklegen.store.files import most_bytes

            most_bytes()  # refuses what is no size before anything is done
        with naming_options():
            named = arguments[0] if arguments and arguments[0] in COMMANDS else None
            _program(named).main(args=arguments, prog_name="farklegen")
    except SystemExit as leaving:
        if sys.stdout is not stdout:
            return 0  # typer has put another in its place: the reader of a help text went away
        code = leaving.code
        return code if isinstance(code, int) else 1 if code else 0
    except KeyboardInterrupt:
        return 130
    except FarklegenError as error:
        output.complain_of(error)
        return 2
    except OSError as error:
        if error.filename is None:  # typer could not write a help text
            output.complain(f"farklegen: error: {output.full_stdout(error)}")
        else:
            reason = error.strerror or "it cannot be used"
            output.complain(f"farklegen: error: {error.filename}: {reason}; check its permissions")
        return 2
    except (MemoryError, RecursionError):
        output.complain(
            "farklegen: error: these rules are too large to solve; use fewer dice or a lower goal"
        )
        return 2
    return 0


def _program(named: str | None) -> Any:
    app = typer.Typer(
        name="farklegen",
        no_args_is_help=True,
        # Plain help: drawing it with rich would double the time that it takes.
        rich_markup_mode=None,
        context_settings={
            "help_option_names": ["-h", "--help"],
            "terminal_width": output.help_width(),
        },
        epilog=examples(FIRST_EXAMPLES),
    )
    app.callback()(_farklegen)
    for name in [named] if named else COMMANDS:
        function = getattr(commands, name)
        summary = (function.__doc__ or "").partition("\n\n")[0]
        app.command(name, short_help=summary, epilog=examples(examples_of(name)))(function)
    return typer.main.get_command(app)


def examples_of(name: str) -> tuple[tuple[str, str], ...]:
    every = ((line, meaning) for line, meaning in EVERY_EXAMPLE if line.split()[0] == name)
    return tuple((f"farklegen {line}", meaning) for line, meaning in every)


def examples(pairs: Iterable[tuple[str, str]]) -> str:
    """Examples as the end of a help text: lines that are not wrapped (which is what \\b says)."""
    lines = [f"  {command}\n      {meaning}" for command, meaning in pairs]
    return "\b\nExamples:\n" + "\n".join(lines)


def _farklegen(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", is_eager=True, callback=lambda wanted: wanted and _show_version(),
            help="Print the version and exit.",
        ),
    ] = False,
) -> None:  # fmt: skip
    """How to play your Farkle: exact, on a card to learn by heart.

    From a file of house rules it works out when to roll, when to bank, and which dice to set aside.
    RULES is a YAML file, the name of built-in rules (see: farklegen rulesets), or - for
    standard input.
    """


def _show_version() -> None:
    from farklegen.version import __version__

    output.write_text(f"farklegen {__version__}\n")
    raise typer.Exit
