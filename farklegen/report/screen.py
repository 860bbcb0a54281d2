"""The card that `farklegen table` prints first, as data: every face of it is made from this.

You read the card like this. After a roll, look at each way to set dice aside. The dice left to
roll are a column of a grid and the turn score is a row. The box has points to add, or BANK. The
way with the highest total wins, and its box says whether to bank. `cards.players` plays the
same, and `tests/report/reading_player.py` plays by the printed text alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from farklegen.cards.card import Analysis, CardTable, Row
from farklegen.cards.ladder import CardWay, KindRules, Rung
from farklegen.policies.policy import GoForIt
from farklegen.policies.recipe import ScoreRule
from farklegen.report.card_price import end_words, last_turns
from farklegen.report.numbers import points
from farklegen.report.score_lines import condition_words, meanings, response_words
from farklegen.report.table import bank_start, occurs, only_most_points, situations_words
from farklegen.rulebook.turn_rules import Position, Scoring, Turn
from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import (
    dice_words,
    ends_at,
    listed,
    lower_first,
    name_with_patterns,
    number_word,
    pattern_name,
)
from farklegen.scoring.ways import looker

ALL_OUT = "all out"
BETWEEN = "not a multiple"
ADD, BANK_FROM = "add", "bank from"


@dataclass(frozen=True)
class GridRow:
    """A row of boxes.

    Attributes:
        label: what it is called.
        boxes: points to add for each number of dice; None: bank.
        start: the turn score that it begins at; None for a row that is no band of turn scores.
        end: the turn score that the band ends below; None: it has no end.
    """

    label: str
    boxes: tuple[int | None, ...]
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True)
class BoxGrid:
    """The boxes of some situations.

    Attributes:
        heading: the situations; empty for the usual ones.
        dice: left to roll, by column, most first.
        rows: bands of turn scores, lowest first, then other rows.
    """

    heading: str
    dice: tuple[int, ...]
    rows: tuple[GridRow, ...]

    @property
    def by_turn_score(self) -> bool:
        """Whether its rows are bands of turn scores; those of different dice are not."""
        return self.rows[0].start is not None


@dataclass(frozen=True)
class Screen:
    """A card.

    Attributes:
        name: of the rules.
        players: at the table.
        ends: what ends a game.
        grids: the usual one first.
        offered: turn scores from which to take over the other player's dice, by the dice that they
            left, most first; `cards.ladder.ALWAYS`: any; None: never. Empty if nobody can.
        steps: what to do after every roll.
        example: a first roll, worked out; None if none has a real choice.
        end: what to do near the end of the game, in sentences.
        lines: what to do at some scores, each as a condition and an answer; the first that fits
            counts.
        meanings: what the answers mean.
        going: from which scores on to roll where a box says to bank, in sentences.
        they: who "they" is at a larger table; empty if no line says "they".
        combinations: what dice score, if the rules are not built-in; else empty.
        late: whether the lines are about the second half of the game only.
        scores: different turn scores, scores, leads and amounts to learn: `--numbers` counts these.
        values: numbers to learn in the boxes.
    """

    name: str
    players: int
    ends: str
    grids: tuple[BoxGrid, ...]
    offered: tuple[tuple[int, int | None], ...]
    steps: tuple[str, ...]
    example: Example | None
    end: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    meanings: tuple[str, ...]
    going: tuple[str, ...]
    they: str
    combinations: str
    late: bool
    scores: int
    values: int

    @property
    def title(self) -> str:
        table = "two players" if self.players == 2 else f"a table of {self.players}"
        goal = f"first to {self.ends}" if self.ends[-1].isdigit() else self.ends
        return f"{self.name}: your card for {table}, {goal}"

    @property
    def end_title(self) -> str:
        return "Near the end of the game" if self.late else "Look at the scores"

    @property
    def line_sentences(self) -> tuple[str, ...]:
        return tuple(f"{when}: {do}." for when, do in self.lines)

    @property
    def end_notes(self) -> tuple[str, ...]:
        return (*self.meanings, *self.going, *([self.they] if self.they else []))

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that the card says beside its tables."""
        return (*self.steps, *self.end, *self.line_sentences, *self.end_notes)


