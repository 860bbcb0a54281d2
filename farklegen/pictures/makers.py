"""The kinds of pictures, and what makes each."""

from __future__ import annotations

from collections.abc import Callable

from farklegen.cards.card import Analysis
from farklegen.pictures.file import Picture
from farklegen.pictures.planes import regions_picture, win_picture
from farklegen.pictures.spreads import length_picture, turn_picture
from farklegen.pictures.value import value_picture
from farklegen.solvers.match.planes import chance_plane
from farklegen.solvers.process import penalty_in_points
from farklegen.study.study import Study


def _by_points(study: Study) -> Analysis:
    """The card of rules that have an expected score; others are refused."""
    penalty_in_points(study.ruleset)
    return study.analysis


MAKERS: dict[str, Callable[[Study], Picture]] = {
    "regions": lambda study: regions_picture(
        study.loaded, study.solution.rules.moves.unit, study.regions
    ),
    "value": lambda study: value_picture(_by_points(study)),
    "turn": lambda study: turn_picture(_by_points(study)),
    "win": lambda study: win_picture(study.loaded, chance_plane(study.solution)),
    "length": lambda study: length_picture(study.loaded, study.length),
}
"""The kinds of pictures of one ruleset."""
