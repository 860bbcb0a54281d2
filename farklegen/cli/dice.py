"""`farklegen dice`: which of the dice that one owns to bring."""

from __future__ import annotations

from typing import Annotated, Any

from farklegen.cli.match_state import TheirDice
from farklegen.cli.options import Format, Numbers, Rules, Target, option
from farklegen.cli.writing import show

EXAMPLES = (
    ("farklegen dice kingdom-come-2 --own lucky=3,odd=2,ordinary=6", "the best six of eleven"),
    ("farklegen dice kingdom-come-2 --own weighted=1,odd=1,ordinary=6 --best 3", "the three best"),
)


def dice(
    rules: Rules,
    own: Annotated[
        str | None,
        option(
            "--own DICE",
            "The dice to choose from, by the names in the rules: lucky=3,odd=2,ordinary=6.",
        ),
    ] = None,
    best: Annotated[
        str | None,
        option("--best N", "How many sets to name. Default: 10."),
    ] = None,
    their_dice: TheirDice = None,
    goal: Annotated[
        str | None,
        option(
            "--goal G", "With --their-dice, the goal of that table. Default: that of the rules."
        ),
    ] = None,
    format: Format = None,
    target: Target = None,
) -> None:
    """Which of your dice to bring, for the most points per turn.

    For games in which players bring dice of their own: the best sets of those that you own, how far
    they are apart, and what one more die of a kind would bring. With --their-dice also how often
    the best of them win.
    """
    numbers = Numbers()
    asked: dict[str, Any] = {
        "own": own,
        "best": numbers.whole("--best", best),
        "their_dice": their_dice,
        "goal": numbers.whole("--goal", goal),
    }
    numbers.missing("--own", own, "the dice to choose from, such as lucky=3,odd=2,ordinary=6")
    numbers.check()
    show(rules, format, target, "best_dice", doing="comparing sets of dice", **asked)
