"""One ruleset, and what has been worked out about it: each thing once, and only if it is asked for.

The slow things (a solved match, what a card costs) come from `Sources`: the caller
decides where they are kept and who is told how far they are.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

from farklegen.cards.analysis import Analysis, analyse
from farklegen.cards.price import Chances, MatchPrice
from farklegen.results import Shown
from farklegen.rules.loading import LoadedRuleset
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.odds import DiceOdds, odds
from farklegen.solvers.expected import ExpectedScore, expected_score
from farklegen.solvers.match.length import GameLength, check_length
from farklegen.solvers.match.solution import HeadStart, MatchSolution
from farklegen.solvers.thresholds import Ranges, bank_ranges


class Sources(Protocol):
    """Where the slow results come from. Each raises UnsolvableError where there is no answer."""

    def solution(self, loaded: LoadedRuleset) -> MatchSolution:
        """The match of two perfect players."""

    def length(self, loaded: LoadedRuleset) -> GameLength:
        """How many turns it takes."""

    def price(self, analysis: Analysis) -> MatchPrice:
        """What the card costs in a match, and its thresholds."""

    def chances(self, loaded: LoadedRuleset, me: str, opponent: str) -> Chances:
        """How often one policy wins against another; both by name."""


class Study(Shown):
    """One ruleset under study. Every attribute is worked out when it is first asked for.

    Args:
        loaded: the rules.
        sources: where the slow results come from.
    """

    def __init__(self, loaded: LoadedRuleset, sources: Sources) -> None:
        self.loaded = loaded
        self._sources = sources
        self._chances: dict[tuple[str, str], Chances] = {}

    @cached_property
    def expected(self) -> ExpectedScore:
        """The best expected score; without the card, half as long. Raises UnsolvableError."""
        return expected_score(self.loaded.ruleset, compile_scoring(self.loaded.ruleset))

    @cached_property
    def analysis(self) -> Analysis:
        """Best expected score and the card. Raises UnsolvableError."""
        return analyse(self.loaded, expected=self.expected)

    @cached_property
    def bank(self) -> tuple[Ranges, ...]:
        """Where to bank, most dice first, for a player on the board who did not farkle just before.
        Raises UnsolvableError.
        """
        return bank_ranges(self.loaded.ruleset, self.expected, self.expected.strategies[0])

    @cached_property
    def odds(self) -> tuple[DiceOdds, ...]:
        """What rolls hold, for 1, 2, ... dice."""
        return odds(self.loaded.ruleset)

    @cached_property
    def solution(self) -> MatchSolution:
        """The match of two perfect players. Raises UnsolvableError."""
        return self._sources.solution(self.loaded)

    @cached_property
    def head_start(self) -> HeadStart:
        """The points for the second player that make the match fair. Raises UnsolvableError."""
        return self.solution.head_start()

    @cached_property
    def length(self) -> GameLength:
        """How many turns a match takes. Raises UnsolvableError."""
        check_length(self.loaded.ruleset, instead="")
        return self._sources.length(self.loaded)

    @cached_property
    def price(self) -> MatchPrice:
        """What the card costs in a match. Raises UnsolvableError."""
        return self._sources.price(self.analysis)

    def chances(self, me: str, opponent: str = "optimal") -> Chances:
        """How often one policy wins against another; both by name. Raises UnsolvableError."""
        key = (me, opponent)
        if key not in self._chances:
            self._chances[key] = self._sources.chances(self.loaded, me, opponent)
        return self._chances[key]
