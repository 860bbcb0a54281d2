"""The card on one sheet of paper: the table, how to use it, what it costs, and the rules in short.

The content is that of `farklegen table` in both its parts, as sections of ordinary blocks. What
fits where, and how large, is for the renderers to say. The source of the rules is left to
`farklegen check`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from farklegen.cards.analysis import Analysis
from farklegen.cards.price import MatchPrice
from farklegen.cards.short import Ladder
from farklegen.report.card_price import cost_table, go_for_it_blocks, still_left_out
from farklegen.report.document import Block, Column, Facts, Heading, Notes, Table, as_cell, columns
from farklegen.report.numbers import one_in, percent, points
from farklegen.report.screen import Screen, make_screen
from farklegen.report.short_card import (
    rung_of,
    screen_blocks,
    short_facts,
)
from farklegen.report.situation_names import situation_words
from farklegen.report.table import DECIMALS as OF_POINTS
from farklegen.report.table import (
    best_points,
    card_blocks,
    card_points,
    chances_table,
    how_to_use,
    to_remember,
    whole_score_facts,
)
from farklegen.rules.explain import explain
from farklegen.rules.hands import refuse_mixed
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import lower_first, pattern_name, upper_first
from farklegen.version import __version__

DECIMALS = 2
"""Digits after the point of percentages."""

DICE = "⚀⚁⚂⚃⚄⚅"
"""The faces, as headers of a table; renderers may draw them."""

QUICK = "only the card was asked for"
"""Why there is no part about the match, if nobody asked for it."""

_ELSEWHERE = ("Points", "Source")
"""Topics of the rules that the card tells in another way, or not at all."""


@dataclass(frozen=True)
class Section:
    """A part of the card that stays together where there is room.

    Attributes:
        title: its heading.
        blocks: its content; no headings.
    """

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class PocketCard:
    """The content of a card.

    Attributes:
        name: of the ruleset.
        subtitle: what kind of card it is.
        facts: the numbers that matter most, as label and value.
        sections: the rest, most important first.
        left_out: what the card does not look at, in sentences.
        footer: which rules and which program made it.
    """

    name: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    left_out: tuple[str, ...]
    footer: str


def pocket_card(
    analysis: Analysis,
    price: MatchPrice | None,
    why: str = QUICK,
) -> PocketCard:
    """The card of a ruleset.

    Args:
        analysis: the card and what it was made from.
        price: its go-for-it thresholds and what it costs; None if that was not worked out.
        why: the reason then.
    """
    ruleset = analysis.loaded.ruleset
    refuse_mixed(ruleset, "a card on paper")
    left_out = analysis.expected.left_out
    sections = [
        *_tables(analysis),
        Section("How to use it", (Notes(tuple(how_to_use(analysis))),)),
    ]
    if price is None:
        told = f"Not worked out: {_without_options(why)}."
        sections.append(Section("When to go for the goal", (Notes((told,)),)))
    else:
        left_out = still_left_out(left_out, ruleset)
        sections += [
            Section("When to go for the goal", tuple(go_for_it_blocks(ruleset, price))),
            Section("What the card costs", (cost_table(price, DECIMALS),)),
        ]
    sections += [
        _headed(_upright(chances_table(analysis))),
        Section("Points", tuple(_points(ruleset))),
        Section("The rules", (Facts(tuple(_rules(ruleset))),)),
    ]
    return PocketCard(
        name=analysis.loaded.name,
        subtitle="the card for the most points per turn",
        facts=tuple(_facts(analysis)),
        sections=tuple(sections),
        left_out=left_out,
        footer=_footer(analysis),
    )


def short_pocket_card(
    analysis: Analysis, ladder: Ladder, numbers: int | None, why: str = ""
) -> PocketCard:
    """The short card of a ruleset, or another rung of its ladder.

    Args:
        analysis: the card without a limit.
        ladder: the cards of all lengths.
        numbers: the most that may be asked for; None for the short card.
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
    sections = (
        *_screen_sections(screen),
        Section("Points", tuple(_points(ruleset))),
        Section("The rules", (Facts(tuple(_rules(ruleset))),)),
    )
    return PocketCard(
        name=analysis.loaded.name,
        subtitle=screen.title.removeprefix(f"{screen.name}: "),
        facts=tuple(short_facts(analysis, ladder, rung)),
        sections=sections,
        left_out=left_out,
        footer=_footer(analysis),
    )


