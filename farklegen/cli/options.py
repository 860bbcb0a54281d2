"""Options: those of questions, made of their arguments, and those that only commands have.

Options arrive as text and are read as the question reads its arguments: one report names everything
that is wrong with a command line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from farklegen import api
from farklegen.api import arguments as takes

SUFFIXES = (".yaml", ".yml")

Command: TypeAlias = Callable[..., None]


def asks(
    ask: Callable[..., object] | None = None,
    complete: Callable[[dict[str, Any]], None] | None = None,
    check: takes.Check | None = None,
) -> Callable[[Command], Command]:
    """Makes a command of a question. Its options are the arguments of the question that have a word
    for the command line, then its own, which may replace one. It gets the values as `asked`.
    Without a question all options are its own.

    Args:
        complete: adds other values to those that were typed.
        check: finds what is wrong with options of the command together.
    """

    def marked(command: Command) -> Command:
        own = [each for each in takes.arguments_of(command) if each.name != "asked"]
        names = {each.name for each in own}
        others = takes.arguments_of(ask or command)
        known = [each for each in others if each.kind.shows and each.name not in names]
        every = *known, *own

        @wraps(command)
        def typed(**texts: Any) -> None:
            given = {name: text for name, text in texts.items() if text is not None}
            if complete is not None:
                complete(given)
            if given.get("players", "2").strip() != "2":
                for each in known:  # the values for several players, with commas between them
                    if each.kind.each and each.name in given:
                        given[each.name] = given[each.name].split(",")
            asked = takes.read(every, given, getattr(ask, "check", None), check)
            mine = {each.name: asked.pop(each.name) for each in own}
            command(*([asked] if ask else ()), **mine)

        # a function as typer makes a command of it: it takes text
        parameters = [_parameter(each) for each in every]
        about = takes.described(command)[0] or takes.described(ask or command)[0]
        made: Any = typed
        made.__signature__ = Signature(parameters)
        made.__annotations__ = {each.name: each.annotation for each in parameters}
        made.__doc__ = with_options(about)
        return typed

    return marked


def _parameter(each: takes.Argument) -> Parameter:
    """An argument, as typer takes it."""
    kind, default = each.kind, each.default
    about: dict[str, Any] = {"help": with_options(each.help)}
    about["autocompletion"] = lambda incomplete: _complete(kind, incomplete)
    names = kind.option.split() or [f"--{each.name.replace('_', '-')}"]
    shown: Any = bool
    if kind.schema is takes.BOOLEAN:
        info = typer.Option(*names, **about)
    else:
        shown, many = str, each.positional and "..." in kind.shows
        if many:
            shown, default = list[str], None  # if none: reported with all that is wrong
        elif default is Parameter.empty and not each.positional:
            default = None
        if default is None:
            shown = shown | None
        elif isinstance(default, int):
            default = f"{default:,}"
        about["metavar"] = kind.shows.removesuffix("...")
        info = typer.Argument(**about) if each.positional else typer.Option(*names, **about)
    return Parameter(
        each.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[shown, info]
    )


def with_options(text: str) -> str:
    """A text that names arguments in backticks, with the options in their place."""
    return re.sub(r"`(\w+)`", lambda match: f"--{match[1].replace('_', '-')}", text)


NAMES = ("RULES", "RULES...", "FILE...", "NAME", "[NAME | WORDS...]")
FILES = ("RULES", "RULES...", "FILE...", "POLICY", "SPEC")
"""What stands for values that may be names of built-in rules, and YAML files."""


def _complete(kind: takes.Kind, incomplete: str) -> list[str]:
    """What a shell may complete a value to: words, folders and YAML files."""
    words: Sequence[str] = kind.schema.get("enum", ())
    if kind.shows in NAMES:
        words = api.ruleset_names()
    elif kind.shows == "POLICY":
        words = import_module("farklegen.policies.recipe").EXAMPLES

    found = [word for word in words if word.startswith(incomplete)]
    if kind.shows in FILES:
        from glob import escape, glob

        paths = sorted(glob(f"{escape(incomplete)}*"))  # noqa: PTH207 - which would drop ./
        names = (f"{path}/" if Path(path).is_dir() else path for path in paths)
        found += [name for name in names if name.endswith((*SUFFIXES, "/"))]
    return found


FORMATS = ("text", "markdown", "csv", "json", "html")

Format = Annotated[
    str,
    takes.one_of(FORMATS, "FORMAT"),
    "text, markdown, csv, json or html. Default: by the suffix of -o, else text.",
]
Target = Annotated[
    str,
    takes.Kind("FILE", option="--output -o"),
    "Write the result to a file (replaced as a whole, or not at all).",
]
