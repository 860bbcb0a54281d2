"""Policies against each other: the exact duels against value iteration."""

from __future__ import annotations

from math import isfinite
from random import Random
from typing import Any

from campaign.draw import unit_of
from campaign.duel_oracle import win_chances
from campaign.finding import MOST_BOUND, NEAR, Finding, Outcome, crashed, data_of, yaml_of
from campaign.match import floor_of, solve
from farklegen.cards.match_player import match_player
from farklegen.errors import FarklegenError
from farklegen.policies.policy import Policy
from farklegen.policies.recipe import BankRule, Recipe, Thresholds
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.duel.duel import Arena

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


def judge_duel(ruleset: Ruleset, rng: Random, outcome: Outcome) -> None:
    """Compare two random policies, and perfect play against itself."""
    text = yaml_of(data_of(ruleset))
    one, other = random_recipe(rng, ruleset), random_recipe(rng, ruleset)
    floor = floor_of(ruleset)
    cut = "" if floor is None else f", cut off with --floor {floor}"
    question = f"duel of {_words(one)} and {_words(other)}{cut}"

    def wrong(kind: str, asked: str, answer: object, right: object) -> None:
        found = Finding("duel", kind, text, asked, str(answer), str(right))
        outcome.findings.append(found)

    try:
        solution = solve(ruleset)
    except FarklegenError:
        outcome.counts["duel skipped: no match"] += 1
        return
    except Exception:
        return  # the match says so
    try:
        tables = compile_scoring(ruleset)
        arena = Arena(solution, tables, threads=1)
        players = [match_player(recipe, arena.plan, tables) for recipe in (one, other)]
        duel = arena.meet(*players)
        perfect = arena.meet(Policy("optimal"), Policy("optimal"))
    except FarklegenError as refused:
        outcome.refuse("duel", refused)
        return
    except Exception as error:
        outcome.findings.append(crashed("duel", text, question, error))
        return
    outcome.counts["duel solved"] += 1
    for asked, found in ((question, duel), ("duel of perfect players", perfect)):
        chances = (found.moving_first, found.moving_second)
        if not 0 <= found.error <= MOST_BOUND or not all(map(isfinite, chances)):
            wrong("bound", f"{asked}{cut}", f"{chances}, error {found.error}", "a bound that holds")
            return
    first = solution.win_probability(solution.start())
    spare = perfect.error + solution.certificate.error_bound + NEAR
    if abs(perfect.moving_first - first) > spare:
        asked = f"duel of perfect players{cut}"
        wrong("perfect play", asked, repr(perfect.moving_first), f"the match says {first!r}")
    chances = (duel.moving_first, duel.moving_second)
    slow = win_chances(ruleset, one, other, solution.certificate.floor, MOST_ROUNDS)
    if not slow.still:
        outcome.counts["duel questions left open by value iteration"] += 1
        return
    outcome.counts["duel compared"] += 1
    for mine, right in zip(chances, slow[:2], strict=True):
        if abs(mine - right) > duel.error + NEAR:
            answer = f"{chances}, off by at most {duel.error:.3g}"
            wrong("chance", question, answer, tuple(slow[:2]))
            return


def _words(recipe: Recipe) -> str:
    return str(recipe.model_dump(exclude_none=True, exclude={"name"}, exclude_defaults=True))
