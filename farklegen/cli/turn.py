"""`farklegen turn`: the complete strategy of one turn of a match."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from farklegen.cli.match_state import (
    Floor,
    HotDice,
    Inherit,
    Mine,
    MyFarkles,
    OffBoard,
    Previous,
    RoundsLeft,
    Seat,
    TheirDice,
    TheirFarkles,
    Theirs,
    read_asked_state,
)
from farklegen.cli.options import Format, Numbers, Rules, Target
from farklegen.cli.table_of import Players

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

EXAMPLES = (
    ("farklegen turn basic --mine 8000 --theirs 9500", "how to play this turn"),
    ("farklegen turn basic --mine 8000 --theirs 9500 -o turn.csv", "for a spreadsheet"),
    ("farklegen turn basic --players 3 --mine 8000 --theirs 9500,7000", "against two others"),
)


def turn(
    rules: Rules,
    mine: Mine = None,
    theirs: Theirs = None,
    players: Players = "2",
    my_farkles: MyFarkles = "0",
    their_farkles: TheirFarkles = "0",
    seat: Seat = "first",
    rounds_left: RoundsLeft = None,
    off_board: OffBoard = None,
    previous: Previous = None,
    hot_dice: HotDice = "0",
    inherit: Inherit = None,
    their_dice: TheirDice = None,
    floor: Floor = None,
    format: Format = None,
    target: Target = None,
) -> None:
    """The complete strategy of one turn, to win the match.

    For every turn score and number of dice the chance to win, and whether to bank. Solves the match
    first, unless that has been done.
    """
    from farklegen.cli.output import destination
    from farklegen.cli.remember import emit_remembered

    numbers = Numbers()
    asked = read_asked_state(
        numbers,
        mine=mine,
        theirs=theirs,
        players=players,
        my_farkles=my_farkles,
        their_farkles=their_farkles,
        seat=seat,
        rounds_left=rounds_left,
        off_board=off_board,
        previous=previous,
        hot_dice=hot_dice,
        inherit=inherit,
        their_dice=their_dice,
        floor=floor,
        required=True,
    )
    numbers.check()
    ours, others, everybody = asked.mine, asked.theirs, asked.others
    match_state = asked.match_state
    assert ours is not None
    place = destination(format, target, keep=[rules])

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen import api
        from farklegen.cli.working import agreed, found
        from farklegen.study.forecast import forecast, forecast_table
        from farklegen.study.study import Study

        study = Study(loaded, floor=match_state["floor"])
        if everybody:
            of_several = partial(
                api.turn_several, study, mine=ours, theirs=everybody, seat=asked.before,
                rounds_left=match_state["rounds_left"], farkles=asked.farkles,
                previous=match_state["previous"] or 0, inherit=match_state["inherit"],
                hot_dice=match_state["hot_dice"],
            )  # fmt: skip
            return found(of_several, ahead=agreed(forecast_table(study, asked.players)))
        assert others is not None
        ahead = forecast(study, ("match",)) if their_dice is None else None
        ask = partial(
            api.turn, study, mine=ours, theirs=others, **match_state, their_dice=their_dice
        )
        return found(ask, ahead=ahead)

    emit_remembered(place, "turn", rules, asked.options, build)
