"""Hypothesis strategies for small random rulesets: every key of the language, in any company.

The games are tiny (mostly two or three dice, points a few units each), so that the slow referee
solves one in a moment. Every ruleset drawn is valid: most contradictions are never drawn, what
else loading would refuse is thrown away. Dice that can never farkle and `penalty: all` do occur; an
objective that refuses them says so by `UnsolvableError`.
"""

from __future__ import annotations

from math import gcd
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from farklegen.rules.consistency import find_errors
from farklegen.rules.ruleset import Ruleset

UNITS = (1, 5, 50)
MIXED_PATTERNS = {
    2: ("AA", "AB", "1A", "11", "12", "5A", "66"),
    3: ("AAA", "AAB", "ABC", "1AA", "11A", "1AB", "111", "123", "122", "15A", "222"),
    4: ("AAAA", "AAAB", "AABB", "ABCD", "1AAA", "11AA", "1AAB", "11AB", "1234", "1111", "12AA"),
}


@st.composite
def rulesets(
    draw: st.DrawFn,
    *,
    min_dice: int = 1,
    max_dice: int = 4,
    max_goal_units: int = 20,
    fixed: dict[str, Any] | None = None,
) -> Ruleset:
    """A random small ruleset.

    `fixed` holds keys of the ruleset, in Python values, that are not left to chance. A key given
    here replaces the drawn one as a whole (`bank` and `farkle` with all that is in them).
    """
    fixed = fixed or {}
    dice = fixed.get("dice") or draw(
        st.sampled_from([2, 2, 3, 3, 1, 4]).filter(_within(min_dice, max_dice))
    )
    unit = draw(st.sampled_from(UNITS))
    data: dict[str, Any] = {"dice": dice}
    data["combinations"] = draw(combinations(dice, unit))
    _maybe(draw, data, "nothing", units(unit, 1, 8))
    _maybe(draw, data, "set_aside", st.just("all"))
    _maybe(draw, data, "hot_dice", st.just("required"))
    _maybe(draw, data, "hot_dice_bonus", hot_dice_bonuses(unit))
    _maybe(draw, data, "die_weights", die_weights())
    _maybe(draw, data, "instant_win", pattern_lists(dice))
    _maybe(draw, data, "disaster", pattern_lists(dice, data.get("instant_win", ())))
    _maybe(draw, data, "bank", banks(unit))
    _maybe(draw, data, "farkle", farkles(unit))
    _maybe(draw, data, "piggyback", st.sampled_from(["after_bank", "after_farkle", "both"]))
    data.update(fixed)
    if dict(data.get("farkle", {})).get("keeps_turn_score"):
        _lose_the_contradiction(data, fixed)
    _maybe(draw, data, "end_game", st.sampled_from(["final_turn", "equal_turns"]))
    if "end_game" in data:
        _maybe(draw, data, "ties", st.sampled_from(["leader", "challenger"]))
    _maybe(draw, data, "overshoot", st.just("bust"))
    data.update(fixed)
    if data.get("end_game", "sudden_death") == "sudden_death" and "ties" not in fixed:
        data.pop("ties", None)
    if "goal" not in fixed:
        data["goal"] = draw(_goals(data, unit, max_goal_units))
    ruleset = Ruleset(**data)
    assume(not find_errors(ruleset))
    return ruleset


@st.composite
def combinations(draw: st.DrawFn, dice: int, unit: int) -> dict[str, int | tuple[int, ...]]:
    """Patterns that fit the dice and their points: single faces, and a few larger ones."""
    singles = draw(st.lists(st.sampled_from("123456"), min_size=0, max_size=3, unique=True))
    wider = [pattern for size in range(2, dice + 1) for pattern in MIXED_PATTERNS[size]]
    extra = draw(st.lists(st.sampled_from(wider), max_size=3, unique=True)) if wider else []
    patterns = [*singles, *extra] or ["1"]
    found: dict[str, int | tuple[int, ...]] = {}
    for pattern in patterns:
        letters = {sign for sign in pattern if sign.isalpha()}
        if len(letters) == 1 and draw(st.booleans()):
            found[pattern] = draw(point_lists(unit, pattern))
        else:
            found[pattern] = draw(units(unit, 1, 10))
    if draw(st.sampled_from([False, False, False, True])):
        found["A"] = draw(point_lists(unit, "A", most=3))
    return dict(draw(st.permutations(list(found.items()))))


