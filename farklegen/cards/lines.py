"""Lines of a card that look at both scores: which ones lose least for each count of numbers.

What a card with lines loses against perfect play is a sum over the pairs of scores: how often it
begins a turn there, times what the turn loses by the line that holds there
(`cards.go_for_it.line_losses`). One pass over the match finds this loss for every amount by which a
line may count the turn score less or more. Then adding up judges any list of lines, some thousand
lists a second. The best lists found are then measured in the match, exactly.

**What counts**: different numbers, whatever they stand for; those of the break points are learnt
already. Going for the goal has no amount.

**The search.** It begins with the best lists known for the plainest rules. Distances of scores from
the goal, leads and amounts are made the same as there, counted in average turns. Then numbers are
moved, lines are left out and two numbers become one, as long as the list loses less. For every
count of numbers the best list met on the way is kept. Then the best list of each count grows, and
so does the list without a line. Each step adds the line that is worth most among all that need one
number more, or none, and the same small changes follow it. A line more must be worth reading.

**Insertion.** A line put into a list changes what is lost wherever it holds and no line before it
holds. It holds in a corner of the plane of both scores, or of one score and the points between the
players. The changes by all lines that ask one or two things are therefore cumulative sums over the
planes of `ASKED`, one sum for each place in the list and each amount.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from operator import itemgetter
from typing import NamedTuple, TypeAlias

import numpy as np

from farklegen.cards.card import Analysis
from farklegen.cards.go_for_it import Turning, line_losses, memorable_step, score_pairs, score_step
from farklegen.cards.ladder import CardOption, CardWay
from farklegen.cards.tables import climb
from farklegen.core.arrays import Floats, Integers
from farklegen.policies.policy import ASKED_OF, Asked
from farklegen.policies.recipe import ScoreRule
from farklegen.rules.facts import rounded_up
from farklegen.solvers.duel.table import Arena

TELL_APART = 2e-5
"""Chance to win that more numbers in lines, a lead, or a rule for last turns must bring."""

GOAL = 1 << 60
"""The amount that stands for the goal; no other amount is as large."""

MOST_LINES = 9

LEAD_STEPS = 5
"""Steps of scores between the leads that are tried."""

WIDTHS = (1, 2, 5)
"""Steps between the scores that lines may name, nearest to the goal first; ..."""

OF_A_WIDTH = 20
"""... and how many scores there are of each width but the last."""

READ = 5e-5
"""Chance to win that a line more must bring."""

KEPT = 20_000
"""Conditions whose states are remembered."""

SCORES, LEADS = ("either", "mine", "theirs"), ("behind", "ahead")
"""What lines ask about: scores, and the points between them."""


class Line(NamedTuple):
    """A line.

    Attributes:
        asked: what it asks of the scores.
        amount: by how much the turn score counts less, points; `GOAL` for the goal.
    """

    asked: Asked
    amount: int

    @property
    def rule(self) -> ScoreRule:
        """The line as a policy file says it."""
        conditions = self.asked._asdict()
        if self.amount == GOAL:
            return ScoreRule(**conditions, later="goal")
        if self.amount < 0:
            return ScoreRule(**conditions, earlier=-self.amount)
        return ScoreRule(**conditions, later=self.amount)

    @property
    def mirrored(self) -> Line:
        """The line with the players exchanged: it banks as much earlier as this one banks later."""
        _, mine, theirs, behind, ahead = self.asked
        asked = self.asked._replace(mine=theirs, theirs=mine, behind=ahead, ahead=behind)
        return Line(asked, self.amount if self.amount == GOAL else -self.amount)


def numbers_of(lines: Iterable[Line]) -> set[int]:
    """The numbers to learn in lines; 0 and `GOAL` are no amounts."""
    asked = {points for line in lines for points in line.asked if points is not None}
    return asked | {abs(line.amount) for line in lines} - {0, GOAL}


class Losses:
    """What every line loses at every pair of scores, for one card.

    Pairs of scores are taken together if they are between the same scores that lines may name.

    What they lose is found by `find`.

    Args:
        way: the card; its own lines do not matter.
        learnt: numbers on cards, which lines may use again, points.
    """

    def __init__(self, analysis: Analysis, arena: Arena, way: CardWay, learnt: set[int]) -> None:
        moves = arena.moves
        rules = arena.layout.rules
        assert rules.ruleset.goal is not None
        self.arena = arena
        self.unit = moves.unit
        self.goal = rules.ruleset.goal
        self.turn = turn_of(analysis)
        step = score_step(rules.ruleset)
        apart = rounded_up(LEAD_STEPS * memorable_step(rules.ruleset, self.unit), step)
        leads = np.arange(apart, max(self.goal, apart + 1), apart)
        self.leads: Integers = np.union1d(
            leads, [n for n in sorted(learnt) if n % self.unit == 0]
        ).astype(np.int64)
        amounts = amounts_of(self.turn, self.unit, rules.ruleset.bank.multiple_of, learnt)
        self.amounts = (*amounts, GOAL)
        pairs, pair = score_pairs(arena.layout, step)
        grid = score_grid(int(pairs.min()), self.goal, step)
        self.scores = np.unique(np.maximum(grid, step))
        mine, theirs = np.searchsorted(grid, pairs, side="right") - 1
        cells, cell = np.unique(mine * len(grid) + theirs, return_inverse=True)
        middle = (grid + np.append(grid[1:] - step, grid[-1])) // 2
        self.mine, self.theirs = mine, theirs = middle[np.stack(np.divmod(cells, len(grid)))]
        """int64[pairs of scores], the middle of the scores that are taken together."""
        self.counted: Integers = cell[pair]
        """int64[states], the pair of scores with which each is counted."""
        every = tuple(Line(Asked(), amount).rule for amount in self.amounts)
        self.tried = replace(way, lines=every).policy(analysis, moves, arena.rows)
        """The player with a line for each of `amounts`."""
        self.by_amount = dict[int, Floats]()
        """What is lost by each of these: float64[pairs of scores]."""
        # without `self`: no reference cycle keeps this object in memory after its last use
        self.held = lru_cache(KEPT)(lambda asked: asked.holds(mine, theirs))
        """bool[pairs of scores]: where all conditions hold."""

    def find(self, now: Turning) -> None:
        """Find what lines lose in these turns."""
        lost = line_losses(self.arena, now, self.tried, self.counted)
        self.by_amount = dict(zip(self.amounts, lost, strict=True))

    def scaled(self, form: Form) -> Lists:
        """The lines of one of `FORMS` under these rules."""
        scale = self.turn / FORM_TURN
        lines = []
        for asked, less in form:
            there = {}
            for key, points in asked._asdict().items():
                if points is not None and key in SCORES:
                    there[key] = _nearest(self.scores, self.goal - (FORM_GOAL - points) * scale)
                elif points is not None:
                    there[key] = _nearest(self.leads, points * scale)
            wanted = less * scale
            amount = GOAL if less == GOAL else min(self.amounts[:-1], key=lambda a: abs(a - wanted))
            lines.append(Line(Asked(**there), amount))
        return tuple(lines)

    def lost(self, lines: Sequence[Line]) -> Floats:
        """float64[pairs of scores]: what is lost by these lines."""
        lost: Floats = self.by_amount[0].copy()
        for line in reversed(lines):
            np.copyto(lost, self.by_amount[line.amount], where=self.held(line.asked))
        return lost

    def numbers(self, key: str) -> list[int]:
        """The numbers for which a line may ask by one of `Asked._fields`."""
        numbers: list[int] = (self.scores if key in SCORES else self.leads).tolist()
        return numbers

    def of(self, lines: Sequence[Line]) -> float:
        return float(self.lost(lines).sum())


def score_grid(low: int, goal: int, step: int) -> Integers:
    """The scores that lines may name, from `low` or just below it up to the goal, which is not
    included. They are closer together near the goal."""
    scores, at = list[int](), goal
    while at > low:
        width = step * WIDTHS[min(len(scores) // OF_A_WIDTH, len(WIDTHS) - 1)]
        at = (at - 1) // width * width
        scores.append(at)
    return np.array(scores[::-1])


def asked_numbers(lines: Iterable[Line], keys: tuple[str, ...]) -> set[int]:
    found = (getattr(line.asked, key) for line in lines for key in keys)
    return {points for points in found if points is not None}


Lists: TypeAlias = tuple[Line, ...]

LOWEST_SCORE, HIGHEST_LEAD = 1 / 2, 2 / 3
"""No new line asks about a score below the first or a lead above the second; shares of the goal."""

ASKED = (
    ("theirs", "behind"),
    ("mine", "ahead"),
    ("mine", "theirs"),
    ("either", "theirs"),
    ("either", "mine"),
)
"""What new lines ask: one or both of two things."""


class Insertion:
    """Finds the line that is worth most to a list, beside numbers that are learnt already."""

    def __init__(self, losses: Losses, learnt: set[int]) -> None:
        self.losses, self.learnt = losses, learnt
        high = losses.scores[losses.scores >= LOWEST_SCORE * losses.goal]
        self.scores = high[::-2][::-1] if len(high) > OF_A_WIDTH else high
        self.leads = losses.leads[losses.leads < HIGHEST_LEAD * losses.goal]
        asked = (points(losses.mine, losses.theirs) for points in ASKED_OF)
        self.points = dict(zip(Asked._fields, asked, strict=True))
        self.known = dict[Lists, tuple[Lists | None, Lists | None]]()

    def best(self, lines: Lists) -> tuple[Lists | None, Lists | None]:
        """Two lists with the line added that loses least: the best line among those that need no
        number more, and the best among those that need one. None if there is none."""
        found: list[Lists | None] = [None, None]
        if len(lines) >= MOST_LINES:
            return None, None
        if lines in self.known:
            return self.known[lines]
        amounts, changes, least = self.losses.amounts, self._changes(lines), [np.inf, np.inf]
        known = [*numbers_of(lines), *self.learnt, 0, GOAL]
        sizes = np.array([[[abs(amount)]] for amount in amounts])
        more = np.isin(sizes, known, invert=True) * 1
        for keys in ASKED:
            one, other = (self._numbers(lines, key) for key in keys)
            change = self._above(changes, keys, one, other)
            new = np.add.outer(*(np.isin(each, known, invert=True) * 1 for each in (one, other)))
            same = np.equal.outer(one, other)
            new[same] = np.minimum(new[same], 1)
            counted = new + more * ((sizes != one[:, None]) & (sizes != other))
            if keys[0] == "either":  # this number must be above the other one
                change[..., (one[:, None] <= other) & (other > 0)] = np.inf
            change[..., 0, 0] = np.inf
            for numbers in (0, 1):
                some = np.where(counted == numbers, change, np.inf)
                place, amount, i, j = np.unravel_index(int(some.argmin()), some.shape)
                if some[place, amount, i, j] < least[numbers]:
                    least[numbers] = some[place, amount, i, j]
                    asked = zip(keys, (int(one[i]), int(other[j])), strict=True)
                    line = Line(Asked(**{key: n for key, n in asked if n}), amounts[amount])
                    found[numbers] = (*lines[:place], line, *lines[place:])
        self.known[lines] = found[0], found[1]
        return self.known[lines]

    def _numbers(self, lines: Lists, key: str) -> Integers:
        """Numbers that a line may ask for, 0 for none of them."""
        keys, more = (SCORES, self.scores) if key in SCORES else (LEADS, self.leads)
        return np.union1d([0, *asked_numbers(lines, keys)], more)

    def _above(
        self, changes: Floats, keys: tuple[str, str], one: Integers, other: Integers
    ) -> Floats:
        """float64[places, amounts, numbers, others]: all changes from these numbers on."""
        at, at_other = (
            np.searchsorted(numbers[1:], self.points[key], side="right")
            for key, numbers in zip(keys, (one, other), strict=True)
        )
        cell, shape = at * len(other) + at_other, (len(one), len(other))
        flat = changes.reshape(-1, len(cell))
        there = np.stack([np.bincount(cell, each, shape[0] * shape[1]) for each in flat])
        there = there.reshape(*changes.shape[:2], *shape)[..., ::-1, ::-1]
        above: Floats = there.cumsum(axis=2).cumsum(axis=3)[..., ::-1, ::-1]
        return above

    def _changes(self, lines: Lists) -> Floats:
        """float64[places, amounts, pairs of scores]: what a line that holds everywhere changes."""
        by_amount, now = self.losses.by_amount, self.losses.lost(lines)
        left = np.ones((len(lines) + 1, len(now)), bool)
        for at, line in enumerate(lines):
            left[at + 1] = left[at] & ~self.losses.held(line.asked)
        changes: Floats = left[:, None] * (np.stack(list(by_amount.values())) - now)
        return changes


MOST = 9
"""New numbers in lines at most."""

LARGEST_LEARNT = 1.2
"""Numbers of the break points are tried as amounts up to this many average turns."""

SHARES = (-0.8, -0.4, 0.0, 0.4, 0.6, 0.8, 1.0)
"""Amounts that are tried, in average turns; and the goal."""

STRIDES = (8, 3, 1)
"""Steps by which numbers are moved, one after the other."""

FORM_GOAL, FORM_TURN = 10_000, 446.6
"""The goal and the average turn, in points, of the rules that the forms below come from."""

BOTH = Asked(mine=9_300, theirs=9_300)

Form: TypeAlias = tuple[tuple[Asked, int], ...]

FORMS: tuple[Form, ...] = (
    ((Asked(either=9_550), GOAL),),
    ((Asked(mine=9_500), GOAL), (Asked(theirs=9_550), GOAL)),
    ((Asked(either=9_550), GOAL), (BOTH, GOAL), (Asked(theirs=9_300), 400)),
    (
        (Asked(theirs=9_550), GOAL),
        (Asked(mine=9_550, theirs=7_900), GOAL),
        (Asked(theirs=7_900, behind=750), 400),
    ),
    (
        (Asked(either=9_550, theirs=7_550), GOAL),
        (BOTH, GOAL),
        (Asked(theirs=9_300), 400),
        (Asked(theirs=7_550, behind=1_000), 400),
    ),
    (
        (Asked(either=9_600), GOAL),
        (Asked(theirs=8_600, behind=750), 450),
        (Asked(mine=9_350, theirs=9_350), GOAL),
        (Asked(mine=9_350, ahead=750), -350),
        (Asked(theirs=6_300, behind=1_250), 350),
        (Asked(either=9_500), GOAL),
        (Asked(mine=8_600, theirs=9_350), 350),
    ),
)
"""Where the search begins: lists of what a line asks and by how much the turn score counts less, in
points of the same rules. `farklegen duel basic --me docs/examples/basic-11.yaml` measures the last
list."""


def amounts_of(turn: float, unit: int, multiple: int, learnt: set[int]) -> tuple[int, ...]:
    """The amounts that are tried, points, lowest first.

    Args:
        unit: of turn scores, points.
        multiple: turn scores that may be banked are multiples of this, points; a turn score less
            the amount must stay a multiple.
        learnt: numbers that are amounts as well, as far as they can be, points.
    """
    step = multiple if multiple % unit == 0 else unit * multiple
    step = max(step, unit)
    some = {each for each in learnt if each <= turn * LARGEST_LEARNT and each % step == 0}
    some |= {-each for each in some}
    return tuple(sorted(some | {round(share * turn / step) * step for share in SHARES}))


def turn_of(analysis: Analysis) -> float:
    """What a turn brings on average, points; at least one."""
    return max(abs(analysis.expected.points_per_turn), 1.0)


def lines_chains(losses: Losses, *known: set[int]) -> list[list[CardOption]]:
    """Lines with few numbers, as fields `lines`, beside each of some sets of numbers that are
    learnt already. Options are counted by the numbers that are new. Their loss is that of a card
    with these lines, and what it costs to read them."""
    judged = cache(lambda lines: losses.of(lines) + READ * len(lines))
    near = cache(partial(_near, losses))
    return [_chain(losses, numbers, judged, near) for numbers in known]


def _chain(
    losses: Losses,
    known: set[int],
    judged: Callable[[Lists], float],
    near: Callable[[int, Lists], list[Lists]],
) -> list[CardOption]:
    """The lists that lose least for each count of new numbers, and for each count of all numbers,
    which other break points may need; fewest new ones first."""
    best: dict[tuple[int, int], tuple[float, Lists]] = {(0, 0): (losses.of(()), ())}

    @cache
    def counted(lines: Lists) -> tuple[int, float]:
        numbers, loss = numbers_of(lines), judged(lines)
        count = len(numbers - known), len(numbers)
        if count[0] <= MOST and loss < best.get(count, (1.0,))[0]:
            best[count] = loss, lines
        return count[0], loss

    @cache
    def descended(lines: Lists) -> Lists:
        """Change one thing after the other as long as the list loses less, at no number more."""
        most = counted(lines)[0]

        def worth(lines: Lists) -> float:
            new, loss = counted(lines)
            return -loss if new <= most else -np.inf

        for stride in STRIDES:
            lines = climb(lines, partial(near, stride), worth)
        return lines

    def grown(lines: Lists) -> Lists | None:
        """The list with a line more that needs one number more. Before it, lines that need no
        number more are put in, as long as the list loses less. None if there is no such line."""
        while True:
            as_many, one_more = insertion.best(lines)
            longer = None if one_more is None else descended(one_more)
            if as_many is None or judged(as_many) >= judged(lines):
                return longer
            lines = descended(as_many)

    for form in FORMS:
        descended(losses.scaled(form))
    for _, lines in list(best.values()):
        descended(lines)
    insertion = Insertion(losses, known)
    alone: Lists | None = ()
    for new in range(MOST):
        lists = [each for count, each in best.items() if count[0] == new]
        if lists:
            grown(min(lists, key=itemgetter(0))[1])
        if alone is not None:
            alone = grown(alone)
    found: list[CardOption] = []
    lost: dict[int, float] = {}
    for (new, numbers), (loss, lines) in sorted(best.items()):
        as_few = (lost[count] for count in lost if count <= numbers)
        if lines and loss < min(as_few, default=1.0) - TELL_APART:
            lost[numbers] = loss
            found.append(CardOption(new, loss, {"lines": tuple(line.rule for line in lines)}))
    return found


def _nearest(numbers: Integers, wanted: float) -> int:
    return int(numbers[np.abs(numbers - wanted).argmin()])


def _near(losses: Losses, stride: int, lines: Lists) -> list[Lists]:
    """Lists in which one thing is changed: a number by a stride, or what one line says."""
    found: list[Lists] = []
    for kind in (SCORES, LEADS):
        for number in sorted(asked_numbers(lines, kind)):
            for to in _beside(number, losses.numbers(kind[0]), stride):
                found.append(tuple(_with_number(line, kind, number, to) for line in lines))
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        if len(lines) > 1:
            found.append((*before, *after))
        mirrored = line.mirrored
        if len(lines) < MOST_LINES and mirrored not in lines and mirrored.amount in losses.amounts:
            found.append((*before, line, mirrored, *after))
        now = line.amount
        for amount in _beside(now, losses.amounts[:-1]):
            found.append(tuple(e._replace(amount=amount) if e.amount == now else e for e in lines))
        for key, now in line.asked._asdict().items() if stride == STRIDES[-1] else ():
            for to in () if now is None else _beside(now, losses.numbers(key)):
                moved = line._replace(asked=line.asked._replace(**{key: to}))
                found.append((*before, moved, *after))
    return found


def _with_number(line: Line, kind: tuple[str, ...], now: int, then: int) -> Line:
    """The line with `then` in place of `now` wherever it asks for a number of this kind."""
    if now not in line.asked:
        return line
    changed = {key: then for key in kind if getattr(line.asked, key) == now}
    return line._replace(asked=line.asked._replace(**changed))


def _beside(number: int, numbers: Sequence[int], stride: int = 1) -> list[int]:
    """The numbers one stride below and one stride above a given one; none for the goal."""
    if number not in numbers:
        return []
    at = numbers.index(number)
    return [numbers[to] for to in (at - stride, at + stride) if 0 <= to < len(numbers)]
