"""Games played with dice that are really rolled, compiled.

Dice are drawn one by one and looked up as a multiset of faces, so that nothing here uses the
chances by which matches are solved. Games go forward side by side, one turn at a time; every game
draws from numbers of its own, so that it does not matter which games are played together.

    random numbers: splitmix64, its state begun with a mixture of the seed and the game's number
    (G. L. Steele, D. Lea and C. H. Flood, "Fast Splittable Pseudorandom Number Generators", 2014)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from farklegen.kernels.arrays import ENDS, LANES, NO_OPTION
from farklegen.kernels.backward import backward
from farklegen.kernels.compiled import options
from farklegen.kernels.ends import (
    AWARDED,
    BANKED,
    FARKLED,
    FIRST,
    RUINED,
    WON,
    banks_here,
    option_of,
    target_of,
)
from farklegen.kernels.follow import TIE
from farklegen.kernels.lanes import evaluate, rows_needed

FACES = 6

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX, SECOND_MIX = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11))

DRAW_BITS = 53
"""A die is drawn as a whole number below two to the power of this."""

FARKLE, DISASTER, WIN = -1, -2, -3
"""What a roll is that is no set of options."""

GOING, MINE, THEIRS, LEVEL, STUCK, LAST = 0, 1, 2, 3, 4, 5
"""How a game stands: going on; won by player 0; won by player 1; level after a last turn; nobody
can end it any more; a last turn is still to be played."""


CHALLENGER, LEADER = -1, -2
"""Who wins level scores after a last turn, in place of `LEVEL`: who has it; the other one."""


class Rolling(NamedTuple):
    """How dice fall, and what a roll is.

    Attributes:
        bounds: int64[FACES], a face falls if a draw lies below its bound and below no earlier one.
        grown: int64[multisets * FACES], the multiset with one more die of a face; 0 is no dice.
        roll: int64[multisets], number of the option set among those of so many dice; or `FARKLE`,
            `DISASTER`, `WIN`.
        sets: int64[sets], number of the set in the arrays of the turn: entry column_start[column] +
            roll.
    """

    bounds: NDArray[np.int64]
    grown: NDArray[np.int64]
    roll: NDArray[np.int64]
    sets: NDArray[np.int64]


class Rules(NamedTuple):
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
        streak_ends: int64[classes], 1 where a farkle of the last turn completes a streak.
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
    streak_ends: NDArray[np.int64]


class Games(NamedTuple):
    """Games side by side; player 0 moves first in those with even numbers.

    Attributes:
        state: int64[games], the chance of the state, seen by the player to move.
        random: uint64[games], the state of the random numbers.
        turns: int64[games], turns played.
        result: int64[games], how it stands.
        run, longest: int64[2, games], farkles in a row of each player, now and at most.
        score: int64[2, games], scores of the players, in units above the lowest.
    """

    state: NDArray[np.int64]
    random: NDArray[np.uint64]
    turns: NDArray[np.int64]
    result: NDArray[np.int64]
    run: NDArray[np.int64]
    longest: NDArray[np.int64]
    score: NDArray[np.int64]


class Counts(NamedTuple):
    """What the turns of both players came to.

    Attributes:
        turns, rolls, farkles, disasters, wins: int64[2]; the last are wins at once.
        gained: int64[2, ...], turns by units that they added to the score; the last entry holds
            what is more.
    """

    turns: NDArray[np.int64]
    rolls: NDArray[np.int64]
    farkles: NDArray[np.int64]
    disasters: NDArray[np.int64]
    wins: NDArray[np.int64]
    gained: NDArray[np.int64]


@njit(**options)
def mixed(number):
    """A bijection of 64-bit numbers that leaves no pattern."""
    number = (number ^ (number >> SHIFTS[0])) * FIRST_MIX
    number = (number ^ (number >> SHIFTS[1])) * SECOND_MIX
    return number ^ (number >> SHIFTS[2])


@njit(**options)
def begin(games, first, seed, state, zero):
    """Begin games numbered from `first` on, all in one state, with scores of `zero`."""
    base = mixed(np.uint64(seed) + GOLDEN)
    for game in range(len(games.state)):
        games.state[game] = state
        games.random[game] = mixed(base + np.uint64(first + game) * GOLDEN)
        games.turns[game] = 0
        games.result[game] = GOING
        for player in range(2):
            games.run[player, game] = 0
            games.longest[player, game] = 0
            games.score[player, game] = zero


@njit(**options)
def thrown(bounds, grown, dice, random):
    """(multiset, random) of so many dice, see `Rolling`."""
    roll = 0
    for _ in range(dice):
        random += GOLDEN
        draw = np.int64(mixed(random) >> SHIFTS[3])
        face = 0
        for bound in range(FACES - 1):
            face += 1 if draw >= bounds[bound] else 0
        roll = grown[roll * FACES + face]
    return roll, random


@njit(**options)
def lost_end(row, all_dice):
    """The end of a turn that farkles."""
    if row == 0:
        return FIRST
    return row * ENDS + (AWARDED if all_dice else FARKLED)


@njit(**options)
def play_by_table(turn, table, seat, rolling, games, which, end, rolls):
    """One turn of a player who plays by a table, in each of some games.

    Args:
        turn: the moves, offsets in columns.
        table, seat: what the player plays by, see `kernels.ends`.
        rolling: for these moves.
        games: in, and out the random numbers.
        which: int64[...], the games.
        end: int64[...], out: how the turns end, see `kernels.ends`.
        rolls: int64[...], out: rolls that they took.
    """
    # whole tuples are handed on only near the goal: that takes longer than a roll
    columns, dice, offset, column_start = turn.columns, turn.dice, turn.offset, turn.column_start
    banks, choice, highest = table.banks, table.choice, table.highest
    bounds, grown, faces, sets = rolling.bounds, rolling.grown, rolling.roll, rolling.sets
    situations, reaches, goings, rooms = seat.situation, seat.reach, seat.going, seat.room
    stops, leasts, randoms, states = seat.stop, seat.least, games.random, games.state
    top = table.rows - turn.max_rise
    for place in range(len(which)):
        game = which[place]
        random, state = randoms[game], states[game]
        situation, reach, going, room = (
            situations[state], reaches[state], goings[state], rooms[state],
        )  # fmt: skip
        row, column, rolled, ended = 0, dice - 1, 0, -1
        while ended < 0:
            here = row * columns + column
            if row >= top:
                stopped = True
            elif row >= reach:
                stopped = banks_here(
                    turn, table, row, column, situation, reach, stops[state], going, leasts[state]
                )
            elif row == 0 or (going >> (column % dice)) & 1:
                stopped = False
            else:
                stopped = banks[situation, here] != 0
            if stopped:
                ended = row * ENDS + BANKED
                break
            rolled += 1
            fallen, random = thrown(bounds, grown, column % dice + 1, random)
            what = faces[fallen]
            if what < FARKLE:
                ended = WON if what == WIN else RUINED
                break
            option = -1
            if what >= 0:
                number = sets[column_start[column] + what]
                most = row + highest[number]
                if most < reach and most <= room:
                    option = choice[situation, row * len(highest) + number]
                else:
                    option = option_of(
                        turn, table, number, row, situation, reach, leasts[state], room
                    )
            if option < 0:
                ended = lost_end(row, column % dice == dice - 1)
                break
            there = here - column + offset[option]
            row, column = there // columns, there % columns
        randoms[game] = random
        end[place], rolls[place] = ended, rolled


@njit(**options)
def play_lane(
    turn, values, bank, bank_kinds, rows, lane, rolling, random, which, low, high, end, rolls
):  # fmt: skip
    """One turn of a perfect player in the games low to high, by the values of a lane of a block."""
    columns, dice, offset, column_start = turn.columns, turn.dice, turn.offset, turn.column_start
    may_bank, bank_kind, set_start = turn.may_bank, turn.bank_kind, turn.set_start
    bounds, grown, faces, sets = rolling.bounds, rolling.grown, rolling.roll, rolling.sets
    for place in range(low, high):
        state = random[which[place]]
        row, column, rolled, ended = 0, dice - 1, 0, -1
        while ended < 0:
            base = row * columns * LANES + lane
            if row >= rows:
                ended = row * ENDS + BANKED
                break
            if row > 0 and may_bank[column]:
                value = values[base + column * LANES]
                price = bank[(row * bank_kinds + bank_kind[column]) * LANES + lane]
                if price >= value - TIE * abs(value):
                    ended = row * ENDS + BANKED
                    break
            rolled += 1
            fallen, state = thrown(bounds, grown, column % dice + 1, state)
            what = faces[fallen]
            if what < FARKLE:
                ended = WON if what == WIN else RUINED
                break
            best, to = -9.0, 0
            if what >= 0:
                number = sets[column_start[column] + what]
                for option in range(set_start[number], set_start[number + 1]):
                    found = values[base + offset[option]]
                    if found > best:
                        best, to = found, offset[option]
            if best < NO_OPTION:
                ended = lost_end(row, column % dice == dice - 1)
                break
            there = row * columns + to // LANES
            row, column = there // columns, there % columns
        random[which[place]] = state
        end[place], rolls[place] = ended, rolled


@njit(**options)
def play_best(
    turn, rolling, prices, keep, chances, values, games, states, start, which, end, rolls
):  # fmt: skip
    """One turn of a perfect player, in each of some games; not for last turns.

    Args:
        turn: the moves, offsets in numbers.
        rolling: for these moves.
        prices, keep: the match.
        chances: float64[chances], solved.
        values: float64[...], room for one block's turn.
        games: in, and out the random numbers.
        states: int64[lanes], every state in which a turn begins, each once.
        start: int64[lanes + 1], the first of its games.
        which, end, rolls: as for `play_by_table`.
    """
    lanes = len(states)
    previous = np.zeros(lanes, np.int64)
    scratch = np.empty((6, LANES))
    vectors = (
        np.empty(LANES), np.empty(LANES), np.empty(LANES), np.zeros(LANES, np.int64),
        np.zeros(LANES, np.int64),
    )  # fmt: skip
    cycles = (np.full(LANES, -1), np.zeros(LANES), np.zeros(LANES))
    coordinate, worth = np.zeros(lanes), np.empty(lanes)
    nothing, rolled = np.empty(1), np.empty(LANES)
    for block in range((lanes + LANES - 1) // LANES):
        low = block * LANES
        filled = min(LANES, lanes - low)
        rows, kept = 0, False
        for lane in range(filled):
            state = states[low + lane]
            rows = max(rows, rows_needed(state, 0, 1.0, prices, chances, chances))
            kept = kept or prices.lost_rise[state] > 0
            c = chances[state]
            coordinate[low + lane] = 1.0 if (-0.5 < c < 0.0) or c > 0.5 else 0.0
        bank = np.empty((rows + turn.max_rise) * prices.bank_kinds * LANES)
        lost_rows = rows if kept else 1
        lost = np.empty(lost_rows * 2 * LANES)
        evaluate(
            block, lanes, 0, 0, rows, turn, prices, keep, states, previous, chances, chances,
            nothing, values, coordinate, bank, lost, lost_rows, 2, rolled, False, False, vectors,
            cycles, scratch, worth, 1,
        )  # fmt: skip
        for lane in range(filled):
            play_lane(
                turn, values, bank, prices.bank_kinds, rows, lane, rolling, games.random, which,
                start[low + lane], start[low + lane + 1], end, rolls,
            )  # fmt: skip


@njit(**options)
def play_best_last(
    turn, rolling, rows, bank, bank_kinds, lost, lost_rows, lost_kinds, first, ruin, sure, room,
    values, games, filled, start, which, end, rolls,
):  # fmt: skip
    """Last turns of a perfect player: one block of lanes under given prices.

    Args:
        turn, rolling: as for `play_best`.
        rows, bank, bank_kinds, lost, lost_rows, lost_kinds, first, ruin, sure, room: as for
            `kernels.backward.backward`.
        values: float64[...], room for the turn.
        games: in, and out the random numbers.
        filled: lanes that are wanted.
        start: int64[filled + 1], the first of the games of each.
        which, end, rolls: as for `play_by_table`.
    """
    backward(
        turn, rows, values, bank, bank_kinds, lost, lost_rows, lost_kinds, first, ruin, sure, room,
        np.empty(LANES), False, np.empty((6, LANES)),
    )  # fmt: skip
    for lane in range(filled):
        play_lane(
            turn, values, bank, bank_kinds, rows, lane, rolling, games.random, which, start[lane],
            start[lane + 1], end, rolls,
        )  # fmt: skip


@njit(**options)
def gain_of(rules, mine, limit, end):
    """Units that an end of a turn adds to a score; an exact goal lies at `limit`."""
    row, kind = end // ENDS, end % ENDS
    if kind == BANKED:
        return row * rules.step
    if kind in (RUINED, WON):
        return 0
    kept = row * rules.step if rules.keeps else 0
    award = 0
    if kind == FIRST:
        award = rules.first_award
    elif kind == AWARDED:
        award = rules.later_award
    if rules.exact and mine + kept + award > limit:
        award = 0
    return kept + award


@njit(**options)
def count(games, counts, which, player, end, rolls):
    """Write down what turns came to, apart from points.

    Args:
        games, counts: in and out.
        which: int64[...], the games.
        player: int64[...], who moved.
        end, rolls: int64[...], how the turns ended, and rolls that they took.
    """
    turns, run, longest = games.turns, games.run, games.longest
    farkles, disasters, wins = counts.farkles, counts.disasters, counts.wins
    played, rolled = counts.turns, counts.rolls
    for place in range(len(which)):
        game, mover, kind = which[place], player[place], end[place] % ENDS
        turns[game] += 1
        played[mover] += 1
        rolled[mover] += rolls[place]
        if kind in (FARKLED, AWARDED, FIRST):
            farkles[mover] += 1
            run[mover, game] += 1
            longest[mover, game] = max(longest[mover, game], run[mover, game])
            continue
        run[mover, game] = 0
        if kind == RUINED:
            disasters[mover] += 1
        elif kind == WON:
            wins[mover] += 1


@njit(**options)
def move_on(rules, prices, dead, games, counts, which, player, end):
    """What follows turns that are not last ones.

    Args:
        rules, prices: the match.
        dead: uint8[states], 1 where nobody can end the game any more.
        games, counts, which, player, end: as for `count`.
    """
    n = rules.scores
    states, result, score, gained = games.state, games.result, games.score, counts.gained
    for place in range(len(which)):
        game, ended, mover = which[place], end[place], player[place]
        state = states[game]
        mine, theirs = state // n % n, state % n
        gain = gain_of(rules, mine, n, ended)
        gained[mover, min(gain, gained.shape[1] - 1)] += 1
        if ended // ENDS > rules.highest:
            ended = rules.highest * ENDS + ended % ENDS
        target = target_of(prices, state, ended)
        if target < 0:
            score[mover, game], score[1 - mover, game] = mine, theirs
            result[game] = MINE + mover
            continue
        states[game] = target
        if target < rules.states:
            score[mover, game], score[1 - mover, game] = target % n, target // n % n
            if dead[target]:
                result[game] = STUCK
            continue
        last = target - rules.states
        score[mover, game], score[1 - mover, game] = theirs + last % rules.distances, theirs
        result[game] = MINE + mover if last < rules.distances else LAST


@njit(**options)
def finish(rules, games, counts, which, player, end):
    """Who wins after last turns; arguments as for `move_on`."""
    states, result, score, gained = games.state, games.result, games.score, counts.gained
    for place in range(len(which)):
        game, ended, mover = which[place], end[place], player[place]
        kind, last = ended % ENDS, states[game] - rules.states
        ahead, before = last % rules.distances, score[mover, game]
        gain = gain_of(rules, 0, ahead, ended)
        gained[mover, min(gain, gained.shape[1] - 1)] += 1
        new = before + gain
        if kind == WON:
            result[game] = MINE + mover
            continue
        if kind == RUINED:
            new = min(before, rules.zero)
        elif kind != BANKED and rules.streak_ends[last // rules.distances]:
            if rules.takes_all:
                new = min(new, rules.zero)
            else:
                new = max(new - rules.penalty, min(new, 0))
        score[mover, game] = new
        lead = new - (before + ahead)
        if lead > 0 or (lead == 0 and rules.level == CHALLENGER):
            result[game] = MINE + mover
        elif lead < 0 or rules.level == LEADER:
            result[game] = MINE + 1 - mover
        else:
            result[game] = LEVEL
