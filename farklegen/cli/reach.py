"""`farklegen reach`: the chance of enough points in one turn."""

from __future__ import annotations

from typing import Annotated, Any

from farklegen.cli.match_state import MyFarkles
from farklegen.cli.options import Format, Numbers, Rules, Target, option
from farklegen.cli.writing import show

EXAMPLES = (
    ("farklegen reach basic --points 1000", "the best chance of 1,000 points in a turn"),
    (
        "farklegen reach basic --points 1000 --dice 2 --turn-score 600",
        "with two dice in hand and 600 points set aside",
    ),
    ("farklegen reach basic --points 5000 --rounds 10", "in ten turns together"),
)


def reach(
    rules: Rules,
    points: Annotated[
        str | None,
        option("--points N", "How many points the turn must bring at least (required)."),
    ] = None,
    dice: Annotated[
        str | None,
        option(
            "--dice N",
            "Dice about to be rolled. Default: all of them. Different dice by name: lucky=2,odd=1.",
        ),
    ] = None,
    turn_score: Annotated[
        str,
        option("--turn-score T", "Points set aside in this turn so far."),
    ] = "0",
    hot_dice: Annotated[
        str,
        option("--hot-dice K", "Hot dice in this turn so far, where they earn a bonus."),
    ] = "0",
    rounds: Annotated[
        str | None,
        option("--rounds N", "In so many rounds together, each a turn, penalties taken off."),
    ] = None,
    my_farkles: MyFarkles = "0",
    off_board: Annotated[
        bool,
        option("--off-board", "The player has not banked yet: the opening minimum holds."),
    ] = False,
    format: Format = None,
    target: Target = None,
) -> None:
    """The best chance of enough points in a turn, or in several.

    The question of a last turn: how likely are you to get there if nothing else counts, and which
    dice do you set aside for it?
    """
    numbers = Numbers()
    asked: dict[str, Any] = {
        "points": numbers.whole("--points", points, required=True),
        "dice": dice if dice and "=" in dice else numbers.whole("--dice", dice),
        "turn_score": numbers.whole("--turn-score", turn_score),
        "hot_dice": numbers.whole("--hot-dice", hot_dice),
        "on_board": not off_board,
        "rounds": numbers.whole("--rounds", rounds),
        "my_farkles": numbers.whole("--my-farkles", my_farkles),
    }
    numbers.check()
    show(rules, format, target, "reach", **asked)
