"""What a policy plays by in every state of a match, last turns included."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import StatePolicy, Table, Turn
from farklegen.core.binding import core
from farklegen.core.structures import Written
from farklegen.policies.policy import GoForIt, Policy
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.long_turns import telling_rows
from farklegen.solvers.match.layout import NEVER
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.moves import TurnMoves, turn_moves

Integers = NDArray[np.int64]


class Choices(NamedTuple):
    """What tables take from each set, and how far the sets rise; see `core.arrays.Table`."""

    choice: Written[Integers]
    highest: Written[Integers]
    top: Written[Integers]


def policy_moves(plan: MatchPlan, tables: ScoringTables) -> TurnMoves:
    """The moves that a policy chooses from.

    Of two ways that leave the same dice the one with more points is taken unasked, unless more
    points can be worse.
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
    to tell what turns bring that may be taken over."""
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


def table_of(turn: Turn, policy: Policy) -> Table:
    """The tables of a policy, which have `table_rows(plan)` rows, and what they lead to.

    Args:
        turn: the turn that the policy chooses from: `policy_moves` in arrays.
        policy: not perfect play.
    """
    tables = policy.every_table
    worth = np.ascontiguousarray([table.worth.ravel() for table in tables], np.float64)
    banks = np.ascontiguousarray([table.banks.ravel() for table in tables], np.int64)
    tolerance = np.array([table.tolerance for table in tables], np.float64)
    rows, sets = len(tables[0].worth), len(turn.probability)
    choice = np.zeros((len(tables), rows * sets), np.int64)
    highest, top = np.zeros((2, sets), np.int64)
    rise, column = np.divmod(turn.offset, turn.columns)
    table = Table(worth, banks, tolerance, choice, highest, top, rise, column, rows)
    core().call("choices", turn, table, Choices(choice, highest, top))
    return table


def state_policy_of(plan: MatchPlan, policy: Policy) -> StatePolicy:
    """What a policy plays by in every state of a match.

    In a last turn farkles in a row count only as far as the next one completes a streak.
    """
    return _StatePolicyMaker(plan, policy).by_state()


class _StatePolicyMaker:
    """Makes the seat of one policy."""

    def __init__(self, plan: MatchPlan, policy: Policy) -> None:
        self.plan = plan
        self.rules = plan.rules
        self.policy = policy
        self.situations = list(policy.tables)
        self.goes = policy.go_for_it
        lines = len(policy.by_scores)
        self.on_last_turns = (1 + lines) * len(self.situations) if policy.last else 0
        """How far the tables of last turns stand behind the usual ones."""
        self.at_last = (
            (1 << plan.rules.moves.most_dice) - 1 if policy.last or self.goes is not None else 0
        )
        """Dice with which one does not bank on a last turn short of what wins, as bits."""
        bank = plan.rules.ruleset.bank
        self.minimum = {True: bank.minimum, False: bank.opening_minimum}

    def by_state(self) -> StatePolicy:
        turns, lasts = self.turns(), [self.last(kind) for kind in self.plan.last.classes]
        nothing = np.zeros((6, self.plan.last.distances), np.int64)
        arrays = np.concatenate([turns, nothing, *lasts], axis=1)
        return StatePolicy(*(np.ascontiguousarray(array) for array in arrays))

    def situation(self, on_board: bool, streak: int) -> int:
        """The number of the table for a situation; the nearest one that the policy has."""
        for key in ((on_board, streak), (True, streak), (on_board, 0), (True, 0)):
            if key in self.situations:
                return self.situations.index(key)
        return 0

    def turns(self) -> Integers:
        """int64[6, states], the fields of a seat for the turns before the last."""
        plan, rules, n = self.plan, self.rules, self.plan.scores
        context, mine, theirs = plan.grid
        contexts = plan.contexts.all
        # the last turn of all is as a last turn after the goal
        final = np.array([rules.ending.is_last(c.stage) for c in contexts])
        counted = np.where(final & ~plan.contexts.completes, 0, [c.my_farkles for c in contexts])
        situation = np.array(
            [self.situation(c.on_board, int(n)) for c, n in zip(contexts, counted, strict=True)]
        )[context]
        least = np.array([rules.least_row(self.minimum[c.on_board]) for c in contexts])[context]
        reach, room = plan.to_goal, np.full(plan.states, NEVER)
        if rules.lead is not None:
            reach = np.full(plan.states, NEVER)
        if rules.exact_goal:
            room = (n - mine) // rules.step
            reach = np.where((n - mine) % rules.step == 0, room, NEVER)
        wins = -(-(theirs - mine + (rules.ending.level_share < 1.0)) // rules.step)
        reach = np.where(final[context], np.maximum(wins, 0), reach)
        goes_for_it, stop = np.zeros(plan.states, np.int64), reach
        if self.goes is not None:
            goes_for_it = self.goes_for_it(self.goes, mine, theirs)
            if self.goes.lead is not None and not rules.exact_goal:
                ahead = theirs - mine + -(-self.goes.lead // rules.unit)
                more = plan.last.of_context[plan.contexts.after_bank[context]] > 0
                stop = np.where(more, np.maximum(reach, -(-ahead // rules.step)), reach)
        line, line_goes = self.lines(mine, theirs)
        situation += np.where(final[context], self.on_last_turns, line * len(self.situations))
        goes_for_it = np.where(final[context], self.at_last, goes_for_it | line_goes)
        return np.stack([situation, reach, stop, goes_for_it, least, room])

    def lines(self, mine: Integers, theirs: Integers) -> tuple[Integers, Integers]:
        """int64[states]: the number of the first line by scores that holds, 0 for none, and the
        dice with which one does not bank there short of the goal, as bits."""
        points = [(score - self.rules.zero) * self.rules.unit for score in (mine, theirs)]
        line, goes = np.zeros((2, self.plan.states), np.int64)
        every = (1 << self.rules.moves.most_dice) - 1
        for number, each in reversed(list(enumerate(self.policy.by_scores, start=1))):
            held = each.asked.holds(*points)
            line[held], goes[held] = number, every if each.goes_for_it else 0
        return line, goes

    def goes_for_it(self, goes: GoForIt, mine: Integers, theirs: Integers) -> Integers:
        """int64[states]: the dice with which one does not bank short of the goal, as bits."""
        points = (np.arange(self.plan.scores) - self.rules.zero) * self.rules.unit
        by_score = np.zeros((2, len(points)), np.int64)
        for bits, limits in zip(by_score, (goes.mine, goes.theirs), strict=True):
            for dice, limit in enumerate(limits):
                if limit is not None:
                    bits |= (points >= limit).astype(np.int64) << dice
        goes_for_it: Integers = by_score[0][mine] | by_score[1][theirs]
        return goes_for_it

    def last(self, kind: tuple[bool, bool]) -> Integers:
        """int64[6, distances], the fields of a seat for one class of last turns."""
        rules = self.rules
        streak_ends, on_board = kind
        streak = self.plan.contexts.streaks - 1 if streak_ends else 0
        ahead = np.arange(self.plan.last.distances)
        equal = -(-ahead // rules.step)
        reach = equal if rules.ending.level_share == 1.0 else ahead // rules.step + 1
        room = np.full(len(ahead), NEVER)
        if rules.exact_goal:
            room = ahead // rules.step
            reach = np.where(ahead % rules.step == 0, room, NEVER)
        same = np.ones(len(ahead), np.int64)
        return np.stack(
            [
                same * (self.situation(on_board, streak) + self.on_last_turns),
                reach,
                reach,
                same * self.at_last,
                same * rules.least_row(self.minimum[on_board]),
                room,
            ]
        )
