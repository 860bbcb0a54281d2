"""Games of rounds: totals, chances of points, and matches, against the referee and by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from farklegen.errors import UnsolvableError
from farklegen.policies.policy import Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.duel.arena import Arena
from farklegen.solvers.duel.length import game_length
from farklegen.solvers.expected import best_total
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.planes import bank_by_lead
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.reach import decided_lead, reach
from tests.referee.rounds import reach_in_rounds as referee_reach
from tests.referee.rounds import totals
from tests.referee.turn import State
from tests.shared import solve_match
from tests.solvers.each_rule import cases, data_file

RULES = data_file("each_rule.yaml")["reach_in_rounds"]
PLAIN: dict[str, Any] = RULES["plain"]
CAP = 4000


def rules(added: dict[str, Any]) -> Ruleset:
    return Ruleset(**PLAIN | added)


def solved(added: dict[str, Any]) -> MatchSolution:
    ruleset = rules(added)
    return solve_match(ruleset, threads=1)


@pytest.mark.parametrize("added", RULES.values(), ids=RULES)
def test_totals_are_those_of_backward_induction(added: dict[str, Any]) -> None:
    ruleset = rules(added)
    found = best_total(ruleset, compile_scoring(ruleset), 4)
    slow = totals(ruleset, 4, CAP)
    for left in range(5):
        for number, situation in enumerate(found.situations):
            state = State(situation.on_board, situation.streak)
            assert abs(found.totals[left, number] - slow[left][state]) <= found.error + 1e-7


@pytest.mark.parametrize("name", cases(RULES, slow=["multiples", "hot dice must be rolled"]))
def test_reach_over_rounds_is_that_of_backward_induction(name: str) -> None:
    points = 250
    ruleset = rules(RULES[name])
    tables = compile_scoring(ruleset)
    streaks = ruleset.farkle.streak if ruleset.farkle.penalty else None
    for rounds, farkles in ((1, 0), (2, (streaks or 1) - 1), (3, 0)):
        bounds = {}
        for on_board in (True, False):
            found = reach(
                ruleset, tables, points, rounds=rounds, my_farkles=farkles, on_board=on_board
            )
            known = on_board or ruleset.bank.opening_minimum == ruleset.bank.minimum
            if known not in bounds:
                bounds[known] = referee_reach(ruleset, points, rounds, State(known, farkles))
            low, high = bounds[known]
            assert low - 1e-9 <= found.probability <= high + 1e-9


@pytest.mark.parametrize("added", [{"penalty": "all"}, {"penalty": 50, "lowest_score": 0}])
def test_reach_is_refused_where_it_depends_on_the_banked_score(added: dict[str, Any]) -> None:
    ruleset = rules({"farkle": {"streak": 2, **added}})
    with pytest.raises(UnsolvableError, match="depends on the banked score"):
        reach(ruleset, compile_scoring(ruleset), 100, rounds=2)


def test_dice_that_almost_never_farkle_need_a_goal() -> None:
    every = {str(face): 10 * face for face in range(1, 7)}
    ruleset = Ruleset.model_validate({"dice": 1, "rounds": 3, "combinations": every})
    with pytest.raises(UnsolvableError, match="Give a goal"):
        decided_lead(ruleset, compile_scoring(ruleset))


def test_the_last_turn_of_all_is_a_question_of_reach() -> None:
    ruleset = rules({"ties": "leader"})
    solution, tables = solved({"ties": "leader"}), compile_scoring(ruleset)
    for behind in (0, 50, 300, 650):
        last = GameState((0, behind), rounds_left=1, seat=1)
        chance = reach(ruleset, tables, behind + 50).probability
        assert solution.win_probability(last) == pytest.approx(chance, abs=1e-12)


@pytest.mark.parametrize(
    ("rounds", "turns"),
    [
        (1, [(1, False)]),
        (2, [(1, True), (1, False)]),
        (3, [(2, True), (1, True), (1, False)]),
        (5, [(4, True), (3, True), (2, True), (1, True), (1, False)]),
    ],
)
def test_leads_matter_from_the_second_round_on(rounds: int, turns: list[Any]) -> None:
    by_lead = bank_by_lead(solved({"rounds": rounds}))
    assert list(by_lead.turns) == turns
    assert (max(by_lead.leads) > 0) == (rounds > 1)


@pytest.mark.parametrize("rounds", [1, 3, 5])
def test_a_game_has_exactly_two_turns_a_round(rounds: int) -> None:
    length = game_length(solved({"rounds": rounds}), threads=1)
    assert length.distribution == ((2 * rounds, 1.0),)
    assert (length.mean, length.spread, length.beyond) == (2.0 * rounds, 0.0, 0.0)
    assert 0 < length.lead_changes < 2 * rounds


def test_a_decided_lead_is_almost_never_made_up_for() -> None:
    solution = solved({})
    rules = solution.rules
    assert rules.lead is not None
    assert 0 < rules.beyond <= 1e-10
    assert solution.certificate.error_bound <= 1e-9
    far = GameState((rules.lead * rules.unit, 0), rounds_left=4)
    assert solution.win_probability(far) > 1 - 1e-9


def test_a_penalty_before_the_first_bank_leaves_a_player_off_the_board() -> None:
    ruleset = Ruleset.model_validate(
        {
            "dice": 2, "rounds": 3, "combinations": {"1": 100, "5": 50},
            "bank": {"opening": 150}, "farkle": {"streak": 2, "penalty": 300},
        }
    )  # fmt: skip
    solution = solve_match(ruleset)
    lost, level = (
        solution.win_probability(GameState((score, 0), boards=(False, False), rounds_left=1))
        for score in (-300, 0)
    )
    assert 0.0 < lost < level


@pytest.mark.parametrize(
    ("added", "rule"),
    [
        ({"disaster": ("22",)}, "disaster"),
        ({"instant_win": ("66",)}, "instant_win"),
        ({"piggyback": "both"}, "piggyback"),
        ({"bank": {"beat_previous": True}}, "beat_previous"),
        ({"farkle": {"streak": 2, "penalty": "all"}}, "penalty: all"),
        ({"farkle": {"streak": 2, "penalty": 100, "lowest_score": 0}}, "lowest_score"),
    ],
)
def test_rules_about_a_score_by_itself_need_a_goal(added: dict[str, Any], rule: str) -> None:
    with pytest.raises(UnsolvableError, match=rule):
        solved(added)
    assert solved({**added, "goal": 300}).certificate.states > 0


def test_penalties_of_the_rounds_are_the_lowest_score() -> None:
    solution = solved({"goal": 300, "rounds": 4, "farkle": {"streak": 2, "penalty": 100}})
    assert solution.rules.lowest * solution.rules.unit == -200
    assert not solution.rules.truncated
    assert np.all(np.abs(solution.values) <= 1.0)


def test_the_error_of_a_duel_covers_leads_that_count_as_decided() -> None:
    solution = solved({"rounds": 2})
    arena = Arena(solution, compile_scoring(rules({})), threads=1)
    duel = arena.meet(Policy("optimal"), Policy("optimal"))
    assert duel.error >= solution.rules.beyond > 0
