"""`farklegen odds`: how often each combination is thrown."""

from __future__ import annotations

from farklegen.api import turns
from farklegen.cli.writing import shows

EXAMPLES = (
    ("farklegen odds facebook", "as per cent and as 1 in so many"),
    ("farklegen odds basic --dice 3", "of a roll of three dice"),
    ("farklegen odds ours.yaml -o odds.csv", "for a spreadsheet"),
)


odds = shows(turns.odds)
