"""What `farklegen table` prints first, and the card on paper: the card, how good it is, and how to
get another one. Everything is made from the card as `report.screen` has it.

On paper the front is for a turn, the back for the end of the game and the points. Each side has the
size of a bank card and few words. The renderers decide how large the type is, and where a side goes
on. The source of the rules is left to `farklegen check`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from farklegen.cards.card import Analysis
from farklegen.cards.ladder import Ladder, Rung
from farklegen.cards.several import SeveralCard
from farklegen.cards.tables import KindRules
from farklegen.report import document as doc
from farklegen.report.match import EXACT, AtTable
from farklegen.report.numbers import MINUS, count, percent, points, wins
from farklegen.report.screen import (
    Example,
    Screen,
    bank_limits,
    end_notes,
    grid_table,
    kinds_words,
    make_screen,
    offer_table,
    only_most_points,
    short_line,
    what_scores,
)
from farklegen.report.table import (
    CardResult,
    break_points,
    price_blocks,
    rung_of,
    still_left_out,
    table_document,
)
from farklegen.results import Result
from farklegen.rules.explain import explain
from farklegen.rules.hands import hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words
from farklegen.solvers.duel.table import MetAtTable
from farklegen.version import __version__

NEXT_BEST = 2
"""Easier and stronger cards that are named."""


def result_document(result: CardResult, **words: Any) -> doc.Document:
    """The card, or the full table if there is no card. The full table has what it costs in a match,
    or why that is not known. If the result is about other dice, what the card wins against them
    comes first."""
    if result.cards is not None:
        made = card_document(result, **words)
    else:
        made = table_document(result)
        if result.price is not None or result.notes:
            made = replace(made, blocks=doc.filled(*made.blocks, *price_blocks(result)))
    if result.against is None:
        return made
    facts = result.against.match.facts(result.against.card)
    return replace(made, blocks=(doc.Heading("Against their dice", 3), facts, *made.blocks))


def card_document(result: CardResult, *, rules: str = "", options: bool = True) -> doc.Document:
    """What `table` begins with."""
    analysis, ladder, rung, screen = result.analysis, result.cards, result.rung, result.screen
    assert ladder is not None
    assert rung is not None
    assert screen is not None
    facts = list(card_facts(analysis, ladder, rung))
    if options:
        facts += other_cards(ladder, rung, screen)
    if options and result.against is None:
        loaded = analysis.loaded
        known = loaded.slug if loaded.builtin and hands_of(loaded.ruleset).plain else "RULES"
        facts.append(("On your phone", f"farklegen page {rules or known} -o page.html"))
        facts.append(("On paper", f"farklegen table {rules or known} -o card.pdf"))
    blocks = (*screen_blocks(screen), *_good(facts), doc.Notes(result.notes))
    return doc.document("table", screen.title, blocks, result, break_points(analysis))


def screen_blocks(screen: Screen) -> Iterator[doc.Block]:
    """A card from its grids to its lines about the end of the game."""
    if screen.offered:
        yield offer_table(screen.offer_words)
    for grid in screen.grids:
        yield grid_table(grid)
    yield doc.Notes(screen.steps, "After every roll", numbered=True)
    if screen.example is not None:
        yield _worked(screen.example, lambda faces: " ".join(map(str, faces)))
    yield doc.Heading(screen.end_title, 3)
    yield from _end_blocks(screen)
    if screen.combinations:
        yield doc.Paragraph(f"What scores? {screen.combinations}")


def _worked(example: Example, written: Callable[[tuple[int, ...]], str]) -> doc.Facts:
    """A roll, worked out; `written` writes faces."""
    pairs: list[tuple[str, str]] = []
    for way in example.ways:
        score = points(way.turn_score)
        if way.value is None:
            total = f"BANK = {score}"
        else:
            sign = MINUS if way.value < 0 else "+"
            total = f"{score} {sign} {points(abs(way.value))} = {points(way.total)}"
        sums = f"Set aside {written(way.keep)}: {score}, {dice_words(way.dice)} left: {total}"
        if pairs:
            pairs.append(("", sums))
        else:
            roll = f"You roll {written(example.roll)}"
            pairs.append((roll, f"{sums}  ← roll {dice_words(way.dice)}"))
    return doc.Facts(pairs, close=True)


def _end_blocks(screen: Screen) -> tuple[doc.Block, ...]:
    lines = ((f"{at}. {when}", do) for at, (when, do) in enumerate(screen.lines, start=1))
    return doc.filled(
        doc.Paragraph(" ".join(screen.end)),
        doc.Facts(lines, close=True),
        doc.Notes(screen.end_notes, close=True),
    )


# how good it is


def _good(facts: Sequence[tuple[str, str]]) -> tuple[doc.Block, ...]:
    return doc.Heading("How good is it?", 3), doc.Facts(facts)


def card_facts(analysis: Analysis, ladder: Ladder, rung: Rung) -> Iterator[tuple[str, str]]:
    """What a card wins and brings, as label and value."""
    if rung.chances is not None and ladder.perfect is not None:
        won, perfect = rung.chances.average, ladder.perfect.average
        yield "It wins", wins(won, "against a perfect player", perfect)
    yield from _points_facts(analysis, ladder.points(rung))


def _points_facts(analysis: Analysis, brought: float) -> Iterator[tuple[str, str]]:
    """What a card brings in a turn, beside what the best play does."""
    best = analysis.expected.points_per_turn
    words = f"{points(brought, 1)} in the long run; the most possible is {points(best, 1)}"
    yield "Points per turn", words


def other_cards(ladder: Ladder, rung: Rung, screen: Screen) -> Iterator[tuple[str, str]]:
    """How much of a card there is to learn, and which cards are easier or stronger, as label and
    value."""

    def good(rung: Rung) -> str:
        """`2 wins 49.13`."""
        won = rung.chances and f"wins {100 * rung.chances.average:.2f}"
        return f"{rung.numbers} {won or f'brings {points(ladder.points(rung), 1)} points'}"

    yield _to_learn(screen)
    easier = [each for each in ladder.shown if each.numbers < rung.numbers][:NEXT_BEST]
    stronger = [each for each in ladder.shown if each.numbers > rung.numbers][-NEXT_BEST:]
    if easier:
        yield "Easier", f"--numbers {', '.join(map(good, easier[::-1]))}"
    if stronger:
        numbers = f"--numbers {', '.join(map(good, stronger))}"
        yield "Stronger", f"{numbers}; --numbers all: full table"
    else:
        yield "Full table", "--numbers all"


def _to_learn(screen: Screen) -> tuple[str, str]:
    """`5 scores and leads (--numbers counts these), 6 values in boxes`."""
    by_turn_score = screen.grids[0].by_turn_score
    scores = count(screen.scores, "score or lead", "scores and leads")
    values = f"{count(screen.values, 'value')} {'in boxes' if by_turn_score else 'to add'}"
    return "To learn by heart", f"{scores} (--numbers counts these), {values}"


# tables of several players


@dataclass(frozen=True, eq=False, repr=False)
class SeveralTableResult(Result):
    """The card for a table of several players, and what ways of playing win there.

    Attributes:
        analysis: the rules, and the card without a limit.
        players: at the table.
        card: the card for them.
        met: of each way its name, and how it fares where all others play the solved match; it is
            the first player. Empty without `price`.
    """

    DOCUMENT = "card.multiplayer_table_document"
    KEYS = ("players", "screen", "points_per_turn", "ways")

    analysis: Analysis
    players: int
    card: SeveralCard
    met: tuple[tuple[str, MetAtTable], ...] = ()

    @property
    def loaded(self) -> LoadedRuleset:
        return self.analysis.loaded

    @property
    def screen(self) -> Screen:
        """What the card for them says."""
        return make_screen(self.analysis, self.card.rung, self.players)

    @property
    def points_per_turn(self) -> float:
        """Of that card, the long-run average."""
        return self.card.rung.card.points_per_turn

    @property
    def ways(self) -> tuple[AtTable, ...]:
        """How often the card wins against perfect players, and other ways of playing;
        `card:leader` is the card for two."""
        return tuple(AtTable.of(name, met) for name, met in self.met)


def multiplayer_table_document(result: SeveralTableResult) -> doc.Document:
    """The card, then what it and other ways of playing cost, if that was worked out."""
    screen, card, players = result.screen, result.card, result.players
    numbers = count(card.for_two.numbers, "number")
    for_two = f"{percent(card.met_for_two.average[0])} with {numbers}"
    where = f"at a table of {players} where the others play perfectly"
    facts = (
        *_points_facts(result.analysis, result.points_per_turn),
        _to_learn(screen),
        ("Wins", wins(card.met.average[0], where, 1.0 / players)),
        ("The card for two wins", for_two),
    )
    blocks = (*screen_blocks(screen), *_good(facts), *ways_blocks(result))
    return doc.document("table", screen.title, blocks, result, result.ways, AtTable)


def ways_blocks(result: SeveralTableResult) -> tuple[doc.Block, ...]:
    """What ways of playing cost at a table of several."""
    players, fair = result.players, 1.0 / result.players
    notes = (
        "card is the card above. card:leader is the card for two, played as if the other player "
        "with the highest score were your only opponent; with :next, as if the next player were.",
        f"All others play the solved match of {players}, where each wins {EXACT(fair)}.",
    )
    table = doc.table(
        result.met,
        ("playing", itemgetter(0)),
        (doc.right("wins"), lambda way: EXACT(way[1].average[0])),
    )
    title = f"{result.loaded.name}: what it costs to play at a table of {players}"
    return (doc.Heading(title), table, doc.Notes(notes)) if result.met else ()


# on paper

DICE = "⚀⚁⚂⚃⚄⚅"
"""The faces; renderers may draw them."""

_ELSEWHERE = ("Points", "Source")
"""Topics of the rules that the card tells in another way, or not at all."""


@dataclass(frozen=True)
class Section:
    """A part of the sheet."""

    title: str
    blocks: tuple[doc.Block, ...]


@dataclass(frozen=True)
class PocketCard:
    """The content of a card.

    Attributes:
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


