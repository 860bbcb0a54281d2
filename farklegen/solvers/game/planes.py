"""Two results for every pair of banked scores: the chance to win, and from which turn score on to
bank.

Both are for the turn of the player who moved first in the game, with no farkles just before, and on
the board with any score above zero; where rounds are counted, in the middle round, since nobody has
a score yet when the first round begins. One turn is `MatchSolution.turn`; here the same payoffs are
looked up for all scores of the opponent at once, one lane each, so that a plane of turns takes
seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import NO_OPTION, Booleans, Integers
from farklegen.core.several import Several
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.lanes import (
    TIE,
    lanes,
    several_turn,
    solved_turns,
    turn_rows,
)
from farklegen.solvers.game.layout import NEVER as NO_ROW
from farklegen.solvers.game.levels import joined, lanes_of
from farklegen.solvers.game.match_state import places_of
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.moves import occurring
from farklegen.solvers.progress import Progress, silent

NEVER = -1
"""One never banks short of the goal."""

NOTHING = -2
"""There is no turn score short of the goal at which one could bank with that many dice."""

MOST_SCORES = 200
"""Scores of each player at most, by default."""

WORK = 2e10
"""Options looked at, at most: some seconds."""

FEWEST_SCORES = 40
"""Scores of each player that are looked at even if this takes longer than `WORK` allows."""

STEPS = (1, 2, 4, 5)
"""Steps from score to score, in units times a power of ten."""

MOST_CELLS = 200_000
"""Cells (rows x columns x lanes) of the turns that are solved side by side."""


@dataclass(frozen=True)
class BankRegions:
    """The turn score from which the best play banks.

    Attributes:
        scores: banked scores of both players, ascending, points.
        start: int64[dice, mine, theirs]: the lowest turn score short of the goal, among those that
            can occur and be banked, at which to bank with that many dice to roll (fewest first),
            points; or `NEVER`, or `NOTHING`. Before any hot dice, where these pay a growing bonus.
        again: bool[dice, mine, theirs]: whether to roll at a higher turn score short of the goal.
    """

    scores: tuple[int, ...]
    start: Integers
    again: Booleans


@dataclass(frozen=True)
class ChancePlane:
    """The chance to win of the player to move.

    Attributes:
        scores: banked scores of both players, ascending, points.
        chance: float64[mine, theirs].
        start: at the start of the game, which is not in the plane where rounds are counted.
    """

    scores: tuple[int, ...]
    chance: NDArray[np.float64]
    start: float


@dataclass(frozen=True)
class BankByLead:
    """Where the best play banks in a game of rounds, by lead and rounds left.

    No farkles in a row, both players on the board. The first turn of a game is left out: nobody
    leads there.

    Attributes:
        leads: of the player to move, ascending, points.
        turns: (rounds left, whether the player moved first in the game).
        start: [turn][dice, fewest first][lead]: the lowest turn score to bank; None where there is
            none.
    """

    leads: tuple[int, ...]
    turns: tuple[tuple[int, bool], ...]
    start: tuple[tuple[tuple[int | None, ...], ...], ...]


LEADS = (-6, -4, -2, -1, 0, 1, 2, 4, 6)
"""Leads that are shown, in twentieths of what a game is about."""

ROUNDS_SHOWN = (10, 5, 3, 2)
"""The numbers of rounds left that are shown before the last round, as far as the game has that
many."""


def bank_by_lead(solution: MatchSolution) -> BankByLead:
    """Look at the turns of some leads, for a game in which nothing but the lead counts."""
    rules = solution.rules
    step = max(rules.extent // 20, 1) * rules.unit
    second = (rules.ruleset.rounds or 1) - 1  # rounds left when the second one begins
    leads = tuple(step * lead for lead in LEADS if second or lead <= 0)
    shown = [left for left in dict.fromkeys((second, *ROUNDS_SHOWN)) if 1 < left <= second]
    turns = [(left, True) for left in (*shown, *([1] if second else []))] + [(1, False)]
    found = []
    for left, first in turns:
        states = [
            GameState((0, -lead), boards=(True, True), seat=int(not first), rounds_left=left)
            for lead in leads
        ]
        start, _ = _where_to_bank(solution, states)
        found.append(tuple(tuple(n if n >= 0 else None for n in row) for row in start.tolist()))
    return BankByLead(leads, tuple(turns), tuple(found))


def chance_plane(solution: MatchSolution) -> ChancePlane:
    """Look up the chance to win at many scores of both players."""
    scores = _scores(solution, MOST_SCORES)
    states = [_turns(solution, _states(solution, mine, scores)).own for mine in scores]
    chance = solution.values[0, np.array(states)]
    start = solution.win_probability(solution.start())
    return ChancePlane(scores, chance, start)


def bank_regions(solution: MatchSolution, progress: Progress = silent) -> BankRegions:
    """Find where to bank, at as many pairs of scores as take some seconds."""
    rules, layout = solution.rules, solution.layout
    groups = [group for group in layout.groups if group.left is None and not group.row_units]
    rows = [turn_rows(layout, group, layout.coordinates(group)) for group in groups]
    options = len(rules.moves.rise) * max(int(np.concatenate(rows).mean()), 1)
    most = min(MOST_SCORES, max(FEWEST_SCORES, int((WORK / options) ** 0.5)))
    scores, start, again = _scores(solution, most), [], []
    for place, mine in enumerate(scores):
        missing = rules.scores - mine // rules.unit + rules.lowest
        if rules.lead is not None:
            missing += scores[-1] // rules.unit - rules.lowest
        found = _where_to_bank(
            solution, _states(solution, mine, scores), goal_row=-(-missing // rules.step)
        )
        start.append(found[0])
        again.append(found[1])
        progress((place + 1) / len(scores), "looking at every turn")
    return BankRegions(scores, np.stack(start, axis=1), np.stack(again, axis=1))


def middle_round(rounds: int) -> int:
    """The round that is shown where each player has `rounds` rounds, counted from 1."""
    return rounds // 2 + 1


def _scores(solution: MatchSolution, most: int) -> tuple[int, ...]:
    """Scores below the goal, at most that many, in steps that people can read."""
    rules = solution.rules
    least = -(-rules.extent // most)
    step = next(int(step) for step in np.outer(10 ** np.arange(9), STEPS).ravel() if step >= least)
    return tuple(range(0, rules.extent * rules.unit, step * rules.unit))


def _states(solution: MatchSolution, mine: int, scores: tuple[int, ...]) -> list[GameState]:
    """These turns, one for each score of the opponent."""
    rounds = solution.rules.ruleset.rounds
    left = None if rounds is None else rounds + 1 - middle_round(rounds)
    return [GameState((mine, theirs), rounds_left=left) for theirs in scores]


def _turns(solution: MatchSolution, states: Sequence[GameState]) -> Several:
    """The turns as lanes."""
    found = list(places_of(solution.layout, states))
    values = solution.values
    task = joined([lanes(solution.layout, group, at, values) for _, group, at in found])
    return lanes_of(task, np.argsort(np.concatenate([which for which, _, _ in found])))


def _where_to_bank(
    solution: MatchSolution, states: Sequence[GameState], *, goal_row: int = NO_ROW
) -> tuple[Integers, Booleans]:
    """For each number of dice and turn, as in `BankRegions`: the lowest turn score to bank; whether
    to roll at a higher one. Only rows below `goal_row` are looked at."""
    moves, task = solution.rules.moves, _turns(solution, states)
    rows = int(task.rows.max())
    short = min(goal_row, rows)
    turn = several_turn(solution.rules, moves, rows, best=None)
    every = occurring(solution.rules.every_move, rows, taken_over=False)[:rows, : moves.dice, None]
    together = max(1, MOST_CELLS // (rows * moves.columns))
    starts, again = [], []
    for low in range(0, len(states), together):
        some = lanes_of(task, np.arange(low, min(low + together, len(states))))
        banked, (_, rolled) = solved_turns(some, turn, rows)
        bank = banked[:rows][:, turn.bank_kind[: turn.dice]]
        legal = (bank > NO_OPTION) & (turn.may_bank[: turn.dice] != 0)[:, None]
        asked = (legal & every)[:short]
        banks = asked & np.greater_equal(bank, rolled[:, : turn.dice] - TIE)[:short]
        first: Integers = banks.argmax(axis=0) * moves.unit
        first[~banks.any(axis=0)] = NEVER
        first[~asked.any(axis=0)] = NOTHING
        starts.append(first)
        again.append(np.any(np.logical_or.accumulate(banks, axis=0) & asked & ~banks, axis=0))
    return np.concatenate(starts, axis=1), np.concatenate(again, axis=1)
