"""A picture: its words, and the numbers that it shows, which draw themselves on matplotlib's axes.

Making one needs no matplotlib; `file.draw` does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from farklegen.results import Shown

if TYPE_CHECKING:
    from matplotlib.figure import SubFigure


class Plot(Protocol):
    """The numbers of a picture, in the units that its axes name."""

    def draw(self, figure: SubFigure, *, page: bool) -> None:
        """Draw the panels on an empty part of a figure, as wide as a page or as a column of it."""

    def height(self, width: float, *, page: bool) -> float:
        """Millimetres that the panels and their legend need at a width in millimetres."""


@dataclass(frozen=True, eq=False, repr=False)
class Picture(Shown):
    """One picture.

    Attributes:
        kind: what it shows, as the command line names it.
        title: says the ruleset's name.
        subtitle: what the picture shows, in a sentence or two.
        plot: the numbers; each kind has its own class for them.
        note: below the panels: the most important numbers, what is left out.
    """

    kind: str
    title: str
    subtitle: str
    plot: Plot
    note: str
