"""Options: those of questions, made of their arguments, and those that only commands have.

Options arrive as text and are read as the question reads its arguments: one report names everything
that is wrong with a command line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Parameter, Signature, cleandoc, signature, unwrap
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, TypeAlias

import typer

from farklegen import api
from farklegen.api.arguments import ANY, Argument, Each, Flag, arguments_of, kind_of, read

SUFFIXES = (".yaml", ".yml")

Completion: TypeAlias = Iterable[str] | Callable[[str], list[str]]
"""What a shell completes to: some words, or what a function says of the beginning."""

Command: TypeAlias = Callable[..., None]


def option(form: str, help: str, complete: Completion = ()) -> Any:
    """An option as its help shows it: `--quick`, `--step N`, `--output -o FILE`."""
    *names, last = form.split()
    shows = None if last.startswith("-") else last
    names += [] if shows else [last]
    return typer.Option(*names, metavar=shows, help=help, autocompletion=_completion(complete))


def argument(shows: str, help: str, complete: Completion = ()) -> Any:
    """An argument, by what stands for it in a help text."""
    done = _completion(complete)
    return typer.Argument(metavar=shows, help=help, autocompletion=done)


def _completion(of: Completion) -> Callable[[str], list[str]] | None:
    if callable(of):
        return of
    words = tuple(of)
    return (lambda incomplete: beginning(words, incomplete)) if words else None


def beginning(words: Iterable[str], incomplete: str) -> list[str]:
    """The words that begin with what was typed."""
    return [word for word in words if word.startswith(incomplete)]


def asks(
    ask: Callable[..., object], complete: Callable[[dict[str, Any]], None] | None = None
) -> Callable[[Command], Command]:
    """Makes a command of a question. Its options are the arguments of the question that have a word
    for the command line, then its own, which may replace one. It gets the values as `asked`.

    Args:
        complete: adds other values to those that were typed.
    """

    def made(command: Command) -> Command:
        _, *own = signature(command, eval_str=True).parameters.values()
        typed_only = [each for each in own if kind_of(each.annotation) is ANY]
        mine = [each._replace(positional=False) for each in arguments_of(command)[1:]
                if each.kind is not ANY]  # fmt: skip
        names = {each.name for each in own}
        known = [a for a in arguments_of(ask) if a.kind.shows and a.name not in names]
        every = [_parameter(each) for each in (*known, *mine)]
        every += [each.replace(kind=Parameter.KEYWORD_ONLY) for each in typed_only]

        @wraps(command)
        def run(**typed: Any) -> None:
            options = {each.name: typed.pop(each.name) for each in typed_only}
            given = {name: value for name, value in typed.items() if value is not None}
            if complete is not None:
                complete(given)
            if given.get("players", "2").strip() != "2":
                for each in known:  # the values for several players, with commas between them
                    if isinstance(each.kind, Each) and each.name in given:
                        given[each.name] = given[each.name].split(",")
            asked = read((*known, *mine), given, ask)
            options |= {each.name: asked.pop(each.name) for each in mine}
            command(asked, **options)

        described: Any = run
        described.__signature__ = Signature(every)
        described.__annotations__ = {each.name: each.annotation for each in every}
        described.__doc__ = with_options(command.__doc__ or unwrap(ask).__doc__ or "")
        return run

    return made


def _parameter(each: Argument) -> Parameter:
    """An argument of a question, as typer takes it."""
    kind, default = each.kind, each.default
    help, complete = with_options(kind.help), COMPLETIONS.get(kind.shows, kind.words)
    name = f"--{each.name.replace('_', '-')}"
    shown: Any = str | None
    if isinstance(kind, Flag):
        shown, about = bool, option(name, help)
    elif each.positional:
        shown, about = str, argument(kind.shows, help, complete)
        if kind.shows.endswith("..."):  # said with what else is wrong if there are none
            shown, default = list[str] | None, None
    else:
        about = option(f"{name} {kind.shows}", help, complete)
        empty = default in (None, Parameter.empty)
        shown = str | None if empty else str
        default = None if empty else f"{default:,}" if isinstance(default, int) else default
    return Parameter(
        each.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[shown, about]
    )


def with_options(text: str) -> str:
    """A text that names arguments in backticks, with the options in their place."""
    return re.sub(r"`(\w+)`", lambda match: f"--{match[1].replace('_', '-')}", cleandoc(text))


def reference(rules: str) -> str | Path:
    """RULES for a function of the API: a name or a path, and never the text of a file."""
    from farklegen.rules.catalogue import is_text

    return Path(rules) if is_text(rules) else rules


def in_command(rules: str) -> str:
    """RULES as a further command can be given them; standard input cannot be read twice."""
    return "RULES" if rules == "-" else quote(rules)


def complete_rules(incomplete: str) -> list[str]:
    """Built-in names, folders and YAML files that a shell may complete RULES to."""
    return complete_names(incomplete) + complete_files(incomplete)


def complete_files(incomplete: str) -> list[str]:
    """Folders and YAML files whose path begins so."""
    from glob import escape, glob

    paths = sorted(glob(f"{escape(incomplete)}*"))  # noqa: PTH207 - which would drop ./
    folders = (f"{path}/" if Path(path).is_dir() else path for path in paths)
    return [path for path in folders if path.endswith((*SUFFIXES, "/"))]


def complete_names(incomplete: str) -> list[str]:
    return beginning(api.ruleset_names(), incomplete)


def complete_policies(incomplete: str) -> list[str]:
    """Names of policies, folders and YAML files that a shell may complete POLICY to."""
    from farklegen.policies.recipe import EXAMPLES

    return beginning(EXAMPLES, incomplete) + complete_files(incomplete)


def complete_formats(incomplete: str) -> list[str]:
    from farklegen.render.registry import OUTPUTS

    return beginning(OUTPUTS, incomplete)


COMPLETIONS: dict[str, Completion] = {
    "RULES": complete_rules,
    "RULES...": complete_rules,
    "POLICY": complete_policies,
}
"""What a shell completes options to, by what stands for their values."""

Format = Annotated[
    str | None,
    option(
        "--format FORMAT",
        "text, markdown, csv, json or html. Default: by the suffix of -o, else text.",
        complete_formats,
    ),
]

Target = Annotated[
    str | None,
    option("--output -o FILE", "Write the result to a file (replaced as a whole, or not at all)."),
]
