"""One turn as moves between columns: scoring tables plus the rules about hot dice.

A column is `hot * N + (dice - 1)`: the dice rolled next (of different dice, the hand) and how many
hot dice that pay the turn has seen. Only a hot-dice bonus that grows needs the count; all other
rulesets have N columns. Counts above the last one kept are treated as the last one. The solvers
include this in their error.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers, Turn
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables

MANY_SETS = 1_000
"""In a column of more sets, as with different dice, only the nearest sets are searched for
chains."""

NEAR_SETS = 200


@dataclass(frozen=True)
class TurnMoves:
    """The moves of a turn as flat arrays, in the form the core takes.

    Attributes:
        dice: the hand at the start of a turn, N; where dice are of one kind a hand is a number of
            dice, else see `rules.hands`.
        unit: points per row.
        hot_counts: how many different counts of hot dice are kept apart (1: the count is not
            needed).
        sizes: int64[columns], how many dice are rolled.
        rise: int64[options], rows that the option adds to the turn score, bonus included.
        target: int64[options], the column it leads to.
        option_start: int64[sets], first option of each set.
        column_start: int64[columns], first set of each column.
        set_probability: float64[sets], given that the column is rolled.
        farkle_probability, disaster_probability, instant_probability: float64[columns]; the last
            is zero where a roll that wins at once counts as an ordinary one.
        preference: int64[options], all different: among equals more dice first, then more points.
        bonus_before: int64[columns], points of hot-dice bonuses that the count of the column
            implies.
    """

    dice: int
    unit: int
    hot_counts: int
    sizes: Integers
    rise: Integers
    target: Integers
    option_start: Integers
    column_start: Integers
    set_probability: Floats
    farkle_probability: Floats
    disaster_probability: Floats
    instant_probability: Floats
    preference: Integers
    bonus_before: Integers

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.dice * self.hot_counts

    @cached_property
    def offset(self) -> Integers:
        """int64[options]: how far the state an option leads to is ahead in a flattened table."""
        return self.rise * self.columns + self.target

    @cached_property
    def max_rise(self) -> int:
        """The largest number of rows that one move can rise."""
        return int(self.rise.max())

    def column(self, dice: int, hot: int = 0) -> int:
        """The column in which `dice` are rolled after `hot` hot dice that paid."""
        return min(hot, self.hot_counts - 1) * self.dice + dice - 1

    @property
    def most_dice(self) -> int:
        """How many dice there are at the start of a turn."""
        return int(self.sizes[self.dice - 1])

    def place(self, column: int) -> tuple[int, int]:
        """The dice and the count of hot dice whose column it is."""
        hot, last = divmod(column, self.dice)
        return last + 1, hot

    @cached_property
    def column_of_set(self) -> Integers:
        """int64[sets]: the column of each set."""
        sets = np.arange(len(self.option_start))
        return np.searchsorted(self.column_start, sets, side="right") - 1

    @cached_property
    def set_sizes(self) -> Integers:
        """int64[sets]: options of each set."""
        return np.diff(self.option_start, append=len(self.rise))

    @cached_property
    def as_turn(self) -> Turn:
        """The moves for the core, sets in chains; any turn score and number of dice may be banked,
        and neither farkles nor payoffs are kept apart."""
        moves = self.offset, self.option_start, self.column_start
        order = np.frombuffer(_in_chains(*(each.tobytes() for each in moves)), np.int64)
        sizes = self.set_sizes[order]
        starts = np.cumsum(sizes) - sizes
        options = np.repeat(self.option_start[order] - starts, sizes)
        options += np.arange(len(options))
        return self.in_order._replace(
            offset=self.offset[options],
            set_start=np.append(starts, len(self.rise)).astype(np.int64),
            probability=self.set_probability[order],
        )

    @cached_property
    def in_order(self) -> Turn:
        """The same, sets in their own order, options in the order in which they are preferred."""
        sets = np.repeat(np.arange(len(self.option_start)), self.set_sizes)
        return Turn(
            dice=self.dice,
            columns=self.columns,
            max_rise=self.max_rise,
            offset=self.offset[np.lexsort((self.preference, sets))],
            set_start=np.append(self.option_start, len(self.rise)).astype(np.int64),
            column_start=np.append(self.column_start, len(self.option_start)).astype(np.int64),
            probability=self.set_probability,
            farkle=self.farkle_probability,
            disaster=self.disaster_probability,
            instant=self.instant_probability,
            may_bank=np.ones(self.columns, np.int64),
            legal=np.ones(0, np.int64),
            some_illegal=0,
            lost_kind=np.zeros(self.columns, np.int64),
            bank_kind=np.zeros(self.columns, np.int64),
            overshoot=0,
            sizes=self.sizes,
        )

    @cached_property
    def all_dice(self) -> Booleans:
        """bool[columns]: whether all the dice are rolled."""
        last: Booleans = np.arange(self.columns) % self.dice == self.dice - 1
        return last

    def distinct(self) -> list[tuple[int, int, int]]:
        """Every different (column, rise, next column) that some roll allows, each once."""
        sets = np.repeat(np.arange(len(self.set_sizes)), self.set_sizes)
        possible = self.set_probability[sets] > 0
        heights = self.max_rise + 1
        keys = (self.column_of_set[sets] * heights + self.rise) * self.columns + self.target
        source_rise, target = np.divmod(np.unique(keys[possible]), self.columns)
        source, rise = np.divmod(source_rise, heights)
        return list(zip(source.tolist(), rise.tolist(), target.tolist(), strict=True))


@lru_cache(maxsize=64)
def _in_chains(offset: bytes, option_start: bytes, column_start: bytes) -> bytes:
    """int64[sets]: the sets of each column, ordered so that many sets have all the options of the
    set before and a few more. The search for the best option need not look at the shared options
    again. Moves that differ only in their chances have the same order.

    Every set, the largest first, follows its largest subset that no other set follows yet. Some
    three fifths of the options are left to look at.
    """
    every, starts, columns = (
        np.frombuffer(each, np.int64).tolist() for each in (offset, option_start, column_start)
    )
    starts.append(len(every))
    options = [frozenset(every[begin:end]) for begin, end in pairwise(starts)]
    order: list[int] = []
    for begin, end in pairwise([*columns, len(options)]):
        sets = sorted(range(begin, end), key=lambda number: -len(options[number]))
        before: dict[int, int] = {}
        followed: set[int] = set()
        near = len(sets) if len(sets) <= MANY_SETS else NEAR_SETS
        for place, number in enumerate(sets):
            for other in sets[place + 1 : place + 1 + near]:
                if other not in followed and options[other] < options[number]:
                    before[number] = other
                    followed.add(other)
                    break
        for last in sets:
            if last in followed:
                continue
            chain = [last]
            while chain[-1] in before:
                chain.append(before[chain[-1]])
            order += reversed(chain)
    return np.array(order, np.int64).tobytes()


def occurring(
    moves: TurnMoves, rows: int, *, taken_over: bool, begin: tuple[int, int] | None = None
) -> Booleans:
    """bool[rows, columns]: the states that some way of setting aside leads to.

    The turn scores of one column are the bits of one integer, so a move is a shift: all turn scores
    move at once, and the work is repeated only for bits that are new.

    Args:
        moves: all the moves (not only the best ones) of the turn.
        rows: turn scores of `rows` units and more are left out.
        taken_over: whether any state may be the start of another player's turn, too, with its hot
            dice counted afresh.
        begin: (row, column) in which the turn begins; by default a fresh turn.
    """
    mask = (1 << rows) - 1
    seen = [0] * moves.columns
    fresh = [0] * moves.columns
    row, column = (0, moves.column(moves.dice)) if begin is None else begin
    fresh[column] = 1 << row
    steps = moves.distinct()
    while any(fresh):
        for column, bits in enumerate(fresh):
            seen[column] |= bits
        grown = [0] * moves.columns
        for column, rise, target in steps:
            if fresh[column]:
                grown[target] |= fresh[column] << rise
        if taken_over:
            for column in range(moves.dice, moves.columns):
                grown[column % moves.dice] |= grown[column]
        fresh = [bits & mask & ~seen[column] for column, bits in enumerate(grown)]
    table = np.zeros((rows, moves.columns), bool)
    size = (rows + 7) // 8
    for column, bits in enumerate(seen):
        raw = np.frombuffer(bits.to_bytes(size, "little"), np.uint8)
        table[:, column] = np.unpackbits(raw, bitorder="little", count=rows)
    return table


def reachable_states(ruleset: Ruleset, moves: TurnMoves, rows: int) -> Booleans:
    """bool[rows, columns]: the states that can occur, in a turn taken over as well."""
    return occurring(moves, rows, taken_over=ruleset.piggyback != "none")


def hot_counts_within(ruleset: Ruleset, points: float, most: int) -> int:
    """Counts of hot dice to keep apart in turns of that many points: enough for their bonuses alone
    to reach the points, and `most` at most; 1 unless the bonus grows."""
    bonus = ruleset.hot_dice_bonus
    counts, total = 1, 0
    if bonus is not None and bonus.step:
        while total < points and counts < most:
            total += bonus.points + (counts - 1) * bonus.step
            counts += 1
    return counts


def turn_moves(
    ruleset: Ruleset,
    tables: ScoringTables,
    *,
    best_only: bool,
    hot_counts: int = 1,
    instant_wins: bool = False,
) -> TurnMoves:
    """The moves of a ruleset.

    Args:
        ruleset: gives the hot-dice bonus.
        tables: its scoring tables.
        best_only: leave out options that set aside as many dice as another one for fewer points,
            unless `multiple_of` makes more points worse.
        hot_counts: counts of hot dice kept apart; 1 unless the bonus grows.
        instant_wins: whether a roll that wins at once is an end of the turn, or an ordinary roll.
    """
    dice, bonus = tables.dice, ruleset.hot_dice_bonus
    first, step = (0, 0) if bonus is None else (bonus.points, bonus.step)
    best_only &= tables.unit % ruleset.bank.multiple_of == 0
    set_of, left, points, pays = _options(ruleset, tables, best_only)
    counts = np.arange(hot_counts)
    worth = (first + counts * step) // tables.unit
    rise = (points + np.outer(worth, pays)).ravel()
    target = (np.minimum(np.add.outer(counts, pays), hot_counts - 1) * dice + left - 1).ravel()
    size = np.tile(np.bincount(set_of, minlength=tables.sets), hot_counts)
    probability = np.tile(tables.set_probability(instant_wins=instant_wins), hot_counts)
    column = np.add.outer(counts * dice, tables.set_dice).ravel() - 1
    # the core needs a set in every column: where nothing ever scores, one of probability zero
    for missing in np.flatnonzero(np.bincount(column, minlength=dice * hot_counts) == 0):
        at = int(np.searchsorted(column, missing))
        option_at = int(size[:at].sum())
        rise, target = np.insert(rise, option_at, 1), np.insert(target, option_at, missing)
        size, probability = np.insert(size, at, 1), np.insert(probability, at, 0.0)
        column = np.insert(column, at, missing)
    option_start = np.cumsum(size) - size
    order = np.lexsort((np.arange(len(rise)), -target, rise, target % dice))
    preference = np.empty(len(rise), np.int64)
    preference[order] = np.arange(len(rise))

    def ends(chance: Floats) -> Floats:
        return np.tile(chance[1:], hot_counts)

    return TurnMoves(
        dice=dice,
        unit=tables.unit,
        hot_counts=hot_counts,
        sizes=np.tile(np.array(tables.hands.sizes[1:], np.int64), hot_counts),
        rise=rise,
        target=target,
        option_start=option_start,
        column_start=np.searchsorted(column, np.arange(dice * hot_counts)),
        set_probability=probability,
        farkle_probability=ends(tables.farkle_probability(instant_wins=instant_wins)),
        disaster_probability=ends(tables.disaster_probability()),
        instant_probability=ends(tables.instant_probability()) * instant_wins,
        preference=preference,
        bonus_before=np.repeat(counts * first + step * counts * (counts - 1) // 2, dice),
    )


def _options(
    ruleset: Ruleset, tables: ScoringTables, best_only: bool
) -> tuple[Integers, Integers, Integers, Booleans]:
    """Of each option its set, the hand that it leaves, its points, and whether it is a hot dice
    that pays a bonus."""
    set_of = np.repeat(np.arange(tables.sets), np.diff(tables.set_start))
    used, points = tables.option_used, tables.option_points
    if best_only:
        # options are in the order (dice set aside, points): the last of each run is the best
        last = np.ones(len(used), bool)
        last[:-1] = (np.diff(set_of) != 0) | (np.diff(used) != 0)
        set_of, used, points = set_of[last], used[last], points[last]
    rolled = tables.set_dice[set_of]
    hot_dice = used == rolled
    bonus = ruleset.hot_dice_bonus
    pays = hot_dice if bonus is not None else np.zeros(len(used), bool)
    if bonus is not None and bonus.when == "last_die":
        pays = pays & (np.array(tables.hands.sizes)[rolled] == 1)
    left = np.where(hot_dice, tables.dice, np.array(tables.hands.left)[rolled, used])
    return set_of, left, points, pays
