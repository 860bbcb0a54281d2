"""The ways to set dice aside of a roll, against the referee and by the faces of known rolls."""

from __future__ import annotations

from itertools import combinations_with_replacement

from hypothesis import given, settings

from farklegen.rulebook.turn_rules import Scoring
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.ways import Way, ways_of
from tests.profiles import examples
from tests.referee.games import game
from tests.referee.rolls import Rolls
from tests.strategies import rulesets

USUAL = {"1": 100, "5": 50, "AAA": [1000, 200, 300, 400, 500, 600]}
KINDS = {"instant win": "wins", "disaster": "disaster", "farkle": "farkle", "ordinary": "scores"}


@settings(max_examples=examples(60))
@given(ruleset=rulesets(max_dice=3))
def test_every_roll_is_what_the_referee_says(ruleset: Ruleset) -> None:
    referee = Rolls(ruleset)
    for dice in range(1, ruleset.dice + 1):
        for roll in combinations_with_replacement(range(1, 7), dice):
            found = ways_of(ruleset, roll)
            assert found.fall == KINDS[referee.kind(roll)]
            if found.fall == "scores":
                scorings = {Scoring(len(way.keep), way.points) for way in found.ways}
                assert scorings == referee.scorings(roll)


def test_some_combinations_are_there_with_all_the_dice_only() -> None:
    rules = game(dice=5, combinations={**USUAL, "12345": 300}, all_dice_only=("AAA",))
    assert Way((2, 2, 2), 200) in ways_of(rules, (1, 2, 2, 2, 3)).ways
    assert ways_of(rules, (2, 2, 2)).fall == "farkle"
    assert ways_of(rules, (5, 5, 5)).ways[0] == Way((5, 5, 5), 150)


def test_all_the_dice_are_set_aside_as_in_the_roll_that_they_are_of() -> None:
    rules = game(dice=4, combinations={"1": 10, "AAA": 30}, all_dice_only=("AAA",), set_aside="all")
    assert ways_of(rules, (1, 3, 3, 3)).ways == (Way((1, 3, 3, 3), 40),)
    assert ways_of(rules, (1, 3, 3)).ways == (Way((1,), 10),)
