"""`farklegen new`: a file to write house rules into."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from farklegen import api
from farklegen.cli.options import argument, complete_names, option
from farklegen.cli.output import (
    check_writable,
    complain,
    complain_all,
    utf8,
    write_file,
    write_text,
)
from farklegen.errors import ArgumentError, FarklegenError

if TYPE_CHECKING:
    from farklegen.rules.new import Answer, Question

EXAMPLES = (
    ("farklegen new ours.yaml", "every rule with a comment, ready to edit"),
    ("farklegen new ours.yaml --ask", "asked for one rule after the other"),
    ("farklegen new ours.yaml --from zilch", "starting from built-in rules"),
)


class AnswersEndedError(FarklegenError):
    """Answers that end before the questions do."""

    slug = "answers"


def new(
    file: Annotated[str, argument("FILE", "The file to create.")],
    start: Annotated[
        str | None,
        option(
            "--from NAME", "Built-in rules to start from (see: farklegen rulesets).", complete_names
        ),
    ] = None,
    ask: Annotated[
        bool,
        option("--ask", "Ask for the rules one by one, and write what was answered."),
    ] = False,
    force: Annotated[bool, option("--force", "Overwrite the file if there is one.")] = False,
) -> None:
    """Start a file of your own rules.

    Writes a commented file to edit, and says what to do next; with --ask it asks for the rules one
    by one, and nothing has to be edited. An existing file is left alone unless --force is given.
    """
    if ask and start is not None:
        raise ArgumentError("--ask and --from both say where to begin; leave one of them out")

    if file != "-":
        check_writable(file, replace=force)

    text = _asked(file) if ask else api.template(start)
    if file == "-":
        write_text(text, for_programs=True)
        return
    write_file(file, utf8(text), replace=force)
    beside = Path(file).with_name("ruleset.schema.json")
    write_text(
        f"Wrote {file}. Next:\n"
        f"  1. {'Add what else' if ask else 'Change it to what'} you play, in any text editor.\n"
        f"  2. farklegen check {quoted(file)}\n"
        "     reads the rules back to you, or says what is wrong with them.\n"
        f"  3. farklegen table {quoted(file)}\n"
        "     prints the card to memorise.\n"
        "Many editors complete and check the file while you type, with its schema beside it:\n"
        f"     farklegen schema -o {quoted(str(beside))}\n"
    )


def _asked(file: str) -> str:
    """The text of a file as the answers make it; what is odd about it is said."""
    from farklegen.rules.loading import load_text
    from farklegen.rules.new import QUESTIONS, ruleset_text

    complain(
        "Enter takes what stands in brackets. Ctrl-C stops; nothing is written before the end."
    )
    answers: dict[str, Answer] = {}
    try:
        for question in QUESTIONS:
            if question.asked(answers):
                answers[question.key] = _ask(question)
    except KeyboardInterrupt:
        complain("\nStopped: nothing was written.")
        raise
    text = ruleset_text(answers)
    loaded = load_text(text, file)
    complain_all(loaded.warnings)
    return text


def _ask(question: Question) -> Answer:
    """An answer; asks again until it is one. What comes from a file or a pipe is shown, too."""
    from farklegen.rules.new import AnswerError

    typed = sys.stdin is not None and sys.stdin.isatty()
    while True:
        complain(f"{question.text} [{question.usual}]: ", end="")
        line = sys.stdin.readline() if sys.stdin is not None else ""
        text = line.strip() or question.usual
        if not line or not typed:
            complain(text if line else "")
        if not line:
            raise AnswersEndedError(
                f"the answers ended before the question '{question.text}'. Nothing was written; "
                "give an answer on a line of its own, or an empty line for what is usual"
            )
        try:
            return question.read(text)
        except AnswerError as error:
            complain(f"Error: {error}")


def quoted(path: str) -> str:
    """The path as a shell wants it."""
    from shlex import quote

    return quote(path)
