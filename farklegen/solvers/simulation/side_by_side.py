"""What games that are played side by side consist of; the core's `simulate.cpp` plays them.

Dice are drawn from random numbers of each game's own: splitmix64, its state begun with a mixture of
the seed and the game's number. So it does not matter which games are played together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.core.binding import core
from farklegen.core.structures import Written

DRAW_BITS = 53
"""A die is drawn as a whole number below two to the power of this."""

UNFINISHED, MINE, THEIRS, LEVEL, STUCK, LAST = 0, 1, 2, 3, 4, 5
"""How a game stands: going on; won by player 0; won by player 1; level after a last turn; nobody
can end it any more; a last turn is still to be played."""

CHALLENGER, LEADER = -1, -2
"""Who wins level scores after a last turn, in place of `LEVEL`: who has it; the other one."""


class Rolling(NamedTuple):
    """How dice fall, and what a roll is.

    Attributes:
        bounds: int64[kinds * faces], a face of a die of a kind falls if a draw lies below its bound
            and below no earlier one of the kind.
        grown: int64[multisets * kinds * faces], the multiset with one more die; 0 is no dice.
        roll: int64[multisets], number of the option set among those of the hand; or -1 for a
            farkle, -2 for a disaster, -3 for a win at once.
        sets: int64[sets], number of the set in the arrays of the turn: entry column_start[column] +
            roll.
        kinds: int64[...], the kind of each die, column after column of the turn.
        first: int64[columns + 1], where the dice of each column begin.
    """

    bounds: Integers
    grown: Integers
    roll: Integers
    sets: Integers
    kinds: Integers
    first: Integers


class Match(NamedTuple):
    """The rules of a match that matter between turns, in units.

    Attributes:
        states: number of states; last turns are numbered from there on.
        scores: scores below the goal, counted from the lowest.
        zero: the score of zero among them.
        step: units of a row.
        highest: the last row that leads to a place of its own.
        exact: 1 if the goal must be hit exactly.
        keeps: 1 if a farkle banks the turn score.
        first_award, later_award: awards of a farkle.
        penalty: of a streak of farkles.
        takes_all: 1 if that is everything.
        level: what level scores after a last turn are: `LEVEL`, `CHALLENGER` or `LEADER`.
        distances: distances that last turns are told apart by.
        leads: 1 if states tell only the lead apart.
        beats: 1 if a bank must be more than the one before.
        banks_hand_on, farkles_hand_on: 1 if the dice left over may be taken over.
        streak_ends: int64[classes], 1 where a farkle of the last turn completes a streak.
        dead: int64[states], 1 where nobody can end the game any more.
        over: int64[states], 1 where no turn is left.
        mine, theirs: int64[states], the scores there; how far the opponent is ahead, where states
            tell only that apart.
    """

    states: int
    scores: int
    zero: int
    step: int
    highest: int
    exact: int
    keeps: int
    first_award: int
    later_award: int
    penalty: int
    takes_all: int
    level: int
    distances: int
    leads: int
    beats: int
    banks_hand_on: int
    farkles_hand_on: int
    streak_ends: Integers
    dead: Integers
    over: Integers
    mine: Integers
    theirs: Integers


class Games(NamedTuple):
    """Games side by side; player 0 moves first in those with even numbers.

    Attributes:
        state: int64[games], the chance of the state, seen by the player to move.
        random: int64[games], the state of the random numbers.
        turns: int64[games], turns played.
        result: int64[games], how it stands.
        run, longest: int64[2, games], farkles in a row of each player, now and at most.
        score: int64[2, games], scores of the players, in units above the lowest.
        previous: int64[games], rows that the turn before has banked and that must be beaten.
        offered, hands: int64[games], the rows and the dice that may be taken over; 0 dice where
            there are none.
    """

    state: Written[Integers]
    random: Written[Integers]
    turns: Written[Integers]
    result: Written[Integers]
    run: Written[Integers]
    longest: Written[Integers]
    score: Written[Integers]
    previous: Written[Integers]
    offered: Written[Integers]
    hands: Written[Integers]


class Taking(NamedTuple):
    """Where turns are taken over by tables.

    Attributes:
        over: bool[situations, rows * dice], where that is done.
        limit: int64[chances], rows below which it may be done.
    """

    over: Booleans
    limit: Integers


class Begin(NamedTuple):
    """How games begin: their numbers from `first` on, the seed, the state, a score of zero."""

    first: int
    seed: int
    state: int
    zero: int


class Counts(NamedTuple):
    """What the turns of both players came to.

    Attributes:
        turns, rolls, farkles, disasters, wins: int64[2]; the last are wins at once.
        gained: int64[2, ...], turns by units that they added to the score; the last entry holds
            what is more.
    """

    turns: Written[Integers]
    rolls: Written[Integers]
    farkles: Written[Integers]
    disasters: Written[Integers]
    wins: Written[Integers]
    gained: Written[Integers]


class Turns(NamedTuple):
    """One turn in each of some games.

    Attributes:
        which: int64[...], the games.
        end: int64[...], how the turns ended, see `solvers.ends`.
        rolls: int64[...], rolls that they took.
    """

    which: Integers
    end: Written[Integers]
    rolls: Written[Integers]


class Best(NamedTuple):
    """Turns of a perfect player: `which`, `end` and `rolls` as in `Turns`, and room.

    Attributes:
        states: int64[lanes], every state in which a turn begins, each once.
        start: int64[lanes + 1], the first of its games.
    """

    states: Integers
    start: Integers
    which: Integers
    end: Written[Integers]
    rolls: Written[Integers]


class Given(NamedTuple):
    """The payoffs of a block of `LANES` turns.

    Attributes:
        rows: of the turns.
        bank: float64[rows + max_rise, bank_kinds, lanes].
        lost: float64[rows or 1, lost_kinds, lanes].
        first, ruin, sure: float64[lanes], a farkle of the first roll, a disaster, a win at once.
        room: int64[lanes], the last row that the rules let a turn come to.
        limit: int64[lanes], rows below which a turn may be taken over.
    """

    rows: int
    bank: Floats
    bank_kinds: int
    lost: Floats
    lost_kinds: int
    first: Floats
    ruin: Floats
    sure: Floats
    room: Integers
    limit: Integers


def new_games(
    first: int, many: int, seed: int, state: int, zero: int, most: int
) -> tuple[Games, Counts]:
    """Games before the first turn, and nothing counted.

    Args:
        first: number of the first of these games, even.
        many: how many.
        seed: of the random numbers, taken modulo 2^64.
        state: in which all of them begin.
        zero: the score of zero, in units above the lowest.
        most: gains of a turn that are told apart.
    """
    one, two = np.zeros((4, many), np.int64), np.zeros((3, 2, many), np.int64)
    handed = np.zeros((3, many), np.int64)
    games = Games(*map(np.copy, (*one, *two, *handed)))
    signed = (seed + (1 << 63)) % (1 << 64) - (1 << 63)
    core().call("begin_games", games, Begin(first, signed, state, zero))
    turns, rolls, farkles, disasters, wins = (np.zeros(2, np.int64) for _ in range(5))
    gained = np.zeros((2, most), np.int64)
    return games, Counts(turns, rolls, farkles, disasters, wins, gained)
