"""Policies against each other: the exact duels against value iteration."""

from __future__ import annotations

from math import isfinite
from random import Random
from typing import Any

from campaign.draw import unit_of
from campaign.duel_oracle import win_chances
from campaign.judging import MOST_BOUND, NEAR, differ, refused
from campaign.match import floor_of, solve
from farklegen.errors import FarklegenError
from farklegen.policies.policy import Policy
from farklegen.policies.recipe import BankRule, Recipe, Thresholds
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.duel.table import Arena
from tests.shared import match_player

MOST_ROUNDS = 1500


def random_recipe(rng: Random, ruleset: Ruleset) -> Recipe:
    """A way of playing that fits the points of these rules."""
    unit = unit_of(ruleset.model_dump())

    def points(most: int) -> int:
        return rng.randint(1, most) * unit

    at = points(12) if rng.random() < 0.8 else None
    below = rng.randint(2, ruleset.dice + 1) if at is None or rng.random() < 0.4 else None
    goes = None
    if rng.random() < 0.4:
        goes = Thresholds()
    if goes is not None and ruleset.goal is not None:
        dice = rng.randint(1, ruleset.dice)
        goes = Thresholds(
            mine={dice: points(10)} if rng.random() < 0.6 else {},
            theirs={rng.randint(1, ruleset.dice): points(10)} if rng.random() < 0.6 else {},
            lead=points(6) if rng.random() < 0.4 else None,
        )
    keep: Any = rng.choice(["most-points", "everything"])
    some = [dice for dice in range(1, ruleset.dice + 1) if rng.random() < 0.5]
    by_dice = {dice: points(12) for dice in some} if rng.random() < 0.3 else {}
    take_over = {dice: points(8) for dice in some} if rng.random() < 0.3 else None
    return Recipe(
        name="some",
        keep=keep,
        bank=BankRule(at=at, below_dice=below, by_dice=by_dice),
        go_for_it=goes,
        take_over=take_over,
    )


def judge_duel(ruleset: Ruleset, rng: Random) -> str:
    """Compare two random policies, and perfect play against itself."""
    one, other = random_recipe(rng, ruleset), random_recipe(rng, ruleset)
    floor = floor_of(ruleset)
    cut = "" if floor is None else f", cut off with --floor {floor}"
    question = f"duel of {_words(one)} and {_words(other)}{cut}"
    try:
        solution, tables = solve(ruleset), compile_scoring(ruleset)
        arena = Arena(solution, tables, threads=1)
        players = [match_player(recipe, arena.layout) for recipe in (one, other)]
        duel = arena.meet(*players)
        perfect = arena.meet(Policy("optimal"), Policy("optimal"))
    except FarklegenError as refusal:
        return refused(refusal)
    for asked, found in ((question, duel), (f"duel of perfect players{cut}", perfect)):
        chances = (found.moving_first, found.moving_second)
        if not 0 <= found.error <= MOST_BOUND or not all(map(isfinite, chances)):
            differ(asked, f"{chances}, error {found.error}", "a bound that holds")
    first = solution.win_probability(solution.start())
    spare = perfect.error + solution.certificate.error_bound + NEAR
    if abs(perfect.moving_first - first) > spare:
        differ(f"duel of perfect players{cut}", perfect.moving_first, f"the match says {first!r}")
    chances = (duel.moving_first, duel.moving_second)
    slow = win_chances(ruleset, one, other, solution.certificate.floor, MOST_ROUNDS)
    if not slow.still:
        return "left open by value iteration"
    if any(abs(a - b) > duel.error + NEAR for a, b in zip(chances, slow[:2], strict=True)):
        differ(question, f"{chances}, off by at most {duel.error:.3g}", tuple(slow[:2]))
    return "compared"


def _words(recipe: Recipe) -> str:
    return str(recipe.model_dump(exclude_none=True, exclude={"name"}, exclude_defaults=True))
