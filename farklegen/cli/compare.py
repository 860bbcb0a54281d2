"""`farklegen compare`: rulesets side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen import api
from farklegen.api import comparing
from farklegen.api.arguments import Asked
from farklegen.cli.options import Format, Target, asks
from farklegen.cli.output import destination
from farklegen.cli.progress import progress_bar
from farklegen.cli.writing import emit
from farklegen.solvers.progress import labelled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

EXAMPLES = (
    ("farklegen compare basic facebook", "what more combinations and a penalty do"),
    ("farklegen compare ours.yaml theirs.yaml", "two houses, two games"),
    ("farklegen compare basic facebook zilch --quick", "without the match, at once"),
    ("farklegen compare basic zilch -o compare.csv", "every number, for a spreadsheet"),
)


@asks(comparing.compare)
def compare(asked: Asked, format: Format = None, target: Target = None) -> None:
    rules, quick = asked["rules"], asked["quick"]
    place = destination(format, target, keep=rules)

    def build(loaded: list[LoadedRuleset]) -> Iterator[Document]:
        from farklegen.report.compare import match_document, turns_document, whole_document
        from farklegen.study.estimate import estimate_several

        studies = api.studies(loaded)
        with progress_bar("comparing") as bar:
            turns = api.compare(studies, quick=True, progress=bar)
        if place.for_people:
            yield turns_document(turns)
        elif quick:
            yield whole_document(turns)
        if quick:
            return
        ahead = estimate_several(studies, ("match", "length", "ladder", "skill"), labelled=True)
        with progress_bar("solving the matches", ahead) as bar:
            for study in studies:
                study.listen(labelled(study.loaded.slug, bar), bar.say)
            match = api.compare(studies)  # which tell themselves how far they are
        yield match_document(match) if place.for_people else whole_document(match)

    emit(place, rules, build)
