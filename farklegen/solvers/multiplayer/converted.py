"""A match of two that is solved on its layout, as its plan has it."""

from __future__ import annotations

import numpy as np

from farklegen.core.arrays import Floats, Integers, Keep
from farklegen.solvers.match.last_turn import solve_last_turns
from farklegen.solvers.match.layout import payoff_arrays, storage, turn_arrays, write_over
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solution import OldMatch
from farklegen.solvers.multiplayer.layout import Group, Layout
from farklegen.solvers.multiplayer.views import plan_states, seen_from


def old_match(layout: Layout, values: Floats) -> OldMatch:
    """The same match on its plan."""
    rules = layout.rules
    plan = MatchPlan(rules)
    kept, chances = storage(plan), chances_of(plan, layout, values)
    arrivals, farkled = np.zeros(max(kept.arrivals, 1)), np.zeros(max(kept.farkled, 1))
    arrivals[: kept.begin_last] = 0.5
    write_over(plan, kept, chances, arrivals)
    if kept.arrivals or kept.farkled:
        solve_last_turns(plan, kept, turn_arrays(rules, plan.most_rows), chances, arrivals, farkled)
        _, keep = payoff_arrays(plan, kept)
        for group in layout.groups:
            if group.left is None and group.row_units:
                at, states = _places(plan, layout, group)
                _put_offers(plan, keep, (arrivals, farkled), group, at, states, values)
    return OldMatch(plan, chances, arrivals, farkled)


def chances_of(plan: MatchPlan, layout: Layout, values: Floats) -> Floats:
    """float64[chances]: those of one player, as the plan has them."""
    chances = np.zeros(plan.size)
    for group in layout.groups:
        if group.left == 0 or group.row_units:
            continue
        at, states = _places(plan, layout, group)
        chances[states] = values[group.index(at)]
    return chances


def _places(plan: MatchPlan, layout: Layout, group: Group) -> tuple[Integers, Integers]:
    """(int64[axes, turns], int64[turns]): turns of a group, and their states in the plan."""
    at = layout.coordinates(group)
    if group.left:  # nobody is level with who has reached the goal
        at = at[:, (at[0] >= 1) & (at[0] < plan.last.distances)]
        return at, plan_states(plan, seen_from(layout, group, at, "next"))
    for axis, on_board in enumerate(group.boards if layout.lead is None else ()):
        if not on_board:
            at = at[:, np.isin(at[axis], plan.rules.off_board)]
    states = plan_states(plan, seen_from(layout, group, at, "next"))
    return at[:, plan.exists[states]], states[plan.exists[states]]


def _put_offers(
    plan: MatchPlan,
    keep: Keep,
    offers: tuple[Floats, Floats],
    group: Group,
    at: Integers,
    states: Integers,
    values: Floats,
) -> None:
    """Put down what turns with an offer, or with something to beat, are worth.

    Args:
        plan, keep: of the match.
        offers: its arrivals and what may be taken over are filled in.
        group: of the turns.
        at: int64[axes, turns], where they are in the group.
        states: int64[turns], their states in the plan.
        values: float64[...], all values of the layout.
    """
    arrivals, taken = offers
    kinds = max(group.hands, 1)
    farkled = group.first == 0
    banked = not farkled or (bool(keep.takes_bank) and not keep.previous)
    rows = np.where(farkled, plan.rows[states], 0)
    if banked:
        rows = np.maximum(rows, keep.theirs[states] // keep.step + 1)
    for row in range(group.first, int(rows.max(initial=0))):
        some = rows > row
        if group.beats:
            some &= at[group.axes] + group.first == row
        offer = np.full(int(some.sum()), min(row, group.shape[group.axes] + group.first - 1))
        place = [*at[: group.axes, some], offer - group.first]
        if group.hands:
            place.append(np.zeros_like(offer))
        found = values[group.index(np.stack(place))[:, None] + np.arange(kinds)]
        if farkled:
            here = keep.farkled_rows[states[some]] > row
            entry = keep.farkled_base[states[some]][here] + row * kinds
            taken[entry[:, None] + np.arange(kinds)] = found[here]
        if banked:
            their_rows = keep.theirs[states[some]] - row * keep.step
            here = (their_rows >= 0) & (keep.arrival_base[states[some]] >= 0)
            run = keep.arrival_run[np.maximum(their_rows, 0)] + row
            entry = (keep.arrival_base[states[some]] + run * kinds)[here]
            arrivals[entry[:, None] + np.arange(kinds)] = found[here]
