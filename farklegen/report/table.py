"""The document of `farklegen table`: the card, what it is worth, and on request every state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import lcm

import numpy as np
from numpy.typing import NDArray

from farklegen.cards.card import Analysis, CardTable, Row
from farklegen.measures.registry import always_bank_from
from farklegen.report import document as doc
from farklegen.report.document import Block, Cell, Heading, Inline, Table, columns
from farklegen.report.numbers import (
    NEVER,
    below_goal,
    count,
    decimals_known,
    one_in,
    percent,
    points,
    spans,
    within_goal,
)
from farklegen.report.rules import hands_data, identity
from farklegen.rules.hands import hands_of, refuse_mixed
from farklegen.rules.words import dice_words, listed, lower_first, upper_first
from farklegen.solvers.expected import ExpectedScore, Strategy
from farklegen.solvers.match.planes import BankByLead
from farklegen.solvers.process import Situation
from farklegen.solvers.rounding import probability
from farklegen.solvers.rounds import RoundsTotal
from farklegen.solvers.thresholds import Ranges

DECIMALS, EXACT = 1, 6
"""Digits after the point of expected points: what says something at a table, and as many as
published values have, where every state is told."""


def table_document(result: Analysis, *, full: bool = False) -> doc.Document:
    """The card of a ruleset; with `full`, every state as well."""
    expected, card = result.expected, result.card
    if full:
        refuse_mixed(result.loaded.ruleset, "every situation (--full)")
    blocks: list[doc.Block] = [doc.Facts(tuple(_facts(result, EXACT if full else DECIMALS)))]
    several = len(expected.strategies) > 1
    alike = hands_of(result.loaded.ruleset).alike
    for index, table in enumerate(card.tables):
        words = situation_words(table.situation, len(card.tables))
        if several:
            blocks.append(doc.Heading(words))
        blocks += [*(card_blocks(result, table, index) if alike else hands_blocks(result, table))]
    blocks.append(doc.Notes(tuple(how_to_use(result)), "How to use it"))
    blocks.append(chances_table(result))
    if result.rounds is not None:
        blocks.append(rounds_table(result.rounds))
    if full:
        blocks += full_tables(expected, result.loaded.ruleset.extent, card.step)
    blocks.append(doc.Notes(expected.left_out, "What this does not look at"))
    return doc.Document(
        "table",
        f"{result.loaded.name}: the card for the most points per turn",
        tuple(blocks),
        _data(result, full=full),
        state_records(expected) if full else _records(result),
    )


def _facts(result: Analysis, decimals: int) -> Iterator[tuple[str, str]]:
    expected, card = result.expected, result.card
    yield "Points per turn, at best", best_points(result, decimals)
    yield "... by this card", card_points(result, decimals)
    yield from whole_score_facts(result)
    farkle = expected.farkle_probability
    farkles = f"{percent(farkle)} of turns, {one_in(farkle)}"
    if percent(farkle) != percent(card.farkle_probability):
        farkles += f"; by this card {percent(card.farkle_probability)}"
    yield "Farkles", farkles
    if result.rounds is not None:
        yield from total_facts(result.rounds, card.total, decimals)
    yield "To remember", f"{to_remember(result)}, each counted once"


def best_points(result: Analysis, decimals: int) -> str:
    """What perfect play brings in a turn, with so many digits after the point at most."""
    error = result.expected.error
    found = result.expected.points_per_turn
    best = points(found, decimals_known(error, decimals))
    if error > 0.5 * 10**-decimals:
        best += f" (at most {error:.1g} more)"
    return f"{best}: farkles cost more than turns bring" if found < 0 else best


def card_points(result: Analysis, decimals: int) -> str:
    """What the card brings, and what it loses."""
    card = result.card
    got = points(card.points_per_turn, decimals_known(result.expected.error, decimals))
    if not card.loss:
        return f"{got}: no points are lost"
    if card.loss < 0.5 * 10**-decimals:
        return f"{got}: hardly any points are lost"
    return f"{got}, {points(card.loss, decimals)} less"


def whole_score_facts(result: Analysis) -> Iterator[tuple[str, str]]:
    """What losing the whole banked score is counted as in points per turn."""
    if result.loaded.ruleset.farkle.penalty == "all":
        penalty = max(each.situation.penalty for each in result.expected.strategies)
        yield "Whole score lost", f"in points per turn counted as {points(penalty)} points"


def to_remember(result: Analysis) -> str:
    """What there is to learn by heart."""
    return count(result.card.numbers_to_remember, "turn score")


def card_blocks(result: Analysis, table: CardTable, index: int) -> Iterator[doc.Block]:
    """Break points of one situation as a grid of values by number of dice."""
    expected, goal = result.expected, result.loaded.ruleset.extent
    told = shown_table(result, table)
    shown, start = told.rows, told.start
    rows: list[tuple[doc.Inline, ...]] = []
    if start:
        below = (points(row.below or 0, signed=True) for row in shown)
        rows.append((f"below {points(start)}", *below))
    for value in sorted({worth for row in shown for worth in row.worths}, reverse=True):
        cells = (places_text(row.worths.get(value, ()), goal, falls=row.falls) for row in shown)
        rows.append((points(value, signed=True), *cells))
    if any(row.rolled for row in shown):
        cells = (places_text(row.rolled, goal, falls=row.falls) for row in shown)
        rows.append(("0 (roll)", *cells))
    if any(row.banked for row in shown):
        banks = (places_text(row.banked, goal, falls=row.falls) or NEVER for row in shown)
        rows.append((doc.Cell("bank", "strong"), *(doc.Cell(cell, "strong") for cell in banks)))
    if table.between_multiples:
        between = dict(zip(range(expected.moves.dice, 0, -1), table.between_multiples, strict=True))
        values_between = (points(between[row.dice], signed=True) for row in shown)
        name = f"no multiple of {points(expected.rules.multiple_of)}"
        rows.append((name, *values_between))
    yield doc.Table(
        doc.columns("worth", *(dice_words(row.dice) for row in shown)),
        tuple(rows),
        note="Each number is the turn score from which the worth on the left holds."
        if not start
        else f"Below {points(start)} each number of dice has one worth; from there on each number "
        "is the turn score from which the worth on the left holds.",
    )
    odd = [
        (ranges.dice, within_goal(ranges.ranges, goal))
        for ranges in result.bank[index]
        if not ranges.one_threshold
    ]
    if odd:
        yield doc.Notes(
            tuple(f"{dice_words(dice)}: {spans(ranges)}" for dice, ranges in odd),
            "Perfect play banks only at these turn scores with",
        )
    if table.take_over:
        yield doc.Table(
            doc.columns("", *(dice_words(r.dice) for r in table.take_over)),
            (("take over from", *(_take_over(r, goal) for r in table.take_over)),),
            note="The inherited turn score from which taking over beats a fresh turn.",
        )


def _take_over(ranges: Ranges, goal: int) -> str:
    told = spans(within_goal(ranges.ranges, goal))
    return told.removesuffix("+") if ranges.one_threshold else told


def only_most_points(result: Analysis) -> bool:
    """Whether of two ways that leave the same dice the one with more points is taken unasked."""
    multiple = result.loaded.ruleset.bank.multiple_of
    every = result.expected.moves.unit % multiple == 0
    return result.expected.play is not result.expected.moves and every


def how_to_use(result: Analysis) -> Iterator[str]:
    """What somebody does who plays by the card, in sentences."""
    ruleset, card = result.loaded.ruleset, result.card
    multiple = ruleset.bank.multiple_of
    left = "number of dice" if hands_of(ruleset).alike else "dice"
    if result.expected.moves.unit % multiple == 0:
        multiple = 1  # all turn scores are such multiples
    yield (
        f"After a roll, look at each way to set dice aside. Find the {left} left (none "
        f"left: {dice_words(ruleset.dice)} again) and the turn score it would give, and add the "
        "worth in the table to that turn score. The largest sum is the best way."
    )
    yield (
        "If sums are equal, prefer one where you would bank, then more dice left, then more points."
    )
    conditions = []
    minimum = ruleset.bank.minimum
    if minimum:
        conditions.append(f"once the turn score is at least {points(minimum)}")
    if ruleset.bank.has_opening:
        opening = points(ruleset.bank.opening_minimum)
        conditions.append(f"for the first bank of the game once it is at least {opening}")
    if multiple > 1:
        conditions.append(f"only at a multiple of {points(multiple)}")
    bank = ", ".join(["bank", *conditions])
    if any(point.value == 0 for table in card.tables for row in table.rows for point in row.points):
        yield f"Where the table says so, {bank}; otherwise roll."
    rows = [row for table in card.tables for row in shown_table(result, table).rows]
    if any(worth < 0 for row in rows for worth in (row.below or 0, *row.worths)):
        yield "A worth below zero: rolling on loses points there, but you cannot bank."
    if any(table.between_multiples for table in card.tables):
        yield (
            f"At a turn score that is no multiple of {points(ruleset.bank.multiple_of)} the last "
            "row holds, whatever the others say."
        )
    costly = [table for table in card.tables if table.loss >= 0.5 * 10**-DECIMALS]
    if costly and len(card.tables) > 1:
        prices = (
            f"{lower_first(situation_words(table.situation, len(card.tables)))}: "
            f"{points(table.loss, DECIMALS)} points"
            for table in costly
        )
        yield f"What the card costs in one turn, {'; '.join(prices)}."


def chances_table(result: Analysis) -> doc.Table:
    """How much a turn brings: the chance of at least so many points."""
    marks = chance_marks(result.loaded.ruleset.extent, result.expected.moves.unit)
    strategies = result.expected.strategies
    rows = []
    for strategy in strategies:
        words = situation_words(strategy.situation, len(strategies)) or "a turn"
        rows.append(
            (
                words,
                points(strategy.outcome.points, 1),
                points(strategy.outcome.spread, 1),
                percent(strategy.outcome.farkle_probability, 1),
                *(percent(at_least(strategy, mark), 1) for mark in marks),
            )
        )
    return doc.Table(
        doc.columns("", "points", "spread", "farkle", *(f"{points(m)}+" for m in marks)),
        tuple(rows),
        title="What a turn brings under perfect play",
        note="Average and standard deviation of its points, and the chance of at least so many.",
    )


def chance_marks(goal: int, unit: int) -> list[int]:
    """Round numbers of points to give chances for: 3, 5, 10, 20 and 50 per cent of the goal."""
    marks = (-(-goal * part // (100 * unit)) * unit for part in (3, 5, 10, 20, 50))
    return sorted({mark for mark in marks if mark > 0})


def at_least(strategy: Strategy, mark: int) -> float:
    """Chance that a turn brings at least so many points."""
    return probability(sum(p for score, p in strategy.outcome.distribution if score >= mark))


def _data(result: Analysis, *, full: bool) -> dict[str, object]:
    expected, card = result.expected, result.card
    strategies: list[dict[str, object]] = []
    for i, (strategy, table) in enumerate(zip(expected.strategies, card.tables, strict=True)):
        situation, outcome = strategy.situation, strategy.outcome
        one: dict[str, object] = {
            **doc.attributes(situation, "streak", "on_board", "minimum"),
            "points": outcome.points,
            "standard_deviation": outcome.spread,
            "farkle_probability": outcome.farkle_probability,
            "share_of_turns": float(expected.frequency[i]),
            "relative_value": float(expected.relative[i]),
            "bank_at": {str(r.dice): r.start for r in result.bank[i]},
            "bank_ranges": _ranges(result.bank[i]),
            "break_points": {
                str(row.dice): [[p.value, p.turn_score] for p in row.points]
                if occurs(result, row.dice)
                else []
                for row in table.rows
            },
            "full_table_loss": table.loss,
            "distribution": [[score, chance] for score, chance in outcome.distribution],
        }
        if table.between_multiples:
            one["between_multiples"] = {
                str(expected.moves.dice - j): value
                for j, value in enumerate(table.between_multiples)
            }
        if table.take_over:
            one["take_over_at"] = {str(r.dice): r.start for r in table.take_over}
            one["take_over_ranges"] = _ranges(table.take_over)
        if full:
            one["states"] = states_data(expected, strategy)
        strategies.append(one)
    rounds = {} if result.rounds is None else {"rounds": rounds_data(result.rounds, card.total)}
    return {
        "ruleset": identity(result.loaded),
        **rounds,
        **doc.attributes(expected, "points_per_turn", "farkle_probability"),
        "always_bank_from": always_bank_from(result),
        **doc.attributes(expected, "error", "residual"),
        "strategies": strategies,
        "full_table": doc.attributes(
            card, "step", "points_per_turn", "loss", "farkle_probability", "numbers_to_remember"
        ),
        "left_out": list(expected.left_out),
        **hands_data(result.loaded.ruleset),
    }


def _ranges(of: Sequence[Ranges]) -> dict[str, list[list[int | None]]]:
    return {str(r.dice): [list(pair) for pair in r.ranges] for r in of if not r.one_threshold}


def _records(result: Analysis) -> doc.Records:
    rows: list[tuple[doc.Raw, ...]] = []
    for table in result.card.tables:
        situation = table.situation
        for row in table.rows:
            if occurs(result, row.dice):
                rows += [
                    (situation.on_board, situation.streak, row.dice, p.turn_score, p.value)
                    for p in row.points
                ]
    return doc.Records(("on_board", "streak", "dice", "from_turn_score", "value"), tuple(rows))


Place = tuple[int, int | None]
"""Turn scores from the first to below the second, which is None where there is no end."""


@dataclass(frozen=True)
class ShownRow:
    """What a card says about one number of dice.

    Attributes:
        dice: the number of dice.
        below: the worth below the smallest turn score that may be banked; None if that is not told
            by itself.
        worths: the places of every worth but zero, as far as a game goes.
        rolled: places that are worth zero, where one may not bank.
        banked: places at which to bank.
        falls: whether worths only ever fall, so that each of them has one place.
    """

    dice: int
    below: int | None
    worths: dict[int, list[Place]]
    rolled: list[Place]
    banked: list[Place]
    falls: bool


@dataclass(frozen=True)
class ShownTable:
    """What a card says in one situation.

    Attributes:
        start: the turn score below which each number of dice has one worth; 0 if there is none.
        rows: most dice first, those that are ever rolled.
    """

    start: int
    rows: tuple[ShownRow, ...]


def shown_table(result: Analysis, table: CardTable) -> ShownTable:
    """One table of a card as people see it."""
    rows = [row for row in table.rows if occurs(result, row.dice)]
    start = bank_start(result, table)
    split = start if _splits(rows, start) else 0
    goal, rolled_on = result.loaded.ruleset.extent, result.expected.rules.rolled_on
    return ShownTable(
        split,
        tuple(_shown(row, start, split, goal, must_roll=row.dice in rolled_on) for row in rows),
    )


def bank_start(result: Analysis, table: CardTable) -> int:
    """The smallest turn score that the rules allow to bank in the situation of a table."""
    unit = lcm(result.expected.moves.unit, result.expected.rules.multiple_of)
    return -(-table.situation.minimum // unit) * unit


def occurs(result: Analysis, dice: int) -> bool:
    """Whether that many dice are ever rolled."""
    return result.expected.occurs(dice)


def places_text(places: Sequence[Place], goal: int, *, falls: bool) -> str:
    """Where something holds: the turn score it begins at, or ranges where it comes back; never
    where that is past the goal, nothing where it is nowhere."""
    if not places:
        return ""
    if len(places) == 1 and falls:
        return below_goal(places[0][0], goal)
    told = [
        points(first) + ("+" if end is None else f" to below {points(end)}")
        for first, end in within_goal(places, goal)
    ]
    return ", ".join(told) or NEVER


def _splits(rows: Sequence[Row], start: int) -> bool:
    """Whether nothing on the card changes below the smallest turn score that may be banked."""
    if any(0 < p.turn_score < start for row in rows for p in row.points):
        return False
    return start > 0 and any(p.turn_score == start for row in rows for p in row.points)


def _shown(row: Row, start: int, split: int, goal: int, *, must_roll: bool) -> ShownRow:
    below = row.points[0].value if split else None
    row = row.starting_at(split) if split else row
    ends = [*(p.turn_score for p in row.points[1:]), None]
    worths: dict[int, list[Place]] = {}
    for point, end in zip(row.points, ends, strict=True):
        if point.value == 0 or point.turn_score < goal:
            worths.setdefault(point.value, []).append((point.turn_score, end))
    zero = worths.pop(0, [])
    if must_roll:
        return ShownRow(row.dice, below, worths, zero, [], _falls(row))
    return ShownRow(
        row.dice,
        below,
        worths,
        [(first, end) for first, end in zero if first < start],
        [(max(first, start), end) for first, end in zero if end is None or end > start],
        _falls(row),
    )


def _falls(row: Row) -> bool:
    values = [point.value for point in row.points]
    return values == sorted(set(values), reverse=True)


MARKS = (0.05, 0.1, 0.2, 0.4)
"""Turn scores for which worths are shown, as shares of the goal."""


def hands_blocks(result: Analysis, table: CardTable) -> Iterator[Block]:
    """For each hand what it is worth at some turn scores, and from which one it is banked."""
    ruleset, unit = result.loaded.ruleset, result.expected.moves.unit
    hands, goal = hands_of(ruleset), ruleset.extent
    # a card has one worth for each hand
    flat = all(len(row.points) == 2 and row.points[1].value == 0 for row in table.rows)
    shares = MARKS if not flat else (0.0,)
    marks = sorted({max(0 if flat else unit, round(goal * s / unit) * unit) for s in shares})
    lines: list[tuple[Inline, ...]] = []
    for row in table.rows:  # most dice first
        if not occurs(result, row.dice):
            continue
        worths = row.values(np.array(marks)).tolist()
        start = next((p.turn_score for p in row.points if p.value == 0), None)
        bank = "never" if start is None or start >= goal else points(start)
        shown = ("" if worth == 0 else points(worth, signed=True) for worth in worths)
        lines.append((hands.words(row.dice), *shown, Cell(bank, "strong")))
    more = " JSON and CSV have every number of the card."
    heads = ("worth",) if flat else [f"at {points(mark)}" for mark in marks]
    yield Table(
        columns("left to roll", *heads, "bank from"),
        tuple(lines),
        note="What the dice that are left are worth beside the turn score, and the turn score from "
        f"which they are banked.{'' if flat else more}",
    )


def situation_words(situation: Situation, situations: int) -> str:
    """`after 1 farkle in a row, before the first bank`; empty where there is only one situation."""
    if situations == 1:
        return ""
    words = [*_after_words({situation.streak})] if situation.streak_matters else []
    if not situation.on_board:
        words.append("before the first bank")
    elif situation.board_matters:
        words.append("once on the board")
    text = ", ".join(words)
    return upper_first(text)


def situations_words(told: Sequence[Situation], every: Sequence[Situation]) -> str:
    """The same for some of all situations: `after 1 farkle in a row, and before the first bank`."""
    streaks = {situation.streak for situation in every}
    on, off = ({s.streak for s in told if s.on_board == board} for board in (True, False))
    parts: list[str] = []

    def add(some: set[int], board: str) -> None:
        after = _after_words(some) if len(streaks) > 1 else [""] * len(some)
        parts.extend(", ".join(filter(None, (words, board))) for words in after)

    if all(situation.on_board for situation in every):
        add(on, "")
    elif off == streaks:
        add(on, "")
        parts.append("before the first bank")
    else:
        add(on & off, "")
        add(on - off, "once on the board")
        add(off - on, "before the first bank")
    text = ", and ".join(parts)
    return upper_first(text)


def _after_words(streaks: set[int]) -> Iterator[str]:
    if 0 in streaks:
        yield "no farkle just before"
    if some := sorted(streaks - {0}):
        noun = "farkle" if some == [1] else "farkles"
        yield f"after {listed([str(streak) for streak in some], 'or')} {noun} in a row"


ROUNDING_DIGITS = 8


def ranks(result: ExpectedScore, strategy: Strategy) -> NDArray[np.int64]:
    """int64[rows, columns]: place of each state that can occur, 1 is best; 0 for the others.

    A state is worth its turn score and V. Among equals one in which to bank comes first, then the
    one with more dice, then more points.
    """
    counted = np.arange(result.moves.columns) < (result.hot_dice + 1) * result.moves.dice
    rows, cells = np.nonzero(result.reachable & counted)
    score = rows * result.moves.unit
    worth = score + strategy.value[rows, cells]
    # values that differ by rounding only are equal
    worth = np.round(worth, ROUNDING_DIGITS)
    dice = cells % result.moves.dice
    order = np.lexsort((-score, -dice, ~strategy.bank[rows, cells], -worth))
    place = np.zeros(result.reachable.shape, np.int64)
    place[rows[order], cells[order]] = np.arange(1, len(order) + 1)
    return place


def _states(result: ExpectedScore, strategy: Strategy) -> Iterator[dict[str, doc.Raw]]:
    """What is said of every state, by turn score and dice. `value` is V: points expected beyond the
    turn score."""
    moves = result.moves
    place = ranks(result, strategy)
    for row in range(result.rows):
        for column in range(moves.columns):
            hot, dice = divmod(column, moves.dice)
            if hot > result.hot_dice:
                break
            yield {
                "dice": dice + 1,
                "turn_score": row * moves.unit,
                "hot_dice": hot,
                "value": float(strategy.value[row, column]),
                "bank": bool(strategy.bank[row, column]),
                "reachable": bool(result.reachable[row, column]),
                "rank": int(place[row, column]) or None,
            }


def states_data(result: ExpectedScore, strategy: Strategy) -> list[dict[str, doc.Raw]]:
    """The states for JSON; hot dice are told where they matter."""
    unsaid = () if result.moves.hot_counts > 1 else ("hot_dice",)
    return [
        {key: value for key, value in state.items() if key not in unsaid}
        for state in _states(result, strategy)
    ]


def state_records(result: ExpectedScore) -> doc.Records:
    """The states for CSV."""
    return doc.records(
        {"on_board": strategy.situation.on_board, "streak": strategy.situation.streak} | state
        for strategy in result.strategies
        for state in _states(result, strategy)
    )


def full_tables(result: ExpectedScore, goal: int, step: int) -> Iterator[doc.Block]:
    """One table per strategy (and count of hot dice): V by turn score and number of dice."""
    moves = result.moves
    count = len(result.strategies)
    for strategy in result.strategies:
        words = situation_words(strategy.situation, count)
        yield doc.Heading("Every state" + (f": {lower_first(words)}" if words else ""))
        for hot in range(result.hot_dice + 1):
            first = hot * moves.dice
            cells = slice(first, first + moves.dice)
            most_first = range(first + moves.dice - 1, first - 1, -1)
            occurring = result.reachable[:, cells]
            rows: list[tuple[doc.Inline, ...]] = []
            for row in np.flatnonzero(occurring.any(axis=1)):
                score = int(row) * moves.unit
                if score >= goal:
                    break
                line = (_cell(result, strategy, int(row), column) for column in most_first)
                rows.append((points(score), *line))
            above = result.rows * moves.unit
            if above < goal and result.reachable_above[cells].any():
                line = (_cell_above(result, strategy, column) for column in most_first)
                rows.append((f"{points(above)} and more", *line))
            if rows:
                title = f"After {hot} hot dice" if moves.hot_counts > 1 else ""
                yield doc.Table(
                    doc.columns(
                        "turn score",
                        *(dice_words(dice) for dice in range(moves.dice, 0, -1)),
                        first="right",
                    ),
                    tuple(rows),
                    title=title,
                    note="V: points expected beyond the turn score. Empty: cannot occur. "
                    f"Turn scores below the goal. The worths of the card are V in round numbers, "
                    f"multiples of {points(step)}, as far as that costs hardly anything.",
                )


def _cell(result: ExpectedScore, strategy: Strategy, row: int, column: int) -> doc.Inline:
    if not result.reachable[row, column]:
        return ""
    if strategy.bank[row, column]:
        return doc.Cell("bank", "strong")
    return points(float(strategy.value[row, column]), 2)


def _cell_above(result: ExpectedScore, strategy: Strategy, column: int) -> doc.Inline:
    """Above the table V is the same at every turn score that may be banked."""
    if not result.reachable_above[column]:
        return ""
    value = float(strategy.value_above[column])
    return points(value, 2) if value > 0 else doc.Cell("bank", "strong")


def total_facts(
    rounds: RoundsTotal, card: float | None, decimals: int
) -> Iterator[tuple[str, str]]:
    """The expected total of a game, at best and by the card."""
    digits = decimals_known(rounds.error, decimals)
    yield f"Points in {count(rounds.rounds, 'round')}, at best", points(rounds.total, digits)
    if card is not None:
        yield "... by this card", points(card, digits)


def rounds_table(rounds: RoundsTotal) -> Block:
    """What is still to be expected, by rounds left and farkles in a row."""
    states = rounds.situations
    here = [n for n, state in enumerate(states) if state.on_board or rounds.start == n]
    names = []
    for number in here:
        state = states[number]
        board = "no bank yet" if not state.on_board else ""
        streak = count(state.streak, "farkle") if state.streak else "no farkles"
        names.append(board or (streak if state.streak_matters else "expected"))
    rows = tuple(
        (
            points(left),
            *(
                points(float(rounds.totals[left, n]), 1)
                if _turns_before(states[n], states[rounds.start]) <= rounds.rounds - left
                else "—"
                for n in here
            ),
        )
        for left in range(rounds.rounds, 0, -1)
    )
    return Table(
        columns("rounds left", *names, first="right"),
        rows,
        title="Points still to come",
        note="For whoever plays for points alone, and knows how many rounds are left; farkles in a "
        "row are those just before.",
    )


def _turns_before(state: Situation, start: Situation) -> int:
    """Turns after which a player can be in a situation, at least."""
    return state.streak + (state.on_board and not start.on_board)


def rounds_data(rounds: RoundsTotal, card: float | None) -> dict[str, object]:
    return {
        "number": rounds.rounds,
        "total": rounds.total,
        "card_total": card,
        "error": rounds.error,
        "left": [
            {
                "on_board": state.on_board,
                "streak": state.streak,
                "totals": [float(total) for total in rounds.totals[1:, number]],
            }
            for number, state in enumerate(rounds.situations)
        ],
    }


DICE_TOLD = 3
"""Numbers of dice whose thresholds are told in words; JSON has all."""


def lead_blocks(by_lead: BankByLead) -> Iterator[Block]:
    """When perfect play banks, by lead and rounds left."""
    yield Heading("When to bank, by lead and rounds left")
    names = [
        f"{left} left" if left > 1 else f"last, moving {'first' if first else 'second'}"
        for left, first in by_lead.turns
    ]
    most = min(DICE_TOLD, len(by_lead.start[0]))
    for dice in range(most, 0, -1):
        rows = tuple(
            (points(lead, signed=True), *(_score(turn[dice - 1][at]) for turn in by_lead.start))
            for at, lead in enumerate(by_lead.leads)
        )
        note = (
            "The lowest turn score at which perfect play banks, with no farkles in a row; the "
            "turn scores above may differ. Rounds left include this one; moving first but for "
            "the last column. In the first round there is no lead for whoever moves first."
            if dice == 1
            else None
        )
        yield Table(
            columns("your lead", *names, first="right"),
            rows,
            title=f"With {dice_words(dice)} to roll",
            note=note or "",
        )


def _score(start: int | None) -> str:
    return "never" if start is None else points(start)


def lead_data(by_lead: BankByLead) -> dict[str, object]:
    return {
        "leads": list(by_lead.leads),
        "turns": [
            {
                "rounds_left": left,
                "first": first,
                "bank_at": {str(dice): list(row) for dice, row in enumerate(turn, start=1)},
            }
            for (left, first), turn in zip(by_lead.turns, by_lead.start, strict=True)
        ],
    }
