"""Players made for one match: from a recipe to a policy with the tables that the match needs."""

from __future__ import annotations

from farklegen.cards.card import make_card
from farklegen.cards.players import CardPlayer, make_player
from farklegen.policies.policy import GoForIt, Policy
from farklegen.policies.recipe import Recipe
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.duel.state_policy import policy_moves, table_rows
from farklegen.solvers.expected import ExpectedScore, score_to_play_by
from farklegen.solvers.match.plan import MatchPlan


def match_player(
    recipe: Recipe,
    plan: MatchPlan,
    tables: ScoringTables,
    go_for_it: GoForIt | None = None,
    expected: ExpectedScore | None = None,
    by_card: CardPlayer | None = None,
) -> Policy:
    """The player of a recipe in this match.

    Args:
        recipe: how to play.
        plan, tables: the match.
        go_for_it: the thresholds of the full table, needed where `recipe.needs_go_for_it`.
        expected: the best expected score, where it is known already.
        by_card: makes the player by the card, needed where `recipe.card`.

    Raises:
        UnsolvableError: if the recipe goes by something that these rules do not have.
    """
    ruleset = plan.rules.ruleset
    if expected is None and recipe.needs_expected:
        expected = score_to_play_by(ruleset, tables)
    card = (
        make_card(ruleset, expected) if expected is not None and recipe.needs_full_table else None
    )
    moves, rows = policy_moves(plan, tables), table_rows(plan)
    return make_player(recipe, ruleset, expected, card, moves, rows, go_for_it, by_card)
