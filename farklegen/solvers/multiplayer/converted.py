"""Values of a match of two as its layout has them, from those of its plan, and back."""

from __future__ import annotations

import numpy as np

from farklegen.core.arrays import Floats
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.match.solution import Certificate, OldMatch
from farklegen.solvers.multiplayer.layout import Layout, first_values
from farklegen.solvers.multiplayer.solution import MatchSolution
from farklegen.solvers.multiplayer.solver import SeveralSolver
from farklegen.solvers.multiplayer.views import plan_states, seen_from


def converted(old: OldMatch, certificate: Certificate, threads: int) -> MatchSolution:
    """The same match on its layout."""
    if old.rules.by_turns:  # the plan has no states of what is offered
        solver = SeveralSolver([old.rules], 2, threads)
        solver.solve()
        return MatchSolution(solver.layout, np.clip(solver.values[0], 0.0, 1.0), certificate, old)
    layout = Layout(old.rules, 2)
    values = first_values([layout])[0]
    for group in layout.groups:
        if group.left != 0:
            at = layout.coordinates(group)
            states = plan_states(old.plan, seen_from(layout, group, at, "next"))
            values[group.index(at)] = old.chances[states]
    return MatchSolution(layout, values, certificate, old)


def chances_of(plan: MatchPlan, layout: Layout, values: Floats) -> Floats:
    """float64[chances]: those of one player of two with different dice, as the plan has them."""
    chances = np.zeros(plan.size)
    for group in layout.groups:
        if group.left == 0:
            continue
        at = layout.coordinates(group)
        if group.left:  # nobody is level with who has reached the goal
            at = at[:, 1 : plan.last.distances]
        chances[plan_states(plan, seen_from(layout, group, at, "next"))] = values[group.index(at)]
    return chances
