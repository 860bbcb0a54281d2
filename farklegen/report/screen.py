"""The card that `farklegen table` prints first, as data: every face of it is made from this; and
the grids and steps of any card, the full table included.

You read the card like this. After a roll, look at each way to set dice aside. The dice left to
roll are a column of a grid and the turn score is a row. The box has points to add, or BANK. The
way with the highest total wins, and its box says whether to bank. `cards.players` plays the
same, and `tests/report/reading_player.py` plays by the printed text alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import lcm
from typing import NamedTuple

from farklegen.cards.card import Analysis, CardTable, Row
from farklegen.cards.ladder import ALWAYS, CardWay, KindRules, Rung
from farklegen.policies.recipe import ScoreRule
from farklegen.report import document as doc
from farklegen.report.numbers import NEVER, points, span
from farklegen.rulebook import Scoring, Turn
from farklegen.rules.hands import hands_of, rolled_on
from farklegen.rules.patterns import DIGITS
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import (
    dice_words,
    ends_at,
    listed,
    lower_first,
    named_combinations,
    number_word,
    pattern_name,
    upper_first,
)
from farklegen.scoring.rolls import looker
from farklegen.solvers.turn_rules import Situation

ALL_OUT = "all out"
BETWEEN = "not a multiple"
ADD, BANK_FROM = "add", "bank from"


@dataclass(frozen=True)
class GridRow:
    """A row of boxes.

    Attributes:
        label: what it is called.
        boxes: points to add for each number of dice; None: bank.
        start: the turn score that it begins at; None if it is no band of turn scores.
        end: the turn score that it ends below; None if it has no end.
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
        game: for how many players the card is, and what ends a game.
        grids: the usual one first.
        offered: pairs of dice that the other player left and the turn score from which to take
            them over; 1: any; None: never.
        steps: what to do after every roll.
        example: two ways to set dice of a first roll aside, the better one first; none if no roll
            has a real choice.
        end_title: whether that is near the end of the game.
        end: what to do there, in sentences.
        lines: what to do at some scores, each as a condition and an answer; the first that fits
            counts.
        end_notes: what the answers mean, and who "they" is at a larger table.
        combinations: what dice score, if the rules are not built-in; else empty.
        scores: numbers to learn, as `--numbers` counts them.
        values: numbers to learn in the boxes.
    """

    KEYS = ("scores", "values", "sentences", "offered", "grids")

    game: str
    grids: tuple[BoxGrid, ...]
    offered: tuple[tuple[int, int | None], ...]
    steps: tuple[str, ...]
    example: tuple[ExampleWay, ...]
    end_title: str
    end: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    end_notes: tuple[str, ...]
    combinations: str
    scores: int
    values: int

    @property
    def offer_words(self) -> tuple[tuple[int, str], ...]:
        """From where to take over, by the dice that they left: `300`, `always` or `never`."""
        return tuple(
            (dice, NEVER if at is None else "always" if at == ALWAYS else points(at))
            for dice, at in self.offered
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that the card says beside its tables."""
        lines = (f"{when}: {do}." for when, do in self.lines)
        return (*self.steps, *self.end, *lines, *self.end_notes)


def make_screen(analysis: Analysis, rung: Rung, players: int = 2) -> Screen:
    ruleset, way, kinds = analysis.loaded.ruleset, rung.way, rung.way.by_kind
    dice = tuple(range(ruleset.dice, 0, -1))
    if kinds is None:
        grids = tuple(grids_of(analysis, way))
    else:
        two = ((ADD, kinds.worth), (BANK_FROM, kinds.bank))
        rows = (GridRow(head, tuple(line.by_number[n - 1] for n in dice)) for head, line in two)
        grids = (BoxGrid("", dice, tuple(rows)),)
    ends = ends_at(ruleset)
    # a farkle of the first roll leaves 0 points, which a card never takes over
    farkles = ruleset.piggyback in ("after_farkle", "both")
    least = analysis.expected.moves.unit if farkles else ALWAYS
    starts = {dice: max(at, least) for dice, at in way.take_over or ()}
    table = "two players" if players == 2 else f"a table of {players}"
    scores = (max(line.either or 0, line.mine or 0, line.theirs or 0) for line in way.lines)
    late = all(2 * score >= ruleset.extent for score in scores)
    return Screen(
        game=f"your card for {table}, {f'first to {ends}' if ends[-1].isdigit() else ends}",
        grids=grids,
        offered=tuple((n, starts.get(n)) for n in dice if ruleset.piggyback != "none"),
        steps=tuple(steps_of(analysis, kinds)),
        example=find_example(analysis, way) if kinds is None else (),
        end_title="Near the end of the game" if late else "Look at the scores",
        end=tuple(end_words(ruleset, way, players)),
        lines=tuple(line_words(line, way.lines) for line in way.lines),
        end_notes=tuple(end_notes(ruleset, way, players)),
        combinations="" if analysis.loaded.builtin else what_scores(ruleset),
        scores=rung.numbers,
        values=_values(grids, rung),
    )