def make_screen(analysis: Analysis, rung: Rung, players: int = 2) -> Screen:
    """The screen of a card."""
    ruleset, way = analysis.loaded.ruleset, rung.way
    if rung.by_kind is not None:
        grids: tuple[BoxGrid, ...] = (_kinds_grid(ruleset, rung.by_kind),)
        example = None
    else:
        grids = tuple(_grids(analysis, way))
        example = find_example(analysis, way)
    return Screen(
        name=analysis.loaded.name,
        players=players,
        ends=ends_at(ruleset),
        grids=grids,
        offered=_offered(ruleset, way.take_over),
        steps=tuple(_steps(analysis, rung.by_kind)),
        example=example,
        end=tuple(_end(ruleset, way, players)),
        lines=tuple((condition_words(line), response_words(line, way.lines)) for line in way.lines),
        meanings=tuple(meanings(way.lines, ruleset)),
        going=tuple(_going(ruleset, way, grids)),
        they=_they(way, players),
        combinations="" if analysis.loaded.builtin else what_scores(ruleset).words(),
        late=all(2 * _least_score(line) >= ruleset.extent for line in way.lines),
        scores=rung.numbers,
        values=_values(grids, rung),
    )


def _least_score(line: ScoreRule) -> int:
    """The least score that one of the players has where a line holds."""
    return max(score or 0 for score in (line.either, line.mine, line.theirs))


def _values(grids: Sequence[BoxGrid], rung: Rung) -> int:
    """Numbers in the boxes that a player must know beside the rows that they stand in."""
    if rung.by_kind is not None:
        return len(rung.by_kind.worth.numbers)
    found = set[tuple[int, int, int]]()
    for number, grid in enumerate(grids):
        for column in range(len(grid.dice)):
            bands = [row.boxes[column] for row in grid.rows if row.label != ALL_OUT]
            found |= {(number, column, box) for box in bands if box}
    usual = {(column, box) for number, column, box in found if number == 0}
    return len(usual) + sum(
        1 for number, column, box in found if number and (column, box) not in usual
    )


# the grids


def _grids(analysis: Analysis, way: CardWay) -> Iterator[BoxGrid]:
    """A grid for the usual situations, then one for each way in which others differ."""
    usual = way.tables[0]
    less = any(line.counted_less > 0 for line in way.lines)
    start = 0 if less else bank_start(analysis, usual)
    all_out = less or any(line.to_goal for line in way.lines) or _last_all_out(analysis, way)
    alike: dict[tuple[tuple[Row, ...], tuple[int, ...]], list[CardTable]] = {}
    for table in way.tables:
        alike.setdefault((_occurring(analysis, table), table.between_multiples), []).append(table)
    yield _grid(analysis, usual, "", start, all_out=all_out)
    every = [table.situation for table in way.tables]
    for tables in list(alike.values())[1:]:
        situations = [table.situation for table in tables]
        # what may be banked is not the same in all of them: what the steps say of it counts
        yield _grid(analysis, tables[0], situations_words(situations, every), 0, all_out=all_out)


def _occurring(analysis: Analysis, table: CardTable) -> tuple[Row, ...]:
    return tuple(row for row in table.rows if occurs(analysis, row.dice))


def _grid(
    analysis: Analysis, table: CardTable, heading: str, start: int, *, all_out: bool
) -> BoxGrid:
    goal, unit = analysis.loaded.ruleset.extent, analysis.expected.moves.unit
    rows = _occurring(analysis, table)
    rolled_on = analysis.expected.rules.rolled_on

    def box(row: Row, score: int) -> int | None:
        value = next(p.value for p in reversed(row.points) if p.turn_score <= score)
        rolls = row.dice in rolled_on or score < start
        return value if value or rolls else None

    edges = {p.turn_score for row in rows for p in row.points if p.turn_score < goal} | {0, start}
    bands: list[tuple[int, tuple[int | None, ...]]] = []
    for edge in sorted(edges):
        boxes = tuple(box(row, edge) for row in rows)
        if not bands or bands[-1][1] != boxes:
            bands.append((edge, boxes))
    ends = [*(first for first, _ in bands[1:]), None]
    found = [
        GridRow(_band_words(first, end, unit, start), boxes, first, end)
        for (first, boxes), end in zip(bands, ends, strict=True)
    ]
    if table.between_multiples:
        size = analysis.expected.moves.dice
        boxes = tuple(table.between_multiples[size - row.dice] for row in rows)
        multiple = points(analysis.expected.rules.multiple_of)
        found.append(GridRow(f"{BETWEEN} of {multiple}", boxes))
    if all_out:
        found.append(GridRow(ALL_OUT, tuple(row.points[0].value for row in rows)))
    return BoxGrid(heading, tuple(row.dice for row in rows), tuple(found))


def _band_words(first: int, end: int | None, unit: int, start: int) -> str:
    """`under 400`, `400 to 950`, `400`, `400 or more`, and whether you cannot bank there."""
    if end is None:
        return f"{points(first)} or more" if first else "any"
    if first == 0:
        words = f"under {points(end)}"
    elif end - first <= unit:
        words = points(first)
    else:
        words = f"{points(first)} to {points(end - unit)}"
    return f"{words} (can't bank yet)" if end <= start else words


