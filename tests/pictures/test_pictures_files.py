"""Pictures as files: of the right kind, with their text, the same every time."""

from __future__ import annotations

import struct
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations

import matplotlib.style
import numpy as np
import pytest
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.text import Text

from farklegen.pictures import file as drawing
from farklegen.pictures import style
from farklegen.pictures.file import MissingPlotError, draw
from farklegen.pictures.length import Length
from farklegen.pictures.picture import Picture, Plot
from farklegen.pictures.regions import Regions
from farklegen.pictures.together import TogetherPicture
from farklegen.pictures.turn import TurnPicture
from farklegen.pictures.value import Value, ValueLine
from farklegen.pictures.win import Win
from farklegen.solvers.match.planes import ChancePlane

pytest.importorskip("matplotlib")

SCORES = tuple(range(0, 2050, 50))
SLOPE = np.array([[0.5 + (mine - theirs) / 4200 for theirs in SCORES] for mine in SCORES])
NUMBERS = np.full((5, 41, 41), 1)
NUMBERS[0, -1, -1] = 2  # where one never banks
LINES = (
    ValueLine(2, "2 dice: 1,000+", ((0.0, 80.0), (1000.0, 0.0)), ends=True),
    ValueLine(1, "1 die: 500+", ((100.0, -20.0), (500.0, 0.0)), ends=True),
)
STEPS = ((0.0, 1.0), (100.0, 0.6), (2000.0, 0.1))
PLOTS: dict[str, Plot] = {
    "regions": Regions(SCORES, NUMBERS, ("50", "100+"), 2000),
    "value": Value((("Alone", LINES),), 1150),
    "situations": Value(tuple((f"Situation {n}", LINES) for n in range(5)), 1150),
    "turn": TurnPicture({-100: 0.1, 0: 0.3, 50: 0.6}, 50, 40.0, STEPS, ((50, 0.6), (100, 0.1))),
    "win": Win(ChancePlane(SCORES, SLOPE, 0.5), 2000),
    "length": Length({3: 0.5, 4: 0.5}, 1, ((0.05, 3), (0.95, 4))),
    "together": TogetherPicture((("one", STEPS), ("two", STEPS)), "x", "y", "Rules"),
}  # fmt: skip
TEXTS = {
    "regions": ("5 dice", "1 die", "own banked score", "100+", "never short of the goal"),
    "value": ("Alone", "turn score", "2 dice: 1,000+", "Dice to roll, and where to bank"),
    "situations": ("Situation 0", "Situation 4", "1 die: 500+"),
    "turn": ("average 40.00", "30.0%", "50 or more: 60%", "At least so many points"),
    "win": ("50%", "opponent's banked score", "2,000"),
    "length": ("5%: 3", "95%: 4", "share of all games"),
    "together": ("one", "two", "Rules", "20%"),
}
"""Some of what can be read in each."""


def picture(name: str = "value") -> Picture:
    return Picture("value", "A <title> & more", "What it shows.", PLOTS[name], "A note.", "Alt.")


@pytest.mark.parametrize(
    ("name", "size"),
    [("value", "column"), ("win", "column"), ("turn", "page")],
)
def test_svg_is_well_formed_and_holds_its_text(
    name: str, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)  # importing it fails
    drawn = draw(picture(name), "svg", size=size)
    root = ET.fromstring(drawn)
    assert root.findtext("{*}title") == "A <title> & more"
    assert root.findtext("{*}desc") == "Alt."
    width = float((root.get("width") or "").removesuffix("pt"))
    assert width == pytest.approx(style.SIZES[size] * 72 / 25.4)
    for text in ("What it shows.", "A note."):
        assert f"<!-- {text} -->" in drawn.decode()


CODE = """
import hashlib
from tests.pictures.test_pictures_files import PLOTS, draw, picture
for name in PLOTS:
    for form in ("svg", "png", "pdf") if name == "regions" else ("svg",):
        print(name, form, hashlib.sha256(draw(picture(name), form)).hexdigest())
"""


