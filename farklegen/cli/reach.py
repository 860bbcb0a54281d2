"""`farklegen reach`: the chance of enough points in one turn."""

from __future__ import annotations

from farklegen.api import turns
from farklegen.cli.writing import shows

EXAMPLES = (
    ("farklegen reach basic --points 1000", "the best chance of 1,000 points in a turn"),
    (
        "farklegen reach basic --points 1000 --dice 2 --turn-score 600",
        "with two dice in hand and 600 points set aside",
    ),
    ("farklegen reach basic --points 5000 --rounds 10", "in ten turns together"),
)


reach = shows(turns.reach)
