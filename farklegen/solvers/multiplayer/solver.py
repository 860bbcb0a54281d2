"""Solve a game of P players.

Let w(x) be the chances in state x of the player to move, the next one, and so on, R what turns the
view of one player into that of the one before. A turn whose farkles lead to y is worth

    w(x) = F(R w(y))

and all else that it leads to lies on a higher level, the sum of the scores: levels are solved from
the highest down. What a farkle leads to is on the same level: the dice go round, and after P
farkles are back with the same scores. Each F is piecewise linear: with A the payoffs of the choices
made, and f the chance that the turn farkles,

    w(x) = A + f R w(y)

so a cycle is P linear equations while choices stay (policy evaluation); then all choose again
(policy improvement), until nothing changes. f is found as the ratio of how much the mover's own
chance moved from one round to the next and how much that of the farkle had. A level begins with
values and f as states nearby have them: three rounds are enough then, mostly.

Not every cycle comes to rest. A choice that is all the same to the player who makes it may mean
much to the others, so values jump where choices change, and F need not have a fixed point: a better
choice of one player calls for another one of the next, and so on round. Then the values go half the
way with each round; where that does not help, the cycle is played for `MOST_ROUNDS` rounds without
a point from equal chances, as if the game were cut off there. `Tally` counts these. A cycle that
does come to rest is an equilibrium: nobody gains by another choice. It need not be the only one.

Where farkles in a row cost points, a farkle that completes a streak leads to a lower level, or back
to the same one where the score cannot fall. Then all levels are swept again and again, from the
highest down, until nothing changes. Within a level farkles make chains, of P times the streak at
most: the states are solved from the ends of the chains on, each once in a sweep. Sweeps that find
no rest go on half the way; then each state that still moves counts as a cycle without rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import inf, log

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.core.binding import core
from farklegen.core.crew import Crew
from farklegen.core.several import Several, solve_several
from farklegen.solvers.match.match_rules import MatchRules
from farklegen.solvers.multiplayer.lanes import TIE, lanes, longest_turn, several_turn
from farklegen.solvers.multiplayer.layout import Group, Layout
from farklegen.solvers.multiplayer.levels import (
    SeveralLevel,
    in_parts,
    level_of,
    on_levels,
    outcome,
    some,
    turned,
)
from farklegen.solvers.progress import Progress, silent

SETTLED = 1e-14
"""A round that changes less than this is the last one."""

FIRST_ROUNDS = 2
"""Rounds that are played one by one before choices are improved, where nothing is guessed."""

MOST_IMPROVEMENTS = 20
"""Improvements after which rounds are played one by one after all."""

MOST_ROUNDS = 1000
"""Rounds without a point, after which the game is cut off."""

DAMPED_ROUNDS = 200
"""Rounds that are played before that with values that go half the way only: some cycles come to
rest so, where each improvement calls forth another."""

SWEPT = 1e-12
"""What moves by no more in the last sweep has come to rest."""

MOST_SWEEPS = 400
"""Sweeps where streaks cost points, half of them all the way."""

BLOCK = 24
"""Lanes that the core works on at a time."""


@dataclass
class Tally:
    """What happened while solving.

    Attributes:
        evaluations: turns solved.
        residual: the most that the last round changed a chance, in cycles that came to rest.
        sweeps: through all levels; 1 where nothing leads to a lower one.
        unsettled: cycles that did not.
        moving: the most that it changed a chance in those.
        most_rounds: rounds without a point, after which a game is cut off.
    """

    evaluations: int = 0
    residual: float = 0.0
    unsettled: int = 0
    moving: float = 0.0
    most_rounds: int = MOST_ROUNDS
    sweeps: int = 1

    def rest(self, change: Floats) -> None:
        """Cycles have come to rest, with a last change of so much."""
        self.residual = max(self.residual, float(change.max(initial=0.0)))


class SeveralSolver:
    """Values of all states.

    Attributes:
        layout: the states.
        values: float64[P - 1, states], see `Layout.first_values`.
        slopes: float32[states], how often turns of solved levels farkle.
    """

    def __init__(self, rules: MatchRules, players: int, threads: int) -> None:
        self.layout = Layout(rules, players)
        self.rules = rules
        self.values = self.layout.first_values()
        self.threads = threads
        self.sweeps = self.layout.falls and not self.layout.rounds
        self.monotone = not (self.layout.rounds or self.sweeps or self.layout.tells)
        # the best of their kind alone, while more points are never worse
        self.moves = rules.moves if self.monotone else rules.every_move
        self.tally = Tally()
        self.slopes = np.zeros(self.values.shape[1], np.float32)
        self.longest = longest_turn(self.layout)
        self.turn = core().pack(several_turn(rules, self.moves, self.longest))

    def solve(self, progress: Progress = silent) -> Tally:
        """Fill in the values."""
        before = [group for group in self.layout.groups if group.left is None]
        highest = self.layout.players * (self.layout.scores - 1)
        total, done = float(sum(group.size for group in before)), 0.0
        with Crew(self.threads) as crew:
            self.crew = crew
            for left in range(1, self.layout.players):
                for group in self.layout.groups:
                    if group.left == left:
                        progress(0.0, "solving the match")
                        self._solve_ahead(group, self.layout.coordinates(group))
            if self.layout.rounds:  # every turn leads to one with fewer turns left: no cycles
                for group in before:
                    self._solve_ahead(group, self.layout.coordinates(group))
                    done += group.size
                    progress(done / total, "solving the match")
                return self.tally
            if self.sweeps:
                self._sweep(before, highest, progress)
                return self.tally
            for level in range(highest, -1, -1):
                parts, told = on_levels(before, level)
                if self.layout.hands_back:
                    parts, told = told, []  # they find what is told of nothing as well
                self._settle(parts)
                for group, at in told:
                    self._solve_ahead(group, at)
                self._watch(parts)
                # turns are as long as it is far to the goal
                share = 2.0 * (highest - level + 1) / (highest + 2)
                done += sum(at.shape[1] for _, at in parts + told) * share
                progress(min(done / total, 1.0), "solving the match")
        return self.tally

    def _sweep(self, before: list[Group], highest: int, progress: Progress) -> None:
        """Sweep the levels until nothing changes."""
        levels = []
        for level in range(highest, -1, -1):
            levels += [
                level_of(self.layout, parts, self.values, self.moves.columns)
                for parts in on_levels(before, level)[int(self.layout.hands_back) :]
                if parts
            ]
        change = inf
        for sweep in range(MOST_SWEEPS):
            damping = 0.0 if sweep < MOST_SWEEPS // 2 else 0.5
            changes = [self._round(level, level.everywhere, damping) for level in levels]
            last, change = change, max(float(moved.max()) for moved in changes)
            self.tally.sweeps = sweep + 1
            progress(settled_share(last, change, sweep), "solving the match")
            if change <= SETTLED:
                break
        moving = [moved[moved > SWEPT] for moved in changes]
        self.tally.unsettled = sum(len(moved) for moved in moving)
        self.tally.moving = max((float(moved.max(initial=0.0)) for moved in moving), default=0.0)
        self.tally.rest(np.concatenate([moved[moved <= SWEPT] for moved in changes]))

    def _evaluate(self, task: Several) -> None:
        """Solve lanes, turns of about the same length side by side."""
        count = len(task.rows)
        self.tally.evaluations += count
        if count <= BLOCK:
            solve_several(self.turn, [task], self.crew)
            return
        order = np.argsort(-task.rows, kind="stable")
        turns = np.arange(count) // BLOCK % self.threads
        parts = [order[turns == thread] for thread in range(min(self.threads, turns.max() + 1))]
        tasks = [some(task, part) for part in parts]
        solve_several(self.turn, tasks, self.crew)
        for part, done in zip(parts, tasks, strict=True):
            task.start[:, part] = done.start
            task.offered[..., part] = done.offered

    def _solve_ahead(self, group: Group, at: Integers) -> None:
        """Turns whose farkles lead on as well: last ones, those of rounds and those that are told
        of the one before."""
        for part in in_parts(group, at):
            task, _ = lanes(self.layout, group, part, self.values, self.moves.columns)
            self._evaluate(task)
            states, found = outcome(group, part, task)
            self.values[:, states] = found

    def _watch(self, parts: list[tuple[Group, Integers]]) -> None:
        """From the first level on where some bank of more points is worth less, choose from all
        moves: those that bring fewer points for as many dice may be better then."""
        if not self.monotone:
            return
        worst = 0.0
        for group, at in parts:
            below = at[:, at[-1] + 1 < group.shape[-1]]
            if group.boards[-1] and below.shape[1]:
                state = group.index(below)
                more = self.values[:, state + 1].sum(axis=0) - self.values[:, state].sum(axis=0)
                worst = max(worst, float(more.max()))
        if worst > TIE:
            self.monotone = False
            self.moves = self.rules.every_move
            self.turn = core().pack(several_turn(self.rules, self.moves, self.longest))

    def _settle(self, parts: list[tuple[Group, Integers]]) -> None:
        """Settle a level."""
        level = level_of(self.layout, parts, self.values, self.moves.columns)
        if self.layout.hands_back:
            change = self._round_by_round(level, level.everywhere, DAMPED_ROUNDS)
            left = change > SETTLED
            self.tally.rest(change[~left])
        else:
            guessed = self._guess(level, parts)
            self._round_by_round(level, guessed, 1)
            self._round_by_round(level, ~guessed, FIRST_ROUNDS)
            left = self._improve(level)
            self.slopes[level.states] = level.slope
        for most, damping in ((DAMPED_ROUNDS, 0.5), (MOST_ROUNDS, 0.0)):
            if not left.any():
                break
            for states in (level.own, level.offers):
                self.values[:, states[..., left]] = 1.0 / self.layout.players
            change = self._round_by_round(level, left, most, damping)
            left = left & (change > SETTLED)
            self.tally.rest(change[~left])
        if left.any():
            self.tally.unsettled += len(np.unique(level.anchor[left]))
            self.tally.moving = max(self.tally.moving, float(change.max()))

    def _guess(self, level: SeveralLevel, parts: list[tuple[Group, Integers]]) -> Booleans:
        """Guess values and slopes of a level from those with one or more of the scores a unit
        higher, as if no score told how much the others tell together; bool[lanes], where that was
        to be had. Where the goal must be hit exactly, states nearby are not alike."""
        guessed, begin = np.zeros(len(level.states), np.bool_), 0
        if self.rules.exact_goal:
            return guessed
        for group, at in parts:
            within = np.all(at + 1 < np.array(group.shape)[:, None], axis=0)
            which = begin + np.flatnonzero(within)
            begin += at.shape[1]
            if not len(which):
                continue
            guessed[which] = True
            states = level.states[which]
            found, slope = np.zeros((self.layout.players - 1, len(which))), np.zeros(len(which))
            for higher in product((0, 1), repeat=len(group.shape)):
                if any(higher):
                    sign = 1.0 if sum(higher) % 2 else -1.0
                    there = states + int(np.dot(higher, group.strides))
                    found += sign * self.values[:, there]
                    slope += sign * self.slopes[there]
            found = np.clip(found, 0.0, 1.0)
            self.values[:, states] = found / np.maximum(found.sum(axis=0), 1.0)
            level.slope[which] = np.clip(slope, 0.0, 1.0)
        return guessed

    def _round_by_round(
        self, level: SeveralLevel, active: Booleans, most: int, damping: float = 0.0
    ) -> Floats:
        """Play so many more rounds without a point, or until nothing changes; float64[lanes], what
        the last one has changed in each cycle, or would have without `damping`."""
        change = np.zeros(len(level.states))
        for _ in range(most):
            change = self._round(level, active, damping)
            active = active & (change > SETTLED)
            if not active.any():
                break
        return change

    def _round(self, level: SeveralLevel, active: Booleans, damping: float = 0.0) -> Floats:
        """Play one more round; float64[lanes], the largest change in each cycle."""
        change = np.zeros(len(level.states))
        for phase in range(level.longest - 1, -1, -1):
            which = np.flatnonzero(active & (level.phase == phase))
            if len(which):
                part = some(level.task, which)
                lost = turned(self.values[:, level.after[which]])
                self._evaluate(part)
                level.learn(which, lost, part.start)
                for states, found in ((level.own, part.start), (level.offers, part.offered)):
                    at = states[..., which]
                    before = self.values[:, at]
                    moved = np.abs(found - before).reshape(-1, len(which))
                    change[which] = np.maximum(change[which], moved.max(axis=0, initial=0.0))
                    self.values[:, at] = damping * before + (1 - damping) * found
        largest = np.zeros(len(change))
        np.maximum.at(largest, level.anchor, change)
        return largest[level.anchor]

    def _improve(self, level: SeveralLevel) -> Booleans:
        """Policy improvement, until nothing changes; bool[lanes], where that did not help."""
        active = level.everywhere
        for _ in range(MOST_IMPROVEMENTS):
            self.values[:, level.states[active]] = level.closed()[:, active]
            change = self._round(level, active)
            rests = active & (change <= SETTLED)
            self.tally.rest(change[rests])
            active = active & ~rests
            if not active.any():
                break
        return active


def settled_share(last: float, change: float, sweep: int) -> float:
    """How much of the work is done, judged by how quickly sweeps come to rest."""
    if change <= SETTLED or not 0.0 < change < last < inf:
        return float(change <= SETTLED)
    ahead = log(change / SETTLED) / log(last / change)
    return (sweep + 1) / (sweep + 1 + ahead)
