"""The states of a game of P players, and where the ends of their turns lead.

A state is seen by the player to move: *position* 0 is that player, 1 the next one, and so on.
While nobody has reached the goal, a state holds who is on the board and how many farkles in a row
each has (if the rules tell these apart), and all the scores, in units above the lowest, position 0
slowest. If the rules count turns, it also holds the *turns* left, this one included: all turns of
the game if it has rounds, the turns of the round with `equal_turns`. A game of rounds without a
goal has leads in place of scores: how far each of the others is ahead of the player to move, from
-L to L. At L the lead may be longer.

Where a bank must beat the one before it (`beat_previous`), or may be taken over (`piggyback`),
states after a bank are groups of their own, which *tell* of the bank. They have one more axis for
the rows that were banked, from 1 on. If the bank may be taken over, they have another one, the
last, for the dice that were left, from 1 on. Farkles lead to states that tell nothing, so states
that tell of a bank are in no cycle. If dice that farkled may be taken over, the states after a
farkle tell of it too, and the rows that were lost begin with 0. Such states also serve after a
bank, if the bank may be taken over too and need not be beaten.

Once a player has reached the goal, with last turns, the players of k positions still have one, 0 to
k - 1. A state holds how many units each of these players is short of the highest score, their
*deficits*, and which of the other players share that score, a bit for each position. When no turn
is left only the bits remain.

States of a kind are stored together, as a *group*. The groups, one after the other, make one array:

    [ scores, by turns left and who is on the board | last turns, k = P - 1, ..., 1 | games over ]

After a turn the player who has had it is position P - 1, and every other one moves up by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, Literal

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.errors import ImpossibleStateError
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.game.match_rules import MatchRules, award_units

After = Literal["", "bank", "farkle"]
"""What states tell of: nothing, or how the turn before has ended."""

AFTER: tuple[After, ...] = ("", "bank", "farkle")

NEVER = 1 << 40
"""A row that is never reached."""


@dataclass(frozen=True)
class Group:
    """States of a kind, as one block of an array.

    Attributes:
        left: players who still have a turn when a player has reached the goal; None before that.
        boards: of the players who still have turns, whether they are on the board.
        top: bits of the positions that have the highest score, after the goal was reached.
        begin: number of the first state.
        shape: states along each axis: scores, leads, or deficits.
        turns: that are left before the goal is reached, where they are counted; else 0.
        runs: farkles in a row of the players who still have turns.
        row_units: units of a row, where an axis has what was banked before; else 0.
        hands: numbers of dice with which that may be taken over; else 0.
        beats: whether what was banked before must be beaten.
        first: the first row of the axis of what was banked before.
        folded: whether only rows exist that the last score has points for. States are then stored
            by the score before the bank, so that the banks of a turn lie side by side; and where
            the score before the last is odd, backwards, in the gaps that the one below leaves.
    """

    left: int | None
    boards: tuple[bool, ...]
    top: int
    begin: int
    shape: tuple[int, ...]
    turns: int = 0
    runs: tuple[int, ...] = ()
    row_units: int = 0
    hands: int = 0
    beats: bool = False
    first: int = 1
    folded: bool = False

    @property
    def axes(self) -> int:
        """Axes that are scores, leads or deficits."""
        return len(self.shape) - bool(self.row_units) - bool(self.hands)

    @property
    def width(self) -> int:
        """How far apart the states of one row and the next are; 0 where there are no rows."""
        return max(self.hands, 1) if self.row_units else 0

    @property
    def lane_axes(self) -> int:
        """Axes along which turns are solved one by one; what is taken over is solved with them."""
        return self.axes + self.beats

    @property
    def lanes(self) -> tuple[int, ...]:
        """Turns along each axis."""
        return self.shape[: self.lane_axes]

    @property
    def size(self) -> int:
        """The number of states."""
        return prod(self.stored)

    @property
    def stored(self) -> tuple[int, ...]:
        """States along each axis as they are stored."""
        other = self.axes - 2 if self.folded else None
        return tuple((n + 1) // 2 if axis == other else n for axis, n in enumerate(self.shape))

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """How far states lie apart along each axis, as they are stored."""
        return tuple(prod(self.stored[axis + 1 :]) for axis in range(len(self.shape)))

    def index(self, coordinates: Integers) -> Integers:
        """Numbers of states; int64[axes, ...] coordinates."""
        found = np.full(coordinates.shape[1:], self.begin, np.int64)
        places = self._folded(*coordinates) if self.folded else coordinates
        for stride, place in zip(self.strides, places, strict=True):
            found += stride * place
        return found

    def _folded(self, *coordinates: Integers) -> list[Integers]:
        """Places along each axis as they are stored."""
        places, last = list(coordinates), self.axes - 1
        scores, rows = self.shape[last : last + 2]
        row = places[last + 1]
        before = np.maximum(places[last] - (row + self.first) * self.row_units, 0)
        odd = places[last - 1] % 2 == 1
        places[last - 1] = places[last - 1] // 2
        places[last] = np.where(odd, scores - 1 - before, before)
        places[last + 1] = np.where(odd, rows - 1 - row, row)
        return places

    def line(
        self, coordinates: Integers, rises: int, step: int, hand: int = 0
    ) -> tuple[Integers, Integers]:
        """(the index that a turn of no rows leads to, how far it moves with each row): int64[...].
        The last `rises` axes of the coordinates rise by `step` units with each row."""
        places, count = [*coordinates], coordinates.shape[1:]
        if self.row_units:
            places.append(np.full(count, -self.first))
        if self.hands:
            places.append(np.full(count, hand))
        base = self.index(np.array(places, np.int64).reshape(len(self.shape), *count))
        if self.folded:
            odd = coordinates[self.axes - 2] % 2 == 1
            return base, np.where(odd, -self.width, self.width)
        rise = step * sum(self.strides[self.axes - rises : self.axes]) + self.width
        return base, np.full(count, rise)


def winners_by_bits(ruleset: Ruleset, players: int) -> Integers:
    """int64[2**P]: for players with the same score, a bit for each, those who win, as bits too. The
    player who came to the score first has the lowest bit."""
    level = ([p for p in range(players) if bits >> p & 1] for bits in range(1 << players))
    return np.array([sum(1 << p for p in ruleset.winners(each)) for each in level], np.int64)


class Layout:
    """The states.

    Two players who have other dice than each other have a layout each, of the same shape: see
    `layouts_of`.

    Attributes:
        rules: the rules.
        players: P.
        groups: all of them, in the order of the array.
        kinds: the same by kind: (players left, boards, top, turns, runs, what they tell of).
        size: number of states, games over included, and the states stored before this layout's.
        apart: how far from this layout's states the states of the next player are, in which turns
            end.
        beyond: units above the goal that scores may come to.
    """

    def __init__(
        self, rules: MatchRules, players: int, *, begin: int = 0, apart: int = 0, beyond: int = 0
    ) -> None:
        self.rules = rules
        self.apart = apart
        self.players = players
        self.scores = rules.scores
        self.streak = rules.ruleset.farkle.streaks
        self.costs = rules.ruleset.farkle.streak_costs
        self.lead = rules.lead
        self.rounds = rules.ruleset.rounds is not None
        self.sweeps = (rules.falls or bool(rules.ruleset.disaster)) and not self.rounds
        self.turns = self._most_turns()
        self.beats = rules.ruleset.bank.beat_previous
        self.hands_back = rules.takes_farkle
        self.hands = rules.moves.dice if rules.takes_bank or self.hands_back else 0
        self.tells = self.beats or self.hands > 0
        self.after_bank: After = "bank" if self.beats or rules.takes_bank else ""
        self.after_farkle: After = "farkle" if self.hands_back else ""
        past = (rules.past + rules.forced + rules.moves.max_rise + 2) * rules.step
        self.beyond = beyond = max(past + award_units(rules), beyond)
        self.tells_boards = rules.ruleset.bank.has_opening
        boards = [(True, False)] * players if self.tells_boards else [(True,)] * players
        found: list[Group] = []
        self.kinds: dict[tuple[Any, ...], Group] = {}

        def put(after: After, *fields: Any) -> None:
            nonlocal begin
            left, on_board, top, shape, turns, runs, *more = fields
            group = Group(left, on_board, top, begin, tuple(shape), turns, runs, *more)
            begin += group.size
            found.append(group)
            self.kinds[left, on_board, top, turns, runs, after] = group

        def add(
            left: int | None, on_board: tuple[bool, ...], top: int, shape: list[int], turns: int = 0
        ) -> None:
            for runs in product(range(self.streak), repeat=len(on_board)):
                kind = turns, runs, rules.step
                put("", left, on_board, top, shape, turns, runs)
                if not self.tells or left == 0:
                    continue
                rows = max((shape[-1] - 1) // rules.step, 1)
                if self.hands_back:
                    lost = rows if left else self.rows_lost
                    sizes = [*shape, lost, self.hands]
                    put("farkle", left, on_board, top, sizes, *kind, self.hands, False, 0)
                if self.hands_back and not self.beats:
                    self.kinds[left, on_board, top, turns, runs, "bank"] = found[-1]
                elif left or (on_board[-1] and not runs[-1]):
                    hands = self.hands * rules.takes_bank
                    sizes = [*shape, rows, hands] if hands else [*shape, rows]
                    folded = left is None and self.lead is None
                    put("bank", left, on_board, top, sizes, *kind, hands, self.beats, 1, folded)

        for turns in range(1, self.turns + 1) if self.turns else (0,):
            for on_board in product(*boards):
                add(None, on_board, 0, self._shape(on_board), turns)
        # a turn may have to bank more than is missing
        distances = self.scores + rules.step * self._least
        for left in range(players - 1, 0, -1) if rules.has_last_turn else ():
            # a player with much to beat or to take over passes the highest score by as much
            distances += beyond + (distances if self.tells else 0)
            for on_board in product(*boards[:left]):
                for top in range(1, 1 << (players - left)):
                    if self._occurs(left, top):
                        add(left, on_board, top << left, [distances] * left)
        for top in range(1 << players):
            add(0, (), top, [])
        self.groups = tuple(found)
        self.size = begin

    @property
    def rows_lost(self) -> int:
        """Rows that may be lost before the goal is reached, plus one."""
        rules = self.rules
        beyond = 1 if rules.exact_goal else rules.past
        return max(-(-self.scores // rules.step), self._least) + beyond + rules.forced

    @property
    def _least(self) -> int:
        """Rows that are banked at least by a player who is off the board."""
        return self.rules.least_row(self.rules.ruleset.bank.opening_minimum)

    def _most_turns(self) -> int:
        """Turns that are kept apart; 0 where they are not counted."""
        ruleset, players = self.rules.ruleset, self.players
        if ruleset.rounds is not None:
            return ruleset.rounds * players
        return players if ruleset.tells_seats else 0

    def _shape(self, on_board: tuple[bool, ...]) -> list[int]:
        """States along each axis before the goal is reached."""
        if self.lead is not None:
            return [2 * self.lead + 1] * (self.players - 1)
        return [self.scores if on else int(self.rules.off_board[-1]) + 1 for on in on_board]

    def has(self, group: Group) -> bool:
        """Whether a group is of this layout, not of a player with other dice."""
        return self.groups[0].begin <= group.begin < self.size

    def answers(self, turns: int) -> int:
        """Players who have a last turn after one who reaches the goal with that many turns left."""
        later = (turns - 1) % self.players
        last_round = self.rounds and turns <= self.players
        return self.rules.ruleset.last_turns(self.players, later, last_round=last_round)

    @cached_property
    def winners(self) -> Integers:
        """int64[2**P]: for the positions with the highest score, a bit for each, those that win."""
        return winners_by_bits(self.rules.ruleset, self.players)

    def is_last(self, group: Group) -> bool:
        """Whether the game is over after these turns, with any score."""
        return group.left == 1 or (self.rounds and group.turns == 1)

    def deficits(self, group: Group, at: Integers) -> Integers:
        """int64[lanes]: units that the player to move is short of the highest score of the others;
        below 0 for one who is ahead."""
        found: Integers = at[0]
        if group.left is None:
            own = at[0] if self.lead is None else self.lead
            others = at[1 : group.axes] if self.lead is None else at
            found = others.max(axis=0) - own
        return found

    def _occurs(self, left: int, top: int) -> bool:
        """Whether these players, who have had their last turns, may be level."""
        return self.winners[top] == top and (left < self.players - 1 or top == 1)

    def group(
        self,
        left: int | None,
        boards: tuple[bool, ...] = (),
        top: int = 0,
        turns: int = 0,
        *,
        runs: tuple[int, ...] = (),
        after: After = "",
    ) -> Group:
        """The group of a kind, given what it tells of; without `runs` nobody has a farkle.

        Raises:
            ImpossibleStateError: if no state is like that.
        """
        boards = boards if left != 0 else ()
        before = after if left != 0 else ""
        key = left, boards, top, turns, runs or (0,) * len(boards), before
        if key not in self.kinds:
            raise ImpossibleStateError(
                "a player who banked on the turn before is on the board and has no farkles in a row"
            )
        return self.kinds[key]

    def untold(self, group: Group) -> Group:
        """The group of the same kind that tells of nothing."""
        return self.group(group.left, group.boards, group.top, group.turns, runs=group.runs)

    def widths(self, states: Integers) -> Integers:
        """int64[...]: `Group.width` of the groups of states."""
        begin = np.array([group.begin for group in self.groups])
        width = np.array([group.width for group in self.groups])
        found: Integers = width[np.searchsorted(begin, states, side="right") - 1]
        return found

    @property
    def start(self) -> int:
        """The number of the state in which a game begins."""
        group = self.group(None, (not self.tells_boards,) * self.players, turns=self.turns)
        zero = self.rules.zero if self.lead is None else self.lead
        return int(group.index(np.full(len(group.shape), zero)))

    @property
    def begin_last(self) -> int:
        """The number of the first state after a player has reached the goal."""
        return next(group.begin for group in self.groups if group.left is not None)

    @cached_property
    def states(self) -> int:
        """Starts of turns."""
        return sum(group.size for group in self.groups if group.left != 0)

    @cached_property
    def _plain(self) -> dict[int, int]:
        """For the groups that tell of nothing, by their first state: how many states of such groups
        come before."""
        plain = [group for group in self.groups if not group.row_units]
        begin = np.cumsum([0, *[group.size for group in plain]]).tolist()
        return {group.begin: first for group, first in zip(plain, begin, strict=False)}

    def plain(self, group: Group, at: Integers) -> Integers:
        """int64[...]: the numbers of turns among those that tell of nothing, what these tell of
        left out."""
        plain = self.untold(group)
        return plain.index(at[: plain.axes]) + (self._plain[plain.begin] - plain.begin)

    def scores_of(self, at: Integers) -> tuple[Integers, Integers]:
        """int64[lanes] each: the scores of two players before the goal is reached, in units above
        the lowest; if only their lead is kept, it is the score of the other one."""
        if self.lead is not None:
            return np.zeros_like(at[0]), at[0] - self.lead
        return at[0], at[1]

    def coordinates(self, group: Group) -> Integers:
        """int64[axes, lanes]: scores or deficits of a group's turns."""
        found = np.indices(group.lanes).reshape(group.lane_axes, prod(group.lanes))
        if group.folded and group.beats:
            found = found[:, (found[-1] + 1) * group.row_units <= found[-2]]
        return found

    @cached_property
    def _off_board(self) -> Booleans:
        """bool[scores]: those that a player off the board may have."""
        return np.isin(np.arange(self.scores), self.rules.off_board)

    def occurring(self, group: Group, at: Integers) -> Integers:
        """int64[axes, ...]: those of a group's turns before the goal is reached that may occur: off
        the board there are few scores."""
        occurs = np.ones(at.shape[1], np.bool_)
        for on_board, scores in zip(group.boards, at, strict=False):
            if not on_board:
                occurs &= self._off_board[scores]
        return at[:, occurs]


