"""Reach: the best chance of at least N points, in the rest of a turn or in the rounds left.

With k rounds left, x the farkles in a row and whether the player is on the board, and n the points
that are still wanted, let F_k(x, n) be the best chance to get them. F_0(x, n) is 1 for n <= 0 and 0
else, and the turn of round k is solved like any other, with these payoffs:

    a bank of t        F_(k-1)(on the board and no farkles, n - t)
    a farkle           F_(k-1)(what follows x, n - what it banks + its penalty)

No rule brings a round back: one pass, round by round, is exact. Penalties may still come while
there are rounds. So n ranges from -P to N + P, where P is the most points that all these penalties
together may cost. "In this turn" is one round without a penalty for streaks, looked up at the state
of the turn. Where a turn may have to run on past N (hot dice that must be rolled, multiples only),
it is followed until the rest is negligible. The rest is the error.

How to play for it: each way to set dice of a roll aside has the chance of the state that it leads
to. The highest chance is the best choice; `decisions` says which of equals comes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

import numpy as np

from farklegen.core.arrays import FORBIDDEN, Floats, Integers
from farklegen.errors import UnsolvableError, named
from farklegen.rules.facts import unit as score_unit
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import (
    FACE_CODES,
    JOKER_CODE,
    KIND_BITS,
    KIND_MASK,
    ScoringTables,
    compile_hands,
)
from farklegen.scoring.rolls import ways_of
from farklegen.solvers.decisions import (
    Option,
    Then,
    TurnState,
    check,
    probability,
    ranked,
    state_problems,
    ways_to_set_aside,
)
from farklegen.solvers.expected import TIE
from farklegen.solvers.moves import TurnMoves, reachable_states, turn_moves
from farklegen.solvers.turn_rules import (
    Situation,
    TurnRules,
    lost_in_rounds,
    most_rows,
    moves_to,
    refuse,
    situation_number,
    situations,
    solve_turn,
)

TOGETHER = 96
"""How many numbers of wanted points are solved side by side."""

MOST_WORK = 4e12
"""Options looked at, at most: some minutes."""

MOST_GUESSES = 4
"""How many bounds of a lead are tried, each 1.5 times the one before."""

UNLIKELY = 1e-11
"""The largest chance to make up for a lead that counts as decided."""

MOST_ROWS = 500
"""The most turn scores whose states are listed. If there are more, some at equal distances are
listed."""

MOST_ROLLS = 8
"""First rolls that are listed."""


@dataclass(frozen=True)
class FirstRoll:
    """A roll that leaves a choice.

    Attributes:
        roll: the dice that may be set aside, smallest first; the others do not score.
        share: how often the first roll is like that.
        options: the choices, best first; `win_probability` is the chance of the points.
    """

    roll: tuple[int, ...]
    share: float
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Reach:
    """The best chance to reach a number of points.

    Attributes:
        points: the points asked for.
        rounds: in which to bank them, the next turn included; None: in this turn.
        my_farkles: farkles in a row before the first of several rounds.
        dice: dice to roll next in this turn.
        turn_score: points set aside so far in this turn.
        hot_dice: hot dice so far in this turn that paid a bonus.
        on_board: whether the player has banked before.
        probability: of at least that many points; at most `error` too small.
        error: a bound.
        states: of this turn, or the first of the rounds, below the points asked for, lowest turn
            score and most dice first.
        rolls: the commonest first rolls that leave a choice.
    """

    points: int
    rounds: int | None
    my_farkles: int
    dice: int
    turn_score: int
    hot_dice: int
    on_board: bool
    probability: float
    error: float
    states: tuple[TurnState, ...] = field(default=(), repr=False)
    rolls: tuple[FirstRoll, ...] = field(default=(), repr=False)


def reach(
    ruleset: Ruleset,
    tables: ScoringTables,
    points: int,
    *,
    dice: int | None = None,
    turn_score: int = 0,
    hot_dice: int = 0,
    rounds: int | None = None,
    my_farkles: int = 0,
    on_board: bool = True,
) -> Reach:
    """The best chance of at least that many points in this turn, or in the rounds that are left.

    Args:
        dice: dice to roll next (of different dice, the hand); all of them by default.
        hot_dice: hot dice so far in the turn, where their bonus grows.
        rounds: the next turn included, which is yet to begin; None: in this turn.
        my_farkles: farkles in a row before the first round.
    """
    farkle, dice = ruleset.farkle, tables.dice if dice is None else dice
    if rounds is not None:
        costs = bool(farkle.penalty or farkle.first_roll_penalty)
        rules = [
            ("disaster", bool(ruleset.disaster)),
            ("farkle.penalty: all", farkle.penalty == "all"),
            ("farkle.lowest_score", costs and farkle.lowest_score is not None),
        ]
        refuse(
            rules,
            "the chance of that many points in several rounds is not worked out with {rule}: it "
            f"depends on the banked score. Leave {named('rounds')} out, or that rule",
        )
    many = rounds or 1
    counted = _without_streaks(ruleset) if rounds is None else ruleset
    solver = _Rounds(counted, tables, points, hot_dice, rounds=many)
    moves = solver.every_move
    state = solver.states[situation_number(solver.states, on_board=on_board, farkles=my_farkles)]
    limit = most_rows(moves, 2)
    steps = -(-max(points, state.minimum, turn_score + 1) // moves.unit)
    if steps > limit:
        raise UnsolvableError(
            f"{steps * moves.unit:,} points are {steps:,} steps of {moves.unit}; at most "
            f"{limit:,} are solved. Ask for fewer points"
        )
    check(state_problems(ruleset, moves, dice, turn_score, hot_dice))
    wanted = max(-(-points // solver.unit) + solver.spare, 0)
    at, row = (dice, turn_score, hot_dice), turn_score // moves.unit
    values, bank, rolled = (
        each[:, :, 0]
        for each in solver.turn(state, solver.chances(many - 1), np.array([wanted]), row + 1)
    )
    banks = bank > 0
    banks[: len(rolled)] &= bank[: len(rolled)] >= rolled * (1 - TIE)

    def judge(turn_score: int, dice: int, hot_dice: int) -> tuple[Then, float]:
        state = min(turn_score // moves.unit, len(values) - 1), moves.column(dice, hot_dice)
        return "bank" if banks[state] else "roll", probability(values[state])

    _, chance = judge(turn_score, dice, hot_dice)
    return Reach(
        points=points,
        on_board=on_board,
        probability=chance,
        error=min(many * solver.lost, 1.0 - chance),
        states=_states(ruleset, moves, judge, at, min(steps, len(values))),
        rolls=_first_rolls(ruleset, judge, at),
        rounds=rounds,
        my_farkles=my_farkles,
        dice=dice,
        turn_score=turn_score,
        hot_dice=hot_dice,
    )


def decided_lead(ruleset: Ruleset, tables: ScoringTables) -> tuple[int, float]:
    """(units of a lead that almost nobody makes up for in all the rounds, the largest chance to do
    so).

    The chance to make up for it by points, in a game without minimum and penalty, is an upper
    bound. The lead is larger by the points that the leader may lose in penalties.
    """
    rounds, farkle = ruleset.rounds or 1, ruleset.farkle
    free = _without_streaks(ruleset)
    free = free.model_copy(
        update={
            "bank": free.bank.model_copy(update={"minimum": 0, "opening": None}),
            "farkle": free.farkle.model_copy(update={"first_roll_penalty": 0}),
        }
    )
    # a guess that is usually enough; the work grows with its square
    most = (rounds + 6) * max(int(tables.option_points.max(initial=0)) * tables.unit, 1_000) // 2
    for _ in range(MOST_GUESSES):
        solver = _Rounds(free, tables, most, rounds=rounds, unit=score_unit(ruleset))
        chances = solver.chances(rounds)
        unlikely = np.flatnonzero(chances[0] <= UNLIKELY)
        if len(unlikely):
            break
        tried, most = most, most + most // 2
    else:
        raise UnsolvableError(
            f"no lead is beyond reach with these dice, which almost never farkle: in "
            f"{rounds} rounds even {tried:,} points can be made up for. Give a goal"
        )
    lead = int(unlikely[0]) - solver.spare
    lost = lost_in_rounds(ruleset, rounds, before=farkle.streaks - 1) // solver.unit
    return lead + lost, float(chances[0, unlikely[0]]) + rounds * solver.lost


def _without_streaks(ruleset: Ruleset) -> Ruleset:
    none = {"streak": None, "penalty": 0}
    return ruleset.model_copy(update={"farkle": ruleset.farkle.model_copy(update=none)})


class _Rounds:
    """The rounds of one player who wants some points, and what they share.

    Attributes:
        spare: units that penalties of all rounds may cost.
        every_move, moves: all the moves; those that are chosen from.
        lost: by how much a chance may be too large, for each round.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        tables: ScoringTables,
        points: int,
        hot_dice: int = 0,
        *,
        rounds: int = 1,
        unit: int | None = None,
    ) -> None:
        self.rules, self.states = TurnRules(ruleset), situations(ruleset)
        self.points, self.rounds = points, rounds
        self.unit = score_unit(ruleset) if unit is None else unit
        self.step = tables.unit // self.unit
        # the turns before may end with a streak that lacks one farkle
        self.spare = lost_in_rounds(ruleset, rounds, before=ruleset.farkle.streaks - 1) // self.unit
        most, bonus = points + 2 * self.spare * self.unit, ruleset.hot_dice_bonus
        counts = hot_dice + 1 if bonus is not None and bonus.step else 1
        runs_on = ruleset.model_copy(update={"overshoot": "win"})
        self.moves, self.forced, self.lost = moves_to(
            runs_on, tables, most, best_only=True, wants=False, hot_counts=counts
        )
        counts = self.moves.hot_counts
        self.every_move = turn_moves(ruleset, tables, best_only=False, hot_counts=counts)

    def chances(self, rounds: int) -> Floats:
        """F of that many rounds: float64[situations, points wanted] in units, from `spare` below
        zero to `spare` above the points."""
        wanted = np.arange(-self.spare, max(-(-self.points // self.unit), 1) + self.spare + 1)
        options = float(len(wanted)) ** 2 / self.step * len(self.moves.rise)
        if options * rounds * len(self.states) > MOST_WORK:
            raise UnsolvableError(
                f"{self.points:,} points in {self.rounds} rounds, counted in steps of {self.unit}, "
                f"are too much to look at. Ask for fewer points, or fewer {named('rounds')}"
            )
        found = np.repeat((wanted <= 0).astype(np.float64)[None], len(self.states), axis=0)
        for _ in range(rounds):
            found = np.stack([self._starts(state, found) for state in self.states])
        return found

    def turn(
        self, state: Situation, after: Floats, wanted: Integers, least_rows: int = 0
    ) -> tuple[Floats, Floats, Floats]:
        """Turns in a situation: (value of each state, of banking there, of rolling), float64[rows,
        columns, wanted]; below zero where banking is not allowed.

        Args:
            after: F of one round fewer.
            wanted: the places of the wanted points in it, ascending.
            least_rows: the table has at least that many rows.
        """
        moves, most = self.moves, after.shape[1] - 1
        rows = max(int(wanted[-1]) // self.step + 2, -(-state.minimum // moves.unit), least_rows)
        rows += self.forced

        def worth(following: int, points: Floats) -> Floats:
            gained = (points // self.unit).astype(np.int64)
            found: Floats = after[following][np.clip(wanted - gained[..., None], 0, most)]
            return found

        bank, ended = self.rules.payoffs(moves, state, rows, worth)
        points = np.arange(rows, rows + moves.max_rise, dtype=np.float64)[:, None] * moves.unit
        banked = worth(0, points)
        bank[rows:] = np.where(self.rules.stops(moves)[:, None], banked, FORBIDDEN)
        above = np.broadcast_to(banked, bank[rows:].shape)
        values, rolled = solve_turn(moves.as_turn, bank[:rows], ended, above)
        return values, bank, rolled

    def _starts(self, state: Situation, after: Floats) -> Floats:
        """float64[points wanted]: F with one round more than `after`, in a situation."""
        every = np.arange(after.shape[1])
        start = self.moves.column(self.moves.dice)
        parts = np.split(every, every[TOGETHER::TOGETHER])
        return np.concatenate([self.turn(state, after, some)[0][0, start] for some in parts])


Judge = Callable[[int, int, int], tuple[Then, float]]
"""What to do with a turn score, dice left to roll (the hand), and hot dice so far that paid a
growing bonus; and the chance then."""


def _states(
    ruleset: Ruleset, moves: TurnMoves, judge: Judge, at: tuple[int, int, int], rows: int
) -> tuple[TurnState, ...]:
    """The states below `rows` that a turn may come to.

    Args:
        at: from where: dice to roll, turn score, and hot dice.
    """
    first, hot_dice = at[1] // moves.unit, at[2]
    there, found = reachable_states(ruleset, moves, rows), []
    for row in range(first, rows, -(-(rows - first) // MOST_ROWS) or 1):
        for dice in range(moves.dice, 0, -1):
            if there[row, moves.column(dice, hot_dice)]:
                then, chance = judge(row * moves.unit, dice, hot_dice)
                found.append(TurnState(dice, row * moves.unit, chance, then))
    return tuple(found)


def _first_rolls(ruleset: Ruleset, judge: Judge, at: tuple[int, int, int]) -> tuple[FirstRoll, ...]:
    """The commonest rolls there that leave a choice; see `_states`."""
    hands, rolls = hands_of(ruleset), list[FirstRoll]()
    for roll, share in _scoring_rolls(ruleset, hands, at[0]):
        options = [
            option.judged(*judge(option.turn_score, option.dice_left, hot_dice))
            for option, hot_dice in ways_to_set_aside(ruleset, ways_of(ruleset, roll), *at)
        ]
        if _leaves_a_choice(options, hands.uniform):
            used = reduce(or_, (Counter(option.keep) for option in options))
            rolls.append(FirstRoll(tuple(sorted(used.elements())), share, ranked(options)))
        if len(rolls) == MOST_ROLLS:
            break
    return tuple(rolls)


def _scoring_rolls(
    ruleset: Ruleset, hands: Hands, hand: int
) -> list[tuple[tuple[int, ...], float]]:
    """(a roll, how often the same choices are offered), the commonest choices first."""
    tables, fallen = compile_hands(ruleset, hands)
    known: dict[int, int] = {}
    for code, (array, at) in fallen:
        if array == "set_weight" and tables.set_dice[at] == hand:
            known.setdefault(at, code)
    shares = tables.set_probability(instant_wins=False)
    found = [(_dice_of(code, hands), float(shares[at])) for at, code in known.items()]
    return sorted(found, key=lambda each: (-each[1], each[0]))


def _dice_of(code: int, hands: Hands) -> tuple[int, ...]:
    """The dice of a roll with this code, smallest first."""
    dice = list[int]()
    for number, kind in enumerate(hands.kinds):
        part = code >> KIND_BITS * number & KIND_MASK
        shown = [part // face % 16 for face in (*FACE_CODES, JOKER_CODE)]
        joker = min(kind.joker, default=0)
        for face, count in zip((1, 2, 3, 4, 5, 6, joker), shown, strict=True):
            dice += [10 * number + face] * count
    return tuple(sorted(dice))


def _leaves_a_choice(options: list[Option], same_dice: bool) -> bool:
    """Whether no choice beats all others: in points with the same dice left or, where all dice are
    the same, in dice left with the same points."""
    pairs = {(option.dice_left, option.points) for option in options}
    most_dice, most_points = map(max, zip(*pairs, strict=True))
    if same_dice:
        return (most_dice, most_points) not in pairs
    return any(dice != most_dice for dice, _ in pairs)
