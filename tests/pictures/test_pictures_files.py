"""Pictures as files: of the right kind, with their text."""

from __future__ import annotations

import struct
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from farklegen import api, errors
from farklegen.pictures import WIDTH, Picture, draw
from tests.pictures.small import STREAKS, TINY, study
from tests.solvers.each_rule import cases

pytest.importorskip("matplotlib")

TITLE = r"A <title> & $5 \frac game$ 农历"
TEXTS = {
    "regions": ("2 dice", "1 die", "own banked score", "250", "bank from a turn score of"),
    "value": ("turn score", "2 dice: 150+", "Dice to roll, and where to bank"),
    "situations": ("No farkle just before, once on the board", "2 dice: 150+"),
    "turn": ("At least this many", "share of all turns"),
    "win": ("50%", "opponent's banked score", "800"),
    "length": ("turns, both players' together", "share of all games"),
    "together": ("points of the turn", "Rules, and points per turn", "20%"),
}
"""Some of what can be read in each."""


def picture(name: str = "value") -> Picture:
    def made() -> Picture:
        if name == "together":
            return api.picture([study(TINY), study(STREAKS)], "turn")
        if name == "situations":
            return api.picture(study(STREAKS), "value")
        return api.picture(study(TINY), name)

    return replace(made(), title=TITLE, caption="What it shows.")


@pytest.mark.parametrize("name", cases(TEXTS, slow={*TEXTS} - {"turn", "value"}))
def test_svg_is_well_formed_and_holds_its_text(name: str) -> None:
    drawn = draw(picture(name), "svg")
    root = ET.fromstring(drawn)
    assert root.findtext(".//{*}title") == TITLE
    width = float((root.get("width") or "").removesuffix("pt"))
    assert width == pytest.approx(WIDTH * 72 / 25.4)
    for text in ("What it shows.", *TEXTS[name]):
        assert f"<!-- {text} -->" in drawn.decode()
    assert "matplotlib.pyplot" not in sys.modules


def test_png_has_the_pixels_that_were_asked_for() -> None:
    data = draw(picture(), "png", dpi=100)
    assert data.startswith(b"\x89PNG\r\n")
    width, _ = struct.unpack(">II", data[16:24])
    assert width == int(WIDTH / 25.4 * 100)


def test_pdf_embeds_its_font() -> None:
    data = draw(picture(), "pdf")
    assert data.startswith(b"%PDF-")
    assert b"DejaVuSans" in data


def test_without_the_library_there_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "find_spec", lambda _name: None)
    said = (
        "pictures need matplotlib, which is not installed here. Install it: .*pip install matplot"
    )
    with pytest.raises(errors.FarklegenError, match=said):
        draw(picture(), "svg")
