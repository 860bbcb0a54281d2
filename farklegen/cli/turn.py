"""`farklegen turn`: the complete strategy of one turn of a match."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from farklegen.cli.match_state import TypedMatchState, read_asked_state, with_match_state
from farklegen.cli.options import Format, Numbers, Rules, Target

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

EXAMPLES = (
    ("farklegen turn basic --mine 8000 --theirs 9500", "how to play this turn"),
    ("farklegen turn basic --mine 8000 --theirs 9500 -o turn.csv", "for a spreadsheet"),
    ("farklegen turn basic --players 3 --mine 8000 --theirs 9500,7000", "against two others"),
)


@with_match_state
def turn(
    rules: Rules,
    given: TypedMatchState,
    format: Format = None,
    target: Target = None,
) -> None:
    """The complete strategy of one turn, to win the match.

    For every turn score and number of dice the chance to win, and whether to bank. Solves the match
    first, unless that has been done.
    """
    from farklegen.cli.output import destination
    from farklegen.cli.writing import emit

    numbers = Numbers()
    asked = read_asked_state(numbers, given, required=True)
    numbers.check()
    ours, others, match_state = asked.mine, asked.theirs, asked.match_state
    assert ours is not None
    place = destination(format, target, keep=[rules])

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen import api
        from farklegen.cli.writing import agreed, found
        from farklegen.study.estimate import estimate, estimate_table
        from farklegen.study.study import Study

        study = Study(loaded, floor=match_state["floor"], tolerance=match_state["tolerance"])
        if asked.others:
            of_several = partial(api.turn_several, study, **asked.of_several)
            return found(of_several, ahead=agreed(estimate_table(study, asked.players)))
        assert others is not None
        ahead = estimate(study, ("match",)) if given.their_dice is None else None
        ask = partial(
            api.turn, study, mine=ours, theirs=others, **match_state, their_dice=given.their_dice
        )
        return found(ask, ahead=ahead)

    emit(place, rules, build)
