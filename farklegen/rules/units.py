"""What scores are counted in."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, lcm

from farklegen.rules.ruleset import Ruleset


def _turn_points(ruleset: Ruleset) -> Iterator[int]:
    for points in ruleset.combinations.values():
        if isinstance(points, int):
            yield points
        else:
            yield from points
    yield ruleset.nothing or 0
    if ruleset.hot_dice_bonus is not None:
        yield ruleset.hot_dice_bonus.points
        yield ruleset.hot_dice_bonus.step


def turn_unit(ruleset: Ruleset) -> int:
    """The greatest common divisor of everything that can be added to a turn score, in points."""
    return gcd(*_turn_points(ruleset))


def rounded_up(points: int, step: int) -> int:
    """Points rounded up to a multiple of `step`; unchanged if `step` is zero."""
    return -(-points // step) * step if step else points


def unit(ruleset: Ruleset) -> int:
    """The greatest common divisor of everything that can change a banked score, in points; turn
    scores that may not be banked count as well."""
    return _unit(ruleset, turn_unit(ruleset))


def banked_unit(ruleset: Ruleset) -> int:
    """What all banked scores are multiples of, in points; `bank.multiple_of` may make it larger
    than `unit`."""
    turns, farkle = turn_unit(ruleset), ruleset.farkle
    if not farkle.keeps_turn_score:
        turns = lcm(turns, ruleset.bank.multiple_of)
    return gcd(_unit(ruleset, turns), (farkle.lowest_score or 0) if farkle.most_lost else 0)


def _unit(ruleset: Ruleset, turns: int) -> int:
    penalty = ruleset.farkle.penalty
    return gcd(
        turns,
        penalty if isinstance(penalty, int) else 0,
        ruleset.farkle.first_roll_points,
        ruleset.farkle.all_dice_points,
        ruleset.farkle.first_roll_penalty,
    )
