"""Players of a match: recipes turned into the tables of a policy, under given rules.

A table says what states are worth, so a preference for a way to set dice aside is written as a
worth. For the most points the worth is the turn score itself. For the most dice it is the number of
dice first, then the turn score. Only setting every die aside leads to a state with all dice to
roll.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from farklegen.cards.card import CardTable, make_card, table_policy
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import GoForIt, Policy, ScoreLine, Situation, TurnPolicy
from farklegen.policies.recipe import BankRule, KeepRule, Recipe, ScoreRule, Thresholds
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.expected import ExpectedScore, points_policy
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.turn_rules import TurnRules


def make_player(
    recipe: Recipe,
    ruleset: Ruleset,
    expected: ExpectedScore | None,
    moves: TurnMoves,
    rows: int,
    go_for_it: GoForIt | None = None,
) -> Policy:
    """A way of playing under given rules, but for play by the card.

    Args:
        expected: the best expected score, needed where `recipe.needs_expected`.
        go_for_it: the thresholds of the full table, needed where `recipe.needs_go_for_it`.
    """
    if recipe.optimal:
        return Policy(recipe.name)
    _check_goal(recipe, ruleset)
    whole = rows_read(recipe.by_scores, moves, rows)
    tables = _tables(recipe, ruleset, expected, moves, whole)
    goes = _thresholds(recipe, moves.most_dice, go_for_it)
    policy = Policy(recipe.name, tables, goes, recipe.take_over)
    return with_lines(policy, recipe.by_scores, ruleset, moves, rows)


def rows_read(lines: Sequence[ScoreRule], moves: TurnMoves, rows: int) -> int:
    """Rows that tables must have so that play by `rows` rows can read them with these lines."""
    return rows + max((-(-(line.earlier or 0) // moves.unit) for line in lines), default=0)


def with_lines(
    policy: Policy,
    rules: Sequence[ScoreRule],
    ruleset: Ruleset,
    moves: TurnMoves,
    rows: int,
    *,
    last: bool = False,
) -> Policy:
    """A policy that plays by lines as well.

    Args:
        policy: a policy without lines. Its tables have `rows_read` rows, and bank wherever the
            player wants to, allowed or not.
        last: whether a last turn is played as a turn that goes for the goal if there are no lines.
            With lines it always is.
    """
    usual, going, *lines = (
        _line_of(rule, policy.tables, ruleset, moves, rows)
        for rule in (ScoreRule(later=0), ScoreRule(later="goal"), *rules)
    )
    return replace(
        policy,
        tables=usual.tables,
        by_scores=tuple(lines),
        last=going.tables if lines or last else {},
    )


def _line_of(
    rule: ScoreRule,
    tables: Mapping[Situation, TurnPolicy],
    ruleset: Ruleset,
    moves: TurnMoves,
    rows: int,
) -> ScoreLine:
    to_goal, less = rule.to_goal, -(-rule.counted_less // moves.unit)
    rules = TurnRules(ruleset)
    here = np.arange(rows)
    counted = np.zeros(rows, np.int64) if to_goal else np.maximum(here - less, 0)
    more = ((here - counted) * float(moves.unit))[:, None]
    made = {}
    for (on_board, streak), table in tables.items():
        bank = ruleset.bank.minimum if on_board else ruleset.bank.opening_minimum
        banks = table.banks[counted] & rules.may_bank(moves, bank, rows)
        if to_goal or less > 0:
            banks &= (counted > 0)[:, None]  # a turn score that counts as nothing is not banked
        made[on_board, streak] = TurnPolicy(table.worth[counted] + more, banks, table.tolerance)
    return ScoreLine(rule.asked, made, to_goal)


def _tables(
    recipe: Recipe,
    ruleset: Ruleset,
    expected: ExpectedScore | None,
    moves: TurnMoves,
    rows: int,
) -> dict[Situation, TurnPolicy]:
    """The usual tables of a recipe, with `rows` rows, as `with_lines` needs them."""
    known: dict[str, dict[Situation, TurnPolicy]] = {}
    if expected is not None and "points-only" in (recipe.keep, recipe.bank):
        known["points-only"] = _points_tables(expected, moves, rows)
    if expected is not None and "full-table" in (recipe.keep, recipe.bank):
        card = make_card(ruleset, expected).tables
        known["full-table"] = full_tables(expected, card, moves, rows)
    tables = {}
    for here in situations_of(ruleset):
        if isinstance(recipe.keep, str) and recipe.keep in known:
            kept = known[recipe.keep][here]
            worth, tolerance = kept.worth, kept.tolerance
        else:
            worth, tolerance = _preference(recipe, moves, rows), 0.0
        if isinstance(recipe.bank, BankRule):
            banks = _rule_holds(recipe.bank, moves, rows)
        else:
            banks = known[recipe.bank][here].banks
        tables[here] = TurnPolicy(worth, banks, tolerance)
    return tables


def situations_of(ruleset: Ruleset) -> tuple[Situation, ...]:
    """The situations that a policy has tables for. The first is on the board without farkles."""
    boards = (True, False) if ruleset.bank.has_opening else (True,)
    return tuple(
        (on_board, farkles) for on_board in boards for farkles in range(ruleset.farkle.streaks)
    )


def _points_tables(
    result: ExpectedScore, moves: TurnMoves, rows: int
) -> dict[Situation, TurnPolicy]:
    """Tables with `rows` rows that play for the best expected score, turn by turn."""
    play, tables = result.play, {}
    for strategy in result.strategies:
        at, below = strategy.situation, rows - play.max_rise
        made = points_policy(result.rules, play, at, strategy.value, below)
        tables[at.on_board, at.streak] = _fitted(made, play, moves)
    return tables


def full_tables(
    result: ExpectedScore, card: Sequence[CardTable], moves: TurnMoves, rows: int
) -> dict[Situation, TurnPolicy]:
    """Tables with `rows` rows that play by those of a card. They also bank at turn scores that may
    not be banked, as `with_lines` needs them."""
    play, tables = result.play, {}
    for table in card:
        at, below = table.situation, rows - play.max_rise
        made = table_policy(result, table, below, anywhere=True)
        tables[at.on_board, at.streak] = _fitted(made, play, moves)
    return tables


def _fitted(table: TurnPolicy, have: TurnMoves, want: TurnMoves) -> TurnPolicy:
    """The table with columns for the hot dice counts of `want`, which may tell more apart."""
    count, dice = np.divmod(np.arange(want.columns), want.dice)
    some = np.minimum(count, have.hot_counts - 1) * have.dice + dice
    return TurnPolicy(table.worth[:, some], table.banks[:, some], table.tolerance)


def _check_goal(recipe: Recipe, ruleset: Ruleset) -> None:
    """Refuse scores from which to go for the goal if the rules have no goal."""
    goes = recipe.go_for_it
    if ruleset.goal is None and isinstance(goes, Thresholds) and goes != Thresholds():
        raise UnsolvableError(
            f"the policy {recipe.name} has go_for_it: scores from which to go for the goal, and "
            "these rules have none. Leave them out: go_for_it: {} plays the last turn to win"
        )
    if ruleset.goal is None and recipe.by_scores:
        raise UnsolvableError(
            f"the policy {recipe.name} has by_scores, which looks at both scores on the way to a "
            "goal, and these rules have none. Leave it out"
        )


def _thresholds(recipe: Recipe, dice: int, worked_out: GoForIt | None) -> GoForIt | None:
    if recipe.go_for_it is None:
        return None
    return worked_out if recipe.go_for_it == "full-table" else recipe.go_for_it.numbers(dice)


def _preference(recipe: Recipe, moves: TurnMoves, rows: int) -> NDArray[np.float64]:
    """float64[rows, columns]: what states are worth by the points or the dice that were set aside,
    or by what a card says."""
    points = np.arange(rows)[:, None] * float(moves.unit)
    if isinstance(recipe.keep, KeepRule):
        worth = np.repeat(points, moves.columns, axis=1)
        for column in range(moves.columns):
            values = recipe.keep.values(int(moves.sizes[column]))
            scores = [score for score, _ in values]
            place = np.searchsorted(scores, points[:, 0], side="right") - 1
            worth[:, column] += np.array([value for _, value in values])[np.maximum(place, 0)]
        return worth
    left = moves.sizes % moves.most_dice  # no dice left: all of them are rolled
    more = rows * float(moves.unit) if recipe.keep == "everything" else 0.0
    preference: NDArray[np.float64] = points - more * left
    return preference


def _rule_holds(rule: BankRule, moves: TurnMoves, rows: int) -> NDArray[np.bool_]:
    """bool[rows, columns]: where a rule asks to bank, allowed or not."""
    points = np.arange(rows)[:, None] * moves.unit
    dice = moves.sizes
    holds = np.zeros((rows, moves.columns), bool)
    if rule.at is not None:
        holds |= points >= rule.at
    if rule.below_dice is not None:
        holds |= dice < rule.below_dice
    for number, least in rule.by_dice.items():
        holds |= (dice == number) & (points >= least)
    return holds
