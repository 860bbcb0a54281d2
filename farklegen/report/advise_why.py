"""Why a choice is the best one, in a sentence: what the dice may do, and what others cost."""

from __future__ import annotations

from collections.abc import Sequence

from farklegen.report.numbers import count, ordinal, percent, points
from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import rounded_up, unit
from farklegen.rules.words import upper_first
from farklegen.solvers.choices import Option, Then

DECIMALS = 2
"""Digits of percentages and points: enough to say why."""

NOTHING = 1e-9
"""A cost below this is rounding."""

_INSTEAD: dict[Then, str] = {
    "bank": "banking",
    "roll": "rolling on",
    "take over": "taking over",
    "start afresh": "starting afresh",
}
"""Choices as what somebody does instead."""


def why(
    ruleset: Ruleset,
    options: Sequence[Option],
    farkles: Sequence[float],
    my_farkles: int = 0,
    banked: int | None = None,
) -> str:
    """Why the first option is the best; empty if there is nothing to say.

    Args:
        ruleset: the rules.
        options: every choice, best first, without those that count dice for less.
        farkles: chance of a farkle, as `AdviseResult` has it.
        my_farkles: farkles in a row so far.
        banked: the player's banked score; None without a match.
    """
    if not options:
        return ""
    best = options[0]
    other = options[1] if len(options) > 1 else None
    of_roll = bool(best.keep)
    rolling = best if of_roll or best.then in ("roll", "take over") else other
    words = []
    if rolling is not None and rolling.then != "start afresh":
        penalty = _penalty(ruleset, my_farkles, banked)
        words.append(_of_dice(ruleset, best, rolling, farkles, penalty))
    if other is not None:
        words.append(_of_other(ruleset, best, other))
    text = "; ".join(words)
    return f"{upper_first(text)}." if text else ""


def _of_dice(
    ruleset: Ruleset, best: Option, rolling: Option, farkles: Sequence[float], penalty: str
) -> str:
    """What the dice do that would be rolled; `penalty` is what a farkle costs besides."""
    dice, rolls = rolling.dice_left, best.then in ("roll", "take over")
    hands = hands_of(ruleset)
    chance = farkles[dice]
    several = hands.sizes[dice] > 1
    verb = "would farkle" if not rolls else "farkle" if several else "farkles"
    says = f"{verb} {percent(chance, DECIMALS)} of the time" if chance else "cannot farkle"
    words = f"{hands.words(rolling.dice_left)} {says}"
    score = rolling.turn_score
    loses = not ruleset.farkle.keeps_turn_score
    if loses and score and chance:
        lose = "lose" if several or not rolls else "loses"
        words += f" and {lose} the {points(score)} points"
    if penalty and chance:
        streak = ruleset.farkle.streak or 1
        row = f"as the {ordinal(streak)} in a row " if streak > 1 else ""
        words += f", and {row}that {'costs' if rolls else 'would cost'} {penalty}"
    if rolling.then == "bank" or rolling.win_probability is not None:
        return words
    worth = rolling.expected_score
    if worth is not None and _plain(ruleset) and chance < 1:
        ends = round(worth / (1 - chance))
        link = f", {'else' if chance else 'and'} the turn {'ends' if rolls else 'would end'}"
        words += f"{link} with {points(ends)} on average"
    return words


def _penalty(ruleset: Ruleset, my_farkles: int, banked: int | None) -> str:
    """What one more farkle costs of the banked score; empty if nothing."""
    farkle = ruleset.farkle
    if farkle.streak is None or my_farkles + 1 < farkle.streak or not farkle.penalty:
        return ""
    if farkle.penalty == "all":
        return "" if banked is not None and banked <= 0 else "all banked points"
    most, lowest = farkle.penalty, farkle.lowest_score
    if lowest is None:
        return count(most, "banked point")
    if banked is None:
        return f"up to {count(most, 'banked point')}"
    lost = min(most, max(banked - rounded_up(lowest, unit(ruleset)), 0))
    return count(lost, "banked point") if lost else ""


def _of_other(ruleset: Ruleset, best: Option, other: Option) -> str:
    """What the next best choice costs."""
    if other.keep:
        instead = f"keeping {hands_of(ruleset).roll_words(other.keep)} instead"
    else:
        instead = f"{_INSTEAD[other.then]} instead"
    if best.win_probability is not None and other.win_probability is not None:
        cost = 100 * (best.win_probability - other.win_probability)
        unit = "percentage points of the chance to win"
    else:
        assert best.expected_score is not None
        assert other.expected_score is not None
        cost, unit = best.expected_score - other.expected_score, "points on average"
    if cost < NOTHING:
        return f"{instead} is as good"
    whole = round(cost, 6)
    return f"{instead} costs {points(int(whole) if whole.is_integer() else cost, DECIMALS)} {unit}"


def _plain(ruleset: Ruleset) -> bool:
    """Whether a farkle brings nothing, costs nothing but the turn score, and the turn is all that
    counts, so that what a turn is worth is the chance of no farkle times what it ends with."""
    farkle, bank = ruleset.farkle, ruleset.bank
    return not (
        farkle.keeps_turn_score
        or farkle.first_roll_points
        or farkle.all_dice_points
        or farkle.penalty
        or farkle.first_roll_penalty
        or ruleset.disaster
        or ruleset.instant_win
        or bank.has_opening
        or ruleset.piggyback != "none"
    )
