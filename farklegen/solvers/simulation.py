"""Games of two and more players with rolled dice: an independent check, and numbers not computed.

The dice are drawn, the roll is looked up by its faces, and the players decide by the same numbers
as where matches are solved and policies evaluated (`duel.seats.GivenSeat`). A player goes by tables
or perfect play for a match of two, and sees the table as such a match (`game.match_state`); or by
the solved match of that many players.

All counts are whole numbers, summed over games. Each game draws its dice from random numbers of its
own: they come from splitmix64, whose first state mixes the seed and the game's number. So the
result depends on the seed and the number of games only, not on which games were played side by
side, nor on threads. The core's `simulate.cpp` plays them.

*How far to trust that many games.* A share p of n games has the 95 % interval of Wilson,

    (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n),   z = 1.96,

where a game that counts half for each is half a win (this makes the interval a little too wide).
Means come with their standard error.

Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
*Journal of the American Statistical Association* 22, 1927.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from threading import Lock
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Integers, Written
from farklegen.core.binding import core
from farklegen.core.crew import Crew, Watch
from farklegen.policies.policy import Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables, dice_in_hands, draw_bounds, multisets
from farklegen.solvers.duel.seats import GivenSeat, policy_turns, seat_by_tables
from farklegen.solvers.game import PLACES
from farklegen.solvers.game.lanes import lanes, longest_turn, several_turn
from farklegen.solvers.game.layout import Group, Layout, winners_by_bits
from farklegen.solvers.game.levels import stuck_turns
from farklegen.solvers.game.match_rules import NO_FLOOR, NO_GOAL, match_rules
from farklegen.solvers.game.match_state import Against, Tables, places, two_of
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.game.solvable import check_playable
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.progress import Progress, silent

MOST_TURNS = 10_000
"""Turns after which a game that goes on is given up: between two it counts half for each."""

SIDE_BY_SIDE = 1 << 18
"""Games that go on together. With more of them, more share the same state of a perfect player."""

LONGEST_RUN = 64
"""Farkles in a row that are kept apart."""

DRAW_BITS = 53
"""A die is drawn as a whole number below two to the power of this."""

OPEN, STUCK = -1, -2
"""`Games.left` while nobody has reached the goal, and if nobody can reach it any more."""

Z = 1.959963984540054
"""Standard errors on either side of a 95 % interval."""


class Interval(NamedTuple):
    """A 95 % confidence interval.

    Attributes:
        low, high: its ends.
    """

    low: float
    high: float


@dataclass(frozen=True)
class Share:
    """How often a player won.

    Attributes:
        games: that were played.
        wins: games won, those that count half as half a game.
    """

    KEYS = ("games", "wins", "share", "interval")

    games: int
    wins: float

    @property
    def share(self) -> float | None:
        """Of all games; None if there are none."""
        return self.wins / self.games if self.games else None

    @property
    def interval(self) -> Interval | None:
        """The interval of Wilson."""
        return wilson(self.wins, self.games) if self.games else None


@dataclass(frozen=True)
class Distribution:
    """How often each whole number came up.

    Attributes:
        unit: what a step is worth.
        lowest: the number, in steps, that the first entry stands for.
        counts: int64[...].
    """

    KEYS = ("mean", "standard_error", "distribution")

    unit: int
    lowest: int
    counts: Integers

    @property
    def values(self) -> Integers:
        """int64[...]: the number of each entry."""
        return (self.lowest + np.arange(len(self.counts))) * self.unit

    @property
    def total(self) -> int:
        """How many there were."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float | None:
        """Their mean; None if there are none."""
        return float(self.values @ self.counts) / self.total if self.total else None

    @property
    def standard_error(self) -> float | None:
        """Of the mean."""
        if self.mean is None:
            return None
        spread = sqrt(float((self.values - self.mean) ** 2 @ self.counts) / self.total)
        return spread / sqrt(self.total)

    @property
    def distribution(self) -> list[tuple[int, int]]:
        """(number, how often) of those that came up."""
        came = self.counts > 0
        return list(zip(self.values[came].tolist(), self.counts[came].tolist(), strict=True))


@dataclass(frozen=True)
class PlayerCounts:
    """What one player's turns came to.

    Attributes:
        name: of the policy.
        share: games won.
        moving: the same of the games moved `first`, `second` and so on
        turns: played.
        rolls: thrown.
        farkles: turns that farkled.
        disasters: turns that a disaster ended.
        instant_wins: games won by a roll.
        points: what a turn added to the score, penalties aside, in points.
        scores: final scores, in points.
        longest_farkles: the longest run of farkles of each game.
    """

    name: str
    share: Share
    moving: dict[str, Share]
    turns: int
    rolls: int
    farkles: int
    disasters: int
    instant_wins: int
    points: Distribution
    scores: Distribution
    longest_farkles: Distribution


