"""Games played with rolled dice: an independent check, and what nobody computes.

The dice are drawn, the roll is looked up by its faces, and the players decide as they do where
matches are solved and policies evaluated. What is counted are whole numbers, summed over games that
draw from random numbers of their own: the result depends on the seed and the number of games only,
not on which games were played side by side, nor on threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Lock

import numpy as np

from farklegen.core.arrays import Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew, Watch
from farklegen.policies.policy import Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.match.feasibility import check_playable
from farklegen.solvers.match.match_rules import match_rules
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.simulation.players import GameSetting, TurnPlayer, turn_player_of
from farklegen.solvers.simulation.results import Distribution, PlayerCounts, Share, SimulationResult
from farklegen.solvers.simulation.side_by_side import (
    LAST,
    LEVEL,
    MINE,
    STUCK,
    THEIRS,
    UNFINISHED,
    Counts,
    Games,
    new_games,
)

MOST_TURNS = 10_000
"""Turns after which a game that goes on is given up: it counts half for each."""

SIDE_BY_SIDE = 1 << 14
"""Games side by side where both players have tables: what is known of them stays in the cache."""

TOGETHER = 1 << 20
"""Games side by side where one plays perfectly: the more there are, the more share a state."""

WINDOWS = 64
"""Parts of the way to both goals that such games take one after the other, for the same reason."""

HELD = 0.1
"""Share of the games that is worth waiting for in each part."""

LONGEST_RUN = 64
"""Farkles in a row that are told apart."""


def policy_plan(ruleset: Ruleset, tables: ScoringTables, floor: int | None = None) -> MatchPlan:
    """The states of a match that is not solved, for players who need no solution.

    Raises:
        UnsolvableError: if there are more of them than there is memory for.
    """
    rules = match_rules(ruleset, tables, floor)
    check_playable(rules)
    return MatchPlan(rules)


def simulate(
    plan: MatchPlan,
    me: Policy,
    opponent: Policy,
    *,
    games: int,
    seed: int = 1,
    solution: MatchSolution | None = None,
    threads: int = 1,
    side_by_side: int | None = None,
    progress: Progress = silent,
) -> SimulationResult:
    """Play games; in every other one, beginning with the first, `me` moves first.

    Args:
        plan: the match, that of the solution if there is one.
        me, opponent: the players.
        games: how many.
        seed: a whole number; the same seed gives the same games.
        solution: the solved match, which a perfect player needs.
        threads: to work with.
        side_by_side: games that go on together; it changes nothing but the speed.
        progress: how far it is.
    """
    setting = GameSetting(plan, solution)
    seats = [turn_player_of(setting, me)]
    alike = opponent is me or (me.optimal and opponent.optimal)
    seats.append(seats[0] if alike else turn_player_of(setting, opponent))
    perfect = me.optimal or opponent.optimal
    width = side_by_side or (min(TOGETHER, -(-games // threads)) if perfect else SIDE_BY_SIDE)
    width += width % 2  # the first game of each part is one that `me` begins
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

        found = _sum(
            setting, *_play(setting, seats, low, high - low, seed, perfect, watch, finished)
        )
        with lock:
            total = found if total is None else total.plus(found)

    with Crew(threads) as crew:
        crew.run([partial(play, part, crew.watch) for part in parts])
    assert total is not None
    return _result(plan, (me, opponent), total, games, seed, time.perf_counter() - began, threads)


def _play(
    setting: GameSetting,
    seats: list[TurnPlayer],
    first: int,
    many: int,
    seed: int,
    together: bool,
    watch: Watch,
    progress: Callable[[float], None],
) -> tuple[Counts, Games]:
    """(counts, games) after so many games, numbered from `first` on, have been played."""
    plan = setting.plan
    games, counts = new_games(first, many, seed, setting.start, setting.zero, plan.last.distances)
    unfinished = np.arange(many)
    if setting.match.dead[setting.start]:
        games.result[:] = STUCK
        unfinished = unfinished[:0]

    def play(which: Integers, last: bool) -> None:
        """One turn in each of these games."""
        mover = (which + games.turns[which]) % 2
        one = seats[0] is seats[1]
        for player in range(1 if one else 2):
            some = which if one else which[mover == player]
            if not len(some):
                continue
            turns = seats[player](games, some, last, watch)
            core().call("move_on", setting.match, setting.payoffs, games, counts, turns)

    level = games.score.sum(axis=0)
    wide = max(2 * plan.scores // WINDOWS, 1)
    limit = 2 * setting.zero + wide if together else 2 * plan.scores
    while len(unfinished) and not watch.state[0]:
        which = unfinished[level[unfinished] < limit]
        if len(which) < HELD * len(unfinished):
            limit += wide
            continue
        play(which, False)
        level[which] = games.score[0, which] + games.score[1, which]
        ended = (games.result[which] != UNFINISHED) | (games.turns[which] >= MOST_TURNS)
        if ended.any():
            unfinished = unfinished[
                (games.result[unfinished] == UNFINISHED) & (games.turns[unfinished] < MOST_TURNS)
            ]
        progress(1 - len(unfinished) / many)
    progress(1.0)
    games.result[games.result == UNFINISHED] = STUCK
    play(np.flatnonzero(games.result == LAST), True)
    return counts, games


@dataclass(frozen=True)
class _Sum:
    """Whole numbers of some games, to be added up.

    `won` is int64[2, 4]: by who moved first, games won, lost, level, unfinished.
    """

    won: Integers
    counts: tuple[Integers, ...]
    turns: Integers
    scores: Integers
    margins: Integers
    runs: Integers

    def plus(self, other: _Sum) -> _Sum:
        return _Sum(
            self.won + other.won,
            tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)),
            _longer(self.turns, other.turns),
            self.scores + other.scores,
            self.margins + other.margins,
            self.runs + other.runs,
        )


def _longer(one: Integers, other: Integers) -> Integers:
    total = np.zeros(max(len(one), len(other)), np.int64)
    total[: len(one)] += one
    total[: len(other)] += other
    return total


def _sum(setting: GameSetting, counts: Counts, games: Games) -> _Sum:
    plan = setting.plan
    most = plan.scores + plan.last.distances
    score = np.minimum(games.score, most - 1)
    outcome = np.array(
        [
            [
                int(np.count_nonzero(games.result[begins::2] == result))
                for result in (MINE, THEIRS, LEVEL, STUCK)
            ]
            for begins in range(2)
        ],
        np.int64,
    )
    return _Sum(
        won=outcome,
        counts=tuple(counts),
        turns=np.bincount(games.turns),
        scores=np.stack([np.bincount(score[player], minlength=most) for player in range(2)]),
        margins=np.bincount(score[0] - score[1] + most, minlength=2 * most),
        runs=np.stack(
            [
                np.bincount(np.minimum(games.longest[player], LONGEST_RUN), minlength=65)
                for player in range(2)
            ]
        ),
    )


def _result(
    plan: MatchPlan,
    players: tuple[Policy, Policy],
    total: _Sum,
    games: int,
    seed: int,
    seconds: float,
    threads: int,
) -> SimulationResult:
    rules = plan.rules
    lowest = rules.lowest_score
    turns, rolls, farkles, disasters, wins, gained = total.counts

    def counts_of(at: int, policy: Policy) -> PlayerCounts:
        return PlayerCounts(
            name=policy.name,
            turns=int(turns[at]),
            rolls=int(rolls[at]),
            farkles=int(farkles[at]),
            disasters=int(disasters[at]),
            instant_wins=int(wins[at]),
            points=Distribution(rules.unit, 0, gained[at]),
            scores=Distribution(rules.unit, lowest, total.scores[at]),
            runs=total.runs[at],
        )

    def share(begins: int) -> Share:
        won, _, level, stuck = (int(x) for x in total.won[begins])
        return Share(int(total.won[begins].sum()), won + (level + stuck) / 2)

    most = plan.scores + plan.last.distances
    return SimulationResult(
        games=games,
        seed=seed,
        moving_first=share(0),
        moving_second=share(1),
        players=(counts_of(0, players[0]), counts_of(1, players[1])),
        turns=Distribution(1, 0, total.turns),
        margins=Distribution(rules.unit, -most, total.margins),
        level=int(total.won[:, 2].sum()),
        unfinished=int(total.won[:, 3].sum()),
        floor=rules.lowest * rules.unit if rules.truncated else None,
        seconds=seconds,
        threads=threads,
    )
