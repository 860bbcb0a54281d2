"""The go-for-it thresholds of a card, found and measured in the solved match."""

from __future__ import annotations

from functools import partial

from farklegen.cards.analysis import Analysis
from farklegen.cards.go_for_it import FoundThresholds, ThresholdSearch, score_step, without_goal
from farklegen.cards.players import full_table_player
from farklegen.cards.price import Chances, MatchPrice
from farklegen.policies.policy import PERFECT, GoForIt
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.duel.duel import Arena
from farklegen.solvers.match.planes import bank_by_lead
from farklegen.solvers.progress import Progress, silent


def easier_to_search(ruleset: Ruleset, *, streaks: bool) -> Ruleset:
    """The rules in whose match to look for cards where a duel takes long in the real one: nothing
    is taken over, no bank has to beat another, and without `streaks` no farkle costs points.

    Args:
        ruleset: the rules.
        streaks: whether farkles in a row are counted.
    """
    bank, farkle = ruleset.bank.model_copy(update={"beat_previous": False}), ruleset.farkle
    if not streaks:
        farkle = farkle.model_copy(update={"streak": None, "penalty": 0})
    return ruleset.model_copy(update={"piggyback": "none", "bank": bank, "farkle": farkle})


def thresholds_in(analysis: Analysis, arena: Arena, progress: Progress = silent) -> FoundThresholds:
    """The go-for-it thresholds of a card that win most in a solved match."""
    expected = analysis.expected
    player = partial(full_table_player, expected, analysis.card, arena.moves, arena.rows)
    if analysis.loaded.ruleset.goal is None:  # nothing to go for but the last turn
        return without_goal(arena, player)
    return ThresholdSearch(arena, player, expected.points_per_turn, progress).find()


def match_price(
    analysis: Analysis,
    arena: Arena,
    alike: FoundThresholds | None = None,
    progress: Progress = silent,
) -> MatchPrice:
    """Find the thresholds of a card, and measure it.

    Args:
        analysis: the card.
        arena: the solved match.
        alike: thresholds from an easier match, where many duels would take too long in this one.
        progress: how far it is.
    """
    solution, ruleset = arena.solution, analysis.loaded.ruleset
    found = alike or thresholds_in(analysis, arena, progress)
    go_for_it, alone, duel = found.go_for_it, found.alone, found.duel
    if alike is not None:
        player = partial(
            full_table_player, analysis.expected, analysis.card, arena.moves, arena.rows
        )
        progress(0.0, "measuring the card")
        alone = arena.meet(player(None), PERFECT)
        progress(0.5, "measuring the card")
        duel = arena.meet(player(go_for_it), PERFECT)
        if duel.average <= alone.average:  # what helps in the easier match may harm in this one
            dice = len(go_for_it.mine)
            go_for_it = GoForIt((None,) * dice, (None,) * dice)
            duel = arena.meet(player(go_for_it), PERFECT)
    return MatchPrice(
        go_for_it,
        score_step(ruleset),
        Chances.of(alone),
        Chances.of(duel),
        Chances(*arena.perfect),
        max(alone.error, duel.error, solution.certificate.error_bound),
        found.duels,
        bank_by_lead(solution) if ruleset.goal is None else None,
    )
