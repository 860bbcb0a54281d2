"""Guesses of what states are worth (`core/source/guess.hpp`), one state at a time."""

from __future__ import annotations

import math
from typing import NamedTuple

from farklegen.solvers.match.equation import Equation


class Seen(NamedTuple):
    """The log odds of a state, and how it answers to the payoff of a farkle."""

    odds: float
    slope: float


class Guess:
    """Guesses of all levels."""

    def __init__(self, equation: Equation) -> None:
        self.equation = equation
        self.n = equation.plan.scores

    def start(self, position: int) -> None:
        """Start what the level at this position looks up, and is not solved yet, from solved
        states."""
        level, guessed = self.equation.order.levels[position], {}
        for state in level.targets.tolist():
            context, place = divmod(state, self.n**2)
            mine, theirs = divmod(place, self.n)
            found = self.guessed(context, mine, theirs, level.number)
            if found is not None:
                guessed[state] = found
        for state, (odds, slope) in guessed.items():
            tail = 1 / (1 + math.exp(min(abs(odds), 600)))
            self.equation.values.chances[state] = tail if odds < 0 else -tail
            self.equation.payoffs.slope[state] = min(max(slope, 0.0), 1.0)

    def guessed(self, context: int, mine: int, theirs: int, level: int) -> Seen | None:
        """A state, on the board or not; None if there is nothing to guess it from."""
        contexts = self.equation.plan.contexts
        known = contexts.all[context]._replace(on_board=True, their_on_board=True)
        board = contexts.number(known)
        found = self.on_board(board, mine, theirs, level)
        up = level + 1 - mine - theirs
        if found is None or board == context:
            return found
        for raised in ((mine, theirs + up), (mine + up, theirs)):
            if max(raised) < self.n and self.exists(context, *raised):
                here, there = self.seen(context, *raised), self.seen(board, *raised)
                return Seen(
                    found.odds + here.odds - there.odds, found.slope + here.slope - there.slope
                )
        return found

    def on_board(self, board: int, mine: int, theirs: int, level: int) -> Seen | None:
        """The same with both players on the board."""
        n, up = self.n, level + 1 - mine - theirs
        high, low = max(mine, theirs), min(mine, theirs)
        if high + up < n:
            steps = [(1, 0, 1), (0, 1, 1), (1, 1, -1)]
            if high + 2 * up < n:
                steps += [(1, 1, 1), (2, 1, -1), (1, 2, -1), (2, 2, 1)]
            some = [
                (sign, self.seen(board, mine + a * up, theirs + b * up)) for a, b, sign in steps
            ]
            return Seen(*(sum(sign * seen[i] for sign, seen in some) for i in range(2)))
        # both are raised as far as that goes, then the lower one
        both = min((up + 1) // 2, n - 1 - high)
        single = 0 if both == (up + 1) // 2 else min(up + 1 - 2 * both, n - 1 - low - both)
        if both + single <= 0 or level >= 2 * n - 2:
            return None

        def raised(both: int, single: int) -> Seen:
            first, second = (single, 0) if mine <= theirs else (0, single)
            return self.seen(
                board, min(mine + both + first, n - 1), min(theirs + both + second, n - 1)
            )

        near = raised(both, single)
        far = raised(both, single + 1) if single > 0 else raised(both + 1, single)
        further = (single or both) * (near.odds - far.odds)
        return Seen(near.odds + min(max(further, -1.0), 1.0), near.slope)

    def exists(self, context: int, mine: int, theirs: int) -> bool:
        return bool(self.equation.plan.exists[(context * self.n + mine) * self.n + theirs])

    def seen(self, context: int, mine: int, theirs: int) -> Seen:
        """A state that is solved, or last was."""
        state = (context * self.n + mine) * self.n + theirs
        chance = float(self.equation.values.chances[state])
        won = max(chance if chance >= 0 else 1 + chance, 1e-280)
        lost = max(1 - chance if chance >= 0 else -chance, 1e-280)
        return Seen(math.log(won) - math.log(lost), float(self.equation.payoffs.slope[state]))
