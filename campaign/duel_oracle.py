"""Policies against each other by value iteration on the state machine that `play` uses.

Its rules are the referee's, its policies decide in plain Python: nothing is shared with the duels
but the tables of a policy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import copy
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from farklegen.play.game import Game
from farklegen.play.players import Player, player_of
from farklegen.policies.recipe import Recipe
from farklegen.rulebook import Turn
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.game.game_state import GameState
from farklegen.study.study import Study
from tests.referee.rolls import Roll, Rolls

Ends = dict[GameState | float, float]

ENOUGH = 1e-11
"""How far apart what games that are cut off count may leave the chances."""

STILL = 1e-15

NEGLIGIBLE = 1e-14
"""Chance of a turn's running on that is not followed: some rules let it run for ever."""

MOST_ROUNDS = 3000


class Chances(NamedTuple):
    """How often the first policy wins, moving first and moving second.

    `still`: whether that is known: games that last long make no difference, or nothing changes at
    all.
    """

    moving_first: float
    moving_second: float
    still: bool

    @property
    def average(self) -> float:
        """Moving first or second."""
        return (self.moving_first + self.moving_second) / 2


def copied(game: Game) -> Game:
    """The match as it stands, cheaply."""
    found = copy(game)
    for name, value in vars(game).items():
        if isinstance(value, list):
            setattr(found, name, value.copy())
    return found


def win_chances(
    ruleset: Ruleset,
    one: Recipe,
    other: Recipe,
    floor: int | None,
    most_rounds: int = MOST_ROUNDS,
) -> Chances:
    """The chance of the first policy to win; a game without end counts half for each."""
    study = Study(LoadedRuleset(ruleset, "", "", "", ""), kept=False)
    players = [player_of(study, recipe) for recipe in (one, other)]
    return chances_of_players(ruleset, players, floor, most_rounds)


def chances_of_players(
    ruleset: Ruleset,
    players: Sequence[Player],
    floor: int | None,
    most_rounds: int = MOST_ROUNDS,
    other: Ruleset | None = None,
) -> Chances:
    """The same for two players who decide; `other`: the rules of the second one, who has other
    dice."""
    games = [Game(rules, floor) for rules in (ruleset, other or ruleset)]
    start = games[0].match_state
    ends: list[dict[GameState, Ends]] = [{}, {}]
    wanted = [(0, start), (1, start)]
    while wanted:
        who, match_state = wanted.pop()
        if match_state in ends[who]:
            continue
        ends[who][match_state] = followed(games[who], match_state, players[who])
        wanted += [(1 - who, end) for end in ends[who][match_state] if isinstance(end, GameState)]
    low, high = (_iterated(ends, begin, most_rounds)[0] for begin in (0.0, 1.0))
    half, moved = _iterated(ends, 0.5, most_rounds)
    wide = max(high[who][start] - low[who][start] for who in (0, 1))
    return Chances(half[0][start], half[1][start], wide <= ENOUGH or moved == 0.0)


def _iterated(
    ends: list[dict[GameState, Ends]], begin: float, most_rounds: int
) -> tuple[list[dict[GameState, float]], float]:
    """(chances of the first player where each of them is to move, what the last round changed).

    Args:
        ends: how turns of both end.
        begin: the chance of the first player in games that are cut off.
        most_rounds: after which it is given up.
    """
    chance = [dict.fromkeys(ends[0], begin), dict.fromkeys(ends[1], 1.0 - begin)]
    moved = 1.0
    for _ in range(most_rounds):
        moved = 0.0
        for who, found in enumerate(ends):
            for match_state, leads in found.items():
                worth = sum(
                    p * (1 - chance[1 - who][end] if isinstance(end, GameState) else end)
                    for end, p in leads.items()
                )
                moved = max(moved, abs(worth - chance[who][match_state]))
                chance[who][match_state] = worth
        if moved <= STILL:
            break
    return [chance[0], {match_state: 1.0 - won for match_state, won in chance[1].items()}], moved


def followed(game: Game, match_state: GameState, player: Any) -> Ends:
    """How a turn of a player ends."""
    begin = copied(game)
    begin.stand(match_state)
    if begin.phase == "offer":
        begin.act(player.decide(begin))
    ends: Ends = defaultdict(float)
    for ended, chance in ways_on(begin, player):
        ends[lead_of(ended)] += chance
    return dict(ends)


def ways_on(begin: Game, player: Any) -> Iterator[tuple[Game, float]]:
    """Every way in which a turn goes on to its end: (the game after it, how likely that is).

    Args:
        begin: the game before a roll.
        player: who decides.
    """
    open_ones = {key_of(begin): (begin, 1.0)}
    while open_ones:
        least = min(open_ones, key=lambda key: key[0])
        here, chance = open_ones.pop(least)
        if chance < NEGLIGIBLE:
            continue
        for faces, likely in fallen(rolls_of(here.rules), here.position.dice):
            thrown = copied(here)
            done = thrown.throw(faces)
            if done is None:
                thrown.act(player.decide(thrown))
                done = thrown.act(player.decide(thrown))
            if done is None:
                key = key_of(thrown)
                known = open_ones.get(key, (thrown, 0.0))[1]
                open_ones[key] = (thrown, known + chance * likely)
            else:
                yield thrown, chance * likely


def key_of(game: Game) -> tuple[int, Any, bool]:
    """What distinguishes two moments before a roll, the lowest turn score first."""
    return game.position.score, game.position, game.fresh


def lead_of(game: Game) -> GameState | float:
    """What the end of the turn led to, as the player who moved sees it."""
    if game.phase != "over":
        return game.match_state
    assert game.won is not None
    return game.won if game.player == 0 else 1.0 - game.won


@cache
def rolls_of(rules: Turn) -> Rolls:
    """All rolls of a game by these rules."""
    return Rolls(rules.ruleset)


@cache
def fallen(rolls: Rolls, hand: int) -> list[tuple[Roll, float]]:
    """Rolls of a hand, and how likely each is: one for all that score the same, of equal dice.

    That such rolls are in play what they are in the rulebook, `tests/scoring` says roll by roll.
    """
    if not rolls.hands.plain:
        return [(roll, float(share)) for roll, share in rolls.of(hand)]
    shares: dict[object, Fraction] = defaultdict(Fraction)
    one: dict[object, Roll] = {}
    for roll, share in rolls.of(hand):
        kind = rolls.kind(roll)
        like = rolls.scorings(roll) if kind == "ordinary" else kind
        one.setdefault(like, roll)
        shares[like] += share
    return [(one[like], float(share)) for like, share in shares.items()]
