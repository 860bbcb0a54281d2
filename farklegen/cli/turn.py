"""`farklegen turn`: the complete strategy of one turn of a match."""

from __future__ import annotations

from farklegen.api import matches
from farklegen.cli.writing import of_match, shows

EXAMPLES = (
    ("farklegen turn basic --mine 8000 --theirs 9500", "how to play this turn"),
    ("farklegen turn basic --mine 8000 --theirs 9500 -o turn.csv", "for a spreadsheet"),
    ("farklegen turn basic --players 3 --mine 8000 --theirs 9500,7000", "against two others"),
)


turn = shows(matches.turn, "working", of_match)
