"""`farklegen odds`: how often each combination is thrown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from farklegen.cli.options import Format, Numbers, Rules, Target, option

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

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
    from farklegen.cli.output import destination
    from farklegen.cli.writing import emit

    numbers = Numbers()
    by_name = dice is not None and "=" in dice
    wanted = dice if by_name else numbers.whole("--dice", dice)
    numbers.check()

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen import api
        from farklegen.api.exporting import document

        return document(api.odds(loaded, dice=wanted))

    place = destination(format, target, keep=[rules])
    emit(place, rules, build)