def layouts_of(seats: Sequence[MatchRules], players: int) -> tuple[Layout, ...]:
    """The states of a game of players with the same dice, or of two with different ones. Then the
    states of the second player are stored behind those of the first. After a turn in the states of
    one player the game goes on in the states of the other."""
    found = tuple(Layout(rules, players) for rules in seats)
    if len(found) == 1:
        return found
    beyond = max(layout.beyond for layout in found)
    size = Layout(seats[0], players, beyond=beyond).size
    return (
        Layout(seats[0], players, apart=size, beyond=beyond),
        Layout(seats[1], players, begin=size, apart=-size, beyond=beyond),
    )


def games_over(layouts: Sequence[Layout]) -> Iterator[tuple[int, Floats]]:
    """The states in which a game is over, each with float64[P]: the share of the win that each
    player has, the player to move first."""
    for group in (group for layout in layouts for group in layout.groups):
        if group.left == 0 and group.top:
            bits = group.top >> np.arange(layouts[0].players) & 1
            yield group.begin, bits / group.top.bit_count()


def first_values(layouts: Sequence[Layout]) -> Floats:
    """float64[P - 1, states]: chances in games that are over, and even ones everywhere else."""
    players = layouts[0].players
    values = np.full((players - 1, layouts[-1].size), 1.0 / players)
    for state, won in games_over(layouts):
        values[:, state] = won[:-1]
    return values
