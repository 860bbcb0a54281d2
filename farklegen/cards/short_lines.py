"""Lines that look at both scores for cards, in some hundred trials.

The best lists known for the plainest rules (`docs/score-lines.md`) are tried with scores as far
from the goal, and leads and amounts as large, in average turns, as they are there; then every
number is moved, lines are left out and numbers made one as long as that loses less, to first order
(`cards.score_lines`). For every count of numbers the best list met on the way is kept.

A thorough search lets lists grow besides: from no line, and from the best list of each count, by
the line that is worth most among all that ask for one number more, or for none
(`cards.line_insertion`), with the same small changes after each step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import TypeAlias

from farklegen.cards.analysis import Analysis
from farklegen.cards.line_insertion import Insertion, Lists
from farklegen.cards.players import full_table_player
from farklegen.cards.score_lines import (
    GOAL,
    LEADS,
    MOST_LINES,
    READ,
    SCORES,
    Line,
    Losses,
    Lost,
    asked_numbers,
    count_lines,
    rows_of,
    with_number,
)
from farklegen.cards.short_goes import TELL_APART, Spending
from farklegen.cards.shorten import Tables
from farklegen.core.arrays import Floats
from farklegen.policies.policy import Asked, GoForIt
from farklegen.solvers.duel.duel import Arena

MOST = 9
"""Numbers in lines at most."""

SHARES = (-0.8, -0.4, 0.0, 0.2, 0.4, 0.55, 0.7, 0.8, 0.9, 1.0, 1.2)
"""Amounts that are tried, in average turns; and the goal."""

STRIDES = (8, 3, 1)
"""Steps by which numbers are moved, one after the other."""

FORM_GOAL, FORM_TURN = 10_000, 446.6
"""The goal and the average turn where the forms below come from."""

GO = -1
"""The amount of a form that stands for the goal."""

BOTH = Asked(mine=9_300, theirs=9_300)

FORMS: tuple[tuple[tuple[Asked, int], ...], ...] = (
    ((Asked(either=9_550), GO),),
    ((Asked(mine=9_500), GO), (Asked(theirs=9_550), GO)),
    ((Asked(either=9_550), GO), (BOTH, GO), (Asked(theirs=9_300), 400)),
    (
        (Asked(theirs=9_550), GO),
        (Asked(mine=9_550, theirs=7_900), GO),
        (Asked(theirs=7_900, behind=750), 400),
    ),
    (
        (Asked(either=9_550, theirs=7_550), GO),
        (BOTH, GO),
        (Asked(theirs=9_300), 400),
        (Asked(theirs=7_550, behind=1_000), 400),
    ),
    (
        (Asked(either=9_600), GO),
        (Asked(theirs=8_600, behind=750), 450),
        (Asked(mine=9_350, theirs=9_350), GO),
        (Asked(mine=9_350, ahead=750), -350),
        (Asked(theirs=6_300, behind=1_250), 350),
        (Asked(either=9_500), GO),
        (Asked(mine=8_600, theirs=9_350), 350),
    ),
)
"""Where the search begins: lists of what is asked and by how much the turn score counts less, in
points of those rules. `farklegen duel basic --me docs/examples/basic-11.yaml` proves the last."""

Change: TypeAlias = Callable[[Lists], Lists | None]


def amounts(turn: float, unit: int, multiple: int) -> tuple[int, ...]:
    """The amounts that are tried, in units, lowest first.

    Args:
        turn: what a turn brings on average, points.
        unit: of turn scores, points.
        multiple: of what turns may be banked, points; what counts less must stay one.
    """
    step = multiple if multiple % unit == 0 else unit * multiple
    step = max(step, unit)
    return tuple(sorted({round(share * turn / step) * step // unit for share in SHARES}))


def losses_of(
    analysis: Analysis,
    arena: Arena,
    tables: Tables,
    goes: GoForIt,
    often: Floats | None,
    lost: Lost | None = None,
) -> Losses:
    """What lines lose beside these break points.

    Args:
        analysis: the card without a limit.
        arena: the solved match.
        tables: the break points.
        goes: without a score to go for the goal.
        often, lost: how often turns begin where, and what they lose there, see `Losses`.
    """
    card = replace(analysis.card, tables=tables)
    unit = arena.moves.unit
    tried = amounts(turn_of(analysis), unit, analysis.loaded.ruleset.bank.multiple_of)
    rows = rows_of(arena, tried[0])
    player = full_table_player(analysis.expected, card, arena.moves, rows, goes, anywhere=True)
    return Losses(arena, player, often, tried, lost)


def turn_of(analysis: Analysis) -> float:
    """What a turn brings on average, points; at least one."""
    return max(abs(analysis.expected.points_per_turn), 1.0)


def lines_chain(losses: Losses, turn: float, *, thorough: bool = False) -> list[Spending]:
    """Lines with 1, 2, ... numbers, as fields `lines`; the losses are those of a card with them.
    Each option loses less than those before.

    Args:
        losses: what lines lose.
        turn: what a turn brings on average, points.
        thorough: whether lists grow, too.
    """
    best: dict[int, tuple[float, Lists]] = {0: (losses.of(()), ())}

    @cache
    def judged(lines: Lists) -> float:
        numbers, loss = count_lines(lines), losses.of(lines) + READ * len(lines)
        if numbers <= MOST and loss < best.get(numbers, (1.0,))[0]:
            best[numbers] = loss, lines
        return loss

    for form in FORMS:
        _descend(losses, _scaled(form, losses, turn), judged)
    for _, lines in list(best.values()):
        _descend(losses, lines, judged)
    if thorough:
        _grow(losses, best, judged)
    chain: list[Spending] = []
    for numbers, (loss, lines) in sorted(best.items()):
        if lines and (not chain or loss < chain[-1].loss - TELL_APART):
            rules = tuple(line.rule(losses.unit) for line in lines)
            chain.append(Spending(numbers, loss, {"lines": rules}))
    return chain


def _scaled(form: tuple[tuple[Asked, int], ...], losses: Losses, turn: float) -> Lists:
    """A form under these rules."""
    scale = turn / FORM_TURN
    lines = []
    for asked, less in form:
        there = {}
        for key, points in asked._asdict().items():
            if points is not None and key in SCORES:
                away = max(round((FORM_GOAL - points) * scale / losses.step), 1) * losses.step
                there[key] = max(losses.goal - away, losses.step)
            elif points is not None:
                step = losses.lead_step
                there[key] = max(round(points * scale / step), 1) * step
        wanted = less * scale / losses.unit
        amount = GOAL if less == GO else min(losses.amounts[:-1], key=lambda a: abs(a - wanted))
        lines.append(Line(Asked(**there), amount))
    return tuple(lines)


def _grow(
    losses: Losses, best: dict[int, tuple[float, Lists]], judged: Callable[[Lists], float]
) -> None:
    """Let lists grow, number by number: the best of each count, and one that begins with nothing,
    which may overtake what grew from the best."""
    insertion = Insertion(losses)
    alone: Lists | None = ()
    for numbers in range(MOST):
        best_now = best[numbers][1] if numbers in best else None
        grown = {
            lines: _grown(insertion, lines, judged)
            for lines in dict.fromkeys((best_now, alone))
            if lines is not None
        }
        alone = None if alone is None else grown[alone]


def _grown(insertion: Insertion, lines: Lists, judged: Callable[[Lists], float]) -> Lists | None:
    """The list with a line more that asks for one number more; before, lines are put in that ask
    for none, as long as that loses less. None if there is no such line."""
    while True:
        as_many, one_more = insertion.best(lines)
        if as_many is None or judged(as_many) >= judged(lines):
            break
        lines = _descend(insertion.losses, as_many, judged)
    return None if one_more is None else _descend(insertion.losses, one_more, judged)


def _descend(losses: Losses, lines: Lists, judged: Callable[[Lists], float]) -> Lists:
    """Change one thing after the other as long as that loses less, without a number more."""
    least, most = judged(lines), count_lines(lines)
    for stride in STRIDES:
        before = 2.0
        while least < before:
            before = least
            for change in _changes(losses, lines, stride):
                tried = change(lines)
                while tried is not None:
                    loss = judged(tried)
                    if loss >= least or count_lines(tried) > most:
                        break
                    least, lines = loss, tried
                    tried = change(lines)
    return lines


def _changes(losses: Losses, lines: Lists, stride: int) -> list[Change]:
    """What can be done to these lines; each change is None where there is nothing to change."""
    found: list[Change] = []
    for kind, step in ((SCORES, losses.step), (LEADS, losses.lead_step)):
        for place in range(len(asked_numbers(lines, kind))):
            for way in (-stride, stride):
                found.append(partial(_number_moved, losses, kind, place, way * step))
    for at, line in enumerate(lines):
        found.append(partial(_left_out, at))
        found.append(partial(_mirrored, losses, at))
        for way in (-1, 1) if line.amount != GOAL else ():
            found.append(partial(_amount_moved, losses, at, way))
        for key in Asked._fields if stride == STRIDES[-1] else ():
            step = losses.step if key in SCORES else losses.lead_step
            for way in (-step, step) if getattr(line.asked, key) is not None else ():
                found.append(partial(_moved_alone, losses, at, key, way))
    return found


def _number_moved(
    losses: Losses, kind: tuple[str, ...], place: int, by: int, lines: Lists
) -> Lists | None:
    """One number moved, wherever it is asked."""
    known = sorted(asked_numbers(lines, kind))
    if place >= len(known) or not 0 < known[place] + by < losses.goal:
        return None
    return tuple(with_number(lines, kind, known[place], known[place] + by))


def _left_out(at: int, lines: Lists) -> Lists | None:
    """One line less."""
    return (*lines[:at], *lines[at + 1 :]) if at < len(lines) > 1 else None


def _mirrored(losses: Losses, at: int, lines: Lists) -> Lists | None:
    """One line more, which says the same of the other player's scores; it asks for no number."""
    if at >= len(lines) or len(lines) == MOST_LINES:
        return None
    line = lines[at].mirrored
    if line in lines or line.amount not in losses.amounts:
        return None
    return (*lines[: at + 1], line, *lines[at + 1 :])


def _amount_moved(losses: Losses, at: int, by: int, lines: Lists) -> Lists | None:
    """An amount changed to the next one, wherever it is said."""
    if at >= len(lines) or lines[at].amount == GOAL:
        return None
    now, tried = lines[at].amount, losses.amounts[:-1]
    place = tried.index(now) + by
    if not 0 <= place < len(tried):
        return None
    same = [line._replace(amount=tried[place]) if line.amount == now else line for line in lines]
    return tuple(same)


def _moved_alone(losses: Losses, at: int, key: str, by: int, lines: Lists) -> Lists | None:
    """One number of one line moved there only."""
    if at >= len(lines) or (now := getattr(lines[at].asked, key)) is None:
        return None
    if not 0 < now + by < losses.goal:
        return None
    asked = lines[at].asked._replace(**{key: now + by})
    return (*lines[:at], lines[at]._replace(asked=asked), *lines[at + 1 :])
