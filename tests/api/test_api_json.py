"""What `--format json` holds, by the names that programs rely on."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import farklegen
from farklegen.rules.loading import load_text

STEPPED = """\
goal: 10000
dice: 3
combinations: {1: 100, 5: 50, AAA: 300}
hot_dice_bonus: {points: 100, step: 50}
"""


def data(name: str, *, full: bool = False) -> dict[str, Any]:
    """The payload of a table, after a way through JSON."""
    return farklegen.full_table(name).to_dict(full=full)


@pytest.fixture(scope="module")
def facebook() -> dict[str, Any]:
    return data("facebook", full=True)


def test_ranks_are_places_of_the_states_that_can_occur_the_best_first(
    facebook: dict[str, Any],
) -> None:
    for every in facebook["states"]:
        ranked = [state for state in every if state["reachable"]]
        assert all(state["rank"] is None for state in every if not state["reachable"])
        assert sorted(state["rank"] for state in ranked) == list(range(1, len(ranked) + 1))
        in_order = sorted(ranked, key=lambda state: state["rank"])
        worth = [state["turn_score"] + state["value"] for state in in_order]
        assert all(a >= b - 1e-4 for a, b in pairwise(worth))
        for a, b in pairwise(in_order):
            if a["turn_score"] == b["turn_score"] and a["value"] == b["value"]:
                assert (a["bank"], a["dice"]) > (b["bank"], b["dice"])


def test_a_growing_bonus_tells_states_apart_by_their_hot_dice() -> None:
    result = farklegen.full_table(load_text(STEPPED, "rules.yaml"))
    every = result.to_dict(full=True)["states"][0]
    keys = {(state["dice"], state["turn_score"], state["hot_dice"]) for state in every}
    assert len(keys) == len(every)
    assert {state["hot_dice"] for state in every} == set(range(result.expected.hot_dice + 1))
