"""`farklegen sweep`: a grid of rulesets, measured into a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from farklegen import api
from farklegen.cli.options import (
    Numbers,
    UsageProblemError,
    argument,
    complete_files,
    complete_formats,
    option,
)
from farklegen.cli.output import check_writable, destination
from farklegen.cli.progress import progress_bar
from farklegen.solvers.arguments import two_places

EXAMPLES = (
    ("farklegen sweep pairs.yaml", "into pairs.csv, with all cores"),
    ("farklegen sweep pairs.yaml -o rows.csv", "into another file"),
    ("farklegen sweep pairs.yaml --scheduler 127.0.0.1:8786", "on a Dask cluster"),
)

MOST_JOBS = 1024


def sweep(
    spec: Annotated[
        str,
        argument(
            "SPEC",
            "A YAML file: the rules to start from, the keys to vary, the measures.",
            complete_files,
        ),
    ],
    target: Annotated[
        str | None,
        option(
            "--output -o FILE",
            "The CSV file for the rows. Default: SPEC's name with .csv, in this folder.",
        ),
    ] = None,
    jobs: Annotated[
        str | None,
        option("--jobs N", "Rulesets measured at the same time. Default: one for each core."),
    ] = None,
    scheduler: Annotated[
        str | None,
        option(
            "--scheduler ADDRESS",
            "Let the workers of a Dask cluster do it, such as 127.0.0.1:8786.",
        ),
    ] = None,
    restart: Annotated[
        bool,
        option("--restart", "Throw away the rows that an earlier run has finished."),
    ] = False,
    format: Annotated[
        str | None,
        option(
            "--format FORMAT",
            "Of the summary on standard output: text, markdown, csv, json or html. Default: text.",
            complete_formats,
        ),
    ] = None,
) -> None:
    """Many rulesets measured: one row for each combination of values.

    A SPEC is a YAML file with a base, the keys of the rules to vary with their values, and the
    measures. Finished rows are written as they come: a sweep that was stopped, even by a power cut,
    goes on where it was when you give the same command again.
    """
    numbers = Numbers()
    workers = numbers.whole("--jobs", jobs, least=1, most=MOST_JOBS)
    numbers.check()
    if workers is not None and scheduler is not None:
        raise UsageProblemError(two_places())
    place = destination(format, None)
    output = target or f"{Path(spec).stem}.csv"

    from farklegen.report.sweep import sweep_document

    loaded = api.load_sweep(spec)
    check_writable(output, keep=[spec, *([loaded.base_file] if loaded.base_file else [])])
    with progress_bar("starting", tells_stop=True) as bar:
        result = api.sweep(
            loaded,
            output,
            jobs=workers,
            scheduler=scheduler,
            restart=restart,
            progress=bar,
            report=bar.say,
        )
    place.emit(sweep_document(result))
