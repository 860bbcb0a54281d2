"""Games of two and more players with rolled dice: an independent check, and numbers not computed.

The dice are drawn, the roll is looked up by its faces, and the players decide by the same numbers
as where matches are solved and policies evaluated (`seats`). All counts are whole numbers, summed
over games, and each game draws from random numbers of its own. So the result depends on the seed
and the number of games only, not on which games were played side by side, nor on threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew, Watch
from farklegen.solvers.game import PLACES
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.simulation.results import Distribution, PlayerCounts, Share, SimulationResult
from farklegen.solvers.simulation.seats import GameTable, Seat
from farklegen.solvers.simulation.side_by_side import OPEN, Counts, Games

MOST_TURNS = 10_000
"""Turns after which a game that goes on is given up: between two it counts half for each."""

SIDE_BY_SIDE = 1 << 18
"""Games that go on together. With more of them, more share the same state of a perfect player."""

LONGEST_RUN = 64
"""Farkles in a row that are kept apart."""


def simulate(
    table: GameTable,
    seats: Sequence[Seat],
    names: Sequence[str],
    *,
    games: int,
    seed: int = 1,
    threads: int = 1,
    side_by_side: int | None = None,
    progress: Progress = silent,
) -> SimulationResult:
    """Play games; who moves first goes round the table, beginning with the first player.

    Args:
        table: what they play.
        seats: who sits there, in the order of moving; the same object for players who play alike.
        names: what they are called.
        games: how many.
        seed: a whole number; the same seed gives the same games.
        threads: to work with.
        side_by_side: games that go on together; it changes nothing but the speed.
        progress: how far it is.
    """
    players = table.players
    width = side_by_side or min(SIDE_BY_SIDE, -(-games // threads))
    width = -(-width // players) * players  # the first player begins the first game of each part
    parts = [(low, min(low + width, games)) for low in range(0, games, width)]
    lock, played, began = Lock(), 0.0, time.perf_counter()
    total: _Sum | None = None

    def play(part: tuple[int, int], watch: Watch) -> None:
        nonlocal total
        low, high = part
        before = 0.0

        def finished(share: float) -> None:
            nonlocal before, played
            with lock:
                played += (share - before) * (high - low) / games
                before = share
                progress(min(played, 1.0), "playing")

        begun = table.new_games(low, high - low, seed)
        _play(table, seats, *begun, watch, finished)
        found = _sum(table, *begun)
        with lock:
            total = found if total is None else _Sum(*map(np.add, total, found))

    with Crew(threads) as crew:
        crew.run([partial(play, part, crew.watch) for part in parts])
    assert total is not None
    return _result(table, names, total, games, seed, time.perf_counter() - began, threads)


def _play(
    table: GameTable,
    seats: Sequence[Seat],
    games: Games,
    counts: Counts,
    watch: Watch,
    progress: Callable[[float], None],
) -> None:
    """Play games to their ends."""
    players, many = table.players, len(games.left)
    different = list(dict.fromkeys(seats))
    seat_of = np.array([different.index(seat) for seat in seats])
    going = np.arange(many)
    while len(going) and not watch.state[0]:
        numbers = seat_of[(going + games.turns[going]) % players]
        for number, seat in enumerate(different):
            some = going if len(different) == 1 else going[numbers == number]
            if len(some):
                core().call("move_on", table.rules, games, counts, seat(games, some, watch))
        left = games.left[going]
        going = going[((left == OPEN) | (left > 0)) & (games.turns[going] < MOST_TURNS)]
        progress(1 - len(going) / many)
    progress(1.0)


class _Sum(NamedTuple):
    """Counts of some games, to be added up.

    Attributes:
        won: int64[P, P, P + 2], games by who moved first, player, and how many shared the win of
            that player: 0 if others won, the last entry if the game had no end.
        counts: int64[5, P], see `Counts`, and `gained`.
        lasted: int64[MOST_TURNS + 1], games by their turns.
        scores, margins, runs: the same by final scores, margins and runs of farkles.
    """

    won: Integers
    counts: Integers
    gained: Integers
    lasted: Integers
    scores: Integers
    margins: Integers
    runs: Integers


def _sum(table: GameTable, games: Games, counts: Counts) -> _Sum:
    players, most = table.players, table.most
    score = np.minimum(games.score, most - 1)
    shared = np.where(games.top > 0, games.top.sum(axis=0), 0)
    shared[:, games.left != 0] = players + 1
    code = np.arange(len(games.left)) % players * (players + 2) + shared
    runs = np.minimum(games.longest, LONGEST_RUN)

    def counted(values: Integers, most: int) -> Integers:
        return np.stack([np.bincount(each, minlength=most) for each in values])

    return _Sum(
        won=counted(code, players * (players + 2))
        .reshape(players, players, players + 2)
        .swapaxes(0, 1),
        counts=np.stack(counts[:-1]),
        gained=counts.gained,
        lasted=np.bincount(games.turns, minlength=MOST_TURNS + 1),
        scores=counted(score, most),
        margins=np.bincount(score[0] - score[1] + most, minlength=2 * most),
        runs=counted(runs, LONGEST_RUN + 1),
    )


def _result(
    table: GameTable,
    names: Sequence[str],
    total: _Sum,
    games: int,
    seed: int,
    seconds: float,
    threads: int,
) -> SimulationResult:
    rules, players = table.two.rules, table.players
    turns, rolls, farkles, disasters, wins = total.counts.tolist()
    # each of two players wins half of a game without an end; with more players nobody wins it
    parts = np.array([0.0, *1.0 / np.arange(1, players + 1), 0.5 if players == 2 else 0.0])
    won = total.won @ parts

    def counts_of(at: int) -> PlayerCounts:
        begun = total.won[:, at].sum(axis=1)
        # a player `place` seats after the first to move moves in that place
        moving = {}
        for place in range(players):
            first = (at - place) % players
            moving[PLACES[place]] = Share(int(begun[first]), float(won[first, at]))
        return PlayerCounts(
            name=names[at],
            share=Share(games, float(won[:, at].sum())),
            moving=moving,
            turns=turns[at],
            rolls=rolls[at],
            farkles=farkles[at],
            disasters=disasters[at],
            instant_wins=wins[at],
            points=Distribution(rules.unit, 0, total.gained[at]),
            scores=Distribution(rules.unit, rules.lowest_score, total.scores[at]),
            longest_farkles=Distribution(1, 0, total.runs[at]),
        )

    shared = total.won[:, :, 2:-1].sum(axis=(0, 1)) / np.arange(2, players + 1)
    return SimulationResult(
        games=games,
        seed=seed,
        players=tuple(counts_of(player) for player in range(players)),
        turns=Distribution(1, 0, np.trim_zeros(total.lasted, "b")),
        margins=Distribution(rules.unit, -table.most, total.margins),
        level=round(float(shared.sum())),
        unfinished=int(total.won[:, 0, -1].sum()),
        floor=rules.lowest * rules.unit if rules.truncated else None,
        seconds=seconds,
        threads=threads,
    )
