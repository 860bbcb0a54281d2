"""The core against its twins in plain array code: `twin_turn`, `twin_match`.

They share nothing but the arrays that describe a match. First the turn alone, on random arrays;
then whole matches under every rule, each judging the other one's solution as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from numpy.typing import NDArray

from farklegen.core.arrays import FORBIDDEN, LanePrices, Turn
from farklegen.core.turns import turns, whole_turns
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match_rules import match_rules
from tests.core import twin_turn
from tests.core.matches import CLOSE, assert_same, solve
from tests.profiles import examples
from tests.strategies import rulesets

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

# --- one turn ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lanes:
    """A turn and its prices, as `turns` takes them."""

    turn: Turn
    rows: int
    prices: LanePrices

    @property
    def arguments(self) -> tuple[Turn, int, LanePrices]:
        return self.turn, self.rows, self.prices


def random_lanes(seed: int) -> Lanes:
    """Everything drawn: the moves, which prices there are, who may bank, and the prices."""
    rng = np.random.default_rng(seed)
    dice, hot_counts = int(rng.integers(1, 4)), int(rng.integers(1, 3))
    columns, rows, lanes = dice * hot_counts, int(rng.integers(1, 9)), int(rng.integers(1, 60))
    column, overshoot = np.arange(columns), int(rng.integers(2))
    sets = rng.integers(1, 5, columns)
    sizes = rng.integers(1, 4, sets.sum())
    rise, target = rng.integers(1, 4, sizes.sum()), rng.integers(0, columns, sizes.sum())
    column_start = np.append(0, np.cumsum(sets))
    ends = rng.random((3, columns)) * rng.integers(0, 2, (3, columns))
    chances = rng.random(sets.sum())
    total = ends.sum(axis=0) + np.add.reduceat(chances, column_start[:-1])
    farkle, disaster, instant = ends / total
    by_dice, by_all = column % dice, (column % dice == dice - 1).astype(np.int64)
    lost_kind = by_dice if rng.random() < 0.5 else by_all
    bank_kind = by_dice if rng.random() < 0.5 else np.zeros(columns, np.int64)
    turn = Turn(
        dice=dice,
        columns=columns,
        max_rise=int(rise.max()),
        offset=rise * columns + target,
        set_start=np.append(0, np.cumsum(sizes)),
        column_start=column_start,
        probability=chances / np.repeat(total, sets),
        farkle=farkle,
        disaster=disaster,
        instant=instant,
        may_bank=rng.integers(0, 2, columns),
        legal=np.ones(rows + 4, np.int64),
        some_illegal=0,
        lost_kind=lost_kind,
        bank_kind=bank_kind,
        overshoot=overshoot,
    )
    bank = rng.random((rows + turn.max_rise, int(bank_kind.max()) + 1, lanes))
    bank[:rows][rng.random((rows, *bank.shape[1:])) < 0.2] = FORBIDDEN
    lost_rows = rows if rng.random() < 0.5 else 1
    prices = LanePrices(
        bank=bank,
        lost=rng.random((lost_rows, max(int(lost_kind.max()) + 1, 2), lanes)),
        first=rng.random(lanes),
        ruin=rng.random(lanes),
        sure=np.ones(lanes),
        room=rng.integers(1, rows + 3, lanes),
    )
    return Lanes(turn, rows, prices)


@pytest.mark.parametrize("seed", range(examples(60)))
def test_one_turn_is_worth_the_same_as_its_twin(seed: int) -> None:
    lanes = random_lanes(seed)
    start, rolled, values = whole_turns(*lanes.arguments)
    their_values, their_rolled, their_start = twin_turn.backward(*lanes.arguments)
    np.testing.assert_allclose(start, their_start, rtol=0, atol=1e-14)
    np.testing.assert_allclose(rolled, their_rolled, rtol=0, atol=1e-14)
    np.testing.assert_allclose(values[1:], their_values[1:], rtol=0, atol=1e-14)
    np.testing.assert_array_equal(values[0, lanes.turn.dice - 1], start)
    # what rolling is worth to who takes over is some of that
    again, some = turns(*lanes.arguments)
    np.testing.assert_array_equal(again, start)
    np.testing.assert_array_equal(some, rolled[:, : lanes.turn.dice])


# --- whole matches ----------------------------------------------------------------------------


def game(**keys: Any) -> Ruleset:
    """Two dice and a short way to go; `keys` change the rules."""
    usual = {"dice": 2, "goal": 400, "combinations": {"1": 100, "5": 50, "AA": 200}}
    return Ruleset.model_validate({**usual, **keys})


OPENING = {"minimum": 100, "opening": 150}
BEAT = {"beat_previous": True}
LOSS = {"streak": 2, "penalty": 100, "lowest_score": -100}
WIPE = {"streak": 3, "penalty": "all"}
BOTH, AFTER_FARKLE, AFTER_BANK = "both", "after_farkle", "after_bank"
AWARDS = {"first_roll_points": 100, "all_dice_points": 50}
THREE = {"dice": 3, "combinations": {"1": 100, "5": 50, "AAA": (1000, 200, 300, 400, 500, 600)}}

RULES: dict[str, dict[str, Any]] = {
    "plain": {},
    "three dice": {**THREE, "goal": 1000},
    "minimum": {"bank": {"minimum": 150}},
    "opening": {"bank": OPENING},
    "multiples": {"bank": {"multiple_of": 100}},
    "beat": {"bank": BEAT},
    "beat and opening": {"bank": {**BEAT, **OPENING}, "end_game": "final_turn"},
    "penalty": {"farkle": {**LOSS, "lowest_score": 0}},
    "penalty below zero": {"goal": 300, "farkle": LOSS},
    "penalty every time": {"goal": 300, "farkle": {**LOSS, "streak": 1, "lowest_score": 0}},
    "penalty of all": {"farkle": WIPE},
    "streak without penalty": {"farkle": {"streak": 3}},
    "first-roll points": {"farkle": {"first_roll_points": 50}},
    "all-dice points": {"farkle": {"all_dice_points": 50}},
    "awards and penalty": {"goal": 300, "farkle": {**LOSS, **AWARDS}},
    "kept turn score": {"farkle": {"keeps_turn_score": True}},
    "kept, with penalty": {"goal": 300, "farkle": {**LOSS, **AWARDS, "keeps_turn_score": True}},
    "kept, wiped, exact": {
        "farkle": {**WIPE, **AWARDS, "keeps_turn_score": True},
        "overshoot": "bust",
    },
    "kept, taken over": {"farkle": {"keeps_turn_score": True}, "piggyback": AFTER_BANK},
    "set aside all": {"set_aside": "all"},
    "nothing": {"combinations": {"1": 100, "5": 50}, "nothing": 100},
    "required hot dice": {"hot_dice": "required"},
    "bonus": {"hot_dice_bonus": {"points": 100}},
    "growing bonus": {"hot_dice_bonus": {"points": 50, "step": 50}},
    "growing bonus, last die": {
        "hot_dice_bonus": {"points": 50, "step": 50, "when": "last_die"},
        "piggyback": BOTH,
    },
    "instant win": {"instant_win": ("66",)},
    "disaster": {"disaster": ("22",)},
    "disaster and win": {"disaster": ("2",), "instant_win": ("1A",), "farkle": WIPE},
    "final turn, leader": {"end_game": "final_turn", "ties": "leader"},
    "final turn, challenger": {"end_game": "final_turn", "ties": "challenger"},
    "final turn, split": {"end_game": "final_turn", **THREE},
    "equal turns, leader": {"end_game": "equal_turns", "ties": "leader"},
    "equal turns, challenger": {"end_game": "equal_turns", "ties": "challenger"},
    "equal turns, split": {"end_game": "equal_turns", "farkle": WIPE},
    "exact goal": {"overshoot": "bust"},
    "exact goal, required": {"overshoot": "bust", "hot_dice": "required", "goal": 300},
    "exact goal, last turn": {"overshoot": "bust", "end_game": "equal_turns", "farkle": AWARDS},
    "after bank": {"piggyback": AFTER_BANK},
    "after bank, beat": {"piggyback": AFTER_BANK, "bank": BEAT},
    "after bank, last turn": {"piggyback": AFTER_BANK, "end_game": "final_turn", "bank": OPENING},
    "after bank, exact": {"piggyback": AFTER_BANK, "overshoot": "bust"},
    "after farkle": {"piggyback": AFTER_FARKLE},
    "after farkle, awards": {"piggyback": AFTER_FARKLE, "farkle": AWARDS},
    "after farkle, penalty": {"piggyback": AFTER_FARKLE, "goal": 200, "farkle": LOSS},
    "after farkle, bonus": {
        "piggyback": AFTER_FARKLE,
        "hot_dice_bonus": {"points": 50, "step": 50},
    },
    "after farkle, exact": {
        "piggyback": AFTER_FARKLE,
        "goal": 250,
        "overshoot": "bust",
        "disaster": ("2",),
    },
    "after farkle, last turn": {
        "piggyback": AFTER_FARKLE,
        "goal": 250,
        "end_game": "final_turn",
    },
    "after farkle, wiped": {
        "piggyback": AFTER_FARKLE,
        "goal": 100,
        "end_game": "equal_turns",
        "farkle": {**WIPE, "streak": 2},
    },
    "both": {"piggyback": BOTH, **THREE},
    "both, beat": {"piggyback": BOTH, "goal": 300, "bank": {**BEAT, "minimum": 50}},
    "both, exact": {"piggyback": BOTH, "overshoot": "bust", "end_game": "final_turn"},
    # the award for a first roll would overshoot, the one for a later roll would not
    "both, awards, exact": {"piggyback": BOTH, "overshoot": "bust", "farkle": AWARDS},
    # a cycle of more states than stand in one block
    "long streak": {
        "piggyback": AFTER_FARKLE,
        "dice": 1,
        "goal": 100,
        "combinations": {"1": 100, "5": 50},
        "farkle": {"streak": 13, "penalty": "all"},
    },
    # dice that can only farkle are handed on for ever, if it is no good to have a turn
    "hot potato": {
        "piggyback": BOTH,
        "dice": 3,
        "goal": 9,
        "combinations": {"A": (0, 0, 0, 0, 6, 0), "6": 3},
        "end_game": "final_turn",
        "ties": "challenger",
        "overshoot": "bust",
        "disaster": ("AAA",),
    },
    "hot potato, sudden death": {
        "piggyback": AFTER_FARKLE,
        "dice": 2,
        "goal": 6,
        "combinations": {"66": 3, "1A": 2},
        "disaster": ("AB",),
    },
    # equations of a pair that Newton-like steps alone do not solve
    "steep pair": {
        "piggyback": AFTER_FARKLE,
        "dice": 3,
        "goal": 4,
        "combinations": {"11": 1, "4": 10},
        "end_game": "final_turn",
        "overshoot": "bust",
    },
    # with 200 points nobody can get to 250
    "dead states": {"overshoot": "bust", "goal": 250, "combinations": {"1": 100, "66": 150}},
}


@pytest.mark.parametrize("name", RULES)
def test_a_match_is_the_same_as_its_twin(name: str) -> None:
    ruleset = game(**RULES[name])
    core, twin = solve("core", ruleset, threads=2), solve("twin", ruleset)
    assert_same(core, twin)
    if name == "dead states":
        return  # wins are sure there, to the last digit or not
    # each solution satisfies the other one's equations
    assert core.residual("twin") < 1e-10
    assert twin.residual("core") < 1e-10


@given(rulesets(max_dice=3, max_goal_units=8))
@settings(max_examples=examples(12))
def test_random_matches_are_the_same_as_their_twins(ruleset: Ruleset) -> None:
    try:
        rules = match_rules(ruleset, compile_scoring(ruleset), None)
        rows = rules.goal + rules.past
        assume(len(rules.contexts.all) * rules.scores**2 * rows < 2500)
        core, twin = solve("core", ruleset), solve("twin", ruleset)
    except UnsolvableError:
        assume(False)
    bounds = core.solved.error + twin.solved.error
    assert_same(core, twin, CLOSE + 2 * bounds)


LAST_TURNS: dict[str, dict[str, Any]] = {
    "minimum": {"bank": {"minimum": 150}, "end_game": "equal_turns", "ties": "leader"},
    "beat": {"goal": 500, "bank": BEAT, "end_game": "final_turn"},
    "wiped": {"goal": 500, "farkle": WIPE, "end_game": "final_turn"},
    # far behind, a guess of one half is far off
    "long way": {
        "goal": 3000,
        "combinations": {"1": 50, "2": 50, "3": 50, "4": 50},
        "die_weights": (2, 1, 1, 1, 1, 1),
        "end_game": "final_turn",
        "ties": "challenger",
    },
}


@pytest.mark.parametrize("name", LAST_TURNS)
def test_turns_are_cut_short_only_where_that_changes_nothing(name: str) -> None:
    ruleset = game(**{"goal": 1000, "combinations": {"1": 100, "5": 50}, **LAST_TURNS[name]})
    whole = solve("core", ruleset, cut=False)
    assert whole.equation.prices.stop_risk < solve("core", ruleset).equation.prices.stop_risk
    assert_same(solve("core", ruleset), whole)
    if name != "long way":
        assert_same(whole, solve("twin", ruleset))
