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
    from farklegen.study.study import Study

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
            near = () if place.output.shape == "data" else _nearest(study, asked)
            if not near:
                return advise_document(api.advise(study, **asked))
            possible = [api.advise(study, **{**asked, "turn_score": each}) for each in near]
            return nearest_document(asked["turn_score"], possible)

    emit(place, rules, build)


def _nearest(study: Study, asked: Asked) -> tuple[int, ...]:
    """The turn scores nearest to one that cannot occur; none if it can, or more is wrong."""
    from farklegen.rules.hands import hands_of
    from farklegen.solvers.match_state_checks import moves_by_points
    from farklegen.solvers.turn_state_checks import MOST_ROWS, nearest_scores

    score, hot_dice, ruleset = asked["turn_score"], asked["hot_dice"], study.ruleset
    thrown = len(asked["roll"] or ()) or asked["dice"]
    fits = hands_of(ruleset).plain and asked["dice"] in (None, thrown)
    if not fits or not isinstance(thrown, int) or isinstance(asked["roll"], str):
        return ()
    moves = moves_by_points(ruleset, study.tables, hot_dice)
    if score > MOST_ROWS * moves.unit:
        return ()
    near = nearest_scores(ruleset, moves, thrown, score, hot_dice)
    return () if score in near else near
