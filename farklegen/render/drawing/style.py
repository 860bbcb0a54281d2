"""How pictures look: sizes in print, type, lines and shades.

Made to be read at the size it is printed in: no type below 7 points, lines that differ in dashes
and marks and not by colour alone, and shades from a colour map whose lightness rises steadily, so
that they keep their order in grey and for the colour-blind.
"""

from __future__ import annotations

from typing import Any, NamedTuple

MILLIMETRE = 1 / 25.4
"""Inches."""

SIZES: dict[str, float] = {"page": 170.0, "column": 84.0}
"""Width of the picture in millimetres by name: the text of an A4 page, or one of two columns."""

POINT = 25.4 / 72
"""Millimetres."""

TITLE, TEXT, SMALL = 10.0, 8.0, 7.0
"""Sizes of type in points."""

LEADING = 1.25
"""Height of a line of type, in sizes of type."""

INK, PALE, MAIN, STRONG = "#1a1a1a", "#d9d9d9", "#5b7ea8", "#1a1a1a"
"""Colours of text and lines, of grid lines, of bars, and of bars that stand out."""

SHADES = "viridis"
"""Colour map: steady in lightness, so that shades keep their order in grey and to the colour-blind,
and with more different hues than others that are."""

FIELD_FROM = 0.35
"""Where on the colour map a `Field` begins: darker shades would swallow its contour lines."""


class Stroke(NamedTuple):
    """How a line is drawn."""

    colour: str
    dashes: tuple[float, ...]
    marker: str


END = 5.0
"""Points across the mark at the end of a line."""

STROKES = (
    Stroke("#000000", (), "o"),
    Stroke("#0072b2", (5, 1.5), "s"),
    Stroke("#d55e00", (1.2, 1.2), "^"),
    Stroke("#007a58", (7, 1.5, 1.2, 1.5), "D"),
    Stroke("#a0508a", (3, 1.5), "v"),
    Stroke("#444444", (), "P"),
    Stroke("#8a6a00", (9, 2), "X"),
    Stroke("#3a8fc4", (1, 2.5), "*"),
)
"""Lines 0 to 7: different in colour, dashes and marks."""


def settings() -> dict[str, Any]:
    """All settings of matplotlib, so that nobody's own file of settings changes a picture."""
    import matplotlib

    ours = {
        "font.family": ["DejaVu Sans"],
        "font.size": TEXT,
        "axes.titlesize": TEXT,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.titlepad": 3.0,
        "axes.labelsize": TEXT,
        "axes.labelpad": 3.0,
        "axes.linewidth": 0.6,
        "axes.edgecolor": INK,
        "axes.labelcolor": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "text.color": INK,
        "text.parse_math": False,
        "text.hinting": "none",
        "xtick.labelsize": SMALL,
        "ytick.labelsize": SMALL,
        "xtick.color": INK,
        "ytick.color": INK,
        "xtick.major.size": 2.5,
        "ytick.major.size": 2.5,
        "xtick.major.width": 0.6,
        "ytick.major.width": 0.6,
        "legend.fontsize": SMALL,
        "legend.framealpha": 0.9,
        "legend.edgecolor": "none",
        "legend.borderpad": 0.3,
        "legend.handlelength": 3.2,
        "legend.labelspacing": 0.35,
        "lines.linewidth": 1.2,
        "lines.markersize": 3.6,
        "hatch.linewidth": 0.35,
        "hatch.color": "#8c8c8c",
        "svg.fonttype": "path",
        "svg.hashsalt": "farklegen",
        "pdf.fonttype": 42,
        "path.simplify": False,
    }
    defaults: Any = matplotlib.rcParamsDefault
    usual = {
        name: value
        for name, value in defaults.items()
        if not name.startswith(("backend", "interactive", "toolbar", "timezone", "webagg", "tk."))
    }
    return {**usual, **ours}
