"""`farklegen duel`: one way of playing against another, exactly."""

from __future__ import annotations

from typing import Annotated

from farklegen.cli.match_state import FOR_TWO, Floor, Sitting, read_players, read_table
from farklegen.cli.options import Format, Me, Numbers, Opponent, Rules, Target, option
from farklegen.cli.writing import recipes_ahead, seats_ahead, show

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
    numbers = Numbers()
    lowest = numbers.whole("--floor", floor)
    table_of = read_players(numbers, players)
    everybody = [me, opponent]
    if table_of > 2:
        numbers.refuse({"--best-response": best_response, "--floor": floor is not None}, FOR_TWO)
        everybody = read_table(numbers, me, opponent, table_of)
    numbers.check()
    if table_of > 2:
        show(
            rules, format, target, "duel_several", keep=everybody, doing="playing at a table",
            ahead=seats_ahead(everybody, 1), players=everybody,
        )  # fmt: skip
        return
    show(
        rules, format, target, "duel", keep=everybody, doing="solving the match",
        ahead=recipes_ahead(everybody, "duel"), floor=lowest, me=me, opponent=opponent,
        best_response=best_response,
    )  # fmt: skip
