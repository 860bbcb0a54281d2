"""Pictures of rulesets."""

from __future__ import annotations

from collections.abc import Sequence

from farklegen.api.loading import Reference, study_of
from farklegen.pages.build import build_page
from farklegen.pictures import style
from farklegen.pictures.file import FORMATS, Picture
from farklegen.pictures.file import draw as drawn
from farklegen.pictures.makers import MAKERS, check_kind
from farklegen.pictures.spreads import pictures_of_several
from farklegen.solvers.arguments import Arguments, drawn_together
from farklegen.solvers.progress import Progress, Report


def picture(
    rules: Reference,
    kind: str,
    *,
    progress: Progress | None = None,
    report: Report | None = None,
) -> Picture:
    """A picture of a ruleset, as data; `draw` makes a file of it.

    Args:
        kind: what it shows: `regions`, `value`, `turn`, `win` or `length`.
    """
    arguments = Arguments()
    arguments.one_of("kind", kind, MAKERS)
    study = study_of(arguments, rules, None, progress, report, what="a picture")
    check_kind(kind, study.ruleset)
    return MAKERS[kind](study)


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
    """
    arguments = Arguments()
    rules = arguments.several("rules", rules, purpose=drawn_together())
    arguments.one_of("kind", kind, MAKERS)
    arguments.listeners(progress, report)
    arguments.check()
    found = [study_of(arguments, each, None, progress, report, what="a picture") for each in rules]
    for study in found:
        check_kind(kind, study.ruleset)
    return pictures_of_several(found, kind)


def draw(picture: Picture, format: str = "svg", *, size: str = "page", dpi: int = 300) -> bytes:
    """The file of a picture.

    Args:
        picture: from `picture` or `pictures_together`.
        format: `svg`, `png` or `pdf`.
        size: `page` for the text width of an A4 page, `column` for one of its two columns.
        dpi: pixels to the inch of a PNG file.
    """
    arguments = Arguments()
    arguments.instance("picture", picture, Picture, "farklegen.picture")
    arguments.one_of("format", format, FORMATS)
    arguments.one_of("size", size, style.SIZES)
    dpi = arguments.number("dpi", dpi)
    arguments.check()
    return drawn(picture, format, size=size, dpi=dpi)


def page(
    rules: Reference,
    *,
    quick: bool = False,
    progress: Progress | None = None,
    report: Report | None = None,
) -> str:
    """One HTML file with the card, advice at the table, an explorer, the odds and a drill.

    What cannot be worked out is named on the page.

    Args:
        quick: leave the match out: card, odds and drill.
    """
    arguments = Arguments()
    arguments.truth("quick", quick)
    return build_page(study_of(arguments, rules, None, progress, report, mixed=True), quick=quick)