def pocket_card(analysis: Analysis, ladder: Ladder, numbers: int | None = None) -> PocketCard:
    """The card of a ruleset, or another rung of its ladder.

    Args:
        analysis: the card without a limit.
        ladder: the cards of all lengths.
        numbers: the most numbers that the card may have; None for the card itself.
    """
    rung, loaded = rung_of(ladder, numbers), analysis.loaded
    screen, facts = make_screen(analysis, rung), tuple(card_facts(analysis, ladder, rung))
    left_out = analysis.expected.left_out
    good = f"{facts[0][0]}: {facts[0][1]}."
    if rung.chances is not None:
        left_out = still_left_out(left_out, loaded.ruleset)
        good = f"It wins {100 * rung.chances.average:.2f} of 100 games against a perfect player."
    front = tuple(_front(analysis, rung.way.by_kind, screen))
    back = (*_back(loaded.ruleset, rung, screen), doc.Paragraph(good))
    return PocketCard(
        name=loaded.name,
        subtitle=screen.game,
        facts=facts,
        sides=(
            Section("My turn", front),
            Section("The end, and the points", back),
        ),
        sections=tuple(_sections(loaded.ruleset, screen)),
        left_out=left_out,
        footer=f"farklegen {__version__}, rules {loaded.fingerprint[:12]}",
    )


