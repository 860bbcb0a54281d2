"""Last turns: the chance to go past a target in one turn.

All that counts is how far the target is ahead, so that one row of lanes serves all scores. These
chances are solved first, since all other turns find payoffs among them.
"""

from __future__ import annotations

import numpy as np

from farklegen.core.arrays import FORBIDDEN, LANES, MOST, Floats, Integers, LanePayoffs, Turn
from farklegen.core.turns import turns
from farklegen.solvers.match.layout import Storage
from farklegen.solvers.match.match_rules import award_units
from farklegen.solvers.match.plan import MatchPlan

SIDE_BY_SIDE = 1 << 22
"""Numbers of a table of lanes that are worked on at a time."""

ALIKE = 10 * LANES
"""Lanes that are worked on in as many rows as the farthest target among them needs."""


def solve_last_turns(
    plan: MatchPlan,
    kept: Storage,
    turn: Turn,
    chances: Floats,
    arrivals: Floats,
    farkled: Floats,
) -> None:
    """Fill in the chances of last turns, of arriving there, and of taking over there."""
    distances = plan.last.distances
    chances[plan.begin_last :] = 0.0
    ahead = np.arange(1, distances)
    for number, kind in enumerate(plan.last.classes, start=1):
        begin = plan.begin_last + number * distances
        opening = plan.rules.least_row(plan.rules.ruleset.bank.opening_minimum)

        def rows_to(target: int, opening: int = opening) -> int:
            return max(target // plan.rules.step + 2, opening) + plan.rules.forced

        keeps = bool(kept.arrivals or kept.farkled)
        most = max(rows_to(int(ahead[-1])), kept.arrival_rows, plan.most_rows + 1)
        width = max(1, SIDE_BY_SIDE // (most * turn.columns)) if keeps else ALIKE
        for low in range(0, len(ahead), width):
            part = ahead[low : low + width]
            least = np.zeros(len(part), np.int64)
            rows = most if keeps else rows_to(int(part[-1]))
            columns = turn.dice if keeps else 0
            fresh, taken = _last_turns(plan, turn, kind, part, least, rows, columns)
            chances[begin + part] = fresh
            if not keeps:
                continue
            if kept.farkled:
                _keep_farkled(plan, farkled, number, part, taken)
            if kept.arrivals:
                entries = _arrivals_at(plan, kept, number, part)
                best = np.repeat(fresh[:, None, None], kept.kinds, axis=2)
                best = np.broadcast_to(best, (len(part), kept.arrival_rows, kept.kinds)).copy()
                if plan.rules.takes_bank:
                    over = np.moveaxis(taken[: kept.arrival_rows], 2, 0)
                    best = np.maximum(best, over)
                    if plan.rules.exact_goal:
                        too_far = np.arange(kept.arrival_rows) > (part // plan.rules.step)[:, None]
                        best[too_far] = np.repeat(fresh[:, None], kept.kinds, axis=1)[
                            np.nonzero(too_far)[0]
                        ]
                arrivals[entries] = best
        if plan.rules.ruleset.bank.beat_previous:
            _must_beat(plan, kept, turn, number, kind, ahead, arrivals)


def _arrivals_at(plan: MatchPlan, kept: Storage, number: int, ahead: Integers) -> Integers:
    """int64[ahead, rows, kinds]: where arriving at these last turns is kept."""
    place = number * plan.last.distances + ahead[:, None, None]
    row = np.arange(kept.arrival_rows)[None, :, None]
    return kept.begin_last + (place * kept.arrival_rows + row) * kept.kinds + np.arange(kept.kinds)


def _keep_farkled(
    plan: MatchPlan, farkled: Floats, number: int, ahead: Integers, taken: Floats
) -> None:
    dice = plan.rules.moves.dice
    first = int(plan.rows.sum()) * dice
    place = (number - 1) * plan.last.distances + ahead[:, None, None]
    row = np.arange(plan.most_rows)[None, :, None]
    entries = first + (place * plan.most_rows + row) * dice + np.arange(dice)
    farkled[entries] = np.moveaxis(taken[: plan.most_rows], 2, 0)


def _must_beat(
    plan: MatchPlan,
    kept: Storage,
    turn: Turn,
    number: int,
    kind: tuple[bool, bool],
    ahead: Integers,
    arrivals: Floats,
) -> None:
    """Fill in the chances of last turns that must also beat what was banked before.

    This covers only turns that must beat as much as the target asks for, or more. If a turn must
    beat less, the banks that this forbids have no value anyway. If no farkle reaches a target,
    these turns are the same for all targets.
    """
    rules = plan.rules
    shared = not (rules.exact_goal or rules.turn.keeps or award_units(rules))
    least = min(rules.least_row(rules.ruleset.bank.minimum), kept.arrival_rows)
    beaten = np.arange(least, kept.arrival_rows)
    known = _beating(plan, kept, turn, kind, np.ones_like(beaten), beaten) if shared else None
    for low in range(0, len(ahead), 64):
        pairs = np.meshgrid(ahead[low : low + 64], beaten, indexing="ij")
        target, over = (array[pairs[1] * rules.step >= pairs[0]] for array in pairs)
        if known is None:
            best = _beating(plan, kept, turn, kind, target, over)
        else:
            best = known[over - least]
        place = (number * plan.last.distances + target) * kept.arrival_rows + over
        entries = kept.begin_last + place * kept.kinds
        arrivals[entries[:, None] + np.arange(kept.kinds)] = best


def _beating(
    plan: MatchPlan,
    kept: Storage,
    turn: Turn,
    kind: tuple[bool, bool],
    target: Integers,
    beaten: Integers,
) -> Floats:
    """float64[lanes, kinds]: arriving at last turns with the target so far ahead and that many rows
    to beat, to be taken over with that many rows."""
    rules = plan.rules
    found = np.zeros((len(target), kept.kinds))
    if not len(target):
        return found
    opening = rules.least_row(rules.ruleset.bank.opening_minimum)
    farthest = max(int(target.max() // rules.step + 2), opening)
    rows = max(farthest, kept.arrival_rows + 1) + rules.forced
    width = max(1, SIDE_BY_SIDE // (rows * turn.columns))
    for begin in range(0, len(target), width):
        lanes = slice(begin, begin + width)
        ahead, over = target[lanes], beaten[lanes]
        start, rolled = _last_turns(plan, turn, kind, ahead, over + 1, rows, turn.dice)
        found[lanes] = start[:, None]
        if rules.takes_bank:
            taken = rolled[over, : kept.kinds, np.arange(len(ahead))]
            if rules.exact_goal:
                taken[over > ahead // rules.step] = 0.0
            found[lanes] = np.maximum(found[lanes], taken)
    return found


def _last_turns(
    plan: MatchPlan,
    turn: Turn,
    kind: tuple[bool, bool],
    ahead: Integers,
    least: Integers,
    rows: int,
    columns: int,
) -> tuple[Floats, Floats]:
    """(start, rolled) of last turns with the target so far ahead; `rolled` only for the given
    columns."""
    payoffs = last_turn_payoffs(plan, turn, kind, ahead, least, rows)
    start, rolled = turns(turn, rows, payoffs, columns)
    return np.minimum(start, MOST), np.minimum(rolled, MOST)


def last_turn_payoffs(
    plan: MatchPlan,
    turn: Turn,
    kind: tuple[bool, bool],
    ahead: Integers,
    least: Integers,
    rows: int,
) -> LanePayoffs:
    """Payoffs of last turns.

    Args:
        plan, turn: the match.
        kind: the class of the last turns.
        ahead: int64[lanes], how far the target is ahead, in units.
        least: int64[lanes], fewest rows that may be banked, the bank minimum aside.
        rows: rows of the turns.
    """
    rules = plan.rules
    streak_ends, on_board = kind
    bank_rules = rules.ruleset.bank
    minimum = bank_rules.minimum if on_board else bank_rules.opening_minimum
    least = np.maximum(least, rules.least_row(minimum))
    penalty = rules.penalty if streak_ends else 0

    def outcome(points: Integers) -> Floats:
        """The value of a final score that many units above the score at the start of the turn."""
        level = rules.ending.level_share
        worth: Floats = np.where(points > ahead, 1.0, np.where(points == ahead, level, 0.0))
        return worth

    def farkled(award: int, kept_rows: Integers) -> Floats:
        points = kept_rows * rules.step
        paid = np.where(points + award <= ahead, award, 0) if rules.exact_goal else award
        after = points + paid - penalty
        if streak_ends and rules.takes_all:
            after = np.full_like(after, -1)
        return outcome(after)

    kept_rows = np.arange(rows)[:, None] if rules.turn.keeps else np.zeros((1, 1), np.int64)
    kept_rows = np.broadcast_to(kept_rows, (len(kept_rows), len(ahead)))
    unpaid, awarded = farkled(0, kept_rows), farkled(rules.later_award, kept_rows)
    if rules.takes_farkle:
        lost = np.repeat(unpaid[:, None, :], turn.dice, axis=1)
        lost[:, turn.dice - 1] = awarded
    else:
        lost = np.stack([unpaid, awarded], axis=1)

    row = np.arange(rows + turn.max_rise)[:, None]
    legal = (rules.multiples(len(row)) != 0)[:, None] & (row >= least)
    legal[rows:] = True
    bank = np.where(legal, outcome(row * rules.step), FORBIDDEN)
    kinds = turn.dice if rules.takes_bank else 1
    return LanePayoffs(
        bank=np.repeat(bank[:, None, :], kinds, axis=1),
        lost=lost,
        first=farkled(rules.first_award, np.zeros((1, len(ahead)), np.int64))[0],
        ruin=np.zeros(len(ahead)),
        sure=np.ones(len(ahead)),
        room=ahead // rules.step if rules.exact_goal else np.full(len(ahead), 1 << 40),
    )
