"""Chances to win a match of two, worked out on paper, one rule at a time.

Most games are about one die that is a coin: heads scores 10, tails farkles. W(m, o) is the chance
of the player to move with m points against o; what the opponent has left is taken from 1.
"""

from __future__ import annotations

from typing import Any

import pytest

from farklegen.rules.ruleset import Ruleset
from tests.referee import Match, Position, Table
from tests.referee.games import coin, two_coins

Asked = tuple[dict[str, Any], float]


def at(mine: int = 0, theirs: int = 0, **known: Any) -> dict[str, Any]:
    """The start of a turn; `roll` and `bank` are dice and turn scores of its middle."""
    return {"scores": (mine, theirs), **known}


def chance(match: Match, asked: dict[str, Any]) -> float | None:
    known = {"on_board": (True, True), "farkles": (0, 0), **asked}
    roll, bank = known.pop("roll", None), known.pop("bank", None)
    if known["scores"][1] >= match.goal:
        known |= {"left": 1, "top": frozenset([1])}
    table = Table(**known)
    if bank is not None:
        return match.banking(table, Position(*bank))
    return match.win_probability(table) if roll is None else match.rolling(table, Position(*roll))


ENDS: dict[str, Any] = {"end_game": "final_turn", "goal": 20}
THREE: dict[str, Any] = {"die_weights": [2, 1, 0, 0, 0, 1]}
"""Heads half of the time; a 2 and a 6 a quarter each."""
AWARD: dict[str, Any] = {"farkle": {"first_roll_points": 10}}
BELOW: dict[str, Any] = {"streak": 1, "penalty": 10}

