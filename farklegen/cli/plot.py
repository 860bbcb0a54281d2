"""`farklegen plot`: pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from farklegen import api
from farklegen.api import pictures
from farklegen.api.arguments import Asked
from farklegen.api.pictures import FORMATS
from farklegen.cli.options import asks, option, reference
from farklegen.cli.output import check_writable, complain_all, write_file
from farklegen.cli.progress import progress_bar
from farklegen.errors import ArgumentError

EXAMPLES = (
    ("farklegen plot basic regions -o regions.svg", "when to bank, over both banked scores"),
    ("farklegen plot ours.yaml turn -o turn.png --dpi 200", "what a turn brings"),
    ("farklegen plot zilch win -o win.pdf --size column", "for one column of a page"),
    ("farklegen plot basic ours.yaml turn -o both.svg", "two rulesets together"),
)


@asks(pictures.picture)
def plot(
    asked: Asked,
    size: pictures.Size = "page",
    dpi: pictures.Dpi = 300,
    *,
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
    form = Path(target or "").suffix.lower().removeprefix(".")
    if target is None or form not in FORMATS:
        endings = ", ".join(f".{name}" for name in FORMATS)
        raise ArgumentError(f"-o: name the file to write, ending in one of: {endings}")
    check_writable(target, keep=asked["rules"])

    from farklegen.pictures.file import check_installed

    check_installed()
    every = [api.load(reference(each)) for each in asked["rules"]]
    for loaded in every:
        complain_all(loaded.warnings)
    with progress_bar() as bar:
        picture = api.picture(every, asked["kind"], progress=bar, report=bar.say)
    write_file(target, api.draw(picture, form, size=size, dpi=dpi))
