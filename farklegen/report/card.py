"""What `farklegen table` prints first: the card, how good it is, and how to get another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from farklegen.cards.card import Analysis
from farklegen.cards.ladder import ALWAYS, Ladder, Rung
from farklegen.cards.several import SeveralCard
from farklegen.report import document as doc
from farklegen.report.document import Document, Facts, Heading, Notes, Raw, Records, Table, columns
from farklegen.report.duel import DECIMALS, chances_data
from farklegen.report.match_states import PLACES
from farklegen.report.numbers import MINUS, NEVER, count, percent, points, wins
from farklegen.report.rules import identity
from farklegen.report.screen import (
    BANK_FROM,
    BoxGrid,
    Example,
    ExampleWay,
    GridRow,
    Screen,
    make_screen,
)
from farklegen.report.table import table_document, whole_score_facts
from farklegen.results import Result
from farklegen.rules.hands import hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import dice_words
from farklegen.solvers.multiplayer.duel import MetAtTable

NEXT_BEST = 2
"""Easier and stronger cards that are named."""


@dataclass(frozen=True, eq=False, repr=False)
class CardResult(Result):
    """The card, and the easier and stronger ones beside it.

    Attributes:
        analysis: the rules, and their full table.
        ladder: cards of all lengths, by what they win or by points.
        numbers: the most that the card may have; None for the fewest that lose almost nothing.
    """

    analysis: Analysis
    ladder: Ladder
    numbers: int | None = None

    @property
    def loaded(self) -> LoadedRuleset:
        return self.analysis.loaded

    @property
    def card(self) -> Rung:
        """The card: what it says is its `way`, how often it wins its `chances`."""
        return rung_of(self.ladder, self.numbers)


def result_document(result: CardResult) -> doc.Document:
    """What `farklegen table` prints; the data have the full table as well."""
    shown = card_document(result.analysis, result.ladder, result.card)
    return replace(shown, data={**table_document(result.analysis).data, **shown.data})


def card_document(
    analysis: Analysis,
    ladder: Ladder,
    rung: Rung,
    later: Sequence[str] = (),
    *,
    rules: str = "",
    options: bool = True,
) -> doc.Document:
    """What `table` begins with."""
    screen = make_screen(analysis, rung)
    others = other_cards(analysis, ladder, rung, rules) if options else ()
    blocks = (
        *screen_blocks(screen),
        doc.Heading("How good is it?", 3),
        doc.Facts((*card_facts(analysis, ladder, rung), *others)),
        *([doc.Notes(tuple(later))] if later else []),
    )
    data = card_data(analysis, ladder, rung)
    return doc.Document("table", screen.title, blocks, data)


def screen_blocks(screen: Screen) -> Iterator[doc.Block]:
    """A card from its grids to its lines about the end of the game."""
    if screen.offered:
        yield offer_table(screen)
    for grid in screen.grids:
        yield grid_table(grid)
    yield doc.Notes(screen.steps, "After every roll", numbered=True)
    if screen.example is not None:
        yield example_facts(screen.example)
    if screen.end or screen.end_notes:
        yield doc.Heading(screen.end_title, 3)
        if screen.end:
            yield doc.Paragraph(" ".join(screen.end))
    if screen.lines:
        lines = enumerate(screen.lines, start=1)
        pairs = tuple((f"{number}. {when}", do) for number, (when, do) in lines)
        yield doc.Facts(pairs, close=bool(screen.end))
    if screen.end_notes:
        yield doc.Notes(screen.end_notes, close=True)
    if screen.combinations:
        yield doc.Paragraph(f"What scores? {screen.combinations}")


def grid_table(grid: BoxGrid) -> doc.Table:
    """The boxes, under the dice left."""
    rows: list[tuple[doc.Inline, ...]] = []
    for row in grid.rows:
        signed = row.label != BANK_FROM
        rows.append((row.label, *(box_cell(box, signed=signed) for box in row.boxes)))
    heads = map(str, grid.dice)
    return doc.Table(
        doc.columns("turn score" if grid.by_turn_score else "number", *heads),
        tuple(rows),
        title=grid.heading,
        over="dice you would have left to roll",
    )


def offer_table(screen: Screen) -> doc.Table:
    """When to take over the other player's dice."""
    starts = [
        NEVER if start is None else "always" if start == ALWAYS else points(start)
        for _, start in screen.offered
    ]
    return doc.Table(
        doc.columns("dice they left", *(str(dice) for dice, _ in screen.offered)),
        (("take over from", *starts),),
        title="Take over the other player's dice from these turn scores, or start your own turn",
    )


