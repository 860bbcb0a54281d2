"""Documents as Markdown, CSV and JSON."""

import csv
import io
import json
from typing import Any

import pytest

from farklegen.errors import FarklegenError
from farklegen.render import csv as csv_output
from farklegen.render import json as json_output
from farklegen.render.registry import OUTPUTS, Page, output_for_suffix
from farklegen.report.document import Column, Document, Facts, Paragraph, Table, Verbatim
from tests.render.golden import matches_golden
from tests.render.sample import DOCUMENT


@pytest.mark.parametrize("name", ["markdown", "csv", "json"])
def test_outputs_for_files(name: str) -> None:
    matches_golden(f"sample{OUTPUTS[name].suffixes[0]}", OUTPUTS[name].render(DOCUMENT))


def markdown(*blocks: Any) -> str:
    return OUTPUTS["markdown"].render(Document("x", "", blocks))


def test_markdown_text_means_itself() -> None:
    assert markdown(Paragraph("a*b*_c_ [d](e) <f> `g` | h_i ~~j~~ \\")) == (
        "a\\*b\\*\\_c\\_ \\[d\\](e) \\<f> \\`g\\` \\| h_i \\~\\~j\\~\\~ \\\\\n"
    )
    assert markdown(Paragraph("# no heading")) == "\\# no heading\n"
    assert markdown(Paragraph(">99.99%")) == "\\>99.99%\n"
    assert markdown(Paragraph("1. no list")) == "1\\. no list\n"
    assert markdown(Paragraph("- no list")) == "\\- no list\n"
    assert markdown(Facts((("a", "<0.01%"),))) == "- a: \\<0.01%\n"


def test_markdown_cells_escape_pipes_and_line_breaks() -> None:
    assert markdown(Table((Column("x|y", "right"),), (("a|b\nc",),))) == (
        "| x\\|y |\n| --: |\n| a\\|b c |\n"
    )


def test_a_markdown_fence_is_longer_than_any_inside() -> None:
    assert markdown(Verbatim(("````", "x"), "yaml")) == "`````yaml\n````\nx\n`````\n"


def test_csv_is_read_back_as_it_was() -> None:
    text = OUTPUTS["csv"].render(DOCUMENT)
    assert "\r" not in text
    assert list(csv.DictReader(io.StringIO(text))) == [
        {"name": "basic", "points": "1000", "share": "0.1", "valid": "true"},
        {"name": 'with "quotes", comma', "points": "", "share": "1e-17", "valid": "false"},
    ]


def test_a_document_without_rows_has_no_csv_and_says_what_to_use() -> None:
    with pytest.raises(FarklegenError, match="use --format json"):
        csv_output.render(Document("check", "", ()), Page())


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_json_refuses_numbers_that_it_does_not_have(number: float) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        json_output.render(Document("x", "", (), {"value": number}), Page())


def test_json_takes_numpy_values_and_refuses_the_unknown() -> None:
    import numpy as np

    text = json_output.dump({"a": np.float64(0.1), "b": np.int64(3), "c": np.arange(3)})
    assert json.loads(text) == {"a": 0.1, "b": 3, "c": [0, 1, 2]}
    with pytest.raises(TypeError, match="cannot be written as JSON"):
        json_output.dump({"a": object()})


def test_json_keeps_every_digit_and_short_lists_on_a_line() -> None:
    data = {"values": [0.1 + 0.2, 1e-300], "empty": [], "long": list(range(60))}
    text = json_output.dump(data)
    assert json.loads(text) == data
    assert '\n  "values": [0.30000000000000004, 1e-300],\n  "empty": [],\n' in text
    assert max(map(len, text.splitlines())) <= json_output.WIDTH


def test_file_names_ask_for_an_output() -> None:
    names = {s: o.name for s in (".md", ".CSV", ".json", ".txt") if (o := output_for_suffix(s))}
    assert names == {".md": "markdown", ".CSV": "csv", ".json": "json", ".txt": "text"}
    assert output_for_suffix(".yaml") is None
