"""What the page's own module answers, asked in node; and what the solver says of the same."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from farklegen.errors import ImpossibleStateError
from farklegen.solvers.game.game_state import GameState, Taken
from farklegen.solvers.game.solution import MatchSolution

FOLDER = Path(__file__).parent


@cache
def node() -> str:
    """The command; the test is skipped without one."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed, and runs the page's modules")
    return found


def answers(
    questions: Sequence[dict[str, Any]], script: str = "answer.mjs"
) -> list[dict[str, Any]]:
    """What the modules find for {data, states} of several rulesets, one after the other; what a
    script here reads and writes stands in its first line."""
    done = subprocess.run(
        [node(), str(FOLDER / script)],
        input=json.dumps(questions).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def numbers(packed: str) -> NDArray[np.float64]:
    """float64[...] of an answer."""
    return np.frombuffer(b64decode(packed), np.float64)


def situations(solution: MatchSolution, count: int, rng: Random) -> list[GameState]:
    """That many situations of a match, of all kinds that its rules know."""
    found: list[GameState] = []
    for _ in range(40 * count):
        state = random_match_state(solution, rng)
        try:
            room = solution.turn(state).room
        except ImpossibleStateError:
            continue
        taken = state.inherit
        if taken and room is not None and taken.turn_score > room * solution.rules.moves.unit:
            continue  # past an exact goal there is nothing to take over
        found.append(state)
        if len(found) == count:
            break
    return found


def random_match_state(solution: MatchSolution, rng: Random) -> GameState:
    """A match state that may or may not be possible."""
    rules = solution.rules
    unit, row = rules.unit, rules.moves.unit
    streaks = rules.ruleset.farkle.streaks
    lowest, goal = rules.lowest, rules.goal
    if rules.lead is not None:
        lowest, goal = -4, 12
    theirs = rng.randrange(lowest, goal)
    if rules.has_last_turn and rng.random() < 0.3:
        theirs = goal + rng.randrange(3)
    inherit = None
    if rules.ruleset.piggyback != "none" and rng.random() < 0.6:
        inherit = Taken(rng.randrange(6) * row, rng.randint(1, rules.moves.dice))
    return GameState(
        (rng.randrange(lowest, goal) * unit, theirs * unit),
        (rng.randrange(streaks), rng.randrange(streaks)),
        (rng.random() < 0.7, rng.random() < 0.7),
        rng.randrange(2),
        rng.randrange(5) * row if rules.ruleset.bank.beat_previous else 0,
        inherit,
        rng.randint(1, rules.ruleset.rounds) if rules.ruleset.rounds else None,
    )


def as_page(solution: MatchSolution, state: GameState) -> dict[str, Any]:
    """A situation as the page has it."""
    taken, opening = state.inherit, solution.rules.ruleset.bank.has_opening
    mine, theirs = (on_board or not opening for on_board in state.boards)
    return {
        "mine": state.mine,
        "theirs": state.theirs,
        "first": state.first or not solution.layout.turns,
        "rounds_left": state.rounds_left or 0,
        "my_farkles": state.my_farkles,
        "their_farkles": state.their_farkles,
        "on_board": mine,
        "their_on_board": theirs,
        "previous": state.previous,
        "inherit": None if taken is None else {"score": taken.turn_score, "dice": taken.dice},
        "ends": [],
    }
