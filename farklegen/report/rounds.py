"""What a game of rounds brings, for the card and for the match."""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.report.document import Block, Heading, Table, columns
from farklegen.report.numbers import count, decimals_known, points
from farklegen.rules.words import dice_words
from farklegen.solvers.match.planes import BankByLead
from farklegen.solvers.process import Situation
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
        (
            points(left),
            *(
                points(float(rounds.totals[left, n]), 1)
                if _turns_before(states[n], states[rounds.start]) <= rounds.rounds - left
                else "—"
                for n in here
            ),
        )
        for left in range(rounds.rounds, 0, -1)
    )
    return Table(
        columns("rounds left", *names, first="right"),
        rows,
        title="Points still to come",
        note="For whoever plays for points alone, and knows how many rounds are left; farkles in a "
        "row are those just before.",
    )


def _turns_before(state: Situation, start: Situation) -> int:
    """Turns after which a player can be in a situation, at least."""
    return state.streak + (state.on_board and not start.on_board)


def rounds_data(rounds: RoundsTotal, card: float | None) -> dict[str, object]:
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


DICE_TOLD = 3
"""Numbers of dice whose thresholds are told in words; JSON has all."""


def lead_blocks(by_lead: BankByLead) -> Iterator[Block]:
    """When perfect play banks, by lead and rounds left."""
    yield Heading("When to bank, by lead and rounds left")
    names = [
        f"{left} left" if left > 1 else f"last, moving {'first' if first else 'second'}"
        for left, first in by_lead.turns
    ]
    most = min(DICE_TOLD, len(by_lead.start[0]))
    for dice in range(most, 0, -1):
        rows = tuple(
            (points(lead, signed=True), *(_score(turn[dice - 1][at]) for turn in by_lead.start))
            for at, lead in enumerate(by_lead.leads)
        )
        note = (
            "The lowest turn score at which perfect play banks, with no farkles in a row; the "
            "turn scores above may differ. Rounds left include this one; moving first but for "
            "the last column. In the first round there is no lead for whoever moves first."
            if dice == 1
            else None
        )
        yield Table(
            columns("your lead", *names, first="right"),
            rows,
            title=f"With {dice_words(dice)} to roll",
            note=note or "",
        )


def _score(start: int | None) -> str:
    return "never" if start is None else points(start)


def lead_data(by_lead: BankByLead) -> dict[str, object]:
    return {
        "leads": list(by_lead.leads),
        "turns": [
            {
                "rounds_left": left,
                "first": first,
                "bank_at": {str(dice): list(row) for dice, row in enumerate(turn, start=1)},
            }
            for (left, first), turn in zip(by_lead.turns, by_lead.start, strict=True)
        ],
    }
