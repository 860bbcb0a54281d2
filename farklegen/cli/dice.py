"""`farklegen dice`: which of the dice that one owns to bring."""

from __future__ import annotations

from farklegen.api import matches
from farklegen.cli.writing import shows

EXAMPLES = (
    ("farklegen dice kingdom-come-2 --own lucky=3,odd=2,ordinary=6", "the best six of eleven"),
    ("farklegen dice kingdom-come-2 --own weighted=1,odd=1,ordinary=6 --best 3", "the three best"),
)


dice = shows(matches.best_dice, "comparing sets of dice")
