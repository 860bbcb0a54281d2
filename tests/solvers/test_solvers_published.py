"""The solvers against published numbers, to the last digit that was printed."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import floor

import numpy as np
import pytest

from farklegen import api
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.expected import ExpectedScore, Strategy, expected_score
from farklegen.solvers.moves import turn_moves
from farklegen.solvers.reach import reach
from farklegen.solvers.turn_rules import solve_turn
from tests.referee.games import published
from tests.solvers.data import computed, facebook_ranks, facebook_scoring, rules_called

NEAR_TIE = 0.1
"""Points by which the published order of two states may be wrong: see the errata of the file."""

COMPUTED = computed()
BUILT_IN = COMPUTED["points_per_turn"]["rulesets"]


def solve(ruleset: Ruleset) -> ExpectedScore:
    return expected_score(ruleset, compile_scoring(ruleset))


@cache
def facebook(penalty: int) -> ExpectedScore:
    return solve(facebook_scoring(penalty))


def bank_at(solved: ExpectedScore, index: int = 0, minimum: int = 0) -> dict[int, int | None]:
    """dice -> the turn score from `minimum` on from which rolling gains nothing any more.

    Turn scores that cannot occur are looked at as well, as the published ones are.
    """
    strategy, unit = solved.strategies[index], solved.moves.unit
    found: dict[int, int | None] = {}
    for dice in range(solved.moves.dice, 0, -1):
        rolls = np.flatnonzero(strategy.rolling[:, dice - 1] > 0)
        last = int(rolls[-1]) if len(rolls) else -1
        always = strategy.value[-1, dice - 1] > 0
        found[dice] = None if always else max(minimum, (last + 1) * unit)
    return found


@pytest.mark.parametrize("name", ["basic", "zilch", "patch", "ten-thousand", "kingdom_come_dice"])
def test_published_points_per_turn(name: str) -> None:
    entry = published(name)
    value, tolerance = entry["expected_score"].values()
    solved = solve(entry["rules"])
    assert solved.points_per_turn == pytest.approx(value, abs=tolerance)
    assert solved.error < tolerance / 10


def test_published_points_of_a_turn_that_counts_as_the_goal_at_most() -> None:
    entry = published("kingdom_come_dice")
    ruleset, (value, tolerance) = entry["rules"], entry["capped_at_goal"].values()
    moves = turn_moves(ruleset, compile_scoring(ruleset), best_only=True)
    goal = float(ruleset.goal)
    bank = np.tile(np.arange(0, goal, moves.unit)[:, None, None], (1, moves.columns, 1))
    above = np.full((moves.max_rise, moves.columns, 1), goal)
    turn = solve_turn(moves.as_turn, bank, np.zeros_like(bank), above)
    assert turn.rolled[0, -1] == pytest.approx(value, abs=tolerance)


@pytest.mark.parametrize("name", ["basic", "zilch", "patch"])
def test_built_in_rules_are_those_that_were_published(name: str) -> None:
    entry = published(name)
    built_in = api.builtin(name).ruleset
    here, there = compile_scoring(built_in), compile_scoring(entry["rules"])
    np.testing.assert_array_equal(here.option_points, there.option_points)
    np.testing.assert_array_equal(here.set_weight, there.set_weight)


def test_published_farkle_probability_of_a_turn() -> None:
    entry = published("basic")
    value, tolerance = entry["farkle_probability"].values()
    assert solve(entry["rules"]).farkle_probability == pytest.approx(value, abs=tolerance)


@pytest.mark.parametrize("name", ["ten-thousand", "basic-turns"])
def test_published_turn_scores_from_which_to_bank(name: str) -> None:
    entry = published(name)
    assert bank_at(solve(entry["rules"])) == entry["bank_at"]


def test_published_bank_points_for_each_count_of_farkles() -> None:
    for row in published("facebook-scoring")["bank_at"]:
        found = bank_at(facebook(row["penalty"]), row["streak"])
        assert {dice: found[dice] for dice in row["dice"]} == row["dice"]


def test_published_average_of_three_dice() -> None:
    entry = published("facebook-scoring")
    solved = solve(entry["rules"])
    row = entry["roll_to"]
    rolling = solved.strategies[0].rolling[:, row["dice"] - 1]
    score, limit = row["turn_score"], row["bank_from"]
    average = score + rolling[score // solved.moves.unit]
    assert average == pytest.approx(row["average"], abs=row["tolerance"])
    assert rolling[limit // solved.moves.unit] < 0


def test_published_gain_of_rolling_in_every_state() -> None:
    entry = published("ten-thousand")
    solved = solve(entry["rules"])
    rolling = solved.strategies[0].rolling
    for dice, printed in entry["gain_of_rolling"].items():
        here = rolling[: len(printed), dice - 1]
        np.testing.assert_allclose(here, printed, rtol=0, atol=entry["gain_tolerance"] + 1e-9)
    for dice, printed in entry["gain_at_zero"].items():
        assert rolling[0, dice - 1] == pytest.approx(printed, abs=0.005)


def test_published_chance_of_1000_points_in_every_state() -> None:
    entry = published("ten-thousand")
    ruleset = entry["rules"]
    states = reach(ruleset, compile_scoring(ruleset), 1000).states
    found = {(state.dice, state.turn_score): 100 * state.win_probability for state in states}
    compared = 0
    for dice, printed in entry["reach_1000"].items():
        for row, per_cent in enumerate(printed):
            if (dice, 50 * row) in found:
                near = pytest.approx(per_cent, abs=entry["reach_tolerance"] + 1e-9)
                assert found[dice, 50 * row] == near
                compared += 1
    assert compared > 90


def test_published_chance_to_reach_from_the_start() -> None:
    entry = published("basic-turns")
    tables = compile_scoring(entry["rules"])
    for points, printed in entry["reach"].items():
        found = reach(entry["rules"], tables, points).probability
        digits = len(str(printed).partition(".")[2])
        cut = floor(found * 10**digits) / 10**digits
        assert printed in (cut, round(found, digits))


@pytest.mark.parametrize("name", BUILT_IN)
def test_points_per_turn_of_built_in_rules(name: str) -> None:
    tolerance = COMPUTED["points_per_turn"]["tolerance"]
    solved = solve(api.builtin(name).ruleset)
    assert solved.points_per_turn == pytest.approx(BUILT_IN[name], abs=tolerance)
    assert solved.error == 0


def test_every_built_in_ruleset_has_a_known_value() -> None:
    assert set(api.ruleset_names()) - set(BUILT_IN) <= {"onward-consolation"}


def test_a_penalty_or_a_minimum_costs_so_much() -> None:
    for row in COMPUTED["points_per_turn"]["facebook_scoring"]:
        solved = solve(facebook_scoring(row["penalty"], row["minimum"]))
        tolerance = COMPUTED["points_per_turn"]["tolerance"]
        assert solved.points_per_turn == pytest.approx(row["points"], abs=tolerance)


def test_zilch_is_played_more_carefully_after_each_zilch() -> None:
    ruleset, wanted = api.builtin("zilch").ruleset, COMPUTED["zilch"]
    solved = solve(ruleset)
    assert list(solved.relative) == pytest.approx(wanted["relative"], abs=wanted["tolerance"])
    for index, rows in enumerate(wanted["bank_at"]):
        # six dice never zilch at once: they are rolled whatever the turn score
        found = bank_at(solved, index, ruleset.bank.minimum)
        assert found == {6: None, **rows}


@pytest.mark.parametrize("name", COMPUTED["bank_at"])
def test_turn_scores_from_which_to_bank(name: str) -> None:
    found = bank_at(solve(rules_called(name)))
    for dice, score in COMPUTED["bank_at"][name].items():
        assert found[dice] == score


RANKS = facebook_ranks()


def met_by(solved: ExpectedScore, strategy: Strategy) -> set[tuple[int, int]]:
    """(dice, turn score) of every state that comes up.

    One rolls on where that is best, and sets aside any dice for as many points as they are worth.
    """
    found, waiting = set[tuple[int, int]](), [(solved.moves.dice, 0)]
    while waiting:
        dice, row = waiting.pop()
        if (dice, row) in found:
            continue
        found.add((dice, row))
        if row < solved.rows and not strategy.bank[row, dice - 1]:
            waiting += [
                (target + 1, row + rise)
                for column, rise, target in solved.play.distinct()
                if column == dice - 1
            ]
    return {(dice, row * solved.moves.unit) for dice, row in found}


@pytest.mark.parametrize("name", RANKS)
def test_published_order_of_every_state(name: str) -> None:
    words = name.replace(",", "").split()
    penalty, streak = int(words[1]), int(words[2])
    table = RANKS[name]
    solved = facebook(penalty)
    strategy = solved.strategies[streak]

    assert table.keys() == met_by(solved, strategy)

    def worth(dice: int, score: int) -> float:
        row = score // solved.moves.unit
        return score + float(strategy.value[row, dice - 1])

    by_rank: dict[int, list[tuple[float, int, int]]] = {}
    for (dice, score), rank in table.items():
        by_rank.setdefault(rank, []).append((worth(dice, score), dice, score))
    values = []
    for rank in sorted(by_rank):
        value, *others = (one[0] for one in by_rank[rank])
        # states share a rank where one banks the same turn score
        assert others == pytest.approx([value] * len(others), rel=0, abs=1e-6)
        values.append((value, rank))
    swapped = []
    for (value, rank), (higher, above) in pairwise(values):
        if higher <= value:
            assert higher > value - NEAR_TIE
            swapped.append({state[1:] for state in by_rank[rank] + by_rank[above]})
    wanted = [
        {(row["dice"], row["turn_score"]), (1, row["bank"])}
        for row in published("facebook-scoring")["near_ties"]
        if (row["penalty"], row["streak"]) == (penalty, streak)
    ]
    assert len(swapped) == len(wanted)
    assert all(states <= found for states, found in zip(wanted, swapped, strict=True))
