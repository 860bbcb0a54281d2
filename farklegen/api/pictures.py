"""Pictures of a ruleset and of a sweep."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from farklegen.api.studying import study_of
from farklegen.solvers.arguments import Arguments, drawn_together

if TYPE_CHECKING:
    from farklegen.api.reference import Reference
    from farklegen.pictures.picture import Picture
    from farklegen.solvers.progress import Progress
    from farklegen.store.matches import Report


def picture(
    rules: Reference,
    kind: str,
    *,
    progress: Progress | None = None,
    report: Report | None = None,
) -> Picture:
    """A picture of a ruleset, as data; `draw` makes a file of it.

    Args:
        rules: the rules.
        kind: what it shows: `regions`, `value`, `turn`, `win` or `length`.
        progress, report: as for `solve`.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
        UnsolvableError: if these rules have no such picture.
        ArgumentError: for a kind that does not exist.
    """
    from farklegen.pictures import makers
    from farklegen.pictures.kinds import check_kind

    arguments = Arguments()
    arguments.one_of("kind", kind, makers.MAKERS)
    study = study_of(arguments, rules, None, progress, report, what="a picture")
    check_kind(kind, study.ruleset)
    return makers.MAKERS[kind](study)


def pictures_together(
    rules: Sequence[Reference],
    kind: str,
    *,
    progress: Progress | None = None,
    report: Report | None = None,
) -> Picture:
    """One picture of several rulesets, as data: a line for each.

    Args:
        rules: the rules, two or more.
        kind: what it shows: `turn` or `length`.
        progress, report: as for `solve`.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        FileProblemError, RulesetError: if the rules cannot be read.
        FarklegenError: for a kind that shows one ruleset at a time.
        UnsolvableError: if one of them has no such picture.
    """
    from farklegen.pictures.kinds import check_kind
    from farklegen.pictures.makers import MAKERS
    from farklegen.pictures.together import together

    arguments = Arguments()
    rules = arguments.several("rules", rules, purpose=drawn_together())
    arguments.one_of("kind", kind, MAKERS)
    arguments.listeners(progress, report)
    arguments.check()
    found = [study_of(arguments, each, None, progress, report, what="a picture") for each in rules]
    for study in found:
        check_kind(kind, study.ruleset)
    return together(found, kind)


def sweep_picture(
    file: str | os.PathLike[str],
    *,
    x: str | None = None,
    y: str | None = None,
    by: str | None = None,
    only: Sequence[tuple[str, str]] = (),
) -> Picture:
    """A picture of the results of a sweep, as data; `draw` makes a file of it.

    Args:
        file: the CSV or Parquet file that a sweep wrote.
        x: the key along the axis; by default the first one that varies.
        y: the measure; by default the first one.
        by: the key that tells lines apart; by default the next one that varies.
        only: keys and the values, as text, that they are held to.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        FileProblemError: if the file cannot be read.
        SweepColumnError: for columns or values that it does not have; names everything wrong.
        UnsolvableError: if no ruleset has the measure.
    """
    from farklegen.pictures.sweep import sweep_picture as of_rows
    from farklegen.report.sweep_table import chosen
    from farklegen.sweeps.read_back import read_results

    arguments = Arguments()
    arguments.text("file", file, "the path of the file that a sweep wrote")
    for name, key in (("x", x), ("y", y), ("by", by)):
        arguments.text(name, key, "the name of a column, or None", optional=True)
    arguments.pairs("only", only)
    arguments.check()
    return of_rows(*chosen(read_results(os.fspath(file)), x, y, by, only))


def draw(picture: Picture, format: str = "svg", *, size: str = "page", dpi: int = 300) -> bytes:
    """The file of a picture; the same picture always makes the same bytes.

    Args:
        picture: from `picture` or `sweep_picture`.
        format: `svg`, `png` or `pdf`.
        size: `page` for the text width of an A4 page, `column` for one of its two columns.
        dpi: pixels to the inch of a PNG file.

    Raises:
        MissingPlotError: if matplotlib is not installed.
        ArgumentError: for a format or a size that does not exist, or too few or many pixels.
    """
    from farklegen.pictures import style
    from farklegen.pictures.file import FORMATS
    from farklegen.pictures.file import draw as drawn
    from farklegen.pictures.picture import Picture

    arguments = Arguments()
    arguments.instance("picture", picture, Picture, "farklegen.picture or sweep_picture")
    arguments.one_of("format", format, FORMATS)
    arguments.one_of("size", size, style.SIZES)
    dpi = arguments.number("dpi", dpi)
    arguments.check()
    return drawn(picture, format, size=size, dpi=dpi)
