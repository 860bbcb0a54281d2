"""What somebody plays by who reads a card, as a policy that a duel can follow.

Where every turn is followed with all its chances, states are asked for one by one; here the reader
answers for each of them.
"""

from __future__ import annotations

from math import inf

import numpy as np

from farklegen.cards.players import situations_of
from farklegen.policies.policy import Asked, Policy, ScoreLine, Situation, TurnPolicy
from farklegen.policies.recipe import Thresholds
from farklegen.rulebook import Position
from farklegen.solvers.moves import TurnMoves
from tests.referee.turn import State
from tests.report.reading_player import ReadingPlayer

NEAR = 1e-6
"""Sums that are equal but for thirds of points."""


def policy_of(reader: ReadingPlayer, moves: TurnMoves, rows: int) -> Policy:
    """The policy of a reader, with tables of that many rows."""
    rules = reader.ruleset
    past = reader.past if reader.past < rules.dice else None
    said = Thresholds(lead=reader.lead or None, dice=past)
    goes = said.numbers(rules.dice)
    lines = tuple(
        ScoreLine(Asked(**line.asks), tables_of(reader, moves, rows, line.less), line.less is None)
        for line in reader.lines
    )
    last = tables_of(reader, moves, rows, None) if reader.last_all_out else {}
    over = None
    if reader.take_over is not None:
        over = {n: max(int(start), 1) for n, start in reader.take_over.items() if start < inf}
    usual = tables_of(reader, moves, rows, 0)
    return Policy("reader", usual, goes, over, lines, last)


def tables_of(
    reader: ReadingPlayer, moves: TurnMoves, rows: int, less: int | None
) -> dict[Situation, TurnPolicy]:
    """What the reader does in every state of a turn, the turn score counting so much less."""
    reader.less = less
    found = {}
    for on_board, farkles in situations_of(reader.ruleset):
        state = State(on_board, farkles)
        worth, banks = np.zeros((rows, moves.columns)), np.zeros((rows, moves.columns), np.bool_)
        for column in range(moves.columns):
            dice, hot = moves.place(column)
            for row in range(rows):
                here = Position(dice, row * moves.unit, hot)
                worth[row, column] = here.score + reader.value(state, here)
                banks[row, column] = (
                    reader.wants_bank(state, here)
                    and reader.lets_bank(state, here)
                    and reader.turn.may_bank(here, on_board=on_board)
                )
        found[on_board, farkles] = TurnPolicy(worth, banks, NEAR)
    return found
