"""A picture as the bytes of a file: heading, panels and note, one below the other.

The same picture always makes the same bytes: nothing depends on the time, on settings of the user
or on the machine. Planes of squares are pixels, all else is lines, and type is outlines or an
embedded font, so that it looks the same everywhere.
"""

from __future__ import annotations

import io
import logging
import warnings
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from farklegen.errors import FarklegenError, install
from farklegen.pictures import style
from farklegen.pictures.picture import Picture
from farklegen.render.clean import clean

if TYPE_CHECKING:
    from matplotlib.figure import Figure, SubFigure

FORMATS = ("svg", "png", "pdf")
"""Forms of a file, by suffix."""

PIXELS = 600
"""Pixels to the inch of what is drawn as pixels inside a file of lines."""

EDGE = 2.0
"""Millimetres round the picture."""

GAP = 1.0
"""Millimetres that are left between heading, panels and note."""

AMPLE = 3.0
"""Height in widths in which all panels can be laid out, to begin with."""

ROUNDED = 4
"""Decimals of places, as shares of the figure."""

FULL = 0.985
"""Share of the width that lines of type take at most: pixels round their letters up."""

FLAT = 0.56
"""Height of other panels, in widths."""


class MissingPlotError(FarklegenError):
    """The library that draws is not installed."""

    slug = "missing-extra"


def check_installed() -> None:
    """Find out early whether there is what draws.

    Raises:
        MissingPlotError: if not.
    """
    if find_spec("matplotlib") is None:
        raise MissingPlotError(
            f"pictures need matplotlib, which is not installed here: {install('matplotlib')}"
        )


def draw(picture: Picture, form: str, *, size: str = "page", dpi: int = 300) -> bytes:
    """Draw a picture.

    Args:
        picture: what to draw.
        form: one of `FORMATS`.
        size: one of `style.SIZES`.
        dpi: pixels to the inch of a PNG file.

    Raises:
        MissingPlotError: if matplotlib is not installed.
        ValueError: for a form or a size that does not exist.
    """
    if form not in FORMATS or size not in style.SIZES:
        raise ValueError(
            f"{form!r} is not one of {', '.join(FORMATS)}, "
            f"or {size!r} not one of {', '.join(style.SIZES)}"
        )
    check_installed()
    import matplotlib
    import matplotlib.style

    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with (
        warnings.catch_warnings(),
        matplotlib.style.context(style.SETTINGS, after_reset=True),
        matplotlib.rc_context({"svg.hashsalt": "farklegen"}),
    ):
        # a letter that the font has not is drawn as a box
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        file = io.BytesIO()
        _figure(picture, style.SIZES[size]).savefig(
            file,
            format=form,
            dpi=dpi if form == "png" else PIXELS,
            metadata=_metadata(picture, form),
        )
    data = file.getvalue()
    return _described(data, picture) if form == "svg" else data


def _figure(picture: Picture, width: float) -> Figure:
    """The whole, so many millimetres wide and as high as it needs to be: laid out once to see what
    is left for the panels, and once more."""
    from matplotlib.transforms import Bbox

    figure, part = _laid_out(picture, width, AMPLE * width)
    axes = figure.axes[0]
    square = axes.get_box_aspect() is not None
    for each in figure.axes:
        each.set_box_aspect(None)  # what squares leave empty would pass for room
    _lay_out(figure)
    scale = figure.dpi * style.MILLIMETRE
    box = axes.get_position(original=True).transformed(part.transSubfigure)
    across, along = box.width / scale, box.height / scale
    wanted = min(max(FLAT * across, style.LEAST), style.MOST)
    if square:
        wanted = min(across, style.SQUARE)
    grid = axes.get_gridspec()
    assert grid is not None
    height = round(AMPLE * width + grid.nrows * (wanted - along), 1)
    figure, part = _laid_out(picture, width, height)
    _lay_out(figure)
    # the layout differs by rounding errors from process to process, so it is kept rounded
    figure.set_layout_engine("none")
    for subfigure in figure.subfigs:
        box = subfigure.bbox_relative
        box.set_points(box.get_points().round(ROUNDED) + 0.0)  # no -0
    for each in figure.axes:
        each.set_position(Bbox(each.get_position(original=True).get_points().round(ROUNDED)))
    for text in part.texts:
        x, y = text.get_position()
        text.set_position((round(x, ROUNDED), round(y, ROUNDED)))
    return figure


def _lay_out(figure: Figure) -> None:
    """Find where everything goes, without drawing it."""
    engine = figure.get_layout_engine()
    assert engine is not None
    engine.execute(figure)


def _laid_out(picture: Picture, width: float, height: float) -> tuple[Figure, SubFigure]:
    """The figure with so many millimetres for its panels and all round them, and that part."""
    from matplotlib.figure import Figure

    room = (width - 2 * EDGE) * FULL
    title = style.wrapped(clean(picture.title), room, style.TITLE, bold=True)
    subtitle = style.wrapped(clean(picture.subtitle), room, style.TEXT)
    note = style.wrapped(clean(picture.note), room, style.SMALL)
    first = EDGE + _height(title, style.TITLE)
    above = first + _height(subtitle, style.TEXT) + GAP
    below = GAP + _height(note, style.SMALL) + EDGE
    whole = above + height + below
    figure = Figure((width * style.MILLIMETRE, whole * style.MILLIMETRE), layout="constrained")
    for text, down, size, weight in (
        (title, EDGE, style.TITLE, "bold"),
        (subtitle, first, style.TEXT, "normal"),
        (note, above + height + GAP, style.SMALL, "normal"),
    ):
        figure.text(
            EDGE / width, 1 - down / whole, text, fontsize=size, fontweight=weight, va="top",
            linespacing=style.LEADING / OWN_LEADING,
        )  # fmt: skip
    part: SubFigure = figure.subfigures(
        3, 3, hspace=0, wspace=0, squeeze=False,
        height_ratios=(above, height, below), width_ratios=(EDGE, width - 2 * EDGE, EDGE),
    )[1, 1]  # fmt: skip
    picture.plot.draw(part)
    return figure, part


OWN_LEADING = 1.164
"""Height of a line of DejaVu Sans as the library counts it, in sizes of type."""


def _height(lines: str, size: float) -> float:
    """Millimetres that lines of type take."""
    return len(lines.splitlines()) * size * style.LEADING * style.POINT


def _metadata(picture: Picture, form: str) -> dict[str, Any]:
    """Title and description in the words of the format, and no time."""
    title, alt = clean(picture.title), clean(picture.alt)
    if form == "svg":
        return {"Title": title, "Description": alt, "Creator": "farklegen", "Date": None}
    if form == "pdf":
        return {"Title": title, "Subject": alt, "Creator": "farklegen", "CreationDate": None}
    return {"Title": title, "Description": alt, "Software": "farklegen"}


def _described(data: bytes, picture: Picture) -> bytes:
    """An SVG file with its description where screen readers look for it."""
    text = data.decode("utf-8")
    alt = escape(clean(picture.alt))
    return text.replace("</title>", f"</title>\n <desc>{alt}</desc>", 1).encode("utf-8")
