"""Many rulesets: side by side, and swept over a grid."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from farklegen.api.loading import load
from farklegen.api.matches import length_of
from farklegen.api.players import PLAYING, arena_of, card_price, card_thresholds
from farklegen.api.reference import unheard
from farklegen.solvers.arguments import Arguments, compared, two_places

if TYPE_CHECKING:
    from farklegen.api.reference import Reference
    from farklegen.cards.analysis import Analysis
    from farklegen.cards.price import Chances, MatchPrice
    from farklegen.measures.comparison import Comparison
    from farklegen.measures.study import Study
    from farklegen.report.sweep import SweepResult
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.solvers.duel.duel import Arena
    from farklegen.solvers.match.length import GameLength
    from farklegen.solvers.match.solution import MatchSolution
    from farklegen.solvers.progress import Progress
    from farklegen.store.matches import Report
    from farklegen.sweeps.spec import Sweep


def compare(
    rules: Sequence[Reference | Study],
    *,
    quick: bool = False,
    progress: Progress | None = None,
    report: Report | None = None,
) -> Comparison:
    """Rulesets side by side: rules, turns, matches, skill, and where the best play differs.

    What a ruleset does not allow, its measures say why; the rest is there all the same.

    Args:
        rules: two or more rulesets, or studies of them, of which nothing is worked out twice.
        quick: leave out whatever needs a solved match.
        progress, report: as for `solve`; studies tell theirs how far a match is.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        FileProblemError, RulesetError: if the rules cannot be read.
    """
    from farklegen.measures.comparison import compare as side_by_side
    from farklegen.measures.study import Study
    from farklegen.solvers.progress import silent

    arguments = Arguments()
    rules = arguments.several("rules", rules, purpose=compared())
    arguments.truth("quick", quick)
    arguments.listeners(progress, report)
    arguments.check()
    known = [each for each in rules if isinstance(each, Study)]
    new = studies(
        [each for each in rules if not isinstance(each, Study)], progress=progress, report=report
    )
    found, made = iter(known), iter(new)
    return side_by_side(
        [next(found) if isinstance(each, Study) else next(made) for each in rules],
        quick=quick,
        progress=progress or silent,
    )


def studies(
    rules: Sequence[Reference],
    *,
    progress: Progress | None = None,
    report: Report | None = None,
) -> tuple[Study, ...]:
    """Rulesets of which anything can be asked, each thing worked out once, when it is asked for.

    Solved matches, lengths of games, prices of cards and duels are kept on disk.

    Args:
        rules: the rules.
        progress, report: as for `solve`; what is being done is told with the name of the rules.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        FileProblemError, RulesetError: if the rules cannot be read.
    """
    from farklegen.measures.study import Study

    arguments = Arguments()
    rules = arguments.several("rules", rules)
    arguments.listeners(progress, report)
    arguments.check()
    sources = _Kept(progress, report)
    return tuple(Study(load(each), sources) for each in rules)


class _Kept:
    """The slow results of studies: from the store, or worked out and kept there."""

    def __init__(
        self, progress: Progress | None, report: Report | None, *, labelled: bool = True
    ) -> None:
        self._progress = progress
        self._report = report
        self._labelled = labelled
        """Whether what is being done is told with the name of the rules."""
        self._arena: tuple[str, Arena] | None = None
        """The last one, with the fingerprint of its rules: they are large."""

    def _told(self, loaded: LoadedRuleset) -> Progress | None:
        """The progress of something about these rules."""
        listener = self._progress
        if listener is None or not self._labelled:
            return listener
        return lambda fraction, doing: listener(fraction, f"{loaded.slug}: {doing}")

    def solution(self, loaded: LoadedRuleset) -> MatchSolution:
        """See `Sources`."""
        from farklegen.scoring.compile import compile_scoring
        from farklegen.store.solutions import solution

        tables = compile_scoring(loaded.ruleset)
        return solution(loaded, tables, progress=self._told(loaded), report=self._report)

    def length(self, loaded: LoadedRuleset) -> GameLength:
        """See `Sources`."""
        told = self._told(loaded)
        return length_of(loaded, self.solution(loaded), None, told, self._report)

    def price(self, analysis: Analysis) -> MatchPrice:
        """See `Sources`."""
        return card_price(analysis, progress=self._told(analysis.loaded), report=self._report)

    def chances(self, loaded: LoadedRuleset, me: str, opponent: str) -> Chances:
        """See `Sources`."""
        from farklegen.policies.recipe import parse
        from farklegen.store import duels

        recipes = [parse(me), parse(opponent)]

        def work_out() -> Chances:
            from farklegen.cards.price import Chances
            from farklegen.cards.seating import match_player

            told = self._told(loaded)
            if self._arena is None or self._arena[0] != loaded.fingerprint:
                self._arena = None
                self._arena = (loaded.fingerprint, arena_of(loaded, None, told, self._report))
            arena = self._arena[1]
            goes = card_thresholds(loaded, recipes, told, self._report)
            players = [match_player(each, arena.plan, arena.tables, goes) for each in recipes]
            if told is not None:
                told(0.0, PLAYING)
            return Chances.of(arena.meet(*players))

        return duels.chances(loaded, recipes[0], recipes[1], work_out, self._report or unheard)


def kept_chances(
    loaded: LoadedRuleset,
    me: str,
    opponent: str,
    progress: Progress | None,
    report: Report | None,
) -> Chances:
    """How often one policy wins against another; kept on disk.

    Args:
        loaded: the rules.
        me, opponent: names or files of the policies.
        progress, report: as for `solve`.

    Raises:
        PolicyError: if a policy cannot be read.
        UnsolvableError: if policies are not evaluated in this match.
    """
    return _Kept(progress, report, labelled=False).chances(loaded, me, opponent)


def load_sweep(spec: str | os.PathLike[str]) -> Sweep:
    """Read a sweep file: the rules to start from, the keys to vary, the measures.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        FileProblemError: if there is nothing to read, or nothing that could be a sweep.
        SweepError: if it is not valid; carries every problem, those of the rules included.
    """
    from farklegen.sweeps.spec import read_sweep

    arguments = Arguments()
    arguments.text("spec", spec, "the path of a sweep file")
    arguments.check()
    return read_sweep(spec)


def sweep(
    spec: str | os.PathLike[str] | Sweep,
    target: str | os.PathLike[str],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    restart: bool = False,
    progress: Progress | None = None,
    report: Report | None = None,
) -> SweepResult:
    """Measure every ruleset of a sweep, one row each, and write the rows to a file.

    Finished rows are kept beside the file as they come; the same call goes on from there. Worker
    processes are started anew, so that a script needs the usual `if __name__ == "__main__":`.

    Args:
        spec: a sweep file, or what `load_sweep` gave.
        target: a `.csv` or `.parquet` file.
        jobs: worker processes; one for each core by default, with 1 none but this one.
        scheduler: address of a Dask cluster that does the work in their place.
        restart: throw away the rows that an earlier run has finished.
        progress, report: as for `solve`.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        FileProblemError, SweepError: as `load_sweep`; also if the rows cannot be written.
        FarklegenError: for another kind of file, a file that another sweep has begun or is writing,
            or workers that are not there.
    """
    from pathlib import Path

    from farklegen.solvers.progress import silent
    from farklegen.sweeps.running import Options, run_sweep
    from farklegen.sweeps.spec import Sweep

    arguments = Arguments()
    arguments.text("target", target, "the path of a file to write")
    jobs = arguments.whole("jobs", jobs)
    arguments.text("scheduler", scheduler, "the address of a Dask cluster, or None", optional=True)
    arguments.truth("restart", restart)
    arguments.listeners(progress, report)
    if jobs is not None and scheduler is not None:
        arguments.add(two_places())
    arguments.check()
    found = spec if isinstance(spec, Sweep) else load_sweep(spec)
    options = Options(Path(target), jobs, scheduler, restart)
    return run_sweep(found, options, progress or silent, report or unheard)
