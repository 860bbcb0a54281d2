"""`farklegen duel`: one way of playing against another, exactly."""

from __future__ import annotations

from farklegen.api import players
from farklegen.cli.writing import of_policies, shows

EXAMPLES = (
    ("farklegen duel basic --me card", "the card that table prints against perfect play"),
    ("farklegen duel basic --me bank-at-300 --opponent points-only", "two others"),
    ("farklegen duel basic --me card --opponent card --best-response", "and who knows the card"),
)


duel = shows(
    players.duel, "solving the match", lambda study, asked: of_policies(study, asked, "duel")
)
