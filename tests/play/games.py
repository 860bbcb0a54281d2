"""Rulesets for matches under way, tiny, and together with every rule."""

from __future__ import annotations

from functools import cache
from random import Random

from farklegen.play.game import Game
from farklegen.rules.loading import load_text
from farklegen.solvers.game.solution import MatchSolution
from tests.shared import solve_match

BASE = "goal: 300\ndice: 2\ncombinations: {1: 100, 5: 50}\n"

RULES = {
    "plain": BASE,
    "exact": BASE + "hot_dice: required\novershoot: bust\ninstant_win: [66]\ndisaster: [33]\n",
    "take over after a bank": BASE
    + "bank: {minimum: 100, beat_previous: true}\npiggyback: after_bank\n",
    "take over": BASE + "piggyback: both\novershoot: bust\n",
    "take over on a last turn": BASE.replace("300", "150")
    + "bank: {beat_previous: true}\npiggyback: after_farkle\nend_game: final_turn\n",
    "multiples": BASE
    + "bank: {multiple_of: 100}\nhot_dice_bonus: {points: 50, when: last_die}\n"
    + "end_game: final_turn\nties: leader\n",
    "growing": BASE + "hot_dice_bonus: {points: 50, step: 50}\nnothing: 100\nset_aside: all\n",
    "penalties": BASE.replace("300", "150")
    + "bank: {opening: 100}\nend_game: equal_turns\nties: challenger\n"
    + "farkle: {streak: 2, penalty: 50, lowest_score: 0, first_roll_points: 50}\n",
    "kept": BASE.replace("300", "200")
    + "farkle: {keeps_turn_score: true, streak: 2, penalty: all, all_dice_points: 50}\n",
}


@cache
def solved(name: str) -> MatchSolution:
    """The solution of one of these."""
    ruleset = load_text(RULES[name]).ruleset
    return solve_match(ruleset, threads=1)


def throw(game: Game, dice: Random) -> None:
    """Throw the dice of a game."""
    weights, position = game.ruleset.die_weights, game.position
    faces = dice.choices(range(1, 7), weights, k=position.dice)
    game.throw(faces)
