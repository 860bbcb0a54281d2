"""Pictures of a ruleset and of a sweep."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from farklegen.api.loading import load
from farklegen.api.matches import length_of
from farklegen.api.players import frontier
from farklegen.solvers.arguments import Arguments, drawn_together

if TYPE_CHECKING:
    from farklegen.api.reference import Reference
    from farklegen.cards.analysis import Analysis
    from farklegen.cards.memory import Frontier
    from farklegen.pictures.picture import Picture
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.solvers.match.length import GameLength
    from farklegen.solvers.match.planes import BankRegions
    from farklegen.solvers.match.solution import MatchSolution
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
        kind: what it shows: `regions`, `value`, `turn`, `win`, `length` or `memory`.
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
    arguments.listeners(progress, report)
    arguments.check()
    loaded = load(rules)
    check_kind(kind, loaded.ruleset)
    return makers.MAKERS[kind](loaded, _PictureSources(progress, report))


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
        kind: what it shows: `turn`, `length` or `memory`.
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
    rulesets = [load(each) for each in rules]
    for loaded in rulesets:
        check_kind(kind, loaded.ruleset)
    return together(rulesets, kind, _PictureSources(progress, report))


class _PictureSources:
    """What pictures show: from the store, or worked out and kept there."""

    def __init__(self, progress: Progress | None, report: Report | None) -> None:
        self._progress = progress
        self._report = report

    def solution(self, loaded: LoadedRuleset) -> MatchSolution:
        """The match of two perfect players."""
        from farklegen.scoring.compile import compile_scoring
        from farklegen.store.solutions import solution

        tables = compile_scoring(loaded.ruleset)
        return solution(loaded, tables, progress=self._progress, report=self._report)

    def regions(self, solution: MatchSolution) -> BankRegions:
        """Where to bank, over both scores."""
        from farklegen.solvers.match.planes import bank_regions
        from farklegen.solvers.progress import silent

        return bank_regions(solution, self._progress or silent)

    def length(self, loaded: LoadedRuleset) -> GameLength:
        """How many turns a match takes."""
        return length_of(loaded, self.solution(loaded), None, self._progress, self._report)

    def frontier(self, analysis: Analysis) -> Frontier:
        """The best cards for every count of numbers."""
        return frontier(analysis, progress=self._progress, report=self._report)


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
    from farklegen.store.sweep_results import read_results

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
