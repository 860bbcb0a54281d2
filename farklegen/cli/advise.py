"""`farklegen advise`: what to do now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen import api
from farklegen.api import matches
from farklegen.api.arguments import Asked
from farklegen.cli.options import Format, Target, asks
from farklegen.cli.output import destination
from farklegen.cli.progress import progress_bar
from farklegen.cli.writing import emit, of_match

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

EXAMPLES = (
    (
        "farklegen advise basic --mine 8000 --theirs 9500 --roll 1,5,5,2,3,3",
        "which dice to keep",
    ),
    (
        "farklegen advise basic --mine 8000 --theirs 9500 --turn-score 500 --dice 3",
        "bank or roll?",
    ),
    ("farklegen advise basic --turn-score 300 --roll 1,5,2", "for the most points"),
)


@asks(matches.advise, first="mine theirs players turn_score roll dice")
def advise(asked: Asked, format: Format = None, target: Target = None) -> None:
    rules = asked.pop("rules")
    place = destination(format, target, keep=[rules])

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen.report.advise import advise_document, nearest_document
        from farklegen.study.study import Study

        study, ahead = Study(loaded, floor=asked["floor"]), None
        if None not in (asked["mine"], asked["theirs"]):
            ahead = of_match(study.within(asked["tolerance"]), asked)
        with progress_bar(estimate=ahead) as bar:
            asked.update(progress=bar, report=bar.say)
            score, near = asked["turn_score"], None
            now = {name: asked[name] for name in ("turn_score", "dice", "hot_dice")}
            now["roll"] = asked["roll"] or ()
            by_name = isinstance(now["dice"], str) or isinstance(now["roll"], str)
            if place.output.shape != "data" and not by_name:
                near = api.nearest_turn_scores(study, **now)
            if not near or score in near:
                return advise_document(api.advise(study, **asked))
            possible = [api.advise(study, **{**asked, "turn_score": each}) for each in near]
            return nearest_document(score, possible)

    emit(place, rules, build)
