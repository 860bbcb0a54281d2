"""The document of `farklegen odds`: farkles and combinations by number of dice."""

from __future__ import annotations

from dataclasses import dataclass

from farklegen.errors import named
from farklegen.report import document as doc
from farklegen.report.numbers import one_in, percent, points
from farklegen.report.rules import hands_data, identity
from farklegen.results import Result
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import pattern_words
from farklegen.scoring.odds import CombinationOdds, DiceOdds


@dataclass(frozen=True, repr=False)
class OddsResult(Result):
    """Counted rolls of a ruleset, by number of dice."""

    loaded: LoadedRuleset
    odds: tuple[DiceOdds, ...]


def odds_document(result: OddsResult) -> doc.Document:
    """Odds as per cent and as 1 in so many, most dice first; of different dice, farkles at once."""
    blocks: list[doc.Block] = []
    hands = hands_of(result.loaded.ruleset)
    detailed = result.odds[::-1]
    if not hands.alike and len(result.odds) > 1:
        blocks.append(_farkles(result, hands))
        detailed = detailed[:1]
    for odds in detailed:
        blocks.append(doc.Heading(hands.words(odds.dice)))
        blocks.append(_table(odds))
    notes = (
        "counts as: every roll counted once, under the most valuable single combination it "
        "contains, as printed rules sheets do; of equals, the one with more dice.",
        "contains: how often a roll contains the combination at all.",
    )
    blocks.append(doc.Notes(notes))
    return doc.Document(
        "odds",
        f"{result.loaded.name}: odds",
        tuple(blocks),
        _data(result),
        _records(result),
    )


def _farkles(result: OddsResult, hands: Hands) -> doc.Table:
    rows = []
    for odds in reversed(result.odds):
        lost = odds.farkle + odds.disaster
        chances = percent(lost, of=odds.rolls), one_in(lost, of=odds.rolls)
        rows.append((hands.words(odds.dice), *chances))
    return doc.Table(
        doc.columns("rolled", "farkle", ""),
        tuple(rows),
        note=f"Every combination of some of them: {named('dice')}, such as lucky=2,odd=1. "
        f"Below: of {hands.words(result.odds[-1].dice)}.",
    )


def _name(line: CombinationOdds) -> str:
    if line.patterns == ("nothing",):
        return line.label or "nothing at all"
    name = line.label or " / ".join(pattern_words(pattern) for pattern in line.patterns)
    return f"{name} ({', '.join(line.patterns)})"


def _points(line: CombinationOdds) -> str:
    if isinstance(line.points, int):
        return points(line.points)
    return " ".join(points(worth) for worth in line.points)


def _table(odds: DiceOdds) -> doc.Table:
    rows: list[tuple[doc.Inline, ...]] = []
    for name, part in (
        ("farkle", odds.farkle),
        ("wins at once", odds.instant_win),
        ("disaster", odds.disaster),
    ):
        if part or name == "farkle":
            share, chance = percent(part, of=odds.rolls), one_in(part, of=odds.rolls)
            rows.append((doc.Cell(name, "strong"), "", share, chance, "", ""))
    for line in odds.combinations:
        rows.append(
            (
                _name(line),
                _points(line),
                percent(line.best, of=odds.rolls),
                one_in(line.best, of=odds.rolls),
                percent(line.contains, of=odds.rolls),
                one_in(line.contains, of=odds.rolls),
            )
        )
    return doc.Table(
        doc.columns("roll", "points", "counts as", "", "contains", ""),
        tuple(rows),
        note=f"Out of {points(odds.rolls)} rolls.",
    )


def _data(result: OddsResult) -> dict[str, object]:
    return {
        "ruleset": identity(result.loaded),
        **hands_data(result.loaded.ruleset),
        "farkle": {str(o.dice): o.farkle / o.rolls for o in result.odds},
        "instant_win": {str(o.dice): o.instant_win / o.rolls for o in result.odds},
        "disaster": {str(o.dice): o.disaster / o.rolls for o in result.odds},
        "combinations": {
            str(o.dice): [
                {
                    "patterns": list(line.patterns),
                    "label": line.label,
                    "points": line.points if isinstance(line.points, int) else list(line.points),
                    "best": line.best / o.rolls,
                    "contains": line.contains / o.rolls,
                }
                for line in o.combinations
            ]
            for o in result.odds
        },
    }


def _records(result: OddsResult) -> doc.Records:
    rows: list[tuple[doc.Raw, ...]] = []
    hands = hands_of(result.loaded.ruleset)
    for o in result.odds:
        lines: list[tuple[str, doc.Raw, int, int]] = [("farkle", None, o.farkle, o.farkle)]
        for name, part in (("instant_win", o.instant_win), ("disaster", o.disaster)):
            lines += [(name, None, part, part)] if part else []
        for line in o.combinations:
            worth = line.points if isinstance(line.points, int) else _points(line).replace(",", "")
            lines.append((" ".join(line.patterns), worth, line.best, line.contains))
        dice = o.dice if hands.alike else hands.text(o.dice)
        rows += [(dice, *two, *(n / o.rolls for n in (a, b)), o.rolls) for *two, a, b in lines]
    return doc.Records(("dice", "combination", "points", "best", "contains", "rolls"), tuple(rows))
