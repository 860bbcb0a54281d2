"""The ladder of short cards as a table: what each number is worth."""

from __future__ import annotations

from farklegen.cards.short import Ladder, Rung
from farklegen.report.document import Table, columns
from farklegen.report.numbers import percent, points


def ladder_table(ladder: Ladder, rung: Rung) -> Table:
    """What each number is worth; the card that is shown has its row among the others."""
    matched = any(each.chances is not None for each in ladder.shown)
    beside = ladder.shown
    if rung not in beside:
        beside = tuple(sorted((*beside, rung), key=lambda each: each.numbers))
    rows = []
    before: Rung | None = None
    for each in beside:
        most = each is ladder.everything and len(beside) > 1
        name = points(each.numbers) + (" (most)" if most else "")
        cells = [name + (" ←" if each is rung else ""), points(ladder.points(each), 2)]
        if matched:
            cells += (
                ["—", "—"]
                if each.chances is None
                else [percent(each.chances.average), _bought(each, before)]
            )
        else:
            cells.append(
                "" if before is None else points(each.points - before.points, 2, signed=True)
            )
        rows.append(tuple(cells))
        if not matched or each.chances is not None:
            before = each
    heads = ("wins", "bought") if matched else ("bought",)
    return Table(
        columns("numbers", "points per turn", *heads, first="right"),
        tuple(rows),
        title="The ladder",
        note=_how(ladder, matched),
    )


def _bought(rung: Rung, before: Rung | None) -> str:
    if before is None or before.chances is None or rung.chances is None:
        return ""
    gain = rung.chances.average - before.chances.average
    return points(100 * gain, 2, signed=True) + "%"


def _how(ladder: Ladder, matched: bool) -> str:
    how = (
        "The best card found with so many numbers, all its tables together; what dice are worth is "
        "not counted. Points per turn: what is lost before the first bank counts as well."
    )
    if not matched:
        return f"{how} Points alone were looked at."
    if ladder.alike:
        return (
            f"{how} They were chosen in an easier match, to a nearer goal or by points: measuring "
            "one in this match takes as long as solving it."
        )
    return f"{how} Wins: against perfect play, moving first or second by the toss of a coin."