def _screen_sections(screen: Screen) -> Iterator[Section]:
    """A card: what to do after a roll, then what to do at the end of the game."""
    title, blocks = "Your turn", list[Block]()
    for block in screen_blocks(screen):
        if isinstance(block, Heading):
            yield Section(title, tuple(blocks))
            title, blocks = block.text, []
        else:
            blocks.append(block)
    yield Section(title, tuple(blocks))


def _footer(analysis: Analysis) -> str:
    """Which rules and which program a card is from."""
    return f"farklegen {__version__}, rules {analysis.loaded.fingerprint[:12]}"


def _without_options(why: str) -> str:
    """A reason without the sentences that speak of the command line: paper has none."""
    sentences = [each for each in why.rstrip(".").split(". ") if "--" not in each]
    return ". ".join(sentences) or "these rules do not allow it"


def _facts(analysis: Analysis) -> Iterator[tuple[str, str]]:
    expected = analysis.expected
    yield "points per turn, at best", best_points(analysis, OF_POINTS)
    yield "by this card", card_points(analysis, OF_POINTS)
    yield from whole_score_facts(analysis)
    farkle = expected.farkle_probability
    yield "turns that farkle", f"{percent(farkle, DECIMALS)}, {one_in(farkle)}"
    yield "to remember", to_remember(analysis)


def _tables(analysis: Analysis) -> Iterator[Section]:
    """The break points, a section for each situation."""
    card = analysis.card
    told = ""
    for index, table in enumerate(card.tables):
        words = situation_words(table.situation, len(card.tables))
        blocks = []
        for block in card_blocks(analysis, table, index):
            if isinstance(block, Table) and block.note == told:
                block = Table(block.columns, block.rows, block.title)
            elif isinstance(block, Table):
                told = block.note
            blocks.append(block)
        title = f"Break points: {lower_first(words)}" if words else "Break points"
        yield Section(title, tuple(blocks))


def _headed(table: Table) -> Section:
    """A table under its own title as a heading."""
    return Section(table.title, (Table(table.columns, table.rows, note=table.note),))


def _upright(table: Table) -> Table:
    """A table turned over: its rows have long names, and a card has narrow columns."""
    heads = [column.header for column in table.columns]
    turned = list(zip(heads, *table.rows, strict=True))
    names = (as_cell(name).text for name in turned[0][1:])
    return Table(columns("", *names), tuple(turned[1:]), table.title, table.note)


def _points(ruleset: Ruleset) -> Iterator[Table]:
    """The combinations: those that pay by their face in a grid, the others in a list."""
    by_face: dict[tuple[str, tuple[int, ...]], list[str]] = {}
    others: dict[tuple[str, int], list[str]] = {}
    for key, worth in ruleset.combinations.items():
        name = pattern_name(ruleset, key)
        if isinstance(worth, int):
            others.setdefault((name, worth), []).append(key)
        else:
            by_face.setdefault((name, tuple(worth)), []).append(key)
    if ruleset.nothing is not None:
        others[pattern_name(ruleset, "nothing"), ruleset.nothing] = []
    if by_face:
        yield Table(
            columns("", *DICE),
            tuple(
                (_named(name, keys), *(points(worth) if worth else "—" for worth in faces))
                for (name, faces), keys in by_face.items()
            ),
        )
    if others:
        yield Table(
            (Column(""), Column("points", "right")),
            tuple((_named(name, keys), points(worth)) for (name, worth), keys in others.items()),
        )


def _named(name: str, keys: list[str]) -> str:
    """A combination's name, with its patterns where it stands for several."""
    spelt = f" ({', '.join(keys)})" if len(keys) > 1 else ""
    return f"{upper_first(name)}{spelt}"


def _rules(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The rules in plain words, one paragraph for each topic."""
    topics: dict[str, list[str]] = {}
    for clause in explain(ruleset):
        if clause.topic not in _ELSEWHERE:
            topics.setdefault(clause.topic, []).append(clause.text)
    for topic, texts in topics.items():
        yield topic, " ".join(texts)
