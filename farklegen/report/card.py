"""What `farklegen table` prints: the card, how good it is and how to get another one; the full
table, what it is worth in points and in a match, and on request every state; the card on paper.
Cards are made from what `report.screen` has.

On paper the front is for a turn, the back for the end of the game and the points. Each side has the
size of a bank card and few words; the renderers decide how large the type is. The source of the
rules is left to `farklegen check`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from farklegen.cards.card import Analysis, CardTable, MatchPrice
from farklegen.cards.ladder import CardWay, KindRules, Ladder, Rung, SeveralCard
from farklegen.report import document as doc
from farklegen.report.advise import turn_grid
from farklegen.report.document import attributes, plain
from farklegen.report.match import EXACT, Against, AtTable, seats_table
from farklegen.report.numbers import (
    MINUS,
    NEVER,
    count,
    decimals_known,
    percent,
    points,
    spans,
    wins,
    within_goal,
)
from farklegen.report.screen import (
    TAKE_OVER,
    ExampleWay,
    Screen,
    apart,
    bank_limits,
    end_notes,
    end_words,
    grid_table,
    grids_of,
    kinds_words,
    make_screen,
    occurring,
    offer_table,
    only_most_points,
    short_line,
    situations_words,
    steps_of,
    what_scores,
)
from farklegen.results import Result
from farklegen.rules.explain import explain
from farklegen.rules.hands import Hands, hands_of, refuse_mixed
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import dice_words, lower_first
from farklegen.solvers.duel.table import Chances
from farklegen.solvers.expected import ExpectedScore, Strategy, left_out
from farklegen.solvers.game.planes import BankByLead
from farklegen.version import __version__

NEXT_BEST = 2
"""Easier and stronger cards that are named."""


class State(NamedTuple):
    """A state of the turn, by points.

    Attributes:
        dice: to roll next.
        turn_score: points set aside so far.
        hot_dice: hot dice so far that paid a growing bonus.
        value: points expected beyond the turn score, V; 0: bank.
        bank: whether the best play banks.
        reachable: whether the state can occur.
    """

    dice: int
    turn_score: int
    hot_dice: int
    value: float
    bank: bool
    reachable: bool


class RungData(NamedTuple):
    """How good a card is.

    Attributes:
        numbers: to learn, as `--numbers` counts them.
        points_per_turn: the long-run average, once everybody is on the board.
        points_per_turn_of_a_game: the same with turns before the first bank.
        win_probability: against perfect play; None if it was not measured.
    """

    numbers: int
    points_per_turn: float
    points_per_turn_of_a_game: float
    win_probability: Chances | None

    @classmethod
    def of(cls, ladder: Ladder, rung: Rung) -> RungData:
        return cls(rung.numbers, rung.card.points_per_turn, ladder.points(rung), rung.chances)

    @property
    def words(self) -> str:
        """`2 wins 49.13`."""
        if self.win_probability is None:
            return f"{self.numbers} brings {points(self.points_per_turn_of_a_game, 1)} points"
        return f"{self.numbers} wins {100 * self.win_probability.average:.2f}"


@dataclass(frozen=True, eq=False, repr=False)
class CardResult(Result):
    """The card and the full table.

    Attributes:
        analysis: the best play for points, and the full table.
        cards: those of all lengths, by what they win or by points; None for the full table alone.
        rung: the card: what it says is its `way`.
        full: whether every state is asked for.
        price: what the full table wins; None with `--quick`, or if it could not be worked out.
        against: with `--their-dice`, what the card wins against them.
        notes: why the card ignores the match, or why there is no price, in sentences.
    """

    KEYS = ("*analysis", "left_out", "states", "price", "card", "screen", "ladder", "against")

    analysis: Analysis
    cards: Ladder | None = None
    rung: Rung | None = None
    full: bool = False
    price: MatchPrice | None = None
    against: Against | None = None
    notes: tuple[str, ...] = ()

    @property
    def loaded(self) -> LoadedRuleset:
        return self.analysis.loaded

    @property
    def left_out(self) -> tuple[str, ...]:
        """Rules that all of this does not look at, a sentence each."""
        measured = self.price or (self.rung and self.rung.chances)
        counted = left_out(self.loaded.ruleset) if measured else ()
        return tuple(each for each in self.analysis.expected.left_out if each not in counted)

    @property
    def states(self) -> list[list[State]]:
        """With `--full`, every state of a turn, for each strategy."""
        expected = self.analysis.expected
        return [list(states_of(expected, each)) for each in expected.strategies if self.full]

    @property
    def rows(self) -> Iterator[dict[str, object]]:
        """The break points of the full table; with `--full` every state of every strategy."""
        expected = self.analysis.expected
        if self.full:
            for strategy in expected.strategies:
                about = attributes(strategy.situation, "on_board", "streak")
                yield from (about | state._asdict() for state in states_of(expected, strategy))
            return
        for table in self.analysis.card.tables:
            about = attributes(table.situation, "on_board", "streak")
            for row in occurring(self.analysis, table):
                yield from (about | {"dice": row.dice} | plain(point) for point in row.points)

    @property
    def card(self) -> RungData | None:
        """How good the card is; None for the full table alone."""
        if self.cards is None or self.rung is None:
            return None
        return RungData.of(self.cards, self.rung)

    @property
    def screen(self) -> Screen | None:
        """What it says."""
        return None if self.rung is None else make_screen(self.analysis, self.rung)

    @property
    def ladder(self) -> tuple[RungData, ...]:
        """The best cards found, fewest numbers first."""
        shown = self.cards.shown if self.cards else ()
        return tuple(RungData.of(self.cards, each) for each in shown if self.cards)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """What the card wins and brings, as label and value."""
        card, perfect = self.card, self.cards.perfect if self.cards else None
        assert card is not None
        brings = _points_fact(self.analysis, card.points_per_turn_of_a_game)
        if card.win_probability is None or perfect is None:
            return (brings,)
        won = wins(card.win_probability.average, "against a perfect player", perfect.average)
        return ("It wins", won), brings

    def _offers(self, screen: Screen, rules: str) -> Iterator[tuple[str, str]]:
        """What there is to learn, easier and stronger cards, and where to get other forms of this
        one."""
        yield _to_learn(screen)
        easier = [each.words for each in self.ladder if each.numbers < screen.scores][:NEXT_BEST]
        stronger = [each.words for each in self.ladder if each.numbers > screen.scores][-NEXT_BEST:]
        if easier:
            yield "Easier", f"--numbers {', '.join(easier[::-1])}"
        if stronger:
            yield "Stronger", f"--numbers {', '.join(stronger)}; --numbers all: full table"
        else:
            yield "Full table", "--numbers all"
        if self.against is None:
            builtin = self.loaded.builtin and hands_of(self.loaded.ruleset).plain
            known = rules or (self.loaded.slug if builtin else "RULES")
            yield "On your phone", f"farklegen page {known} -o page.html"
            yield "On paper", f"farklegen table {known} -o card.pdf"

    @property
    def in_match(self) -> Iterator[doc.Block]:
        """When to go for the goal, and what the full table costs in a match; or why that is not
        known."""
        title, price, ruleset = "The end of the game", self.price, self.loaded.ruleset
        if price is None:
            yield doc.Notes((f"Not worked out: {each}." for each in self.notes), title)
            return
        goes = enumerate(zip(price.go_for_it.mine, price.go_for_it.theirs, strict=True), start=1)
        some = tuple(
            (dice_words(dice), *("—" if score is None else f"{points(score)}+" for score in pair))
            for dice, pair in reversed([*goes])
            if pair != (None, None)
        )
        notes = [*end_words(ruleset, CardWay((), lead=price.go_for_it.lead))]
        if ruleset.goal is not None:
            helps = "No score was found that helps: bank where the card says so, up to the goal."
            if some:
                helps = (
                    "Once you or your opponent have that score, do not bank with that many dice to "
                    "roll: roll until you reach the goal or farkle. Set dice aside as on the card."
                )
            searched = f"Found in steps of {points(price.step)} points, by what wins most"
            if ruleset.piggyback != "none" or ruleset.bank.beat_previous:
                searched += " without taking over and without a bank to beat"
            notes += [helps, f"{searched}."]
        yield doc.Heading(title)
        yield doc.Table(doc.columns("to roll", "you have", "opponent has"), some)
        yield doc.Notes(notes)
        yield doc.Heading("What it wins")
        ways = {
            "the full table alone": price.alone,
            "the full table, ended like this": price.with_go_for_it,
            "perfect play": price.perfect,
        }
        yield seats_table(
            "playing by",
            [AtTable.of_two(words, chances) for words, chances in ways.items()],
            written=percent,
            title="Chance to win against perfect play",
        )
        if price.by_lead is not None:
            yield from _lead_blocks(price.by_lead)

    def _full_table(self) -> Iterator[doc.Block]:
        """The full table; with `full`, every state as well."""
        analysis, ruleset = self.analysis, self.loaded.ruleset
        expected, card, hands = analysis.expected, analysis.card, hands_of(ruleset)
        if self.full:
            refuse_mixed(ruleset, "every situation (--full)")
        decimals = ALL_DECIMALS if self.full else DECIMALS
        digits = decimals_known(expected.error, decimals)
        by_table, loss = points(card.points_per_turn, digits), points(card.loss, decimals)
        remember = f"{count(card.numbers_to_remember, 'turn score')}, each counted once"
        facts = (
            ("Most points per turn", points(expected.points_per_turn, digits)),
            ("... by this table", f"{by_table}, {loss} less"),
            ("Farkles", f"{percent(expected.farkle_probability)} of turns"),
            ("To remember", remember),
        )
        yield doc.Facts(facts)
        if hands.uniform:
            for table, heading in apart(card.tables, lambda each: each.take_over):
                if over := table.take_over:
                    starts = ((n.dice, spans(within_goal(n.ranges, ruleset.extent))) for n in over)
                    yield offer_table(tuple(starts), heading or TAKE_OVER)
            yield from map(grid_table, grids_of(analysis, CardWay(card.tables)))
        else:
            every = [table.situation for table in card.tables]
            for table in card.tables:
                if words := situations_words([table.situation], every):
                    yield doc.Heading(words)
                yield _hands_table(analysis, table)
        yield doc.Notes(steps_of(analysis), "After every roll", numbered=True)
        if self.full:
            yield from _full_tables(expected, hands, ruleset.extent, card.step)
        yield doc.Notes(expected.left_out, "What this does not look at")

    def document(self, *, rules: str = "", options: bool = True) -> doc.Document:
        """The card, or the full table if there is no card. The full table has what it costs in a
        match, or why that is not known. If the result is about other dice, what the card wins
        against them comes first."""
        blocks: list[doc.Block | None] = []
        if self.against is not None:
            theirs = self.against.match.facts(self.against.card)
            blocks += [doc.Heading("Against their dice", 3), theirs]
        screen, title = self.screen, "the full table"
        if screen is not None:
            title = screen.game
            facts = (*self.facts, *(self._offers(screen, rules) if options else ()))
            blocks += [*screen_blocks(screen), GOOD, doc.Facts(facts), doc.Notes(self.notes)]
        else:
            blocks += [*self._full_table(), *self.in_match]
        return doc.Document("table", f"{self.loaded.name}: {title}", blocks, self, self.rows)


def screen_blocks(screen: Screen) -> Iterator[doc.Block]:
    """A card from its grids to its lines about the end of the game."""
    if screen.offered:
        yield offer_table(screen.offer_words)
    for grid in screen.grids:
        yield grid_table(grid)
    yield doc.Notes(screen.steps, "After every roll", numbered=True)
    if screen.example:
        yield _worked(screen.example, lambda faces: " ".join(map(str, faces)))
    yield doc.Heading(screen.end_title, 3)
    yield from _end_blocks(screen)
    if screen.combinations:
        yield doc.Paragraph(f"What scores? {screen.combinations}")


def _worked(ways: Sequence[ExampleWay], written: Callable[[tuple[int, ...]], str]) -> doc.Facts:
    """A roll, worked out; `written` writes faces."""
    pairs: list[tuple[str, str]] = []
    for way in ways:
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
            roll = f"You roll {written(way.roll)}"
            pairs.append((roll, f"{sums}  ← roll {dice_words(way.dice)}"))
    return doc.Facts(pairs, close=True)


def _end_blocks(screen: Screen) -> tuple[doc.Block, ...]:
    lines = ((f"{at}. {when}", do) for at, (when, do) in enumerate(screen.lines, start=1))
    blocks = (
        doc.Paragraph(" ".join(screen.end)),
        doc.Facts(lines, close=True),
        doc.Notes(screen.end_notes, close=True),
    )
    return doc.filled(blocks)


GOOD = doc.Heading("How good is it?", 3)


def _points_fact(analysis: Analysis, brought: float) -> tuple[str, str]:
    """What a card brings in a turn, beside what the best play does."""
    best = analysis.expected.points_per_turn
    words = f"{points(brought, 1)} in the long run; the most possible is {points(best, 1)}"
    return "Points per turn", words


def _to_learn(screen: Screen) -> tuple[str, str]:
    """`4 different numbers (--numbers counts these), 7 values in boxes`."""
    by_turn_score = screen.grids[0].by_turn_score
    scores = count(screen.scores, "number", "different numbers")
    values = f"{count(screen.values, 'value')} {'in boxes' if by_turn_score else 'to add'}"
    return "To learn by heart", f"{scores} (--numbers counts these), {values}"


# the full table

DECIMALS, ALL_DECIMALS = 1, 6
"""Decimals of expected points: those that matter at a table, or, if every state is shown, as many
as published values have."""

BANK = doc.Cell("bank", "strong")


MARKS = (0.05, 0.1, 0.2, 0.4)
"""Turn scores for which worths are shown, as shares of the goal."""


def _hands_table(result: Analysis, table: CardTable) -> doc.Table:
    """For each hand, what it is worth at some turn scores, and the turn score from which to bank
    it."""
    ruleset, unit = result.loaded.ruleset, result.expected.moves.unit
    hands, goal = hands_of(ruleset), ruleset.extent
    # a card has one worth for each hand
    flat = all(len(row.points) == 2 and row.points[1].value == 0 for row in table.rows)
    marks = [0] if flat else sorted({max(unit, round(goal * s / unit) * unit) for s in MARKS})
    lines: list[tuple[doc.Inline, ...]] = []
    for row in occurring(result, table):
        worths = row.values(np.array(marks)).tolist()
        start = next((p.turn_score for p in row.points if p.value == 0), goal)
        shown = ("" if worth == 0 else points(worth, signed=True) for worth in worths)
        bank = doc.Cell(points(start) if start < goal else NEVER, "strong")
        lines.append((hands.words(row.dice), *shown, bank))
    heads = ["worth"] if flat else [f"at {points(mark)}" for mark in marks]
    note = "What to add for the dice left, and the turn score from which to bank them."
    note += "" if flat else " JSON and CSV have every number of the card."
    return doc.Table(doc.columns("left to roll", *heads, "bank from"), tuple(lines), note=note)


def states_of(result: ExpectedScore, strategy: Strategy) -> Iterator[State]:
    """Every state, by turn score and dice."""
    moves = result.moves
    for row in range(result.rows):
        for column in range((result.hot_dice + 1) * moves.dice):
            hot, dice = divmod(column, moves.dice)
            value, bank = float(strategy.value[row, column]), bool(strategy.bank[row, column])
            reachable = bool(result.reachable[row, column])
            yield State(dice + 1, row * moves.unit, hot, value, bank, reachable)


def _full_tables(result: ExpectedScore, hands: Hands, goal: int, step: int) -> Iterator[doc.Block]:
    """One table per strategy (and count of hot dice): V by turn score and number of dice."""
    moves, above = result.moves, result.rows * result.moves.unit
    every = [each.situation for each in result.strategies]
    for strategy in result.strategies:
        words = situations_words([strategy.situation], every)
        yield doc.Heading("Every state" + (f": {lower_first(words)}" if words else ""))
        states = [each for each in states_of(result, strategy) if each.reachable]
        note = (
            "V: points expected beyond the turn score, below the goal. Empty: cannot occur. The "
            f"values of the card are V in multiples of {points(step)}, as far as that costs "
            "almost nothing."
        )
        if above < goal:
            note += f" From {points(above)} on nothing changes."
        for hot in range(result.hot_dice + 1):
            cells = {
                (each.turn_score, each.dice): BANK if each.bank else points(each.value, 2)
                for each in states
                if each.hot_dice == hot and each.turn_score < goal
            }
            for dice in range(1, moves.dice + 1):
                column = hot * moves.dice + dice - 1
                if above < goal and result.reachable_above[column]:
                    # there V is the same at every turn score that may be banked
                    value = float(strategy.value[result.rows, column])
                    cells[above, dice] = BANK if value <= 0 else points(value, 2)
            title = f"After {hot} hot dice" if moves.hot_counts > 1 else ""
            yield turn_grid(hands, cells, title=title, note=note)


DICE_SHOWN = 3
"""Numbers of dice whose thresholds are shown; JSON has all."""


def _lead_blocks(by_lead: BankByLead) -> Iterator[doc.Block]:
    """When perfect play banks, by lead and rounds left."""
    yield doc.Heading("When to bank, by lead and rounds left")
    names = [
        f"{left} left" if left > 1 else f"last, moving {'first' if first else 'second'}"
        for left, first in by_lead.turns
    ]
    note = (
        "The lowest turn score at which perfect play banks, with no farkles in a row; above it, it "
        "may roll again. Rounds left include this one. All columns but the last are for the player "
        "who moves first, who has no lead in the first round."
    )
    for dice in range(min(DICE_SHOWN, len(by_lead.start[0])), 0, -1):
        rows = zip(by_lead.leads, *(turn[dice - 1] for turn in by_lead.start), strict=True)
        yield doc.Table(
            doc.columns("your lead", *names, first="right"),
            tuple(
                (points(lead, signed=True), *(doc.known(n, points, NEVER) for n in starts))
                for lead, *starts in rows
            ),
            title=f"With {dice_words(dice)} to roll",
            note=note if dice == 1 else "",
        )


@dataclass(frozen=True, eq=False, repr=False)
class SeveralTableResult(Result):
    """The card for a table of several players, and what ways of playing win there.

    Attributes:
        analysis: the rules, and the card without a limit.
        players: at the table.
        card: the card for them.
        ways: how often the card wins against perfect players, and other ways of playing;
            `card:leader` is the card for two.
    """

    KEYS = ("players", "screen", "points_per_turn", "ways")

    analysis: Analysis
    players: int
    card: SeveralCard
    ways: tuple[AtTable, ...] = ()

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

    def document(self) -> doc.Document:
        """The card, then what it and other ways of playing cost, if that was worked out."""
        screen, card, players = self.screen, self.card, self.players
        numbers = count(card.for_two.numbers, "number")
        where = f"at a table of {players} where the others play perfectly"
        facts = (
            _points_fact(self.analysis, self.points_per_turn),
            _to_learn(screen),
            ("Wins", wins(card.met.average[0], where, 1.0 / players)),
            ("The card for two wins", f"{percent(card.met_for_two.average[0])} with {numbers}"),
        )
        blocks = (*screen_blocks(screen), GOOD, doc.Facts(facts), *self.in_match)
        title = f"{self.loaded.name}: {screen.game}"
        return doc.Document("table", title, blocks, self, self.ways, AtTable)

    @property
    def in_match(self) -> tuple[doc.Block, ...]:
        """What ways of playing cost at this table; nothing if that was not worked out."""
        if not self.ways:
            return ()
        notes = (
            "card is the card above. card:leader is the card for two, played as if the other "
            "player with the highest score were your only opponent; with :next, as if the next "
            "player were.",
            f"All others play the solved match of {self.players}, where each wins "
            f"{EXACT(1.0 / self.players)}.",
        )
        table = doc.table(
            self.ways,
            ("playing", lambda way: way.name),
            (doc.right("wins"), lambda way: EXACT(way.average or 0.0)),
        )
        title = f"{self.loaded.name}: what it costs to play at a table of {self.players}"
        return doc.Heading(title), table, doc.Notes(notes)


def pocket_card(result: CardResult) -> doc.PocketCard:
    """A card for paper. The rules on it leave out what the card says in another way, or does not
    need."""
    rung, screen, loaded = result.rung, result.screen, result.loaded
    assert rung is not None
    assert screen is not None
    good = f"{result.facts[0][0]}: {result.facts[0][1]}."
    if rung.chances is not None:
        good = f"It wins {100 * rung.chances.average:.2f} of 100 games against a perfect player."
    back: tuple[doc.Block, ...] = (
        doc.Paragraph(" ".join(screen.end)),
        doc.Table((doc.Column(""), doc.right("")), tuple(map(short_line, screen.lines))),
        *map(doc.Paragraph, end_notes(loaded.ruleset, rung.way, 2, short=True)),
        doc.Paragraph(what_scores(loaded.ruleset, doc.DICE)),
        doc.Paragraph(good),
    )
    topics: dict[str, str] = {}
    for clause in explain(loaded.ruleset):
        if clause.topic not in ("Points", "Source"):
            before = topics.get(clause.topic, "")
            topics[clause.topic] = f"{before} {clause.text}".strip()
    how_good = (doc.Facts(result.facts), doc.Notes(result.left_out))
    return doc.PocketCard(
        name=loaded.name,
        subtitle=screen.game,
        sides=(
            doc.Section("My turn", tuple(_front(result.analysis, rung.way.by_kind, screen))),
            doc.Section("The end, and the points", doc.filled(back)),
        ),
        sections=(
            doc.Section("After every roll", (doc.Notes(screen.steps, numbered=True),)),
            doc.Section(screen.end_title, _end_blocks(screen)),
            doc.Section("The rules", (doc.Facts(topics.items()),)),
            doc.Section(GOOD.text, doc.filled(how_good)),
        ),
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
    if screen.example:
        yield _worked(screen.example, lambda faces: "".join(doc.DICE[face - 1] for face in faces))
