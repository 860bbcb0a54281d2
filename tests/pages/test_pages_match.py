"""The page's JavaScript finds what `farklegen turn` finds."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from campaign.match import floor_of, solve
from farklegen.pages.build import match_data, rolls_data
from farklegen.play.game import Game
from farklegen.rulebook import Position
from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.rolls import ways_of
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.solution import MatchSolution, SolvedTurn
from tests.pages.node import answers, as_page, numbers, situations
from tests.solvers.each_rule import ALONE, PLAIN, RULES, TOGETHER, WITHOUT_GOAL
from tests.solvers.test_solvers_hands import draw

NEAR, FAR = 1e-9, 1e-5
"""Chances of a turn that has not reached the goal; turns almost never come far past it, and are cut
off at other scores there."""

DRAWN = range(8)
"""Seeds of random sets of dice, some with jokers."""


def _compare(solved: Iterable[tuple[str, MatchSolution]], count: int) -> int:
    """How many turns were compared."""
    asked, expected = [], []
    for name, solution in solved:
        states = situations(solution, count, Random(f"page {name}"))
        asked.append(
            {"data": match_data(solution), "states": [as_page(solution, s) for s in states]}
        )
        expected += [(f"{name}: {state}", solution.turn(state)) for state in states]
    for (name, turn), found in zip(expected, answers(asked), strict=True):
        _same(name, turn, found)
    return len(expected)


def _same(name: str, turn: SolvedTurn, found: dict[str, Any]) -> None:
    assert found["win"] == pytest.approx(turn.win_probability, abs=NEAR), name
    assert found["fresh"] == pytest.approx(turn.fresh, abs=NEAR), name
    assert found["goal_row"] == turn.goal_row, name
    if turn.taken is None:
        assert found["taken"] is None, name
    else:
        assert found["taken"] == pytest.approx(turn.taken, abs=NEAR), name
    inside = np.ones(turn.value.shape, bool)
    if turn.room is not None:
        inside[turn.room + 1 :] = False
    rows, columns = turn.value.shape  # the page works more rows out
    parts = {
        part: numbers(found[part]).reshape(-1, columns)[:rows]
        for part in ("value", "rolled", "banked")
    }
    banked = parts["banked"]
    assert np.array_equal(~np.isnan(banked) & inside, turn.may_bank & inside), name
    near = np.where(np.arange(rows) <= turn.goal_row, NEAR, FAR)[:, None]
    for part in ("value", "rolled"):
        apart = np.where(inside, parts[part] - getattr(turn, part), 0.0)
        assert (np.abs(apart) < near).all(), f"{name}: {part}"
    apart = np.where(turn.may_bank & inside, banked - turn.banked, 0.0)
    assert (np.abs(apart) < near).all(), name
    reached = np.frombuffer(b64decode(found["reachable"]), np.uint8)
    theirs = turn.reachable.ravel()[: len(reached)]
    assert np.array_equal(reached[: len(theirs)].astype(bool), theirs), name


EACH = {**RULES, **WITHOUT_GOAL}


@cache
def _solved(name: str) -> MatchSolution:
    return solve(Ruleset(**{**PLAIN, **EACH[name]}))


@pytest.mark.slow
def test_every_rule_gives_the_turns_of_the_solver() -> None:
    assert _compare([(name, _solved(name)) for name in EACH], 4) == 4 * len(EACH)


OFF_BOARD = PLAIN | {
    "bank": {"opening": 150},
    "farkle": {"streak": 2, "penalty": 100, "lowest_score": -250},
    "end_game": "final_turn",
}
"""Scores below zero of players on the board and off it."""


def test_scores_below_zero_off_the_board_give_the_turns_of_the_solver() -> None:
    solution = solve(Ruleset(**OFF_BOARD))
    layout, rules = solution.layout, solution.rules
    states = [
        GameState(
            ((mine - rules.zero) * rules.unit, (theirs - rules.zero) * rules.unit),
            (group.runs[0], group.runs[1]),
            (group.boards[0], group.boards[1]),
        )
        for group in layout.groups
        if group.left is None
        for mine, theirs in layout.coordinates(group).T.tolist()
        if min(mine, theirs) < rules.zero
        and all(
            on or score in rules.off_board
            for on, score in zip(group.boards, (mine, theirs), strict=True)
        )
    ][::7]
    boards = {state.boards for state in states}
    assert boards == {(True, True), (True, False), (False, True), (False, False)}
    asked = [{"data": match_data(solution), "states": [as_page(solution, s) for s in states]}]
    for state, found in zip(states, answers(asked), strict=True):
        _same(str(state), solution.turn(state), found)


def test_sets_of_different_dice_give_the_turns_of_the_solver() -> None:
    solved = [(f"dice {seed}", solve(draw(seed))) for seed in DRAWN]
    assert any(len(solution.rules.moves.sizes) > 6 for _, solution in solved)
    assert _compare(solved, 4) == 4 * len(DRAWN)


def test_rolls_of_different_dice_are_what_the_program_says() -> None:
    asked, expected = [], []
    for seed in DRAWN:
        ruleset, rng = draw(seed), Random(f"rolls {seed}")
        hands = hands_of(ruleset)
        thrown = [hands.thrown(rng.randint(1, hands.all), rng) for _ in range(40)]
        rolls = rolls_data(ruleset, compile_scoring(ruleset))
        asked.append({"rolls": rolls, "thrown": thrown})
        expected += [(hands, roll, ways_of(ruleset, roll)) for roll in thrown]
    jokers = 0
    for (hands, roll, right), found in zip(expected, answers(asked, "look.mjs"), strict=True):
        hand = hands.hand_of(roll)
        jokers += any(map(hands.is_joker, roll))
        assert found["fall"] == right.fall
        ways = sorted((sorted(way["keep"]), way["points"]) for way in found["ways"])
        assert ways == sorted((sorted(way.keep), way.points) for way in right.ways)
        assert (found["hand"], found["words"]) == (hand, hands.words(hand))
        assert found["text"] == hands.roll_words(roll)
        for keep, left in found["left"]:
            assert left == (hands.left[hand][hands.hand_of(keep)] or hands.all)
    assert jokers > 20


@pytest.mark.parametrize(
    "names", [ALONE, pytest.param([*TOGETHER, *WITHOUT_GOAL], marks=pytest.mark.slow)]
)
def test_every_end_of_a_turn_leaves_what_a_played_game_does(names: Iterable[str]) -> None:
    asked, expected = [], []
    for name in names:
        solution, rng = _solved(name), Random(f"ends {name}")
        ruleset = solution.rules.ruleset
        game = Game(ruleset, floor_of(ruleset))
        states = []
        for state in situations(solution, 4, rng):
            ends = []
            for end in _ends(solution, state, rng):
                follows = _played(game, state, end)
                if follows is not None:
                    ends.append(end)
                    expected.append((f"{name}: {state} {end}", solution, follows))
            states.append(as_page(solution, state) | {"ends": ends})
        asked.append({"data": match_data(solution), "states": states})
    found = [after for answer in answers(asked) for after in answer["after"]]
    assert len(found) > 1000
    for (name, solution, follows), after in zip(expected, found, strict=True):
        _same_end(name, solution, follows, after)


def _ends(solution: MatchSolution, state: GameState, rng: Random) -> list[dict[str, Any]]:
    """Ways to end a turn, whether they are legal or not."""
    unit, dice = solution.rules.moves.unit, solution.rules.moves.dice
    ends: list[dict[str, Any]] = [{"kind": "farkle", "score": 0, "dice": dice, "first": True}]
    ends.append({"kind": "disaster", "score": 0, "dice": dice})
    for _ in range(8):
        kind = rng.choice(["bank", "bank", "farkle"])
        score = rng.randint(1, 8) * unit
        ends.append({"kind": kind, "score": score, "dice": rng.randint(1, dice)})
    return ends


def _played(game: Game, state: GameState, end: dict[str, Any]) -> tuple[GameState | float] | None:
    """What follows, the end of the game as the mover's share; None if it is illegal."""
    game.stand(replace(state, inherit=None))
    room = game.room
    if room is not None and end["score"] > (state.theirs - state.mine if game.last_turn else room):
        return None
    game.position, game.phase, mover = Position(end["dice"], end["score"]), "decide", game.player
    if end["kind"] == "bank":
        if not game.may_bank:
            return None
        game.act("bank")
    elif end["kind"] == "farkle":
        game.fresh = end.get("first", False)
        game.farkle()
    else:
        game._end("disaster", min(state.mine, 0), 0, on_board=state.on_board)
    if game.won is None:
        return (game.match_state,)
    won, game.won = game.won, None
    return (won if mover == 0 else 1 - won,)


def _same_end(
    name: str, solution: MatchSolution, follows: tuple[GameState | float], after: dict[str, Any]
) -> None:
    (expected,) = follows
    if not isinstance(expected, GameState):
        assert after["state"] is None, name
        assert after["won"] == expected, name
        return
    state = after["state"]
    assert state is not None, name
    taken = state["inherit"] and (state["inherit"]["score"], state["inherit"]["dice"])
    assert (state["mine"], state["theirs"]) == (expected.mine, expected.theirs), name
    assert taken == expected.inherit, name
    assert state["previous"] == expected.previous, name
    keys = ["my_farkles", "on_board"]
    if expected.theirs < solution.rules.goal * solution.rules.unit:
        keys += ["their_farkles", "their_on_board", "first", "rounds_left"]
    for key in keys:
        assert state[key] == (getattr(expected, key) or 0), (name, key)
