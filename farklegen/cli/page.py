"""`farklegen page`: one HTML file with card, advice at the table, explorer, odds and drill."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from farklegen import api
from farklegen.api import pictures
from farklegen.api.arguments import Asked
from farklegen.cli.options import Target, argument, asks, complete_rules, option, reference
from farklegen.cli.output import complain, destination, make_folder, utf8, write_file, write_text
from farklegen.cli.progress import progress_bar
from farklegen.errors import ArgumentError, UnsolvableError
from farklegen.solvers.progress import labelled

EXAMPLES = (
    ("farklegen page basic -o farkle.html", "for a phone or a computer, without a network"),
    ("farklegen page ours.yaml --quick -o ours.html", "card, odds and drill, at once"),
    ("farklegen page --all site", "every built-in ruleset and an index, for any web host"),
)


@asks(pictures.page, first="rules quick folder", without=["rules"])
def page(
    asked: Asked,
    rules: Annotated[
        str | None,
        argument("RULES", "A YAML file, the name of built-in rules, or -.", complete_rules),
    ] = None,
    folder: Annotated[
        str | None,
        option("--all DIR", "A page for each built-in ruleset, and index.html, into a folder."),
    ] = None,
    target: Target = None,
) -> None:
    quick = asked["quick"]
    if (rules is None) == (folder is None):
        raise ArgumentError("name the rules, or --all DIR for all built-in ones")
    if folder is not None:
        if target is not None:
            raise ArgumentError("-o names one page; with --all DIR the pages go into the folder")
        _every_page(Path(folder), quick=quick)
        return
    assert rules is not None
    if target in (None, "-") and sys.stdout is not None and sys.stdout.isatty():
        raise ArgumentError(
            "a page is nothing to show on a terminal; write it to a file: -o page.html"
        )
    if target not in (None, "-") and not target.lower().endswith((".html", ".htm")):
        raise ArgumentError(f"-o: {target!r} is no name of a page; end it in .html")
    place = destination("html", target, keep=[rules])

    from farklegen.pages.data import check_room
    from farklegen.study.estimate import estimate
    from farklegen.study.study import Study

    study = Study(api.load(reference(rules)))
    if quick:
        place.write(api.page(study, quick=True))
        return
    try:
        check_room(study)
    except UnsolvableError as error:
        complain(f"No advice at the table and no explorer on this page: {error}.")
        place.write(api.page(study))
        return
    with progress_bar("solving the match", estimate(study, ("match", "price"))) as bar:
        study.listen(bar, bar.say)
        text = api.page(study)
    place.write(text)


def _every_page(folder: Path, *, quick: bool) -> None:
    """A page for each built-in ruleset; those that are done stay if it is stopped."""
    from dataclasses import replace

    from farklegen.pages.build import build_index
    from farklegen.pages.data import check_room
    from farklegen.study.estimate import Estimate, estimate
    from farklegen.study.study import Study

    make_folder(folder)
    ahead, pages = Estimate(), []
    for loaded in api.rulesets():
        study, advice = Study(loaded), not quick
        if advice:
            try:
                check_room(study)
                ahead += estimate(study, ("match", "price", "ladder")).labelled(loaded.slug)
            except UnsolvableError:
                advice = False
        pages.append((loaded, advice))
    done = 0
    try:
        with progress_bar("making pages", replace(ahead, advice=""), tells_stop=True) as bar:
            for loaded, _ in pages:
                study = Study(loaded, progress=labelled(loaded.slug, bar), report=bar.say)
                text = api.page(study, quick=quick)
                write_file(str(folder / f"{loaded.slug}.html"), utf8(text))
                done += 1
    except KeyboardInterrupt:
        complain(f"Stopped: {done} of {len(pages)} pages are written. Solved matches are kept.")
        raise
    write_file(str(folder / "index.html"), utf8(build_index(pages)))
    write_text(f"Wrote {len(pages)} pages and {folder / 'index.html'}.\n")
