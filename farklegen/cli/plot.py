"""`farklegen plot`: pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from farklegen import api
from farklegen.api import pictures
from farklegen.api.arguments import Asked, same_rules
from farklegen.api.pictures import FORMATS, KINDS
from farklegen.cli.options import argument, asks, complete_rules, option, reference
from farklegen.cli.output import check_writable, complain_all, write_file
from farklegen.cli.progress import progress_bar
from farklegen.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence


EXAMPLES = (
    ("farklegen plot basic regions -o regions.svg", "when to bank, over both banked scores"),
    ("farklegen plot ours.yaml turn -o turn.png --dpi 200", "what a turn brings"),
    ("farklegen plot zilch win -o win.pdf --size column", "for one column of a page"),
    ("farklegen plot basic ours.yaml turn -o both.svg", "two rulesets together"),
)


@asks(pictures.draw)
def plot(
    asked: Asked,
    rules: Annotated[
        list[str] | None,
        argument(
            "RULES...",
            "A YAML file, the name of built-in rules, or - for standard input; several for "
            "turn and length (required).",
            complete_rules,
        ),
    ] = None,
    kind: Annotated[
        str,
        argument(
            "KIND",
            "regions, value, turn, win or length (required).",
            KINDS,
        ),
    ] = "",
    target: Annotated[
        str | None,
        option(
            "--output -o FILE",
            "The file to write, ending in .svg, .png or .pdf (required; replaced as a whole, "
            "or not at all).",
        ),
    ] = None,
) -> None:
    """A picture, for print or screen.

    regions: when to bank, over both banked scores, for each number of dice. value: what rolling on
    is worth, over the turn score. turn: what a turn brings, and how often. win: the chance to win,
    over both banked scores. length: how many turns a game takes. turn and length draw several
    rulesets together, a line for each.
    """
    rules = rules or []
    form = _format(rules, kind, target)
    assert target is not None

    check_writable(target, keep=rules)

    from farklegen.pictures.file import check_installed

    check_installed()
    every = [api.load(reference(each)) for each in rules]
    for loaded in every:
        complain_all(loaded.warnings)
    with progress_bar("working it out") as bar:
        picture = api.picture(every, kind, progress=bar, report=bar.say)
    write_file(target, api.draw(picture, form, **asked))


def _format(rules: Sequence[str], kind: str, target: str | None) -> str:
    """The format of the file, if the rest of the command line can be meant."""
    problems = []
    if not rules:
        problems.append(
            f"RULES is missing; name the rules, and behind them {kind}" if kind in KINDS
            else f"KIND is missing; name it behind {kind}, one of: {', '.join(KINDS)}"
        )  # fmt: skip
    elif kind not in KINDS:
        problems.append(f"KIND: {kind!r} is not one of: {', '.join(KINDS)}")
    suffix = Path(target or "").suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        endings = ", ".join(f".{name}" for name in FORMATS)
        problems.append(f"-o: name the file to write, ending in one of: {endings}")
    problems += same_rules(rules)
    if problems:
        raise ArgumentError("\n".join(problems))
    return suffix
