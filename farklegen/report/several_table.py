"""The short card for a table of several players, and what other ways of playing cost there."""

from __future__ import annotations

from dataclasses import dataclass

from farklegen.cards.analysis import Analysis
from farklegen.cards.short_several import SeveralCard
from farklegen.report.card_price import points_words
from farklegen.report.document import Document, Facts, Notes, Raw, Records, Table, columns
from farklegen.report.numbers import count, percent, points
from farklegen.report.rules import identity
from farklegen.report.several import DECIMALS, PLACES
from farklegen.report.short_card import sentences, small_table
from farklegen.results import Result
from farklegen.solvers.multiplayer.duel import Met

FACT_DECIMALS = 2
"""Digits of percentages beside the card."""


@dataclass(frozen=True, eq=False, repr=False)
class SeveralTableResult(Result):
    """The card for a table of several players, and what ways of playing cost there.

    Attributes:
        analysis: the rules, and the card without a limit.
        players: at the table.
        card: the short card for them.
        met: of each way its name, and how it fares where all others play the solved match; it is
            the first player.
    """

    analysis: Analysis
    players: int
    card: SeveralCard
    met: tuple[tuple[str, Met], ...]


def several_table_document(result: SeveralTableResult) -> Document:
    """The card, how often it wins, and what other ways of playing cost."""
    analysis, card, players = result.analysis, result.card, result.players
    fair = 1.0 / players
    rows, data = [], []
    records: list[tuple[Raw, ...]] = []
    for name, met in result.met:
        won = met.average[0]
        rows.append((name, percent(won, DECIMALS), percent(max(fair - won, 0.0), DECIMALS)))
        data.append({"name": name, "average": won, "cost": fair - won, "moving": _moving(met)})
        records.append((name, won, fair - won))
    told = sentences(analysis, card.rung, players)
    numbers = count(card.rung.numbers, "number")
    notes = (
        "short-card is the card above, short-card:leader the short card for two, played as against "
        "the one of the others with the highest score; with :next as against the next player.",
        f"A player of the solved match of {players} wins {percent(fair, DECIMALS)} at this table; "
        "all others play it here. Everybody moves first equally often.",
    )
    return Document(
        "table",
        f"{analysis.loaded.name}: the short card at a table of {players}, {numbers}",
        (
            Facts(_facts(result)),
            Notes(told, "What to do"),
            small_table(analysis, card.rung),
            Table(
                columns("playing", "wins", "it costs"), tuple(rows), title="What it costs to play"
            ),
            Notes(notes),
        ),
        {
            "ruleset": identity(analysis.loaded),
            "players": players,
            "short_card": {
                "numbers": card.rung.numbers,
                "sentences": list(told),
                "points_per_turn": card.rung.card.points_per_turn,
                "win_probability": _chances(card.met),
            },
            "ways": data,
        },
        Records(("playing", "wins", "cost"), tuple(records)),
    )


def _facts(result: SeveralTableResult) -> tuple[tuple[str, str], ...]:
    """How many numbers there are, and what they win, as label and value."""
    card, fair = result.card, 1.0 / result.players
    best = result.analysis.expected.points_per_turn
    won, for_two = card.met.average[0], card.met_for_two.average[0]
    lost = points(100 * max(fair - won, 0.0), FACT_DECIMALS)
    found = [
        ("Numbers to remember", points(card.rung.numbers)),
        ("Points per turn", points_words(card.rung.card.points_per_turn, best)),
        (
            "Wins",
            f"{percent(won, FACT_DECIMALS)} at a table of {result.players} where the others play "
            f"perfectly, {lost} games in a hundred lost",
        ),
    ]
    same = card.rung == card.for_two
    found.append(
        (
            "The card for two",
            "is this one: no short card was found that wins more here"
            if same
            else f"{percent(for_two, FACT_DECIMALS)} with {count(card.for_two.numbers, 'number')}",
        )
    )
    return tuple(found)


def _moving(met: Met) -> list[float]:
    """How often the first player wins, moving first, second, ..."""
    players = len(met.moving)
    return [float(met.moving[-place % players, 0]) for place in range(players)]


def _chances(met: Met) -> dict[str, float]:
    moving = zip(PLACES, _moving(met), strict=False)
    return {**{f"moving_{place}": chance for place, chance in moving}, "average": met.average[0]}
