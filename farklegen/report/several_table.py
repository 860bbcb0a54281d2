"""The card for a table of several players, and what other ways of playing cost there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from farklegen.cards.analysis import Analysis
from farklegen.cards.short_several import SeveralCard
from farklegen.report.card import learn_words, points_words, screen_blocks, screen_data
from farklegen.report.document import Document, Facts, Heading, Notes, Raw, Records, Table, columns
from farklegen.report.duel import DECIMALS
from farklegen.report.match_states import PLACES
from farklegen.report.numbers import count, percent, wins
from farklegen.report.rules import identity
from farklegen.report.screen import make_screen
from farklegen.report.table import whole_score_facts
from farklegen.results import Result
from farklegen.solvers.multiplayer.duel import MetAtTable

FACT_DECIMALS = 2


@dataclass(frozen=True, eq=False, repr=False)
class SeveralTableResult(Result):
    """The card for a table of several players, and what ways of playing cost there.

    Attributes:
        analysis: the rules, and the card without a limit.
        players: at the table.
        card: the card for them.
        met: of each way its name, and how it fares where all others play the solved match; it is
            the first player.
    """

    analysis: Analysis
    players: int
    card: SeveralCard
    met: tuple[tuple[str, MetAtTable], ...]


def several_card_document(analysis: Analysis, players: int, card: SeveralCard) -> Document:
    screen = make_screen(analysis, card.rung, players)
    return Document(
        "table",
        screen.title,
        (
            *screen_blocks(screen),
            Heading("How good is it?", 3),
            Facts(tuple(_facts(analysis, players, card))),
            Notes(
                (
                    "Which numbers it has was chosen by what turns lose at this table, to first "
                    "order; how often it wins is exact.",
                )
            ),
        ),
        _card_data(analysis, players, card),
    )


def _card_data(analysis: Analysis, players: int, card: SeveralCard) -> dict[str, object]:
    moving = zip(PLACES, _moving(card.met), strict=False)
    chances = {f"moving_{place}": chance for place, chance in moving}
    return {
        "ruleset": identity(analysis.loaded),
        "players": players,
        "card": {
            **screen_data(make_screen(analysis, card.rung, players)),
            "points_per_turn": card.rung.card.points_per_turn,
            "win_probability": {**chances, "average": card.met.average[0]},
        },
    }


def _facts(analysis: Analysis, players: int, card: SeveralCard) -> Iterator[tuple[str, str]]:
    """How many numbers there are, and what they win, as label and value."""
    won, for_two = card.met.average[0], card.met_for_two.average[0]
    brought, best = card.rung.card.points_per_turn, analysis.expected.points_per_turn
    yield "Points per turn", points_words(brought, best)
    yield from whole_score_facts(analysis)
    yield "To learn by heart", learn_words(make_screen(analysis, card.rung, players))
    where = f"at a table of {players} where the others play perfectly"
    yield "Wins", wins(won, where, 1.0 / players)
    told = "is this one: no card was found that wins more here"
    if card.rung != card.for_two:
        told = f"{percent(for_two, FACT_DECIMALS)} with {count(card.for_two.numbers, 'number')}"
    yield "The card for two", told


def several_table_document(result: SeveralTableResult) -> Document:
    """What the card and other ways of playing cost; it has the data of the card as well."""
    analysis, players = result.analysis, result.players
    fair = 1.0 / players
    rows, data = [], []
    records: list[tuple[Raw, ...]] = []
    for name, met in result.met:
        won = met.average[0]
        rows.append((name, percent(won, DECIMALS), percent(max(fair - won, 0.0), DECIMALS)))
        data.append({"name": name, "average": won, "cost": fair - won, "moving": _moving(met)})
        records.append((name, won, fair - won))
    notes = (
        "card is the card above. card:leader is the card for two, played as if the other player "
        "with the highest score were your only opponent; with :next, as if the next player were.",
        f"A player of the solved match of {players} wins {percent(fair, DECIMALS)} at this table; "
        "all others play it here. Everybody moves first equally often, and all chances are exact.",
    )
    return Document(
        "table",
        f"{analysis.loaded.name}: what it costs to play at a table of {players}",
        (Table(columns("playing", "wins", "it costs"), tuple(rows)), Notes(notes)),
        {**_card_data(analysis, players, result.card), "ways": data},
        Records(("playing", "wins", "cost"), tuple(records)),
    )


def _moving(met: MetAtTable) -> list[float]:
    """How often the first player wins, moving first, second, ..."""
    players = len(met.moving)
    return [float(met.moving[-place % players, 0]) for place in range(players)]
