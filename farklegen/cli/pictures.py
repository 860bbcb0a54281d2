"""`farklegen plot` and `page`: pictures, and HTML files to play by."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from farklegen import api
from farklegen.api import pictures
from farklegen.api.arguments import Asked, Kind
from farklegen.cli import output
from farklegen.cli.options import Target, asks
from farklegen.cli.progress import progress_bar
from farklegen.errors import ArgumentError, need
from farklegen.solvers.progress import Labelled

if TYPE_CHECKING:
    from farklegen.rules.loading import LoadedRuleset

EXAMPLES = (
    ("farklegen plot basic regions -o regions.svg", "when to bank, over both banked scores"),
    ("farklegen plot ours.yaml turn -o turn.png --dpi 200", "what a turn brings"),
    ("farklegen plot zilch win -o win.pdf", "the chance to win, over both banked scores"),
    ("farklegen plot basic ours.yaml turn -o both.svg", "two rulesets together"),
    ("farklegen page basic -o farkle.html", "for a phone or a computer, without a network"),
    ("farklegen page ours.yaml --quick -o ours.html", "card, odds and drill, at once"),
    ("farklegen page --all site", "every built-in ruleset and an index, for any web host"),
)


@asks(pictures.picture)
def plot(
    asked: Asked,
    *,
    dpi: pictures.Dpi = 300,
    target: Annotated[
        str,
        Kind(
            "FILE", "The file to write, ending in .svg, .png or .pdf (required; replaced as a "
            "whole, or not at all).", option="--output -o",
        ),
    ] | None = None,
) -> None:  # fmt: skip
    """A picture, for print or screen.

    regions: when to bank, over both banked scores, for each number of dice. value: what rolling on
    is worth, over the turn score. turn: what a turn brings, and how often. win: the chance to win,
    over both banked scores. length: how many turns a game takes. turn and length draw several
    rulesets together, a line for each.
    """
    form = Path(target or "").suffix.lower().removeprefix(".")
    if target is None or form not in pictures.FORMATS:
        endings = ", ".join(f".{name}" for name in pictures.FORMATS)
        raise ArgumentError(f"-o: name the file to write, ending in one of: {endings}")
    output.check_writable(target, keep=asked["rules"])

    need("matplotlib", "pictures need")
    every = output.read_rules(*asked["rules"])
    with progress_bar() as bar:
        picture = api.picture([bar.study(each) for each in every], asked["kind"])
    output.write_file(target, api.draw(picture, form, dpi=dpi))
    output.say_written(target)


@asks(pictures.page)
def page(
    asked: Asked,
    rules: Annotated[
        str, Kind("RULES", "A YAML file, the name of built-in rules, or -.")
    ] | None = None,
    *,
    folder: Annotated[
        str,
        Kind(
            "DIR", "A page for each built-in ruleset, and index.html, into a folder.",
            option="--all",
        ),
    ] | None = None,
    target: Target | None = None,
) -> None:  # fmt: skip
    quick = asked["quick"]
    if rules is None and folder is None:
        raise ArgumentError("RULES is missing; name the rules, or --all DIR for all built-in ones")
    if rules is not None and folder is not None:
        raise ArgumentError(
            f"--all DIR makes a page for each built-in ruleset; leave {rules} or --all out"
        )
    if rules is None:
        if target is not None:
            raise ArgumentError("-o names one page; with --all DIR the pages go into the folder")
        _every_page(Path(str(folder)), quick=quick)
        return
    if target in (None, "-") and sys.stdout is not None and sys.stdout.isatty():
        raise ArgumentError(
            "a page is nothing to show on a terminal; write it to a file: -o page.html"
        )
    if target not in (None, "-") and not target.lower().endswith((".html", ".htm")):
        raise ArgumentError(f"-o: {target!r} is no name of a page; end it in .html")
    place = output.destination("html", target, keep=[rules])

    (loaded,) = output.read_rules(rules)
    with progress_bar() as bar:
        text = api.page(bar.study(loaded), quick=quick)
    place.write(text)


def _every_page(folder: Path, *, quick: bool) -> None:
    """A page for each built-in ruleset; those that are done stay if it is stopped."""
    from farklegen.pages.build import build_index
    from farklegen.report.numbers import duration
    from farklegen.study.study import Study

    output.make_folder(folder)
    pages: list[tuple[LoadedRuleset, bool]] = []
    every, began = api.rulesets(), time.monotonic()
    try:
        for loaded in every:
            with progress_bar(tells_stop=True) as bar:
                study = Study(loaded, progress=Labelled(loaded.slug, bar))
                text = api.page(study, quick=quick)
            output.write_file(str(folder / f"{loaded.slug}.html"), output.utf8(text))
            pages.append((loaded, "solution" in vars(study)))
    except KeyboardInterrupt:
        done = f"{len(pages)} of {len(every)} pages are written"
        output.complain(f"Stopped: {done}. Solved matches are kept.")
        raise
    output.write_file(str(folder / "index.html"), output.utf8(build_index(pages)))
    took = duration(time.monotonic() - began)
    output.write_text(f"Wrote {len(pages)} pages and {folder / 'index.html'} in {took}.\n")
