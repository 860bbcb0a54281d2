"""A match under way, step by step."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from math import inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farklegen import api
from farklegen.play.game import Choice, Game, IllegalMoveError, Word
from farklegen.play.players import PolicyPlayer, player_of
from farklegen.policies.recipe import parse
from farklegen.rules.facts import rounded_up, unit
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.game.game_state import Taken
from farklegen.study.study import Study
from tests.docs.pages import DOCS
from tests.play.games import BASE, throw
from tests.profiles import examples
from tests.referee.turn import Turn
from tests.strategies import rulesets

MOST_STEPS = 60
WORDS: tuple[Word, ...] = ("bank", "roll", "take over", "start afresh")


def after_farkle(ruleset: Ruleset, score: int, banked: int, run: int) -> int:
    """The score after that many farkles in a row, the last of which banks some points."""
    farkle, lowest = ruleset.farkle, ruleset.farkle.lowest_score
    floor = -inf if lowest is None else rounded_up(lowest, unit(ruleset))
    if banked < 0:
        banked = int(max(banked, min(floor - score, 0)))
    score += banked
    if not farkle.streak_costs or run < (farkle.streak or 0):
        return score
    if farkle.penalty == "all":
        return min(score, 0)
    return int(max(score - farkle.penalty, min(score, floor)))


@settings(max_examples=examples(25))
@given(ruleset=rulesets(max_dice=3), seed=st.integers(0, 999))
def test_every_step_is_that_of_the_rulebook(ruleset: Ruleset, seed: int) -> None:
    game, dice = Game(ruleset), Random(seed)
    turn = Turn(ruleset)
    for _ in range(MOST_STEPS):
        if game.won is not None:
            break
        state, position, before = game.match_state, game.position, list(game.scores)
        player, fresh, room = game.player, game.fresh, game.room
        assert (state.mine, state.theirs) == (before[player], before[1 - player])
        if game.phase != "roll":
            action = dice.choice(game.actions())
            may_bank = (
                turn.may_bank(position, on_board=state.on_board, previous=state.previous)
                and game.phase == "decide"
            )
            assert game.may_bank == may_bank
            game.act(action)
            if action != "bank":
                assert game.scores == before
                continue
            after = state.mine + position.score
        else:
            throw(game, dice)
            kind = turn.rolls.kind(game.roll)
            options = turn.options(position, game.roll) if kind == "ordinary" else []
            options = [to for to in options if room is None or to.score <= room]
            if options:
                assert sorted({choice.position for choice in game.choices}) == options
                assert game.actions() == game.choices
                continue
            after = state.mine
            if kind == "disaster":
                after = min(after, 0)
            elif kind != "instant win":
                banked = turn.farkle_banks(position, taken_over=not fresh, room=room)
                after = after_farkle(ruleset, after, banked, state.my_farkles + 1)
        assert game.last_end is not None
        assert (game.last_end.before, game.last_end.after) == (before[player], after)
        assert game.scores[player] == after
        assert game.scores[1 - player] == before[1 - player]
        assert game.won is not None or game.player == 1 - player


@settings(max_examples=examples(15))
@given(ruleset=rulesets(max_dice=2), seed=st.integers(0, 999))
def test_what_the_rules_forbid_changes_nothing(ruleset: Ruleset, seed: int) -> None:
    game, dice = Game(ruleset), Random(seed)
    for _ in range(20):
        if game.phase == "over":
            break
        before = deepcopy(vars(game))
        legal = game.actions()
        wrong = [word for word in WORDS if word not in legal]
        for word in wrong:
            with pytest.raises(IllegalMoveError):
                game.act(word)
        if game.phase == "roll":
            with pytest.raises(IllegalMoveError):
                game.throw([1] * (game.position.dice + 1))
            with pytest.raises(IllegalMoveError):
                game.throw([7] * game.position.dice)
        with pytest.raises(IllegalMoveError):
            game.act(Choice((1,), 12345, game.position))
        rules, after = before.pop("rules"), dict(vars(game))
        assert after.pop("rules").ruleset == rules.ruleset
        assert after == before
        if legal:
            game.act(dice.choice(legal))
        else:
            throw(game, dice)


def started(text: str) -> Game:
    return Game(load_text(text).ruleset)


def test_a_turn_that_is_taken_over_goes_on_with_its_dice() -> None:
    game = started(BASE + "piggyback: after_bank\n")
    game.throw([1, 2])
    game.act(game.choices[0])
    game.act("bank")
    assert game.phase == "offer"
    game.act("take over")
    assert (game.position.dice, game.position.score) == (1, 100)
    game.throw([2])
    assert game.scores == [100, 0]  # the first player keeps what was banked
    assert game.player == 0


def test_nothing_is_offered_that_is_a_fresh_turn() -> None:
    after_farkle = BASE + "piggyback: after_farkle\n"
    game = started(after_farkle)
    game.throw([2, 3])
    assert (game.player, game.phase) == (1, "roll")
    game = started(after_farkle + "farkle: {first_roll_points: 50}\n")
    game.throw([2, 3])
    assert (game.player, game.phase) == (1, "offer")  # without an award for its first roll


def player(rules: str, name: str) -> PolicyPlayer:
    return player_of(Study(api.load(rules)), parse(name))


def test_a_scoring_that_reaches_the_goal_is_taken_and_banked() -> None:
    game = Game(load_text(BASE).ruleset)
    game.match_state = replace(game.match_state, scores=(150, 0))
    careless = player(BASE, "bank-at-5000")
    game.throw([1, 5])
    game.act(careless.decide(game))
    assert game.position.score == 150
    assert careless.decide(game) == "bank"


def test_a_turn_is_taken_over_if_it_brings_more() -> None:
    ruleset = api.load("onward").ruleset
    best = player("onward", "points-only")
    for there in api.studies(["onward"])[0].analysis.card.tables[0].take_over:
        least = there.ranges[0][0]
        if there.dice == ruleset.dice:
            continue  # any points are better than none
        for score, wanted in ((least - 50, "start afresh"), (least, "take over")):
            game = Game(ruleset)
            game.match_state = replace(game.match_state, inherit=Taken(score, there.dice))
            game.phase = "offer"
            assert best.decide(game) == wanted, (there.dice, score)


def test_thresholds_say_which_turns_are_taken_over() -> None:
    ruleset = api.load("walters").ruleset
    walters = player("walters", str(DOCS / "examples" / "walters.yaml"))
    for (dice, score), wanted in {
        (1, 950): "start afresh",
        (1, 1000): "take over",
        (3, 350): "start afresh",
        (3, 400): "take over",
        (6, 50): "take over",
    }.items():
        game = Game(ruleset)
        game.match_state = replace(game.match_state, inherit=Taken(score, dice))
        game.phase = "offer"
        assert walters.decide(game) == wanted, (dice, score)


def test_who_must_roll_on_to_a_multiple_looks_at_rows_far_past_the_goal() -> None:
    """18 points rolled on from are worth (36 / 6) / 6; a turn of one's own 18 / 36."""
    text = "dice: 1\ngoal: 1\ncombinations: {3: 9}\nbank: {multiple_of: 2}\n"
    text += "end_game: equal_turns\npiggyback: after_bank\n"
    game, careful = started(text), player(text, "bank-at-18")
    for _ in range(2):
        game.throw([3])
        game.act(careful.decide(game))
        action = careful.decide(game)
        game.act(action)
    assert (game.phase, game.match_state.inherit) == ("offer", (18, 1))
    assert careful.decide(game) == "take over"
