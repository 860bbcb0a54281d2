"""Lead changes: the chain of the solver against games followed one score at a time."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.match.length import game_length
from farklegen.solvers.match.match_state import MatchState
from farklegen.solvers.match.solution import MatchSolution
from tests.solvers.match.oracle import solve

COIN = {"dice": 1, "combinations": {"1": 10}, "die_weights": (1, 0, 0, 0, 0, 1), "goal": 50}
"""One die, a coin: heads (a 1) scores 10 points, tails farkles. Nothing to choose but when to
bank."""


def rules(**keys: Any) -> Ruleset:
    return Ruleset.model_validate({**COIN, **keys})


def found(solution: MatchSolution) -> float:
    return game_length(solution, threads=1).lead_changes


def banked(solution: MatchSolution, match_state: MatchState) -> dict[int | None, float]:
    """How often a turn of best play banks how much; None: it farkles."""
    turn = solution.turn(match_state)
    ends: dict[int | None, float] = defaultdict(float)
    mass, row = 1.0, 0
    while True:
        ends[None] += mass / 2
        mass, row = mass / 2, row + 1
        if row >= len(turn.banks) or turn.banks[row, 0]:
            ends[row * turn.unit] += mass
            return ends


def followed(solution: MatchSolution) -> float:
    """The same number from games followed by hand: scores, who leads, farkles in a row.

    A turn that reaches the goal ends the game, or hands on a last turn.
    """
    ruleset = solution.rules.ruleset
    goal, farkle = ruleset.goal, ruleset.farkle
    penalty, lowest = farkle.penalty, farkle.lowest_score or 0
    assert isinstance(penalty, int)
    assert goal is not None
    now: dict[tuple[MatchState, str], float] = {(MatchState(first=True), "nobody"): 1.0}
    ends: dict[MatchState, dict[int | None, float]] = {}
    changes = 0.0
    while sum(now.values()) > 1e-12:
        later: dict[tuple[MatchState, str], float] = defaultdict(float)
        for (match_state, leader), mass in now.items():
            last = match_state.theirs >= goal
            if match_state not in ends:
                ends[match_state] = banked(solution, match_state)
            for points, chance in ends[match_state].items():
                mine, streak = match_state.mine + (points or 0), 0
                if points is None and farkle.streak:
                    streak = match_state.my_farkles + 1
                    if streak == farkle.streak:
                        mine, streak = max(mine - penalty, lowest), 0
                ahead = leader
                if mine != match_state.theirs:
                    ahead = "me" if mine > match_state.theirs else "other"
                elif last:
                    changes += mass * chance * (leader == "other") / 2  # split
                changed = {leader, ahead} == {"me", "other"}
                changes += mass * chance * changed
                if last or (mine >= goal and ruleset.end_game == "sudden_death"):
                    continue
                if mine >= goal and ruleset.end_game == "equal_turns" and not match_state.first:
                    continue
                seat = not match_state.first if solution.rules.ending.tells_seats else True
                after = MatchState(
                    match_state.theirs, mine, match_state.their_farkles, streak, seat
                )
                swapped = {"me": "other", "other": "me", "nobody": "nobody"}[ahead]
                later[after, swapped] += mass * chance
        now = later
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


def test_a_game_of_one_head_has_no_lead_to_change() -> None:
    assert found(solve(rules(goal=10))) == 0.0


def test_drawing_level_for_a_split_counts_half() -> None:
    # Heads at once ends the first player's turn with the goal (one half of the time: 1/2). The
    # second player, who is behind then, needs a head to draw level (1/2) and banks it, or wins
    # with another (1/4 in all): both are half a lead change. Nobody had led before the first.
    solution = solve(rules(goal=10, end_game="equal_turns"))
    match_state = MatchState(0, 10, first=False)
    level = solution.win_probability(match_state)
    assert level == pytest.approx(0.25)
    # rounds in which nobody scores are played again: P(first gets there first) = 2/3
    assert found(solution) == pytest.approx(2 / 3 * level)
