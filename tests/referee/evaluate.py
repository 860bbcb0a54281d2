"""What a given way of playing is worth: all its turns followed forwards, none of them chosen here.

A policy is a function of (state, positions that the roll offers); it answers with one of them and
whether to bank there. A turn is a cloud of probability over positions that moves up in the turn
score until it has all come to an end. The ends give, for each state, the distribution of the turn's
result and of the next state; the long run of that small chain gives the points per turn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from farklegen.rulebook import Position
from farklegen.rules.ruleset import Ruleset
from tests.referee.expected import Decision, Policy
from tests.referee.turn import State, Turn, after_farkle, check_that_turns_end, first_state

End = Literal["bank", "farkle", "disaster"]
NEGLIGIBLE = 1e-18


@dataclass(frozen=True)
class TurnOutcome:
    """One turn from one state: the chance of each (end, change of the banked score, next state).

    `unresolved` is the chance, at most a few parts in 10¹⁵, of turns that were not followed to
    their end.
    """

    ends: dict[tuple[End, int, State], float]
    unresolved: float

    @property
    def points(self) -> float:
        """Expected change of the banked score."""
        return sum(change * chance for (_, change, _), chance in self.ends.items())

    @property
    def farkle_probability(self) -> float:
        """Chance that the turn ends in a farkle."""
        return sum(chance for (end, _, _), chance in self.ends.items() if end == "farkle")

    @property
    def results(self) -> dict[int, float]:
        """Chance of each change of the banked score, penalties included."""
        found: defaultdict[int, float] = defaultdict(float)
        for (_, change, _), chance in self.ends.items():
            found[change] += chance
        return dict(sorted(found.items()))


@dataclass(frozen=True)
class Evaluation:
    """A policy's turns by state, and in the long run of a game that never ends.

    - `turns`: the turn of every state that the player can come to
    - `share`: in which part of all turns each state is met
    """

    turns: dict[State, TurnOutcome]
    share: dict[State, float]

    @property
    def points_per_turn(self) -> float:
        """Points per turn in the long run."""
        return sum(self.share[state] * turn.points for state, turn in self.turns.items())

    @property
    def farkle_probability(self) -> float:
        """Part of all turns that end in a farkle."""
        return sum(self.share[s] * turn.farkle_probability for s, turn in self.turns.items())

    @property
    def results(self) -> dict[int, float]:
        """Long-run chance of each change of the banked score in a turn."""
        found: defaultdict[int, float] = defaultdict(float)
        for state, turn in self.turns.items():
            for change, chance in turn.results.items():
                found[change] += self.share[state] * chance
        return dict(sorted(found.items()))


def evaluate_policy(ruleset: Ruleset, policy: Policy, cap: int | None = None) -> Evaluation:
    """Follow a policy's turns exactly, from a player's first turn of the game on.

    With a `cap`, a player with that many points banks as soon as the rules allow it, whatever the
    policy says. Raises `ValueError` when the policy answers with what the rules do not allow,
    `UnsolvableError` for `penalty: all` and for dice that need never farkle.
    """
    turn = Turn(ruleset)
    check_that_turns_end(turn)
    start = first_state(ruleset)
    turns: dict[State, TurnOutcome] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state not in turns:
            turns[state] = follow_turn(turn, policy, state, cap)
            waiting += [after for (_, _, after) in turns[state].ends]
    moves: dict[State, dict[State, float]] = {}
    for state, outcome in turns.items():
        moves[state] = defaultdict(float)
        for (_, _, after), chance in outcome.ends.items():
            moves[state][after] += chance / (1 - outcome.unresolved)
    share = {state: long_run_average(moves, _one_in(state)) for state in turns}
    return Evaluation(turns, share)


def follow_turn(turn: Turn, policy: Policy, state: State, cap: int | None = None) -> TurnOutcome:
    """One turn from one state, as `evaluate_policy` has it."""
    ends: defaultdict[tuple[End, int, State], float] = defaultdict(float)
    unresolved = 0.0
    cloud = {turn.start: 1.0}
    while cloud:
        position = min(cloud, key=lambda p: p.score)
        here = cloud.pop(position)
        if here < NEGLIGIBLE:
            unresolved += here
            continue
        chances = turn.chances(position.dice)
        change, after = after_farkle(turn.ruleset, state, turn.farkle_banks(position))
        ends["farkle", change, after] += here * chances.farkle
        ends["disaster", 0, State(state.on_board, 0)] += here * chances.disaster
        for probability, scorings in chances.scorings:
            options = sorted({turn.after(position, scoring) for scoring in scorings})
            decision = _decision(turn, policy, state, options, cap)
            chance = here * probability
            if decision.bank:
                ends["bank", decision.position.score, State(True, 0)] += chance
            else:
                cloud[decision.position] = cloud.get(decision.position, 0.0) + chance
    return TurnOutcome({end: chance for end, chance in ends.items() if chance > 0}, unresolved)


def _decision(
    turn: Turn, policy: Policy, state: State, options: list[Position], cap: int | None
) -> Decision:
    decision = policy(state, options)
    if decision.position not in options:
        raise ValueError(f"the policy took {decision.position}, which is not among {options}")
    may_bank = turn.may_bank(decision.position, on_board=state.on_board)
    if decision.bank and not may_bank:
        raise ValueError(f"the policy banks at {decision.position}, which the rules do not allow")
    if cap is not None and decision.position.score >= cap and may_bank:
        return Decision(decision.position, bank=True)
    return decision


def _one_in(state: State) -> Callable[[State], float]:
    return lambda other: float(other == state)


def long_run_average(
    moves: dict[State, dict[State, float]], reward: Callable[[State], float]
) -> float:
    """Average reward per turn of a chain in which one set of states is never left.

    Solves g + h(x) = reward(x) + Σ move(x, y) · h(y), with h = 0 in one state, by elimination.
    """
    states = list(moves)
    size = len(states)
    rows = []
    for x in states:  # unknowns: h of all states but the first, then g
        row = [float(x == y) - moves[x].get(y, 0.0) for y in states[1:]]
        rows.append([*row, 1.0, reward(x)])
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(size):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return rows[-1][-1] / rows[-1][-2]
