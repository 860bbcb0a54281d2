"""Matches solved by the core, and by its twin, and how the two are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from farklegen.core.arrays import APPLY
from farklegen.core.match import MatchSolving
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match import iteration, solver
from farklegen.solvers.match.equation import Equation
from farklegen.solvers.match.match_rules import match_rules
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solver import MatchSolver, SolvedValues
from tests.core.twin_solving import TwinSolving

Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]

Name = Literal["core", "twin"]

CLOSE = 1e-11


@dataclass(frozen=True)
class Match:
    """A match solved by one build."""

    equation: Equation
    solved: SolvedValues

    @property
    def plan(self) -> MatchPlan:
        return self.equation.plan

    @property
    def exists(self) -> Booleans:
        """bool[chances]: the states that exist, and all last turns."""
        plan = self.plan
        return np.append(plan.exists, np.ones(plan.size - plan.states, np.bool_))

    @property
    def top(self) -> int:
        """Up to this row a turn does not feel where its table ends."""
        return self.plan.most_rows - self.plan.rules.past

    def arrivals_used(self) -> Booleans:
        """bool[arrivals]: entries of a bank, of which none has no points."""
        kept, plan = self.equation.kept, self.plan
        runs = np.concatenate([np.arange(rows) for rows in plan.goal_rows])
        states = np.tile(runs, kept.begin_last // (kept.runs * kept.kinds))
        last = np.arange((kept.arrivals - kept.begin_last) // kept.kinds) % kept.arrival_rows
        row = np.repeat(np.append(states, last), kept.kinds)
        used: Booleans = (row > 0) & (row <= self.top)
        return used

    def farkled_used(self) -> Booleans:
        """bool[farkled]: entries of turns that may be taken over."""
        plan, rows = self.plan, self.equation.keep.farkled_rows
        dice = plan.rules.moves.dice
        _, mine, theirs = plan.grid
        ahead = np.arange(plan.size - plan.states) % plan.last.distances
        most = np.maximum(plan.goal_rows[mine], plan.goal_rows[theirs])
        most = np.append(most, np.full(len(ahead), self.top))
        if plan.rules.exact_goal:
            room = np.append(self.equation.payoffs.room, ahead // plan.rules.step)
            most = np.minimum(most, room)
        owner = np.repeat(np.arange(plan.size), rows)
        row = np.arange(len(owner)) - np.repeat(np.cumsum(rows) - rows, rows)
        used = self.exists[owner] & (row <= most[owner])
        # with no points yet all the dice are rolled
        dice_used: Booleans = (row[:, None] > 0) | (np.arange(dice) == dice - 1)
        return (used[:, None] & dice_used).ravel()

    def residual(self, judge: Name) -> float:
        """The largest relative change when a judge applies the equations once."""
        return self.applied(judge)[1]

    def applied(self, judge: Name) -> tuple[Match, float]:
        """What a judge makes of it who applies the equations once, and the largest relative
        change."""
        given, worst = self.equation.values, 0.0
        found = given.copy()
        judging = solving(judge, self.equation)
        for level in self.equation.order.levels:
            results = judging.solve(level.tasks, given, found, APPLY)
            worst = max(worst, *(float(result[1]) for result in results))
        judging.close()
        return Match(self.equation, replace(self.solved, values=found)), worst


def solving(name: Name, equation: Equation) -> MatchSolving | TwinSolving:
    """What solves the equation."""
    if name == "twin":
        return TwinSolving(equation)
    return MatchSolving(
        equation.turn, equation.payoffs, equation.keep, equation.values, equation.course.tasks,
        equation.threads,
    )  # fmt: skip


def solve(name: Name, ruleset: Ruleset, *, threads: int = 1, cut: bool = True) -> Match:
    """Solve it; `cut` says whether turns may be cut short where banking is proved best."""
    plan = MatchPlan(match_rules(ruleset, compile_scoring(ruleset), None))
    solving_it = MatchSolver(plan, threads)
    equation = solving_it.equation
    if not cut:
        equation.payoffs = equation.payoffs._replace(stop_risk=0.0)
    with pytest.MonkeyPatch.context() as patch:
        if name == "twin":
            patch.setitem(vars(equation), "solving", TwinSolving(equation))
            for module, judge in ((iteration, "at_rest"), (solver, "turns_left")):
                patch.setattr(module, judge, _by_the_core(equation, getattr(module, judge)))
        return Match(equation, solving_it.solve(1e-12, lambda *_: None))


def _by_the_core(equation: Equation, judge: Callable[..., Any]) -> Callable[..., Any]:
    """A bound of the error of what the twin found, worked out with the core.

    That takes thousands of applications of the equation, and the values are what is compared.
    """

    def judging(*arguments: Any) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            core = solving("core", equation)
            patch.setitem(vars(equation), "solving", core)
            try:
                return judge(*arguments)
            finally:
                core.close()

    return judging


def probability(chances: Floats) -> Floats:
    return np.where(chances >= 0, chances, 1 + chances)


def assert_same(core: Match, twin: Match, close: float = CLOSE) -> None:
    """The same chances wherever it matters."""

    def compare(name: str, used: Booleans) -> None:
        one, other = (probability(getattr(m.solved.values, name))[used] for m in (core, twin))
        np.testing.assert_allclose(one, other, rtol=0, atol=close, err_msg=name)

    compare("chances", core.exists)
    if core.equation.kept.arrivals:
        compare("arrivals", core.arrivals_used())
    if core.equation.kept.farkled:
        compare("farkled", core.farkled_used())
