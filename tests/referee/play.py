"""Turns played with actual dice: a third opinion, good to the luck of the draw.

The random numbers are Python's own `random.Random`, so a seed gives the same turns everywhere.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from math import sqrt

from farklegen.rulebook.turn_rules import Position
from farklegen.rules.ruleset import Ruleset
from tests.referee.evaluate import End
from tests.referee.expected import Policy
from tests.referee.rolls import FACES, Roll
from tests.referee.turn import State, Turn, after_farkle, first_state


@dataclass(frozen=True)
class PlayedTurn:
    """One turn: how it ended, the change of the banked score, the next state, and its rolls."""

    end: End
    change: int
    after: State
    rolls: int


@dataclass(frozen=True)
class Played:
    """Many turns in a row, from a player's first turn of the game on."""

    turns: int
    mean: float
    standard_error: float
    farkles: int
    results: dict[int, int]


def play_turn(turn: Turn, policy: Policy, state: State, dice_cup: random.Random) -> PlayedTurn:
    """Play one turn under a policy.

    Raises `ValueError` when the policy answers with what the rules do not allow.
    """
    position, rolls = turn.start, 0
    while True:
        rolls += 1
        roll = rolled(turn, position.dice, dice_cup)
        if turn.rolls.is_disaster(roll):
            return PlayedTurn("disaster", 0, State(state.on_board, 0), rolls)
        options = turn.options(position, roll)
        if not options:
            change, after = after_farkle(turn.ruleset, state, turn.farkle_banks(position))
            return PlayedTurn("farkle", change, after, rolls)
        decision = policy(state, options)
        position = _checked(decision.position, options)
        if decision.bank:
            if not turn.may_bank(position, on_board=state.on_board):
                raise ValueError(f"the policy banks at {position}, which the rules do not allow")
            return PlayedTurn("bank", position.score, State(True, 0), rolls)


def rolled(turn: Turn, dice: int, dice_cup: random.Random) -> Roll:
    """So many dice, thrown."""
    return tuple(sorted(dice_cup.choices(FACES, turn.ruleset.die_weights, k=dice)))


def play_turns(ruleset: Ruleset, policy: Policy, turns: int, seed: int) -> Played:
    """Play so many turns in a row, each from the state that the one before left.

    The standard error takes the turns for independent. With a streak penalty they are not quite.
    """
    turn = Turn(ruleset)
    dice_cup = random.Random(seed)
    state = first_state(ruleset)
    results: Counter[int] = Counter()
    farkles = 0
    for _ in range(turns):
        played = play_turn(turn, policy, state, dice_cup)
        state = played.after
        results[played.change] += 1
        farkles += played.end == "farkle"
    mean = sum(change * count for change, count in results.items()) / turns
    variance = sum(count * (change - mean) ** 2 for change, count in results.items()) / turns
    return Played(turns, mean, sqrt(variance / turns), farkles, dict(sorted(results.items())))


def _checked(position: Position, options: list[Position]) -> Position:
    if position not in options:
        raise ValueError(f"the policy took {position}, which is not among {options}")
    return position
