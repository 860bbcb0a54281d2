"""`farklegen solve`: who wins a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from farklegen.cli.match_state import FOR_TWO, Floor, Players, TheirDice, Tolerance, read_players
from farklegen.cli.options import Format, Numbers, Rules, Target, option
from farklegen.cli.writing import at_table, show

if TYPE_CHECKING:
    from farklegen.study.estimate import Estimate
    from farklegen.study.study import Study

EXAMPLES = (
    ("farklegen solve basic", "who wins, and the fair head start"),
    ("farklegen solve basic --length", "and how many turns a game takes"),
    ("farklegen solve basic --players 3", "three players, each playing to win"),
)


def solve(
    rules: Rules,
    length: Annotated[bool, option("--length", "Also how many turns a game takes.")] = False,
    head_start: Annotated[
        bool,
        option(
            "--head-start",
            "Also the fair head start where a first bank has a minimum of its own, which takes a "
            "longer match.",
        ),
    ] = False,
    players: Players = "2",
    their_dice: TheirDice = None,
    floor: Floor = None,
    tolerance: Tolerance = None,
    format: Format = None,
    target: Target = None,
) -> None:
    """The match of two perfect players: who wins, and how often.

    The first player's chance to win, the fair head start for the second one, and how exact that is.
    Solving may take from a second to many minutes, once: the solution is kept, for turn and advise
    as well.
    """
    numbers = Numbers()
    lowest = numbers.whole("--floor", floor)
    error = numbers.tolerance("--tolerance", tolerance)
    table_of = read_players(numbers, players)
    given = {"--length": length, "--head-start": head_start}
    given |= {"--floor": floor is not None, "--tolerance": tolerance is not None}
    if table_of > 2:
        numbers.refuse({**given, "--their-dice": their_dice is not None}, FOR_TWO)
    elif their_dice is not None:
        same = " is about a match of two players with the same dice; leave it or --their-dice out"
        numbers.refuse(given, same)
    numbers.check()
    doing = "solving the match"
    if table_of > 2:
        ahead = at_table(table_of)
        show(rules, format, target, "solve_several", doing=doing, ahead=ahead, players=table_of)
        return
    if their_dice is not None:
        doing = f"{doing} of two sets of dice"
        show(rules, format, target, "solve_two_sets", doing=doing, their_dice=their_dice)
        return

    def of_two(study: Study) -> Estimate:
        from farklegen.study.estimate import estimate

        found = estimate(study, ("match", "length") if length else ("match",))
        if head_start and not study.has_head_start:
            found += estimate(study.with_head_starts(), ("match",))
        return found

    show(
        rules, format, target, "solve", doing=doing, ahead=of_two, floor=lowest, tolerance=error,
        length=length, head_start=head_start,
    )  # fmt: skip
