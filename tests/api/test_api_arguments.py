"""Arguments that cannot be meant: refused as the commands refuse options, with their names."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import farklegen
from farklegen.errors import ArgumentError, FarklegenError, named, naming_options
from farklegen.solvers.arguments import LIMITS
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
    (
        lambda: anything.advise("basic", roll=[0, 1]),
        "roll: [0, 1] is not a roll; give the faces, from 1 to 6",
    ),
    (lambda: anything.advise("basic", roll=[-1, 2]), "roll: [-1, 2] is not a roll"),
    (lambda: anything.advise("basic", roll=[1, 9]), "roll: [1, 9] is not a roll"),
    (lambda: anything.advise("basic", roll="155"), "roll: '155' is not a roll"),
    (lambda: anything.advise("basic", roll=[1.0]), "roll: [1.0] is not a roll"),
    (lambda: anything.advise("basic", roll=[True]), "roll: [True] is not a roll"),
    (lambda: anything.advise("basic", roll=7), "roll: 7 is not a roll"),
    (
        lambda: anything.advise("basic", dice=0),
        "dice: 0 is not at least 1; with no dice left all are rolled again, so give that number",
    ),
    (
        lambda: anything.advise("basic", dice="3"),
        "dice: '3' is not a whole number of at least 1; give",
    ),
    (lambda: anything.advise("basic", dice=True), "dice: True is not a whole number"),
    (
        lambda: anything.advise("basic", roll=[1], turn_score=-50),
        "turn_score: -50 is not at least",
    ),
    (lambda: anything.advise("basic", inherit=(600,)), "inherit: (600,) is not a pair (T, N)"),
    (lambda: anything.advise("basic", inherit=(600, 0)), "inherit (dice): 0 is not at least 1"),
    (
        lambda: anything.advise("basic", roll=[1], first="second"),
        "first: 'second' is not True or",
    ),
    (lambda: anything.advise("basic", roll=[1], progress=3), "progress: 3 is not a function"),
    (lambda: anything.turn("basic", mine=None, theirs=0), "mine is missing; give a whole number"),
    (lambda: anything.turn("basic", mine=1.5, theirs=0), "mine: 1.5 is not a whole number; give"),
    (
        lambda: anything.turn("basic", mine=0, theirs=0, my_farkles=-1),
        "my_farkles: -1 is not at",
    ),
    (lambda: anything.turn("basic", mine=0, theirs=0, on_board=1), "is not True, False or None"),
    (lambda: anything.table("basic", step=0), "step: 0 is not at least 1"),
    (lambda: anything.table("basic", step=-5), "step: -5 is not at least 1"),
    (lambda: anything.table(5), "rules: 5 is not a ruleset; give a path, the name of built-in"),
    (lambda: anything.reach("basic", points=-5), "points: -5 is not at least 1"),
    (
        lambda: anything.reach("basic", points=10**20),
        "points: a number of more than 15 digits; write",
    ),
    (
        lambda: anything.nearest_turn_scores("basic", dice="2", turn_score=300),
        "dice: '2' is not a whole number",
    ),
    (
        lambda: anything.nearest_turn_scores("basic", dice=2, turn_score=-50),
        "turn_score: -50 is not at least 0",
    ),
    (
        lambda: anything.reach("basic", points=50, on_board="yes"),
        "on_board: 'yes' is not True or",
    ),
    (
        lambda: anything.solve("basic", floor=5),
        "floor: 5 is not -1 or less; give a whole number, such as -500",
    ),
    (lambda: anything.solve("basic", length="yes"), "length: 'yes' is not True or False"),
    (lambda: anything.duel("basic", me=5), "me: 5 is not the name of a policy, or a policy file"),
    (lambda: anything.duel("basic", best_response=1), "best_response: 1 is not True or False"),
    (lambda: anything.simulate("basic", games=0), "games: 0 is not from 1 to 1,000,000,000"),
    (lambda: anything.simulate("basic", seed=-1), "seed: -1 is not at least 0"),
    (lambda: anything.simulate("basic", threads=0), "threads: 0 is not from 1 to 1,024"),
    (lambda: anything.play_match("basic", opponent=3), "opponent: 3 is not the name of a policy"),
    (lambda: anything.play_match("basic", hints=None), "hints: None is not True or False"),
    (lambda: anything.compare(["basic"]), "compare puts rulesets side by side; name two or more"),
    (
        lambda: anything.compare(["basic", "basic"]),
        "'basic' is named more than once; compare puts rulesets side by side; name two or more",
    ),
    (lambda: anything.compare(["basic", "zilch"], quick=True).values("x"), "name: 'x' is not one"),
    (lambda: anything.pictures_together([], "turn"), "draws rulesets into one picture; name two"),
    (lambda: anything.pictures_together(["basic"], "turn"), "or draw one with picture"),
    (lambda: anything.pictures_together("basic", "turn"), "rules: 'basic' is not a list of rules"),
    (lambda: anything.pictures_together(["basic", "zilch"], 5), "kind: 5 is not one of: "),
    (lambda: anything.full_table("basic").to_dict(price=5), "price: 5 is not what farklegen.ca"),
    (lambda: anything.full_table("basic").to_dict(full="x"), "full: 'x' is not True or False"),
    (lambda: anything.compare([]), "compare puts rulesets side by side"),
    (lambda: anything.compare("basic"), "rules: 'basic' is not a list of rulesets"),
    (lambda: anything.compare(["basic", "zilch", "basic"]), "'basic' is named more than once"),
    (lambda: anything.compare(["basic", "zilch"], quick=1), "quick: 1 is not True or False"),
    (lambda: anything.studies("basic"), "rules: 'basic' is not a list of rulesets"),
    (lambda: anything.card_price("basic"), "is not what farklegen.full_table returns"),
    (lambda: anything.picture("basic", "nix"), "kind: 'nix' is not one of: regions, value"),
    (lambda: anything.draw(3), "picture: 3 is not what farklegen.picture"),
    (lambda: anything.load_sweep(3), "spec: 3 is not the path of a sweep file"),
    (lambda: anything.sweep("a", "b", jobs=0), "jobs: 0 is not from 1 to 1,024"),
    (lambda: anything.sweep("a", "b", jobs=1, scheduler="c"), "jobs is about this machine"),
    (lambda: anything.builtin(3), "name: 3 is not the name of built-in rules"),
    (lambda: anything.template(3), "start: 3 is not the name of built-in rules"),
    (lambda: anything.check(None), "rules: None is not a ruleset"),
]


@pytest.mark.parametrize(("call", "words"), WRONG, ids=[words[:40] for _, words in WRONG])
def test_an_argument_that_cannot_be_meant_is_refused_by_its_name(call: Call, words: str) -> None:
    assert words in refusal(call)


def test_all_wrong_arguments_are_named_at_once() -> None:
    message = refusal(lambda: anything.simulate("basic", games=0, seed=-1, floor=1, threads="2"))
    assert [line.split(":")[0] for line in message.splitlines()] == [
        "games", "seed", "floor", "threads",
    ]  # fmt: skip


def test_whole_numbers_of_other_libraries_are_taken() -> None:
    numpy = pytest.importorskip("numpy")
    roll = numpy.array([1, 5, 2])
    found = farklegen.advise("basic", roll=roll, turn_score=int(numpy.int64(300)))
    assert found.advice.options[0].keep == (1, 5)
    assert farklegen.reach("basic", points=numpy.int32(1000)).reach.points == 1000


OPTIONS = {
    "reach": ("--points 0", "--points 5 --dice 0", "--points 5 --turn-score -1"),
    "table": ("--step 0",),
    "advise": ("--dice 0", "--roll 1 --my-farkles -1", "--roll 1 --previous -1"),
    "simulate": ("--games 0", "--games 1000000001", "--seed -1"),
    "solve": ("--floor 0",),
    "sweep": ("--jobs 0", "--jobs 1025"),
    "turn": ("--mine 0 --theirs 0 --inherit 600,0",),
}


@pytest.mark.parametrize(
    ("name", "options"), [(name, line) for name, lines in OPTIONS.items() for line in lines]
)
def test_a_command_and_its_function_refuse_the_same_numbers(name: str, options: str) -> None:
    done = command(name, "basic", *options.split())
    assert done.code == 2
    words = options.split()
    given: dict[str, object] = {}
    for option, value in zip(words[::2], words[1::2], strict=True):
        number = tuple(map(int, value.split(","))) if "," in value else int(value)
        given[option.strip("-").replace("-", "_")] = [number] if option == "--roll" else number
    if name == "sweep":
        given["target"] = "rows.csv"
    message = refusal(lambda: getattr(anything, name)("basic", **given))
    last = words[-2].strip("-").replace("-", "_")
    said = message.replace(last, words[-2], 1)
    assert done.err == f"farklegen: error: {said}\n"


def test_limits_are_those_of_the_options_with_limits_of_their_own() -> None:
    from farklegen.cli.sweep import MOST_JOBS

    assert LIMITS["jobs"][:2] == (1, MOST_JOBS)
    assert "50 to 1,200" in command("plot", "basic", "turn", "-o", "x.png", "--dpi", "1").err
    assert LIMITS["dpi"][:2] == (50, 1200)


QUESTIONS = [
    ("turn --mine 8025 --theirs 9500", {"mine": 8025, "theirs": 9500}),
    ("turn --mine 10000 --theirs 9500", {"mine": 10_000, "theirs": 9500}),
    ("turn --mine 0 --theirs 10000", {"mine": 0, "theirs": 10_000}),
    ("turn --mine 0 --theirs 0 --inherit 600,2", {"mine": 0, "theirs": 0, "inherit": (600, 2)}),
    ("turn --mine 0 --theirs 0 --my-farkles 1", {"mine": 0, "theirs": 0, "my_farkles": 1}),
    ("turn --mine 0 --theirs 0 --floor -50", {"mine": 0, "theirs": 0, "floor": -50}),
    ("advise", {}),
    ("advise --mine 50 --roll 1,2,3,4,5,6", {"mine": 50, "roll": [1, 2, 3, 4, 5, 6]}),
    ("advise --dice 6 --seat second", {"dice": 6, "first": False}),
    ("advise --dice 6 --off-board theirs", {"dice": 6, "their_on_board": False}),
    ("advise --dice 6 --inherit 600,2", {"dice": 6, "inherit": (600, 2)}),
    ("advise --roll 1,1,1,1,1,1,1", {"roll": [1] * 7}),
    ("advise --dice 9", {"dice": 9}),
    ("reach --points 100 --dice 7", {"points": 100, "dice": 7}),
    ("reach --points 100 --turn-score 25", {"points": 100, "turn_score": 25}),
]


@pytest.mark.parametrize(("line", "given"), QUESTIONS, ids=[line for line, _ in QUESTIONS])
def test_a_question_names_options_in_a_command_and_arguments_in_a_function(
    line: str, given: dict[str, Any]
) -> None:
    name, *options = line.split()
    done = command(name, "basic", *options)
    assert done.code == 2
    with pytest.raises(farklegen.ImpossibleStateError) as refused:
        getattr(anything, name)("basic", **given)
    message = str(refused.value)
    assert "--" not in message
    plain = done.err.removeprefix("farklegen: error: ").rstrip("\n")
    for option, argument in (
        ("--seat second", "first=False"),
        ("--off-board theirs", "their_on_board=False"),
        ("--inherit T,N", "inherit=(T, N)"),
        ("Give T,N", "Give (T, N)"),
    ):
        plain = plain.replace(option, argument)
    for argument in LIMITS:
        plain = plain.replace(f"--{argument.replace('_', '-')}", argument)
    assert plain.replace("--inherit", "inherit").replace("--roll", "roll") == message


def test_only_commands_name_options(tmp_path: Path) -> None:
    assert named("turn_score") == "turn_score"
    with naming_options():
        assert named("turn_score") == "--turn-score"
        assert named("first=False", "--seat second") == "--seat second"
    assert named("turn_score") == "turn_score"
    assert "--points" in command("reach", "basic", "--points", "0").err
    assert "--" not in refusal(lambda: farklegen.reach("basic", points=0))


@pytest.mark.parametrize(
    "asked",
    [
        lambda: anything.reach("basic", points=500, dice=3, turn_score=350),
        lambda: anything.advise("basic", dice=3, turn_score=350),
        lambda: anything.advise("basic", roll=[1, 2, 3], turn_score=350),
    ],
)
def test_the_nearest_turn_scores_are_named_for_one_that_cannot_occur(asked: Any) -> None:
    with pytest.raises(farklegen.ImpossibleStateError) as caught:
        asked()
    assert str(caught.value).endswith("Give turn_score 300 or 400, the nearest with so many dice")


def test_a_turn_score_between_multiples_has_nearest_ones_too() -> None:
    with pytest.raises(farklegen.ImpossibleStateError) as caught:
        farklegen.reach("basic", points=500, dice=3, turn_score=375)
    assert str(caught.value).endswith("Give turn_score 300 or 400, the nearest with so many dice")
    with pytest.raises(farklegen.ImpossibleStateError, match=r"Give (other dice|turn_score)"):
        farklegen.reach("basic", points=500, dice=5, turn_score=0)


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


def test_rulesets_to_compare_may_come_one_by_one() -> None:
    compared = anything.compare(iter(["basic", "five-dice"]), quick=True)
    assert [study.loaded.ruleset.dice for study in compared.studies] == [6, 5]


def test_what_is_no_built_in_name_is_told_the_names() -> None:
    for ask in (farklegen.builtin, farklegen.template):
        with pytest.raises(farklegen.FileProblemError) as refused:
            ask("basic.yaml")
        assert "a file of your own does not do here; did you mean the built-in basic?" in str(
            refused.value
        )


def test_errors_come_whole_through_a_pickle() -> None:
    with pytest.raises(farklegen.RulesetError) as refused:
        farklegen.load({"goal": 5})
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.problems) == (str(refused.value), refused.value.problems)
