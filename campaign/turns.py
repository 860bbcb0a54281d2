"""Expected score and reach against the referee."""

from __future__ import annotations

import math
from random import Random

import numpy as np

from campaign.judging import MOST_BOUND, differ, refused
from farklegen.errors import ImpossibleStateError, UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.expected import ExpectedScore, expected_score
from farklegen.solvers.reach import reach
from tests import referee
from tests.referee import Position, State
from tests.referee.turn import least_chance_of_ending

WIDTH = 1e-7
"""Points that twice as long turns bring the referee, below which a comparison is exact."""

MOST_POINTS = 0.5
"""Points per turn that are not right to the point should have been refused. Below that the program
prints no more digits than are known, and says how much is missing."""

ROWS = 40
"""Turn scores, in units, up to which every state is compared."""

CAP = 75
"""Turn score, in units, up to which the referee follows a turn at first."""

REACHES = 3
"""Questions asked about one ruleset."""


def soon_over(ruleset: Ruleset) -> bool:
    """Whether turns end soon enough for the referee to follow one to its end in a moment.

    The referee visits every position that a turn can come to, one by one. Where a turn almost never
    ends there are very many, and with a hot-dice bonus that grows most of them are new: the square
    of the hot dice so far is added to the turn score. The chance asked for has nothing to do with
    what a solver may get wrong; `FARKLEGEN_HYPOTHESIS=deep` draws rulesets close to it.
    """
    turn = referee.Turn(ruleset)
    bonus, bank = ruleset.hot_dice_bonus, ruleset.bank
    chances = turn.chances(ruleset.dice)
    forced = "required" in (ruleset.hot_dice, ruleset.last_die) or turn.unit % bank.multiple_of != 0
    if (
        bonus is not None
        and bonus.step
        and chances.farkle + chances.disaster < (0.5 if forced else 0.25)
    ):
        return False
    return least_chance_of_ending(turn, len(turn.reachable_dice)) > 0.2


def outside(value: float, error: float, low: float, high: float) -> bool:
    """Whether a value, which may be too small by `error`, misses the bounds of the referee."""
    slack = 1e-9 * max(1.0, abs(value))
    return not (value + error >= low - slack and value <= high + slack)


def wrong_values(
    fast: ExpectedScore, slow: referee.ExpectedScore, most_rows: int
) -> tuple[int, list[str]]:
    """V in every state that can occur below `most_rows`: (states compared, where it is wrong)."""
    moves = fast.moves
    compared, wrong = 0, []
    for strategy in fast.strategies:
        state = State(strategy.situation.on_board, strategy.situation.streak)
        for row, column in np.argwhere(fast.reachable[:most_rows]):
            dice, hot = moves.place(int(column))
            if hot > fast.hot_dice:
                continue
            position = Position(dice, int(row) * moves.unit, hot)
            low, high = slow.low.value(state, position), slow.high.value(state, position)
            if abs(high - low) > 1e-6 or math.isinf(low):
                continue
            value = float(strategy.value[row, column])
            compared += 1
            if not abs(value - low) <= 1e-6 * max(1.0, abs(low)) + fast.error:
                wrong.append(f"V of {state} at {position}: {value!r}, not {low!r}")
    return compared, wrong


def judge_expected(ruleset: Ruleset, _rng: Random) -> str:
    """Compare the expected score, and what every state is worth."""
    question = "expected score (table)"
    tables = compile_scoring(ruleset)
    try:
        fast = expected_score(ruleset, tables)
    except UnsolvableError as refusal:
        return refused(refusal)
    if not 0 <= fast.error <= MOST_POINTS or not math.isfinite(fast.points_per_turn):
        differ(question, f"{fast.points_per_turn}, a bound of {fast.error}", "a bound that holds")
    arrays = [fast.frequency, fast.relative]
    arrays += [array for s in fast.strategies for array in (s.value, s.rolling)]
    if not all(np.isfinite(array).all() for array in arrays):
        differ(question, "an array with NaN or infinity", "numbers")
    if not soon_over(ruleset):
        return "skipped: turns too long for the referee"
    # Where a first bank is very rare, the referee's secants see no slope in the value of waiting
    # for it any more; the solver is right there: what a turn brings less than one on the board,
    # times the turns until then, as one can work out by hand.
    if np.abs(fast.relative).max() >= 1e5 * fast.moves.unit:
        return "skipped: a first bank is too rare for the referee"
    try:
        cap = CAP * tables.unit
        slow = referee.expected_score_within(ruleset, WIDTH, cap, 8 * cap)
    except UnsolvableError as refusal:
        differ(question, fast.points_per_turn, f"refused: {refusal}")
    low, high = slow.low.points_per_turn, slow.high.points_per_turn
    if outside(fast.points_per_turn, fast.error, low, high if slow.width < WIDTH else math.inf):
        answer = f"{fast.points_per_turn!r}, too small by at most {fast.error:.3g}"
        differ(question, answer, f"{low!r} to {high!r}")
    if slow.width < WIDTH:
        _, wrong = wrong_values(fast, slow, ROWS)
        if wrong:
            differ(question, wrong[0], "what the referee says")
    return "compared"


def judge_reach(ruleset: Ruleset, rng: Random) -> str:
    """Compare the chance of some points, from the start of a turn and from the middle."""
    if not soon_over(ruleset):
        return "skipped: turns too long for the referee"
    tables = compile_scoring(ruleset)
    turn = referee.Turn(ruleset)
    possible = sorted(turn.reachable_positions(10 * turn.unit))
    for number in range(REACHES):
        points = rng.randint(1, 20) * turn.unit
        on_board = rng.random() < 0.5
        at = rng.choice(possible) if number else turn.start
        question = f"reach {points} from {at}{'' if on_board else ', not on the board'}"
        try:
            found = reach(
                ruleset,
                tables,
                points,
                dice=at.dice,
                turn_score=at.score,
                hot_dice=at.hot,
                on_board=on_board,
            )
        except (UnsolvableError, ImpossibleStateError) as refusal:
            return refused(refusal)
        slow = referee.reach(ruleset, points, at if number else None, on_board=on_board)
        answer = f"{found.probability!r}, too small by at most {found.error:.3g}"
        if not 0 <= found.error <= MOST_BOUND:
            differ(question, answer, "a bound that holds")
        if outside(found.probability, found.error, slow.low, slow.high):
            differ(question, answer, f"{slow.low!r} to {slow.high!r}")
    return "compared"
