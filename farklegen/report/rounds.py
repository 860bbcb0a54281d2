"""What a game of rounds brings, for the card and for the match."""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.report.document import Block, Table, columns
from farklegen.report.numbers import count, decimals_known, points
from farklegen.solvers.rounds import RoundsTotal


def total_facts(
    rounds: RoundsTotal, card: float | None, decimals: int
) -> Iterator[tuple[str, str]]:
    """The expected total of a game, at best and by the card."""
    digits = decimals_known(rounds.error, decimals)
    yield f"Points in {count(rounds.rounds, 'round')}, at best", points(rounds.total, digits)
    if card is not None:
        yield "... by this card", points(card, digits)


def rounds_table(rounds: RoundsTotal) -> Block:
    """What is still to be expected, by rounds left and farkles in a row."""
    states = rounds.situations
    here = [n for n, state in enumerate(states) if state.on_board or rounds.start == n]
    names = []
    for number in here:
        state = states[number]
        board = "no bank yet" if not state.on_board else ""
        streak = count(state.streak, "farkle") if state.streak else "no farkles"
        names.append(board or (streak if state.streak_matters else "expected"))
    rows = tuple(
        (points(left), *(points(float(rounds.totals[left, n]), 1) for n in here))
        for left in range(rounds.rounds, 0, -1)
    )
    return Table(
        columns("rounds left", *names, first="right"),
        rows,
        title="Points still to come",
        note="For whoever plays for points alone, and knows how many rounds are left; farkles in a "
        "row are those just before.",
    )


def rounds_data(rounds: RoundsTotal, card: float | None) -> dict[str, object]:
    """The same for JSON."""
    return {
        "number": rounds.rounds,
        "total": rounds.total,
        "card_total": card,
        "error": rounds.error,
        "left": [
            {
                "on_board": state.on_board,
                "streak": state.streak,
                "totals": [float(total) for total in rounds.totals[1:, number]],
            }
            for number, state in enumerate(rounds.situations)
        ],
    }
