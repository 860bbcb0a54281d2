"""What to call the situations of the long run, in every report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from farklegen.rules.words import listed, upper_first
from farklegen.solvers.process import Situation


def situation_words(situation: Situation, situations: int) -> str:
    """`after 1 farkle in a row, before the first bank`; empty where there is only one situation."""
    if situations == 1:
        return ""
    words = [*_after_words({situation.streak})] if situation.streak_matters else []
    if not situation.on_board:
        words.append("before the first bank")
    elif situation.board_matters:
        words.append("once on the board")
    text = ", ".join(words)
    return upper_first(text)


def situations_words(told: Sequence[Situation], every: Sequence[Situation]) -> str:
    """The same for some of all situations: `after 1 farkle in a row, and before the first bank`."""
    streaks = {situation.streak for situation in every}
    on, off = ({s.streak for s in told if s.on_board == board} for board in (True, False))
    parts: list[str] = []

    def add(some: set[int], board: str) -> None:
        after = _after_words(some) if len(streaks) > 1 else [""] * len(some)
        parts.extend(", ".join(filter(None, (words, board))) for words in after)

    if all(situation.on_board for situation in every):
        add(on, "")
    elif off == streaks:
        add(on, "")
        parts.append("before the first bank")
    else:
        add(on & off, "")
        add(on - off, "once on the board")
        add(off - on, "before the first bank")
    text = ", and ".join(parts)
    return upper_first(text)


def _after_words(streaks: set[int]) -> Iterator[str]:
    if 0 in streaks:
        yield "no farkle just before"
    if some := sorted(streaks - {0}):
        noun = "farkle" if some == [1] else "farkles"
        yield f"after {listed([str(streak) for streak in some], 'or')} {noun} in a row"
