"""Many rulesets: side by side, and swept over a grid."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from farklegen.api.loading import Reference, load
from farklegen.measures.comparison import Comparison
from farklegen.measures.comparison import compare as side_by_side
from farklegen.report.sweep import SweepResult
from farklegen.solvers.arguments import Arguments, compared, two_places
from farklegen.solvers.progress import Progress, Report, labelled, silent, unheard
from farklegen.study.study import Study
from farklegen.sweeps.running import run_sweep
from farklegen.sweeps.spec import Sweep, read_sweep


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
    """
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
    """
    arguments = Arguments()
    rules = arguments.several("rules", rules)
    arguments.listeners(progress, report)
    arguments.check()
    found = tuple(Study(load(each)) for each in rules)
    for study in found:
        study.listen(labelled(study.loaded.slug, progress), report)
    return found


def load_sweep(spec: str | os.PathLike[str]) -> Sweep:
    """Read a sweep file: the rules to start from, the keys to vary, the measures."""
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

    Rows are written as they come; the same call goes on from there. Worker processes read the
    script anew, so it needs the usual `if __name__ == "__main__":`.

    Args:
        spec: a sweep file, or what `load_sweep` gave.
        target: the CSV file.
        jobs: worker processes; one for each core by default, with 1 none but this one.
        scheduler: address of a Dask cluster that does the work in their place.
        restart: throw away the rows that an earlier run has finished.
    """
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
    return run_sweep(
        found, Path(target), progress or silent, report or unheard,
        jobs=jobs, scheduler=scheduler, restart=restart,
    )  # fmt: skip
