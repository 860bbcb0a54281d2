"""Pictures as files: of the right kind, with their text."""

from __future__ import annotations

import struct
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from farklegen.pictures import file as drawing
from farklegen.pictures import style
from farklegen.pictures.file import MissingPlotError, Picture, Plot, draw
from farklegen.pictures.planes import Regions, Win
from farklegen.pictures.spreads import Length, TogetherPicture, TurnPicture
from farklegen.pictures.value import Value, ValueLine
from farklegen.solvers.match.planes import ChancePlane

pytest.importorskip("matplotlib")

TITLE = r"A <title> & $5 \frac game$ 农历"
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
    "turn": ("At least these points", "share of all turns"),
    "win": ("50%", "opponent's banked score", "2,000"),
    "length": ("turns, both players' together", "share of all games"),
    "together": ("one", "two", "Rules", "20%"),
}
"""Some of what can be read in each."""


def picture(name: str = "value") -> Picture:
    return Picture("value", TITLE, "What it shows.", PLOTS[name], "A note.")


@pytest.mark.parametrize("name", PLOTS)
def test_svg_is_well_formed_and_holds_its_text(name: str) -> None:
    size = "column" if name in ("value", "win") else "page"
    drawn = draw(picture(name), "svg", size=size)
    root = ET.fromstring(drawn)
    assert root.findtext(".//{*}title") == TITLE
    width = float((root.get("width") or "").removesuffix("pt"))
    assert width == pytest.approx(style.SIZES[size] * 72 / 25.4)
    for text in ("What it shows.", "A note.", *TEXTS[name]):
        assert f"<!-- {text} -->" in drawn.decode()
    assert "matplotlib.pyplot" not in sys.modules


def test_png_has_the_width_that_was_asked_for() -> None:
    data = draw(picture(), "png", size="column", dpi=100)
    assert data.startswith(b"\x89PNG\r\n")
    width, _ = struct.unpack(">II", data[16:24])
    assert width == int(84 / 25.4 * 100)


def test_pdf_embeds_its_font() -> None:
    data = draw(picture(), "pdf")
    assert data.startswith(b"%PDF-")
    assert b"DejaVuSans" in data
    assert b"CreationDate" not in data


def test_type_is_large_enough_for_print() -> None:
    assert min(style.TITLE, style.TEXT, style.SMALL) >= 7
    assert len({(str(stroke["linestyle"]), stroke["marker"]) for stroke in style.STROKES}) == 8


def test_without_the_library_there_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "find_spec", lambda _name: None)
    with pytest.raises(MissingPlotError, match=r"pip install matplotlib"):
        draw(picture(), "svg")
