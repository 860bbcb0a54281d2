"""A match solved layer by layer again: the twin of `source/level.hpp`.

A layer's lanes are solved side by side, as many at a time as `SIDE_BY_SIDE` allows. What is
written down here are the equations and the steps that solve them; `twin_turn` has the turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from farklegen.core.arrays import (
    FORBIDDEN,
    LANES,
    SURE,
    Booleans,
    Floats,
    Integers,
    Keep,
    Payoffs,
    Turn,
)
from farklegen.core.chances import chance_of, coordinate_of, payoff_of, value_of
from farklegen.core.payoffs import Solved, gather
from farklegen.solvers.match.error import round_cycles
from tests.core.twin_turn import Cycles, backward

TIGHT = 4e-15
"""Relative change at which the equations of a cycle hold."""

LOOSE = 1e-12
"""Relative change that will do after `PATIENCE` steps."""

PATIENCE = 30

SECANT_STEPS = 100
"""Steps after which slopes are used no more: then the equations contract, if slowly."""

MOST_STEPS = 400
"""Steps on one cycle; some four are usual."""

SIDE_BY_SIDE = 1 << 20
"""Numbers of a table of lanes that are worked on at a time."""


@dataclass
class Match:
    """The match and the chances found so far, as `source/level.hpp` takes them.

    Attributes:
        check: see `core.arrays.Solving`.
        coupled: whether lanes find payoffs of a farkle in each other.
        keeps: whether what rolling is worth is wanted later.
    """

    turn: Turn
    payoffs: Payoffs
    keep: Keep
    chances: Floats
    source: Floats
    farkled: Floats
    found: tuple[Floats, Floats, Floats]
    coupled: bool
    keeps: bool
    check: int


class Layer:
    """The lanes of one layer, while they are solved.

    Attributes:
        place: int64[lanes], where they stand in the layer; a block may have been filled up.
        states, beaten: int64[lanes], the states, and the rows that must be beaten.
        coordinate: float64[lanes].
        itself: bool[lanes], whether the lane is that of the state itself.
        following, length, joined: the cycles, see `twin_turn.Cycles`.
        rows: int64[lanes], rows of the turns.
        worth: float64[lanes], the value that the equations ask for.
        rolled: float64[rows, dice, lanes], what rolling is worth, where it is wanted.
        gaps: float64[lanes], relative differences of value and worth.
    """

    def __init__(self, match: Match, order: Integers, beaten: Integers, low: int) -> None:
        payoffs, chances = match.payoffs, match.chances
        self.match = match
        self.place = np.flatnonzero(order >= 0)
        self.states, self.beaten = order[self.place], beaten[self.place]
        lanes = len(self.states)
        self.coordinate = coordinate_of(chances[self.states])
        if match.check == 2:
            self.coordinate[:] = 1.0
        self.itself = self.beaten == 0
        partner = payoffs.partner[self.states]
        self.joined = (partner >= 0) & self.itself & (match.check == 0)
        lane_at = np.zeros(len(order), np.int64)
        lane_at[self.place] = np.arange(lanes)
        self.following = np.arange(lanes)
        self.following[self.joined] = lane_at[payoffs.place[partner[self.joined]] - low]
        self.length = _lengths(self.following)
        self.rows = rows_needed(match, self.states, self.beaten, 0.5)
        self.worth, self.gaps = np.zeros(lanes), np.zeros(lanes)
        shape = (self.rows.max(initial=0), match.turn.dice, lanes)
        self.rolled = np.full(shape if match.keeps else (0, 0, 0), FORBIDDEN)

    @property
    def values(self) -> Floats:
        """float64[lanes]: the states as they are now."""
        return value_of(self.match.chances[self.states], self.coordinate)

    def evaluate(self, busy: Booleans) -> int:
        """Apply the equations to some lanes, cycle by cycle; how many that were."""
        turn, count = self.match.turn, 0
        height = (self.rows.max() + turn.max_rise) * turn.columns
        width = max(SIDE_BY_SIDE // int(height * LANES), 1) * LANES
        for part in range(int(self.place[-1]) // width + 1):
            lanes = np.flatnonzero(busy & (self.place // width == part))
            if len(lanes):
                self._evaluate(lanes)
            count += len(lanes)
        return count

    def _evaluate(self, lanes: Integers) -> None:
        match, turn = self.match, self.match.turn
        rows = int(self.rows[lanes].max())
        payoffs = gather(
            turn, match.payoffs, match.keep,
            Solved(match.chances, match.source, match.farkled), self.states[lanes],
            self.beaten[lanes], self.coordinate[lanes], rows, match.check,
        )  # fmt: skip
        cycles = self._cycles(lanes) if match.coupled else None
        _, rolled, self.worth[lanes] = backward(turn, rows, payoffs, cycles)
        if match.keeps:
            self.rolled[:rows, :, lanes] = rolled[:, : turn.dice]

    def _cycles(self, lanes: Integers) -> Cycles:
        """The cycles of these lanes, all of them whole."""
        payoffs, states = self.match.payoffs, self.states[lanes]
        among = np.zeros(len(self.states), np.int64)
        among[lanes] = np.arange(len(lanes))
        joined = np.repeat(self.joined[None, lanes], self.match.turn.dice, axis=0)
        joined[-1] &= payoffs.lost_base[1, states] == payoffs.lost_base[0, states]
        return Cycles(
            following=among[self.following[lanes]],
            length=self.length[lanes],
            joined=joined,
            first=self.joined[lanes] & (payoffs.first[states] == payoffs.partner[states]),
            coordinate=self.coordinate[lanes],
            fresh=self.values[lanes],
        )

    def compare(self) -> None:
        """Work out the gaps."""
        self.gaps = np.where(self.itself, relative(self.worth, self.values), 0.0)

    def write(self) -> None:
        """Write what the equation asks for where chances are found."""
        here = self.itself
        found = chance_of(self.worth[here], self.coordinate[here])
        self.match.found[0][self.states[here]] = found

    def settle(self) -> None:
        """Take over the worth of states on no cycle: that is their value."""
        alone = self.itself & ~self.joined
        found = chance_of(self.worth[alone], self.coordinate[alone])
        self.match.chances[self.states[alone]] = found
        self.gaps[alone] = 0.0

    def learn(self, before: tuple[Floats, Floats] | None) -> tuple[Floats, Floats]:
        """Slopes from (payoff of a farkle, worth) of the step before and of this one."""
        match, payoffs = self.match, self.match.payoffs
        ahead = match.chances[self.states[self.following]]
        payoff = payoff_of(ahead, self.coordinate)
        if before is not None:
            moved = payoff - before[0]
            tells = self.joined & (np.abs(moved) > 1e-13 * np.abs(payoff))
            slope = (self.worth - before[1])[tells] / moved[tells]
            payoffs.slope[self.states[tells]] = np.clip(slope, 0.0, 1.0)
        return payoff, self.worth.copy()

    def step(self, number: int) -> Booleans:
        """Solve the linearised equations round each cycle that is not yet settled.

        With d the differences of worth and value, and s the slopes, a state's move is m_i = d_i -
        s_i * m_following. Returns which lanes moved.
        """
        match = self.match
        values = self.values
        worst = self.gaps.copy()
        at = self.following
        for _ in range(int(self.length.max(initial=1)) - 1):
            worst = np.maximum(worst, self.gaps[at])
            at = self.following[at]
        moving = self.joined & (worst > TIGHT)
        tells = self.joined & (number < SECANT_STEPS)
        slope = np.where(tells, match.payoffs.slope[self.states], 0.0)
        differences = self.worth - values
        whole, factor = round_cycles(self.following, self.length, differences, -slope)
        proper = 1.0 - factor > 1e-12
        # equations that leave the value open: the cycle is never left
        gain = np.where(proper, 1.0 / np.where(proper, 1.0 - factor, 1.0), 0.5)
        target = values + whole * gain
        low = self.coordinate == 0.0
        chance = np.where(low, np.clip(target, 0.0, 1.0), np.clip(target, -1.0, SURE))
        match.chances[self.states[moving]] = chance[moving]
        stepped: Booleans = moving
        return stepped

    def write_arrivals(self, begun: Floats) -> None:
        """Values of arriving at the states after a bank, by the row that was banked; `begun`:
        float64[lanes], those of turns of one's own."""
        match, keep, kinds = self.match, self.match.keep, self.match.payoffs.bank_kinds
        lanes = np.flatnonzero(keep.arrival_base[self.states] >= 0)
        if not len(lanes):
            return
        states, beaten = self.states[lanes], self.beaten[lanes]
        last = np.where(beaten > 0, beaten, keep.theirs[states] // keep.step)
        row = np.arange(1 - keep.previous, last.max() + 1)[:, None]
        wanted = np.where(beaten > 0, row == beaten, row <= last)
        value = np.where(beaten > 0, self.worth[lanes], begun[lanes])
        best = np.broadcast_to(value, (len(row), kinds, len(lanes)))
        if keep.takes_bank:
            inside = np.minimum(row[:, 0], len(self.rolled) - 1)
            rolled = self.rolled[inside][:, :kinds, lanes]
            allowed = row < np.minimum(self.rows[lanes], len(self.rolled))
            if match.turn.overshoot:
                allowed &= row <= match.payoffs.room[states]
            best = np.where(allowed[:, None, :], np.maximum(best, rolled), best)
        before = np.where(wanted, keep.theirs[states] - row * keep.step, 0)
        entry = keep.arrival_base[states] + (keep.arrival_run[before] + row) * kinds
        entries = entry[:, None, :] + np.arange(kinds)[:, None]
        chosen = np.broadcast_to(wanted[:, None, :], entries.shape)
        found = chance_of(best, self.coordinate[lanes])
        match.found[1][entries[chosen]] = found[chosen]

    def write_farkled(self) -> None:
        """Values of taking over after a farkle, by row and dice."""
        match, keep, dice = self.match, self.match.keep, self.match.turn.dice
        lanes = np.flatnonzero(self.itself & (keep.farkled_base[self.states] >= 0))
        states = self.states[lanes]
        row = np.arange(len(self.rolled))[:, None]
        wanted = row < np.minimum(self.rows[lanes], keep.farkled_rows[states])
        if match.turn.overshoot:
            wanted &= row <= match.payoffs.room[states]
        entry = keep.farkled_base[states] + row * dice
        entries = entry[:, None, :] + np.arange(dice)[:, None]
        chosen = np.repeat(wanted[:, None, :], dice, axis=1)
        chosen[0, : dice - 1] = False  # without points yet all the dice are rolled
        found = chance_of(self.rolled[:, :, lanes], self.coordinate[lanes])
        match.found[2][entries[chosen]] = found[chosen]


def _lengths(following: Integers) -> Integers:
    """int64[lanes]: lanes of the cycle that each lies on."""
    start = np.arange(len(following))
    length, at = np.ones_like(start), following
    while np.any(goes_for_it := at != start):
        length += goes_for_it
        at = np.where(goes_for_it, following[at], at)
    return length


def rows_needed(match: Match, states: Integers, beaten: Integers, share: float) -> Integers:
    """int64[states]: rows of the turns, up to where banking past the goal is proved best.

    Banking there loses only if the opponent's last turn goes past it, which gets rarer with every
    row; rolling loses at least the chance of a farkle times the chance to lose after it. The rows
    are enough if they are for a `share` of 1 in the end; a smaller one allows for guesses.
    """
    payoffs, chances = match.payoffs, match.chances
    rows = payoffs.rows[states]
    if payoffs.stop_risk <= 0.0:
        return rows
    after = chances[payoffs.lost_base[0, states]]
    risk = share * payoffs.stop_risk * np.where(after >= 0.0, after, 1.0 + after)
    least = np.maximum(payoffs.least[states], beaten + 1)
    row = np.minimum(np.maximum(payoffs.bank_switch[states], least), rows)
    while True:
        at = np.minimum(row, rows - 1)
        loss = match.source[payoffs.bank_past[states] + payoffs.bank_rise_past * at]
        goes_for_it = (row < rows) & ~((loss >= 0.0) & (loss <= risk))
        if not goes_for_it.any():
            return row
        row = row + goes_for_it


def relative(one: Floats, other: Floats) -> Floats:
    """Relative differences."""
    scale = np.maximum(np.abs(one), np.abs(other))
    known = scale > 1e-250
    gap: Floats = np.where(known, np.abs(one - other) / np.where(known, scale, 1.0), 0.0)
    return gap


def solve(
    turn: Turn,
    payoffs: Payoffs,
    keep: Keep,
    order: Integers,
    layers: Integers,
    previous: Integers,
    chances: Floats,
    source: Floats,
    farkled: Floats,
    found: tuple[Floats, Floats, Floats],
    check: int,
) -> Floats:
    """Solve states layer by layer: the `result` of `core.arrays.Solving`."""
    match = Match(
        turn, payoffs, keep, chances, source, farkled, found,
        coupled=bool(keep.takes_farkle) and not check,
        keeps=bool(keep.takes_bank or keep.takes_farkle),
        check=check,
    )  # fmt: skip
    change = residual = anywhere = 0.0
    evaluations = 0
    for low, high in pairwise(layers.tolist()):
        layer = Layer(match, order[low:high], previous[low:high], low)
        if not len(layer.states):
            continue
        counts = layer.itself & (payoffs.counts[layer.states] != 0)
        if check:
            evaluations += layer.evaluate(np.ones(len(layer.states), np.bool_))
            layer.compare()
            residual = max(residual, layer.gaps[counts].max(initial=0.0))
            layer.write()
        else:
            before = layer.values
            evaluations_here, worst = _settle(layer)
            evaluations += evaluations_here
            residual = max(residual, worst)
            moved = relative(layer.values, before)
            change = max(change, moved[counts].max(initial=0.0))
            anywhere = max(anywhere, moved[layer.itself].max(initial=0.0))
        layer.write_arrivals(layer.worth if check else layer.values)
        if keep.takes_farkle:
            layer.write_farkled()
    return np.array([change, residual, evaluations, anywhere])


def _settle(layer: Layer) -> tuple[int, float]:
    """Solve a layer: (evaluations, largest gap that is left)."""
    evaluations, worst = _iterate(layer)
    while True:
        needed = rows_needed(layer.match, layer.states, layer.beaten, 1.0)
        if np.all(needed <= layer.rows):
            return evaluations, worst
        layer.rows = np.maximum(layer.rows, needed)
        more, worst = _iterate(layer)
        evaluations += more


def _iterate(layer: Layer) -> tuple[int, float]:
    """Step until the equations of a layer hold; as `_settle`, for given rows."""
    busy = np.ones(len(layer.states), np.bool_)
    seen: tuple[Floats, Floats] | None = None
    evaluations, worst = 0, 0.0
    for step in range(MOST_STEPS):
        evaluations += layer.evaluate(busy)
        layer.compare()
        layer.settle()
        worst = float(layer.gaps.max(initial=0.0))
        if worst <= TIGHT or (step >= PATIENCE and worst <= LOOSE):
            break
        seen = layer.learn(seen)
        busy = layer.step(step)
    return evaluations, worst
