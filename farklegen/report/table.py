"""The document of `farklegen table`: the card, what it is worth, and on request every state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from farklegen.cards.card import Analysis, CardTable
from farklegen.measures.registry import always_bank_from
from farklegen.report import document as doc
from farklegen.report.card_rows import occurs, places_text, shown_table
from farklegen.report.hands import hands_blocks, hands_data
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
from farklegen.report.rounds import rounds_data, rounds_table, total_facts
from farklegen.report.rules import identity
from farklegen.report.situation_names import situation_words
from farklegen.report.states import full_tables, state_records, states_data
from farklegen.rules.facts import last_die_binds
from farklegen.rules.hands import hands_of, refuse_mixed
from farklegen.rules.words import dice_words, listed, lower_first
from farklegen.solvers.expected import Strategy
from farklegen.solvers.rounding import probability
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
    blocks.append(doc.Notes((*how_to_use(result), *_banks_elsewhere(result)), "How to use it"))
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
        + (
            " Of two ways that leave the same dice, just take the one with more points."
            if only_most_points(result)
            else ""
        )
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
    if any(worth < 0 for table in card.tables for worth in _worths(result, table)):
        yield (
            "A worth below zero means that rolling on loses points on average; the rules do not "
            "let the turn be banked there."
        )
    if any(table.between_multiples for table in card.tables):
        yield (
            f"At a turn score that is no multiple of {points(ruleset.bank.multiple_of)} the last "
            "row holds, whatever the others say."
        )
    if ruleset.hot_dice_bonus is not None:
        yield "The turn score includes the hot-dice bonus" + (
            "; how many hot dice came before, the card does not ask."
            if ruleset.hot_dice_bonus.step
            else "."
        )
    if ruleset.hot_dice == "required":
        yield "With no dice left the rules make you roll all of them again."
    if last_die_binds(ruleset):
        yield "With one die left the rules make you roll it."
    costly = [table for table in card.tables if table.loss >= 0.5 * 10**-DECIMALS]
    if costly and len(card.tables) > 1:
        prices = (
            f"{lower_first(situation_words(table.situation, len(card.tables)))}: "
            f"{points(table.loss, DECIMALS)} points"
            for table in costly
        )
        yield f"What the card costs in one turn, {'; '.join(prices)}."


def _worths(result: Analysis, table: CardTable) -> Iterator[int]:
    """Everything that a table says of what dice are worth."""
    for row in shown_table(result, table).rows:
        yield row.below or 0
        yield from row.worths
    yield from table.between_multiples


def other_banks(result: Analysis) -> list[tuple[int, int, int]]:
    """(dice, turn score from which the best play banks, that of the card) where the two are not the
    same, in the first situation."""
    goal = result.loaded.ruleset.extent
    best = {ranges.dice: ranges.start for ranges in result.bank[0] if ranges.one_threshold}
    found = []
    for row in shown_table(result, result.card.tables[0]).rows:
        least = best.get(row.dice)
        if least is None or not row.banked or not row.falls:
            continue
        if min(least, goal) != min(row.banked[0][0], goal):
            found.append((row.dice, least, row.banked[0][0]))
    return found


def _banks_elsewhere(result: Analysis) -> Iterator[str]:
    """Why the card and other reports name different turn scores to bank from."""
    found = other_banks(result)
    if found:
        goal = result.loaded.ruleset.extent
        hands = hands_of(result.loaded.ruleset)
        words = listed(
            [f"{hands.words(dice)}: {below_goal(best, goal)}" for dice, best, _ in found]
        )
        yield (
            f"Perfect play banks from other turn scores ({words}), as compare and plot tell; those "
            "between never come up, or hardly matter."
        )


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
