"""The document of `farklegen turn`: the complete strategy of one turn of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from farklegen.errors import named
from farklegen.report import document as doc
from farklegen.report.match_states import ShownStanding, floor_notes, score_grid
from farklegen.report.numbers import percent, points
from farklegen.results import Result
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.advice import MatchOutlook, Prospect
from farklegen.solvers.choices import Then, TurnState
from farklegen.solvers.match.solution import SolvedTurn
from farklegen.solvers.rounding import probability

DECIMALS = 6


@dataclass(frozen=True, eq=False, repr=False)
class TurnResult(Result):
    """One turn of a match.

    Attributes:
        loaded: the rules.
        turn: the turn, solved.
        standing: how the match stands.
        hot_dice: hot dice that paid a growing bonus so far.
        only_taken: whether nothing but taking over leads to the state that is inherited.
    """

    DOCUMENT = "turn.turn_document"
    KEYS = ("*standing", "hot_dice", "win_probability", "start_afresh", "take_over", "states")

    loaded: LoadedRuleset
    turn: SolvedTurn
    standing: ShownStanding
    hot_dice: int = 0
    only_taken: bool = False

    @property
    def win_probability(self) -> float:
        """Of the player to move, before the first roll."""
        return probability(self.turn.win_probability)

    @property
    def start_afresh(self) -> float:
        """The same with a fresh turn."""
        return probability(self.turn.fresh)

    @property
    def take_over(self) -> float | None:
        """The same by taking over; None if there is nothing to take over."""
        return None if self.turn.taken is None else probability(self.turn.taken)

    @cached_property
    def states(self) -> tuple[TurnState, ...]:
        """By turn score, most dice first, as far as a player may roll."""
        turn, outlook = self.turn, MatchOutlook(self.turn)
        first = turn.column(1, self.hot_dice)
        here = slice(first, first + turn.dice)
        rows = len(turn.value)
        chosen = ~turn.banks[:, here] & turn.may_bank[:, here]
        chosen &= turn.reachable[:rows, here]
        last = max([turn.goal_row, *np.flatnonzero(chosen.any(axis=1)).tolist()])
        found = []
        for row in range(last + 1):
            for dice in range(turn.dice, 0, -1):  # of different dice, the hand
                score = row * turn.unit
                prospect = outlook.prospect(score, dice, self.hot_dice)
                if prospect is None or not turn.reachable[row, first + dice - 1]:
                    continue
                if self._must_roll(score, dice):
                    prospect = Prospect(None, prospect.roll, False)
                action: Then = "bank" if prospect.banks else "roll"
                found.append(TurnState(dice, score, prospect.best, action))
        return tuple(found)

    def _must_roll(self, turn_score: int, dice: int) -> bool:
        """Whether somebody who is in this state has just taken over."""
        here = (turn_score, dice) == self.turn.match_state.inherit
        return here and self.only_taken and self.hot_dice == 0


def turn_document(result: TurnResult) -> doc.Document:
    """The chance to win at the start of the turn, then every state of it."""
    turn, standing = result.turn, result.standing
    facts = [("You win", percent(result.win_probability, DECIMALS))]
    if result.take_over is not None:
        best = "take over" if takes_over(turn) else "start afresh"
        facts.append(("Best", best))
        facts.append(("... taking over", percent(result.take_over, DECIMALS)))
        facts.append(("... starting afresh", percent(result.start_afresh, DECIMALS)))
    facts += standing.others_win
    facts += standing.facts
    hands = hands_of(standing.ruleset)
    blocks: list[doc.Block] = [doc.Facts(tuple(facts)), _table(result, hands)]
    notes: tuple[str, ...] = ()
    if turn.taken is not None:
        notes += ("If you take a turn over, you must roll at least once.",)
    if turn.hot_counts > 1:
        notes += (f"{named('hot_dice')} shows the turn after that many hot dice.",)
    notes += tuple(floor_notes(standing))
    if notes:
        blocks.append(doc.Notes(notes))
    return doc.Document(
        "turn",
        f"{result.loaded.name}: one turn ({standing.words})",
        tuple(blocks),
        result,
        result.states,
    )


def takes_over(turn: SolvedTurn) -> bool:
    """Whether taking over is better than a turn of one's own."""
    return turn.taken is not None and turn.taken > turn.fresh * (1 + 1e-12)


def _table(result: TurnResult, hands: Hands) -> doc.Table:
    states, sure = result.states, _sure_from(result.states)
    title = f"After {result.hot_dice} hot dice" if result.turn.hot_counts > 1 else ""
    left = "that many dice to roll" if hands.uniform else "these dice left"
    note = f"The chance to win with {left}. B: bank; elsewhere roll. Empty: cannot "
    note += "occur in this turn."
    if sure is not None:
        states = tuple(state for state in states if state.turn_score <= sure)
        note += (
            f" From {points(sure)} on every number is more than {_SURE[1:]}; CSV and JSON have all."
        )
    return score_grid(hands, states, title=title, note=note)


_SURE = ">99.99%"
"""What is printed of a chance that is almost 1."""


def _sure_from(states: Sequence[TurnState]) -> int | None:
    """The turn score from which on every chance is printed as almost 1 or more, if there is more
    than one line of them."""
    doubtful = [s.turn_score for s in states if percent(s.win_probability) not in (_SURE, "100%")]
    last = max(doubtful, default=-1)
    sure = sorted({state.turn_score for state in states if state.turn_score > last})
    return sure[0] if len(sure) > 1 else None
