"""Players made of recipes: followed through a turn they get what they should."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from farklegen import api
from farklegen.cards.card import Card, make_card
from farklegen.cards.players import make_player
from farklegen.policies.policy import GoForIt, Policy
from farklegen.policies.recipe import BankRule, Recipe, Thresholds, parse
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables, compile_scoring
from farklegen.solvers.evaluate import TurnOutcome, play_turn, situation_shares
from farklegen.solvers.expected import ExpectedScore, expected_score
from farklegen.solvers.moves import TurnMoves, turn_moves
from farklegen.solvers.turn_rules import TurnRules, situations
from tests import referee
from tests.referee import Position, State, Turn
from tests.referee.expected import Decision
from tests.referee.games import coin, game

USUAL: dict[str, Any] = {"1": 100, "5": 50, "AAA": [1000, 200, 300, 400, 500, 600]}
ROWS = 1500


class Solved(NamedTuple):
    """A ruleset with everything a player may need."""

    ruleset: Ruleset
    tables: ScoringTables
    expected: ExpectedScore
    card: Card


@cache
def solved(name: str) -> Solved:
    ruleset = api.builtin(name).ruleset
    tables = compile_scoring(ruleset)
    expected = expected_score(ruleset, tables)
    return Solved(ruleset, tables, expected, make_card(ruleset, expected))


def player(name: str, rules: Solved, moves: TurnMoves, rows: int = ROWS) -> Policy:
    never = GoForIt((None,) * moves.dice, (None,) * moves.dice)
    return make_player(parse(name), rules.ruleset, rules.expected, moves, rows, never)


def turns(ruleset: Ruleset, policy: Policy, moves: TurnMoves) -> list[TurnOutcome]:
    """How the turns of each situation end under a policy."""
    states = situations(ruleset)
    outcomes = []
    for state in states:
        table = policy.tables[state.on_board, state.streak]
        outcomes.append(play_turn(moves, TurnRules(ruleset), state, len(states), table))
    assert max(outcome.beyond for outcome in outcomes) < 1e-12
    return outcomes


def long_run(ruleset: Ruleset, policy: Policy, moves: TurnMoves) -> tuple[float, float]:
    """(Points per turn, share of turns that end in a farkle) in the long run."""
    outcomes = turns(ruleset, policy, moves)
    ends = np.array([(outcome.points, outcome.farkle_probability) for outcome in outcomes])
    points, farkles = situation_shares(outcomes) @ ends
    return float(points), float(farkles)


NAMES = api.ruleset_names()


@pytest.mark.parametrize("name", NAMES)
def test_max_score_play_gets_the_best_expected_score(name: str) -> None:
    rules = solved(name)
    moves = rules.expected.play
    outcomes = turns(rules.ruleset, player("points-only", rules, moves), moves)
    for outcome, strategy in zip(outcomes, rules.expected.strategies, strict=True):
        assert outcome.points == pytest.approx(strategy.outcome.points, rel=1e-12)
        np.testing.assert_allclose(outcome.following, strategy.outcome.following, atol=1e-12)
    average = situation_shares(outcomes) @ [outcome.points for outcome in outcomes]
    assert average == pytest.approx(rules.expected.points_per_turn, rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("policy", ["full-table", "full-table-go"])
def test_card_play_gets_what_the_card_prints(name: str, policy: str) -> None:
    rules = solved(name)
    moves = rules.expected.play
    points, farkles = long_run(rules.ruleset, player(policy, rules, moves), moves)
    assert points == pytest.approx(rules.card.points_per_turn, rel=1e-12)
    assert farkles == pytest.approx(rules.card.farkle_probability, rel=1e-9)


GROWING = game(goal=10_000, combinations=USUAL, hot_dice_bonus={"points": 200, "step": 100}, dice=4)


def test_tables_tell_as_many_hot_dice_apart_as_the_match() -> None:
    tables = compile_scoring(GROWING)
    expected = expected_score(GROWING, tables)
    card = make_card(GROWING, expected)
    assert expected.play.hot_counts > 1
    for counts in (expected.play.hot_counts, expected.play.hot_counts + 3):
        moves = turn_moves(GROWING, tables, best_only=True, hot_counts=counts)
        for name, points in (
            ("points-only", expected.points_per_turn),
            ("full-table", card.points_per_turn),
        ):
            policy = make_player(parse(name), GROWING, expected, moves, ROWS)
            got, _ = long_run(GROWING, policy, moves)
            assert got == pytest.approx(points, rel=1e-9)
            assert policy.tables[True, 0].worth.shape == (ROWS, moves.columns)


def by_points(_: int, option: Position) -> tuple[int, ...]:
    return (option.score,)


def by_dice(dice: int, option: Position) -> tuple[int, ...]:
    left = 0 if option.dice == dice else option.dice
    return (-left, option.score)


def plain_player(
    ruleset: Ruleset,
    order: Callable[[int, Position], tuple[int, ...]],
    wants: Callable[[Position], bool],
) -> Callable[[State, Sequence[Position]], Decision]:
    """A simple player in the referee's world; the first of equals is one to bank in."""
    turn = Turn(ruleset)

    def decide(state: State, options: Sequence[Position]) -> Decision:
        def banks(option: Position) -> bool:
            return turn.may_bank(option, on_board=state.on_board) and wants(option)

        chosen = max(options, key=lambda o: (*order(ruleset.dice, o), banks(o), o.dice))
        return Decision(chosen, banks(chosen))

    return decide


