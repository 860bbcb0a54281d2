"""`farklegen new`: a file to write house rules into."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from shlex import quote
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

from farklegen import api
from farklegen.api.arguments import Flag, Kind
from farklegen.cli import output
from farklegen.cli.options import asks
from farklegen.cli.output import complain
from farklegen.errors import ArgumentError, FarklegenError, RulesetError

if TYPE_CHECKING:
    from farklegen.rules.new import Answer, Question

EXAMPLES = (
    ("farklegen new ours.yaml", "every rule with a comment, ready to edit"),
    ("farklegen new ours.yaml --ask", "asked for one rule after the other"),
    ("farklegen new ours.yaml --from zilch", "starting from built-in rules"),
)


@asks()
def new(
    file: Annotated[str, Kind("FILE", "The file to create.")],
    *,
    start: Annotated[
        str,
        Kind(
            "NAME", "Built-in rules to start from (see: farklegen rulesets).", option="--from"
        ),
    ] | None = None,
    ask: Annotated[
        bool, Flag("Ask for the rules one by one, and write what was answered.")
    ] = False,
    force: Annotated[bool, Flag("Overwrite the file if there is one.")] = False,
) -> None:  # fmt: skip
    """Start a file of your own rules.

    It writes a commented file to edit, and says what to do next. With --ask it asks for the rules
    one by one, and you edit nothing. It leaves an existing file alone unless you give --force.
    """
    if ask and start is not None:
        raise ArgumentError("--ask and --from both say where to begin; leave one of them out")

    if file != "-":
        output.check_writable(file, replace=force)

    text = _ask(file) if ask else api.template(start)
    if file == "-":
        output.write_text(text, for_programs=True)
        return
    output.write_file(file, output.utf8(text), replace=force)
    beside = Path(file).with_name("ruleset.schema.json")
    output.write_text(
        f"Wrote {file}. Next:\n"
        f"  1. {'Add what else' if ask else 'Change it to what'} you play, in any text editor.\n"
        f"  2. farklegen check {quote(file)}\n"
        "     reads the rules back to you, or says what is wrong with them.\n"
        f"  3. farklegen table {quote(file)}\n"
        "     prints the card to learn by heart.\n"
        "Many editors complete and check the file while you type, with its schema beside it:\n"
        f"     farklegen schema -o {quote(str(beside))}\n"
    )


def _ask(file: str) -> str:
    """The text of a file as the answers make it."""
    from farklegen.rules.new import read_answers

    complain(
        "Press Enter for the answer in brackets; type back for the question before. Ctrl-C stops; "
        "nothing is written before the end."
    )
    texts: dict[str, str] = {}
    at = 0
    try:
        while True:
            answers = read_answers(texts)
            question = next(islice(answers, at, None), None)
            if question is None:
                text = _read_back(answers, file)
                line = (
                    output.typed(f"Enter writes {file}, back changes an answer: ")
                    if text
                    else "back"
                )
                if text and not line:
                    return text
            else:
                usual = texts.get(question.text, question.usual)
                line = output.typed(f"{at + 1} of {len(answers)}. {question.text} [{usual}]: ")
            if line is None:
                asks = question.text if question else f"Enter writes {file}"
                raise FarklegenError(
                    f"the answers ended before the question '{asks}'. "
                    "Nothing was written; give an answer on a line of its own, or an empty line "
                    "for what is usual"
                )
            if line.lower() == "back":
                at = max(at - 1, 0)
            elif question is not None:
                try:
                    question.read(line or usual)
                except ArgumentError as error:
                    complain(f"Error: {error}")
                else:
                    texts[question.text] = line or usual
                    at += 1
    except KeyboardInterrupt:
        complain("\nStopped: nothing was written.")
        raise


def _read_back(answers: Mapping[Question, Answer], file: str) -> str | None:
    """The text that answers make, once its rules were said in words; None if it makes no game."""
    from farklegen.rules.explain import explain
    from farklegen.rules.loading import load_text
    from farklegen.rules.new import ruleset_text

    text = ruleset_text({question.key: answer for question, answer in answers.items()})
    try:
        loaded = load_text(text, file)
    except RulesetError as error:
        complain(str(error))
        return None
    complain("\nYou play by these rules:")
    for clause in explain(loaded.ruleset):
        complain(fill(clause.text, initial_indent="- ", subsequent_indent="  "))
    output.complain_all(loaded.warnings)
    return text
