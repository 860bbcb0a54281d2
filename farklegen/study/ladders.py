"""The ladder of cards, as it is kept."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from farklegen.cards.break_points import BreakPoint, Row
from farklegen.cards.by_kind import kind_rules
from farklegen.cards.card import card_of
from farklegen.cards.price import Chances
from farklegen.cards.short import CardWay, Ladder, Rung
from farklegen.policies.policy import GoForIt
from farklegen.policies.recipe import ScoreRule
from farklegen.rules.hands import hands_of
from farklegen.study import prices
from farklegen.study.kind import ResultKind

if TYPE_CHECKING:
    from farklegen.cards.analysis import Analysis
    from farklegen.cards.shorten import Tables
    from farklegen.store.match_file import MatchKey

VERSION = f"{prices.VERSION}, ladder-12"
"""To be changed whenever the search may find something else."""

EVERY_SECONDS = 0.6
"""Expected seconds of a match, as long as a duel takes where every turn is followed, up to which
all rungs that are shown are measured in it."""


def kind(analysis: Analysis, *, scored: bool = True) -> ResultKind[Ladder]:
    """How ladders are kept: what rungs say and win, the rest is that of the usual card.

    Args:
        analysis: the full table.
        scored: whether to work out what the break points of each rung score; else `Rung.card` is
            the full table.
    """

    def read(meta: dict[str, Any]) -> Ladder:
        return _read(analysis, meta, scored=scored)

    return ResultKind("ladder", "the ladder of cards", VERSION, _tell, read)


def key_of(analysis: Analysis, floor: int | None, *, match: bool) -> MatchKey:
    """What a ladder is found by."""
    parameters = {"floor": floor, "step": analysis.card.step, "match": match}
    return kind(analysis).key(analysis.loaded, parameters)


def _tell(found: Ladder) -> dict[str, Any]:
    return {
        "rungs": [tell_rung(rung) for rung in found.rungs],
        "everything": tell_rung(found.everything),
        "perfect": None if found.perfect is None else asdict(found.perfect),
        "error": found.error,
        "alike": found.alike,
    }


def tell_rung(rung: Rung) -> dict[str, Any]:
    """A rung as JSON says it."""
    way = rung.way
    return {
        "numbers": rung.numbers,
        "points": rung.points,
        "chances": None if rung.chances is None else asdict(rung.chances),
        "tables": _tell_tables(way.tables),
        "goes": None if way.goes is None else asdict(way.goes),
        "lead": way.lead,
        "past": way.past,
        "take_over": None if way.take_over is None else [list(pair) for pair in way.take_over],
        "lines": [line.model_dump(exclude_none=True) for line in way.lines],
        "last": way.last,
    }


def _read(analysis: Analysis, meta: dict[str, Any], *, scored: bool) -> Ladder:
    every = (*meta["rungs"], meta["everything"])
    rungs = [read_rung(analysis, dict(rung), scored=scored) for rung in every]
    if not hands_of(analysis.loaded.ruleset).alike:  # the first is the card
        rungs[0] = replace(rungs[0], by_kind=kind_rules(analysis))
    return Ladder(
        tuple(rungs[:-1]),
        rungs[-1],
        _chances(meta["perfect"]),
        float(meta["error"]),
        bool(meta["alike"]),
    )


def read_rung(analysis: Analysis, meta: dict[str, Any], *, scored: bool = True) -> Rung:
    """A rung of equal dice from that."""
    card, goes, over = analysis.card, meta["goes"], meta["take_over"]
    plain = tuple(replace(table, take_over=()) for table in card.tables)
    tables = _read_tables(plain, meta["tables"])
    way = CardWay(
        tables,
        None if goes is None else GoForIt(tuple(goes["mine"]), tuple(goes["theirs"])),
        meta["lead"],
        meta["past"],
        None if over is None else tuple((int(dice), int(score)) for dice, score in over),
        tuple(ScoreRule(**line) for line in meta["lines"]),
        bool(meta["last"]),
    )
    if scored and tables != plain:
        card = card_of(analysis.loaded.ruleset, analysis.expected, card.step, tables)
    return Rung(int(meta["numbers"]), way, card, float(meta["points"]), _chances(meta["chances"]))


def _chances(meta: dict[str, Any] | None) -> Chances | None:
    return None if meta is None else Chances(**meta)


def _tell_tables(tables: Tables) -> list[Any]:
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


def _read_tables(like: Tables, meta: list[Any]) -> Tables:
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
