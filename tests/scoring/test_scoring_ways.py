"""The ways to set dice aside of a roll, against the referee."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from hypothesis import given, settings

from farklegen.rulebook.turn_rules import Scoring
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.ways import ways_of
from tests.profiles import examples
from tests.referee.rolls import Rolls
from tests.strategies import rulesets

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
                for way in found.ways:
                    assert not Counter(way.keep) - Counter(roll)
                    alone = Scoring(len(way.keep), way.points) in referee.scorings(way.keep)
                    assert alone or ruleset.all_dice_only