def _values(grids: Sequence[BoxGrid], rung: Rung) -> int:
    """Numbers in the boxes that a player must know beside the rows that they stand in."""
    if rung.way.by_kind is not None:
        return len(rung.way.by_kind.worth.numbers)
    usual, *others = (
        {
            (column, box)
            for row in grid.rows
            if row.label != ALL_OUT
            for column, box in enumerate(row.boxes)
            if box
        }
        for grid in grids
    )
    return len(usual) + sum(len(boxes - usual) for boxes in others)


def grids_of(analysis: Analysis, way: CardWay) -> Iterator[BoxGrid]:
    """A grid for the usual situations, then one for each way in which others differ."""
    less = any(line.counted_less > 0 for line in way.lines)
    last = last_turns(analysis.loaded.ruleset) and (way.lines or way.last)
    all_out = less or any(line.to_goal for line in way.lines) or bool(last)
    must_roll = rolled_on(analysis.loaded.ruleset)
    for table, heading in apart(
        way.tables, lambda each: (occurring(analysis, each), each.between_multiples)
    ):
        goal, unit = analysis.loaded.ruleset.extent, analysis.expected.moves.unit
        rules, rows, start = analysis.expected.rules, occurring(analysis, table), 0
        if not (less or heading):
            # what may be banked is not the same in all others: what the steps say of it counts
            least = lcm(unit, rules.multiple_of)
            start = -(-table.situation.minimum // least) * least
        edges = {0, start} | {p.turn_score for row in rows for p in row.points}
        bands: list[tuple[int, tuple[int | None, ...]]] = []
        for edge in sorted(each for each in edges if each < goal or each == start):
            values = [(row.dice, _value(row, edge)) for row in rows]
            boxes = tuple(
                value if value or dice in must_roll or edge < start else None
                for dice, value in values
            )
            if not bands or bands[-1][1] != boxes:
                bands.append((edge, boxes))
        ends = [*(first for first, _ in bands[1:]), None]
        found = [
            GridRow(_band_words(first, end, unit, start), boxes, first, end)
            for (first, boxes), end in zip(bands, ends, strict=True)
        ]
        if between := table.between_multiples:
            size, label = analysis.expected.moves.dice, f"{BETWEEN} of {points(rules.multiple_of)}"
            found.append(GridRow(label, tuple(between[size - row.dice] for row in rows)))
        if all_out:
            found.append(GridRow(ALL_OUT, tuple(row.points[0].value for row in rows)))
        yield BoxGrid(heading, tuple(row.dice for row in rows), tuple(found))


def apart(
    tables: Sequence[CardTable], key: Callable[[CardTable], Hashable]
) -> Iterator[tuple[CardTable, str]]:
    """A table for each key, and the words for its situations; no words for the usual ones."""
    groups: dict[Hashable, list[CardTable]] = {}
    for table in tables:
        groups.setdefault(key(table), []).append(table)
    every = [table.situation for table in tables]
    for number, same in enumerate(groups.values()):
        words = situations_words([table.situation for table in same], every)
        yield same[0], words if number else ""


def occurring(result: Analysis, table: CardTable) -> tuple[Row, ...]:
    """The rows of numbers of dice that are ever rolled, most dice first."""
    return tuple(row for row in table.rows if result.expected.occurs(row.dice))


def _value(row: Row, score: int) -> int:
    return next(point.value for point in reversed(row.points) if point.turn_score <= score)


def _band_words(first: int, end: int | None, unit: int, start: int) -> str:
    """`under 400`, `400 to 950`, `400`, `400 or more`, and whether you cannot bank there."""
    if end is None:
        return f"{points(first)} or more" if first else "any"
    words = f"{points(first)} to {points(end - unit)}" if end - first > unit else points(first)
    words = words if first else f"under {points(end)}"
    return f"{words} (can't bank yet)" if end <= start else words


def situations_words(chosen: Sequence[Situation], every: Sequence[Situation]) -> str:
    """Some of all situations: `after 1 farkle in a row, and before the first bank`; empty where
    there is only one."""
    streaks = {situation.streak for situation in every}
    on, off = ({s.streak for s in chosen if s.on_board == board} for board in (True, False))
    parts: list[str] = []

    def add(some: set[int], board: str) -> None:
        after = ["no farkle just before"] if 0 in some else []
        if farkles := sorted(some - {0}):
            after.append(f"after {_farkles(farkles)} in a row")
        if len(streaks) == 1:
            after = [""] * len(some)
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
    return upper_first(", and ".join(parts))


def _farkles(streaks: Sequence[int]) -> str:
    """`1 farkle`, `1 or 2 farkles`."""
    some = listed([str(streak) for streak in streaks], "or")
    return f"{some} farkle" if streaks == [1] else f"{some} farkles"


def grid_table(
    grid: BoxGrid, over: str = "dice you would have left to roll", unit: int = 0
) -> doc.Table:
    """The boxes, under the dice left; with `unit`, points between turn scores, in few words."""
    rows: list[tuple[doc.Inline, ...]] = []
    for row in grid.rows:
        label, start, end = row.label, row.start, row.end
        if unit and start is not None:  # `0–350`, `400`, `400+`
            label = "any" if (start, end) == (0, None) else span(start, end and end - unit)
        elif unit and label == ALL_OUT:
            label = label.upper()
        rows.append((label, *(box_words(box, signed=label != BANK_FROM) for box in row.boxes)))
    heads = doc.columns("turn score" if grid.by_turn_score else "number", *map(str, grid.dice))
    return doc.Table(heads, tuple(rows), title=grid.heading, over=over)


def box_words(box: int | None, *, signed: bool = True) -> doc.Inline:
    """What a box says: `+450`, `+0` or `BANK`."""
    if box is None:
        return doc.Cell("BANK", "strong")
    return points(box, signed=signed) if box or not signed else "+0"


TAKE_OVER = "Take over the other player's dice from these turn scores, or start your own turn"


def offer_table(offered: Sequence[tuple[int, str]], title: str = TAKE_OVER) -> doc.Table:
    """When to take over the dice that the other player left."""
    heads = doc.columns("dice they left", *(str(dice) for dice, _ in offered))
    starts = ("take over from", *(start for _, start in offered))
    return doc.Table(heads, (starts,), title=title)


# what to do after a roll


def steps_of(analysis: Analysis, rules: KindRules | None = None) -> Iterator[str]:
    """What to do after a roll: by boxes, by the two numbers of each number of dice, or by a line of
    the full table for each set of different dice."""
    ruleset, most = analysis.loaded.ruleset, only_most_points(analysis)
    uniform = hands_of(ruleset).uniform
    left, its = ("the dice left", "its box says") if uniform else ("which dice are left", "it says")
    only = f" Same {'number' if uniform else 'dice'} left: only the higher score counts."
    every = {1: "the die", 2: "both"}.get(ruleset.dice, f"all {number_word(ruleset.dice)}")
    yield (
        f"For each way to set dice aside, work out the new turn score and {left}. (None left: roll "
        f"{every} again.){only if most else ''}"
    )
    if rules is not None:
        two = "Find the two numbers below that many dice: what to add, and the turn score to bank "
        yield " ".join((f"{two}from.", *kinds_words(ruleset, rules)))
    elif not uniform:
        yield "Find their line: what to add at that turn score, and the turn score to bank from."
    then = "At the turn score to bank from or above, the dice say BANK. Add the number to the turn "
    then += "score; BANK adds nothing."
    if uniform:
        then = "Find its box and add the number to that turn score. BANK adds nothing."
    yield " ".join((then, *bank_limits(ruleset)))
    yield f"Take the way with the highest total. If {its} BANK, bank. If not, roll."
    last = "" if most else ", then take more points"
    yield f"Equal totals: take BANK; if that does not decide, keep more dice to roll{last}."


def only_most_points(result: Analysis) -> bool:
    """Whether the way with more points is always better, if two ways leave the same dice."""
    expected = result.expected
    skips = expected.moves.unit % result.loaded.ruleset.bank.multiple_of != 0
    return expected.play is not expected.moves and not skips


def bank_limits(ruleset: Ruleset) -> Iterator[str]:
    """Where the rules do not let a player bank, which a box need not say."""
    bank = ruleset.bank
    limits: dict[str, object] = {
        f"under {points(bank.minimum)}": bank.minimum,
        f"under {points(bank.opening_minimum)} as your first bank": bank.has_opening,
        f"a score that is not a multiple of {points(bank.multiple_of)}": bank.multiple_of > 1,
        "what does not beat the bank before, if the rules ask for that": bank.beat_previous,
    }
    until = [words for words, holds in limits.items() if holds]
    if until:
        yield f"You can't bank {listed(until, 'or')}: there BANK means +0."


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


def _streaks_of_none(ruleset: Ruleset, way: CardWay) -> list[int]:
    """Farkles in a row for which a card has a grid that does not apply on a last turn. On a last
    turn they count only if the next farkle completes the streak."""
    usual = {t.situation.on_board: t for t in way.tables if t.situation.streak == 0}
    others = set[int]()
    for table in way.tables:
        same = usual[table.situation.on_board]
        if (table.rows, table.between_multiples) != (same.rows, same.between_multiples):
            others.add(table.situation.streak)
    return sorted(streak for streak in others if streak + 1 != ruleset.farkle.streak)


class ExampleWay(NamedTuple):
    """A way to set dice aside.

    Attributes:
        roll: the faces that were rolled.
        keep: those that are set aside, smallest first.
        turn_score: points after it.
        dice: left to roll; all of them if none is left.
        value: what their box says; None: bank.
    """

    roll: tuple[int, ...]
    keep: tuple[int, ...]
    turn_score: int
    dice: int
    value: int | None

    @property
    def total(self) -> int:
        """The number that ranks ways to set dice aside."""
        return self.turn_score + (self.value or 0)


def find_example(analysis: Analysis, way: CardWay) -> tuple[ExampleWay, ...]:
    """The example of a card: a roll with two ways and as many different faces as possible; none if
    no roll has a real choice, or the dice are not plain."""
    ruleset = analysis.loaded.ruleset
    if not hands_of(ruleset).plain:
        return ()
    usual = next(t for t in way.tables if t.situation.streak == 0 and t.situation.on_board)
    faces = [face for face, weight in enumerate(ruleset.die_weights, start=1) if weight]
    rolls = combinations_with_replacement(faces, ruleset.dice)
    turn, look = Turn(ruleset), looker(ruleset)
    for roll in sorted(rolls, key=lambda roll: -len(set(roll))):
        if len(set(roll)) == ruleset.dice > 3:  # it looks like a straight
            continue
        ways: dict[int, ExampleWay] = {}
        for each in look(roll).ways:
            after = turn.after(turn.start, Scoring(len(each.keep), each.points))
            dice, score = after.dice, after.score
            if dice not in ways or score > ways[dice].turn_score:
                value: int | None = _value(next(r for r in usual.rows if r.dice == dice), score)
                if usual.between_multiples and score % ruleset.bank.multiple_of:
                    value = usual.between_multiples[ruleset.dice - dice]
                value = None if value == 0 and turn.may_bank(after) else value
                ways[dice] = ExampleWay(roll, each.keep, score, dice, value)
        if len(ways) != 2:
            continue
        best, other = sorted(ways.values(), key=lambda w: (-w.total, -w.dice))
        # you have to choose if the best way rolls, and is not the one with the most points
        worse = best.turn_score < other.turn_score < ruleset.extent and best.total > other.total
        if worse and best.value is not None:
            return best, other
    return ()


def what_scores(ruleset: Ruleset, faces: str = "") -> str:
    """The combinations in a line, those of one name and one score together: `1: 100 · 5: 50 · Four
    of a kind: 1,000 · Straight: 1,500`; `faces` are six signs to write in place of numbers."""
    one: dict[int, int] = {}
    by_face: list[tuple[str, tuple[int, ...]]] = []
    others: list[str] = []
    for name, keys, scores in named_combinations(ruleset):
        if not isinstance(scores, int):
            by_face.append((name, scores))
            continue
        single = {*keys} & {*DIGITS}
        one |= dict.fromkeys(map(int, single), scores)
        if len(single) < len(keys):
            others.append(f"{name}: {points(scores)}")
    if (score := ruleset.nothing) is not None:
        others.append(f"{upper_first(pattern_name(ruleset, 'nothing'))}: {points(score)}")
    items = [
        f"{faces[face - 1]} {points(n)}" if faces else f"{face}: {points(n)}"
        for face, n in sorted(one.items())
    ]
    factors = {name: _factor(scores, by_face[0][1]) for name, scores in by_face[1:]}
    times = [f"{lower_first(name)} {n} ×" for name, n in factors.items() if n]
    for at, (name, scores) in enumerate(by_face):
        if not factors.get(name):
            much = f"; {', '.join(times)} as much" if times and at == 0 else ""
            items.append(_words_by_face(name, scores, faces) + much)
    return " · ".join((*items, *others))


def _words_by_face(name: str, scores: tuple[int, ...], faces: str) -> str:
    """`Three of a kind, 1s to 6s: 1,000, 200, 300, 400, 500, 600`."""
    if all(scores) and not faces:
        return f"{name}, 1s to 6s: {', '.join(map(points, scores))}"
    signs = faces or [f"{face}s" for face in range(1, 7)]
    some = (f"{sign} {points(n)}" for sign, n in zip(signs, scores, strict=True) if n)
    return f"{name}: {(' ' if faces else ', ').join(some)}"


def _factor(scores: tuple[int, ...], of: tuple[int, ...]) -> int:
    """How many times as much some faces score; 0 if that is no whole number for all of them."""
    factor = scores[0] // of[0] if of[0] else 0
    return factor if scores == tuple(factor * n for n in of) else 0


LAST_ROW = {True: "use the bottom row", False: "add the number always"}
"""What to do all out, on a card with boxes by turn score or with two numbers for the dice."""


def line_words(rule: ScoreRule, rules: Sequence[ScoreRule]) -> tuple[str, str]:
    """A line as what it asks of the scores and what to do then, by how much only if the lines have
    several amounts: `They have 7,900 or more and you are 750 or more behind`, `be bold`."""
    bold, careful = _amounts(rules)
    how, amounts = ("be bold", bold) if rule.counted_less > 0 else ("be careful", careful)
    if rule.to_goal:
        how = "go all out"
    elif rule.counted_less == 0:
        how = "play as usual"
    elif len(amounts) > 1:
        how += f" by {points(abs(rule.counted_less))}"
    return upper_first(" and ".join(_conditions(rule)) or "always"), how


def short_line(line: tuple[str, str]) -> tuple[str, str]:
    """A line in few words: `They 7,900+, you 750+ behind`, `BOLD`."""
    when, how = line
    for words, few in SHORT.items():
        when = when.replace(words, few)
    return when, how.removeprefix("go ").removeprefix("be ").upper()


SHORT = {" of you have": "", " have": "", " has": "", " are": "", " or more": "+", " and ": ", "}
"""What a short line says in place of some words."""


def end_notes(
    ruleset: Ruleset, way: CardWay, players: int, *, short: bool = False
) -> Iterator[str]:
    """What the answers of the lines mean, and who "they" is at a larger table."""
    goal, (bold, careful) = points(ruleset.extent), _amounts(way.lines)
    boxes = way.by_kind is None
    if any(rule.to_goal for rule in way.lines):
        reach, row = "hit" if ruleset.overshoot == "bust" else "reach", LAST_ROW[boxes]
        if short:
            yield f"ALL OUT: {row.removeprefix('use the ')}; don't bank short of {goal}."
        else:
            yield f"All out: {row}, and don't bank until you {reach} {goal}."
    for amounts, how, when in ((bold, "bold", "later"), (careful, "careful", "sooner")):
        if not amounts:
            continue
        by, much = "", points(amounts[0])
        if len(amounts) > 1:
            by, much = f" by {listed([points(amount) for amount in amounts], 'or')}", "that much"
        name = f"{how.upper()}:" if short else f"Be {how}{by}:"
        choose = f"take {much} off" if how == "bold" else f"put {much} on"
        if not boxes:
            yield f"{name} bank {much} {when}."
        elif short:
            low = f"; at {much} or less: bottom row, roll" if how == "bold" else ""
            yield f"{name} {choose} to choose the row{low}."
        else:
            low = f" If the real one is {much} or less, use the bottom row and roll."
            yield (
                f"{name} {choose} the turn score to choose the row (add to the real one)."
                f"{low if how == 'bold' else ''}"
            )
    if any(line.theirs not in (None, line.mine) for line in way.lines):
        several = '"They"' if players > 2 else 'Three or more players: "they"'
        yield f"{several} is the other player with the most points."


def _amounts(rules: Sequence[ScoreRule]) -> tuple[list[int], list[int]]:
    """By how much lines say to be bold, and to be careful."""
    bold = sorted({rule.counted_less for rule in rules if rule.counted_less > 0})
    return bold, sorted({rule.earlier for rule in rules if rule.earlier is not None})


def _conditions(rule: ScoreRule) -> Iterator[str]:
    """What it asks, as parts of a sentence."""
    if rule.either is not None:
        yield f"one of you has {points(rule.either)} or more"
    if rule.mine is not None and rule.mine == rule.theirs:
        yield f"both of you have {points(rule.mine)} or more"
    else:
        scores = (("you", rule.mine), ("they", rule.theirs))
        yield from (f"{who} have {points(n)} or more" for who, n in scores if n is not None)
    for lead, ahead, other in ((rule.behind, "behind", "ahead"), (rule.ahead, "ahead", "behind")):
        if lead is not None:
            yield f"you are {points(lead)} or more {ahead}" if lead else f"you are not {other}"


def end_words(ruleset: Ruleset, way: CardWay, players: int = 2) -> Iterator[str]:
    """How every player by a card ends the game: at the goal, on a last turn, and by its lines."""
    row = f"{LAST_ROW[way.by_kind is None]} and " if way.lines or way.last else ""
    forbidden = " and the rules let you bank there" if _may_forbid(ruleset) else ""
    exact = ruleset.overshoot == "bust"
    most = "the most points you can"
    if ruleset.goal is not None:
        goal = points(ruleset.goal)
        reached = f"hit {goal} exactly" if exact else f"reach {goal}"
        if exact or not ruleset.has_last_turn:
            yield f"If you can {reached}{forbidden}, take it and bank."
        else:
            bank = _past_the_goal(ruleset, way, players)
            yield f"If you can {reached} first{forbidden}, take {most}{bank}."
    if ruleset.has_last_turn and exact:
        yield f"On a last turn {row}bank nothing short of {points(ruleset.extent)}."
    turns = last_turns(ruleset)
    if others := turns[1:] if exact and ruleset.has_last_turn else turns:
        wins, take = "wins", "it"
        if players > 2:
            level = " or level with them" if ruleset.ties == "challenger" else ""
            wins, take = f"puts you ahead of them{level}", most
        yield (
            f"On {' or '.join(others)} {row}bank only what {wins}: as soon as you "
            f"can{forbidden}, take {take} and bank."
        )
    if turns and (streaks := _streaks_of_none(ruleset, way)):
        yield f"On {' or '.join(turns)} count {_farkles(streaks)} in a row as none."
    if way.lines:
        otherwise = "On other turns" if turns else "Otherwise"
        which = "the first line that fits" if len(way.lines) > 1 else "this line, if it fits"
        yield f"{otherwise} use {which}:"


def last_turns(ruleset: Ruleset) -> list[str]:
    """The turns after which a player has no other, in words."""
    return [
        *(["a last turn"] if ruleset.has_last_turn else []),
        *(["the last turn of the last round"] if ruleset.rounds is not None else []),
    ]


def _past_the_goal(ruleset: Ruleset, way: CardWay, players: int) -> str:
    """What to do once the goal is reached, if others may have another turn."""
    until = []
    if way.lead is not None:
        until.append(f"banking would put you {points(way.lead)} points ahead")
    if way.past is not None:
        until.append(f"you have at most {dice_words(way.past)} left")
    if not until:
        return " and bank"
    roll_on = f"keep rolling until {' and '.join(until)}"
    if ruleset.end_game == "final_turn" and ruleset.rounds is None:
        return f". Then {roll_on}; then bank"
    who = "the opponent" if players == 2 else "somebody else"
    return f". Then bank; but if {who} has another turn, {roll_on}"


def _may_forbid(ruleset: Ruleset) -> bool:
    """Whether the rules may forbid banking a turn score that reaches the goal, or wins."""
    bank, farkle = ruleset.bank, ruleset.farkle
    # before the first bank there are no points but those that farkles pay
    opens = ruleset.rounds is not None or ruleset.extent < bank.opening_minimum
    opens |= farkle.keeps_turn_score or farkle.first_roll_points > 0 or farkle.all_dice_points > 0
    limits = bank.minimum, bank.has_opening and opens, bank.multiple_of > 1, bank.beat_previous
    return any(limits) or "required" in (ruleset.hot_dice, ruleset.last_die)
