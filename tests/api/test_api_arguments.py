"""Arguments that cannot be meant: refused as the commands refuse options, with their names."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any, cast

import pytest

import farklegen
from farklegen.errors import ArgumentError, FarklegenError, named, naming_options
from tests.docs.pages import farklegen as command

Call = Callable[[], object]
anything: Any = farklegen  # to be called as no type checker would allow


def refusal(call: Call) -> str:
    with pytest.raises(ArgumentError) as refused:
        call()
    message = str(refused.value)
    assert "--" not in message
    assert isinstance(refused.value, ValueError)
    assert isinstance(refused.value, FarklegenError)
    return message


WRONG: list[tuple[Call, str]] = [
    (lambda: anything.advise("basic", inherit=(600,)), "inherit: (600,) is not T,N; give"),
    (lambda: anything.studies(["basic"], progress=3), "progress: 3 is not a function"),
    (lambda: anything.turn("basic", mine=None, theirs=0), "mine is missing; give a whole number"),
    (lambda: anything.reach("basic", points=500, off_board=1), "off_board: 1 is not True or False"),
    (lambda: anything.turn("basic", mine=0, theirs=0, their_dice=3), "their_dice: 3 is not dice"),
    (lambda: anything.best_dice("basic", own=3), "own: 3 is not the dice to choose from, such as"),
    (lambda: anything.table(5), "rules: 5 is not a ruleset; give a path, the name of built-in"),
    (lambda: anything.duel("basic", me=5), "me: 5 is not the name of a policy, or a policy file"),
    (lambda: anything.compare(["basic", "zilch"], quick=True).values("x"), "name: 'x' is not one"),
    (lambda: anything.compare("basic"), "rules: 'basic' is not two or more rulesets"),
    (lambda: anything.load_sweep(3), "spec: 3 is not the path of a sweep file"),
    (lambda: anything.builtin(3), "name: 3 is not the name of built-in rules"),
]


@pytest.mark.parametrize(("call", "words"), WRONG, ids=[words[:40] for _, words in WRONG])
def test_an_argument_that_cannot_be_meant_is_refused_by_its_name(call: Call, words: str) -> None:
    assert words in refusal(call)


def test_all_wrong_arguments_are_named_at_once() -> None:
    message = refusal(lambda: anything.simulate("basic", games=0, seed=-1, floor=1, threads="x"))
    assert [line.split(":")[0] for line in message.splitlines()] == [
        "games", "seed", "floor", "threads",
    ]  # fmt: skip


def test_what_questions_share_is_in_the_signature_of_each() -> None:
    for ask in (farklegen.turn, farklegen.advise):
        assert signature(ask).parameters["seat"].default == "first"
        assert "rounds_left: Turns that the player to move still has" in str(ask.__doc__)
    with pytest.raises(TypeError, match="unexpected keyword argument 'chair'"):
        anything.turn("basic", mine=0, theirs=0, chair="first")


def test_whole_numbers_of_other_libraries_are_taken() -> None:
    numpy = pytest.importorskip("numpy")
    roll = numpy.array([1, 5, 2])
    found = farklegen.advise("basic", roll=roll, turn_score=int(numpy.int64(300)))
    assert found.advice.options[0].keep == (1, 5)
    assert farklegen.reach("basic", points=numpy.int32(1000)).reach.points == 1000


def test_numbers_and_rolls_may_be_texts() -> None:
    found = farklegen.advise("basic", roll="1,5,2", turn_score=cast(Any, "1,300"))
    assert (found.now.roll, found.now.turn_score) == ((1, 5, 2), 1300)


def test_only_commands_name_options(tmp_path: Path) -> None:
    assert named("turn_score") == "turn_score"
    with naming_options():
        assert named("turn_score") == "--turn-score"
        assert named("first=False", "--seat second") == "--seat second"
    assert named("turn_score") == "turn_score"
    assert "--points" in command("reach", "basic", "--points", "0").err
    assert "--" not in refusal(lambda: farklegen.reach("basic", points=0))


def test_odds_are_counted_for_so_many_dice_only() -> None:
    (three,) = farklegen.odds("basic", dice=3).odds
    assert three == farklegen.odds("basic").odds[2]
    with pytest.raises(farklegen.ArgumentError, match="dice: there are no 7 dice to roll"):
        farklegen.odds("basic", dice=7)


def test_the_text_of_one_line_is_no_path() -> None:
    with pytest.raises(farklegen.RulesetError, match="the key 'combinations' is missing"):
        farklegen.load("goal: 2000")
    with pytest.raises(
        farklegen.ArgumentError, match="rules: an empty text is not a ruleset; give"
    ):
        farklegen.load("")


def test_errors_come_whole_through_a_pickle() -> None:
    with pytest.raises(farklegen.RulesetError) as refused:
        farklegen.load({"goal": 5})
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.problems) == (str(refused.value), refused.value.problems)
