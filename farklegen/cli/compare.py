"""`farklegen compare`: rulesets side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from farklegen import api
from farklegen.cli.options import (
    Format,
    Numbers,
    Target,
    argument,
    complete_rules,
    option,
)
from farklegen.cli.output import destination
from farklegen.cli.progress import progress_bar
from farklegen.cli.writing import emit
from farklegen.solvers.arguments import compared, not_several
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


def compare(
    rules: Annotated[
        list[str],
        argument(
            "RULES...",
            "Two or more: YAML files, names of built-in rules, or - for standard input.",
            complete_rules,
        ),
    ],
    quick: Annotated[
        bool,
        option("--quick", "Leave out the match: who wins, how long it takes, what skill is worth."),
    ] = False,
    format: Format = None,
    target: Target = None,
) -> None:
    """Rulesets side by side, the differences marked.

    The rules where they differ; points per turn, farkles, when to bank; situations in
    which one ruleset banks and another rolls on. Then, after the matches have been solved, who
    wins, how long a game takes, how often the lead changes, how many numbers the card has that
    farklegen table prints, and what skill is worth. Where a
    ruleset does not allow one of these, a note says why.
    """

    numbers = Numbers()
    numbers.problem(*not_several(rules, compared()))
    numbers.check()
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
