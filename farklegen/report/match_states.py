"""How a game stands, in words and as data, for every report about a match."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from farklegen.errors import named
from farklegen.report import document as doc
from farklegen.report.numbers import count, decimals_known, percent, points
from farklegen.rules.bringing import dice_in_words
from farklegen.rules.endings import ending_of
from farklegen.rules.hands import Hands
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words, listed
from farklegen.solvers.choices import TurnState
from farklegen.solvers.match.game_state import GameState, Taken
from farklegen.solvers.multiplayer import PLACES
from farklegen.solvers.rounds import RoundsTotal


def of_players(numbers: Sequence[int]) -> str:
    """`you 3,000, they 4,000 and 500`: the player to move, then the others."""
    return f"you {points(numbers[0])}, they {listed([points(number) for number in numbers[1:]])}"


@dataclass(frozen=True)
class ShownStanding:
    """How a match stands.

    Attributes:
        ruleset: the rules.
        match_state: what is known at the start of the turn.
        win_probabilities: of several players, that of the player to move first.
        their_dice: what the other player brings, if other dice.
        floor: points at which scores are cut off, if that was asked for.
    """

    KEYS = ("*match_state", "their_dice", "scores", "win_probabilities")

    ruleset: Ruleset
    match_state: GameState
    win_probabilities: tuple[float, ...] = ()
    their_dice: str = ""
    floor: int | None = None

    @property
    def words(self) -> str:
        """`you 3,000, they 4,000`, with what is special about the turn."""
        state, goal, left = self.match_state, self.ruleset.goal, self.match_state.rounds_left
        words = [of_players(state.scores)]
        if left is not None:
            words.append(f"{left} rounds left" if left > 1 else "the last round")
        if goal is not None and state.theirs >= goal:
            words.append("the last turn")
        return ", ".join(words)

    @property
    def facts(self) -> Iterator[tuple[str, str]]:
        """Labels and values: their dice, if different, the scores of all players, and whatever else
        matters in these rules."""
        if self.their_dice:
            yield "They bring", dice_in_words(self.their_dice)
        ruleset, state = self.ruleset, self.match_state
        of, others = ("round", "the others") if self.scores else ("game", "opponent")
        goal = "" if ruleset.goal is None else f", goal {points(ruleset.goal)}"
        yield "Scores", f"{of_players(state.scores)}{goal}"
        if ruleset.goal is not None and state.theirs >= ruleset.goal:
            yield "This is", "the last turn"
        if state.rounds_left is not None:
            yield "Rounds left", f"{state.rounds_left} of {ruleset.rounds}, this one included"
        if ruleset.farkle.streak_costs:
            yield "Farkles in a row", of_players(state.farkles)
        if ending_of(ruleset).tells_seats:
            yield "Moved", f"{PLACES[state.seat]} in this {of}"
        if ruleset.bank.has_opening:
            own, *theirs = map(board_words, state.boards)
            yield "First bank", f"{own}; {others} {listed(theirs)}"
        if ruleset.bank.beat_previous:
            yield "To beat", points(state.previous) if state.previous else "nothing"
        if state.inherit is not None:
            score, dice = state.inherit
            yield "To take over", f"{points(score)} with {dice_words(dice)} to roll"

    @property
    def own_facts(self) -> Iterator[tuple[str, str]]:
        """What of that counts without a match, and these rules tell apart."""
        if self.ruleset.farkle.streak_costs:
            yield "Farkles in a row", points(self.match_state.my_farkles)
        if self.ruleset.bank.has_opening:
            yield "First bank", board_words(self.match_state.on_board)

    @property
    def others_win(self) -> Iterator[tuple[str, str]]:
        """Of several players the chances of the others."""
        who = ("Next player wins", "The one after", "The last one")
        yield from zip(who, (percent(n, 6) for n in self.win_probabilities[1:]), strict=False)

    @property
    def scores(self) -> tuple[int, ...]:
        """Of several players, that of the player to move first."""
        return self.match_state.scores if self.win_probabilities else ()


SHORT = {"Scores": "", "This is": "", "First bank": "", "Farkles in a row": "farkles "}
"""Labels as they begin in a cell; others keep all their words."""


def in_a_row(facts: Iterable[tuple[str, str]]) -> str:
    """Facts in a cell: `you 50, they 0; farkles you 1, they 0`."""
    words = []
    for label, value in facts:
        text = re.sub(", (goal|this one).*| in this (game|round)", "", value)
        if label == "Farkles in a row" and not re.search("[1-9]", text):
            words.append("no farkles")
        elif label != "To take over":  # `moment` says it
            words.append(SHORT.get(label, f"{label.lower()} ") + text)
    return "; ".join(words)


def moment(hands: Hands, score: int, roll: Sequence[int], dice: int, inherit: Taken | None) -> str:
    """Where a turn is, in short: `350, threw 1 5 5`, `350, 2 dice to roll`."""
    if roll:
        return f"{points(score)}, threw {hands.roll_words(roll)}"
    if inherit is not None:
        return f"{points(inherit.turn_score)} with {hands.words(inherit.dice)} to take over"
    return f"{points(score)}, {hands.words(dice)} to roll"


def mistakes_table(rows: Iterable[tuple[str, str, str, str, str]]) -> doc.Table:
    """Decisions that were not the best, each: how it stands, when, what was done, what was best,
    and what that cost."""
    heads = *map(doc.Column, ("how it stands", "when", "you did", "best")), doc.right("cost")
    return without_empty(doc.Table(heads, tuple(rows)))


def without_empty(table: doc.Table) -> doc.Table:
    """A table without columns that have nothing in them."""
    shown = [at for at in range(len(table.columns)) if any(row[at] for row in table.rows)]
    rows = tuple(tuple(row[at] for at in shown) for row in table.rows)
    return replace(table, columns=tuple(table.columns[at] for at in shown), rows=rows)


def total_facts(
    rounds: RoundsTotal, card: float | None, decimals: int
) -> Iterator[tuple[str, str]]:
    """The expected total of a game, of the best play and of the card."""
    digits = decimals_known(rounds.error, decimals)
    yield f"Most points in {count(rounds.rounds, 'round')}", points(rounds.total, digits)
    if card is not None:
        yield "... by this table", points(card, digits)


def board_words(on_board: bool) -> str:
    """Whether a player has banked before."""
    return "on the board" if on_board else "not on the board"


def floor_notes(standing: ShownStanding) -> Iterator[str]:
    """That scores were cut off, if the lowest one was given."""
    if standing.floor is not None:
        floor = points(standing.floor)
        yield f"Scores were cut off at {floor}; a lower {named('floor')} is more exact."


MOST_MARKS = 4
"""Turn scores in tables of different dice, each a column."""


def score_grid(
    hands: Hands,
    states: Iterable[TurnState],
    *,
    title: str = "",
    note: str = "",
    most: int = 0,
) -> doc.Table:
    """The chances in states of a turn, over turn scores and the dice left to roll: turn scores
    down; of different dice, sets of dice down and some turn scores across. Where to bank, a chance
    is bold and follows a B.

    Args:
        hands: which dice there are.
        states: that can occur.
        title, note: of the table.
        most: turn scores that are shown, all if 0; four of different dice.
    """
    cells: dict[tuple[int, int], doc.Inline] = {}
    for state in states:
        text = percent(state.win_probability)
        cell = doc.Cell(f"B {text}", "strong") if state.action == "bank" else text
        cells[state.turn_score, state.dice] = cell
    scores = sorted({score for score, _ in cells})
    dice = sorted({hand for _, hand in cells}, reverse=True)
    most = most if hands.uniform else MOST_MARKS
    if 0 < most < len(scores):
        shown = [scores[at * len(scores) // most] for at in range(1, most)]
        scores = list(dict.fromkeys([*shown, scores[-1]]))
        note += " --format json has more turn scores."
    if hands.uniform:
        heads = doc.columns("turn score", *map(dice_words, dice), first="right")
        rows = [(points(at), *(cells.get((at, n), "") for n in dice)) for at in scores]
    else:
        heads = doc.columns("left to roll", *(f"at {points(score)}" for score in scores))
        rows = [(hands.words(n), *(cells.get((at, n), "") for at in scores)) for n in dice]
        rows = [row for row in rows if any(row[1:])]
    return doc.Table(heads, tuple(rows), title=title, note=note)
