"""The parts of games that are played side by side; the core's `simulate.cpp` plays them.

Each game draws its dice from random numbers of its own. They come from splitmix64, whose first
state mixes the seed and the game's number. So it does not matter which games are played together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Integers
from farklegen.core.binding import core
from farklegen.core.structures import Written

DRAW_BITS = 53
"""A die is drawn as a whole number below two to the power of this."""

OPEN, STUCK = -1, -2
"""`Games.left` while nobody has reached the goal, and if nobody can reach it any more."""


class Rolling(NamedTuple):
    """How dice fall, and what a roll is.

    Attributes:
        bounds: int64[kinds * faces]: a die of a kind shows a face if the draw is below the face's
            bound, but not below the bound of an earlier face.
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


class GameRules(NamedTuple):
    """The rules that matter between turns, in units above the lowest score.

    Attributes:
        players: P.
        goal: `NO_GOAL` if only rounds end the game.
        lowest: the lowest score that a farkle leaves.
        zero: the score of zero.
        step: units of a row.
        exact: 1 if the goal must be hit exactly.
        keeps: 1 if a farkle banks the turn score.
        first_award, later_award: awards of a farkle.
        penalty: of a streak of farkles.
        takes_all: 1 if the penalty is the whole score.
        streak: farkles in a row that cost the penalty; 0 if none do.
        stays, joins: 1 if players who have won so far stay winners when another draws level, and 1
            if that player becomes a winner too.
        rounds: of a game; 0 if they are not counted.
        beats: 1 if a bank must be more than the one before.
        banks_hand_on, farkles_hand_on: 1 if the dice left over may be taken over.
        answers: int64[2, P], players with a last turn when the goal is reached: by whether it is
            the last round, and by how many players move later in the round.
        winners: int64[2**P], see `game.layout.winners_by_bits`.
    """

    players: int
    goal: int
    lowest: int
    zero: int
    step: int
    exact: int
    keeps: int
    first_award: int
    later_award: int
    penalty: int
    takes_all: int
    streak: int
    stays: int
    joins: int
    rounds: int
    beats: int
    banks_hand_on: int
    farkles_hand_on: int
    answers: Integers
    winners: Integers


class Games(NamedTuple):
    """Games side by side. The players sit in the order of moving; who moves first goes round the
    table, from player 0 in a game whose number is a multiple of P.

    Attributes:
        state: int64[games], the turn as one of a match of two, see `Layout.plain`.
        random: int64[games], the state of the random numbers.
        turns: int64[games], turns played.
        left: int64[games], players who still have a last turn; 0 when the game is over; `OPEN`,
            `STUCK`.
        previous: int64[games], rows that the turn before has banked and that must be beaten.
        offered, hands: int64[games], the rows and the dice that may be taken over; 0 dice if there
            is no offer.
        score: int64[P, games], in units above the lowest.
        on_board: int64[P, games], 1 for players who have banked.
        run, longest: int64[P, games], farkles in a row, now and at most.
        top: int64[P, games], 1 for those who have won so far, once somebody has.
    """

    state: Written[Integers]
    random: Written[Integers]
    turns: Written[Integers]
    left: Written[Integers]
    previous: Written[Integers]
    offered: Written[Integers]
    hands: Written[Integers]
    score: Written[Integers]
    on_board: Written[Integers]
    run: Written[Integers]
    longest: Written[Integers]
    top: Written[Integers]


class Taking(NamedTuple):
    """Where turns are taken over by tables.

    Attributes:
        over: bool[situations, rows * dice], where a turn is taken over.
    """

    over: Booleans


class Begin(NamedTuple):
    """How games begin: their numbers from `first` on, and the seed."""

    first: int
    seed: int


class Counts(NamedTuple):
    """What the turns of each player came to.

    Attributes:
        turns, rolls, farkles, disasters, wins: int64[P]; `wins` are wins at once.
        gained: int64[P, ...], turns, by the units that they added to the score; the last entry
            counts all larger gains.
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
        start: int64[lanes + 1], the first game of each state in which a turn begins.
    """

    start: Integers
    which: Integers
    end: Written[Integers]
    rolls: Written[Integers]


def new_games(
    rules: GameRules, first: int, many: int, seed: int, most: int, *, on_board: bool
) -> tuple[Games, Counts]:
    """Games before the first turn, and nothing counted.

    Args:
        first: number of the first of these games, a multiple of P.
        many: how many.
        seed: of the random numbers, taken modulo 2^64.
        most: how many gains of a turn are counted apart.
        on_board: whether players need no first bank.
    """
    players = rules.players
    one, each = np.zeros((7, many), np.int64), np.zeros((5, players, many), np.int64)
    games = Games(*map(np.copy, (*one, *each)))
    games.left[:], games.score[:], games.on_board[:] = OPEN, rules.zero, on_board
    signed = (seed + (1 << 63)) % (1 << 64) - (1 << 63)
    core().call("begin_games", games, Begin(first, signed))
    turns, rolls, farkles, disasters, wins = np.zeros((5, players), np.int64)
    gained = np.zeros((players, most), np.int64)
    return games, Counts(turns, rolls, farkles, disasters, wins, gained)
