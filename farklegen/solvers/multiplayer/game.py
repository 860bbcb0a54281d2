"""A solved match of several players: how it was solved, what it answers, what is stored of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Floats, Integers
from farklegen.core.binding import core
from farklegen.core.turns import whole_turns
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.match.game_state import GameState, game_state_problems
from farklegen.solvers.match.match_rules import MatchRules
from farklegen.solvers.match.solved_turn import SolvedTurn, shown_turn
from farklegen.solvers.multiplayer.lanes import lanes, payoffs, several_turn
from farklegen.solvers.multiplayer.layout import Group, Layout
from farklegen.solvers.multiplayer.match_state import place_of
from farklegen.solvers.multiplayer.solvable import check_feasible, several_rules
from farklegen.solvers.multiplayer.solver import SeveralSolver
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.rounding import probability
from farklegen.solvers.turn_state_checks import check

SOLVER_VERSION = "several-5"
"""Changes whenever the solver's answers or the arrays that are stored change."""


@dataclass(frozen=True)
class SeveralCertificate:
    """How good a solution is.

    Attributes:
        players: how many.
        states: starts of turns that were solved.
        evaluations: turns solved on the way, all together.
        residual: the most that one more round changes any chance, in cycles that came to rest.
        unsettled: cycles of farkles in which best choices keep changing each other.
        unrest: the most that a chance still changed in these cycles.
        rounds: rounds without a point after which a game is cut off in these cycles.
        seconds: that the solution took.
        build: of the core.
        threads: that it was solved with.
        sweeps: through all levels, where farkles in a row cost points; else 1.
        floor: points at which scores were cut off; None where the rules set the lowest score.
    """

    KEYS = ("residual", "unsettled", "unrest", "floor", "seconds")

    players: int
    states: int
    evaluations: int
    residual: float
    unsettled: int
    unrest: float
    rounds: int
    seconds: float
    build: str
    threads: int
    sweeps: int = 1
    floor: int | None = None


class SeveralSolution:
    """A solved match.

    Attributes:
        layout: the states.
        values: float64[P - 1, states], chances of the player to move, the next one, ... The last
            player's chance is left out: it is 1 minus the others.
        certificate: how they were found.
    """

    def __init__(self, layout: Layout, values: Floats, certificate: SeveralCertificate) -> None:
        self.layout, self.values, self.certificate = layout, values, certificate

    @property
    def rules(self) -> MatchRules:
        """The rules, in units and rows."""
        return self.layout.rules

    @property
    def players(self) -> int:
        """How many."""
        return self.layout.players

    def start(self) -> tuple[float, ...]:
        """The chances at the start of a game, in the order of moving."""
        scores = (0,) * self.players
        return self.win_probabilities(GameState(scores, rounds_left=self.rules.ending.rounds))

    def win_probabilities(self, state: GameState) -> tuple[float, ...]:
        """The chances to win at the start of a turn, in the order of moving.

        Raises:
            ImpossibleStateError: for a game that cannot stand like this.
        """
        check(game_state_problems(self.rules, state))
        return self._chances(*place_of(self.layout, state))

    def _chances(self, group: Group, at: Integers) -> tuple[float, ...]:
        """The chances of all players in one state."""
        found = self.values[:, int(group.index(at)[0])].tolist()
        return (*found, probability(1.0 - sum(found)))

    def turn(self, state: GameState) -> SolvedTurn:
        """One turn.

        Raises:
            ImpossibleStateError: for a game that cannot stand like this.
        """
        rules, moves = self.rules, self.rules.every_move
        check(game_state_problems(rules, state))
        group, at = place_of(self.layout, state)
        task = lanes(self.layout, group, at[: group.lane_axes], self.values)
        rows = int(task.rows[0])
        turn = several_turn(rules, moves, rows)
        paid = payoffs(task, turn)
        start, rolled, whole = whole_turns(turn, rows, paid)
        goal_ahead = group.left is None and not self.layout.is_last(group)
        reaches = int(task.bank_until[0, 0 if goal_ahead else 1, 0])
        return shown_turn(
            rules, state, turn, float(start[0]), rolled[..., 0], np.maximum(whole[..., 0], 0.0),
            paid.bank[:rows, :, 0], room=int(task.room[0]) if rules.exact_goal else None,
            goal_row=min(reaches, rows - 1), everybody=self._chances(group, at),
        )  # fmt: skip


def solve_players(
    ruleset: Ruleset,
    tables: ScoringTables,
    players: int,
    *,
    threads: int,
    progress: Progress = silent,
) -> SeveralSolution:
    """Solve the match of several players, each playing for their own chance to win.

    Args:
        ruleset: the rules.
        tables: its scoring tables.
        players: 2 to 4.
        threads: to work with.
        progress: how far it is.

    Raises:
        UnsolvableError: for a rule that is not solved, or a match that is out of reach.
    """
    began = perf_counter()
    rules = several_rules(ruleset, tables, players)
    check_feasible(rules, players, threads)
    solver = SeveralSolver([rules], players, threads, progress=progress)
    tally = solver.solve()
    values = np.clip(solver.values, 0.0, 1.0, out=solver.values)
    certificate = SeveralCertificate(
        players=players,
        states=solver.layout.states,
        evaluations=tally.evaluations,
        residual=tally.residual + rules.run_lost,
        unsettled=tally.unsettled,
        unrest=tally.moving,
        rounds=tally.most_rounds,
        seconds=perf_counter() - began,
        build=core().variant,
        threads=threads,
        sweeps=tally.sweeps,
        floor=rules.lowest * rules.unit if rules.truncated else None,
    )
    return SeveralSolution(solver.layout, values, certificate)


def to_store(solution: SeveralSolution) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """(meta, arrays) from which `from_store` makes the solution again."""
    return asdict(solution.certificate), {"values": solution.values}


def from_store(
    ruleset: Ruleset,
    tables: ScoringTables,
    meta: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
) -> SeveralSolution:
    """The solution that was stored."""
    certificate = SeveralCertificate(**meta)
    layout = Layout(several_rules(ruleset, tables, certificate.players), certificate.players)
    values = np.asarray(arrays["values"])
    if values.shape != (certificate.players - 1, layout.size):
        raise ValueError("the solution of another kind of match")
    return SeveralSolution(layout, values, certificate)