CASES: dict[str, tuple[Ruleset, list[Asked]]] = {
    # W = ½ + ½ (1 − W)
    "heads first": (coin(goal=10), [(at(), 2 / 3)]),
    "a goal between two scores is rounded up": (coin(goal=11), [(at(), 4 / 7)]),
    "die weights": (coin(goal=10, die_weights=[1, 0, 0, 0, 0, 2]), [(at(), 3 / 5)]),
    # W(10,10) = 2/3, x = W(10,0) = 1 − y/2, y = W(0,10) = ¼ + ¾ (1 − x): 4/5 and 2/5
    # z = W(0,0) = ½ · (½ + ½ (1 − z)) + ½ (1 − z); banking 10 is worth 1 − y = 3/5 < 5/7
    "two heads in one turn": (
        coin(goal=20),
        [
            (at(), 4 / 7), (at(10, 10), 2 / 3), (at(10, 0), 4 / 5), (at(0, 10), 2 / 5),
            (at(bank=(1, 10)), 3 / 5), (at(roll=(1, 10)), 5 / 7),
        ],
    ),
    # the last turn against 10 · k: k heads, and then level (½) or one more head (½)
    # bank the first 10: W = ½ · ¾ + ½ (1 − W)
    "final turn, split": (
        coin(end_game="final_turn", goal=10),
        [(at(), 7 / 12), (at(0, 10), 1 / 4), (at(0, 20), 1 / 8), (at(0, 30), 1 / 16)],
    ),
    "final turn, leader": (
        coin(end_game="final_turn", goal=10, ties="leader"),
        [(at(0, 10), 1 / 4), (at(0, 20), 1 / 8)],
    ),
    # banking 20 leaves ¾: W = ½ · (½ · ¾ + ½ (1 − W)) + ½ (1 − W)
    "final turn, challenger": (
        coin(end_game="final_turn", goal=10, ties="challenger"),
        [
            (at(0, 10), 1 / 2), (at(0, 20), 1 / 4), (at(), 15 / 28), (at(bank=(1, 10)), 1 / 2),
            (at(roll=(1, 10)), 3 / 8 + 13 / 56),
        ],
    ),
    # first: F = ½ · (1 − ¼) + ½ (1 − S), second: S = ½ + ½ (1 − F)
    "equal turns": (coin(goal=10, end_game="equal_turns"), [(at(), 1 / 2), (at(seat=1), 3 / 4)]),
    # heads 10, tails 20; with 10 points heads wins and tails is a farkle. y = W(0,10) =
    # ½ + ½ (½ + ½ (1 − x)), x = W(10,0) = 1 − y/2: 6/7 and 4/7. z = ½ + ½ (½ + ½ (1 − z))
    "exact goal": (
        coin(goal=20, combinations={"1": 10, "6": 20}, overshoot="bust"),
        [(at(), 4 / 5), (at(10, 0), 4 / 7), (at(0, 10), 6 / 7)],
    ),
    "exact goal, split": (
        coin(goal=10, overshoot="bust", end_game="final_turn"), [(at(), 7 / 12)],
    ),
    "exact goal, challenger": (
        coin(goal=10, overshoot="bust", end_game="final_turn", ties="challenger"), [(at(), 1 / 2)],
    ),
    "a bonus past an exact goal": (
        coin(goal=10, overshoot="bust", hot_dice_bonus={"points": 10}), [(at(), 1 / 2)],
    ),
    "dice that must be rolled for ever": (coin(goal=10, hot_dice="required"), [(at(), 1 / 2)]),
    # three heads in a row: W = ⅛ + ⅞ (1 − W)
    "bank minimum": (coin(goal=20, bank={"minimum": 21}), [(at(), 8 / 15)]),
    # on the board against one who is not: x = ¼ + ¾ (1 − y), y = ⅛ + ⅞ (1 − x)
    "bank opening": (
        coin(goal=20, bank={"opening": 30}),
        [
            (at(on_board=(False, False)), 8 / 15), (at(), 4 / 7),
            (at(on_board=(True, False)), 8 / 11), (at(on_board=(False, True)), 4 / 11),
        ],
    ),
    # two heads are needed now: ¼ + ¾ · (1 − 2/3)
    "beat previous": (
        coin(goal=20, bank={"beat_previous": True}),
        [(at(10, 10), 2 / 3), (at(10, 10, previous=10), 1 / 2)],
    ),
    # ten points would draw level, but only twenty may be banked: ¼ as with ties to the leader
    "beat previous on the last turn": (
        coin(goal=10, ties="challenger", end_game="final_turn", bank={"beat_previous": True}),
        [(at(), 7 / 12)],
    ),
    # on the last turn 10: roll; 20: level, or on to 30, 40 and so on, and only 40 may be banked
    "multiple of": (coin(goal=10, bank={"multiple_of": 20}), [(at(), 4 / 7)]),
    "multiple of, on the last turn": (
        coin(goal=10, bank={"multiple_of": 20}, end_game="final_turn"), [(at(0, 20), 1 / 8)],
    ),
    # from one die ½ (win or lose the turn): z = ¼ + ½ (½ + ½ (1 − z)) + ¼ (1 − z)
    "hot dice optional": (two_coins(goal=20), [(at(), 2 / 3)]),
    # with f what a farkle leaves: 20 points and two dice ¾ + ¼ f, 10 and one die ⅜ + ⅝ f
    # z = ¼ (¾ + ¼ f) + ½ (⅜ + ⅝ f) + ¼ f; W(0,10) = 4/9, so banking 10 leaves 5/9 < 8/13
    "hot dice required": (
        two_coins(goal=20, hot_dice="required"),
        [(at(), 8 / 13), (at(0, 10), 4 / 9), (at(bank=(1, 10)), 5 / 9)],
    ),
    # 1 1 uses both dice, which must be rolled: v = ½ + ¼ v + ¼ f from 20 points on,
    # ½ v + ½ f from 10 and one die, z = ¼ v + ½ (½ v + ½ f) + ¼ f = 1/3 + 2/3 (1 − z)
    "set aside all": (
        two_coins(goal=20, hot_dice="required", set_aside="all"),
        [(at(), 3 / 5), (at(0, 10), 3 / 7)],
    ),
    # tails twice wins, too; with 10 points everything does
    "nothing": (two_coins(goal=20, nothing=20), [(at(), 4 / 5), (at(10, 0), 1)]),
    # twenty points only draw level, or are rolled on
    "hot-dice bonus that grows": (
        coin(hot_dice_bonus={"points": 0, "step": 10}, **ENDS),
        [(at(0, 20, roll=(1, 10, 1)), 1 / 2), (at(0, 20, roll=(1, 10, 0)), 1 / 4)],
    ),
    # 1 1 at once: win, or without the bonus roll two dice again (¾); 1 6 and one die: ½
    "hot-dice bonus": (two_coins(hot_dice_bonus={"points": 10}, **ENDS), [(at(0, 20), 1 / 2)]),
    "hot-dice bonus on the last die": (
        two_coins(hot_dice_bonus={"points": 10, "when": "last_die"}, **ENDS), [(at(0, 20), 7 / 16)],
    ),
    # −10 at the lowest. b = W(−10,−10) = ¼ + ¾ (1 − b), W(0,−10) = 1 − b/2, z = 1 − W(0,−10)/2,
    # W(−10,0) = ½ (½ + ½ · 2/7) + ½ · 2/7
    "a lowest score below zero": (
        coin(goal=10, farkle={"lowest_score": -19, **BELOW}),
        [(at(), 9 / 14), (at(0, -10), 5 / 7), (at(-10, -10), 4 / 7), (at(-10, 0), 13 / 28)],
    ),
    "a lowest score of zero": (coin(goal=10, farkle={"lowest_score": 0, **BELOW}), [(at(), 2 / 3)]),
    # the same game as with −10 at the lowest, twenty points higher up
    "a penalty of all": (
        coin(goal=20, farkle={"streak": 1, "penalty": "all"}),
        [(at(10, 10), 9 / 14), (at(10, 0), 5 / 7), (at(), 4 / 7), (at(0, 10), 13 / 28)],
    ),
    # with 10 points every roll wins. y = W(0,10): only two heads, ¼. z = ½ (1 − y) + ½ (1 − y)
    "first-roll points": (
        coin(goal=20, **AWARD), [(at(), 3 / 4), (at(0, 10), 1 / 4), (at(10, 10), 1)],
    ),
    # after heads roll on: ½ + ½ (1 − y)
    "all-dice points": (
        coin(goal=20, farkle={"all_dice_points": 10}),
        [(at(), 0.5 * 7 / 8 + 0.5 * 3 / 4), (at(0, 10), 1 / 4)],
    ),
    "an award past an exact goal is not paid": (
        coin(goal=10, overshoot="bust", farkle={"first_roll_points": 20}), [(at(), 2 / 3)],
    ),
    "an award that meets an exact goal": (coin(goal=10, overshoot="bust", **AWARD), [(at(), 1)]),
    # last turn against 10: level by heads or by the award; against 20: ⅛ (two heads, then even)
    # tails ½; heads, and then 20 points leave 7/8: W = ½ (½ · 7/8 + ½ (1 − W)) + ½ · ½
    "an award that reaches the goal gives a last turn": (
        coin(goal=10, end_game="final_turn", **AWARD),
        [(at(0, 10), 1 / 2), (at(0, 20), 1 / 8), (at(), 23 / 40)],
    ),
    # nobody banks 10: y = ½ (½ + ½ · ⅓) + ½ (1 − x), x = 1 − y/2; z = ½ (½ + ½ · 5/9) + ½ (1 − z)
    "kept turn scores": (
        coin(goal=20, farkle={"keeps_turn_score": True}), [(at(), 16 / 27), (at(0, 10), 4 / 9)],
    ),
    # heads ½, disaster ¼, farkle ¼; with nothing to lose, disaster and farkle are the same
    "disaster": (
        coin(goal=20, disaster=["2"], **THREE),
        [(at(), 4 / 7), (at(10, 0), 68 / 91), (at(0, 10), 40 / 91), (at(10, 10), 296 / 455)],
    ),
    # against 10: ¼, or heads (½) and then roll on (¾). A leader never banks, for the opponent
    # could roll on as well (½ at least): W = ¼ + ½ W + ¼ (1 − W)
    "instant win": (
        coin(goal=10, instant_win=["2"], end_game="final_turn", **THREE),
        [(at(0, 10), 5 / 8), (at(), 2 / 3)],
    ),
    # ½ + ½ (1 − 4/5) instead of 2/5
    "take over after a bank": (
        coin(goal=20, piggyback="after_bank"),
        [(at(0, 10, inherit=Position(1, 10)), 3 / 5), (at(bank=(1, 10)), 2 / 5), (at(), 4 / 7)],
    ),
    # whatever the leader banks, the opponent goes past it by heads
    "take over on the last turn": (
        coin(goal=10, piggyback="after_bank", end_game="final_turn"),
        [(at(0, 30, inherit=Position(1, 30)), 1 / 2), (at(), 1 / 2)],
    ),
    # Z = W(0,0) with 10 to take over = ½ + ½ (1 − Z) = 2/3, z = ½ (½ + ½ · ⅓) + ½ (1 − z); with
    # 10 points banked, the turn is not taken over
    "take over after a farkle": (
        coin(goal=20, piggyback="after_farkle"),
        [
            (at(), 5 / 9), (at(inherit=Position(1, 10)), 2 / 3),
            (at(10, 0, inherit=Position(1, 10)), 4 / 5), (at(10, 0), 4 / 5),
        ],
    ),
    "a turn taken over has no first roll": (
        coin(goal=10, piggyback="after_farkle", **AWARD), [(at(), 1), (at(roll=(1, 0)), 1 / 2)],
    ),
    # one head more: Z = ½ + ½ (1 − Z)
    "what is taken over counts towards a minimum": (
        coin(goal=10, bank={"minimum": 30}, piggyback="after_farkle"),
        [(at(inherit=Position(1, 20)), 2 / 3)],
    ),
}  # fmt: skip


