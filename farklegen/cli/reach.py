"""`farklegen reach`: the chance of enough points in one turn."""

from __future__ import annotations

from typing import Annotated

import typer

from farklegen.cli.options import Format, Numbers, Rules, Target

EXAMPLES = (
    ("farklegen reach basic --points 1000", "the best chance of 1,000 points in a turn"),
    (
        "farklegen reach basic --points 1000 --dice 2 --turn-score 600",
        "with two dice in hand and 600 points set aside",
    ),
)


def reach(
    rules: Rules,
    points: Annotated[
        str | None,
        typer.Option(
            "--points",
            metavar="N",
            help="How many points the turn must bring at least (required).",
            show_default=False,
        ),
    ] = None,
    dice: Annotated[
        str | None,
        typer.Option(
            "--dice",
            metavar="N",
            help="Dice about to be rolled. Default: all of them.",
            show_default=False,
        ),
    ] = None,
    turn_score: Annotated[
        str,
        typer.Option("--turn-score", metavar="T", help="Points set aside in this turn so far."),
    ] = "0",
    hot_dice: Annotated[
        str,
        typer.Option(
            "--hot-dice", metavar="K", help="Hot dice in this turn so far, where they earn a bonus."
        ),
    ] = "0",
    off_board: Annotated[
        bool,
        typer.Option(
            "--off-board", help="The player has not banked yet: the opening minimum holds."
        ),
    ] = False,
    format: Format = None,
    target: Target = None,
) -> None:
    """The best chance of at least so many points in one turn.

    The question of a last turn: how likely is it to get there if nothing else counts, and how does
    one play for it?
    """
    from farklegen.cli.output import destination, warn

    numbers = Numbers()
    wanted = numbers.whole("--points", points, least=1, required=True)
    in_hand = numbers.whole("--dice", dice, least=1, most=8)
    so_far = numbers.whole("--turn-score", turn_score, least=0)
    hot = numbers.whole("--hot-dice", hot_dice, least=0)
    numbers.check()
    assert wanted is not None
    place = destination(format, target, keep=[rules])

    from farklegen import api

    result = api.reach(
        rules,
        points=wanted,
        dice=in_hand,
        turn_score=so_far or 0,
        hot_dice=hot or 0,
        on_board=not off_board,
    )
    warn(result.warnings)

    from farklegen.report.reach import reach_document

    place.emit(reach_document(result))
