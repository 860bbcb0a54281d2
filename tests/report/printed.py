"""The text of a card as `farklegen table` prints it, and who reads it."""

from __future__ import annotations

from farklegen.cards.ladder import Ladder, Rung
from farklegen.render.registry import Page
from farklegen.render.text import render
from farklegen.report.card import CardResult, screen_blocks
from farklegen.report.document import Document
from farklegen.report.screen import make_screen
from farklegen.study.study import Study
from tests.report.reading_player import ReadingPlayer

WIDTH, LINES = 84, 45
"""What a screen has room for."""


def printed(found: Study, rung: Rung, ladder: Ladder | None = None) -> str:
    """A card in full, with how good it is."""
    result = CardResult(found.analysis, ladder or found.points_ladder, rung)
    return render(result.document(), Page(width=WIDTH))


def reader_of(found: Study, rung: Rung, ladder: Ladder | None = None) -> ReadingPlayer:
    return ReadingPlayer(found.ruleset, printed(found, rung, ladder))


def several_reader(found: Study, rung: Rung, players: int) -> ReadingPlayer:
    """Who reads a card for more players."""
    screen = make_screen(found.analysis, rung, players)
    rest = CardResult(found.analysis, found.points_ladder, rung).document().blocks[-2:]
    title = f"{found.loaded.name}: {screen.game}"
    shown = Document("table", title, (*screen_blocks(screen), *rest))
    return ReadingPlayer(found.ruleset, render(shown, Page(width=WIDTH)))
