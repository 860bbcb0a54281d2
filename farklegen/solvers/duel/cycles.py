"""Which turns of a level are settled together, and which one after the other.

A farkle that banks nothing leads to a turn of the other player on the same level. Two turns that
lead to each other are settled together. All others are settled after the turn that they lead to; in
longer cycles, which there are only where penalties take nothing any more, one of them is begun
with the chance that is known so far, and they are gone round until nothing changes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from farklegen.core.arrays import Integers, Payoffs
from farklegen.solvers.match.plan import MatchPlan


@dataclass(frozen=True)
class CycleGroup:
    """Turns that need none of the same level but those before them.

    Attributes:
        states: int64[...], where they begin.
        partners: int64[...], the other player's turn that each is settled with, or -1.
        cycle: whether they lie on a longer cycle, or lead into one.
    """

    states: Integers
    partners: Integers
    cycle: bool


def groups_of(
    plan: MatchPlan, payoffs: Payoffs, levels: Integers, states: Integers
) -> list[CycleGroup]:
    """The turns of a level, in the order in which they are settled; `levels` is `plan.level`."""
    rise, size = payoffs.lost_rise[states], plan.states
    to = np.where(rise == 0, payoffs.lost_base[0, states], payoffs.first[states])
    _, mine, theirs = plan.grid
    inside = np.where(to < size, to, 0)
    same = (to < size) & (levels[inside] == levels[states[0]]) & plan.exists[inside]
    order = np.argsort(states)
    place = order[np.searchsorted(states, inside, sorter=order).clip(max=len(states) - 1)]
    after = np.where(same, place, -1)
    here = np.arange(len(states))
    back = (after >= 0) & (after[after] == here)
    # turns that are alike side by side: as far from the goal
    tall = np.lexsort((theirs[states], mine[states]))
    found = [_group(states, tall[back[tall]], after, together=True)] if back.any() else []
    done = back | (after < 0)
    ready = np.flatnonzero((after < 0) & ~back)
    while True:
        if len(ready):
            found.append(_group(states, tall[np.isin(tall, ready)], after, together=False))
        waiting = np.flatnonzero(~done)
        ready = waiting[done[after[waiting]]]
        if not len(ready):
            break
        done[ready] = True
    for place_ in _round(after, waiting.tolist()):
        found.append(_group(states, np.array([place_]), after, together=False, cycle=True))
    return found


def _group(
    states: Integers, places: Integers, after: Integers, *, together: bool, cycle: bool = False
) -> CycleGroup:
    partners = states[after[places]] if together else np.full(len(places), -1)
    return CycleGroup(states[places], partners, cycle)


def _round(after: Integers, waiting: list[int]) -> list[int]:
    """An order for turns on cycles and those that lead there: each after the one it leads to, but
    for one of each cycle."""
    order: list[int] = []
    known: set[int] = set()
    for begin in waiting:
        path = []
        now = begin
        while now not in known:
            known.add(now)
            path.append(now)
            now = int(after[now])
        order += reversed(path)
    return order
