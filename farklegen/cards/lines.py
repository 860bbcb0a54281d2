"""Lines of a card that look at both scores: which ones lose least for each count of numbers.

What a card with lines loses against perfect play is a sum over the pairs of scores: how often it
begins a turn there, times what the turn loses by the line that holds there
(`solvers.duel.go_for_it_gains.line_losses`). One pass over the match finds that for every amount by
which a line may count the turn score less or more. Then any list of lines is judged by adding up,
some thousand lists a second. The best lists found are then measured in the match, exactly.

**What counts**: different scores, different leads, different amounts, each kind by itself. Going
for the goal has no amount.

**The search.** The best lists known for the plainest rules are tried with
scores as far from the goal, and leads and amounts as large, in average turns, as they are there;
then every number is moved, lines are left out and numbers made one as long as that loses less. For
every count of numbers the best list met on the way is kept. A thorough search lets lists grow
besides: from no line, and from the best list of each count, by the line that is worth most among
all that ask for one number more, or for none, with the same small changes after each step.

**Insertion.** Put into a list, a line changes what is lost wherever it holds and no line before it
does. What it asks is a corner of the plane of both scores, or of one score and the points between
the players: so the changes by all lines that ask one or two things are cumulative sums over three
planes, one for each place in the list and each amount.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import NamedTuple, TypeAlias

import numpy as np

from farklegen.cards.card import Analysis
from farklegen.cards.go_for_it import memorable_step, score_step
from farklegen.cards.players import full_table_player, rows_read, with_lines
from farklegen.cards.tables import TELL_APART, CardOption, Tables, climb
from farklegen.core.arrays import Floats, Integers
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import PERFECT, Asked, GoForIt, Policy
from farklegen.policies.recipe import ScoreRule
from farklegen.rules.units import rounded_up
from farklegen.solvers.duel.by_lists import ByLists
from farklegen.solvers.duel.duel import Arena
from farklegen.solvers.duel.go_for_it_gains import line_losses, met_often, score_pairs

EARLIEST, LATEST = -8, 30
"""Amounts that are tried, in units of turn scores."""

GOAL = 1 << 60
"""The amount that stands for the goal; no turn score counts as much less."""

MOST_LINES = 9

LEAD_STEPS = 5
"""Steps of scores between the leads that are tried."""

LEFT_OUT = 1e-4
"""Share of all that is at stake in scores that are almost never met, which are not looked at."""

READ = 5e-6
"""Chance to win that a line more must bring."""

KEPT = 20_000
"""Conditions whose states are remembered."""


SCORES, LEADS = ("either", "mine", "theirs"), ("behind", "ahead")
"""What lines ask of: scores, and points between them."""


class Line(NamedTuple):
    """A line.

    Attributes:
        asked: what it asks of the scores.
        amount: by how much the turn score counts less, in units; `GOAL` for the goal.
    """

    asked: Asked
    amount: int

    @classmethod
    def of(cls, rule: ScoreRule, unit: int) -> Line:
        return cls(rule.asked, GOAL if rule.to_goal else rule.counted_less // unit)

    def rule(self, unit: int) -> ScoreRule:
        """The line as a policy file says it; `unit` is that of turn scores, points."""
        said = self.asked._asdict()
        if self.amount == GOAL:
            return ScoreRule(**said, later="goal")
        if self.amount < 0:
            return ScoreRule(**said, earlier=-self.amount * unit)
        return ScoreRule(**said, later=self.amount * unit)

    @property
    def mirrored(self) -> Line:
        """The same for the other player's scores: as much earlier as this is later."""
        _, mine, theirs, behind, ahead = self.asked
        asked = self.asked._replace(mine=theirs, theirs=mine, behind=ahead, ahead=behind)
        return Line(asked, self.amount if self.amount == GOAL else -self.amount)