def point_lists(unit: int, pattern: str, most: int = 6) -> st.SearchStrategy[tuple[int, ...]]:
    """Points by face, some of them 0; at most `most` faces score, at least one that can."""
    possible = [face for face in range(6) if str(face + 1) not in pattern]
    chosen = st.dictionaries(
        st.sampled_from(possible), units(unit, 1, 10), min_size=1, max_size=most
    )
    return chosen.map(lambda by_face: tuple(by_face.get(face, 0) for face in range(6)))


def units(unit: int, least: int, most: int) -> st.SearchStrategy[int]:
    """A number of points from `least` to `most` units."""
    return st.integers(least, most).map(lambda count: count * unit)


def hot_dice_bonuses(unit: int) -> st.SearchStrategy[dict[str, Any]]:
    """A bonus, growing or not, on every hot dice or on the last die only."""
    return st.fixed_dictionaries(
        {"points": units(unit, 0, 5)},
        optional={"step": units(unit, 0, 3), "when": st.sampled_from(["any", "last_die"])},
    )


def die_weights() -> st.SearchStrategy[tuple[int, ...]]:
    """Six weights, zeros among them, not all of them zero."""
    return st.tuples(*[st.integers(0, 3)] * 6).filter(any)


def pattern_lists(dice: int, taken: tuple[str, ...] = ()) -> st.SearchStrategy[tuple[str, ...]]:
    """One or two patterns of the game's dice, for instant wins and disasters; none of `taken`."""
    pool = ["2", "3", "6"] if dice <= 2 else []
    pool += [pattern for size in range(2, dice + 1) for pattern in MIXED_PATTERNS[size]]
    free = [pattern for pattern in pool if pattern not in taken]
    return st.lists(st.sampled_from(free), min_size=1, max_size=2, unique=True).map(tuple)


def banks(unit: int) -> st.SearchStrategy[dict[str, Any]]:
    """Rules of banking; minimums need not be whole units."""
    return st.fixed_dictionaries(
        {},
        optional={
            "minimum": st.integers(0, 8 * unit),
            "opening": st.integers(0, 12 * unit),
            "beat_previous": st.booleans(),
            "multiple_of": st.sampled_from([unit, 2 * unit, 3 * unit, 2, 4]),
        },
    )


@st.composite
def farkles(draw: st.DrawFn, unit: int) -> dict[str, Any]:
    """Rules of the farkle; a penalty only with a streak."""
    data: dict[str, Any] = {}
    _maybe(draw, data, "streak", st.integers(1, 3))
    if "streak" in data:
        penalties = [units(unit, 1, 10)] * 3 + [st.just("all")]
        data["penalty"] = draw(st.one_of(*penalties))
    _maybe(draw, data, "lowest_score", st.integers(-10 * unit, 0))
    _maybe(draw, data, "first_roll_points", units(unit, 0, 5))
    _maybe(draw, data, "all_dice_points", units(unit, 0, 5))
    _maybe(draw, data, "keeps_turn_score", st.booleans())
    return data


def unit_of(data: dict[str, Any]) -> int:
    """Greatest common divisor of everything in a ruleset's data that can change a score."""
    scored: list[int] = [data.get("nothing") or 0]
    for points in data["combinations"].values():
        scored += [points] if isinstance(points, int) else list(points)
    bonus = data.get("hot_dice_bonus") or {}
    farkle = data.get("farkle") or {}
    scored += [bonus.get("points", 0), bonus.get("step", 0)]
    scored += [farkle.get("first_roll_points", 0), farkle.get("all_dice_points", 0)]
    penalty = farkle.get("penalty", 0)
    scored += [penalty] if isinstance(penalty, int) else []
    return gcd(*scored)


@st.composite
def _goals(draw: st.DrawFn, data: dict[str, Any], unit: int, most: int) -> int:
    """A goal: a multiple of the unit where it must be hit exactly, any number otherwise."""
    if data.get("overshoot") != "bust":
        return draw(st.integers(1, most * unit))
    exact = unit_of(data)
    return draw(st.integers(1, max(1, most * unit // exact))) * exact


def _lose_the_contradiction(data: dict[str, Any], fixed: dict[str, Any]) -> None:
    """Kept turn scores and taking over after a farkle exclude each other; what is fixed stays."""
    if data.get("piggyback") in ("after_farkle", "both"):
        if "piggyback" not in fixed:
            data["piggyback"] = "after_bank"
        elif "farkle" not in fixed:
            data["farkle"]["keeps_turn_score"] = False


def _maybe(draw: st.DrawFn, data: dict[str, Any], key: str, value: st.SearchStrategy[Any]) -> None:
    """Give the key a drawn value one time in three, and shrink towards leaving it out."""
    if draw(st.sampled_from([False, False, True])):
        data[key] = draw(value)


def _within(least: int, most: int) -> Any:
    return lambda number: least <= number <= most
