"""`farklegen simulate`: games played with rolled dice."""

from __future__ import annotations

from farklegen.api import players
from farklegen.cli.writing import of_policies, shows

EXAMPLES = (
    ("farklegen simulate basic", "the card against perfect play"),
    ("farklegen simulate ours.yaml --me card --opponent bank-at-300", "against a simple habit"),
    ("farklegen simulate basic --games 1,000,000 --seed 7", "more games, with other dice"),
    ("farklegen simulate basic --players 5 --opponent bank-at-300", "against four such habits"),
)


simulate = shows(players.simulate, "playing", of_policies)
