"""Players of given choices: what they play by in every state, and how each of their turns ends.

How a turn ends is a list of (end, chance). A player who looks at a solved match chooses by its
chances and has a list of their own in each state, found by following the turn. For one who plays
by tables the list depends only on the table, on how far the goal is ahead and on where the player
goes for it. So some thousand lists serve all states (`TableLists`).

If turns are taken over, or must beat what was banked before, no single list describes a turn, since
it may begin anywhere. Then turns are played out (`GivenSeat`). A player with a solved
match takes a turn over if that is better than a turn of their own. A player with tables goes by the
policy's thresholds. Without thresholds, the player compares points: those of the turn taken over,
played on by the tables with no goal in mind, and those of a turn of their own.

At a table of several, those who use a match of two see the state that `views` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from farklegen.core.arrays import (
    Address,
    Booleans,
    Floats,
    Integers,
    PolicyTable,
    Shorts,
    StatePolicy,
    Turn,
)
from farklegen.core.binding import core
from farklegen.core.several import Several
from farklegen.policies.policy import Policy, TurnPolicy, aims
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables
from farklegen.solvers.ends import (
    Ends,
    GrowingLists,
    KeptEnds,
    ends_by_table,
    ends_of_several,
)
from farklegen.solvers.evaluate import table_of
from farklegen.solvers.game.lanes import lanes, longest_turn, several_turn
from farklegen.solvers.game.layout import Group, Layout
from farklegen.solvers.game.levels import Band, Part, joined, lanes_of
from farklegen.solvers.game.match_state import Against, groups_of_two, turns_of_two
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.moves import TurnMoves, turn_moves
from farklegen.solvers.turn_rules import TurnRules, brings_more, rows_run_on, telling_rows

NEGLIGIBLE = 1e-13
"""Chance up to which a way through a turn of a policy is not followed."""


PIECE = 1 << 16
"""States that are worked on together, so that little memory is used besides the result."""

NOWHERE: Booleans = np.zeros(0, np.bool_)


def policy_moves(ruleset: Ruleset, tables: ScoringTables, hot_counts: int) -> TurnMoves:
    """The moves that a policy chooses from, with columns for that many counts of hot dice.

    If two ways leave the same dice, only the one with more points is a choice, unless more points
    can be worse.
    """
    best_only = not more_is_worse(ruleset, tables.unit)
    return turn_moves(
        ruleset, tables, best_only=best_only, hot_counts=hot_counts, instant_wins=True
    )


def more_is_worse(ruleset: Ruleset, unit: int) -> bool:
    """Whether the way with more points may be the worse one, if two ways leave the same dice."""
    return ruleset.overshoot == "bust" or unit % ruleset.bank.multiple_of != 0


def table_rows(layout: Layout) -> int:
    """Rows of the tables of a policy: enough for every turn of a match of two, last turns included,
    for the points of turns that may be taken over, and for turns that are never banked if there are
    states in which nobody may bank."""
    rules, rows = layout.rules, longest_turn(layout)
    if rules.forced:
        rows += max(rows_run_on(rules.ruleset, rules.every_move) - rules.forced, 0)
    if rules.takes_bank or rules.takes_farkle:
        rows = max(rows, telling_rows(rules.ruleset, rules.moves))
    return rows + rules.every_move.max_rise


def policy_turns(layout: Layout, tables: ScoringTables) -> tuple[TurnMoves, int]:
    """What a policy chooses from in a match of two, and the rows that its tables have there."""
    rules = layout.rules
    moves = policy_moves(rules.ruleset, tables, rules.moves.hot_counts)
    return moves, table_rows(layout)


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
    for choice, banks in zip(table.choice, table.banks, strict=True):
        rolling = _rolled_on(turn, choice, banks.reshape(rows, -1), turn.farkle * paid, moves.unit)
        over.append(brings_more(rolling[:, : moves.dice], rolling[0, moves.dice - 1]).ravel())
    return np.array(over)


def _rolled_on(turn: Turn, choice: Shorts, banks: Integers, lost: Floats, unit: int) -> Floats:
    """float64[rows, columns]: the points that a turn brings if it is rolled on from each state,
    played by a table, with no goal; in the last rows those set aside."""
    rows = len(banks)
    rolling = np.repeat(np.arange(rows)[:, None] * float(unit), turn.columns, axis=1)
    worth = rolling.copy()
    taken = turn.offset[choice.reshape(rows, -1)] + np.arange(rows)[:, None] * turn.columns
    for row in range(rows - turn.max_rise - 1, -1, -1):
        values = turn.probability * worth.ravel()[taken[row]]
        rolling[row] = lost[row] + np.add.reduceat(values, turn.column_start[:-1])
        worth[row] = np.where(banks[row], worth[row], rolling[row])
    return rolling


def state_policy_of(layout: Layout, policy: Policy) -> StatePolicy:
    """What a policy plays by in every turn of a match of two, see `Layout.plain`."""
    fields = []
    for group in (group for group in layout.groups if not group.row_units):
        at = layout.coordinates(group)
        for begin in range(0, at.shape[1], PIECE):
            fields.append(_plays_by(layout, policy, group, at[:, begin : begin + PIECE]))
    return StatePolicy(*map(np.concatenate, zip(*fields, strict=True)))


def _plays_by(layout: Layout, policy: Policy, group: Group, at: Integers) -> StatePolicy:
    """The same for some turns of a group."""
    if group.left == 0:
        return StatePolicy(*[np.zeros(1, np.int32)] * len(StatePolicy._fields))
    rules = layout.rules
    if group.left:
        # a last turn is played by how far the other player is ahead
        mine, theirs = layout.scores - at[0], np.full(at.shape[1], layout.scores)
    else:
        mine, theirs = layout.scores_of(at)
    return aims(
        policy,
        rules.ruleset,
        (mine - rules.zero) * rules.unit,
        (theirs - rules.zero) * rules.unit,
        on_board=group.boards[0],
        farkles=0 if group.left and not layout.costs else group.runs[0],
        answered=group.left is None and layout.answers(group.turns) > 0,
        final=layout.is_last(group),  # it is played like a last turn after the goal
    )


class Setting:
    """A match of two, and the arrays with which turns by tables are followed."""

    def __init__(self, layout: Layout, tables: ScoringTables, threads: int) -> None:
        self.layout, self.threads = layout, threads
        rules = layout.rules
        self.moves, self.rows = policy_turns(layout, tables)
        self.policy_turn = several_turn(rules, self.moves, self.rows, best=None)


def rows_followed(layout: Layout, group: Group, rows: Integers) -> Integers:
    """int64[turns]: those of the rows of some turns of a group that are followed in a duel."""
    rules = layout.rules
    if not rules.by_turns or group.left is not None:
        return rows
    followed: Integers = rows - (rules.past - rules.past_in_duels[0])
    return followed


class GivenSeat(NamedTuple):
    """How a player plays turns that are no lists of ends (the core's `given_turns.cpp`), or that
    are rolled (`simulate.cpp`).

    Attributes:
        coupled: 1 where dice that farkled may be taken over.
        turn: a `Turn`, the moves.
        place: int64[lanes], where to find each turn: a lane of `looks`, or a state. Empty if the
            value of these turns is known already, so that nobody plays them.
        looks: a `Several`, the turns in the solved match that the player looks at; or
        table, by_state: a `PolicyTable` and a `StatePolicy`.
        over: bool[situations, rows * dice], where tables take a turn over.
    """

    coupled: int
    turn: Address
    place: Integers
    looks: Address = 0
    table: Address = 0
    by_state: Address = 0
    over: Booleans = NOWHERE


def seat_by_tables(two: Layout, moves: TurnMoves, policy: Policy, turn: Turn) -> GivenSeat:
    """A player by the tables of a policy; `place` is to be states of the match of two.

    Args:
        moves, turn: what the policy chooses from, `policy_moves`.
    """
    table = table_of(turn, policy.every_table)
    over = NOWHERE
    if two.rules.ruleset.piggyback != "none":
        over = takes_over(two.rules.turn, moves, turn, table, policy)
    return GivenSeat(
        int(two.hands_back),
        core().pack(turn),
        np.zeros(0, np.int64),
        table=core().pack(table),
        by_state=core().pack(state_policy_of(two, policy)),
        over=over,
    )


class Seat(Protocol):
    """A player at a table."""

    def ends(self, band: Band) -> Ends:
        """How the turns of a band end; number -1 for those of a player with other dice."""
        ...

    def played(self, band: Band) -> GivenSeat:
        """How the turns of a band are played out."""
        ...


class ByMatch:
    """A player who looks at the chances of a solved match: of all players, or of two.

    Args:
        layout: of the table; the player's own one, where players have different dice.
        solution: the solved match.
        against: who the opponent is, if the match is one of two.
        threads: to follow turns with.
        keeps: whether what was found serves other duels.

    Attributes:
        knows_last: whether the match says what last turns are worth against any others.
    """

    def __init__(
        self,
        layout: Layout,
        solution: MatchSolution,
        against: Against = "leader",
        *,
        threads: int = 1,
        keeps: bool = False,
    ) -> None:
        self.layout, self.own, self.against = layout, solution.layout, against
        self.threads, self.keeps, self.kept = threads, keeps, KeptEnds()
        self.knows_last = keeps and not layout.hands_back
        rules, two = layout.rules, layout.players == 2
        longest = max(longest_turn(layout), longest_turn(solution.layout))
        moves = rules.moves if two else rules.every_move
        self.turn = several_turn(rules, moves, longest, best=None if two else "last")
        # the player to move is the last one in the state that follows
        own = solution.values
        self.others = own if len(own) == 1 else own.sum(axis=0, keepdims=True)

    def looks(self, parts: Sequence[Part]) -> tuple[Several, Integers]:
        """The turns as lanes of the solved match, and int64[turns], the lane of each turn; -1 for
        those of a player with other dice."""
        which, tasks, begin = list[Integers](), list[Several](), 0
        for group, at in parts:
            turns = iter([(np.arange(at.shape[1]), group, at)])
            if self.own.players < self.layout.players:
                turns = groups_of_two(self.own, self.layout, group, at, self.against)
            for some, place, there in turns if self.layout.has(group) else ():
                which.append(begin + some)
                task = lanes(self.own, place, there, self.others)
                tasks.append(task._replace(rows=rows_followed(self.own, place, task.rows)))
            begin += at.shape[1]
        found = np.full(begin, -1)
        lane = np.concatenate(which)
        found[lane] = np.arange(len(lane))
        return joined(tasks)._replace(players=2), found

    def ends(self, band: Band) -> Ends:
        """Choose by the solution."""
        kept = self.kept.get(band.number)
        if kept is None:
            kept = self._follow(band)
            if self.keeps:
                self.kept.put(band.number, kept)
        return kept

    def follow_some(self, band: Band, which: Booleans) -> None:
        """Find the ends of these turns as well."""
        kept = self.kept.get(band.number)
        if kept is None:
            self.kept.put(band.number, self._follow(band, which))
        elif (missing := which & (kept.place < 0)).any():
            more = self._follow(band, missing)
            place = np.where(more.place < 0, kept.place, more.place + np.int32(len(kept.row)))
            self.kept.put(band.number, Ends.joined([kept, more])._replace(place=place))

    def _follow(self, band: Band, some: Booleans | bool = True) -> Ends:
        place = np.full(len(band.order), -1, np.int32)
        if not any(self.layout.has(group) for group, _ in band.parts):
            return Ends.none(len(place))
        asked, lane = self.looks(band.parts)
        if self.layout.players == 2:
            asked = asked._replace(tie=0.0)
        lane = lane[band.order]
        own = (lane >= 0) & some
        if not own.any():
            return Ends.none(len(place))
        found = ends_of_several(self.turn, lanes_of(asked, lane[own]), threads=self.threads)
        place[own] = found.place
        return found._replace(place=place)

    def played(self, band: Band) -> GivenSeat:
        """Look the turns up in the match."""
        coupled, turn = int(self.layout.hands_back), core().pack(self.turn)
        if band.parts[0][0].left is not None and self.knows_last:
            return GivenSeat(coupled, turn, np.zeros(0, np.int64))
        looks, place = self.looks(band.parts)
        return GivenSeat(coupled, turn, place, looks=core().pack(looks))


class ByTables:
    """A player by tables, who plays as if against one opponent.

    Args:
        layout: of the table; the player's own one, where players have different dice.
        setting: the match of two.
        policy: not perfect play.
        against: who the opponent is.
        lists: where the ends of turns are found.
    """

    def __init__(
        self,
        layout: Layout,
        setting: Setting,
        policy: Policy,
        against: Against = "leader",
        lists: TableLists | None = None,
    ) -> None:
        self.layout, self.two, self.against = layout, setting.layout, against
        if not self.two.rules.by_turns:
            lists = lists or TableLists(setting)
            by_state = state_policy_of(self.two, policy)
            self.place = np.append(lists.places(policy, by_state), np.int32(-1))
            self.lists = lists.lists
            return
        rows = max(longest_turn(layout), setting.rows)
        turn = several_turn(layout.rules, setting.moves, rows, best=None)
        self.by_tables = seat_by_tables(self.two, setting.moves, policy, turn)

    def seen(self, parts: Sequence[Part]) -> Integers:
        """int64[turns]: which turn of the match of two stands for each, see `Layout.plain`; -1 for
        those of a player with other dice."""
        found = [
            turns_of_two(self.two, self.layout, *part, self.against)
            if self.layout.has(part[0])
            else np.full(part[1].shape[1], -1)
            for part in parts
        ]
        return np.concatenate(found)

    def ends(self, band: Band) -> Ends:
        """Look them up."""
        return self.lists._replace(place=self.place[self.seen(band.parts)[band.order]])

    def played(self, band: Band) -> GivenSeat:
        """Look the turns up in the tables."""
        return self.by_tables._replace(place=self.seen(band.parts))


def key_of(table: TurnPolicy) -> tuple[float, bytes, bytes]:
    """What tells a table from others."""
    return table.tolerance, table.worth.tobytes(), table.banks.tobytes()


class TableLists:
    """The ends of turns under the tables of some policies, each list found once.

    Args:
        negligible: the chance up to which a way through a turn is not followed.
    """

    def __init__(self, setting: Setting, negligible: float = NEGLIGIBLE) -> None:
        self.setting = setting
        self.negligible = negligible
        self._tables: dict[tuple[Any, ...], int] = {}
        self.table: PolicyTable | None = None
        self._lists = GrowingLists()
        self._known: dict[int, int] = {}
        """The number of the list of turns that are played by the same, by their code."""

    @property
    def lists(self) -> Ends:
        """All lists found until now."""
        return self._lists.all

    def places(self, policy: Policy, by_state: StatePolicy) -> Shorts:
        """int32[chances], the number of the list of a policy that holds in each state."""
        numbers = self._numbers_of(policy.every_table)
        by_state = by_state._replace(situation=numbers[by_state.situation])
        code = self._codes(by_state)
        codes, first, which = np.unique(code, return_index=True, return_inverse=True)
        every = codes.tolist()
        states = first[[each not in self._known for each in every]]
        if len(states):
            nearest = np.minimum(by_state.reach, by_state.room + 1)
            keys = code, nearest, by_state.situation, by_state.goes_for_it  # see `ends_by_table`
            states = states[np.lexsort([each[states] for each in keys])]
            found = self._follow(by_state, states)
            self._known |= zip(code[states].tolist(), found.tolist(), strict=True)
        return np.array([self._known[each] for each in every], np.int32)[which]

    def _codes(self, by_state: StatePolicy) -> Integers:
        """int64[chances], the same where turns are played by the same."""
        rules, rows, dice = (
            self.setting.layout.rules,
            self.setting.rows,
            self.setting.moves.most_dice,
        )
        # an exact goal is banked wherever it is reached, and other goals leave any room
        limit = by_state.room if rules.exact_goal else by_state.stop
        code = by_state.situation.astype(np.int64)
        for field in (by_state.reach, by_state.least, limit):
            code = code * (rows + 1) + np.minimum(field, rows)
        code = (code * (dice + 1) + np.minimum(by_state.past, dice)) << dice
        return code + by_state.goes_for_it

    def _numbers_of(self, tables: Sequence[TurnPolicy]) -> Shorts:
        """int32[tables], their numbers in `table`, to which new ones are added."""
        new = {key_of(table): table for table in tables}
        new = {key: table for key, table in new.items() if key not in self._tables}
        if new:
            more = table_of(self.setting.policy_turn, list(new.values()))
            self._tables |= {key: len(self._tables) + at for at, key in enumerate(new)}
            self.table = more if self.table is None else with_more(self.table, more)
        return np.array([self._tables[key_of(table)] for table in tables], np.int32)

    def _follow(self, by_state: StatePolicy, states: Integers) -> Integers:
        """int64[states], the numbers of the lists of turns that begin there."""
        setting = self.setting
        assert self.table is not None
        found = ends_by_table(
            setting.policy_turn,
            self.table,
            by_state,
            states,
            by_row=bool(setting.layout.rules.turn.keeps),
            negligible=self.negligible,
            threads=setting.threads,
        )
        return self._lists.add(found)
