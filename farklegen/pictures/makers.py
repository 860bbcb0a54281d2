"""What makes the picture of a ruleset, by kind. A new one is a function here and a line in `KINDS`.

The slow things (a solved match, shorter cards) come from `Sources`, so that whoever asks decides
where they are kept and who is told how far they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from farklegen.cards.analysis import Analysis, analyse
from farklegen.cards.memory import Frontier
from farklegen.pictures.length import length_picture
from farklegen.pictures.memory import memory_picture
from farklegen.pictures.picture import Picture
from farklegen.pictures.regions import regions_picture
from farklegen.pictures.turn import turn_picture
from farklegen.pictures.value import value_picture
from farklegen.pictures.win import win_picture
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.match.length import GameLength
from farklegen.solvers.match.planes import BankRegions, chance_plane
from farklegen.solvers.match.solution import MatchSolution


class Sources(Protocol):
    """Where the slow results come from. Each raises UnsolvableError where there is no answer."""

    def solution(self, loaded: LoadedRuleset) -> MatchSolution:
        """The match of two perfect players."""

    def regions(self, solution: MatchSolution) -> BankRegions:
        """Where to bank, over both scores."""

    def length(self, loaded: LoadedRuleset) -> GameLength:
        """How many turns a match takes."""

    def frontier(self, analysis: Analysis) -> Frontier:
        """The best cards for every count of numbers."""


def _regions(loaded: LoadedRuleset, sources: Sources) -> Picture:
    solution = sources.solution(loaded)
    return regions_picture(loaded, solution.rules.moves.unit, sources.regions(solution))


def _value(loaded: LoadedRuleset, _sources: Sources) -> Picture:
    return value_picture(analyse(loaded))


def _turn(loaded: LoadedRuleset, _sources: Sources) -> Picture:
    return turn_picture(analyse(loaded))


def _win(loaded: LoadedRuleset, sources: Sources) -> Picture:
    return win_picture(loaded, chance_plane(sources.solution(loaded)))


def _length(loaded: LoadedRuleset, sources: Sources) -> Picture:
    return length_picture(loaded, sources.length(loaded))


def _memory(loaded: LoadedRuleset, sources: Sources) -> Picture:
    analysis = analyse(loaded)
    return memory_picture(analysis, sources.frontier(analysis))


MAKERS: dict[str, Callable[[LoadedRuleset, Sources], Picture]] = {
    "regions": _regions,
    "value": _value,
    "turn": _turn,
    "win": _win,
    "length": _length,
    "memory": _memory,
}
"""The kinds of pictures of one ruleset."""
