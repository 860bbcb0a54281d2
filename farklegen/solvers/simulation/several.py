"""Games of several players with rolled dice.

Turns are rolled by who sits at the table (`seats`). What follows a turn, for everybody, is here.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock

import numpy as np

from farklegen.core.arrays import ENDS, Booleans, Integers
from farklegen.core.crew import Crew, Watch
from farklegen.rules.endings import Ending
from farklegen.solvers.ends import AWARDED, BANKED, FARKLED, FIRST, RUINED, WON
from farklegen.solvers.multiplayer.layout import winners_by_bits
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.simulation.games import MOST_TURNS, SIDE_BY_SIDE
from farklegen.solvers.simulation.results import Share
from farklegen.solvers.simulation.seats import OPEN, GameStates, Rules, Seat
from farklegen.solvers.simulation.side_by_side import Turns, new_games
from farklegen.solvers.turn_rules import puts_on_board


@dataclass(frozen=True)
class SeatCounts:
    """What one player's turns came to.

    Attributes:
        name: of the way of playing.
        share: games won, those that several share in parts.
        moving: the same of the games in which this player moved first, second, ...
        turns, rolls, farkles: how many.
        points: units that turns added to the score, all together.
    """

    name: str
    share: Share
    moving: tuple[Share, ...]
    turns: int
    rolls: int
    farkles: int
    points: int


@dataclass(frozen=True)
class SeveralGames:
    """Games of several players.

    Attributes:
        games: how many; everybody moves first in turn.
        seed: of the random numbers.
        seats: the players, in the order of moving.
        turns: of all players together.
        level: games that several players shared.
        unfinished: games that were given up; nobody won them.
        unit: points of a unit.
        seconds: the games took, without solving.
        threads: that played them.
    """

    games: int
    seed: int
    seats: tuple[SeatCounts, ...]
    turns: int
    level: int
    unfinished: int
    unit: int
    seconds: float
    threads: int


def simulate_table(
    rules: Rules,
    seats: Sequence[Seat],
    names: Sequence[str],
    *,
    games: int,
    seed: int = 1,
    threads: int = 1,
    progress: Progress = silent,
) -> SeveralGames:
    """Play games; who moves first goes round the table.

    Args:
        rules: of the table.
        seats: who sits there, in the order of moving.
        names: what they are called.
        games: how many.
        seed: a whole number; the same seed gives the same games.
        threads: to work with.
        progress: how far it is.

    Raises:
        UnsolvableError: for rules that are not simulated.
    """
    width = -(-SIDE_BY_SIDE // rules.players) * rules.players
    parts = [(low, min(low + width, games)) for low in range(0, games, width)]
    lock, played, began = Lock(), 0, time.perf_counter()
    sums: list[_TableGames] = []

    def play(part: tuple[int, int], watch: Watch) -> None:
        nonlocal played
        low, high = part
        table = _TableGames(rules, seats, low, high - low, seed)
        table.play(watch)
        with lock:
            sums.append(table)
            played += high - low
            progress(played / games, "playing")

    with Crew(threads) as crew:
        crew.run([partial(play, part, crew.watch) for part in parts])
    seconds = time.perf_counter() - began
    players = rules.players
    won = sum(table.won() for table in sums)
    moved = sum(table.counts for table in sums)
    assert not isinstance(won, int)
    assert not isinstance(moved, int)
    parts_of = np.append(0.0, 1.0 / np.arange(1, players + 1))
    wins = won[:, :, :-1] @ parts_of

    def seat(player: int) -> SeatCounts:
        begun = won[:, player].sum(axis=1)
        # who sits `place` seats after the first to move moves in that place
        moving = tuple(
            Share(int(begun[first]), float(wins[first, player]))
            for first in ((player - place) % players for place in range(players))
        )
        return SeatCounts(
            names[player],
            Share(games, float(wins[:, player].sum())),
            moving,
            *(int(count) for count in moved[:, player]),
        )

    shared = won[:, :, 2:-1].sum(axis=(0, 1)) / np.arange(2, players + 1)
    return SeveralGames(
        games=games,
        seed=seed,
        seats=tuple(seat(player) for player in range(players)),
        turns=int(moved[0].sum()),
        level=round(float(shared.sum())),
        unfinished=int(won[:, 0, -1].sum()),
        unit=rules.rules.unit,
        seconds=seconds,
        threads=threads,
    )


class _TableGames:
    """Some games, side by side.

    Attributes:
        counts: int64[4, P], turns, rolls, farkles, units added to the score.
    """

    def __init__(
        self, rules: Rules, seats: Sequence[Seat], first: int, many: int, seed: int
    ) -> None:
        self.rules, self.seats, self.first = rules, seats, first
        players, setting = rules.players, rules.setting
        self.games, _ = new_games(first, many, seed, setting.start, setting.zero, 1)
        off = rules.rules.contexts.boards > 1
        self.match_states = GameStates(
            score=np.full((players, many), setting.zero),
            on_board=np.full((players, many), not off),
            run=np.zeros((players, many), np.int64),
            left=np.full(many, OPEN),
            top=np.zeros((players, many), np.bool_),
        )
        self.counts = np.zeros((4, players), np.int64)

    def play(self, watch: Watch) -> None:
        """Play them to their ends."""
        games, players = self.games, self.rules.players
        going = np.arange(len(games.state))
        while len(going) and not watch.state[0]:
            movers = (self.first + going + games.turns[going]) % players
            for mover in range(players):
                which = going[movers == mover]
                if len(which):
                    turns = self.seats[mover](games, self.match_states, which, mover, watch)
                    self._move_on(turns, mover)
            unfinished = self.match_states.left[going] != 0
            going = going[unfinished & (games.turns[going] < MOST_TURNS)]

    def won(self) -> Integers:
        """int64[P, P, P + 2]: games by who moved first, player, and how many shared the win of that
        player; 0 for a game that others won, the last for one without an end."""
        players, match_states = self.rules.players, self.match_states
        many = match_states.top.sum(axis=0)
        shared = np.where(match_states.top, many, 0)
        shared[:, match_states.left != 0] = players + 1
        found = np.zeros((players, players, players + 2), np.int64)
        first = (self.first + np.arange(len(many))) % players
        for player in range(players):
            code = first * (players + 2) + shared[player]
            counts = np.bincount(code, minlength=players * (players + 2))
            found[:, player] = counts.reshape(players, players + 2)
        return found

    def _move_on(self, turns: Turns, mover: int) -> None:
        """What follows turns of a player."""
        games, match_states = self.games, self.match_states
        which, kind, row = turns.which, turns.end % ENDS, turns.end // ENDS
        gain = self._gain(match_states.score[mover, which], kind, row)
        farkled = (kind == FARKLED) | (kind == AWARDED) | (kind == FIRST)
        rules, banked, completes = (
            self.rules.rules,
            kind == BANKED,
            self._count(which, mover, farkled),
        )
        score = rules.after_farkle(match_states.score[mover, which], gain, completes, rules.raised)
        zero = self.rules.setting.zero
        match_states.score[mover, which] = np.where(kind == RUINED, np.minimum(score, zero), score)
        match_states.on_board[mover, which] |= banked | puts_on_board(gain)
        left = (banked & rules.takes_bank) | (farkled & rules.takes_farkle)
        games.hands[which] *= left
        games.offered[which] = np.where(left, row, 0)
        games.previous[which] = np.where(banked & rules.ruleset.bank.beat_previous, row, 0)
        self._pass_on(which, mover, kind == WON)
        games.turns[which] += 1
        self.counts[:, mover] += (
            len(which),
            turns.rolls.sum(),
            farkled.sum(),
            np.maximum(gain, 0).sum(),
        )

    def _gain(self, score: Integers, kind: Integers, row: Integers) -> Integers:
        """int64[...]: units that turns add to scores; below zero what a first roll costs."""
        rules = self.rules.rules
        banks = (kind == BANKED) | ((kind != WON) & (kind != RUINED) & rules.turn.keeps)
        kept = np.where(banks, row * rules.step, 0)
        award = np.where(kind == FIRST, rules.first_award, 0)
        award = np.where(kind == AWARDED, rules.later_award, award)
        if rules.exact_goal and self.rules.goal is not None:
            award = np.where(score + kept + award > self.rules.goal, 0, award)
        gain: Integers = kept + award
        return gain

    def _count(self, which: Integers, mover: int, farkled: Booleans) -> Booleans:
        """bool[...]: whether farkles complete a streak; counts farkles in a row."""
        rules, run = self.rules.rules, self.match_states.run
        if not rules.streak_costs:
            return np.zeros_like(farkled)
        now = np.where(farkled, run[mover, which] + 1, 0)
        completes: Booleans = now == rules.contexts.streaks
        run[mover, which] = np.where(completes, 0, now)
        return completes

    def _pass_on(self, which: Integers, mover: int, wins: Booleans) -> None:
        """Hand the dice over, or end the game."""
        rules, match_states, players = self.rules, self.match_states, self.rules.players
        score, left, top = (
            match_states.score[:, which],
            match_states.left[which],
            match_states.top[:, which],
        )
        mine, played = score[mover], self.games.turns[which]
        going_last = left > 0
        best = np.where(top, score, np.iinfo(np.int64).min).max(axis=0)
        above, level = going_last & (mine > best), going_last & (mine == best)
        reached = np.zeros(len(which), np.bool_)
        if rules.goal is not None:
            reached = ~going_last & (mine >= rules.goal)
        ending = rules.rules.ending
        stays, joins = (place in ending.winners((0, 1)) for place in (0, 1))
        top[:, above | reached | wins | (level & (not stays))] = False
        top[mover] |= above | reached | wins | (level & joins)
        left = np.where(going_last, left - 1, left)
        left = np.where(reached, rules.answers(played), left)
        if rules.rounds is not None:
            over = (left == OPEN) & ~wins & (played + 1 == rules.rounds * players)
            order = [(mover + 1 + place) % players for place in range(players)]
            top[:, over] = _winners(score[order][:, over], ending)[np.argsort(order)]
            left = np.where(over, 0, left)
        match_states.left[which] = np.where(wins, 0, left)
        match_states.top[:, which] = top


def _winners(score: Integers, ending: Ending) -> Booleans:
    """bool[P, ...]: who has won after the last round, given the scores in the order of moving."""
    bits = np.arange(len(score))[:, None]
    level = ((score == score.max(axis=0)) << bits).sum(axis=0)
    found: Booleans = (winners_by_bits(ending, len(score))[level] >> bits & 1) > 0
    return found
