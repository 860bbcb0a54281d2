"""Games of three players against the referee."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from campaign.judging import LEFT_OPEN, NEAR, differ, has_one_answer, refused, state_of
from farklegen.errors import ImpossibleStateError, UnsolvableError
from farklegen.rules.hands import refuse_mixed
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.match_rules import match_rules
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.game.solve_match import solve_match
from tests.referee import Match

PLAYERS = 3

MOST_STATES = 400
"""Starts of turns that the referee works out at most."""


class Compared(NamedTuple):
    """A table, and the chances of everybody in the order of moving."""

    table: GameState
    chances: tuple[float, ...]
    right: tuple[float, ...]

    @property
    def apart(self) -> float:
        """The most that a chance is off."""
        return float(np.abs(np.subtract(self.chances, self.right)).max())


def several_referee(found: MatchSolution, *, far: bool = False, hopeful: bool = False) -> Match:
    """The referee of the same game, cut off where the solution is."""
    rules = found.rules
    floor = rules.lowest * rules.unit if rules.truncated else None
    return Match(rules.ruleset, found.players, floor, far=far, hopeful=hopeful)


def compared(found: MatchSolution, judge: Match) -> Iterator[Compared]:
    """Every table that the referee has met."""
    for table, right in judge.values.items():
        if table.left is not None and (found.layout.rounds or found.rules.ruleset.tells_seats):
            continue  # how many turns are left is not known: those before it look these up
        state = state_of(table, table.seat)
        try:
            chances = found.win_probabilities(state)
        except ImpossibleStateError:  # a turn that never farkles leaves nothing
            assert table.inherit is not None
            continue
        yield Compared(state, chances, right)


def judge_several(ruleset: Ruleset, _rng: Random) -> str:
    """Compare all the tables of a game of three."""
    try:
        refuse_mixed(ruleset, "a match of three and more")
        rules = match_rules(ruleset, compile_scoring(ruleset))
        if Layout(rules, PLAYERS).states > MOST_STATES:
            return "skipped: too many tables for the referee"
        (found,) = solve_match([rules], PLAYERS, threads=1)
        for far in (False, True):
            judge = several_referee(found, far=far)
            if found.certificate.unsettled or not judge.settled:
                return LEFT_OPEN
            worst = max(compared(found, judge), key=lambda one: one.apart)
            if worst.apart <= NEAR:
                break
    except UnsolvableError as refusal:
        return refused(refusal)
    if not worst.apart <= NEAR:
        if not has_one_answer(judge, several_referee(found, far=True, hopeful=True)):
            return LEFT_OPEN
        differ(f"the match of {PLAYERS} players: {worst.table}", worst.chances, worst.right)
    return "compared"