def box_cell(box: int | None, *, signed: bool = True) -> doc.Inline:
    """What a box says: `+450`, `+0` or `BANK`."""
    if box is None:
        return doc.Cell("BANK", "strong")
    return points(box, signed=signed) if box or not signed else "+0"


def example_facts(example: Example) -> doc.Facts:
    """A first roll, and what each way to set dice aside comes to."""
    roll = f"You roll {' '.join(map(str, example.roll))}"
    best = example.ways[0]
    labels = (roll, *("" for _ in example.ways[1:]))
    values = (_way_words(way, best=way is best) for way in example.ways)
    return doc.Facts(tuple(zip(labels, values, strict=True)), close=True)


def _way_words(way: ExampleWay, *, best: bool) -> str:
    keep, score = " ".join(map(str, way.keep)), points(way.turn_score)
    box = f"BANK = {score}" if way.value is None else sum_words(way, way.value)
    chosen = f"  ← roll {dice_words(way.dice)}" if best else ""
    return f"Set aside {keep}: {score}, {dice_words(way.dice)} left: {box}{chosen}"


def sum_words(way: ExampleWay, value: int) -> str:
    """`100 + 300 = 400`."""
    sign = MINUS if value < 0 else "+"
    return f"{points(way.turn_score)} {sign} {points(abs(value))} = {points(way.total)}"


def rung_of(ladder: Ladder, numbers: int | None) -> Rung:
    """The card of at most that many numbers, by default the card itself."""
    return ladder.short if numbers is None else ladder.best(numbers)


def card_facts(analysis: Analysis, ladder: Ladder, rung: Rung) -> Iterator[tuple[str, str]]:
    """What a card wins and brings, as label and value."""
    if rung.chances is not None and ladder.perfect is not None:
        perfect = ladder.perfect.average
        yield "It wins", wins(rung.chances.average, "against a perfect player", perfect)
    yield "Points per turn", points_words(ladder.points(rung), analysis.expected.points_per_turn)
    yield from whole_score_facts(analysis)


def other_cards(
    analysis: Analysis, ladder: Ladder, rung: Rung, rules: str
) -> Iterator[tuple[str, str]]:
    """What there is to learn, and how to get easier and stronger cards and this one elsewhere, as
    label and value."""
    yield "To learn by heart", learn_words(make_screen(analysis, rung))
    beside = [each for each in ladder.shown if each.numbers != rung.numbers]
    easier = [each for each in beside if each.numbers < rung.numbers][:NEXT_BEST]
    stronger = [each for each in beside if each.numbers > rung.numbers][-NEXT_BEST:]
    if rung.by_kind is not None:
        yield "Full table", f"--numbers all {_rung_words(ladder, ladder.everything)}"
    else:
        if easier:
            yield "Easier", _others(ladder, [*reversed(easier)])
        if stronger:
            yield "Stronger", f"{_others(ladder, stronger)}; --numbers all: full table"
        else:
            yield "Full table", "--numbers all"
    loaded = analysis.loaded
    known = loaded.slug if loaded.builtin and hands_of(loaded.ruleset).plain else "RULES"
    rules = rules or known
    yield "On your phone", f"farklegen page {rules} -o page.html"
    yield "On paper", f"farklegen table {rules} -o card.pdf"