def _last_all_out(analysis: Analysis, way: CardWay) -> bool:
    """Whether a last turn is played by the row for going all out."""
    return bool(last_turns(analysis.loaded.ruleset)) and bool(way.lines or way.last)


# what to do after a roll


def _steps(analysis: Analysis, rules: KindRules | None) -> Iterator[str]:
    """What to do after a roll, by boxes or by the two numbers of each number of dice."""
    ruleset, limits = analysis.loaded.ruleset, tuple(bank_limits(analysis.loaded.ruleset))
    most = only_most_points(analysis)
    same, left, its = ("number", "the dice left", "its box says")
    if rules is not None:
        same, left, its = ("dice", "which dice are left", "it says")
    only = f" Same {same} left: only the higher score counts." if most else ""
    yield (
        f"For each way to set dice aside, work out the new turn score and {left}. (None left: roll "
        f"{_all_words(ruleset.dice)} again.){only}"
    )
    if rules is None:
        box = "Find its box and add the number to that turn score. BANK adds nothing."
        yield " ".join((box, *limits))
    else:
        two = "Find the two numbers below that many dice: what to add, and the turn score to bank "
        yield " ".join((f"{two}from.", *kinds_words(ruleset, rules)))
        says = "At the turn score to bank from or above, the dice say BANK. Add the number to the "
        yield " ".join((f"{says}turn score; BANK adds nothing.", *limits))
    yield f"Take the way with the highest total. If {its} BANK, bank. If not, roll."
    last = "" if most else ", then take more points"
    yield f"Equal totals: take BANK; if that does not decide, keep more dice to roll{last}."


def _all_words(dice: int) -> str:
    """`all six`, `both`, `the die`."""
    return {1: "the die", 2: "both"}.get(dice, f"all {number_word(dice)}")


def bank_limits(ruleset: Ruleset) -> Iterator[str]:
    """Where the rules do not let a player bank, which a box need not say."""
    bank = ruleset.bank
    until = []
    if bank.minimum:
        until.append(f"under {points(bank.minimum)}")
    if bank.has_opening:
        until.append(f"under {points(bank.opening_minimum)} as your first bank")
    if bank.multiple_of > 1:
        until.append(f"what is no multiple of {points(bank.multiple_of)}")
    if bank.beat_previous:
        until.append("what does not beat the bank before, if the rules ask for that")
    if until:
        yield f"You can't bank {listed(until, 'or')}: there BANK means +0."


# different dice


def _kinds_grid(ruleset: Ruleset, rules: KindRules) -> BoxGrid:
    dice = tuple(range(ruleset.dice, 0, -1))
    return BoxGrid(
        "",
        dice,
        (
            GridRow(ADD, tuple(rules.worth.by_number[n - 1] for n in dice)),
            GridRow(BANK_FROM, tuple(rules.bank.by_number[n - 1] for n in dice)),
        ),
    )


def kinds_words(ruleset: Ruleset, rules: KindRules) -> Iterator[str]:
    """What each die of another kind changes, and the least that is added."""
    hands = hands_of(ruleset)
    for kind in hands.order:
        add, bank = rules.worth.by_kind[kind], rules.bank.by_kind[kind]
        changes = [
            *([f"add {points(abs(add))} {'more' if add > 0 else 'less'}"] if add else []),
            *([f"bank {points(abs(bank))} {'later' if bank > 0 else 'sooner'}"] if bank else []),
        ]
        if changes:
            yield f"For each {hands.kinds[kind].name} die left {' and '.join(changes)}."
    yield f"Add at least {points(rules.worth.least)}."


# the scores, and the end of the game


def _end(ruleset: Ruleset, way: CardWay, players: int) -> Iterator[str]:
    all_out = bool(way.lines or way.last)
    yield from end_words(ruleset, way.lead, way.past, players, all_out=all_out)
    turns = " or ".join(last_turns(ruleset))
    streaks = _streaks_of_none(ruleset, way) if turns else []
    if streaks:
        farkles = "farkle" if streaks == [1] else "farkles"
        some = listed([str(streak) for streak in streaks], "or")
        yield f"On {turns} count {some} {farkles} in a row as none."
    if way.lines:
        otherwise = "On other turns" if turns else "Otherwise"
        which = "the first line that fits" if len(way.lines) > 1 else "this line, if it fits"
        yield f"{otherwise} use {which}:"