def test_png_has_the_width_that_was_asked_for() -> None:
    data = draw(picture(), "png", size="column", dpi=100)
    assert data.startswith(b"\x89PNG\r\n")
    width, _ = struct.unpack(">II", data[16:24])
    assert width == int(84 / 25.4 * 100)
    assert b"A <title> & more" in data


def test_pdf_embeds_its_font() -> None:
    data = draw(picture(), "pdf")
    assert data.startswith(b"%PDF-")
    assert b"DejaVuSans" in data
    assert b"CreationDate" not in data


def test_text_is_drawn_as_it_is(recwarn: pytest.WarningsRecorder) -> None:
    name = r"$5 \frac game$ 农历"
    data = draw(replace(picture(), title=name), "svg")
    assert name in data.decode()
    assert not recwarn.list


@pytest.mark.parametrize(
    "size",
    ["column", pytest.param("page", marks=pytest.mark.slow)],  # there is more room
)
@pytest.mark.parametrize("name", PLOTS)
def test_texts_are_there_within_the_edges_and_clear_of_each_other(
    name: str, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes = {}
    drawing_text = Text.draw

    def recording(text: Text, renderer: RendererBase) -> None:
        if text.get_text() and text.get_visible():
            boxes[text] = text.get_window_extent(renderer)
        drawing_text(text, renderer)

    figure = laid_out(name, size)
    monkeypatch.setattr(Text, "draw", recording)
    with matplotlib.style.context(style.SETTINGS, after_reset=True):
        figure.draw_without_rendering()
    assert {*TEXTS[name]} <= {text.get_text() for text in boxes}
    whole = figure.bbox.padded(1)
    for text, box in boxes.items():
        assert whole.containsx(box.x0), text
        assert whole.containsx(box.x1), text
        assert whole.containsy(box.y0), text
        assert whole.containsy(box.y1), text
    for (one, here), (other, there) in combinations(boxes.items(), 2):
        # contour labels stand aslant, so their boxes may touch
        slant = one.get_rotation() % 90 and other.get_rotation() % 90
        assert slant or not here.shrunk(0.9, 0.7).overlaps(there.shrunk(0.9, 0.7)), (one, other)


def laid_out(name: str, size: str) -> Figure:
    with matplotlib.style.context(style.SETTINGS, after_reset=True):
        return drawing._figure(picture(name), style.SIZES[size])


@pytest.mark.parametrize("size", style.SIZES)
def test_panels_of_squares_are_square(size: str) -> None:
    figure = laid_out("regions", size)
    figure.draw_without_rendering()
    boxes = [axes.get_window_extent() for axes in figure.axes]
    assert len(boxes) == 5
    assert all(box.width == pytest.approx(box.height) for box in boxes)
    assert sum(box.width for box in boxes[: 3 if size == "page" else 2]) > 0.64 * (
        style.SIZES[size] / 25.4 * 100
    )


def test_type_is_large_enough_for_print() -> None:
    assert min(style.TITLE, style.TEXT, style.SMALL) >= 7
    assert len({(str(stroke["linestyle"]), stroke["marker"]) for stroke in style.STROKES}) == 8


def test_long_text_stays_within_the_width() -> None:
    long = replace(picture(), title="W" * 90, note="many words " * 20)
    assert len(draw(long, "png", size="column", dpi=50)) > 0


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="'gif'"):
        draw(picture(), "gif")
    with pytest.raises(ValueError, match="'poster'"):
        draw(picture(), "svg", size="poster")


def test_without_the_library_there_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "find_spec", lambda _name: None)
    with pytest.raises(MissingPlotError, match=r"pip install matplotlib"):
        draw(picture(), "svg")


def test_pyplot_is_never_imported() -> None:
    """Neither here nor by any other test that this process has run."""
    draw(picture("turn"), "png", dpi=50)
    assert "matplotlib.pyplot" not in sys.modules
