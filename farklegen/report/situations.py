"""What to call the situations of the long run, in every report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.report.numbers import count
from farklegen.rules.words import dice_words as dice_words

if TYPE_CHECKING:
    from farklegen.solvers.process import Situation


def situation_words(situation: Situation, situations: int) -> str:
    """`after 1 farkle in a row, before the first bank`; empty where there is only one situation."""
    if situations == 1:
        return ""
    words = []
    if situation.streak_matters:
        words.append(
            f"after {count(situation.streak, 'farkle')} in a row"
            if situation.streak
            else "no farkle just before"
        )
    if not situation.on_board:
        words.append("before the first bank")
    elif situation.board_matters:
        words.append("once on the board")
    text = ", ".join(words)
    return text[:1].upper() + text[1:]
