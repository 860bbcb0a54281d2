"""`farklegen table` on paper: which format, which paper, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from farklegen.rules.loading import LoadedRuleset
from tests.cli.command import Result, Terminal, farklegen, process

RULES = """\
name: "<Tiny> & \\"small\\""
dice: 2
goal: 100
combinations: {1: 10, 5: 5, AA: 30}
"""


@pytest.fixture
def table(about: Any) -> Any:
    return about("table", "tiny.yaml", RULES)


def test_the_suffix_asks_for_the_card(table: Any) -> None:
    assert table("-o card.html") == Result(0, "", "")
    page = Path("card.html").read_text(encoding="utf-8")
    assert "<h1>&lt;Tiny&gt; &amp; &quot;small&quot;</h1>" in page
    assert "<h2>My turn</h2>" in page
    assert table("--format html").out == page


def test_pdf_goes_to_a_file_whole(table: Any) -> None:
    pytest.importorskip("typst")
    assert table("--quick -o card.pdf --paper letter") == Result(0, "", "")
    first = Path("card.pdf").read_bytes()
    assert first.startswith(b"%PDF-")
    table("--quick -o again.pdf --paper letter")
    assert Path("again.pdf").read_bytes() == first
    assert [path.name for path in Path().glob(".farklegen*")] == []


def test_the_full_table_is_a_report_and_no_card(table: Any) -> None:
    for options in ("--quick --numbers all", "--full"):
        page = table(f"{options} --format html").out
        assert "My turn" not in page
        assert "After every roll" in page
        assert page.count("<!DOCTYPE html>") == 1


@pytest.mark.parametrize(
    ("line", "name"), [("table basic --format pdf", "card.pdf"), ("page basic", "page.html")]
)
def test_a_file_for_paper_or_browsers_is_not_for_terminals(line: str, name: str) -> None:
    pytest.importorskip("pty")
    done = process(*line.split(), "--quick", stdout=Terminal().side)
    assert done.code == 2
    assert f"write it to a file: -o {name}" in done.err


LARGE = """\
goal: 10000
dice: 3
combinations: {1: 100, 5: 50}
farkle: {streak: 9, penalty: 1000, lowest_score: 0}
"""


def test_a_page_without_room_for_the_match_is_made_at_once_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "large.yaml").write_text(LARGE, encoding="utf-8")
    done = farklegen("page", "large.yaml", "-o", "large.html", cwd=tmp_path).without_waiting
    assert done.code == 0
    assert done.err.startswith("No advice at the table and no explorer on this page: the match has")
    assert done.err.count("\n") == 1
    assert "After every roll" in (tmp_path / "large.html").read_text(encoding="utf-8")


def test_all_pages_are_made_with_an_index_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [
        LoadedRuleset(api.load(text).ruleset, name, slug, slug, text)
        for name, slug, text in (
            ("Tiny <1>", "tiny", "dice: 2\ngoal: 300\ncombinations: {1: 100}\n"),
            ("Large", "large", LARGE),
        )
    ]
    monkeypatch.setattr(api, "rulesets", lambda: tuple(games))
    monkeypatch.setattr("farklegen.pages.build.DECISIONS", 50)  # quicker
    site = tmp_path / "new" / "site"
    done = farklegen("page", "--all", str(site), cwd=tmp_path).without_waiting
    assert (done.code, done.err) == (0, "")
    assert re.fullmatch(rf"Wrote 2 pages and {site}/index.html in [\d.]+ seconds\.\n", done.out)
    assert {each.name for each in site.iterdir()} == {"index.html", "tiny.html", "large.html"}
    index, tiny, large = (
        (site / f"{name}.html").read_text(encoding="utf-8") for name in ("index", "tiny", "large")
    )
    assert '<a href="tiny.html">Tiny &lt;1&gt;</a>: 2 dice, 300 points</li>' in index
    assert "Large</a>: 3 dice, 10,000 points; card, odds and drill only</li>" in index
    assert "Content-Security-Policy" in index
    assert "http" not in re.sub(r"http-equiv|data:\S+", "", index)
    assert "against a perfect player" in tiny
    assert "No advice at the table" in large