def count_lines(lines: Iterable[tuple[Asked, int]]) -> int:
    """The numbers to remember of lines; 0 and `GOAL` are no amounts."""
    scores, leads, amounts = set[int](), set[int](), set[int]()
    for (either, mine, theirs, behind, ahead), amount in lines:
        scores |= {score for score in (either, mine, theirs) if score is not None}
        leads |= {lead for lead in (behind, ahead) if lead is not None}
        amounts |= {abs(amount)} - {0, GOAL}
    return len(scores) + len(leads) + len(amounts)


def count_rules(rules: Iterable[ScoreRule]) -> int:
    """The numbers to remember of lines, as a policy file says them."""
    return count_lines((rule.asked, 0 if rule.to_goal else rule.counted_less) for rule in rules)


Lost: TypeAlias = Callable[[ByLists, Policy, Integers, int], Floats]
"""What is lost by each line of a policy, given the match, the policy, what each state is counted
with, and how many of those there are: as `solvers.duel.go_for_it_gains.line_losses` says it."""


class Losses:
    """What every line loses at every pair of scores, for one card.

    Pairs of scores less than a step apart are taken together: `score_pairs`.

    Args:
        card: the player by the card: no lines, with tables of `rows_of(arena)` rows.
        turn: what a turn brings on average, points.
        base: lines of this card; what is lost is lost against it, and turns begin as often as with
            them. By default it is lost against perfect play, and turns begin as often as with the
            lines `USUAL`.
        amounts: those that lines may have, 0 among them, lowest first; `GOAL` comes to them.
        lost: what each line loses where, at another table than that of two.
    """

    def __init__(
        self,
        arena: Arena,
        card: Policy,
        turn: float,
        base: Sequence[ScoreRule] | None = None,
        amounts: Sequence[int] = range(EARLIEST, LATEST + 1),
        lost: Lost | None = None,
    ) -> None:
        plan, way = arena.plan, arena.way
        rules = plan.rules
        if not isinstance(way, ByLists) or rules.ruleset.goal is None:
            raise UnsolvableError(
                "lines that look at both scores are not searched for with piggyback, "
                "bank.beat_previous or without a goal. Write them into a policy file: by_scores"
            )
        self.arena, self.card = arena, card
        self.unit = arena.moves.unit
        self.goal = rules.ruleset.goal
        self.step = score_step(rules.ruleset)
        lead = LEAD_STEPS * memorable_step(rules.ruleset, self.unit)
        self.lead_step = rounded_up(lead, self.step)
        self.amounts = (*amounts, GOAL)
        tried = self.player([Line(Asked(), amount).rule(self.unit) for amount in self.amounts])
        pairs, pair = score_pairs(plan, self.step)
        if lost is None:
            usual = [line.rule(self.unit) for line in _scaled(USUAL, self, turn)]
            player = self.player(usual if base is None else base)
            duel = arena.meet(PERFECT if base is None else player, PERFECT)
            often = met_often(way, player)
            by_amount = line_losses(way, often, tried, duel, pair, pairs.shape[1])
        else:
            by_amount = lost(way, tried, pair, pairs.shape[1])
        stake = by_amount.max(axis=0) - by_amount.min(axis=0)
        order = np.argsort(stake)
        keep = np.sort(order[np.cumsum(stake[order]) > LEFT_OUT * stake.sum()])
        self.rest = float(np.delete(by_amount[self.amounts.index(0)], keep).sum())
        """What is lost where nothing is looked at."""
        mine, theirs = pairs[:, keep]
        self.mine: Integers = mine
        self.theirs: Integers = theirs
        self.by_amount = dict(zip(self.amounts, by_amount.take(keep, axis=1), strict=True))
        """What is lost by each of `amounts`: float64[pairs of scores]."""
        self._room = np.empty(len(mine))
        # without `self`: nothing of this is kept by a cycle when it is let go
        self.held = lru_cache(KEPT)(lambda asked: asked.holds(mine, theirs))
        """bool[pairs of scores]: where all that is asked is so."""

    @property
    def least(self) -> float:
        """What is lost if every pair of scores has the amount that suits it best."""
        return float(np.min(list(self.by_amount.values()), axis=0).sum()) + self.rest

    def player(self, rules: Sequence[ScoreRule]) -> Policy:
        arena = self.arena
        ruleset = arena.plan.rules.ruleset
        return with_lines(self.card, rules, ruleset, arena.moves, arena.rows)

    def of(self, lines: Sequence[Line]) -> float:
        lost = self._room  # new memory each time would take as long as all the rest
        np.copyto(lost, self.by_amount[0])
        for line in reversed(lines):
            np.copyto(lost, self.by_amount[line.amount], where=self.held(line.asked))
        return float(lost.sum()) + self.rest


