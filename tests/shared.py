"""What all workers of one run of the tests share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from farklegen.cards.players import make_player
from farklegen.policies.policy import GoForIt, Policy
from farklegen.policies.recipe import Recipe
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.duel.seats import policy_turns
from farklegen.solvers.expected import score_to_play_by
from farklegen.solvers.game import MOST_TOLERANCE
from farklegen.solvers.game import solve_match as match
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.match_rules import match_rules
from farklegen.solvers.game.solution import MatchSolution


def shared(folders: pytest.TempPathFactory, name: str) -> Path:
    """A folder that is made once for all workers: a match that one solves is solved for all."""
    base = folders.getbasetemp()
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    place.mkdir(exist_ok=True)
    return place


OFF_BOARD = {(True, True): "none", (False, True): "mine", (True, False): "theirs"}
"""Who has yet to make the opening minimum, by who is on the board; both else."""


def asked_about(state: Any) -> dict[str, Any]:
    """A match state, as questions are asked about it."""
    given = {name: getattr(state, name) for name in GameState.KEYS}
    boards = given.pop("on_board"), given.pop("their_on_board")
    given["off_board"] = OFF_BOARD.get(boards, "both")
    return given | {"seat": "first" if given.pop("first") else "second"}


def solve_match(
    ruleset: Ruleset,
    players: int = 2,
    floor: int | None = None,
    *,
    head_starts: bool = False,
    tolerance: float = MOST_TOLERANCE,
    **options: Any,
) -> MatchSolution:
    """The solution of a match, straight from the solver."""
    rules = match_rules(
        ruleset, compile_scoring(ruleset), floor, head_starts=head_starts, tolerance=tolerance
    )
    return match.solve_match([rules], players, tolerance=tolerance, **options)[0]


def match_player(recipe: Recipe, layout: Layout, goes: GoForIt | None = None) -> Policy:
    """The player of a recipe in a match of two."""
    ruleset = layout.rules.ruleset
    tables = compile_scoring(ruleset)
    expected = score_to_play_by(ruleset, tables) if recipe.needs_expected else None
    return make_player(recipe, ruleset, expected, *policy_turns(layout, tables), goes)
