"""The card that a person learns: its sentences, its small table, and its place on the ladder.

The sentences say all of it: `tests/report/sentence_player.py` plays by nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from farklegen.cards.analysis import Analysis
from farklegen.cards.break_points import Row
from farklegen.cards.card import CardTable
from farklegen.cards.kind_rules import KindLine, KindRules
from farklegen.cards.short import ALWAYS, CardWay, Ladder, Rung
from farklegen.report import score_lines
from farklegen.report.card_price import end_words, last_turns, points_words
from farklegen.report.card_rows import bank_start, occurs
from farklegen.report.document import Block, Document, Facts, Notes, Table
from farklegen.report.duel import chances_data
from farklegen.report.hands import hands_blocks
from farklegen.report.ladder import ladder_table
from farklegen.report.numbers import NEVER, count, points, wins
from farklegen.report.situation_names import situations_words
from farklegen.report.table import card_blocks, only_most_points, whole_score_facts
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words, listed
from farklegen.solvers.process import Situation


def sentences(analysis: Analysis, rung: Rung, players: int = 2) -> tuple[str, ...]:
    """All that somebody has to know, beside the rules, to play by a short card at a table of so
    many; `analysis` has the card without a limit."""
    return tuple(_sentences(analysis, rung, players))


def _sentences(analysis: Analysis, rung: Rung, players: int) -> Iterator[str]:
    ruleset, way = analysis.loaded.ruleset, rung.way
    if rung.by_kind is not None:
        yield from _by_kind(analysis, rung.by_kind)
        yield from _goes(analysis, rung, players)
        return
    usual = way.tables[0]
    if _ever_bank(analysis, usual.rows):
        yield f"Bank {_banks(analysis, usual.rows, _start(analysis, way))}."
    else:
        yield "Never bank: roll on to the goal."
    yield from _may_bank(ruleset)
    yield from _looks_at_scores(ruleset, way)
    if players > 2 and _names_others(ruleset, way):
        yield "They, and the opponent, are whoever of the others has the highest score."
    yield from _goes(analysis, rung, players)
    yield from _takes_over(ruleset, way.take_over)
    yield from _sets_aside(analysis, way)
    yield from _apart(analysis, way.tables)


def _names_others(ruleset: Ruleset, way: CardWay) -> bool:
    """Whether a card speaks of the opponent."""
    return bool(way.lines or last_turns(ruleset) or (way.goes and way.goes.scores))


def _start(analysis: Analysis, way: CardWay) -> int:
    """The turn score from which `always` to bank is said; 0 where that is the word for it. Lines
    count turn scores less, so that there may be less than the rules ask for, and one banks."""
    less = any(line.counted_less > 0 for line in way.lines)
    return 0 if less else bank_start(analysis, way.tables[0])


def _rolled_for_nothing(analysis: Analysis, way: CardWay) -> bool:
    """Whether below that score dice are worth nothing, so that no worth of theirs is said."""
    start = _start(analysis, way)
    rows = [row for row in way.tables[0].rows if occurs(analysis, row.dice)]
    return any(_banked(analysis, row, start) != _banked(analysis, row, 0) for row in rows)


def _sets_aside(analysis: Analysis, way: CardWay) -> Iterator[str]:
    """Which dice to set aside, usually."""
    ruleset, usual = analysis.loaded.ruleset, way.tables[0]
    worths = _worths(analysis, usual.rows)
    others = way.lines or way.last or _rolled_for_nothing(analysis, way)
    nothing = "nothing for others, and where" if others else "nothing where"
    add = (
        "to the turn score add what the dice left to roll are worth, "
        f"{worths}; {nothing} you would bank. None left counts as {dice_words(ruleset.dice)}. "
        "Take the largest sum; of equal sums"
        if worths
        else "take the most points; of equal ones"
    )
    only = " Of two ways that leave the same dice only the one with more points counts."
    yield (
        f"Which dice to set aside: {add} one where you would bank, then more dice, then more "
        f"points.{only if only_most_points(analysis) else ''}"
    )
    if usual.between_multiples:
        yield f"At a turn score {_between(analysis, usual)}."


def _by_kind(analysis: Analysis, rules: KindRules) -> Iterator[str]:
    """The two lines of different dice."""
    ruleset = analysis.loaded.ruleset
    hands, dice = hands_of(ruleset), range(1, ruleset.dice + 1)
    usual = hands.kinds[rules.bank.usual].name
    bank = ", ".join(f"{dice_words(n)} {points(rules.bank.by_number[n - 1])}" for n in dice)
    yield (
        f"Bank from these turn scores, by the dice left to roll: {bank}"
        f"{_more(hands, rules.bank, 'later', 'sooner')}. The others are as {usual} dice."
    )
    yield from _may_bank(ruleset)
    worth = ", ".join(f"{dice_words(n)} {points(rules.worth.by_number[n - 1])}" for n in dice)
    yield (
        "Which dice to set aside: to the turn score add what the dice left to roll are worth, "
        f"{worth}{_more(hands, rules.worth, 'more', 'less')}; never less than "
        f"{points(rules.worth.least)}, but nothing where you would bank. None left counts as "
        f"{dice_words(ruleset.dice)}. Take the largest sum; of equal sums one where you would "
        "bank, then more dice, then more points."
    )


def _more(hands: Hands, line: KindLine, up: str, down: str) -> str:
    """What each die of another kind changes."""
    told = [
        f"each {hands.kinds[kind].name} among them {points(abs(line.by_kind[kind]))} "
        + (up if line.by_kind[kind] > 0 else down)
        for kind in hands.order
        if line.by_kind[kind]
    ]
    return f"; {', '.join(told)}" if told else ""


def _banks(analysis: Analysis, rows: Sequence[Row], start: int) -> str:
    """Where to bank, by number of dice, fewest first; `start` is the least that may be banked, if
    that is said."""
    told: dict[str, list[int]] = {}
    for row in reversed(rows):
        if occurs(analysis, row.dice):
            told.setdefault(_banked(analysis, row, start), []).append(row.dice)
    return ", ".join(f"with {_dice(dice)} {where}" for where, dice in told.items())


def _banked(analysis: Analysis, row: Row, start: int) -> str:
    """Where to bank with one number of dice, as `_banks` says it."""
    goal = analysis.loaded.ruleset.extent
    if row.dice in analysis.expected.rules.rolled_on:
        return NEVER
    ends = [*(point.turn_score for point in row.points[1:]), None]
    places = [
        (point.turn_score, end)
        for point, end in zip(row.points, ends, strict=True)
        if point.value == 0 and point.turn_score < goal
    ]
    if not places:
        return NEVER
    if places == [(0, None)]:
        return f"from {points(start)}" if start else "always"
    return " and ".join(
        f"from {points(first)}" + ("" if end is None else f" to below {points(end)}")
        for first, end in places
    )


def _worths(analysis: Analysis, rows: Sequence[Row]) -> str:
    """What dice are worth where one does not bank, most dice first."""
    told = (_worth(analysis, row) for row in rows if occurs(analysis, row.dice))
    return "; ".join(worth for worth in told if worth)


def _worth(analysis: Analysis, row: Row) -> str:
    goal = analysis.loaded.ruleset.extent
    parts = [
        points(point.value) + (f" from {points(point.turn_score)} on" if point.turn_score else "")
        for point in row.points
        if point.value != 0 and point.turn_score < goal
    ]
    return f"{dice_words(row.dice)} {', '.join(parts)}" if parts else ""


def _may_bank(ruleset: Ruleset) -> Iterator[str]:
    """What the rules ask of a bank."""
    bank = ruleset.bank
    if bank.has_opening:
        yield f"Before your first bank roll until you have {points(bank.opening_minimum)}."
    if bank.minimum:
        yield f"Roll until you have {points(bank.minimum)} in every turn."
    if bank.multiple_of > 1:
        yield f"Only multiples of {points(bank.multiple_of)} may be banked."
    if bank.beat_previous:
        yield "Roll until you have more than the bank before, where the rules ask for that."


def _between(analysis: Analysis, table: CardTable) -> str:
    dice = range(analysis.expected.moves.dice, 0, -1)
    told = "; ".join(
        f"{dice_words(each)} {points(value)}"
        for each, value in zip(dice, table.between_multiples, strict=True)
        if occurs(analysis, each)
    )
    multiple = points(analysis.loaded.ruleset.bank.multiple_of)
    told = told if any(table.between_multiples) else "nothing"
    return f"that is no multiple of {multiple} dice are worth {told}"


def _apart(analysis: Analysis, tables: Sequence[CardTable]) -> Iterator[str]:
    """What is not as usual in other situations, each thing once; what is banked always is worth
    nothing below what may be banked, whatever it is worth usually."""
    usual = tables[0]
    told: dict[str, list[Situation]] = {}
    for table in tables[1:]:
        if table.between_multiples != usual.between_multiples:
            between = f", at a turn score {_between(analysis, table)}"
            told.setdefault(between, []).append(table.situation)
        rows = [row for row, same in zip(table.rows, usual.rows, strict=True) if row != same]
        if any(occurs(analysis, row.dice) for row in rows):
            worths = _worths(analysis, rows)
            bank = f": bank {_banks(analysis, rows, 0)}" + (f"; worth {worths}" if worths else "")
            told.setdefault(bank, []).append(table.situation)
    every = [table.situation for table in tables]
    for what, situations in told.items():
        yield f"{situations_words(situations, every)}{what}."


def _looks_at_scores(ruleset: Ruleset, way: CardWay) -> Iterator[str]:
    """What depends on both scores."""
    lines = way.lines
    if len(lines) > 1:
        yield "That is for most turns. The first of these lines that holds changes it:"
    for number, sentence in enumerate(score_lines.sentences(lines), start=1):
        yield f"{number}. {sentence}" if len(lines) > 1 else sentence
    yield from score_lines.how_to_read(lines)
    turns = " or ".join(last_turns(ruleset))
    if turns and (lines or way.last):
        yield f"On {turns} set dice aside as at a turn score of 0."
    streaks = _streaks_of_none(ruleset, way) if turns else []
    if streaks:
        farkles = "farkle" if streaks == [1] else "farkles"
        some = listed([str(streak) for streak in streaks], "or")
        yield f"On {turns} count {some} {farkles} in a row as none."


def _streaks_of_none(ruleset: Ruleset, way: CardWay) -> list[int]:
    """Farkles in a row for which a card has a table that is not played by on a last turn: there
    they count only if the next one completes the streak."""
    usual = {t.situation.on_board: t for t in way.tables if t.situation.streak == 0}
    others = {
        table.situation.streak
        for table in way.tables
        if replace(table, situation=usual[table.situation.on_board].situation)
        != usual[table.situation.on_board]
    }
    return sorted(streak for streak in others if streak + 1 != ruleset.farkle.streak)


def _goes(analysis: Analysis, rung: Rung, players: int) -> Iterator[str]:
    """When to go for the goal, and what holds near it for all."""
    ruleset, way, goes = analysis.loaded.ruleset, rung.way, rung.way.goes
    if goes is not None:
        banks = _ever_bank(analysis, [row for table in way.tables for row in table.rows])
        told: dict[tuple[int | None, int | None], list[int]] = {}
        for dice in banks:
            pair = goes.mine[dice - 1], goes.theirs[dice - 1]
            if pair != (None, None):
                told.setdefault(pair, []).append(dice)
        for (mine, theirs), some in told.items():
            which = "" if some == banks else f" with {_dice(some)}"
            yield (
                f"{_from(mine, theirs)} do not bank{which}: "
                f"roll until you reach {points(ruleset.extent)} or farkle."
            )
    yield from end_words(ruleset, way.lead, way.past, players)


def _ever_bank(analysis: Analysis, rows: Sequence[Row]) -> list[int]:
    """Numbers of dice with which a player by these rows ever banks, fewest first."""
    sizes = hands_of(analysis.loaded.ruleset).sizes
    there = (row for row in rows if occurs(analysis, row.dice))
    return sorted({sizes[row.dice] for row in there if _banked(analysis, row, 0) != NEVER})


def _from(mine: int | None, theirs: int | None) -> str:
    if mine == theirs:
        return f"From {points(mine or 0)} on, yours or the opponent's,"
    both = (("you have", mine), ("the opponent has", theirs))
    return "Once " + " or ".join(f"{who} {points(n)}" for who, n in both if n is not None)


def _takes_over(ruleset: Ruleset, take_over: tuple[tuple[int, int], ...] | None) -> Iterator[str]:
    if ruleset.piggyback == "none":
        return
    told: dict[str, list[int]] = {}
    for dice, score in take_over or ():
        told.setdefault("always" if score == ALWAYS else f"from {points(score)}", []).append(dice)
    if not told:
        yield "Never take a turn over."
        return
    ways = ", ".join(f"with {_dice(dice)} {where}" for where, dice in told.items())
    yield f"Take a turn over {ways}; else start afresh."


def _dice(dice: Sequence[int]) -> str:
    """Numbers of dice, with the word."""
    if len(dice) == 1:
        return dice_words(dice[0])
    if len(dice) > 2 and list(dice) == list(range(dice[0], dice[-1] + 1)):
        return f"{dice[0]} to {dice[-1]} dice"
    return f"{listed([str(each) for each in dice], 'or')} dice"


def whole_card_words(ladder: Ladder) -> str:
    """Where to go on from the short card, and what tells that from the last rung of the ladder."""
    whole = (
        "The whole card, with all break points of the best play for points, and when to go for the "
        "goal: --numbers all."
    )
    searched = ladder.perfect is not None and not ladder.alike and ladder.short.by_kind is None
    return f"{whole} The cards of the ladder were searched in the match." if searched else whole


def short_document(
    analysis: Analysis, ladder: Ladder, numbers: int | None = None, later: Sequence[str] = ()
) -> Document:
    """What `table` begins with.

    Args:
        analysis: the card without a limit.
        ladder: the cards of all lengths.
        numbers: the most that may be asked for; by default the card with the fewest numbers that
            loses hardly anything.
        later: what more there is to have, a sentence each.
    """
    rung = rung_of(ladder, numbers)
    blocks: list[Block] = [
        Facts(tuple(short_facts(analysis, ladder, rung))),
        Notes(sentences(analysis, rung), "What to do"),
        small_table(analysis, rung),
        ladder_table(ladder, rung),
        *([Notes(tuple(later), "More")] if later else []),
    ]
    title = f"{analysis.loaded.name}: the short card, {count(rung.numbers, 'number')}"
    return Document("table", title, tuple(blocks), short_data(analysis, ladder, rung))


def small_table(analysis: Analysis, rung: Rung) -> Table:
    """The break points of the usual situation."""
    card = replace(rung.card, tables=rung.way.tables)
    shown, table = replace(analysis, card=card), rung.way.tables[0]
    if rung.by_kind is not None:
        return next(block for block in hands_blocks(shown, table) if isinstance(block, Table))
    blocks = card_blocks(shown, table, 0)
    return next(block for block in blocks if isinstance(block, Table))


def rung_of(ladder: Ladder, numbers: int | None) -> Rung:
    """The card of at most so many numbers, by default the short card."""
    return ladder.short if numbers is None else ladder.best(numbers)


def short_facts(analysis: Analysis, ladder: Ladder, rung: Rung) -> Iterator[tuple[str, str]]:
    """How many numbers there are, and what they bring, as label and value."""
    yield "Numbers to remember", points(rung.numbers)
    yield "Points per turn", points_words(ladder.points(rung), analysis.expected.points_per_turn)
    yield from whole_score_facts(analysis)
    if rung.chances is not None and ladder.perfect is not None:
        perfect = ladder.perfect.average
        yield "Wins", wins(rung.chances.average, "against a perfect player", perfect)


def short_data(analysis: Analysis, ladder: Ladder, short: Rung) -> dict[str, object]:
    """The short card, or another rung, and the ladder for programs."""
    return {
        "short_card": {
            "numbers": short.numbers,
            "sentences": list(sentences(analysis, short)),
            **_points(ladder, short),
            "win_probability": _chances(short),
        },
        "ladder": [
            {
                "numbers": rung.numbers,
                **_points(ladder, rung),
                "win_probability": _chances(rung),
            }
            for rung in ladder.shown
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
