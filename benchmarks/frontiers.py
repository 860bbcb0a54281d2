"""What lines that look at both scores bring: the rows of the table in `docs/score-lines.md`.

`python -m benchmarks.frontiers RULES...` prints, for each ruleset, how often the best card of its
ladder with at most so many numbers wins against perfect play, without lines and with them.
"""

from __future__ import annotations

import sys

import farklegen
from farklegen.cards.short import Ladder
from farklegen.cards.short_search import find_ladder
from farklegen.study.study import Study

NUMBERS = (2, 3, 5, 8, 12)
"""Numbers on a card at most, one for each column."""


def row(study: Study) -> str:
    """The row of a ruleset."""
    plain, lined = (
        find_ladder(study.analysis, study.chain, study.arena, lines=lines)
        for lines in (False, True)
    )
    cells = [f"{_best(plain, most):.2%} / {_best(lined, most):.2%}" for most in NUMBERS]
    mark = " †" if any(rung.way.last for rung in plain.rungs) else ""
    return f"| `{study.loaded.slug}`{mark} | {' | '.join(cells)} |"


def _best(ladder: Ladder, most: int) -> float:
    """The chance to win of the best card with at most so many numbers."""
    rungs = (*ladder.rungs, ladder.everything)
    return max(
        rung.chances.average for rung in rungs if rung.chances is not None and rung.numbers <= most
    )


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(row(Study(farklegen.load(name))), flush=True)
