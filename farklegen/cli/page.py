"""`farklegen page`: one HTML file with card, advice at the table, explorer, odds and drill."""

from __future__ import annotations

import sys
from typing import Annotated

from farklegen.cli.options import Rules, Target, option

EXAMPLES = (
    ("farklegen page basic -o farkle.html", "for a phone or a computer, without a network"),
    ("farklegen page ours.yaml --quick -o ours.html", "card, odds and drill, at once"),
)


def page(
    rules: Rules,
    quick: Annotated[
        bool,
        option("--quick", "Leave the match out: card, odds and drill only."),
    ] = False,
    target: Target = None,
) -> None:
    """One HTML file to play by, on a phone or a computer.

    The file needs no network and no installation: send it to a phone and open it there. It keeps
    the score, says what to do at every roll and why, shows whole turns at any scores, has the card
    and the odds, and drills you. Solves the match first, unless that has been done.
    """
    from farklegen.cli.options import UsageProblemError
    from farklegen.cli.output import destination

    if target in (None, "-") and sys.stdout is not None and sys.stdout.isatty():
        raise UsageProblemError(
            "a page is nothing to show on a terminal; write it to a file: -o page.html"
        )
    if target not in (None, "-") and not target.lower().endswith((".html", ".htm")):
        raise UsageProblemError(f"-o: {target!r} is no name of a page; end it in .html")
    place = destination("html", target, keep=[rules])

    from farklegen import api
    from farklegen.cli.options import reference
    from farklegen.cli.output import complain
    from farklegen.cli.progress import progress_bar
    from farklegen.errors import UnsolvableError
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
