"""Which turns of a match a picture shows, where the rules tell more apart than the two scores."""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.rules.endings import ending_of
from farklegen.rules.ruleset import Ruleset


def standing_sentences(ruleset: Ruleset) -> Iterator[str]:
    """What is taken for granted in a plane of both banked scores."""
    farkle, bonus = ruleset.farkle, ruleset.hot_dice_bonus
    if farkle.streak is not None and farkle.penalty:
        yield "Neither player has just farkled."
    if ruleset.bank.opening_minimum > ruleset.bank.minimum:
        yield "A player with a score is on the board, one without is not."
    if ending_of(ruleset).tells_seats:
        yield "The player to move has moved first in the game."
    if ruleset.rounds is not None:
        yield f"All {ruleset.rounds} rounds are left."
    if ruleset.bank.beat_previous:
        yield "There is nothing to beat."
    if ruleset.piggyback != "none":
        yield "There is nothing to take over."
    if bonus is not None and bonus.step:
        yield "No hot dice have paid a bonus in the turn."
    if farkle.streak is not None and farkle.penalty and farkle.lowest_score != 0:
        yield "Scores below zero are left out."
