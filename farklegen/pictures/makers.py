"""What makes the picture of a ruleset, by kind: a function here, and a line in `MAKERS`."""

from __future__ import annotations

from collections.abc import Callable

from farklegen.pictures.length import length_picture
from farklegen.pictures.memory import memory_picture
from farklegen.pictures.picture import Picture
from farklegen.pictures.regions import regions_picture
from farklegen.pictures.turn import turn_picture
from farklegen.pictures.value import value_picture
from farklegen.pictures.win import win_picture
from farklegen.solvers.match.planes import chance_plane
from farklegen.study.study import Study


def _regions(study: Study) -> Picture:
    return regions_picture(study.loaded, study.solution.rules.moves.unit, study.regions)


def _value(study: Study) -> Picture:
    return value_picture(study.analysis)


def _turn(study: Study) -> Picture:
    return turn_picture(study.analysis)


def _win(study: Study) -> Picture:
    return win_picture(study.loaded, chance_plane(study.solution))


def _length(study: Study) -> Picture:
    return length_picture(study.loaded, study.length)


def _memory(study: Study) -> Picture:
    return memory_picture(study.analysis, study.frontier)


MAKERS: dict[str, Callable[[Study], Picture]] = {
    "regions": _regions,
    "value": _value,
    "turn": _turn,
    "win": _win,
    "length": _length,
    "memory": _memory,
}
"""The kinds of pictures of one ruleset."""
