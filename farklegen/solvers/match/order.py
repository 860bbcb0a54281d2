"""In which order the states are solved, and why that is exact.

Where the rounds of a game are counted, the level of a state is the number of turns played: every
turn leads to the next level, and nothing comes back. Elsewhere it is the sum of both scores. A bank
leads to a higher level, and so does a farkle that banks something: going down the levels, those
payoffs are known. A farkle that banks nothing swaps the scores and stays on the level; each state
has at most one such successor, so that the states of a level form cycles, and trees that lead into
them. The states of cycles are in layer 0, as are states whose farkle leaves the level. A state one
farkle away from layer k is in layer k + 1. Penalties and disasters, which lead to a lower level,
need another sweep.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Booleans, Integers, Keep, Payoffs, Task
from farklegen.core.sweeps import Course
from farklegen.solvers.match.dead import dead_states
from farklegen.solvers.match.plan import MatchPlan

FEW = 48
"""Lanes of a level below which splitting it between threads does not pay."""


@dataclass(frozen=True)
class Level:
    """One level.

    Attributes:
        number: see `MatchPlan.level`.
        tasks: lanes that need no other lanes of the same level, so that they can be solved side by
            side.
        states: int64[...], its states.
        targets: int64[...], states of this level and lower ones that it finds payoffs at.
        work: rows of turns, summed over its lanes: what it costs to solve.
    """

    number: int
    tasks: tuple[Task, ...]
    states: Integers
    targets: Integers
    work: int


@dataclass(frozen=True)
class Order:
    """The whole order.

    Attributes:
        levels: from the highest down.
        sweeps_again: whether some payoff is on a lower level, so that one sweep is not enough.
        dead: int64[...], states from which the game can never end.
        feedback: int64[...], states that higher levels find payoffs at.
        following: int64[states], the state of the same level that a farkle leads to, or -1.
        cycle_length: int64[states], states of the cycle of farkles that each is on; 0 if none.
        depth: int64[states], farkles to such a cycle, or to a farkle that leaves the level.
    """

    levels: tuple[Level, ...]
    sweeps_again: bool
    dead: Integers
    feedback: Integers
    following: Integers
    cycle_length: Integers
    depth: Integers


def work_until(levels: Sequence[Level]) -> NDArray[np.float64]:
    """float64[levels]: the work of each level and those before it."""
    return np.cumsum([level.work for level in levels], dtype=np.float64)


def course_of(levels: Sequence[Level], payoffs: Payoffs) -> Course:
    """The levels as threads sweep over them together; fills in `place` for their states, so that
    equations may be settled with the last course that was made, and with no other."""
    nothing = Task(np.zeros(0, np.int64), np.zeros(1, np.int64), np.zeros(0, np.int64))
    tasks, layer, beats = [], [], []
    for thread in range(max((len(level.tasks) for level in levels), default=0)):
        parts = [lv.tasks[thread] if len(lv.tasks) > thread else nothing for lv in levels]
        order = np.concatenate([part.order for part in parts])
        begins = _begins([part.order for part in parts])
        layers = [part.layers[:-1] + low for part, low in zip(parts, begins, strict=False)]
        beating = [part.beating for part in parts]
        ends = np.concatenate([*layers, begins[-1:]])
        tasks.append(Task(order, ends, np.concatenate(beating)))
        layer.append(_begins(layers))
        beats.append(_begins(beating))
        filled = (order >= 0).nonzero()[0]
        payoffs.place[order[filled]] = filled
    numbers = np.array([level.number for level in levels], np.int64)
    return Course(numbers, tuple(tasks), tuple(layer), tuple(beats))


def _begins(parts: Sequence[Integers]) -> Integers:
    """int64[parts + 1]: where each begins when they are joined, and where the last one ends."""
    return np.cumsum([0, *map(len, parts)])


def match_order(plan: MatchPlan, payoffs: Payoffs, keep: Keep, threads: int) -> Order:
    """Order the states, and fill in `partner` of the payoffs."""
    _, mine, theirs = plan.grid
    level = plan.level
    dead = dead_states(plan)
    alive = plan.exists.copy()
    alive[dead] = False
    references = _references(plan, payoffs)
    successor = np.where(payoffs.lost_rise == 0, payoffs.lost_base[0], payoffs.first)
    inside = successor < plan.states
    safe = np.where(inside, successor, 0)
    same = alive & inside & (level[safe] == level) & alive[safe]
    successor = np.where(same, safe, -1)
    in_cycle, depth = _cycles(successor, 2 * len(plan.contexts.all))
    lengths = _lengths(successor, in_cycle)
    payoffs.partner[:] = np.where(in_cycle, successor, -1)
    back = False
    for reference in references:
        state = reference < plan.states
        to = np.where(state, reference, 0)
        lower = state & alive & alive[to] & (level[to] <= level)
        back = back or bool(np.any(lower & ~((to == successor) & (level[to] == level))))
    if rule_keeps_and_takes(plan):
        back = True

    counted = plan.rules.ending.rounds is not None  # then no two states need each other
    parts = (theirs if counted else np.minimum(mine, theirs)) % max(threads, 1)
    live = np.flatnonzero(alive)
    per_level = np.bincount(level[live], minlength=int(level.max()) + 1)
    parts[per_level[level] < FEW] = 0
    keys = (live, -plan.rows[live], depth[live], parts[live], -level[live])
    ordered = live[np.lexsort(keys)]
    targets = _targets(references, ordered, level, alive)
    levels = []
    for states in _runs(ordered, level):
        tasks = tuple(_task(keep, group, depth) for group in _runs(states, parts))
        here = int(level[states[0]])
        work = int(plan.rows[states].sum())
        work += sum(_beating_rows(keep, task.beating) for task in tasks)
        levels.append(Level(here, tasks, states, targets[here], work))
    fed_back = np.zeros(plan.states, np.bool_)
    for found in levels:
        fed_back[found.targets[level[found.targets] < found.number]] = True
    return Order(tuple(levels), back, dead, np.flatnonzero(fed_back), successor, lengths, depth)


def _runs(states: Integers, kind: Integers) -> list[Integers]:
    """The states in order, cut into lists wherever `kind[state]` changes."""
    of = kind[states]
    ends = (of[1:] != of[:-1]).nonzero()[0] + 1
    return [states[a:b] for a, b in pairwise([0, *ends.tolist(), len(states)]) if a < b]


def _targets(
    references: list[Integers], states: Integers, level: Integers, alive: Booleans
) -> list[Integers]:
    """For each level, the living states of that level and of lower ones that its states refer
    to."""
    keys = []
    for reference in references:
        to = reference[states]
        inside = to < len(level)
        to, of = to[inside], level[states[inside]]
        needed = alive[to] & (level[to] <= of)
        keys.append(of[needed] * len(level) + to[needed])
    of, to = np.divmod(np.unique(np.concatenate(keys)), len(level))
    most = int(level.max(initial=-1)) + 1
    return np.split(to, np.searchsorted(of, np.arange(1, most)))


def rule_keeps_and_takes(plan: MatchPlan) -> bool:
    """Whether a farkle may both keep points and cost a penalty: then it may lead lower."""
    rules = plan.rules
    return rules.ending.rounds is None and rules.turn.keeps and rules.streak_costs


def _references(plan: MatchPlan, payoffs: Payoffs) -> list[Integers]:
    """Every array of states that a turn may end in, banks and kept turn scores left out."""
    found = [payoffs.first]
    if not plan.rules.turn.keeps:
        found += [payoffs.lost_base[0]]
        if plan.rules.later_award:
            found += [payoffs.lost_base[1]]
    if np.any(plan.rules.moves.disaster_probability > 0):
        found += [payoffs.ruin]
    return found


def _cycles(successor: Integers, most: int) -> tuple[Booleans, Integers]:
    """(in a cycle?, how many steps from one or from the end) for each state.

    No state has more than `most` others before it or after it.
    """
    states = len(successor)
    nowhere = states
    step = np.append(np.where(successor < 0, nowhere, successor), nowhere)
    far = step.copy()
    for _ in range(most.bit_length()):
        far = far[far]
    in_cycle = np.zeros(states + 1, np.bool_)
    in_cycle[far] = True  # after many steps every state is on a cycle; whole cycles are marked
    in_cycle[nowhere] = False
    depth = np.zeros(states + 1, np.int64)
    depth[nowhere] = -1
    open_ones = ~in_cycle[:-1]
    now = step[:-1].copy()
    while np.any(unfinished := open_ones & (now != nowhere)):
        depth[:-1][unfinished] += 1
        arrived = in_cycle[now]
        now = np.where(arrived, nowhere, step[now])
    return in_cycle[:-1], depth[:-1]


def _lengths(successor: Integers, in_cycle: Booleans) -> Integers:
    """int64[states]: states of the cycle that each state is on; 0 elsewhere."""
    start = np.flatnonzero(in_cycle)
    length, now = np.ones_like(start), successor[start]
    while np.any(unfinished := now != start):
        length += unfinished
        now = np.where(unfinished, successor[now], now)
    lengths = np.zeros(len(successor), np.int64)
    lengths[start] = length
    return lengths


def _task(keep: Keep, states: Integers, depth: Integers) -> Task:
    runs = _runs(states, depth)
    order = np.concatenate(runs)
    layers = [0, *accumulate(map(len, runs))]
    beating = np.zeros(0, np.int64)
    if keep.previous:
        arrived = states[keep.arrival_base[states] >= 0]
        beating = arrived[np.argsort(keep.theirs[arrived], kind="stable")]
    return Task(order, np.array(layers, np.int64), beating)


def _beating_rows(keep: Keep, states: Integers) -> int:
    """Rows of the turns that begin at these states with a bank to beat."""
    most = keep.theirs[states] // keep.step
    return int((most * (most + 1) // 2).sum())
