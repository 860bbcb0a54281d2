"""The states that are numbered are those that can occur."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from farklegen import api
from farklegen.play.game import Game
from farklegen.rulebook import Position
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.match_rules import match_rules
from farklegen.study.study import Study
from tests.shared import solve_match
from tests.solvers.each_rule import PLAIN

GAME: dict[str, Any] = {
    "dice": 2,
    "goal": 400,
    "combinations": {"1": 100, "5": 50},
    "bank": {"opening": 150},
}
PENALTIES: dict[str, dict[str, Any]] = {
    "lowest score": {"streak": 2, "penalty": 150, "lowest_score": -400},
    "first rolls": {"first_roll_penalty": 100, "lowest_score": -250},
    "both": {"streak": 3, "penalty": 150, "first_roll_penalty": 50, "lowest_score": -500},
    "all": {"streak": 2, "penalty": "all", "first_roll_penalty": 50, "lowest_score": -100},
    "floor of the solver": {"streak": 2, "penalty": 100},
    "none": {},
}


def off_board_in_play(ruleset: Ruleset, floor: int, starts: set[int]) -> set[int]:
    """The scores that farkles and disasters leave of these, for a player who never banks."""
    game = Game(ruleset, floor)
    each = [replace(game.match_state, scores=(score, 0)) for score in starts]
    seen = set(each)

    def after(state: GameState, end: Callable[[], object]) -> GameState:
        game.stand(state)
        end()
        assert not game.on_board[0]
        return replace(state, scores=(game.scores[0], 0), farkles=(game.farkles[0], 0))

    def farkle(position: Position, *, first_roll: bool) -> None:
        game.position, game.fresh = position, first_roll
        game.farkle()

    while each:
        state = each.pop()
        ends = (
            partial(farkle, Position(2, 0), first_roll=True),
            partial(farkle, Position(1, 50), first_roll=False),
            partial(game.throw, (2, 2)),  # a disaster
        )
        for found in (after(state, end) for end in ends):
            if found not in seen:
                seen.add(found)
                each.append(found)
    return {state.mine for state in seen}


@pytest.mark.parametrize("head_starts", [False, True])
@pytest.mark.parametrize("name", PENALTIES)
def test_a_player_off_the_board_has_what_penalties_leave(name: str, head_starts: bool) -> None:
    ruleset = Ruleset.model_validate({**GAME, "farkle": PENALTIES[name], "disaster": ("22",)})
    rules = match_rules(ruleset, compile_scoring(ruleset), None, head_starts=head_starts)
    floor = rules.lowest * rules.unit
    starts = {0}
    if head_starts:
        starts = {score * rules.unit for score in range(rules.off_board_most + 1)}
    found = {int(score + rules.lowest) * rules.unit for score in rules.off_board}
    assert off_board_in_play(ruleset, floor, starts) <= found
    assert found == off_board_in_play(ruleset, floor, starts)


@pytest.mark.parametrize("name", PENALTIES)
def test_every_state_has_a_number_of_its_own(name: str) -> None:
    ruleset = Ruleset.model_validate({**GAME, "farkle": PENALTIES[name]})
    layout = Layout(match_rules(ruleset, compile_scoring(ruleset), None), 2)
    states = [group.index(layout.coordinates(group)) for group in layout.groups]
    assert np.concatenate(states).tolist() == list(range(layout.size))


OPENING = """\
goal: 600
dice: 3
combinations: {1: 100, 5: 50, AAA: 300}
bank: {opening: 150}
farkle: {streak: 2, penalty: 100, lowest_score: -300}
"""


def test_a_question_about_a_head_start_is_answered_by_a_match_with_head_starts() -> None:
    loaded = load_text(OPENING)
    study = Study(loaded, kept=False)
    wider = solve_match(loaded.ruleset, head_starts=True)
    states = wider.certificate.states
    assert api.solve(study).certificate.states < states
    for mine, theirs in ((0, 250), (250, 0), (-100, 250), (350, 50)):
        scores: dict[str, Any] = {"mine": mine, "theirs": theirs}
        boards: dict[str, Any] = {"off_board": "theirs" if mine == 350 else "both"}
        found = api.turn(study, **scores, **boards)
        right = wider.turn(found.turn.match_state)
        assert found.turn.win_probability == pytest.approx(right.win_probability, abs=1e-9)
        advice = api.advise(study, **scores, **boards, turn_score=150, dice=1).advice
        best = max(right.rolled[3, 0], right.banked[3, 0])
        assert advice.options[0].win_probability == pytest.approx(best, abs=1e-9)


def test_without_penalties_head_starts_change_no_other_chance() -> None:
    ruleset = load_text(OPENING).ruleset
    usual, wider = (solve_match(ruleset, head_starts=each) for each in (False, True))
    for group in (group for group in usual.layout.groups if group.left is None):
        at = usual.layout.occurring(group, usual.layout.coordinates(group))
        chances = usual.values[0, group.index(at)]
        same = wider.layout.untold(group).index(at)
        np.testing.assert_allclose(chances, wider.values[0, same], rtol=0, atol=1e-9)


def test_a_player_who_is_behind_finds_every_bank_that_may_be_taken_over() -> None:
    ruleset = Ruleset.model_validate({**PLAIN, "end_game": "final_turn", "piggyback": "after_bank"})
    solution = solve_match(ruleset)
    state = GameState((0, 150))
    turn = solution.turn(state)
    assert turn.win_probability == pytest.approx(solution.win_probability(state), abs=1e-9)
