"""A compiled ruleset against the referee's rolls, and against counts that others have published."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from farklegen.rulebook import Scoring
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables, compile_scoring, ratio
from farklegen.scoring.rolls import ways_of
from tests.profiles import examples
from tests.referee.games import game
from tests.referee.rolls import Rolls
from tests.solvers.oracle import scoring_of_rolls
from tests.strategies import rulesets

USUAL = {"1": 100, "5": 50, "AAA": [1000, 200, 300, 400, 500, 600]}

HUGE = [1_000_000, 999_983, 999_979, 999_961, 999_959, 999_953]
"""Weights whose eighth power does not fit into 64 bits, without a common factor."""


def weight_of_all_rolls(tables: ScoringTables, dice: int) -> int:
    sets = tables.set_dice == dice
    parts = (tables.set_weight[sets].sum(), tables.set_instant_weight[sets].sum())
    ends = (tables.farkle_weight, tables.instant_farkle_weight, tables.disaster_weight)
    return sum(int(part) for part in parts) + sum(int(end[dice]) for end in ends)


@settings(max_examples=examples(20))
@given(ruleset=rulesets())
def test_option_sets_are_what_the_referee_finds_roll_by_roll(ruleset: Ruleset) -> None:
    scoring_of_rolls(ruleset, compile_scoring(ruleset))


def test_six_dice_with_every_kind_of_pattern() -> None:
    ruleset = game(
        combinations={**USUAL, "AAAA": 1000, "AABBCC": 750, "123456": 1500, "66": 10, "1AA": 250},
        set_aside="all",
        instant_win=["AAAAAA"],
        disaster=["2222"],
        nothing=400,
    )
    scoring_of_rolls(ruleset, compile_scoring(ruleset))


def test_weights_too_large_for_64_bits_are_python_integers() -> None:
    ruleset = game(dice=8, combinations=USUAL, die_weights=HUGE)
    tables = compile_scoring(ruleset)
    assert tables.set_weight.dtype == object
    for dice in range(1, 9):
        assert weight_of_all_rolls(tables, dice) == sum(HUGE) ** dice
    # no die is a 1 or a 5, and no three are equal
    twos, threes, fours, sixes = HUGE[1], HUGE[2], HUGE[3], HUGE[5]
    assert tables.farkle_weight[1] == twos + threes + fours + sixes
    assert tables.farkle_weight[2] == (twos + threes + fours + sixes) ** 2
    pairs = Fraction(40320, 16) * (twos * threes * fours * sixes) ** 2
    assert tables.farkle_weight[8] == pairs
    assert tables.farkle_probability(instant_wins=False)[8] == float(pairs / sum(HUGE) ** 8)


@given(parts=st.lists(st.integers(0, 10**60), min_size=1, max_size=5), whole=st.integers(1, 10**60))
def test_large_integers_are_divided_once_and_rounded_once(parts: list[int], whole: int) -> None:
    found = ratio(np.array(parts, object), np.array([whole] * len(parts), object))
    assert found.tolist() == [part / whole for part in parts]


KINDS = {"instant win": "wins", "disaster": "disaster", "farkle": "farkle", "ordinary": "scores"}


@settings(max_examples=examples(30))
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