SIMPLE: list[tuple[Recipe, Any, Callable[[Position], bool]]] = [
    (parse("bank-at-300"), by_points, lambda o: o.score >= 300),
    (parse("bank-at-1"), by_points, lambda o: o.score >= 1),
    (parse("bank-below-3-dice"), by_points, lambda o: o.dice < 3),
    (
        Recipe(name="both", keep="everything", bank=BankRule(at=400, below_dice=2)),
        by_dice,
        lambda o: o.score >= 400 or o.dice < 2,
    ),
    (
        Recipe(name="everything", keep="everything", bank=BankRule(at=250)),
        by_dice,
        lambda o: o.score >= 250,
    ),
]
ODD_GAMES = {
    "facebook": api.builtin("facebook").ruleset,
    "five-dice": api.builtin("five-dice").ruleset,
    "required hot dice": game(goal=5000, dice=3, combinations=USUAL, hot_dice="required"),
    "multiples": game(goal=5000, dice=3, combinations=USUAL, bank={"multiple_of": 100}),
    "bonus": game(goal=5000, dice=3, combinations=USUAL, hot_dice_bonus={"points": 150}),
    "growing bonus": GROWING,
    "one die": coin(bank={"minimum": 30}),
}


@pytest.mark.parametrize(
    "rules",
    [pytest.param(name, marks=[pytest.mark.slow] * (name == "facebook")) for name in ODD_GAMES],
)
@pytest.mark.parametrize(("recipe", "order", "wants"), SIMPLE, ids=[r.name for r, _, _ in SIMPLE])
def test_simple_players_play_as_described(
    recipe: Recipe, order: Any, wants: Callable[[Position], bool], rules: str
) -> None:
    ruleset = ODD_GAMES[rules]
    tables = compile_scoring(ruleset)
    moves = turn_moves(
        ruleset, tables, best_only=False, hot_counts=30 if rules == "growing bonus" else 1
    )
    policy = make_player(recipe, ruleset, None, moves, ROWS)
    points, farkles = long_run(ruleset, policy, moves)
    slow = referee.evaluate_policy(ruleset, plain_player(ruleset, order, wants))
    assert points == pytest.approx(slow.points_per_turn, rel=1e-9)
    assert farkles == pytest.approx(slow.farkle_probability, rel=1e-9)


@pytest.mark.parametrize("name", ["bank-at-1", "bank-below-9-dice", "points-only", "full-table"])
@pytest.mark.parametrize("rules", ["facebook", "ten-thousand", "dix-mille", "zilch"])
def test_nobody_banks_where_the_rules_forbid_it(name: str, rules: str) -> None:
    case = solved(rules)
    moves = case.expected.play
    bank = case.ruleset.bank
    for (on_board, _), table in player(name, case, moves).tables.items():
        allowed = TurnRules(case.ruleset).may_bank(
            moves, bank.minimum if on_board else bank.opening_minimum, ROWS
        )
        assert not np.any(table.banks & ~allowed)
        if name.startswith("bank"):
            np.testing.assert_array_equal(table.banks, allowed)


PENALTY_ALL = game(
    goal=5000,
    combinations=USUAL,
    bank={"opening": 500},
    farkle={"streak": 3, "penalty": "all"},
)


def test_simple_players_need_no_expected_score() -> None:
    moves = turn_moves(PENALTY_ALL, compile_scoring(PENALTY_ALL), best_only=True)
    for name in ("bank-at-300", "bank-below-3-dice"):
        policy = make_player(parse(name), PENALTY_ALL, None, moves, ROWS)
        assert list(policy.tables) == [
            (on_board, streak) for on_board in (True, False) for streak in range(3)
        ]
        assert policy.tables[True, 2].banks[300 // 50, 0]
        assert not policy.tables[False, 2].banks[: 500 // 50].any()
        assert policy.tables[False, 2].banks[500 // 50, 0]


def test_thresholds_are_those_given_or_those_of_the_card() -> None:
    rules = solved("basic")
    moves = rules.expected.play
    worked_out = GoForIt((None,) * 5 + (9000,), (None,) * 6)
    given = Recipe(
        name="given", keep="most-points", bank=BankRule(at=300), go_for_it=Thresholds(mine={1: 9})
    )

    def thresholds(recipe: Recipe) -> GoForIt | None:
        return make_player(recipe, rules.ruleset, rules.expected, moves, 300, worked_out).go_for_it

    assert thresholds(parse("full-table-go")) == worked_out
    assert thresholds(given) == GoForIt((9,) + (None,) * 5, (None,) * 6)
    assert thresholds(parse("full-table")) is None
    assert thresholds(parse("bank-at-300")) is None
