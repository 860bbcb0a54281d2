"""`farklegen advise`: what to do now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from farklegen.cli.match_state import TypedMatchState, read_asked_state, with_match_state
from farklegen.cli.options import Format, Numbers, Rules, Target, option

if TYPE_CHECKING:
    from farklegen.report.advise import AdviseResult
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


@with_match_state
def advise(
    rules: Rules,
    given: TypedMatchState,
    turn_score: Annotated[
        str,
        option("--turn-score T", "Points set aside before this roll."),
    ] = "0",
    roll: Annotated[
        str | None,
        option(
            "--roll FACES",
            "What was thrown, such as 1,5,5,2,3,3: which dice to keep? Different dice by "
            "name: lucky=1,odd=5.",
        ),
    ] = None,
    dice: Annotated[
        str | None,
        option("--dice N", "In place of a roll, the dice left to roll: bank or roll?"),
    ] = None,
    format: Format = None,
    target: Target = None,
) -> None:
    """What to do now: which dice to keep, and bank or roll.

    Ranks every choice by the chance to win. Without --mine and --theirs it ranks by expected score,
    which does not wait for the match to be solved. With --players 3 it is the chance among three.
    """
    from farklegen.cli.output import destination
    from farklegen.cli.writing import emit

    numbers = Numbers()
    asked = read_asked_state(numbers, given)
    ours, match_state = asked.mine, asked.match_state
    so_far = numbers.whole("--turn-score", turn_score) or 0
    by_name = asked.players == 2 and any("=" in typed for typed in (roll, dice) if typed)
    faces = roll or "" if by_name else numbers.faces("--roll", roll)
    in_hand = dice if by_name else numbers.whole("--dice", dice)
    numbers.check()
    place = destination(format, target, keep=[rules])
    for_people = place.output.shape != "data"

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen import api
        from farklegen.cli.progress import progress_bar
        from farklegen.report.advise import advise_document
        from farklegen.study.study import Study

        study = Study(loaded, floor=match_state["floor"], tolerance=match_state["tolerance"])
        ahead = None
        if ours is not None and asked.theirs is not None and given.their_dice is None:
            from farklegen.study.estimate import estimate

            ahead = estimate(study, ("match",))
        if asked.others:
            from farklegen.cli.writing import agreed
            from farklegen.study.estimate import estimate_table

            ahead = agreed(estimate_table(study, asked.players))
        with progress_bar(estimate=ahead) as bar:

            def ask(score: int) -> AdviseResult:
                now: dict[str, Any] = {"turn_score": score, "roll": faces, "dice": in_hand}
                now |= {"progress": bar, "report": bar.say}
                if asked.others and ours is not None:
                    return api.advise_several(study, **asked.of_several, **now)
                scores: dict[str, Any] = {"mine": ours, "theirs": asked.theirs}
                return api.advise(study, **scores, **now, **match_state, **asked.their_dice)

            nearest = _nearest(study) if for_people else []
            if not nearest:
                return advise_document(ask(so_far))
            from farklegen.report.advise import nearest_document

            return nearest_document(so_far, [ask(score) for score in nearest])

    def _nearest(study: Study) -> list[int]:
        """The turn scores to answer for in place of one that cannot occur; none if it can, or if
        something else is wrong."""
        from farklegen import api
        from farklegen.rules.hands import hands_of

        if isinstance(faces, str) or isinstance(in_hand, str) or not hands_of(study.ruleset).plain:
            return []  # of different dice, what cannot occur is refused
        thrown = len(faces) or in_hand
        if not thrown or (faces and in_hand not in (None, thrown)):
            return []
        hot = match_state["hot_dice"]
        scores = api.nearest_turn_scores(study, dice=thrown, turn_score=so_far, hot_dice=hot)
        return [] if so_far in scores else list(scores)

    emit(place, rules, build)
