"""The best cards for a given memory: looked up in the store, or searched for and kept there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from farklegen.cards.analysis import Analysis
from farklegen.cards.break_points import BreakPoint, Row
from farklegen.cards.card import card_of
from farklegen.cards.memory import Frontier, ShortCard
from farklegen.cards.shorten import Tables
from farklegen.store import prices
from farklegen.store.match_file import MatchKey
from farklegen.store.matches import Report
from farklegen.store.remembered import remembered

VERSION = f"{prices.VERSION}, frontier-4"
"""To be changed whenever the search may find something else."""


def key_of(analysis: Analysis) -> MatchKey:
    """What the best cards are found by."""
    parameters = {"step": analysis.card.step}
    return MatchKey(analysis.loaded.fingerprint, "frontier", parameters, VERSION)


def frontier(analysis: Analysis, work_out: Callable[[], Frontier], report: Report) -> Frontier:
    """The best cards of a ruleset.

    Args:
        analysis: the card without a limit.
        work_out: searches for them if they are not known.
        report: takes lines for the person at the keyboard.
    """
    return remembered(
        key_of(analysis),
        work_out,
        tell=_meta,
        read=lambda meta: _from(analysis, meta),
        label=analysis.loaded.name,
        otherwise="the stored cards are of another kind and are searched for anew",
        report=report,
    )


def _meta(found: Frontier) -> dict[str, Any]:
    return {
        "cards": [
            {
                "numbers": short.numbers,
                "price": asdict(short.price),
                "tables": [
                    [
                        [row.dice, [[point.value, point.turn_score] for point in row.points]]
                        for row in table.rows
                    ]
                    for table in short.card.tables
                ],
            }
            for short in found.cards
        ],
        "default": {"numbers": found.default.numbers, "price": asdict(found.default.price)},
        "duels": found.duels,
        "costly": found.costly,
    }


def _from(analysis: Analysis, meta: dict[str, Any]) -> Frontier:
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
    tables: Tables = tuple(
        replace(
            table,
            rows=tuple(
                Row(int(dice), tuple(BreakPoint(int(v), int(at)) for v, at in points))
                for dice, points in rows
            ),
        )
        for table, rows in zip(card.tables, meta["tables"], strict=True)
    )
    made = card_of(analysis.loaded.ruleset, analysis.expected, card.step, tables)
    return ShortCard(int(meta["numbers"]), made, prices.price_of(dict(meta["price"])))