def rows_of(arena: Arena, earliest: int = EARLIEST) -> int:
    """Rows that the tables of a card must have for its lines to be looked for, with no amount below
    that."""
    return rows_read([Line(Asked(), earliest).rule(arena.moves.unit)], arena.moves, arena.rows)


def with_number(lines: Iterable[Line], kind: tuple[str, ...], now: int, then: int) -> list[Line]:
    """Lines that ask for another number of one kind wherever they asked for this one."""
    return [
        line._replace(
            asked=line.asked._replace(
                **{key: then for key in kind if getattr(line.asked, key) == now}
            )
        )
        for line in lines
    ]


def asked_numbers(lines: Iterable[Line], keys: tuple[str, ...]) -> set[int]:
    found = (getattr(line.asked, key) for line in lines for key in keys)
    return {points for points in found if points is not None}


Lists: TypeAlias = tuple[Line, ...]

LOWEST_SCORE, HIGHEST_LEAD = 1 / 2, 2 / 3
"""Of scores below that, and of leads above that, no new line asks; shares of the goal."""

MANY = 33
"""Scores of which new lines ask, about; the search moves them afterwards."""


class _Axis(NamedTuple):
    """Numbers that may be asked of: number i is `numbers[i - 1]`, and 0 asks nothing.

    Attributes:
        key: of what is asked, a field of `Asked`.
        numbers: int64[numbers], points, ascending.
        at: int64[cells], the last number that is reached there.
        known: int64[...], 0 and those numbers that the list asks of already.
    """

    key: str
    numbers: Integers
    at: Integers
    known: Integers

    @property
    def many(self) -> int:
        return len(self.numbers) + 1


class _Asking(NamedTuple):
    """Some lines that ask for the same two things, or one of them.

    Attributes:
        keys: what they ask.
        axes: of their numbers.
        first, other: int64[lines], the numbers on these axes.
        change: float64[places * amounts, lines], what they change.
    """

    keys: tuple[str, str]
    axes: tuple[_Axis, _Axis]
    first: Integers
    other: Integers
    change: Floats

    def asked(self, line: int) -> Asked:
        said = {
            key: int(axis.numbers[at[line] - 1])
            for key, axis, at in zip(self.keys, self.axes, (self.first, self.other), strict=True)
            if at[line]
        }
        return Asked(**said)

    @property
    def new_numbers(self) -> Integers:
        """int64[lines]: numbers that they ask for and the list does not."""
        first, other = (
            ~np.isin(at, axis.known)
            for at, axis in zip((self.first, self.other), self.axes, strict=True)
        )
        same = (self.first == self.other) & (self.axes[1].key in SCORES)
        new: Integers = first.astype(np.int64) + (other & ~same)
        return new


