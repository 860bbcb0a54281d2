"""Given players at a table: exactly, with rolled dice, and both against each other."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
import pytest

from farklegen.api.loading import load
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel.seats import ByMatch
from farklegen.solvers.duel.table import MetAtTable, Table, meet
from farklegen.solvers.simulation import SimulationResult
from farklegen.study import seats
from farklegen.study.study import Study
from tests.solvers.each_rule import ALONE, ONE_DIE, PLAIN, cases

GAMES = 4_000
MOST_ERRORS = 5.0
"""Standard errors."""

KINDS = (
    "plain", "opening minimum", "multiples", "hot dice required", "all-dice points",
    "kept turn scores", "final turn, split", "equal turns, challenger", "exact goal",
    "instant win", "rounds", "two farkles", "below zero", "a first roll that costs", "disaster",
)  # fmt: skip
SLOW = (
    "a first roll that costs",
    "two farkles", "below zero", "disaster", "multiples", "hot dice required", "all-dice points",
    "kept turn scores", "exact goal", "instant win",
)  # fmt: skip
ROUNDS: dict[str, Any] = {"rounds": 2, "end_game": "final_turn", "ties": "challenger"}


def study(rule: dict[str, Any]) -> Study:
    ruleset = Ruleset(**{**PLAIN, **rule})
    return Study(replace(load("basic"), ruleset=ruleset), kept=False, threads=1)


def check(exact: MetAtTable, rolled: SimulationResult) -> None:
    players = len(rolled.players)
    for player, seat in enumerate(rolled.players):
        for place, share in enumerate(seat.moving.values()):
            wanted = exact.moving[(player - place) % players, player]
            error = sqrt(wanted * (1 - wanted) / share.games)
            assert abs(share.wins / share.games - wanted) < MOST_ERRORS * error, (player, place)


@pytest.mark.parametrize("name", cases([*KINDS, "rounds and a goal"], slow=SLOW))
def test_rolled_games_agree_with_the_exact_chances(name: str) -> None:
    asked = study(ROUNDS if name == "rounds and a goal" else ONE_DIE.get(name) or ALONE[name])
    table = [seats.sitting(who) for who in ("bank-at-100", "optimal:leader", "optimal")]
    exact = seats.duel(asked, table)
    assert np.abs(exact.moving.sum(axis=1) - 1).max() < 1e-12
    check(exact, seats.simulate(asked, table, GAMES, 1))


def test_points_to_beat_are_rolled_as_they_are_worked_out() -> None:
    asked = study({"dice": 1, "bank": {"beat_previous": True}})
    table = [seats.sitting(who) for who in ("optimal", "optimal:leader", "full-table")]
    check(seats.duel(asked, table), seats.simulate(asked, table, GAMES, 1))
    with pytest.raises(UnsolvableError, match=r"not worked out with bank.beat_previous"):
        asked.multiplayer_card(3)


BY_TURNS = (
    "beat previous", "after a bank, two dice", "after a bank, rounds", "after a farkle",
    "after both, two dice", "after both, awards", "after both, final turn",
    "after both, all, rounds", "after a farkle, beat previous",
    "after both, beat previous, final turn",
)  # fmt: skip


@pytest.mark.parametrize("name", cases(BY_TURNS[1:], slow=BY_TURNS[-1:]))
def test_turns_taken_over_are_rolled_as_they_are_worked_out(name: str) -> None:
    asked = study(ONE_DIE[name])
    table = [seats.sitting(who) for who in ("bank-at-100", "optimal:leader", "optimal")]
    check(seats.duel(asked, table), seats.simulate(asked, table, 2 * GAMES, 1))


def test_the_next_player_as_opponent_is_rolled_as_it_is_worked_out() -> None:
    asked = study({"goal": 400})
    names = ("optimal:next", "points-only:next", "optimal")
    table = [seats.sitting(who) for who in names]
    exact = seats.duel(asked, table)
    check(exact, seats.simulate(asked, table, GAMES, 2))
    leader = seats.duel(asked, [seats.sitting("optimal:leader"), *table[1:]])
    assert leader.average[0] > exact.average[0] + 1e-3


def test_points_beyond_a_win_against_the_leader_count_for_who_moves_after() -> None:
    points = {"1": 100, "5": 50, "66": 150}
    asked = study({"dice": 2, "goal": 300, "combinations": points, "end_game": "final_turn"})
    layout = asked.several(3).layout
    band = next(iter(Table([layout]).lasts))
    banks = np.diff(ByMatch(layout, asked.several(2)).ends(band).run)
    assert banks.min() >= layout.rules.moves.max_rise


@pytest.mark.parametrize(
    ("rule", "players"),
    [
        ("plain", 4),
        ("rounds", 4),
        ("final turn, split", 3),
        ("equal turns, leader", 3),
        pytest.param("equal turns, leader", 4, marks=pytest.mark.slow),
        pytest.param("two farkles", 3, marks=pytest.mark.slow),
        ("a first roll that costs", 3),
        ("disaster", 3),
        *((name, 3) for name in BY_TURNS[:-1]),
        pytest.param(BY_TURNS[-1], 3, marks=pytest.mark.slow),
    ],
)
def test_who_plays_the_solved_match_wins_what_it_says(rule: str, players: int) -> None:
    asked = study(ONE_DIE.get(rule) or {**PLAIN, "dice": 1, **ALONE[rule]})
    solution = asked.several(players)
    seat = ByMatch(solution.layout, solution)
    found = meet(solution.layout, [seat] * players, threads=2)
    start = solution.win_probabilities(solution.start())
    for first in range(players):
        assert np.abs(np.roll(found.moving[first], -first) - start).max() < 1e-9


def test_games_of_a_table_depend_on_the_seed_alone() -> None:
    asked = study({})
    table = [seats.sitting(who) for who in ("optimal", "full-table", "points-only")]
    found = [seats.simulate(asked, table, 3_000, seed) for seed in (1, 1, 2)]
    turns = [(list(each.turns.distribution), each.players[0].share.wins) for each in found]
    assert turns[0] == turns[1] != turns[2]


def test_players_off_the_board_may_lack_some_scores() -> None:
    """Only penalties change their scores, so most scores have no state."""
    penalty = {"streak": 1, "penalty": 100, "lowest_score": -200}
    asked = study({"bank": {"opening": 100}, "farkle": penalty})
    table = [seats.sitting(who) for who in ("bank-at-100", "bank-at-100", "optimal:leader")]
    check(seats.duel(asked, table), seats.simulate(asked, table, GAMES, 1))