def _they(way: CardWay, players: int) -> str:
    """Who "they" is, if some line says it."""
    goes = way.goes or GoForIt((), ())
    said = [(line.mine, line.theirs) for line in way.lines] + [
        *zip(goes.mine, goes.theirs, strict=True)
    ]
    if all(theirs in (None, mine) for mine, theirs in said):
        return ""
    several = '"They"' if players > 2 else 'Three or more players: "they"'
    return f"{several} is the other player with the most points."


def _going(ruleset: Ruleset, way: CardWay, grids: Sequence[BoxGrid]) -> Iterator[str]:
    """From which scores on to roll where a box says to bank."""
    goes, goal = way.goes, points(ruleset.extent)
    if goes is None:
        return
    banked = {
        dice
        for grid in grids
        for row in grid.rows
        for dice, box in zip(grid.dice, row.boxes, strict=True)
        if box is None or row.label == BANK_FROM
    }
    told: dict[tuple[int | None, int | None], list[int]] = {}
    for dice, pair in enumerate(zip(goes.mine, goes.theirs, strict=True), start=1):
        if pair != (None, None) and dice in banked:
            told.setdefault(pair, []).append(dice)
    for (mine, theirs), some in told.items():
        both = (("you have", mine), ("they have", theirs))
        who = " or ".join(f"{who} {points(n)}" for who, n in both if n is not None)
        if mine == theirs and mine is not None:
            who = f"one of you has {points(mine)}"
        yield (
            f"Once {who}, roll where it says BANK with {dice_list(some)} left, until you reach "
            f"{goal} or farkle."
        )


def _streaks_of_none(ruleset: Ruleset, way: CardWay) -> list[int]:
    """Farkles in a row for which a card has a grid that is not played by on a last turn: there
    they count only if the next one completes the streak."""
    usual = {t.situation.on_board: t for t in way.tables if t.situation.streak == 0}
    others = set[int]()
    for table in way.tables:
        same = usual[table.situation.on_board]
        if (table.rows, table.between_multiples) != (same.rows, same.between_multiples):
            others.add(table.situation.streak)
    return sorted(streak for streak in others if streak + 1 != ruleset.farkle.streak)


def _offered(
    ruleset: Ruleset, take_over: tuple[tuple[int, int], ...] | None
) -> tuple[tuple[int, int | None], ...]:
    """From which turn scores to take over the other player's dice, most dice first."""
    if ruleset.piggyback == "none":
        return ()
    starts = dict(take_over or ())
    return tuple((dice, starts.get(dice)) for dice in range(ruleset.dice, 0, -1))


def dice_list(dice: Sequence[int]) -> str:
    """`1 die`, `1 or 2 dice`, `1 to 3 dice`."""
    if len(dice) == 1:
        return dice_words(dice[0])
    if len(dice) > 2 and list(dice) == list(range(dice[0], dice[-1] + 1)):
        return f"{dice[0]} to {dice[-1]} dice"
    return f"{listed([str(each) for each in dice], 'or')} dice"


MOST_WAYS = 3
"""Ways that an example has room for."""


@dataclass(frozen=True)
class ExampleWay:
    """A way to set dice aside.

    Attributes:
        keep: the faces, smallest first.
        turn_score: points after it.
        dice: left to roll; all of them if none is left.
        value: what their box says; None: bank.
    """

    keep: tuple[int, ...]
    turn_score: int
    dice: int
    value: int | None

    @property
    def total(self) -> int:
        """What ways are compared by."""
        return self.turn_score + (self.value or 0)


@dataclass(frozen=True)
class Example:
    """A roll, and its ways, best first."""

    roll: tuple[int, ...]
    ways: tuple[ExampleWay, ...]


def find_example(analysis: Analysis, way: CardWay) -> Example | None:
    """The example of a card; None if no roll has a real choice, or the dice are not plain."""
    ruleset = analysis.loaded.ruleset
    if not hands_of(ruleset).plain:
        return None
    usual = next(t for t in way.tables if t.situation.streak == 0 and t.situation.on_board)
    faces = [face for face, weight in enumerate(ruleset.die_weights, start=1) if weight]
    turn, look = Turn(ruleset), looker(ruleset)
    best: tuple[tuple[int, int, tuple[int, ...]], Example] | None = None
    for roll in combinations_with_replacement(faces, ruleset.dice):
        distinct = -len(set(roll))
        if -distinct == ruleset.dice > 3:  # it looks like a straight
            continue
        if best is not None and (2, distinct, roll) >= best[0]:
            continue
        ways: dict[int, ExampleWay] = {}
        for each in look(roll).ways:
            after = turn.after(turn.start, Scoring(len(each.keep), each.points))
            made = _way(turn, usual, after, each.keep)
            if made.dice not in ways or made.turn_score > ways[made.dice].turn_score:
                ways[made.dice] = made
        if not 2 <= len(ways) <= MOST_WAYS:
            continue
        if any(each.turn_score >= ruleset.extent for each in ways.values()):
            continue
        ordered = sorted(ways.values(), key=lambda w: (-w.total, -w.dice))
        first, second = ordered[:2]
        greedy = max(ordered, key=lambda w: w.turn_score)
        if first is greedy or first.total == second.total or first.value is None:
            continue
        key = (len(ways), distinct, roll)
        if best is None or key < best[0]:
            best = key, Example(roll, tuple(ordered))
    return None if best is None else best[1]


