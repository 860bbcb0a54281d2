"""Combinations that must be cleared, in every solver."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

from farklegen import api
from farklegen.cards.card import make_card
from farklegen.cards.clearing import clearing_words, counted_parts
from farklegen.errors import ImpossibleStateError, UnsolvableError
from farklegen.render.registry import Page
from farklegen.render.text import render
from farklegen.report.advise import advise_document
from farklegen.rules.hands import CLEARING
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.evaluate import long_run_average
from farklegen.solvers.expected import expected_score
from farklegen.solvers.moves import turn_moves
from tests.profiles import examples
from tests.referee.games import game
from tests.referee.play import play_turns
from tests.solvers.match.oracle import differences, solve
from tests.solvers.oracle import referee_card, solve_both, soon_over
from tests.solvers.simulation.simulated import ERRORS, errors, perfect
from tests.strategies import rulesets

TRIPLES: dict[str, Any] = {
    "dice": 3,
    "combinations": {"1": 100, "5": 50, "AAA": (1000, 200, 300, 400, 500, 600)},
    "must_clear": ("AAA",),
}
PAIRS: dict[str, Any] = {
    "dice": 3,
    "combinations": {"1": 100, "5": 50, "AA": (200, 50, 50, 100, 100, 150)},
    "must_clear": ("AA",),
}
FIVE: dict[str, Any] = {
    "dice": 5,
    "goal": 100,
    "combinations": {"1": 10, "5": 5, "AAA": [100, 20, 30, 40, 50, 60]},
    "must_clear": ["AAA"],
    "hot_dice": "required",
}
FLASHES = game(**FIVE)
TWOS = game(dice=3, combinations={"1": 100, "5": 50, "222": 300}, must_clear=["222"])
FIXED: dict[str, Any] = {"piggyback": "none", "die_types": {}, "hot_dice_bonus": None}


def test_a_roll_that_clears_a_face_is_one_of_dice_without_it() -> None:
    rules = game(dice=2, combinations=PAIRS["combinations"], must_clear=["AA"])
    moves = turn_moves(rules, compile_scoring(rules), best_only=False)
    farkles = {face: moves.farkle_probability[moves.column(2 + CLEARING * face)] for face in (2, 5)}
    # two dice of 1 3 4 5 6 without a pair, a 1 or a 5: 6 of 25; of 1 2 3 4 6, without a 1: 12 of 25
    assert moves.farkle_probability[moves.column(2)] == pytest.approx(12 / 36)
    assert farkles == pytest.approx({2: 6 / 25, 5: 12 / 25})


@pytest.mark.slow
@pytest.mark.parametrize("fixed", [TRIPLES, PAIRS], ids=["triples", "pairs"])
def test_random_rules_are_worth_what_the_referee_says(fixed: dict[str, Any]) -> None:
    compared = 0

    @settings(max_examples=examples(4))
    @given(ruleset=rulesets(fixed=fixed | FIXED, max_goal_units=5))
    def look(ruleset: Ruleset) -> None:
        nonlocal compared
        try:
            both = solve_both(ruleset, 150 * compile_scoring(ruleset).unit)
            solution = solve(ruleset)
        except UnsolvableError:
            return
        if both is not None and soon_over(ruleset) and both[1].width < 1e-9:
            fast, slow = both
            close = pytest.approx(slow.low.points_per_turn, abs=1e-9, rel=1e-9)
            assert fast.points_per_turn == close
            compared += 1
        _, wrong = differences(ruleset, solution, match_states=3, most_turns=150, sweeps=200)
        assert not wrong

    look()
    assert compared > 0


def test_rolled_turns_bring_what_the_best_play_promises() -> None:
    expected = expected_score(TWOS, compile_scoring(TWOS))
    both = solve_both(TWOS, 4000)
    assert both is not None
    played = play_turns(TWOS, both[1].low.decide, 5_000, 3)
    assert abs(played.mean - expected.points_per_turn) < ERRORS * played.standard_error
    average = long_run_average([strategy.outcome for strategy in expected.strategies])
    assert average.points_per_turn == pytest.approx(expected.points_per_turn, abs=1e-9)


def test_who_plays_by_the_card_gets_what_it_says() -> None:
    card = make_card(TWOS, expected_score(TWOS, compile_scoring(TWOS)))
    found = referee_card(TWOS, card)
    assert found.points_per_turn == pytest.approx(card.points_per_turn, rel=1e-9)


def test_a_card_counts_a_part_of_the_turn_score_where_a_face_must_be_cleared() -> None:
    moves = expected_score(FLASHES, compile_scoring(FLASHES)).moves
    parts = counted_parts(moves)  # one die scores a third of the time at most, two dice half of it
    assert parts == (Fraction(1, 3), Fraction(1, 2), *[Fraction(1)] * 3)
    (said,) = clearing_words(moves)
    assert said.endswith("count a third with 1 die left and half with 2 dice left.")


def test_rolled_games_are_won_as_often_as_is_worked_out() -> None:
    solution = solve(FLASHES)
    result = perfect(solution, games=examples(20_000))
    first = solution.win_probability(solution.start())
    assert errors(result.moving_first, first) < ERRORS
    assert errors(result.moving_second, 1 - first) < ERRORS


def test_advice_says_which_face_must_be_cleared() -> None:
    found = api.advise(FIVE, roll=(1, 3, 3, 3, 5), mine=0, theirs=0)
    best = found.advice.options[0]
    assert (best.keep, best.clears, best.dice_left, best.then) == ((1, 3, 3, 3, 5), 3, 5, "roll")
    assert "then roll 5 dice that must clear the 3" in render(
        advise_document(found), Page(width=100)
    )
    # of the faces 1 2 4 5 6 only 2 4 6, each at most twice: 3 * 5! / (2! * 2!) rolls of 5 ** 5
    assert found.why.startswith("5 dice that must clear the 3 farkle 2.88% of the time")


def test_where_a_face_must_be_cleared_there_is_nothing_to_ask() -> None:
    rules = {"dice": 4, "goal": 100, "combinations": {"1": 10, "222": 25}, "must_clear": ["222"]}
    with pytest.raises(ImpossibleStateError, match="must clear a face"):
        api.advise(rules, dice=1, turn_score=25)
    asked = api.advise(rules, roll=(1,), turn_score=25)
    assert [option.turn_score for option in asked.advice.options] == [35]


def test_what_is_not_worked_out_is_refused_by_name() -> None:
    mixed = FIVE | {"die_types": {"odd": [1, 2, 3, 3, 2, 1]}}
    with pytest.raises(UnsolvableError, match="must_clear"):
        api.best_dice(mixed, own="odd=8")
    with pytest.raises(UnsolvableError, match="must_clear"):
        api.solve_two_sets(mixed, their_dice="odd=5")
