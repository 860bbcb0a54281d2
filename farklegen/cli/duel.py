"""`farklegen duel`: one way of playing against another, exactly."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from farklegen.cli.match_state import Floor
from farklegen.cli.options import Format, Me, Numbers, Opponent, Rules, Target, option
from farklegen.cli.table_of import FOR_TWO, Sitting, read_players, read_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from farklegen.cli.output import Destination
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

EXAMPLES = (
    ("farklegen duel basic --me card", "the card against perfect play"),
    ("farklegen duel basic --me bank-at-300 --opponent max-score", "two others"),
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
    rolled. The policies are optimal, max-score, card, card-go, short-card, take-all, bank-at-N,
    bank-below-N-dice, or a file.
    """
    from farklegen.cli.output import destination
    from farklegen.cli.remember import emit
    from farklegen.policies.reference import parse

    numbers = Numbers()
    lowest = numbers.whole("--floor", floor)
    table_of = read_players(numbers, players)
    if table_of > 2:
        numbers.refuse({"--best-response": best_response, "--floor": floor is not None}, FOR_TWO)
        everybody = read_table(numbers, me, opponent, table_of)
        numbers.check()
        _table(rules, everybody, destination(format, target, keep=[rules, *everybody]))
        return
    numbers.check()
    place = destination(format, target, keep=[rules, me, opponent])
    recipes = [parse(me), parse(opponent)]

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen import api
        from farklegen.cli.working import found
        from farklegen.study.forecast import forecast
        from farklegen.study.study import Study

        thresholds = any(recipe.needs_go_for_it for recipe in recipes)
        study = Study(loaded, floor=lowest)
        ahead = forecast(study, ("price", "duel") if thresholds else ("duel",))
        ask = partial(api.duel, study, me=me, opponent=opponent, best_response=best_response)
        return found(ask, "solving the match", ahead)

    options = {
        "policies": [recipe.model_dump(mode="json") for recipe in recipes],
        "best_response": best_response,
        "floor": lowest,
    }
    emit(place, "duel", rules, options, build)


def _table(rules: str, names: Sequence[str], place: Destination) -> None:
    """Ways of playing at a table of several players."""
    from farklegen.cli.remember import emit
    from farklegen.study.seats import sitting

    table = [sitting(name) for name in names]

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen import api
        from farklegen.cli.working import agreed, found
        from farklegen.study.forecast import forecast_table
        from farklegen.study.study import Study

        study = Study(loaded)
        ask = partial(api.duel_several, study, players=names)
        ahead = forecast_table(study, len(names), 1, card="short-card" in names)
        return found(ask, "playing at a table", agreed(ahead))

    told = [(who.recipe.model_dump(mode="json"), who.against) for who in table]
    emit(place, "duel", rules, {"table": told}, build)
