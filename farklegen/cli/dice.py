"""`farklegen dice`: which of the dice that one owns to bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from farklegen.cli.match_state import TheirDice
from farklegen.cli.options import Format, Numbers, Rules, Target, option

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

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
    from farklegen.cli.output import destination
    from farklegen.cli.writing import emit

    numbers = Numbers()
    wanted = numbers.whole("--best", best)
    numbers.missing("--own", own, "the dice to choose from, such as lucky=3,odd=2,ordinary=6")
    to = numbers.whole("--goal", goal)
    numbers.check()

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen import api
        from farklegen.api.exporting import document
        from farklegen.cli.progress import progress_bar

        with progress_bar("comparing sets of dice") as bar:
            return document(
                api.best_dice(
                    loaded, own=own or "", best=wanted, their_dice=their_dice, goal=to, progress=bar
                )
            )

    place = destination(format, target, keep=[rules])
    emit(place, rules, build)
