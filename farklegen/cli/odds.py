"""`farklegen odds`: how often each combination is thrown."""

from __future__ import annotations

from typing import Annotated

from farklegen.cli.options import Format, Numbers, Rules, Target, option
from farklegen.cli.writing import show

EXAMPLES = (
    ("farklegen odds facebook", "as per cent and as 1 in so many"),
    ("farklegen odds basic --dice 3", "of a roll of three dice"),
    ("farklegen odds ours.yaml -o odds.csv", "for a spreadsheet"),
)


def odds(
    rules: Rules,
    dice: Annotated[
        str | None,
        option(
            "--dice N",
            "Only for so many dice. Default: for every number of dice. Different dice by "
            "name: lucky=2,odd=1.",
        ),
    ] = None,
    format: Format = None,
    target: Target = None,
) -> None:
    """How often a roll farkles, or holds each combination.

    By number of dice: the chance of a farkle; of each combination, with every roll counted once
    under its most valuable one, as printed rules sheets do; and of a roll that contains the
    combination at all.
    """
    numbers = Numbers()
    by_name = dice is not None and "=" in dice
    wanted = dice if by_name else numbers.whole("--dice", dice)
    numbers.check()
    show(rules, format, target, "odds", dice=wanted)
