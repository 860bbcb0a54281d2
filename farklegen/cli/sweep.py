"""`farklegen sweep`: a grid of rulesets, measured into a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from farklegen import api
from farklegen.api import comparing
from farklegen.api.arguments import Asked
from farklegen.cli.options import argument, asks, complete_files, complete_formats, option
from farklegen.cli.output import check_writable, destination
from farklegen.cli.progress import progress_bar
from farklegen.errors import ArgumentError

EXAMPLES = (
    ("farklegen sweep pairs.yaml", "into pairs.csv, with all cores"),
    ("farklegen sweep pairs.yaml -o rows.csv", "into another file"),
    ("farklegen sweep pairs.yaml --scheduler 127.0.0.1:8786", "on a Dask cluster"),
)


@asks(comparing.sweep)
def sweep(
    asked: Asked,
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
    format: Annotated[
        str | None,
        option(
            "--format FORMAT",
            "Of the summary on standard output: text, markdown, csv, json or html. Default: text.",
            complete_formats,
        ),
    ] = None,
) -> None:
    place = destination(format, None)
    output = target or f"{Path(spec).stem}.csv"
    if Path(output).suffix.lower() not in ("", ".csv"):
        raise ArgumentError(f"-o: the rows are CSV; end {output} in .csv")

    from farklegen.report.sweep import sweep_document

    loaded = api.load_sweep(spec)
    check_writable(output, keep=[spec, *([loaded.base_file] if loaded.base_file else [])])
    with progress_bar("starting", tells_stop=True) as bar:
        result = api.sweep(
            loaded,
            output,
            **asked | {"progress": bar, "report": bar.say},
        )
    place.emit(sweep_document(result))
