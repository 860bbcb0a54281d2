"""The card on paper: two sides of the size of a bank card, in few words, and the rest of the sheet.

The front is for a turn, the back for the end of the game and the points. Everything is made from
the card on the screen. How large the type is, and where a side goes on, is for the renderers to
say. The source of the rules is left to `farklegen check`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from farklegen.cards.card import Analysis
from farklegen.cards.ladder import Ladder, Rung
from farklegen.report import document as doc
from farklegen.report.card import (
    box_cell,
    card_facts,
    grid_table,
    offer_table,
    rung_of,
    sum_words,
)
from farklegen.report.card_price import still_left_out
from farklegen.report.numbers import points
from farklegen.report.score_lines import short_line, short_meanings
from farklegen.report.screen import (
    ALL_OUT,
    BoxGrid,
    Example,
    ExampleWay,
    GridRow,
    Screen,
    bank_limits,
    kinds_words,
    make_screen,
    what_scores,
)
from farklegen.report.table import only_most_points
from farklegen.rules.explain import explain
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words, listed
from farklegen.version import __version__

DICE = "⚀⚁⚂⚃⚄⚅"
"""The faces; renderers may draw them."""

_ELSEWHERE = ("Points", "Source")
"""Topics of the rules that the card tells in another way, or not at all."""


@dataclass(frozen=True)
class Section:
    """A part of the sheet.

    Attributes:
        title: its heading.
        blocks: its content; no headings.
        spare: further content, which is left out if there is no room for it.
    """

    title: str
    blocks: tuple[doc.Block, ...]
    spare: tuple[doc.Block, ...] = ()


@dataclass(frozen=True)
class PocketCard:
    """The content of a card.

    Attributes:
        name: of the ruleset.
        subtitle: what kind of card it is.
        facts: the numbers that matter most, as label and value.
        sides: front and back, each at most as large as a bank card where that is possible.
        sections: the rest of a large sheet, most important first.
        left_out: what the card does not look at, in sentences.
        footer: which rules and which program made it.
    """

    name: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    sides: tuple[Section, ...]
    sections: tuple[Section, ...]
    left_out: tuple[str, ...]
    footer: str


def pocket_card(
    analysis: Analysis, ladder: Ladder, numbers: int | None, why: str = ""
) -> PocketCard:
    """The card of a ruleset, or another rung of its ladder.

    Args:
        analysis: the card without a limit.
        ladder: the cards of all lengths.
        numbers: the most that may be asked for; None for the card itself.
        why: the reason why the match was left out, if it was.
    """
    rung = rung_of(ladder, numbers)
    ruleset = analysis.loaded.ruleset
    left_out = analysis.expected.left_out
    if rung.chances is not None:
        left_out = still_left_out(left_out, ruleset)
    elif why:
        left_out = (f"{_without_options(why)}.", *left_out)
    screen = make_screen(analysis, rung)
    facts = tuple(card_facts(analysis, ladder, rung))
    good = doc.Paragraph(f"{facts[0][0]}: {facts[0][1]}.")
    if rung.chances is not None:
        won = f"{100 * rung.chances.average:.2f}"
        good = doc.Paragraph(f"It wins {won} of 100 games against a perfect player.")
    return PocketCard(
        name=analysis.loaded.name,
        subtitle=screen.title.removeprefix(f"{screen.name}: "),
        facts=facts,
        sides=(
            Section("My turn", tuple(_front(analysis, rung, screen)), tuple(_example(screen))),
            Section("The end, and the points", tuple(_back(ruleset, rung, screen)), (good,)),
        ),
        sections=tuple(_sections(ruleset, screen)),
        left_out=left_out,
        footer=f"farklegen {__version__}, rules {analysis.loaded.fingerprint[:12]}",
    )


def _without_options(why: str) -> str:
    """A reason without the sentences that speak of the command line: paper has none."""
    sentences = [each for each in why.rstrip(".").split(". ") if "--" not in each]
    return ". ".join(sentences) or "these rules do not allow it"


# the two sides


def _front(analysis: Analysis, rung: Rung, screen: Screen) -> Iterator[doc.Block]:
    ruleset, unit = analysis.loaded.ruleset, analysis.expected.moves.unit
    if screen.offered:
        title = "Take over their dice from a turn score of"
        yield replace(offer_table(screen), title=title)
    most, kinds = only_most_points(analysis), rung.by_kind
    same = " Same dice left: only the higher score counts." if most else ""
    then = "" if most else ", then more points"
    added, says = ("its box", "Its box says") if kinds is None else ("add", "It says")
    yield doc.Paragraph(
        f"Each way to keep dice: new turn score + {added} = total. Highest wins.{same}"
    )
    for number, grid in enumerate(screen.grids):
        over = "" if number else "dice left to roll"
        yield (
            _short_grid(grid, unit, over) if kinds is None else replace(grid_table(grid), over=over)
        )
    if kinds is not None:
        from_there = "From the turn score to bank from it says BANK, which adds 0."
        yield doc.Paragraph(" ".join((*kinds_words(ruleset, kinds), from_there)))
    yield doc.Paragraph(
        " ".join(
            (
                f"{says} BANK? Bank. Else roll.",
                f"Equal: BANK, else more dice left{then}.",
                f"0 left: roll {ruleset.dice} again.",
                *bank_limits(ruleset),
            )
        )
    )


def _example(screen: Screen) -> Iterator[doc.Block]:
    if screen.example is not None and screen.grids[0].by_turn_score:
        yield doc.Paragraph(_short_example(screen.example))


def _short_grid(grid: BoxGrid, unit: int, over: str) -> doc.Table:
    rows: list[tuple[doc.Inline, ...]] = [
        (_short_label(row, unit), *map(box_cell, row.boxes)) for row in grid.rows
    ]
    return doc.Table(
        doc.columns("turn score", *map(str, grid.dice)),
        tuple(rows),
        title=grid.heading,
        over=over,
    )


def _short_label(row: GridRow, unit: int) -> str:
    """`0–350`, `400`, `400+`, `ALL OUT`."""
    if row.start is None:
        return row.label.upper() if row.label == ALL_OUT else row.label
    if row.end is None:
        return f"{points(row.start)}+" if row.start else "any"
    last = row.end - unit
    return points(row.start) if last == row.start else f"{points(row.start)}–{points(last)}"


def _short_example(example: Example) -> str:
    best, *others = example.ways
    lower = ", ".join(f"{_drawn(way.keep)} {_sum(way)}" for way in others)
    return (
        f"{_drawn(example.roll)}: keep {_drawn(best.keep)} {_sum(best)}, "
        f"roll {best.dice}; not {lower}"
    )


def _sum(way: ExampleWay) -> str:
    """`100 + 300 = 400`."""
    return sum_words(way, way.value) if way.value else points(way.turn_score)


def _drawn(faces: tuple[int, ...]) -> str:
    return "".join(DICE[face - 1] for face in faces)


def _back(ruleset: Ruleset, rung: Rung, screen: Screen) -> Iterator[doc.Block]:
    """What to do near the end of the game, and what dice pay."""
    lines = rung.way.lines
    if screen.end:
        yield doc.Paragraph(" ".join(screen.end))
    if lines:
        rows = tuple(short_line(line, lines) for line in lines)
        yield doc.Table((doc.Column(""), doc.Column("", "right")), rows)
    yield from map(doc.Paragraph, short_meanings(lines, ruleset))
    yield from map(doc.Paragraph, screen.going)
    if screen.they:
        yield doc.Paragraph("They: the other player with the most points.")
    yield doc.Paragraph(what_scores(ruleset).words(DICE))


# the rest of the sheet


def _sections(ruleset: Ruleset, screen: Screen) -> Iterator[Section]:
    steps: list[doc.Block] = [doc.Notes(screen.steps, numbered=True)]
    yield Section("After every roll", tuple(steps))
    if screen.example is not None:
        yield Section("A roll, worked out", tuple(map(doc.Paragraph, _worked(screen.example))))
    if screen.end or screen.end_notes:
        lines = screen.line_sentences
        end: list[doc.Block] = [doc.Paragraph(" ".join(screen.end))] if screen.end else []
        end += [doc.Notes(lines, numbered=True)] if lines else []
        end += [doc.Notes(screen.end_notes)] if screen.end_notes else []
        yield Section(screen.end_title, tuple(end))
    yield Section("The rules", (doc.Facts(tuple(_rules(ruleset))),))


def _worked(example: Example) -> Iterator[str]:
    best = example.ways[0]
    yield f"You roll {_drawn(example.roll)} at the start of your turn."
    for way in example.ways:
        box = "BANK" if way.value is None else points(way.value, signed=True) if way.value else "+0"
        yield (
            f"Set aside {_drawn(way.keep)}: {points(way.turn_score)} points, "
            f"{dice_words(way.dice)} left. The box says {box}, so the total is {_sum(way)}."
        )
    totals = listed([points(way.total) for way in example.ways], "and")
    yield (
        f"Of {totals} the highest is {points(best.total)}: set aside {_drawn(best.keep)} and roll "
        f"{dice_words(best.dice)}. Your turn score is now {points(best.turn_score)}. After the "
        "next roll add to it what you set aside then, and look again."
    )


def _rules(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    topics: dict[str, list[str]] = {}
    for clause in explain(ruleset):
        if clause.topic not in _ELSEWHERE:
            topics.setdefault(clause.topic, []).append(clause.text)
    for topic, texts in topics.items():
        yield topic, " ".join(texts)
