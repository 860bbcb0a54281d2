"""What a policy plays by in every state of a match, last turns included."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers, PolicyTable, Shorts, StatePolicy, Turn
from farklegen.core.binding import core
from farklegen.core.structures import Written
from farklegen.policies.choose import NEVER, aims, situation_number
from farklegen.policies.policy import Policy, TurnPolicy
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.long_turns import brings_more, telling_rows
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.moves import TurnMoves, turn_moves

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


def policy_moves(plan: MatchPlan, tables: ScoringTables) -> TurnMoves:
    """The moves that a policy chooses from.

    If two ways leave the same dice, only the one with more points is a choice, unless more points
    can be worse.
    """
    rules = plan.rules
    worse = rules.exact_goal or tables.unit % rules.ruleset.bank.multiple_of != 0
    return turn_moves(
        rules.ruleset,
        tables,
        best_only=not worse,
        hot_counts=rules.moves.hot_counts,
        instant_wins=True,
    )


def table_rows(plan: MatchPlan) -> int:
    """Rows of the tables of a policy: enough for every turn of the match, last turns included, and
    for the points of turns that may be taken over."""
    rules, rows = plan.rules, turn_rows(plan)
    if rules.takes_bank or rules.takes_farkle:
        rows = max(rows, telling_rows(rules.ruleset, rules.moves))
    return rows + rules.every_move.max_rise


def turn_rows(plan: MatchPlan) -> int:
    """Rows that a turn of the match may come to, last turns included."""
    rules = plan.rules
    return max(
        plan.most_rows,
        plan.last.distances // rules.step + 2 + rules.forced,
        rules.least_row(rules.ruleset.bank.opening_minimum) + rules.forced,
    )


def rows_taken(plan: MatchPlan) -> Integers:
    """int64[chances]: rows below which a turn may be taken over."""
    return np.concatenate([plan.rows, np.full(plan.size - plan.states, NEVER)])


def table_of(turn: Turn, tables: Sequence[TurnPolicy]) -> PolicyTable:
    """Tables of policies, which have `table_rows(plan)` rows, and what they lead to.

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
    plan: MatchPlan, moves: TurnMoves, turn: Turn, table: PolicyTable, policy: Policy
) -> Booleans:
    """bool[situations, rows * dice]: where a policy takes a turn over.

    Args:
        plan: of the match.
        moves, turn: what the policy chooses from, `policy_moves`.
        table: its tables.
        policy: not perfect play.
    """
    rules, rows = plan.rules.turn, table.rows
    if policy.take_over is not None:
        never = rows * moves.unit
        least = [policy.take_over.get(int(n), never) for n in moves.sizes[: moves.dice]]
        takes = np.arange(rows)[:, None] * moves.unit >= np.array(least)
        return np.tile(takes.ravel(), (len(table.worth), 1))
    paid = rules.farkle_banks(moves, np.arange(rows, dtype=np.float64) * moves.unit)
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


def state_policy_of(plan: MatchPlan, policy: Policy) -> StatePolicy:
    """What a policy plays by in every state of a match."""
    return _StatePolicyMaker(plan, policy).by_state()


class _StatePolicyMaker:
    """Makes the arrays of one policy."""

    def __init__(self, plan: MatchPlan, policy: Policy) -> None:
        self.plan = plan
        self.rules = plan.rules
        self.policy = policy
        bank = plan.rules.ruleset.bank
        self.minimum = {True: bank.minimum, False: bank.opening_minimum}

    def by_state(self) -> StatePolicy:
        nothing = [np.zeros(self.plan.last.distances, np.int32)] * len(StatePolicy._fields)
        pieces = (slice(low, low + PIECE) for low in range(0, self.plan.states, PIECE))
        kinds = [*map(self.turns, pieces), nothing, *map(self.last, self.plan.last.classes)]
        return StatePolicy(*map(np.concatenate, zip(*kinds, strict=True)))

    def turns(self, states: slice) -> list[Shorts]:
        """int32[...] each, the fields of a `StatePolicy` for some of the turns before the last."""
        plan, rules, n = self.plan, self.rules, self.plan.scores
        context, mine, theirs = (each[states] for each in plan.grid)
        situation, least, answered, final = self._by_context
        found = aims(
            self.policy,
            rules.ruleset,
            (mine - rules.zero) * rules.unit,
            (theirs - rules.zero) * rules.unit,
            situation[context],
            answered=answered[context],
            final=final[context],
        )
        room = np.full(len(mine), NEVER)
        if rules.exact_goal:
            room = (n - mine) // rules.step
        *before, past = found
        return _in_rows(*before, least[context], room, past)

    @cached_property
    def _by_context(self) -> tuple[Integers, Integers, Booleans, Booleans]:
        """[contexts]: the number of the table, the fewest rows that may be banked, whether a bank
        there is answered by last turns, and whether the turn is the last one."""
        plan, rules = self.plan, self.rules
        contexts = plan.contexts.all
        # the last turn of a game is played like a last turn after the goal
        final = np.array([rules.ending.is_last(c.stage) for c in contexts])
        situation = [
            self.situation(c.on_board, c.my_farkles, last=bool(last))
            for c, last in zip(contexts, final, strict=True)
        ]
        least = [rules.least_row(self.minimum[c.on_board]) for c in contexts]
        answered = plan.last.of_context[plan.contexts.after_bank] > 0
        return np.array(situation), np.array(least), answered, final

    def last(self, kind: tuple[bool, bool]) -> list[Shorts]:
        """int32[distances] each, the fields of a `StatePolicy` for one class of last turns."""
        rules = self.rules
        streak_ends, on_board = kind
        streak = self.plan.contexts.streaks - 1 if streak_ends else 0
        ahead = np.arange(self.plan.last.distances)
        goal = (self.plan.scores - rules.zero) * rules.unit
        always = np.ones(len(ahead), np.bool_)
        found = aims(
            self.policy,
            rules.ruleset,
            goal - ahead * rules.unit,
            goal * always,
            self.situation(on_board, streak, last=True) * always,
            answered=~always,
            final=always,
        )
        least = always * rules.least_row(self.minimum[on_board])
        room = ahead // rules.step if rules.exact_goal else NEVER * always
        *before, past = found
        return _in_rows(*before, least, room, past)

    def situation(self, on_board: bool, streak: int, *, last: bool) -> int:
        return situation_number(self.policy, self.rules.ruleset, on_board, streak, last=last)
