"""What can be asked about one turn of a ruleset; how a study looks up and keeps what takes long."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from farklegen.results import Shown
from farklegen.solvers.progress import Progress, silent, unheard

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy.typing as npt

    from farklegen.cards.analysis import Analysis
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.rules.ruleset import Ruleset
    from farklegen.scoring.odds import DiceOdds
    from farklegen.scoring.tables import ScoringTables
    from farklegen.solvers.expected import ExpectedScore
    from farklegen.solvers.progress import Report
    from farklegen.solvers.thresholds import Ranges
    from farklegen.store.match_file import MatchKey, StoredMatch
    from farklegen.study.kind import ResultKind

Found = TypeVar("Found")

TOLERANCE = 1e-8
"""Error of every chance to win, if nothing else is asked for."""


class TurnStudy(Shown):
    """One turn of a ruleset under study.

    Attributes and methods raise UnsolvableError where the rules allow no answer.

    Args:
        loaded: the rules.
        floor: score below zero at which scores are cut off, where a penalty has no limit; points.
        tolerance: error of chances to win.
        head_starts: whether players off the board may have been given points.
        step: values on the card are rounded up to multiples of this, points; by default the
            greatest common divisor of points that a turn can bring.
        analysis: the card, where it is known already.
        threads: to work with; as many as there are cores by default.
        kept: whether what takes long is looked up in the store, and kept there.
        progress: is told how far the work is.
        report: takes lines for the person at the keyboard.
    """

    def __init__(
        self,
        loaded: LoadedRuleset,
        *,
        floor: int | None = None,
        tolerance: float | None = None,
        head_starts: bool = False,
        step: int | None = None,
        analysis: Analysis | None = None,
        threads: int | None = None,
        kept: bool = True,
        progress: Progress | None = None,
        report: Report | None = None,
    ) -> None:
        self.loaded = loaded
        self.floor = floor
        self.tolerance = tolerance or TOLERANCE
        self.head_starts = head_starts
        self.step = step if analysis is None else analysis.card.step
        self._analysis = analysis
        self.kept = kept
        self._threads = threads
        self.listen(progress, report)

    def listen(self, progress: Progress | None, report: Report | None) -> None:
        """From now on, tell these how far the work is, and no others."""
        self.progress = progress or silent
        self.report = report or unheard

    @property
    def ruleset(self) -> Ruleset:
        """The rules themselves."""
        return self.loaded.ruleset

    @property
    def threads(self) -> int:
        """Threads to work with."""
        from farklegen.solvers.match.match import usable_cores

        return self._threads or usable_cores()

    @cached_property
    def tables(self) -> ScoringTables:
        """The scoring tables."""
        from farklegen.scoring.compile import compile_scoring

        return compile_scoring(self.ruleset)

    @cached_property
    def odds(self) -> tuple[DiceOdds, ...]:
        """What rolls hold, for 1, 2, ... dice."""
        from farklegen.scoring.odds import odds

        return odds(self.ruleset)

    @property
    def expected(self) -> ExpectedScore:
        """The best expected score; without the card, half as long."""
        from farklegen.solvers.process import penalty_in_points

        penalty_in_points(self.ruleset)  # there is none where it is not a number
        return self.to_play_by

    @cached_property
    def to_play_by(self) -> ExpectedScore:
        """The score that cards and players by points go by."""
        from farklegen.solvers.expected import score_to_play_by

        return score_to_play_by(self.ruleset, self.tables)

    @cached_property
    def bank(self) -> tuple[Ranges, ...]:
        """Where to bank, most dice first, for a player on the board who did not farkle just
        before."""
        from farklegen.solvers.thresholds import bank_ranges

        return bank_ranges(self.ruleset, self.expected, self.expected.strategies[0])

    @cached_property
    def analysis(self) -> Analysis:
        """The best expected score and the card."""
        from farklegen.cards.analysis import analyse

        return self._analysis or analyse(self.loaded, self.step, self.to_play_by, self.tables)

    def _needs_equal_dice(self, what: str) -> None:
        from farklegen.rules.hands import refuse_mixed

        refuse_mixed(self.ruleset, what)

    def keyed(self, key: MatchKey) -> MatchKey:
        """What a result is found by in the store, given its key for this ruleset alone."""
        if self.tolerance == TOLERANCE:
            return key
        return replace(key, parameters={**key.parameters, "tolerance": self.tolerance})

    def _solved_or(
        self,
        solve: Callable[[Report], Found],
        key: MatchKey,
        tell: Callable[[Found], tuple[Mapping[str, Any], Mapping[str, npt.NDArray[Any]]]],
        read: Callable[[StoredMatch], Found],
    ) -> Found:
        """A solved match from the store, or solved and kept there; see `store.remembered`."""
        if not self.kept:
            return solve(self.report)
        from farklegen.store.remembered import remembered

        return remembered(
            key,
            solve,
            tell=tell,
            read=read,
            label=self.loaded.name,
            otherwise="the stored solution is of another kind and is computed anew",
            report=self.report,
        )

    def _kept_or(
        self, work_out: Callable[[], Found], kind: ResultKind[Found], key: MatchKey
    ) -> Found:
        """A result from the store, or worked out and kept there."""
        if not self.kept:
            return work_out()
        from farklegen.store.remembered import remembered

        return remembered(
            self.keyed(key),
            lambda _report: work_out(),
            tell=lambda found: (kind.tell(found), {}),
            read=lambda stored: kind.read(dict(stored.meta)),
            label=self.loaded.name,
            otherwise=f"{kind.words} in the store is of another kind and is worked out anew",
            report=self.report,
        )
