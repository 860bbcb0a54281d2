"""How to play for a number of points: the chance in each state of a turn, and the first choices.

`reach` has worked out the states. Each way to set dice of a roll aside has the chance of the state
that it leads to. The highest chance is the best choice; `choices` says which of equals comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from farklegen.core.arrays import Booleans, Floats
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_hands
from farklegen.scoring.rolls import FACE_CODES, JOKER_CODE, KIND_BITS, KIND_MASK
from farklegen.scoring.ways import ways_of
from farklegen.solvers.choices import Option, Then, TurnState, ranked, ways_to_set_aside
from farklegen.solvers.expected import reachable_states
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.rounding import probability

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
class ReachPlay:
    """How to play for it.

    Attributes:
        states: below the points asked for, lowest turn score and most dice first.
        rolls: the commonest first rolls that leave a choice.
    """

    states: tuple[TurnState, ...]
    rolls: tuple[FirstRoll, ...]


def play_from(
    ruleset: Ruleset,
    moves: TurnMoves,
    chance: Floats,
    banks: Booleans,
    at: tuple[int, int, int],
    points: int,
) -> ReachPlay:
    """How to play on from a state in which dice are about to be rolled.

    Args:
        chance: float64[rows, columns] of the points asked for; higher rows have the values of the
            last.
        banks: bool[rows, columns], where to bank.
        at: dice to roll (the hand), turn score, and hot dice so far that paid a growing bonus.
        points: the turn score up to which states are listed.
    """
    hands, hand = hands_of(ruleset), at[0]
    last = len(chance) - 1

    def judged(option: Option, hot_dice: int) -> Option:
        row, column = option.turn_score // moves.unit, moves.column(option.dice_left, hot_dice)
        there = min(row, last), column
        then: Then = "bank" if banks[there] else "roll"
        return replace(option, then=then, win_probability=probability(float(chance[there])))

    rolls = []
    for roll, share in _scoring_rolls(ruleset, hands, hand):
        ways = ways_to_set_aside(ruleset, ways_of(ruleset, roll), *at)
        options = [judged(*way) for way in ways]
        if len(_sensible(options, hands.uniform)) > 1:
            used = sorted({die for option in options for die in option.keep})
            dice = tuple(
                die for die in used for _ in range(max(o.keep.count(die) for o in options))
            )
            rolls.append(FirstRoll(dice, share, ranked(options)))
        if len(rolls) == MOST_ROLLS:
            break
    return ReachPlay(tuple(_states(ruleset, moves, chance, banks, at, points)), tuple(rolls))


def _states(
    ruleset: Ruleset,
    moves: TurnMoves,
    chance: Floats,
    banks: Booleans,
    at: tuple[int, int, int],
    points: int,
) -> Iterator[TurnState]:
    _, turn_score, hot_dice = at
    rows = min(max(-(-points // moves.unit), 1), len(chance))
    there = reachable_states(ruleset, moves, rows)
    first = turn_score // moves.unit
    for row in range(first, rows, -(-(rows - first) // MOST_ROWS) or 1):
        for dice in range(moves.dice, 0, -1):
            column = moves.column(dice, hot_dice)
            if there[row, column]:
                worth = probability(float(chance[row, column]))
                action: Then = "bank" if banks[row, column] else "roll"
                yield TurnState(dice, row * moves.unit, worth, action)


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


def _sensible(options: list[Option], same_dice: bool) -> set[tuple[int, int]]:
    """(dice left, points) of the choices that no other choice beats: in points with the same dice
    left or, where all dice are the same, in dice left with the same points."""
    pairs = {(option.dice_left, option.points) for option in options}
    return {
        (dice, points)
        for dice, points in pairs
        if not any(
            (other, more) != (dice, points)
            and more >= points
            and (other == dice or (same_dice and dice < other))
            for other, more in pairs
        )
    }
