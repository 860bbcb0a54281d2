"""The document of `farklegen table --numbers all`: the full table, what it is worth in points and
in a match, when to go for the goal, and on request every state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from farklegen.cards.card import Analysis, CardTable, MatchPrice
from farklegen.cards.ladder import CardWay
from farklegen.report import document as doc
from farklegen.report.advise import turn_grid
from farklegen.report.data import attributes, plain
from farklegen.report.match import AtTable, seats_table
from farklegen.report.numbers import (
    NEVER,
    count,
    decimals_known,
    percent,
    points,
    spans,
    within_goal,
)
from farklegen.report.screen import (
    TAKE_OVER,
    apart,
    end_words,
    grid_table,
    grids_of,
    occurring,
    offer_table,
    situations_words,
    steps_of,
)
from farklegen.rules.hands import Hands, hands_of, refuse_mixed
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words, lower_first
from farklegen.solvers.expected import ExpectedScore, Strategy
from farklegen.solvers.game.planes import BankByLead

DECIMALS, EXACT = 1, 6
"""Decimals of expected points: those that matter at a table, or, if every state is shown, as many
as published values have."""

BANK = doc.Cell("bank", "strong")


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


def table_blocks(analysis: Analysis, *, full: bool) -> Iterator[doc.Block]:
    """The full table of a ruleset; with `full`, every state as well."""
    expected, tables, ruleset = analysis.expected, analysis.card.tables, analysis.loaded.ruleset
    if full:
        refuse_mixed(ruleset, "every situation (--full)")
    yield doc.Facts(_facts(analysis, EXACT if full else DECIMALS))
    if hands_of(ruleset).uniform:
        yield from _grid_blocks(analysis)
    else:
        for table in tables:
            if words := situations_words([table.situation], [each.situation for each in tables]):
                yield doc.Heading(words)
            yield _hands_table(analysis, table)
    yield doc.Notes(steps_of(analysis), "After every roll", numbered=True)
    if full:
        yield from _full_tables(expected, hands_of(ruleset), ruleset.extent, analysis.card.step)
    yield doc.Notes(expected.left_out, "What this does not look at")


def _facts(result: Analysis, decimals: int) -> Iterator[tuple[str, str]]:
    expected, card = result.expected, result.card
    digits = decimals_known(expected.error, decimals)
    by_table, loss = points(card.points_per_turn, digits), points(card.loss, decimals)
    yield "Most points per turn", points(expected.points_per_turn, digits)
    yield "... by this table", f"{by_table}, {loss} less"
    yield "Farkles", f"{percent(expected.farkle_probability)} of turns"
    yield "To remember", f"{count(card.numbers_to_remember, 'turn score')}, each counted once"


# boxes, or lines for different dice


def _grid_blocks(result: Analysis) -> Iterator[doc.Block]:
    """From where to take over, and the boxes of all situations."""
    tables, goal = result.card.tables, result.loaded.ruleset.extent
    for table, heading in apart(tables, lambda each: each.take_over):
        if table.take_over:
            starts = (
                (each.dice, spans(within_goal(each.ranges, goal))) for each in table.take_over
            )
            yield offer_table(tuple(starts), heading or TAKE_OVER)
    yield from map(grid_table, grids_of(result, CardWay(tables)))


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


# for programs


def break_points(result: Analysis) -> Iterator[dict[str, object]]:
    """The break points of the full table, as rows."""
    for table in result.card.tables:
        about = attributes(table.situation, "on_board", "streak")
        for row in occurring(result, table):
            for point in row.points:
                yield about | {"dice": row.dice} | plain(point)


def state_rows(result: ExpectedScore) -> Iterator[dict[str, object]]:
    """Every state of every strategy, as rows."""
    for strategy in result.strategies:
        for state in states_of(result, strategy):
            yield attributes(strategy.situation, "on_board", "streak") | state._asdict()


# every state


def states_of(result: ExpectedScore, strategy: Strategy) -> Iterator[State]:
    """Every state, by turn score and dice."""
    moves = result.moves
    for row in range(result.rows):
        for column in range((result.hot_dice + 1) * moves.dice):
            hot, dice = divmod(column, moves.dice)
            yield State(
                dice=dice + 1,
                turn_score=row * moves.unit,
                hot_dice=hot,
                value=float(strategy.value[row, column]),
                bank=bool(strategy.bank[row, column]),
                reachable=bool(result.reachable[row, column]),
            )


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
                    value = float(strategy.value_above[column])
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
    for dice in range(min(DICE_SHOWN, len(by_lead.start[0])), 0, -1):
        starts = zip(*(turn[dice - 1] for turn in by_lead.start), strict=True)
        note = (
            "The lowest turn score at which perfect play banks, with no farkles in a row; above "
            "it, it may roll again. Rounds left include this one. All columns but the last are "
            "for the player who moves first, who has no lead in the first round."
        )
        yield doc.Table(
            doc.columns("your lead", *names, first="right"),
            tuple(
                (points(lead, signed=True), *(NEVER if n is None else points(n) for n in row))
                for lead, row in zip(by_lead.leads, starts, strict=True)
            ),
            title=f"With {dice_words(dice)} to roll",
            note=note if dice == 1 else "",
        )


# in a match


def price_blocks(
    ruleset: Ruleset, price: MatchPrice | None, notes: Sequence[str]
) -> Iterator[doc.Block]:
    """When to go for the goal, and what the full table costs in a match; or why that is not
    known."""
    title = "The end of the game"
    if price is None:
        yield doc.Notes((f"Not worked out: {each}." for each in notes), title)
        return
    pairs = enumerate(zip(price.go_for_it.mine, price.go_for_it.theirs, strict=True), start=1)
    some = tuple(
        (dice_words(dice), *("—" if score is None else f"{points(score)}+" for score in pair))
        for dice, pair in reversed([*pairs])
        if pair != (None, None)
    )
    yield doc.Heading(title)
    yield doc.Table(doc.columns("to roll", "you have", "opponent has"), some)
    yield doc.Notes(_go_for_it_notes(ruleset, price, bool(some)))
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


def _go_for_it_notes(ruleset: Ruleset, price: MatchPrice, some: bool) -> Iterator[str]:
    yield from end_words(ruleset, CardWay((), lead=price.go_for_it.lead))
    if ruleset.goal is None:
        return
    if some:
        yield (
            "Once you or your opponent have that score, do not bank with that many dice to roll: "
            "roll until you reach the goal or farkle. Set dice aside as on the card."
        )
    else:
        yield "No score was found that helps: bank where the card says so, up to the goal."
    searched = f"Found in steps of {points(price.step)} points, by what wins most"
    if ruleset.piggyback != "none" or ruleset.bank.beat_previous:
        searched += " without taking over and without a bank to beat"
    yield f"{searched}."
