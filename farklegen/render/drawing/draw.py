"""A picture as the bytes of a file: heading, panels, key and note, one below the other.

The same picture always makes the same bytes: nothing depends on the time, on settings of the user
or on the machine. Planes of squares are pixels, all else is lines, and type is outlines or an
embedded font, so that it looks the same everywhere.
"""

from __future__ import annotations

import io
import logging
import warnings
from importlib.util import find_spec
from math import ceil
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from farklegen.errors import FarklegenError, install
from farklegen.render.clean import clean
from farklegen.render.drawing import style
from farklegen.render.drawing.panels import draw_panels, plan_panels
from farklegen.render.drawing.type import height_of, length_of, text_at, wrapped
from farklegen.report.pictures.picture import Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.legend import Legend

FORMATS = ("svg", "png", "pdf")
"""Forms of a file, by suffix."""

PIXELS = 600
"""Pixels to the inch of what is drawn as pixels inside a file of lines."""

EDGE = 2.0
"""Millimetres round the picture."""

GAP = 1.6
"""Millimetres between heading, panels, key and note."""


FULL = 0.985
"""Share of the width that lines of type take at most: pixels round their letters up."""


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

    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with warnings.catch_warnings(), matplotlib.rc_context():
        # a letter that the font has not is drawn as a box
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        own: Any = matplotlib.rcParams
        own.update(style.settings())
        figure = _figure(picture, style.SIZES[size])
        file = io.BytesIO()
        figure.savefig(
            file,
            format=form,
            dpi=dpi if form == "png" else PIXELS,
            metadata=_metadata(picture, form),
        )
    data = file.getvalue()
    return _described(data, picture) if form == "svg" else data


def _figure(picture: Picture, width: float) -> Figure:
    """The whole, so many millimetres wide and as high as it needs to be."""
    from matplotlib.figure import Figure

    inner = width - 2 * EDGE
    figure = Figure(figsize=(width * style.MILLIMETRE, width * style.MILLIMETRE))
    room = inner * FULL
    title = wrapped(clean(picture.title), room, style.TITLE, bold=True)
    subtitle = wrapped(clean(picture.subtitle), room, style.TEXT)
    note = wrapped(clean(picture.note), room, style.SMALL)
    key = _key(figure, picture, inner)
    above = height_of(title, style.TITLE) + height_of(subtitle, style.TEXT) + GAP
    below = height_of(note, style.SMALL) + (GAP if note else 0.0)
    if key is not None:
        below += _legend_height(figure, key) + GAP
    plan = plan_panels(picture, inner)
    height = EDGE + above + plan.height + below + EDGE
    figure.set_size_inches(width * style.MILLIMETRE, height * style.MILLIMETRE)

    left = EDGE / width
    top = 1 - EDGE / height
    text_at(figure, left, top, title, style.TITLE, "bold")
    text_at(figure, left, top - height_of(title, style.TITLE) / height, subtitle, style.TEXT)
    text_at(figure, left, (EDGE + height_of(note, style.SMALL)) / height, note, style.SMALL)
    if key is not None:
        key.set_bbox_to_anchor((left, (EDGE + below - GAP) / height), figure.transFigure)
    draw_panels(figure, picture, plan, EDGE, EDGE + below)
    return figure


def _key(figure: Figure, picture: Picture, inner: float) -> Legend | None:
    """The key as a legend of patches, in as many columns as there is room for."""
    if picture.key is None:
        return None
    from matplotlib import colormaps
    from matplotlib.patches import Patch

    shades = colormaps[style.SHADES]
    patches = [
        Patch(
            facecolor=shades(entry.shade) if entry.shade is not None else "white",
            edgecolor="#8c8c8c",
            linewidth=0.4,
            hatch="//////" if entry.shade is None else None,
            label=entry.text,
        )
        for entry in picture.key.entries
    ]
    widest = max(length_of(entry.text, style.SMALL) for entry in picture.key.entries)
    each = widest + style.SMALL * (2.0 + 0.6 + 1.6) * style.POINT
    columns = max(1, min(len(patches), int(inner / each)))
    columns = ceil(len(patches) / ceil(len(patches) / columns))
    return figure.legend(
        handles=patches,
        title=picture.key.title,
        title_fontsize=style.TEXT,
        alignment="left",
        loc="upper left",
        bbox_to_anchor=(0.0, 1.0),
        ncols=columns,
        frameon=False,
        borderpad=0.0,
        borderaxespad=0.0,
        handlelength=2.0,
        handleheight=1.0,
        handletextpad=0.6,
        columnspacing=1.6,
    )


def _legend_height(figure: Figure, legend: Legend) -> float:
    """Millimetres."""
    figure.draw_without_rendering()
    return float(legend.get_window_extent().height) / figure.dpi / style.MILLIMETRE


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