def _way(turn: Turn, table: CardTable, after: Position, keep: tuple[int, ...]) -> ExampleWay:
    row = next(row for row in table.rows if row.dice == after.dice)
    value = next(p.value for p in reversed(row.points) if p.turn_score <= after.score)
    if table.between_multiples and after.score % turn.ruleset.bank.multiple_of:
        value = table.between_multiples[turn.ruleset.dice - after.dice]
    banks = value == 0 and turn.may_bank(after)
    return ExampleWay(keep, after.score, after.dice, None if banks else value)


FACES = 6


@dataclass(frozen=True)
class WhatScores:
    """The combinations of a ruleset.

    Attributes:
        one: points of a single die by its face, 0 for none.
        by_face: name and points of those that score by their face, 0 for none.
        multiples: name of each that scores a multiple of the first of these, and the factor.
        others: name and points of the rest.
    """

    one: tuple[int, ...]
    by_face: tuple[tuple[str, tuple[int, ...]], ...]
    multiples: tuple[tuple[str, int], ...]
    others: tuple[tuple[str, int], ...]

    def words(self, faces: str = "") -> str:
        """All of them in a line: `1: 100 · 5: 50 · Four of a kind: 1,000 · Straight: 1,500`."""
        items = [
            f"{faces[face]} {points(n)}" if faces else f"{face + 1}: {points(n)}"
            for face, n in enumerate(self.one)
            if n
        ]
        for name, scores in self.by_face:
            items.append(_words_by_face(name, scores, faces))
            if self.multiples and scores is self.by_face[0][1]:
                times = (f"{lower_first(name)} {n} ×" for name, n in self.multiples)
                items[-1] += f"; {', '.join(times)} as much"
        return " · ".join((*items, *(f"{name}: {points(n)}" for name, n in self.others)))


def _words_by_face(name: str, scores: tuple[int, ...], faces: str) -> str:
    """`Three of a kind, 1s to 6s: 1,000, 200, 300, 400, 500, 600`."""
    if all(scores) and not faces:
        return f"{name}, 1s to {FACES}s: {', '.join(map(points, scores))}"
    signs = faces or [f"{face}s" for face in range(1, FACES + 1)]
    some = (f"{sign} {points(n)}" for sign, n in zip(signs, scores, strict=True) if n)
    return f"{name}: {(' ' if faces else ', ').join(some)}"


def what_scores(ruleset: Ruleset) -> WhatScores:
    """The combinations, those of one name and one score together."""
    one = [0] * FACES
    by_face: dict[tuple[str, tuple[int, ...]], list[str]] = {}
    others: dict[tuple[str, int], list[str]] = {}
    for key, scores in ruleset.combinations.items():
        name = pattern_name(ruleset, key)
        if not isinstance(scores, int):
            by_face.setdefault((name, tuple(scores)), []).append(key)
        elif re.fullmatch("[1-6]", key):
            one[int(key) - 1] = scores
        else:
            others.setdefault((name, scores), []).append(key)
    if ruleset.nothing is not None:
        others[pattern_name(ruleset, "nothing"), ruleset.nothing] = []
    named = [(name_with_patterns(name, keys), scores) for (name, scores), keys in by_face.items()]
    factors = {name: _factor(scores, named[0][1]) for name, scores in named[1:]}
    return WhatScores(
        tuple(one),
        tuple((name, scores) for name, scores in named if not factors.get(name)),
        tuple((name, factor) for name, factor in factors.items() if factor),
        tuple((name_with_patterns(name, keys), scores) for (name, scores), keys in others.items()),
    )


def _factor(scores: tuple[int, ...], of: tuple[int, ...]) -> int:
    """How many times as much some faces score; 0 if that is no whole number for all of them."""
    factor = scores[0] // of[0] if of[0] else 0
    return factor if scores == tuple(factor * n for n in of) else 0
