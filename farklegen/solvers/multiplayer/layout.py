"""The states of a game of P players, and where the ends of their turns lead.

A state is seen by the player to move: *position* 0 is that player, 1 the next one, and so on.
While nobody has reached the goal a state has who is on the board and how many farkles in a row each
has (where the rules tell these apart), and all the scores, in units above the lowest, position 0
slowest. Where the rules count turns it also has the
*turns* that are left, this one included: of all players together in a game of rounds, else (with
`equal_turns`) of the round. A game of rounds without a goal has leads in place of scores: how far
each of the others is ahead of the player to move, from -L to L, L more.

Where a bank must beat the one before it (`beat_previous`), states with something to beat
are groups of their own, with one axis more, the last: the rows that were banked, from 1 on. Farkles
lead to states with nothing to beat, so those with something are in no cycle.

Once somebody has reached the goal, with last turns, the players of k positions still have one, 0 to
k - 1: a state has how many units each of those is short of the highest score, their *deficits*, and
who of the others share that score, a bit for each position. When no turn is left only the bits
remain.

States of a kind lie together, as a *group*; groups one after the other make one array:

    [ scores, by turns left and who is on the board | last turns, k = P - 1, ..., 1 | games over ]

After a turn the player who has had it is position P - 1, and every other one moves up by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from farklegen.solvers.match.match_rules import MatchRules, award_units

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

NEVER = 1 << 40
"""A row that is never reached."""


@dataclass(frozen=True)
class Group:
    """States of a kind, as one block of an array.

    Attributes:
        left: players who still have a turn when somebody has reached the goal; None before that.
        boards: of the players who still have turns, whether they are on the board.
        top: bits of the positions that have the highest score, after the goal was reached.
        begin: number of the first state.
        shape: states along each axis: scores, leads, or deficits.
        turns: that are left before the goal is reached, where they are counted; else 0.
        runs: farkles in a row of the players who still have turns.
        beats: units of a row, where the last axis is what is to be beaten; else 0.
    """

    left: int | None
    boards: tuple[bool, ...]
    top: int
    begin: int
    shape: tuple[int, ...]
    turns: int = 0
    runs: tuple[int, ...] = ()
    beats: int = 0

    @property
    def axes(self) -> int:
        """Axes that are scores, leads or deficits."""
        return len(self.shape) - bool(self.beats)

    @property
    def size(self) -> int:
        """The number of states."""
        return prod(self.shape)

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """How far states lie apart along each axis."""
        return tuple(prod(self.shape[axis + 1 :]) for axis in range(len(self.shape)))

    def index(self, coordinates: Integers) -> Integers:
        """Numbers of states; int64[axes, ...] coordinates."""
        found = np.full(coordinates.shape[1:], self.begin, np.int64)
        for stride, coordinate in zip(self.strides, coordinates, strict=True):
            found += stride * coordinate
        return found

    def line(self, coordinates: Integers, rises: int, step: int) -> tuple[Integers, int]:
        """(int64[...] the index that a turn of no rows leads to, how far it moves with each row).

        Args:
            coordinates: int64[axes, ...], without what is to be beaten: that are the rows.
            rises: the axes, of the last ones, that rise by a row's `step`.
            step: units.
        """
        strides = self.strides[: self.axes]
        found = np.full(coordinates.shape[1:], self.begin - bool(self.beats), np.int64)
        for stride, coordinate in zip(strides, coordinates, strict=True):
            found += stride * coordinate
        return found, step * sum(strides[self.axes - rises :]) + bool(self.beats)


@dataclass(frozen=True)
class Path:
    """Where turns lead that bring so many rows: straight lines, see `core.several.Several`.

    Attributes:
        until, base, rise: int64[3, lanes].
    """

    until: Integers
    base: Integers
    rise: Integers


class Layout:
    """The states.

    Attributes:
        rules: the rules.
        players: P.
        groups: all of them, in the order of the array.
        size: number of states, games over included.
    """

    def __init__(self, rules: MatchRules, players: int) -> None:
        self.rules = rules
        self.players = players
        self.scores = rules.scores
        self.streak = rules.contexts.streaks
        self.costs = rules.penalty > 0 or rules.takes_all
        self.lead = rules.lead
        self.rounds = rules.ending.rounds is not None
        self.turns = self._most_turns()
        self.beats = rules.step if rules.ruleset.bank.beat_previous else 0
        beyond = (rules.past + rules.forced + rules.moves.max_rise + 2) * rules.step
        beyond += award_units(rules)
        self.tells_boards = rules.contexts.boards > 1
        boards = [(True, False)] * players if self.tells_boards else [(True,)] * players
        found: list[Group] = []
        begin = 0

        def add(
            left: int | None, on_board: tuple[bool, ...], top: int, shape: list[int], turns: int = 0
        ) -> None:
            nonlocal begin
            for runs in product(range(self.streak), repeat=len(on_board)):
                found.append(Group(left, on_board, top, begin, tuple(shape), turns, runs))
                begin += found[-1].size
                if self.beats and left != 0 and (left or (on_board[-1] and not runs[-1])):
                    told = (*shape, max((shape[-1] - 1) // rules.step, 1))
                    found.append(Group(left, on_board, top, begin, told, turns, runs, rules.step))
                    begin += found[-1].size

        for turns in range(1, self.turns + 1) if self.turns else (0,):
            for on_board in product(*boards):
                add(None, on_board, 0, self._shape(on_board), turns)
        distances = self.scores
        for left in range(players - 1, 0, -1) if rules.has_last_turn else ():
            # who has much to beat passes the highest score by as much
            distances += beyond + (distances if self.beats else 0)
            for on_board in product(*boards[:left]):
                for top in range(1, 1 << (players - left)):
                    if self._occurs(left, top):
                        add(left, on_board, top << left, [distances] * left)
        for top in range(1 << players):
            add(0, (), top, [])
        self.groups = tuple(found)
        self.size = begin
        self._by_key = {(g.left, g.boards, g.top, g.turns, g.runs, bool(g.beats)): g for g in found}

    def _most_turns(self) -> int:
        """Turns that are told apart; 0 where they are not counted."""
        ending, players = self.rules.ending, self.players
        if ending.rounds is not None:
            return ending.rounds * players
        return players if ending.tells_seats else 0

    def _shape(self, on_board: tuple[bool, ...]) -> list[int]:
        """States along each axis before the goal is reached."""
        if self.lead is not None:
            return [2 * self.lead + 1] * (self.players - 1)
        return [self.scores if on else self.rules.zero + 1 for on in on_board]

    def answers(self, turns: int) -> int:
        """Players who have a last turn after one who reaches the goal with so many turns left."""
        if not self.rules.has_last_turn:
            return 0
        every = self.players - 1
        if self.rules.ruleset.end_game == "equal_turns":
            return (turns - 1) % self.players
        return min(every, turns - 1) if self.rounds else every

    def is_last(self, group: Group) -> bool:
        """Whether the game is over after these turns, whoever has the highest score."""
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
        """Whether these of the players who have had their last turns may be level."""
        shares = top.bit_count() == 1 or self.rules.ending.ties == "split"
        return shares and (left < self.players - 1 or top == 1)

    def group(
        self,
        left: int | None,
        boards: tuple[bool, ...],
        top: int,
        turns: int = 0,
        *,
        runs: tuple[int, ...] = (),
        beats: bool = False,
    ) -> Group:
        """The group of a kind; without `runs` nobody has a farkle."""
        boards = boards if left != 0 else ()
        told = beats and left != 0
        return self._by_key[left, boards, top, turns, runs or (0,) * len(boards), told]

    def before_goal(
        self,
        boards: tuple[bool, ...],
        turns: int,
        runs: tuple[int, ...] = (),
        *,
        beats: bool = False,
    ) -> Group:
        """The group before the goal is reached, `turns` being those left."""
        return self.group(None, boards, 0, turns, runs=runs, beats=beats)

    @property
    def start(self) -> int:
        """The number of the state in which a game begins."""
        group = self.before_goal((self.rules.contexts.boards == 1,) * self.players, self.turns)
        zero = self.rules.zero if self.lead is None else self.lead
        return int(group.index(np.full(len(group.shape), zero)))

    @cached_property
    def states(self) -> int:
        """Starts of turns."""
        return sum(group.size for group in self.groups if group.left != 0)

    def first_values(self) -> Floats:
        """float64[P - 1, size]: chances in games that are over, and even ones everywhere else."""
        values = np.full((self.players - 1, self.size), 1.0 / self.players)
        for group in self.groups:
            if group.left == 0 and group.top:
                bits = [group.top >> place & 1 for place in range(self.players - 1)]
                values[:, group.begin] = np.array(bits) / group.top.bit_count()
        return values

    def coordinates(self, group: Group) -> Integers:
        """int64[axes, states]: scores or deficits of a group's states."""
        return np.indices(group.shape).reshape(len(group.shape), -1)

    def path(
        self,
        group: Group,
        at: Integers,
        units: int,
        *,
        paid: bool = True,
        farkled: bool = False,
    ) -> Path:
        """Where turns lead that bring so many units and so many rows.

        Args:
            group: of the states in which the turns are played.
            at: int64[axes, lanes], their scores or deficits.
            units: that come on top of every row.
            paid: whether the player is on the board afterwards in any case.
            farkled: whether the turn counts towards a streak, and may cost points.
        """
        run = (group.runs[0] + 1) % self.streak if farkled else 0
        completes = farkled and self.costs and run == 0
        beats = self.beats > 0 and not farkled
        at = at[: group.axes]
        gain = self._cost(group, at, units) if completes else np.full(at.shape[1], units)
        if group.left is not None:
            return self._path_of_last_turn(group, at, gain, beats)
        if self.is_last(group):
            return self._path_to_end(at, gain)
        turns = group.turns - 1 if self.rounds or group.turns > 1 else self.turns
        boards = (*group.boards[1:], group.boards[0] or paid)
        to = self.before_goal(boards, turns, (*group.runs[1:], run), beats=beats)
        return (
            self._path_by_lead(to, at, gain)
            if self.lead is not None
            else self._path_to_goal(group, to, at, gain)
        )

    def _cost(self, group: Group, at: Integers, units: int) -> Integers:
        """int64[lanes]: what a farkle that completes a streak adds to the score, below 0 for a
        loss; its award counts first."""
        rules = self.rules
        if group.left is not None or self.lead is not None:
            # nobody who is short of the highest score stays level with it at the lowest one
            lost = units + self.scores if rules.takes_all else rules.penalty
            return np.full(at.shape[1], units - lost)
        new = at[0] + units
        if rules.takes_all:
            new = np.minimum(new, rules.zero)
        else:
            new = np.maximum(new - rules.penalty, np.minimum(new, 0))
        cost: Integers = new - at[0]
        return cost

    def _path_to_goal(self, group: Group, to: Group, at: Integers, gain: Integers) -> Path:
        step, players = self.rules.step, self.players
        mine, others = at[0] + gain, at[1:]
        below = to.line(np.concatenate([others, mine[None]]), 1, step)
        reached = np.maximum(-(-(self.scores - mine) // step), 0)
        mover, left = 1 << (players - 1), self.answers(group.turns)
        if not left:
            over = np.full_like(mine, self.group(0, (), mover).begin)
            return _path([(reached, *below), (None, over, 0)])
        boards, runs = group.boards[1 : 1 + left], group.runs[1 : 1 + left]
        last = self.group(left, boards, mover, runs=runs, beats=to.beats > 0)
        return _path([(reached, *below), (None, *last.line(mine - others[:left], left, step))])

    def _path_by_lead(self, to: Group, at: Integers, gain: Integers) -> Path:
        """Leads of the others over the next player: only that of the player who has moved rises."""
        step, lead = self.rules.step, self.rules.lead
        assert lead is not None
        next_one, others = at[0] - lead, at[1:] - lead
        kept = np.clip(others - next_one, -lead, lead) + lead
        mine = gain - next_one
        below = to.line(np.concatenate([kept, np.maximum(mine[None] + lead, 0)]), 1, step)
        most = to.index(np.concatenate([kept, np.full_like(mine, 2 * lead)[None]]))
        reached = np.maximum(-(-(lead - mine) // step), 0)
        return _path([(reached, *below), (None, most, 0)])

    def _path_to_end(self, at: Integers, gain: Integers) -> Path:
        """After the last turn of all the highest score wins. Of others who are level the one who
        moved first was there first."""
        step, players = self.rules.step, self.players
        mine = np.zeros_like(at[0]) if self.lead is not None else at[0]
        others = at - self.lead if self.lead is not None else at[1:]
        best = others.max(axis=0)
        bits = (others == best) * (1 << np.arange(players - 1))[:, None]
        ties, mover = self.rules.ending.ties, 1 << (players - 1)
        top = bits.sum(axis=0) if ties == "split" else bits.max(axis=0)
        if ties == "leader":
            top = np.where(bits > 0, bits, mover).min(axis=0)
        over = self.group(0, (), 0).begin
        level = {"split": top | mover, "leader": top, "challenger": np.full_like(top, mover)}[ties]
        deficit = best - mine - gain
        return _path(
            [
                (np.maximum(-(-deficit // step), 0), over + top, 0),
                (np.maximum(deficit // step + 1, 0), over + level, 0),
                (None, np.full_like(top, over + mover), 0),
            ]
        )

    def _path_of_last_turn(self, group: Group, at: Integers, gain: Integers, beats: bool) -> Path:
        step, left = self.rules.step, group.left
        assert left is not None
        deficit, others = at[0] - gain, at[1:]
        mover, before = 1 << (self.players - 1), group.top >> 1
        level = {"split": before | mover, "leader": before, "challenger": mover}
        after = [before, level[self.rules.ending.ties], mover]
        groups = [
            self.group(left - 1, group.boards[1:], top, runs=group.runs[1:], beats=beats)
            for top in after
        ]
        draws = np.maximum(-(-deficit // step), 0)
        passes = np.maximum(deficit // step + 1, 0)
        return _path(
            [
                (draws, *groups[0].line(others, 0, step)),
                (passes, *groups[1].line(others, 0, step)),
                (None, *groups[2].line(others - deficit, left - 1, step)),
            ]
        )


def _path(pieces: list[tuple[Integers | None, Integers, int]]) -> Path:
    """The pieces side by side, the last one as often as needed."""
    pieces = pieces + [pieces[-1]] * (3 - len(pieces))
    count = len(pieces[0][1])
    until = [np.full(count, NEVER) if end is None else end for end, _, _ in pieces]
    rise = [np.full(count, step, np.int64) for _, _, step in pieces]
    return Path(np.stack(until), np.stack([base for _, base, _ in pieces]), np.stack(rise))
