"""How a game stands, in words and as data, for every report about a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from farklegen.report.numbers import points
from farklegen.report.situations import dice_words
from farklegen.rules.endings import ending_of
from farklegen.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from farklegen.solvers.match.solution import SolvedTurn
    from farklegen.solvers.match.standing import Standing


def standing_words(ruleset: Ruleset, standing: Standing) -> str:
    """`3,000 to 4,000`, with what is special about the turn."""
    words = f"{points(standing.mine)} to {points(standing.theirs)}"
    if standing.rounds_left is not None and standing.rounds_left > 1:
        left = f", {standing.rounds_left} rounds left"
    else:
        left = "" if standing.rounds_left is None else ", the last round"
    reached = ruleset.goal is not None and standing.theirs >= ruleset.goal
    return f"{words}{left}, the last turn" if reached else f"{words}{left}"


def standing_facts(ruleset: Ruleset, standing: Standing) -> Iterator[tuple[str, str]]:
    """What else there is to say: only what these rules tell apart."""
    context = standing.context()
    goal = "" if ruleset.goal is None else f", goal {points(ruleset.goal)}"
    yield "Scores", f"{points(standing.mine)} to {points(standing.theirs)}{goal}"
    if standing.rounds_left is not None:
        yield "Rounds left", f"{standing.rounds_left} of {ruleset.rounds}, this one included"
    if ruleset.farkle.streak is not None and ruleset.farkle.penalty:
        yield (
            "Farkles in a row",
            f"{points(standing.my_farkles)} to {points(standing.their_farkles)}",
        )
    if ending_of(ruleset).tells_seats:
        yield "Moved", "first in this game" if standing.first else "second in this game"
    if ruleset.bank.opening_minimum > ruleset.bank.minimum:
        board = {True: "on the board", False: "not on the board"}
        yield "First bank", f"{board[context.on_board]}; opponent {board[context.their_on_board]}"
    if ruleset.bank.beat_previous:
        yield "To beat", points(standing.previous) if standing.previous else "nothing"
    if standing.inherit is not None:
        score, dice = standing.inherit
        yield "To take over", f"{points(score)} with {dice_words(dice)} to roll"


def standing_notes(ruleset: Ruleset, standing: Standing, hot_dice: int) -> Iterator[str]:
    """What the question said that makes no difference, and what it left out."""
    farkle, bonus = ruleset.farkle, ruleset.hot_dice_bonus
    if not standing.first and not ending_of(ruleset).tells_seats:
        yield "Who moved first makes no difference in these rules."
    if (standing.my_farkles or standing.their_farkles) and not farkle.penalty:
        yield "Farkles in a row make no difference in these rules: there is no penalty."
    off_board = standing.on_board is False or standing.their_on_board is False
    if off_board and ruleset.bank.opening_minimum == ruleset.bank.minimum:
        yield "Being off the board makes no difference in these rules."
    if hot_dice and (bonus is None or not bonus.step):
        yield "How many hot dice there were makes no difference in these rules."
    if ruleset.piggyback != "none" and standing.inherit is None:
        yield "There was nothing to take over; --inherit says what there is."


FELT = 1e-9
"""Relative effect of a floor from which on it is told."""


def floor_notes(turn: SolvedTurn) -> Iterator[str]:
    """What it does to these chances that scores were cut off."""
    if turn.floor is not None and turn.floor_effect > FELT:
        yield (
            f"Scores were cut off at {points(turn.floor)}, which these chances feel: by a part in "
            f"{points(round(1 / turn.floor_effect))}, about. A lower --floor lessens that."
        )


def floor_data(turn: SolvedTurn | None) -> dict[str, object]:
    """The same for JSON."""
    if turn is None:
        return {"floor": None, "floor_effect": None}
    return {"floor": turn.floor, "floor_effect": turn.floor_effect}


def standing_data(standing: Standing) -> dict[str, object]:
    """The standing for JSON."""
    context = standing.context()
    inherit = standing.inherit
    return {
        "mine": standing.mine,
        "theirs": standing.theirs,
        "my_farkles": standing.my_farkles,
        "their_farkles": standing.their_farkles,
        "first": standing.first,
        "rounds_left": standing.rounds_left,
        "on_board": context.on_board,
        "their_on_board": context.their_on_board,
        "previous": standing.previous,
        "inherit": None
        if inherit is None
        else {"turn_score": inherit.turn_score, "dice": inherit.dice},
    }
