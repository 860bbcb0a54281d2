"""What a policy plays by in every state of a match, last turns included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers, PolicyTable, Shorts, StatePolicy, Turn
from farklegen.core.binding import core
from farklegen.core.structures import Written
from farklegen.policies.choose import NEVER, aims, situation_number
from farklegen.policies.policy import Policy, TurnPolicy
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.game.lanes import longest_turn
from farklegen.solvers.game.layout import Group, Layout
from farklegen.solvers.game.match_rules import MatchRules
from farklegen.solvers.long_turns import brings_more, rows_until_banked, telling_rows
from farklegen.solvers.moves import TurnMoves, turn_moves
from farklegen.solvers.turn_rules import TurnRules

PIECE = 1 << 16
"""States that are worked on together, so that little memory is used besides the result."""


class Choices(NamedTuple):
    """The option that tables take from each set, and the most rows that a set rises; see
    `core.arrays.PolicyTable`."""

    choice: Written[Shorts]
    highest: Written[Integers]
    top: Written[Integers]


class Points(NamedTuple):
    """The points that a turn brings if it is rolled on, with no goal.

    Attributes:
        situation: number of the table.
        unit: points of a row.
        paid: float64[rows, columns], points that a farkle leaves.
        worth: float64[rows, columns], room.
        rolling: float64[rows, columns], out.
    """

    situation: int
    unit: float
    paid: Floats
    worth: Written[Floats]
    rolling: Written[Floats]


def policy_moves(rules: MatchRules, tables: ScoringTables) -> TurnMoves:
    """The moves that a policy chooses from.

    If two ways leave the same dice, only the one with more points is a choice, unless more points
    can be worse.
    """
    worse = rules.exact_goal or tables.unit % rules.ruleset.bank.multiple_of != 0
    return turn_moves(
        rules.ruleset,
        tables,
        best_only=not worse,
        hot_counts=rules.moves.hot_counts,
        instant_wins=True,
    )


def table_rows(layout: Layout) -> int:
    """Rows of the tables of a policy: enough for every turn of a match of two, last turns included,
    for the points of turns that may be taken over, and for turns that may not be banked yet."""
    rules, rows = layout.rules, longest_turn(layout)
    if rules.forced:
        rows += max(rows_until_banked(rules.every_move, rules.turn) - rules.forced, 0)
    if rules.takes_bank or rules.takes_farkle:
        rows = max(rows, telling_rows(rules.ruleset, rules.moves))
    return rows + rules.every_move.max_rise


def table_of(turn: Turn, tables: Sequence[TurnPolicy]) -> PolicyTable:
    """Tables of policies, which have `table_rows(layout)` rows, and what they lead to.

    Args:
        turn: the turn that the policies choose from: `policy_moves` in arrays.
    """
    worth = np.ascontiguousarray([table.worth.ravel() for table in tables], np.float64)
    banks = np.ascontiguousarray([table.banks.ravel() for table in tables], np.int64)
    tolerance = np.array([table.tolerance for table in tables], np.float64)
    rows, sets = len(tables[0].worth), len(turn.probability)
    choice = np.zeros((len(tables), rows * sets), np.int32)
    highest, top = np.zeros((2, sets), np.int64)
    rise, column = np.divmod(turn.offset, turn.columns)
    table = PolicyTable(worth, banks, tolerance, choice, highest, top, rise, column, rows)
    core().call("choices", turn, table, Choices(choice, highest, top))
    return table


def with_more(table: PolicyTable, more: PolicyTable) -> PolicyTable:
    """Tables after tables of the same turn."""
    return table._replace(
        worth=np.concatenate([table.worth, more.worth]),
        banks=np.concatenate([table.banks, more.banks]),
        tolerance=np.concatenate([table.tolerance, more.tolerance]),
        choice=np.concatenate([table.choice, more.choice]),
    )


def takes_over(
    turn_rules: TurnRules, moves: TurnMoves, turn: Turn, table: PolicyTable, policy: Policy
) -> Booleans:
    """bool[situations, rows * dice]: where a policy takes a turn over.

    Args:
        turn_rules: the rules within a turn.
        moves, turn: what the policy chooses from, `policy_moves`.
        table: its tables.
        policy: not perfect play.
    """
    rows = table.rows
    if policy.take_over is not None:
        never = rows * moves.unit
        least = [policy.take_over.get(int(n), never) for n in moves.sizes[: moves.dice]]
        takes = np.arange(rows)[:, None] * moves.unit >= np.array(least)
        return np.tile(takes.ravel(), (len(table.worth), 1))
    paid = turn_rules.farkle_banks(moves, np.arange(rows, dtype=np.float64) * moves.unit)
    over = []
    for situation in range(len(table.worth)):
        rolling, worth = np.empty((rows, moves.columns)), np.empty((rows, moves.columns))
        points = Points(situation, float(moves.unit), paid, worth, rolling)
        core().call("points", turn, table, points)
        over.append(brings_more(rolling[:, : moves.dice], rolling[0, moves.dice - 1]).ravel())
    return np.array(over)


def _in_rows(*fields: Integers) -> list[Shorts]:
    """The fields of a `StatePolicy`: rows beyond every turn are cut to one."""
    return [np.minimum(field, NEVER).astype(np.int32) for field in fields]


def state_policy_of(layout: Layout, policy: Policy) -> StatePolicy:
    """What a policy plays by in every turn of a match of two, see `Layout.plain`."""
    maker = _StatePolicyMaker(layout, policy)
    groups = [group for group in layout.groups if not group.row_units]
    fields = [maker.turns(group, at) for group in groups for at in _pieces(layout, group)]
    return StatePolicy(*map(np.concatenate, zip(*fields, strict=True)))


def _pieces(layout: Layout, group: Group) -> Iterator[Integers]:
    """int64[axes, turns] each: the turns of a group, some at a time."""
    at = layout.coordinates(group)
    for begin in range(0, at.shape[1], PIECE):
        yield at[:, begin : begin + PIECE]


class _StatePolicyMaker:
    """Makes the arrays of one policy."""

    def __init__(self, layout: Layout, policy: Policy) -> None:
        self.layout = layout
        self.rules = layout.rules
        self.policy = policy
        bank = layout.rules.ruleset.bank
        self.minimum = {True: bank.minimum, False: bank.opening_minimum}

    def turns(self, group: Group, at: Integers) -> list[Shorts]:
        """int32[...] each, the fields of a `StatePolicy` for some turns of a group."""
        if group.left == 0:
            return [np.zeros(1, np.int32)] * len(StatePolicy._fields)
        rules, layout, always = self.rules, self.layout, np.ones(at.shape[1], np.bool_)
        on_board, run = group.boards[0], group.runs[0]
        if group.left:
            # a last turn is played by how far the other player is ahead
            mine, theirs, room = layout.scores - at[0], layout.scores * always, at[0]
            run = run if layout.costs and run + 1 == layout.streak else 0
        else:
            mine, theirs = layout.scores_of(at)
            room = layout.scores - mine
        # the last turn of a game is played like a last turn after the goal
        final = layout.is_last(group)
        found = aims(
            self.policy,
            rules.ruleset,
            (mine - rules.zero) * rules.unit,
            (theirs - rules.zero) * rules.unit,
            self.situation(on_board, run, last=final) * always,
            answered=always & (group.left is None and layout.answers(group.turns) > 0),
            final=always & final,
        )
        least = always * rules.least_row(self.minimum[on_board])
        *before, past = found
        room = room // rules.step if rules.exact_goal else NEVER * always
        return _in_rows(*before, least, room, past)

    def situation(self, on_board: bool, streak: int, *, last: bool) -> int:
        return situation_number(self.policy, self.rules.ruleset, on_board, streak, last=last)
