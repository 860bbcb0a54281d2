"""Players made for one match: from a recipe to a policy with the tables that the match needs."""

from __future__ import annotations

from farklegen.cards.card import make_card
from farklegen.cards.players import ShortPlayer, make_player
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
    short: ShortPlayer | None = None,
) -> Policy:
    """The player of a recipe in this match.

    Args:
        recipe: how to play.
        plan, tables: the match.
        go_for_it: the thresholds worked out for the card, needed where `recipe.needs_go_for_it`.
        expected: the best expected score, where it is known already.
        short: the player by the short card, needed where `recipe.short`.

    Raises:
        UnsolvableError: if the recipe goes by something that these rules do not have.
    """
    ruleset = plan.rules.ruleset
    if expected is None and recipe.needs_expected:
        expected = score_to_play_by(ruleset, tables)
    card = make_card(ruleset, expected) if expected is not None and recipe.needs_card else None
    moves, rows = policy_moves(plan, tables), table_rows(plan)
    return make_player(recipe, ruleset, expected, card, moves, rows, go_for_it, short)
