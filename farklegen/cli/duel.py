"""`farklegen duel`: one way of playing against another, exactly."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from farklegen.cli.match_state import FOR_TWO, Floor, Sitting, read_players, read_table
from farklegen.cli.options import Format, Me, Numbers, Opponent, Rules, Target, option

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

EXAMPLES = (
    ("farklegen duel basic --me card", "the card that table prints against perfect play"),
    ("farklegen duel basic --me bank-at-300 --opponent points-only", "two others"),
    ("farklegen duel basic --me card --opponent card --best-response", "and who knows the card"),
)


def duel(
    rules: Rules,
    me: Me = "card",
    opponent: Opponent = "optimal",
    best_response: Annotated[
        bool,
        option("--best-response", "Also how often a player wins who knows how the opponent plays."),
    ] = False,
    players: Sitting = "2",
    floor: Floor = None,
    format: Format = None,
    target: Target = None,
) -> None:
    """One way of playing against another: how often each wins, exactly.

    Every turn of both is followed with all its chances, in every state of the match; nothing is
    rolled. card is the card that `farklegen table` prints. The other policies are optimal,
    points-only, full-table, full-table-go, take-all, bank-at-N, bank-below-N-dice, or a file.
    """
    from farklegen.cli.output import destination
    from farklegen.cli.writing import emit
    from farklegen.policies.reference import parse

    numbers = Numbers()
    lowest = numbers.whole("--floor", floor)
    table_of = read_players(numbers, players)
    everybody = [me, opponent]
    if table_of > 2:
        numbers.refuse({"--best-response": best_response, "--floor": floor is not None}, FOR_TWO)
        everybody = read_table(numbers, me, opponent, table_of)
    numbers.check()
    place = destination(format, target, keep=[rules, *everybody])
    if table_of > 2:
        from farklegen.study.seats import sitting

        recipes = [sitting(name).recipe for name in everybody]
    else:
        recipes = [parse(name) for name in everybody]

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen import api
        from farklegen.cli.writing import agreed, found
        from farklegen.study.estimate import estimate, needed
        from farklegen.study.seats import estimate_seats
        from farklegen.study.study import Study

        study = Study(loaded, floor=lowest)
        if table_of > 2:
            at_table = partial(api.duel_several, study, players=everybody)
            wait = estimate_seats(study, everybody, 1)
            return found(at_table, "playing at a table", agreed(wait))
        ahead = estimate(study, [*needed(study, recipes), "duel"])
        ask = partial(api.duel, study, me=me, opponent=opponent, best_response=best_response)
        return found(ask, "solving the match", ahead)

    emit(place, rules, build)