SLOW = ("hot-dice bonus", "hot-dice bonus on the last die")


@pytest.mark.parametrize(
    "rule",
    [pytest.param(rule, marks=pytest.mark.slow) if rule in SLOW else rule for rule in CASES],
)
def test_chances_worked_out_on_paper(rule: str) -> None:
    ruleset, asked = CASES[rule]
    match = Match(ruleset, far=True)
    assert match.settled
    found = [chance(match, each) for each, _ in asked]
    assert found == pytest.approx([right for _, right in asked], abs=1e-11)


def test_what_may_not_be_banked_has_no_chance() -> None:
    for ruleset, score in (
        (coin(), 0),
        (coin(bank={"minimum": 30}), 20),
        (coin(bank={"multiple_of": 20}), 30),
        (coin(hot_dice="required"), 10),
    ):
        assert chance(Match(ruleset.model_copy(update={"goal": 20})), at(bank=(1, score))) is None


def test_only_the_farkle_that_completes_the_streak_costs() -> None:
    # heads wins; the first farkle only counts, the second one costs ten points
    match = Match(coin(goal=10, farkle={"streak": 2, "penalty": 10, "lowest_score": -10}))
    fresh, first, second, lower, banked = (
        chance(match, asked) or 0.0
        for asked in (
            at(), at(farkles=(1, 0)), at(farkles=(0, 1)), at(0, -10),
            at(-10, 0, farkles=(1, 0), bank=(1, 10)),
        )
    )  # fmt: skip
    assert fresh == pytest.approx(0.5 + 0.5 * (1 - second), abs=1e-11)
    assert first == pytest.approx(0.5 + 0.5 * (1 - lower), abs=1e-11)
    assert banked == pytest.approx(1 - fresh, abs=1e-11)  # and the count starts again


def test_a_turn_score_past_an_exact_goal_cannot_be_taken_over() -> None:
    match = Match(coin(goal=20, overshoot="bust", piggyback="both"))
    past, none, fits, fresh = (
        chance(match, each) or 0.0
        for each in (
            at(10, 0, inherit=Position(1, 20)),
            at(10, 0),
            at(inherit=Position(1, 10)),
            at(),
        )
    )
    assert past == none
    assert fits > fresh
