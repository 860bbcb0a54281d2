"""Pictures as files: of the right kind, with their text, the same every time."""

from __future__ import annotations

import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from farklegen.render.drawing import draw as drawing
from farklegen.render.drawing import style
from farklegen.render.drawing.draw import MissingPlotError, draw
from farklegen.render.drawing.shades import _across
from farklegen.report.pictures.picture import (
    Axis,
    Bars,
    Cells,
    Entry,
    Field,
    Key,
    Label,
    Line,
    Panel,
    Picture,
    Tick,
    Upright,
)

pytest.importorskip("matplotlib")


def axis(label: str) -> Axis:
    return Axis(label, 0.0, 2.0, (Tick(0.0, "0"), Tick(1.0, "1,000"), Tick(2.0, "2,000")))


LINES = Panel(
    axis("turn score"),
    axis("points"),
    (
        Bars(((0.0, 0.5, 1.0),)),
        Bars(((0.5, 1.0, 1.5),), strong=True),
        Line(((0.0, 1.0), (1.0, 2.0)), "one", ends=True),
        Line(((0.0, 0.0), (2.0, 1.0)), "two", style=1, marks=True),
        Line(((0.0, 0.0), (2.0, 1.0)), stepped=True),
        Label(1.0, 1.0, "here"),
        Upright(1.0, "average"),
    ),
    title="A panel",
    legend="lines",
)
PLANE = Panel(
    axis("own"),
    axis("theirs"),
    (Cells((0.0, 1.0), (0.0, 1.0), ((0, 1), (1, 0))),),
)
FIELD = Panel(
    axis("own"),
    axis("theirs"),
    (Field((0.0, 1.0), (0.0, 1.0), ((0.4, 0.9), (0.1, 0.6)), (Tick(0.5, "50%"),)),),
)
PICTURES = {
    "lines": Picture("value", "A <title> & more", "What it shows.", (LINES,), "A note.", "Alt."),
    "panels": Picture("value", "T", "S", (LINES, LINES, LINES), "N", "A", shared=True),
    "stacked": Picture("turn", "T", "S", (LINES, LINES), "N", "A", stacked=True),
    "plane": Picture(
        "regions", "T", "S", (PLANE,) * 5, "N", "A",
        key=Key("Shades", (Entry("dark", 0.0), Entry("never", None))), shared=True, square=True,
    ),
    "field": Picture("win", "T", "S", (FIELD,), "", "A", square=True),
}  # fmt: skip


@pytest.mark.parametrize("name", PICTURES)
def test_svg_is_well_formed_and_holds_its_text(name: str) -> None:
    picture = PICTURES[name]
    data = draw(picture, "svg")
    root = ET.fromstring(data)
    assert root.findtext("{*}title") == picture.title
    assert root.findtext("{*}desc") == picture.alt
    width = float((root.get("width") or "").removesuffix("pt"))
    assert width == pytest.approx(style.SIZES["page"] * 72 / 25.4)
    drawn = data.decode()
    for text in ("2,000", *(panel.title for panel in picture.panels if panel.title)):
        assert f"<!-- {text} -->" in drawn


@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_the_same_picture_makes_the_same_bytes(form: str) -> None:
    picture = replace(PICTURES["plane"], panels=(PLANE, PLANE))
    assert draw(picture, form) == draw(picture, form)


def test_png_has_the_width_that_was_asked_for() -> None:
    data = draw(PICTURES["lines"], "png", size="column", dpi=100)
    assert data.startswith(b"\x89PNG\r\n")
    width, _ = struct.unpack(">II", data[16:24])
    assert width == int(84 / 25.4 * 100)
    assert b"A <title> & more" in data


def test_pdf_embeds_its_font() -> None:
    data = draw(PICTURES["lines"], "pdf")
    assert data.startswith(b"%PDF-")
    assert b"DejaVuSans" in data
    assert b"CreationDate" not in data


def test_text_is_drawn_as_it_is(recwarn: pytest.WarningsRecorder) -> None:
    name = r"$5 \frac game$ 农历"
    data = draw(replace(PICTURES["lines"], title=name), "svg")
    assert name in data.decode()
    assert not recwarn.list


def test_labels_of_ticks_that_are_pulled_in_do_not_touch() -> None:
    axis = Axis("own", 0.0, 15.0, tuple(Tick(5.0 * n, f"{n},x00") for n in range(4)))
    panel = replace(PLANE, x=axis)
    drawn = draw(replace(PICTURES["plane"], panels=(panel,) * 4), "svg", size="column").decode()
    assert "<!-- 2,x00 -->" in drawn
    assert "<!-- 3,x00 -->" not in drawn


def test_a_label_without_room_goes_with_its_dot() -> None:
    def drawn(*labels: Label) -> bytes:
        panel = replace(LINES, marks=labels, legend=None)
        return draw(replace(PICTURES["lines"], panels=(panel,)), "svg")

    first, second = (Label(at, 1.0, "1,000 or more", "right", dot=True) for at in (1.0, 1.1))
    assert drawn(first, second) == drawn(first)
    assert drawn(first) != drawn(replace(first, dot=False))


def test_labels_of_contour_lines_stay_clear_of_the_edge() -> None:
    axis = tuple(float(n) for n in range(50))
    values = tuple(tuple(0.5 + (x - y) / 100 for x in axis) for y in axis)
    for level in (0.25, 0.5, 0.79, 0.97):
        places = list(_across(Field(axis, axis, values, (Tick(level, ""),))))
        assert len(places) == (level < 0.9)
        assert all(2 <= value <= 47 for place in places for value in place)


def test_type_is_large_enough_for_print() -> None:
    assert min(style.TITLE, style.TEXT, style.SMALL) >= 7
    assert len({(stroke.dashes, stroke.marker) for stroke in style.STROKES}) == 8


def test_long_text_stays_within_the_width() -> None:
    long = replace(PICTURES["lines"], title="W" * 90, note="many words " * 20)
    assert len(draw(long, "png", size="column", dpi=50)) > 0


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="'gif'"):
        draw(PICTURES["lines"], "gif")
    with pytest.raises(ValueError, match="'poster'"):
        draw(PICTURES["lines"], "svg", size="poster")


def test_without_the_library_there_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "find_spec", lambda _name: None)
    with pytest.raises(MissingPlotError, match=r"pip install matplotlib"):
        draw(PICTURES["lines"], "svg")


def test_pyplot_is_never_imported() -> None:
    code = (
        "import sys; from tests.render.test_drawing_files import PICTURES, draw; "
        "[draw(picture, 'svg') for picture in PICTURES.values()]; "
        "sys.exit('matplotlib.pyplot' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
