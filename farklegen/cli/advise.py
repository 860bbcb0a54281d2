"""`farklegen advise`: what to do now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from farklegen import api
from farklegen.cli.match_state import TypedMatchState, read_asked_state, with_match_state
from farklegen.cli.options import Format, Numbers, Rules, Target, option
from farklegen.cli.output import destination
from farklegen.cli.progress import progress_bar
from farklegen.cli.writing import at_table, emit, of_match

if TYPE_CHECKING:
    from farklegen.report.advise import AdviseResult
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
    numbers = Numbers()
    asked = read_asked_state(numbers, given)
    now: dict[str, Any] = {
        "turn_score": numbers.whole("--turn-score", turn_score),
        "roll": roll,
        "dice": dice,
    }
    by_name = asked.players == 2 and any("=" in typed for typed in (roll, dice) if typed)
    if not by_name:
        now |= {"roll": numbers.faces("--roll", roll), "dice": numbers.whole("--dice", dice)}
    numbers.check()
    place = destination(format, target, keep=[rules])
    several, two = asked.of_several, asked.of_two

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen.report.advise import advise_document, nearest_document
        from farklegen.study.study import Study

        study, ahead = Study(loaded, floor=two.get("floor")), None
        if several:
            ahead = at_table(asked.players)(study)
        elif None not in (two["mine"], two["theirs"]) and given.their_dice is None:
            ahead = of_match(study.within(two["tolerance"]))
        with progress_bar(estimate=ahead) as bar:
            now.update(progress=bar, report=bar.say)

            def ask(score: int) -> AdviseResult:
                turn = {**now, "turn_score": score}
                if several:
                    return api.advise_several(study, **several, **turn)
                return api.advise(study, **two, **turn)

            score, hot_dice, near = now["turn_score"], (several or two)["hot_dice"], None
            if place.output.shape != "data" and not by_name:
                faces, left = now["roll"], now["dice"]
                near = api.nearest_turn_scores(
                    study, roll=faces, dice=left, turn_score=score, hot_dice=hot_dice
                )
            if not near or score in near:
                return advise_document(ask(score))
            return nearest_document(score, [ask(each) for each in near])

    emit(place, rules, build)
