"""How the game stands where a situation of a drill is from, in a cell of a table and in CSV: as
much as the rules tell apart, since the answer depends on it."""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.play.drill import Exercise
from farklegen.report.match_states import PLACES, board_words, match_state_words, of_players
from farklegen.report.numbers import count, points
from farklegen.rules.endings import ending_of
from farklegen.rules.ruleset import Ruleset

FIELDS = (
    "mine",
    "theirs",
    "my_farkles",
    "their_farkles",
    "first",
    "rounds_left",
    "on_board",
    "their_on_board",
    "previous",
    "hot_dice",
)
"""The same in CSV, by the names of JSON."""

ON_BOARD = {
    (True, True): "both",
    (True, False): "you",
    (False, True): "opponent",
    (False, False): "nobody",
}
"""Who has made a first bank: by whether the player to move has, and whether the opponent has."""


def state_header(ruleset: Ruleset, match: bool) -> str:
    """What the column is called; empty where there is nothing to tell.

    Args:
        ruleset: the rules.
        match: whether the situations are those of a match; by points there is no opponent.
    """
    bank, bonus = ruleset.bank, ruleset.hot_dice_bonus
    told = ruleset.farkle.streak_costs or bank.has_opening or (bonus is not None and bonus.step > 0)
    told |= match and (ending_of(ruleset).tells_seats or bank.beat_previous)
    return "how it stands" if told else "scores" if match else ""


def state_told(ruleset: Ruleset, match: bool, exercise: Exercise) -> str:
    """`1,050 to 2,100, 3 rounds left, moving second`; by points `no farkles, on the board`."""
    words = _of_match(ruleset, exercise) if match else _of_points(ruleset, exercise)
    hot = exercise.now.hot_dice
    return ", ".join([*words, *([f"hot dice {points(hot)} times"] if hot else [])])


def _of_match(ruleset: Ruleset, exercise: Exercise) -> Iterator[str]:
    state = exercise.match_state
    yield match_state_words(ruleset, state)
    if ending_of(ruleset).tells_seats:
        yield f"moving {PLACES[int(not state.first)]}"
    if ruleset.farkle.streak_costs:
        farkles = state.my_farkles, state.their_farkles
        yield f"farkles {of_players(farkles)}" if any(farkles) else "no farkles"
    if ruleset.bank.has_opening:
        context = state.context()
        yield f"{ON_BOARD[context.on_board, context.their_on_board]} on the board"
    if ruleset.bank.beat_previous:
        yield f"{points(state.previous) if state.previous else 'nothing'} to beat"


def _of_points(ruleset: Ruleset, exercise: Exercise) -> Iterator[str]:
    state = exercise.match_state
    if ruleset.farkle.streak_costs:
        yield count(state.my_farkles, "farkle") if state.my_farkles else "no farkles"
    if ruleset.bank.has_opening:
        yield board_words(bool(state.on_board))
