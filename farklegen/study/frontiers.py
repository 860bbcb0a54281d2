"""The best cards for a given memory, as they are kept."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from farklegen.cards.break_points import BreakPoint, Row
from farklegen.cards.card import card_of
from farklegen.cards.memory import Frontier, ShortCard
from farklegen.study import prices
from farklegen.study.kind import ResultKind

if TYPE_CHECKING:
    from farklegen.cards.analysis import Analysis
    from farklegen.cards.shorten import Tables
    from farklegen.store.match_file import MatchKey


VERSION = f"{prices.VERSION}, frontier-5"
"""To be changed whenever the search may find something else."""


def kind(analysis: Analysis) -> ResultKind[Frontier]:
    """How the best cards are kept: what their tables say, the rest is that of the usual card."""
    words = "the curve of shorter cards"
    return ResultKind("frontier", words, VERSION, _tell, lambda meta: _read(analysis, meta))


def key_of(analysis: Analysis) -> MatchKey:
    """What the best cards are found by."""
    return kind(analysis).key(analysis.loaded, {"step": analysis.card.step})


def _tell(found: Frontier) -> dict[str, Any]:
    return {
        "cards": [
            {
                "numbers": short.numbers,
                "price": asdict(short.price),
                "tables": tell_tables(short.card.tables),
            }
            for short in found.cards
        ],
        "default": {"numbers": found.default.numbers, "price": asdict(found.default.price)},
        "duels": found.duels,
        "costly": found.costly,
    }


def tell_tables(tables: Tables) -> list[Any]:
    """What tables say, as JSON does."""
    return [
        {
            "rows": [
                [row.dice, [[p.value, p.turn_score] for p in row.points]] for row in table.rows
            ],
            "between_multiples": list(table.between_multiples),
        }
        for table in tables
    ]


def read_tables(like: Tables, meta: list[Any]) -> Tables:
    """Tables from that, in all else like others."""
    return tuple(
        replace(
            table,
            rows=tuple(
                Row(int(dice), tuple(BreakPoint(int(v), int(at)) for v, at in points))
                for dice, points in said["rows"]
            ),
            between_multiples=tuple(int(value) for value in said["between_multiples"]),
        )
        for table, said in zip(like, meta, strict=True)
    )


def _read(analysis: Analysis, meta: dict[str, Any]) -> Frontier:
    return Frontier(
        tuple(_short(analysis, dict(short)) for short in meta["cards"]),
        ShortCard(
            int(meta["default"]["numbers"]),
            analysis.card,
            prices.price_of(dict(meta["default"]["price"])),
        ),
        int(meta["duels"]),
        bool(meta["costly"]),
    )


def _short(analysis: Analysis, meta: dict[str, Any]) -> ShortCard:
    card = analysis.card
    tables = read_tables(card.tables, meta["tables"])
    made = card_of(analysis.loaded.ruleset, analysis.expected, card.step, tables)
    return ShortCard(int(meta["numbers"]), made, prices.price_of(dict(meta["price"])))
