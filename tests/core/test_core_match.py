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

from farklegen.core.arrays import FORBIDDEN, LanePayoffs, Turn
from farklegen.core.turns import turns, whole_turns
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match_rules import match_rules
from tests.core import twin_turn
from tests.core.matches import CLOSE, assert_same, solve
from tests.profiles import examples
from tests.solvers.each_rule import PLAIN, TOGETHER, cases
from tests.solvers.each_rule import RULES as EACH_RULE
from tests.strategies import rulesets

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

# --- one turn ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lanes:
    """A turn and its payoffs, as `turns` takes them."""

    turn: Turn
    rows: int
    payoffs: LanePayoffs

    @property
    def arguments(self) -> tuple[Turn, int, LanePayoffs]:
        return self.turn, self.rows, self.payoffs


def random_lanes(seed: int) -> Lanes:
    """Everything drawn: the moves, which payoffs there are, who may bank, and the payoffs."""
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
        sizes=column % dice + 1,
    )
    bank = rng.random((rows + turn.max_rise, int(bank_kind.max()) + 1, lanes))
    bank[:rows][rng.random((rows, *bank.shape[1:])) < 0.2] = FORBIDDEN
    lost_rows = rows if rng.random() < 0.5 else 1
    payoffs = LanePayoffs(
        bank=bank,
        lost=rng.random((lost_rows, max(int(lost_kind.max()) + 1, 2), lanes)),
        first=rng.random(lanes),
        ruin=rng.random(lanes),
        sure=np.ones(lanes),
        room=rng.integers(1, rows + 3, lanes),
    )
    return Lanes(turn, rows, payoffs)


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


BEAT = {"beat_previous": True}
WIPE = {"streak": 3, "penalty": "all"}
BOTH, AFTER_FARKLE = "both", "after_farkle"

CYCLES: dict[str, dict[str, Any]] = {
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

# both stop far from the solution there, and the error says so
MATCHES = {**EACH_RULE, **CYCLES}
del MATCHES["exact goal from below zero"]

SLOW = (
    "last die required and thrown again, final turn, disaster, streak",
    "hot potato",
    "long streak",
    "hot potato, sudden death",
    "required, growing bonus, multiples",
    "dead states, first-roll points, take over after a farkle",
    "dead states",
    "take over after a farkle, exact goal, disaster",
    "take over after both, disaster, instant win",
    "take over after both, final turn",
    "awards, penalty below zero",
    "steep pair",
)
"""Each of these takes the twin more than 0.2 seconds."""

APPLIED = (
    "take over after both, final turn, penalty all",
    "streak with a floor of the solver",
    "streak with a lowest score",
    "take over after a farkle, equal turns",
    "beat previous, take over after both, final turn",
    "take over after a farkle, equal turns, penalty all",
    "take over after a farkle, final turn",
    "equal turns, streak, instant win, disaster",
    "final turn, penalty all, kept turn scores",
    "first-roll penalty with a floor of the solver",
    "first-roll penalty with a lowest score",
    "first-roll penalty, penalty below zero, exact goal",
    "first-roll penalty, take over after a farkle, final turn",
    "take over after both, streak",
    "take over after a farkle, penalty below zero",
    "take over after a farkle, clipped penalty",
    "penalty all",
    "penalty all, opening, disaster",
    "final turn, opening, streak",
    "disaster, instant win, penalty all",
    "equal turns, penalty all",
    "streak below zero",
    "kept turn scores, awards, penalty all, exact goal",
    "every farkle costs",
    "take over after both, awards, exact goal",
    "beat previous, take over after a farkle, awards, exact goal",
    "kept turn scores, awards, penalty below zero",
    "beat previous, penalty",
    "an award that the penalty takes",
    "take over after a bank, penalty",
    "required, bonus, last turn",
    "kept turn scores, penalty, all-dice points",
)
"""These take the twin as long, and have no cycle that the others lack: it only applies its
equations to what the core has found."""

SURE = (
    "dead states", "exact goal that may be out of reach", "beat previous, exact goal, points",
    "first-roll points, exact goal, nothing fits",
)  # fmt: skip
"""Where some wins are sure, to the last digit or not: a relative change says nothing then."""


TWINS = [name for name in MATCHES if name not in APPLIED]
SLOW_TWINS = [name for name in TWINS if name in SLOW or name in TOGETHER]


@pytest.mark.parametrize("name", cases(TWINS, slow=SLOW_TWINS))
def test_a_match_is_the_same_as_its_twin(name: str) -> None:
    ruleset = Ruleset.model_validate({**PLAIN, **MATCHES[name]})
    core, twin = solve("core", ruleset, threads=2), solve("twin", ruleset)
    assert_same(core, twin)
    if name.startswith(SURE):
        return
    # each solution satisfies the other one's equations
    assert core.residual("twin") < 1e-10
    assert twin.residual("core") < 1e-10


@pytest.mark.parametrize("name", APPLIED)
def test_what_the_core_finds_solves_the_equations_of_its_twin(name: str) -> None:
    core = solve("core", Ruleset.model_validate({**PLAIN, **MATCHES[name]}))
    twin, change = core.applied("twin")
    assert_same(core, twin)
    if not name.startswith(SURE):
        assert change < 1e-10


def same_as_its_twin(ruleset: Ruleset, most: int) -> None:
    """Solves a match of up to so many rows in both ways."""
    try:
        rules = match_rules(ruleset, compile_scoring(ruleset), None)
        rows = rules.goal + rules.past
        assume(len(rules.contexts.all) * rules.scores**2 * rows < most)
        core, twin = solve("core", ruleset), solve("twin", ruleset)
    except UnsolvableError:
        assume(False)
    bounds = core.solved.error + twin.solved.error
    assert_same(core, twin, CLOSE + 2 * bounds)


@given(rulesets(max_dice=3, max_goal_units=4))
@settings(max_examples=examples(8))
def test_random_matches_are_the_same_as_their_twins(ruleset: Ruleset) -> None:
    same_as_its_twin(ruleset, most=300)


@pytest.mark.slow
@given(rulesets(max_dice=3, max_goal_units=8))
@settings(max_examples=examples(8))
def test_longer_random_matches_are_the_same_as_their_twins(ruleset: Ruleset) -> None:
    same_as_its_twin(ruleset, most=2500)


LAST_TURNS: dict[str, dict[str, Any]] = {
    "minimum": {"bank": {"minimum": 150}, "end_game": "equal_turns", "ties": "leader"},
    "beat": {"goal": 500, "bank": BEAT, "end_game": "final_turn"},
    "wiped": {"goal": 200, "farkle": WIPE, "end_game": "final_turn"},
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
    assert whole.equation.payoffs.stop_risk < solve("core", ruleset).equation.payoffs.stop_risk
    assert_same(solve("core", ruleset), whole)
    if name != "long way":
        assert_same(whole, solve("twin", ruleset))
