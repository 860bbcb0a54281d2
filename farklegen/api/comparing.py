"""Many rulesets: side by side, and swept over a grid."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from farklegen.api import arguments as takes
from farklegen.api.arguments import ANY, PATH, Asked, Reference, question
from farklegen.api.loading import load, study_of
from farklegen.errors import named
from farklegen.solvers.progress import Labelled, expect, silent, unheard

if TYPE_CHECKING:
    from farklegen.api.classes import Comparison, Study, Sweep, SweepResult


SEVERAL = "a list of rulesets, such as ['basic', 'facebook']"
Spec = Annotated["str | os.PathLike[str] | Sweep", ANY]


def _compare(asked: Asked) -> Iterator[str]:
    example = named("farklegen.compare(['basic', 'facebook'])", "farklegen compare basic facebook")
    if len(asked["rules"]) < 2:
        yield f"compare puts rulesets side by side; name two or more, such as: {example}"


@question(_compare)
def compare(
    rules: Annotated[
        Sequence[Reference],
        takes.Kind(
            "RULES...",
            "Two or more: YAML files, names of built-in rules, or - for standard input.",
            "two or more rulesets, such as basic and facebook", (list, tuple),
        ),
    ],
    *,
    quick: Annotated[
        bool, takes.Flag("Leave out the match: who wins, how long it takes, what skill is worth.")
    ] = False,
    progress: takes.Hearing | None = None,
    report: takes.Telling | None = None,
) -> Comparison:  # fmt: skip
    """Rulesets side by side, and where they differ.

    First the rules where they differ, points per turn, farkles, when to bank, and where the best
    play differs. Then, once the matches are solved, who wins, how long a game takes, how often the
    lead changes, what the card needs, and what skill is worth. If a ruleset does not allow one of
    these, a note says why.
    """
    from farklegen.report.compare import compare as side_by_side
    from farklegen.study.estimate import estimate_multiplayer

    known = [study_of(each) for each in rules]
    for study in known:
        if progress is not None or report is not None:
            study.listen(progress and Labelled(study.loaded.slug, progress), report)
    if progress is not None and not quick:
        ahead = estimate_multiplayer(known, ("match", "length", "ladder", "skill"), labelled=True)
        expect(progress, ahead)
    return side_by_side(known, quick=quick, progress=progress or silent)


@question()
def studies(
    rules: Annotated[Sequence[Reference], takes.Kind("", "", SEVERAL, (list, tuple))],
    *,
    progress: takes.Hearing | None = None,
    report: takes.Telling | None = None,
) -> tuple[Study, ...]:
    """Rulesets of which anything can be asked, each thing worked out once, when it is asked for.

    Solved matches, lengths of games, prices of cards and duels are kept on disk.
    """
    from farklegen.study.study import Study

    made = tuple(Study(load(each)) for each in rules)
    for study in made:
        study.listen(Labelled(study.loaded.slug, progress), report)
    return made


@question()
def load_sweep(
    spec: Annotated[str | os.PathLike[str], takes.Kind("", "", "the path of a sweep file", PATH)],
) -> Sweep:
    """Read a sweep file: the rules to start from, the keys to vary, the measures."""
    from farklegen.sweeps.spec import read_sweep

    return read_sweep(spec)


def _sweep(asked: Asked) -> Iterator[str]:
    if asked["jobs"] is not None and asked["scheduler"] is not None:
        yield (
            f"{named('jobs')} is about this machine, {named('scheduler')} about a cluster; leave "
            "one of them out"
        )


@question(_sweep)
def sweep(
    spec: Spec,
    target: Annotated[
        str | os.PathLike[str], takes.Kind("", "", "the path of a file to write", PATH)
    ],
    *,
    jobs: Annotated[
        int,
        takes.Whole(
            "N", "Rulesets measured at the same time. Default: one for each core.", 1, 1024
        ),
    ] | None = None,
    scheduler: Annotated[
        str,
        takes.Kind(
            "ADDRESS", "A Dask cluster that does the work, such as 127.0.0.1:8786.",
            "the address of a Dask cluster, or None", (str,),
        ),
    ] | None = None,
    restart: Annotated[
        bool, takes.Flag("Throw away the rows that an earlier run has finished.")
    ] = False,
    progress: takes.Hearing | None = None,
    report: takes.Telling | None = None,
) -> SweepResult:  # fmt: skip
    """Many rulesets measured: one row for each combination of values.

    A SPEC is a YAML file with a base, the keys of the rules to vary with their values, and the
    measures. Each row is written as soon as it is finished. If a sweep was stopped, even by a power
    cut, give the same command again: it goes on where it was.
    """
    from pathlib import Path

    from farklegen.sweeps.running import run_sweep
    from farklegen.sweeps.spec import Sweep

    return run_sweep(
        spec if isinstance(spec, Sweep) else load_sweep(spec), Path(target), progress or silent,
        report or unheard, jobs=jobs, scheduler=scheduler, restart=restart,
    )  # fmt: skip