class Insertion:
    """Finds the line that is worth most to a list."""

    def __init__(self, losses: Losses) -> None:
        self.losses = losses
        step, lead, goal = losses.step, losses.lead_step, losses.goal
        low = int(LOWEST_SCORE * goal) // step * step
        apart = max((goal - low) // (MANY * step), 1) * step
        self.scores = np.arange(low, goal, apart)
        self.leads = np.arange(lead, int(HIGHEST_LEAD * goal), lead)

    def best(self, lines: Lists) -> tuple[Lists | None, Lists | None]:
        """The list with the line more that loses least, among those that ask for no number more,
        and among those that ask for one; None if there is none."""
        found: list[Lists | None] = [None, None]
        if len(lines) >= MOST_LINES or not len(self.losses.mine):
            return None, None
        amounts = self.losses.amounts
        axes, which = self._axes(lines)
        changes = self._changes(lines, which)
        sizes = {abs(line.amount) for line in lines} | {0, GOAL}
        more = np.tile([abs(amount) not in sizes for amount in amounts], len(lines) + 1)
        least = [np.inf, np.inf]
        for asking in _askings(axes, changes):
            new = asking.new_numbers + more[:, None]
            for numbers in (0, 1):
                change = np.where(new == numbers, asking.change, np.inf)
                row, column = divmod(int(np.argmin(change)), change.shape[1])
                if change[row, column] < least[numbers]:
                    least[numbers] = change[row, column]
                    place, amount = divmod(row, len(amounts))
                    line = Line(asking.asked(column), amounts[amount])
                    found[numbers] = (*lines[:place], line, *lines[place:])
        return found[0], found[1]

    def _axes(self, lines: Lists) -> tuple[dict[str, _Axis], tuple[Integers, Integers]]:
        """What can be asked of, in cells, pairs of scores that no number keeps apart; and (one pair
        of each cell, the cell of each pair)."""
        losses, axes = self.losses, {}
        cell = np.zeros(len(losses.mine), np.int64)
        for key, points in (
            ("mine", losses.mine),
            ("theirs", losses.theirs),
            ("behind", losses.theirs - losses.mine),
            ("ahead", losses.mine - losses.theirs),
        ):
            kinds, more = (SCORES, self.scores) if key in SCORES else (LEADS, self.leads)
            asked = np.array(sorted(asked_numbers(lines, kinds)), np.int64)
            numbers = np.union1d(more, asked)
            known = np.append(0, np.searchsorted(numbers, asked) + 1)
            axis = _Axis(key, numbers, np.searchsorted(numbers, points, side="right"), known)
            cell, axes[key] = cell * axis.many + axis.at, axis
        _, one, place = np.unique(cell, return_index=True, return_inverse=True)
        return {key: axis._replace(at=axis.at[one]) for key, axis in axes.items()}, (one, place)

    def _changes(self, lines: Lists, which: tuple[Integers, Integers]) -> Floats:
        """float64[places * amounts, cells]: what a line changes that holds everywhere."""
        (one, place), losses = which, self.losses
        lost = {a: np.bincount(place, each) for a, each in losses.by_amount.items()}
        left, now = np.ones((len(lines) + 1, len(one)), bool), lost[0].copy()
        held = [losses.held(line.asked)[one] for line in lines]
        for line, holds in zip(reversed(lines), reversed(held), strict=True):
            np.copyto(now, lost[line.amount], where=holds)
        for at, holds in enumerate(held):
            left[at + 1] = left[at] & ~holds
        changes: Floats = left[:, None] * (np.stack(list(lost.values())) - now)
        return changes.reshape(-1, len(one))


def _askings(axes: dict[str, _Axis], changes: Floats) -> Iterator[_Asking]:
    mine = axes["mine"]
    for keys in (("theirs", "behind"), ("mine", "ahead"), ("mine", "theirs")):
        one, other = axes[keys[0]], axes[keys[1]]
        above = _above(changes, one, other)
        first, second = _pairs(one, other)
        yield _Asking(keys, (one, other), first, second, above[:, first, second])
    # either of them, and more of one: what is above one or the other
    i, j = first[second < first], second[second < first]
    for key, turned in (("theirs", above), ("mine", above.transpose(0, 2, 1))):
        either = turned[:, i, j] + turned[:, 0, i] - turned[:, i, i]
        yield _Asking(("either", key), (mine, mine), i, j, either)


def _above(changes: Floats, one: _Axis, other: _Axis) -> Floats:
    """float64[changes, numbers of one axis, of the other]: all that is changed from there on."""
    shape = one.many, other.many
    cell = one.at * other.many + other.at
    found = np.stack([np.bincount(cell, each, shape[0] * shape[1]) for each in changes])
    found = found.reshape(-1, *shape)[:, ::-1, ::-1]
    above: Floats = found.cumsum(axis=1).cumsum(axis=2)[:, ::-1, ::-1]
    return above


def _pairs(one: _Axis, other: _Axis) -> tuple[Integers, Integers]:
    """int64[pairs] twice: all numbers with those that are known, or none, on the other axis; and
    the same number on both, if they are scores."""
    every = np.arange(one.many), np.arange(other.many)
    grids = np.meshgrid(every[0], other.known), np.meshgrid(one.known, every[1])
    same = every[0] if other.key in SCORES else every[0][:0]
    first, second = (
        np.concatenate([*(grid[side].ravel() for grid in grids), same]) for side in (0, 1)
    )
    some = (first > 0) | (second > 0)
    return first[some], second[some]


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

Form: TypeAlias = tuple[tuple[Asked, int], ...]

USUAL: Form = (
    (Asked(theirs=9_550), GO),
    (Asked(mine=9_550, theirs=7_900), GO),
    (Asked(theirs=7_900, behind=750), 400),
)

FORMS: tuple[Form, ...] = (
    ((Asked(either=9_550), GO),),
    ((Asked(mine=9_500), GO), (Asked(theirs=9_550), GO)),
    ((Asked(either=9_550), GO), (BOTH, GO), (Asked(theirs=9_300), 400)),
    USUAL,
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
    base: Sequence[ScoreRule] | None = None,
    lost: Lost | None = None,
) -> Losses:
    """What lines lose beside these break points; `base`, `lost`: see `Losses`."""
    card = replace(analysis.card, tables=tables)
    unit = arena.moves.unit
    tried = amounts(turn_of(analysis), unit, analysis.loaded.ruleset.bank.multiple_of)
    rows = rows_of(arena, tried[0])
    nothing = GoForIt.never(arena.moves.most_dice)
    player = full_table_player(analysis.expected, card, arena.moves, rows, nothing, anywhere=True)
    return Losses(arena, player, turn_of(analysis), base, tried, lost)


def turn_of(analysis: Analysis) -> float:
    """What a turn brings on average, points; at least one."""
    return max(abs(analysis.expected.points_per_turn), 1.0)


def lines_chain(losses: Losses, turn: float, *, thorough: bool = False) -> list[CardOption]:
    """Lines with 1, 2, ... numbers, as fields `lines`; the losses are those of a card with them.
    Each option loses less than those before."""
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
    chain: list[CardOption] = []
    for numbers, (loss, lines) in sorted(best.items()):
        if lines and (not chain or loss < chain[-1].loss - TELL_APART):
            rules = tuple(line.rule(losses.unit) for line in lines)
            chain.append(CardOption(numbers, loss, {"lines": rules}))
    return chain


MOST_MEASURED = 6
"""Changes by each stride whose lists are measured."""


def polished(
    losses: Losses,
    rules: tuple[ScoreRule, ...],
    won: Callable[[tuple[ScoreRule, ...]], float],
) -> tuple[ScoreRule, ...]:
    """Lines after small changes, one after the other, as long as each wins more."""

    def said(lines: Lists) -> tuple[ScoreRule, ...]:
        return tuple(line.rule(losses.unit) for line in lines)

    lines: Lists = tuple(Line.of(rule, losses.unit) for rule in rules)
    for stride in STRIDES:
        changes = partial(_changes, losses, stride=stride)
        lines = climb(lines, changes, lambda lines: won(said(lines)), most=MOST_MEASURED)
    return said(lines)


def _scaled(form: Form, losses: Losses, turn: float) -> Lists:
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
    known = sorted(asked_numbers(lines, kind))
    if place >= len(known) or not 0 < known[place] + by < losses.goal:
        return None
    return tuple(with_number(lines, kind, known[place], known[place] + by))


def _left_out(at: int, lines: Lists) -> Lists | None:
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
