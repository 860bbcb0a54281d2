"""Lead changes: the chain of the solver against games followed one score at a time."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.duel_oracle import ways_on
from farklegen.play.game import Game
from farklegen.play.players import Judge
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel.length import game_length
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.solution import MatchSolution
from tests.solvers.game.oracle import solve

COIN = {"dice": 1, "combinations": {"1": 10}, "die_weights": (1, 0, 0, 0, 0, 1), "goal": 40}
"""One die, a coin: heads (a 1) scores 10 points, tails farkles. Nothing to choose but when to
bank."""


def rules(**keys: Any) -> Ruleset:
    return Ruleset.model_validate({**COIN, **keys})


def found(solution: MatchSolution) -> float:
    return game_length(solution, threads=1).lead_changes


def followed(solution: MatchSolution) -> float:
    """The same number from games that two perfect players play turn by turn.

    Drawing level for half of the win is half a lead change.
    """
    judge, start = Judge(solution), Game(solution.rules.ruleset)
    now: dict[Any, tuple[Game, int | None, float]] = {0: (start, None, 1.0)}
    turns: dict[Any, list[tuple[Game, float]]] = {}
    changes = 0.0
    while sum(mass for _, _, mass in now.values()) > 1e-12:
        before, now = now, {}
        for game, leader, mass in before.values():
            stands = game.match_state, game.player
            if stands not in turns:
                turns[stands] = list(ways_on(game, judge))
            for after, chance in turns[stands]:
                mine, theirs = after.scores
                ahead = leader if mine == theirs else int(theirs > mine)
                if after.won == 0.5:
                    changes += mass * chance * (leader == 1 - game.player) / 2
                changes += mass * chance * ({leader, ahead} == {0, 1})
                if after.won is None:
                    key = after.match_state, after.player, ahead
                    known = now.get(key, (after, ahead, 0.0))[2]
                    now[key] = after, ahead, known + mass * chance
    return changes


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"goal": 10},
        {"farkle": {"streak": 2, "penalty": 20, "lowest_score": 0}},
        {"farkle": {"streak": 2, "penalty": 10, "lowest_score": -20}},
        {"bank": {"opening": 20}},
        {"end_game": "final_turn"},
        {"end_game": "equal_turns"},
        {"end_game": "final_turn", "farkle": {"streak": 1, "penalty": 10, "lowest_score": 0}},
    ],
    ids=str,
)
def test_the_chain_gives_what_following_the_games_gives(keys: dict[str, Any]) -> None:
    solution = solve(rules(**keys))
    assert found(solution) == pytest.approx(followed(solution), abs=1e-9)


def test_drawing_level_for_a_split_counts_half() -> None:
    # Heads at once ends the first player's turn with the goal (one half of the time: 1/2). The
    # second player, who is behind then, needs a head to draw level (1/2) and banks it, or wins
    # with another (1/4 in all): both are half a lead change. Nobody had led before the first.
    solution = solve(rules(goal=10, end_game="equal_turns"))
    match_state = GameState((0, 10), seat=1)
    level = solution.win_probability(match_state)
    assert level == pytest.approx(0.25)
    # rounds in which nobody scores are played again: P(first gets there first) = 2/3
    assert found(solution) == pytest.approx(2 / 3 * level)
