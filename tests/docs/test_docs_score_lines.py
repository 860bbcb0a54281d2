"""The cards with lines by both scores, as the page and their files have them, win what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from farklegen.cards.lines import SCORES
from farklegen.policies.recipe import BankRule, Recipe
from farklegen.policies.reference import parse
from tests.docs.pages import DOCS, read, report, rows

PAGE = DOCS / "score-lines.md"
FILES = sorted(
    (DOCS / "examples").glob("basic-*.yaml"), key=lambda path: int(re.sub(r"\D", "", path.stem))
)
HEADER = ("numbers", "wins", "loses", "lines", "command")


def said(path: Path) -> float:
    """What a file says that it wins, percent."""
    found = re.search(r"it wins ([0-9.]+)% against perfect play", read(path))
    assert found is not None
    return float(found[1])


def numbers(recipe: Recipe) -> int:
    """The numbers to remember, counted in the file itself."""
    assert isinstance(recipe.bank, BankRule)
    turn_scores = {score for score in recipe.bank.by_dice.values() if 0 < score < 10_000}
    scores, leads, amounts = set[int](), set[int](), set[int]()
    for line in recipe.by_scores:
        for key, points in line.asked._asdict().items():
            if points is not None:
                (scores if key in SCORES else leads).add(points)
        amounts |= {abs(line.counted_less)} - {0}
    return len(turn_scores) + len(scores) + len(leads) + len(amounts)


def test_the_table_has_every_file_with_its_figure() -> None:
    found = rows(PAGE, *HEADER)
    assert len(found) == len(FILES)
    for path, (many, won, lost, lines, command) in zip(FILES, found, strict=True):
        recipe = parse(str(path))
        assert path.stem == f"basic-{many}"
        assert numbers(recipe) == int(many)
        assert len(recipe.by_scores) == int(lines)
        assert won == f"{said(path):.4f}%"
        assert lost == f"{50 - said(path):.4f}%"
        assert command == f"`farklegen duel basic --me docs/examples/{path.name}`"


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_card_wins_what_its_file_says(path: Path) -> None:
    won = report("duel", "basic", "--me", str(path), "--opponent", "optimal")
    assert 100 * won["average"] == pytest.approx(said(path), abs=6e-7)
