"""The match solver as tests ask it."""

from __future__ import annotations

from campaign import match as campaign
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.game.solution import MatchSolution


def solve(ruleset: Ruleset) -> MatchSolution:
    """The solver under test, more exactly than by default."""
    return campaign.solve(ruleset, tolerance=1e-12)
