"""A ruleset against a player who brings other dice: the same questions, another match."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from farklegen.study import two_sets
from farklegen.study.study import Study

if TYPE_CHECKING:
    from collections.abc import Mapping

    from farklegen.solvers.duel.duel import Arena
    from farklegen.solvers.match.solution import MatchSolution
    from farklegen.solvers.match.two_sets import TwoSets
    from farklegen.store.match_file import MatchKey


class Facing(Study):
    """A study of my dice whose match is that against other dice: what cards win, and the scores
    from which to go for the goal, are meant against these.

    Args:
        mine: the rules with my dice.
        their_dice: those of the opponent, by name.

    Raises:
        UnsolvableError: for rules with which such matches are not solved.
    """

    def __init__(self, mine: Study, their_dice: Mapping[str, int]) -> None:
        from farklegen.solvers.match.two_sets import check_two_sets

        check_two_sets(mine.ruleset)
        super().__init__(mine.loaded, step=mine.step, threads=mine._threads, kept=mine.kept)
        self.their_dice = their_dice
        self.theirs = mine.bringing(their_dice)

    @cached_property
    def match(self) -> TwoSets:
        """The match by both players."""
        return self.against(self.their_dice)

    @cached_property
    def solution(self) -> MatchSolution:
        """The match, by the player with my dice."""
        return self.match.mine

    @cached_property
    def arena(self) -> Arena:
        """The match in which my policies meet theirs."""
        from farklegen.solvers.duel.duel import Arena

        opponent = None
        for solution, tables in (
            (self.match.theirs, self.theirs.tables),
            (self.match.mine, self.tables),
        ):
            opponent = Arena(
                solution, tables, threads=self.threads, progress=self.progress, opponent=opponent
            )
        assert opponent is not None
        return opponent

    @property
    def match_key(self) -> MatchKey:
        """What the match is found by in the store."""
        return two_sets.key_of(self.loaded, self.theirs.loaded)

    def keyed(self, key: MatchKey) -> MatchKey:
        """Results are found by their dice, too."""
        their = {"theirs": self.theirs.loaded.fingerprint, "two_sets": self.match_key.solver}
        key = super().keyed(key)
        return replace(key, parameters={**key.parameters, **their})
