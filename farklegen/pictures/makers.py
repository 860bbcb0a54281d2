"""The kinds of pictures, the rules for which there are none, and what makes each."""

from __future__ import annotations

from collections.abc import Callable

from farklegen.cards.card import Analysis
from farklegen.pictures.file import Picture
from farklegen.pictures.planes import regions_picture, win_picture
from farklegen.pictures.spreads import length_picture, turn_picture
from farklegen.pictures.value import value_picture
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.match.length import check_length
from farklegen.solvers.match.planes import chance_plane
from farklegen.solvers.process import penalty_in_points
from farklegen.study.study import Study


def check_kind(kind: str, ruleset: Ruleset) -> None:
    """Refuse, before anything is worked out, rules that have no picture of a kind."""
    if kind == "length":
        check_length(ruleset, instead="choose another kind of picture")


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