def _front(analysis: Analysis, kinds: KindRules | None, screen: Screen) -> Iterator[doc.Block]:
    ruleset, unit = analysis.loaded.ruleset, analysis.expected.moves.unit
    if screen.offered:
        yield offer_table(screen.offer_words, "Take over their dice from a turn score of")
    same, then = "", ", then more points"
    if only_most_points(analysis):
        same, then = " Same dice left: only the higher score counts.", ""
    added, says = ("its box", "Its box says") if kinds is None else ("add", "It says")
    yield doc.Paragraph(
        f"Each way to set dice aside: new turn score + {added} = total. Highest wins.{same}"
    )
    for number, grid in enumerate(screen.grids):
        yield grid_table(grid, "" if number else "dice left to roll", unit)
    if kinds is not None:
        from_there = "From the turn score to bank from it says BANK, which adds 0."
        yield doc.Paragraph(" ".join((*kinds_words(ruleset, kinds), from_there)))
    words = (
        f"{says} BANK? Bank. Else roll.",
        f"Equal: BANK, else more dice left{then}.",
        f"0 left: roll {ruleset.dice} again.",
        *bank_limits(ruleset),
    )
    yield doc.Paragraph(" ".join(words))
    if screen.example is not None:
        yield _worked(screen.example, _drawn)


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
    yield from map(doc.Paragraph, end_notes(ruleset, rung.way, 2, short=True))
    yield doc.Paragraph(what_scores(ruleset, DICE))


def _sections(ruleset: Ruleset, screen: Screen) -> Iterator[Section]:
    """The rest of the sheet."""
    yield Section("After every roll", (doc.Notes(screen.steps, numbered=True),))
    yield Section(screen.end_title, _end_blocks(screen))
    topics: dict[str, list[str]] = {}
    for clause in explain(ruleset):
        if clause.topic not in _ELSEWHERE:
            topics.setdefault(clause.topic, []).append(clause.text)
    rules = ((topic, " ".join(texts)) for topic, texts in topics.items())
    yield Section("The rules", (doc.Facts(rules),))