def _others(ladder: Ladder, rungs: Sequence[Rung]) -> str:
    """`--numbers 2 wins 49.13, 1 wins 47.49`."""
    each = ", ".join(f"{rung.numbers} {_rung_words(ladder, rung)}" for rung in rungs)
    return f"--numbers {each}"


def _rung_words(ladder: Ladder, rung: Rung) -> str:
    """`wins 49.13`, or what it brings in a turn."""
    return (
        f"brings {points(ladder.points(rung), 1)} points"
        if rung.chances is None
        else f"wins {100 * rung.chances.average:.2f}"
    )


def learn_words(screen: Screen) -> str:
    """`5 scores and leads (--numbers counts these), 6 values in boxes`."""
    if not screen.grids[0].by_turn_score:
        return f"{count(screen.scores, 'number')}, all of them counted"
    scores = count(screen.scores, "score or lead", "scores and leads")
    return f"{scores} (--numbers counts these), {count(screen.values, 'value')} in boxes"


def points_words(brought: float, best: float) -> str:
    """What a card brings in a turn, beside what the best play does."""
    if best == 0.0:
        return "0: no turn brings points by these rules. Look at what may be banked"
    return f"{points(brought, 1)} in the long run; the most possible is {points(best, 1)}"


def card_data(analysis: Analysis, ladder: Ladder, rung: Rung) -> dict[str, object]:
    """The card, or another rung, and the ladder for programs."""
    return {
        "card": {
            **screen_data(make_screen(analysis, rung)),
            **_points(ladder, rung),
            "win_probability": _chances(rung),
        },
        "ladder": [
            {
                "numbers": each.numbers,
                **_points(ladder, each),
                "win_probability": _chances(each),
            }
            for each in ladder.shown
        ],
    }


def screen_data(screen: Screen) -> dict[str, object]:
    """All that a card says, for programs."""
    return {
        "numbers": screen.scores,
        "values": screen.values,
        "sentences": list(screen.sentences),
        "take_over_from": {str(dice): start for dice, start in screen.offered},
        "boxes": [
            {
                "situations": grid.heading,
                "dice": list(grid.dice),
                "rows": [_row_data(row) for row in grid.rows],
            }
            for grid in screen.grids
        ],
        "example": None if screen.example is None else _example_data(screen.example),
    }


def _row_data(row: GridRow) -> dict[str, object]:
    return {"row": row.label, "from": row.start, "below": row.end, "add": list(row.boxes)}


def _example_data(example: Example) -> dict[str, object]:
    return {
        "roll": list(example.roll),
        "ways": [
            {
                "set_aside": list(way.keep),
                "turn_score": way.turn_score,
                "dice": way.dice,
                "add": way.value,
                "total": way.total,
            }
            for way in example.ways
        ],
    }


def _points(ladder: Ladder, rung: Rung) -> dict[str, float]:
    """Points per turn of a card in the long run, and over all turns of a game, as people see it."""
    return {
        "points_per_turn": rung.card.points_per_turn,
        "points_per_turn_of_a_game": ladder.points(rung),
    }


def _chances(rung: Rung) -> object:
    return None if rung.chances is None else chances_data(rung.chances)


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
            Facts(tuple(_several_facts(analysis, players, card))),
            Notes(
                (
                    "Which numbers it has was chosen by what turns lose at this table, to first "
                    "order; how often it wins is exact.",
                )
            ),
        ),
        _several_data(analysis, players, card),
    )


def _several_data(analysis: Analysis, players: int, card: SeveralCard) -> dict[str, object]:
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


def _several_facts(
    analysis: Analysis, players: int, card: SeveralCard
) -> Iterator[tuple[str, str]]:
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
        {**_several_data(analysis, players, result.card), "ways": data},
        Records(("playing", "wins", "cost"), tuple(records)),
    )


def _moving(met: MetAtTable) -> list[float]:
    """How often the first player wins, moving first, second, ..."""
    players = len(met.moving)
    return [float(met.moving[-place % players, 0]) for place in range(players)]