@dataclass(frozen=True)
class SimulationResult:
    """Games of two and more players.

    Attributes:
        games: how many; everybody moves first in turn.
        seed: of the random numbers.
        players: in the order of moving, `me` first.
        turns: turns of a game, all players' together.
        margins: final score of the first player minus that of the second.
        level: games that several players shared.
        unfinished: games without an end; of two players each wins half of one.
        floor: points at which scores were cut off; None where the rules set the lowest score.
        seconds: the games took, without solving.
        threads: that played them.
    """

    KEYS = ("games", "seed", "players", "turns", "margins", "level", "unfinished", "floor")

    games: int
    seed: int
    players: tuple[PlayerCounts, ...]
    turns: Distribution
    margins: Distribution
    level: int
    unfinished: int
    floor: int | None
    seconds: float
    threads: int


def wilson(wins: float, games: int) -> Interval:
    """The interval that holds the true share of wins with 95 % confidence."""
    share, spread = wins / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return Interval(max(middle - half, 0.0), min(middle + half, 1.0))


class Rolling(NamedTuple):
    """How dice fall, and what a roll is.

    Attributes:
        bounds: int64[kinds * faces]: a die of a kind shows a face if the draw is below the face's
            bound, but not below the bound of an earlier face.
        grown: int64[multisets * kinds * faces], the multiset with one more die; 0 is no dice.
        roll: int64[multisets], number of the option set among those of the hand; or -1 for a
            farkle, -2 for a disaster, -3 for a win at once.
        kinds: int64[...], the kind of each die, column after column of the turn.
        first: int64[columns + 1], where the dice of each column begin.
    """

    bounds: Integers
    grown: Integers
    roll: Integers
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
        top: int64[P, games], 1 for those who have won so far; 0 while no one has.
    """

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


def policy_layout(ruleset: Ruleset, tables: ScoringTables, floor: int | None = None) -> Layout:
    """The states of a match that is not solved, for players who need no solution; refused if there
    are more than there is memory for."""
    rules = match_rules(ruleset, tables, floor)
    check_playable(rules)
    return Layout(rules, 2)


class GameTable:
    """What every game needs: the rules and the dice.

    Attributes:
        two: the states of a match of two.
        players: P.
        rules: as the core takes them.
        most: how many scores, and gains of a turn, are counted apart.
        stuck: bool[turns], in which neither of two players can end the game any more, see
            `Layout.plain`.
    """

    def __init__(self, two: Layout, players: int = 2) -> None:
        rules, self.two, self.players = two.rules, two, players
        self.multisets = multisets(rules.ruleset)
        self.tables = self.multisets.tables
        self.most = two.scores + max(two.scores + two.beyond, rules.step * longest_turn(two))
        self.stuck = stuck_turns(two) if players == 2 else np.zeros(0, np.bool_)
        ruleset = rules.ruleset
        answers = [
            [ruleset.last_turns(players, later, last_round=last) for later in range(players)]
            for last in (False, True)
        ]
        self.rules = GameRules(
            players=players,
            goal=two.scores if rules.lead is None else NO_GOAL,
            lowest=0 if rules.lead is None else NO_FLOOR,
            zero=-rules.lowest_score,
            step=rules.step,
            exact=int(rules.exact_goal),
            keeps=int(rules.turn.keeps),
            first_award=rules.first_award,
            later_award=rules.later_award,
            penalty=rules.penalty,
            takes_all=int(rules.takes_all),
            streak=ruleset.farkle.streaks if ruleset.farkle.streak_costs else 0,
            rounds=ruleset.rounds or 0,
            beats=int(rules.ruleset.bank.beat_previous),
            banks_hand_on=int(rules.takes_bank),
            farkles_hand_on=int(rules.takes_farkle),
            answers=np.array(answers, np.int64).ravel(),
            winners=winners_by_bits(ruleset, players),
        )

    def new_games(self, first: int, many: int, seed: int) -> tuple[Games, Counts]:
        """Games before the first turn, and nothing counted. `first`: the number of the first of
        them, a multiple of P; `seed`: of the random numbers, taken modulo 2^64."""
        players = self.players
        one, each = np.zeros((6, many), np.int64), np.zeros((5, players, many), np.int64)
        games = Games(*map(np.copy, (*one, *each)))
        games.left[:], games.score[:] = OPEN, self.rules.zero
        games.on_board[:] = not self.two.tells_boards  # if rules do not tell boards apart
        signed = (seed + (1 << 63)) % (1 << 64) - (1 << 63)
        core().call("begin_games", games, Begin(first, signed))
        turns, rolls, farkles, disasters, wins = np.zeros((5, players), np.int64)
        gained = np.zeros((players, self.most), np.int64)
        return games, Counts(turns, rolls, farkles, disasters, wins, gained)

    def rolling(self, moves: TurnMoves) -> Rolling:
        """How dice fall in a turn."""
        hands = self.tables.hands
        dice, first = dice_in_hands(hands)
        return Rolling(
            bounds=np.array(draw_bounds(self.multisets.weights, DRAW_BITS), np.int64),
            grown=self.multisets.grown.ravel(),
            roll=self.multisets.roll,
            kinds=np.tile(dice, moves.hot_counts),
            first=np.append(0, np.add.outer(len(dice) * np.arange(moves.hot_counts), first[1:])),
        )

    def turns(
        self, layout: Layout, games: Games, which: Integers, against: Against = "leader"
    ) -> Iterator[tuple[Integers, Group, Integers]]:
        """Which turns of some games are in which groups of a layout, and where: int64[axes, turns],
        offers left out. It is a layout of all players, or of the player to move and one of the
        others."""
        movers = (which + games.turns[which]) % self.players
        order = (movers + np.arange(self.players)[:, None]) % self.players
        seats = order * len(games.left) + which
        left = np.maximum(games.left[which], 0)
        turns = self.players - games.turns[which] % self.players
        if self.rules.rounds:
            turns = self.rules.rounds * self.players - games.turns[which]
        tables = Tables(
            games.score.take(seats), games.on_board.take(seats) > 0, left,
            games.top.take(seats) > 0, np.where(left > 0, 0, turns) * (self.two.turns > 0),
            games.run.take(seats) % self.two.streak,
            games.previous[which], games.offered[which], games.hands[which],
        )  # fmt: skip
        if layout.players < self.players:
            tables = two_of(tables, layout, against)
        for some, group, at in places(layout, tables):
            most = np.array(group.lanes)[:, None] - 1
            yield which[some], group, np.minimum(at[: group.lane_axes], most)


class Roller:
    """A player who rolls turns.

    Args:
        table: what is played.
        layout: where the player looks turns up: of all players, or of two.
        moves: those that the player chooses from.
        given: for turns of a group: in which order they are played, and how.
        against: who the opponent is, in a match of two.
    """

    def __init__(
        self,
        table: GameTable,
        layout: Layout,
        moves: TurnMoves,
        given: Callable[[Group, Integers], tuple[Integers, GivenSeat]],
        against: Against,
    ) -> None:
        self.table, self.layout, self.given, self.against = table, layout, given, against
        self.rolling = table.rolling(moves)

    @classmethod
    def by_tables(cls, table: GameTable, policy: Policy, against: Against = "leader") -> Roller:
        """Plays by the tables of a policy, as in a match of two against one of the others."""
        two = table.two
        moves, rows = policy_turns(two, table.tables)
        turn = several_turn(two.rules, moves, rows)
        seat = seat_by_tables(two, moves, policy, turn)

        def given(group: Group, at: Integers) -> tuple[Integers, GivenSeat]:
            place = two.plain(group, at)
            return np.arange(len(place)), seat._replace(place=place)

        return cls(table, two, moves, given, against)

    @classmethod
    def by_match(
        cls, table: GameTable, solved: MatchSolution, against: Against = "leader"
    ) -> Roller:
        """Plays a solved match perfectly: of all players, or of two, against one of the others.
        Every state of some game is evaluated once."""
        layout, two = solved.layout, solved.layout.players == 2
        moves = layout.rules.moves if two else layout.rules.every_move
        turn = several_turn(layout.rules, moves, longest_turn(layout))
        seat = GivenSeat(int(layout.hands_back), core().pack(turn), np.zeros(0, np.int64))
        others = solved.values if two else solved.values.sum(axis=0, keepdims=True)

        def given(group: Group, at: Integers) -> tuple[Integers, GivenSeat]:
            number = np.ravel_multi_index(tuple(at), group.lanes)
            _, first, lane = np.unique(number, return_index=True, return_inverse=True)
            order = np.argsort(lane, kind="stable")
            task = lanes(layout, group, at[:, first], others)
            if group.hands:  # each game has its own offer
                task = task._replace(taken=np.ones_like(task.rows))
            return order, seat._replace(place=lane[order], looks=core().pack(task))

        return cls(table, layout, moves, given, against)

    def roll(self, games: Games, which: Integers, watch: Watch) -> Iterator[Turns]:
        """One turn in each of some games. Those in which nobody can end the game are over."""
        table = self.table
        for some, group, at in table.turns(self.layout, games, which, self.against):
            stuck = np.zeros(len(some), np.bool_)
            if table.stuck.any():
                stuck = table.stuck[self.layout.plain(group, at)]
                games.left[some[stuck]] = STUCK
            if stuck.all():
                continue
            order, seat = self.given(group, at[:, ~stuck])
            played = some[~stuck][order]
            turns = Turns(played, np.empty_like(played), np.empty_like(played))
            core().call("roll_turns", seat, self.rolling, games, turns, watch)
            yield turns


def simulate(
    table: GameTable,
    seats: Sequence[Roller],
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
        seats: who sits there, in the order of moving; the same object for players who play alike.
        seed: a whole number; the same seed gives the same games.
        side_by_side: games that go on together; it changes nothing but the speed.
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
    seats: Sequence[Roller],
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
            for turns in seat.roll(games, some, watch):
                core().call("move_on", table.rules, games, counts, turns)
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
