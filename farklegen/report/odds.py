"""The document of `farklegen odds`: farkles and combinations by number of dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from farklegen.errors import named
from farklegen.report import document as doc
from farklegen.report.data import attributes
from farklegen.report.numbers import one_in, percent, points
from farklegen.results import Result
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import pattern_words
from farklegen.scoring.odds import CombinationOdds, DiceOdds


@dataclass(frozen=True, repr=False)
class OddsResult(Result):
    """Counted rolls of a ruleset.

    Attributes:
        loaded: the rules.
        odds: by number of dice.
    """

    DOCUMENT = "odds.odds_document"

    loaded: LoadedRuleset
    odds: tuple[DiceOdds, ...]


def odds_document(result: OddsResult) -> doc.Document:
    """Odds in percent and as 1 in how many rolls, most dice first; mixed dice: farkles at once."""
    blocks: list[doc.Block] = []
    hands = hands_of(result.loaded.ruleset)
    detailed = result.odds[::-1]
    if not hands.uniform and len(result.odds) > 1:
        blocks.append(_farkles(result, hands))
        detailed = detailed[:1]
    for odds in detailed:
        blocks.append(doc.Heading(hands.words(odds.dice)))
        blocks.append(_table(odds))
    notes = (
        "counts as: each roll counts once, under the most valuable combination in it, as on "
        "printed rules sheets; of equals, the one with more dice.",
        "contains: how often a roll contains the combination at all.",
    )
    blocks.append(doc.Notes(notes))
    return doc.Document(
        "odds",
        f"{result.loaded.name}: odds",
        tuple(blocks),
        result,
        _rows(result),
    )


def _farkles(result: OddsResult, hands: Hands) -> doc.Table:
    return doc.table(
        result.odds[::-1],
        ("rolled", lambda odds: hands.words(odds.dice)),
        (doc.right("farkle"), lambda odds: percent(odds.farkle + odds.disaster, of=odds.rolls)),
        (doc.right(""), lambda odds: one_in(odds.farkle + odds.disaster, of=odds.rolls)),
        note=f"Every combination of some of them: {named('dice')}, such as lucky=2,odd=1. "
        f"Below: of {hands.words(result.odds[-1].dice)}.",
    )


def _name(line: CombinationOdds) -> str:
    if line.patterns == ("nothing",):
        return line.label or "nothing at all"
    name = line.label or " / ".join(pattern_words(pattern) for pattern in line.patterns)
    return f"{name} ({', '.join(line.patterns)})"


def _points(line: CombinationOdds) -> str:
    worths = (line.points,) if isinstance(line.points, int) else line.points
    return " ".join(points(worth) for worth in worths)


def _ends(odds: DiceOdds) -> Iterator[tuple[str, int]]:
    """Names and numbers of the rolls that end a turn: farkles, then the others if there are any."""
    yield "farkle", odds.farkle
    for name in ("instant_win", "disaster"):
        if part := getattr(odds, name):
            yield name, part


def _table(odds: DiceOdds) -> doc.Table:
    def chances(part: int) -> tuple[str, str]:
        return percent(part, of=odds.rolls), one_in(part, of=odds.rolls)

    rows: list[tuple[doc.Inline, ...]] = []
    for name, part in _ends(odds):
        words = "wins at once" if name == "instant_win" else name
        rows.append((doc.Cell(words, "strong"), "", *chances(part), "", ""))
    for line in odds.combinations:
        rows.append((_name(line), _points(line), *chances(line.best), *chances(line.contains)))
    return doc.Table(
        doc.columns("roll", "points", "counts as", "", "contains", ""),
        tuple(rows),
        note=f"Out of {points(odds.rolls)} rolls.",
    )


def _rows(result: OddsResult) -> Iterator[dict[str, object]]:
    """Rolls that end a turn and combinations, by the dice rolled."""
    for odds in result.odds:
        ends = (
            {"combination": name, "points": None, "best": part, "contains": part}
            for name, part in _ends(odds)
        )
        lines = (
            {"combination": " ".join(line.patterns)}
            | attributes(line, "points", "best", "contains")
            for line in odds.combinations
        )
        for row in (*ends, *lines):
            yield {"dice": odds.dice, **row, "rolls": odds.rolls}
