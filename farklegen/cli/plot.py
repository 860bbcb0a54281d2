"""`farklegen plot`: pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from farklegen.cli.options import (
    Numbers,
    argument,
    beginning,
    complete_rules,
    option,
    reference,
)
from farklegen.solvers.arguments import not_several

if TYPE_CHECKING:
    from collections.abc import Sequence

    from farklegen.pictures.picture import Picture
    from farklegen.study.estimate import Work

FORMATS = ("svg", "png", "pdf")
SIZES = ("page", "column")

WORK: dict[str, tuple[Work, ...]] = {
    "regions": ("match", "regions"),
    "win": ("match",),
    "length": ("match", "length"),
}
"""What takes long about a picture."""

TOGETHER = ("turn", "length")
"""Kinds that draw several rulesets together."""

SWEEP, RESULTS = "sweep", (".csv", ".parquet")
"""The kind that draws the results of a sweep, and the ends of their files."""

SWEEP_OPTIONS = ("--x", "--y", "--by", "--only")

EXAMPLES = (
    ("farklegen plot basic regions -o regions.svg", "when to bank, over both banked scores"),
    ("farklegen plot ours.yaml turn -o turn.png --dpi 200", "what a turn brings"),
    ("farklegen plot zilch win -o win.pdf --size column", "for one column of a page"),
    ("farklegen plot basic ours.yaml turn -o both.svg", "two rulesets together"),
    ("farklegen plot sweep.csv sweep -o sweep.svg --x bank.minimum", "the results of a sweep"),
)


def _complete_kinds(incomplete: str) -> list[str]:
    from farklegen.pictures.kinds import KINDS

    return beginning(KINDS, incomplete)


def plot(
    rules: Annotated[
        list[str] | None,
        argument(
            "RULES...",
            "A YAML file, the name of built-in rules, or - for standard input; several for "
            "turn and length; for the kind sweep the CSV or Parquet file that farklegen "
            "sweep wrote (required).",
            complete_rules,
        ),
    ] = None,
    kind: Annotated[
        str,
        argument(
            "KIND",
            "regions, value, turn, win, length or sweep (required).",
            _complete_kinds,
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
    size: Annotated[
        str,
        option(
            "--size page|column",
            "Width in print: that of the text of an A4 page (170 mm), or of one of two "
            "columns (84 mm).",
            SIZES,
        ),
    ] = "page",
    dpi: Annotated[str, option("--dpi N", "Pixels to the inch of a PNG file.")] = "300",
    x: Annotated[
        str | None,
        option(
            "--x KEY", "Of a sweep: the key along the axis. Default: the first one that varies."
        ),
    ] = None,
    y: Annotated[
        str | None,
        option("--y MEASURE", "Of a sweep: the measure to draw. Default: the first one."),
    ] = None,
    by: Annotated[
        str | None,
        option(
            "--by KEY",
            "Of a sweep: the key that tells lines apart. Default: the next one that varies.",
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        option(
            "--only KEY=VALUE",
            "Of a sweep: only rulesets with this value (none: the key is left out). May be "
            "given several times.",
        ),
    ] = None,
) -> None:
    """A picture, for print or screen.

    regions: when to bank, over both banked scores, for each number of dice. value: what rolling on
    is worth, over the turn score. turn: what a turn brings, and how often. win: the chance to win,
    over both banked scores. length: how many turns a game takes. sweep: a measure of many
    rulesets. turn and length draw several rulesets together, a line for each.
    """
    rules = rules or []
    form, pixels = _check(rules, kind, target, size, dpi)
    held = _check_for_kind(rules, kind, x, y, by, only or [])
    assert target is not None

    from farklegen.cli.files import check_writable, write_file

    check_writable(target, keep=rules)

    from farklegen import api
    from farklegen.pictures.file import check_installed

    check_installed()
    if kind == SWEEP:
        picture = api.sweep_picture(rules[0], x=x, y=y, by=by, only=held)
    else:
        picture = _of_rules(rules, kind)
    write_file(target, api.draw(picture, form, size=size, dpi=pixels))


def _check(
    rules: Sequence[str], kind: str, target: str | None, size: str, dpi: str
) -> tuple[str, int]:
    """(format, pixels to the inch).

    Raises:
        UsageProblemError: with everything that is wrong.
    """
    from farklegen.pictures.kinds import KINDS

    numbers = Numbers()
    if rules or kind in KINDS:
        numbers.one_of("KIND", kind, tuple(KINDS))
    numbers.one_of("--size", size, SIZES)
    pixels = numbers.whole("--dpi", dpi, least=50, most=1200)
    if not rules:
        numbers.problem(
            f"RULES is missing; name what is drawn before {kind}, such as: basic {kind}"
            if kind in KINDS
            else "KIND is missing; name the rules and then what to draw of them, one of: "
            + ", ".join(KINDS)
        )
    suffix = Path(target or "").suffix.lower().removeprefix(".")
    endings = ", ".join(f".{name}" for name in FORMATS)
    if target is None:
        numbers.problem(f"-o is missing; name the file to write, ending in one of: {endings}")
    elif target == "-":
        numbers.problem(f"-o: a picture goes to a file; name one that ends in one of: {endings}")
    elif suffix not in FORMATS:
        numbers.problem(
            f"-o: {target} does not say what kind of file to write; let it end in one of: {endings}"
        )
    numbers.check()
    assert pixels is not None
    return suffix, pixels


def _check_for_kind(
    rules: Sequence[str], kind: str, x: str | None, y: str | None, by: str | None, only: list[str]
) -> list[tuple[str, str]]:
    """The keys that are held to a value.

    Raises:
        UsageProblemError: for options and rulesets that do not go with the kind, options that say
            nothing, and a ruleset that is named twice.
    """
    numbers = Numbers()
    given = zip(SWEEP_OPTIONS, (x, y, by, only or None), strict=True)
    useless = [option for option, value in given if value is not None]
    if kind != SWEEP and useless:
        numbers.problem(
            f"{', '.join(useless)}: only for the kind sweep; leave it out, or draw the results of "
            "a sweep"
        )
    for text in only:
        if not re.fullmatch("[^=]+=.*", text, re.DOTALL):
            numbers.problem(
                f"--only: {text!r} is not KEY=VALUE; give a key of the sweep and the value to hold "
                "it to, such as bank.minimum=300"
            )
    for each in rules:
        if kind != SWEEP and Path(each).suffix.lower() in RESULTS:
            numbers.problem(
                f"{each} holds the results of a sweep, and {kind} shows rulesets; draw it with the "
                f"kind {SWEEP}, or name rules"
            )
    if len(rules) > 1 and kind not in TOGETHER:
        what = "the file of one sweep" if kind == SWEEP else "one ruleset"
        numbers.problem(
            f"{kind} shows {what} at a time; draw them one by one. Several rulesets can be drawn "
            f"together as {', '.join(TOGETHER)}"
        )
    numbers.problem(*not_several(rules))
    numbers.check()
    return [(key, value) for key, _, value in (text.partition("=") for text in only)]


def _of_rules(rules: Sequence[str], kind: str) -> Picture:
    """A picture of rulesets; warnings about them go to stderr."""
    from farklegen import api
    from farklegen.cli.output import complain_all
    from farklegen.cli.progress import progress_bar
    from farklegen.study.estimate import estimate_several
    from farklegen.study.study import Study

    every = [api.load(reference(each)) for each in rules]
    for loaded in every:
        complain_all(loaded.warnings)
    works = WORK.get(kind, ())
    studies = [Study(loaded) for loaded in every]
    ahead = estimate_several(studies, works, labelled=False)
    with progress_bar("working it out", ahead) as bar:
        if len(studies) > 1:
            return api.pictures_together(studies, kind, progress=bar, report=bar.say)
        return api.picture(studies[0], kind, progress=bar, report=bar.say)
