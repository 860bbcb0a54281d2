"""`farklegen solve`: who wins a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.api import matches
from farklegen.api.arguments import Asked
from farklegen.cli.writing import of_match, shows

if TYPE_CHECKING:
    from farklegen.study.estimate import Estimate
    from farklegen.study.study import Study

EXAMPLES = (
    ("farklegen solve basic", "who wins, and the fair head start"),
    ("farklegen solve basic --length", "and how many turns a game takes"),
    ("farklegen solve basic --players 3", "three players, each playing to win"),
)


def _ahead(study: Study, asked: Asked) -> Estimate | None:
    from farklegen.study.estimate import estimate

    ahead = of_match(study, asked)
    if ahead is not None and asked["length"]:
        ahead += estimate(study, ("length",))
    if ahead is not None and asked["head_start"] and not study.has_head_start:
        ahead += estimate(study.with_head_starts(), ("match",))
    return ahead


solve = shows(matches.solve, "solving the match", _ahead)
