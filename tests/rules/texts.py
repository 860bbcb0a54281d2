"""Ruleset texts that several tests of the rules room use."""

from __future__ import annotations

from farklegen.errors import Problem, RulesetError
from farklegen.rules.loading import LoadedRuleset, load_text
from farklegen.rules.ruleset import Ruleset

SMALL = "goal: 10000\ncombinations: {1: 100, 5: 50, AAA: 500}\n"
"""Two lines to which a test adds the rules that it is about: those begin on line 3."""

WHOLE = """\
name: Every key
source: a test
dice: 7
goal: 5000
rounds: 12
combinations:
  1: 100
  AAA: [1000, 200, 300, 400, 500, 0]
  11A: 700
  123456: 1500
  2222: 950
labels:
  123456: straight
  nothing: blank
nothing: 500
all_dice_only: [AAA, 2222]
set_aside: all
hot_dice: required
last_die: required
last_die_throws: 3
hot_dice_bonus: {points: 500, step: 250, when: last_die}
bank:
  minimum: 300
  opening: 600
  beat_previous: true
  multiple_of: 100
farkle:
  streak: 2
  penalty: all
  lowest_score: -50
  first_roll_points: 50
  first_roll_penalty: 50
  all_dice_points: 100
  keeps_turn_score: true
end_game: equal_turns
ties: challenger
overshoot: bust
piggyback: after_bank
instant_win: [AAAAAA, 111111]
disaster: [2222]
die_weights: [1, 2, 3, 4, 5, 6]
die_types:
  lucky: [6, 1, 2, 3, 4, 6]
  devil: {weights: [1, 1, 1, 1, 1, 1], joker: [1, 6]}
"""
"""Every key of the language, none with its default."""


def loaded(rules: str, base: str = SMALL) -> LoadedRuleset:
    return load_text(base + rules, "rules.yaml")


def ruleset(rules: str, base: str = SMALL) -> Ruleset:
    return loaded(rules, base).ruleset


def problems(text: str) -> tuple[Problem, ...]:
    """What is wrong with a text; empty if it is a ruleset."""
    try:
        load_text(text, "rules.yaml")
    except RulesetError as error:
        return error.problems
    return ()
