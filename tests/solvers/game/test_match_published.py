"""Published win probabilities, to their last digit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from farklegen import api
from farklegen.solvers.game.solution import MatchSolution
from tests.shared import solve_match

DATA = Path(__file__).parents[2] / "data" / "published_matches.yaml"
LAST_DIGIT = 0.5e-6 * (1 + 1e-9)
SINGLE = 3e-8
"""Half a unit of a single-precision number near a half."""


def published(name: str) -> dict[str, Any]:
    entries = yaml.safe_load(DATA.read_text(encoding="utf-8"))
    found: dict[str, Any] = next(entry for entry in entries if entry["id"] == name)
    return found


def solved(entry: dict[str, Any], tolerance: float) -> MatchSolution:
    ruleset = api.load(entry["rules"]).ruleset
    return solve_match(
        ruleset,
        floor=entry.get("floor"),
        tolerance=tolerance,
    )


def test_basic_rules_and_the_fairest_head_start() -> None:
    entry = published("basic")
    solution = solved(entry, 1e-10)
    start = solution.win_probability(solution.start())
    fairest = solution.head_start()
    assert start == pytest.approx(entry["first_player"], abs=LAST_DIGIT)
    assert fairest.points == entry["head_start"]["points"]
    assert fairest.first_player_win_probability == pytest.approx(
        entry["head_start"]["first_player"], abs=LAST_DIGIT
    )
    assert solution.certificate.residual <= 1e-13
    assert solution.certificate.error_bound <= 1e-10


@pytest.mark.slow
def test_the_opening_turn_of_facebook_farkle() -> None:
    entry = published("facebook")
    solution = solved(entry, 1e-7)
    turn = solution.turn(solution.start())
    assert turn.win_probability == pytest.approx(entry["first_player"], abs=LAST_DIGIT)
    checked, close = 0, set()
    for turn_score, row in entry["opening_turn"].items():
        for dice, value in zip(range(6, 0, -1), row, strict=True):
            ours = turn.value[turn_score // turn.moves.unit, turn.moves.column(dice)]
            if turn_score == 0 and dice < 6:
                continue  # nobody stands there; see the next test
            assert ours == pytest.approx(value, abs=LAST_DIGIT + SINGLE), (turn_score, dice)
            checked += 1
            if ours != pytest.approx(value, abs=LAST_DIGIT):
                close.add((turn_score, dice))
    assert checked == 6 * len(entry["opening_turn"]) - 5
    assert close <= {(50, 2), (200, 4), (250, 4)}  # see docs/validation.md
    for dice, value in zip(range(6, 0, -1), entry["opening_turn"][0], strict=True):
        rolling = turn.rolled[0, turn.moves.column(dice)]
        assert rolling == pytest.approx(value, abs=LAST_DIGIT), dice
