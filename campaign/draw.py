"""Small random rulesets: every key of the language, in any company.

The games are tiny (one to four dice, points a few units each), so that the slow referee solves one
in a moment. Most contradictions are never drawn; what loading would refuse all the same is no
ruleset, and another one is drawn. Dice that can never farkle and `penalty: all` do occur; an
objective that refuses them says so by `UnsolvableError`.

Everything is a function of a `random.Random`, so that the campaign draws from a seed and the tests
from hypothesis (`tests/strategies.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Any

import yaml

from farklegen.rules.consistency import find_dice_errors, find_errors
from farklegen.rules.ruleset import Ruleset

Data = dict[str, Any]
"""The keys of a ruleset with Python values."""

MIXED_PATTERNS = {
    2: ("AA", "AB", "1A", "11", "12", "5A", "66"),
    3: ("AAA", "AAB", "ABC", "1AA", "11A", "1AB", "111", "123", "122", "15A", "222"),
    4: ("AAAA", "AAAB", "AABB", "ABCD", "1AAA", "11AA", "1AAB", "11AB", "1234", "1111", "12AA"),
}


@dataclass(frozen=True)
class Taste:
    """What rulesets are like.

    Attributes:
        dice: numbers of dice, the frequent ones several times.
        units: what points are multiples of.
        goal_units: the goal is at most that many units.
        rare: how often a rule is there that need not be.
        farkles: how often a rule about farkles is there.
        kinds: how often dice are given by name.
        ending: how often the end of the game is another one than the usual.
        rounds: how often a game has a number of rounds.
    """

    dice: tuple[int, ...] = (2, 2, 3, 3, 1, 4)
    units: tuple[int, ...] = (1, 5, 50)
    goal_units: int = 20
    rare: float = 1 / 3
    farkles: float = 0.4
    kinds: float = 0.0
    ending: float = 1 / 3
    rounds: float = 1 / 5


USUAL = Taste()

ENDINGS = Taste(dice=(1, 2, 2), units=(1, 1, 5), goal_units=8, rare=0.4, ending=0.85)
"""One or two dice, a low goal, and rules that make players wait for each other."""

CROWDED = Taste(dice=(1, 2, 2, 3), units=(1, 50), goal_units=8, rare=0.6, ending=0.6)
"""Most of the rules at once."""

TINY = Taste(dice=(1, 1, 2), units=(1,), goal_units=5, rare=0.35, ending=0.9, kinds=0.2)
"""Games in which the referee sees everything."""

SHORT = Taste(goal_units=6, kinds=0.3)

MIXED = Taste(
    dice=(1, 1, 2, 2, 3),
    units=(1, 1, 5),
    goal_units=4,
    rare=0.2,
    farkles=0.6,
    kinds=0.3,
    ending=0.4,
    rounds=0.1,
)
"""Scores below zero, awards, kept turn scores, penalties and openings together, in games so small
that the referee follows three players."""

TASTES = (TINY, ENDINGS, CROWDED, SHORT, *[MIXED] * 4)


def data_of(ruleset: Ruleset) -> Data:
    """The keys of a ruleset that are not the usual ones."""
    return ruleset.model_dump(mode="json", exclude_defaults=True)


def yaml_of(data: Data) -> str:
    """A ruleset as the text of a file."""
    return yaml.safe_dump(data, sort_keys=False, default_flow_style=None, width=100)


def numbered(seed: int, number: int) -> Ruleset:
    """Ruleset `number` of a seed: depends on nothing else."""
    rng = Random(f"ruleset {seed} {number}")
    while True:
        found = ruleset(rng, rng.choice(TASTES))
        if found is not None:
            return found


def ruleset(rng: Random, taste: Taste = USUAL, fixed: Data | None = None) -> Ruleset | None:
    """A random ruleset; None if what was drawn contradicts itself.

    `fixed` holds keys that are not left to chance. A key given here replaces the drawn one as a
    whole (`bank` and `farkle` with all that is in them).
    """
    found = Ruleset(**_data(rng, taste, fixed or {}))
    return None if any(find_dice_errors(found)) or find_errors(found) else found


def _data(rng: Random, taste: Taste, fixed: Data) -> Data:
    dice = fixed.get("dice") or rng.choice(taste.dice)
    unit = rng.choice(taste.units)
    data: Data = {"dice": dice, "combinations": _combinations(rng, dice, unit)}
    if chance(rng, taste.kinds) and not {"dice", "die_weights"} & set(fixed):
        data |= _kinds(rng, dice)

    def maybe(key: str, value: Callable[[], Any], share: float = taste.rare) -> None:
        if chance(rng, share):
            data[key] = value()

    maybe("nothing", lambda: _units(rng, unit, 1, 8))
    maybe("set_aside", lambda: "all")
    maybe("hot_dice", lambda: "required")
    maybe("last_die", lambda: "required")
    maybe("last_die_throws", lambda: rng.randint(2, 3), taste.rare / 2)
    maybe("hot_dice_bonus", lambda: _bonus(rng, unit))
    if "die_types" not in data:
        maybe("die_weights", lambda: _weights(rng))
    maybe("instant_win", lambda: _patterns(rng, dice, ()))
    maybe("disaster", lambda: _patterns(rng, dice, data.get("instant_win", ())))
    maybe("bank", lambda: _bank(rng, unit), max(taste.rare, taste.farkles))
    maybe("farkle", lambda: _farkle(rng, unit, taste), min(1.0, 1.6 * taste.farkles))
    maybe("piggyback", lambda: rng.choice(["after_bank", "after_farkle", "both"]))
    data.update(fixed)
    if dict(data.get("farkle", {})).get("keeps_turn_score"):
        _lose_the_contradiction(data, fixed)
    maybe("end_game", lambda: rng.choice(["final_turn", "equal_turns"]), taste.ending)
    if "end_game" in data:
        maybe("ties", lambda: rng.choice(["leader", "challenger"]), taste.ending)
    maybe("overshoot", lambda: "bust", max(taste.rare, taste.ending / 2))
    data.update(fixed)
    if data.get("end_game", "sudden_death") == "sudden_death" and "ties" not in fixed:
        data.pop("ties", None)
    maybe("rounds", lambda: rng.randint(1, 3), taste.rounds)
    if "goal" not in fixed:
        data["goal"] = _goal(rng, data, unit, taste.goal_units)
        if "rounds" in data and "rounds" not in fixed and chance(rng, 0.5):
            data = _without_goal(data, fixed)
    if "rounds" in data:
        maybe("ties", lambda: rng.choice(["leader", "challenger"]), taste.ending)
        data.update(fixed)
    maybe("all_dice_only", lambda: _some_of_a_kind(rng, data["combinations"]), taste.rare / 2)
    data.update(fixed)
    return data


def _without_goal(data: Data, fixed: Data) -> Data:
    """A game of rounds alone, without the rules that are about a goal, or refused without one."""
    about = {"goal", "end_game", "overshoot", "piggyback", "disaster", "instant_win"} - set(fixed)
    found = {key: value for key, value in data.items() if key not in about}
    if "bank" not in fixed:
        found.pop("bank", None)
    farkle = found.get("farkle", {})
    if "farkle" not in fixed and (farkle.get("penalty") == "all" or "lowest_score" in farkle):
        found.pop("farkle")
    return found


def chance(rng: Random, share: float) -> bool:
    """True so often; the smallest number says no, as hypothesis makes numbers small."""
    return rng.randrange(60) >= 60 * (1 - share)


def unit_of(data: Data) -> int:
    """Greatest common divisor of everything in a ruleset's data that can change a score."""
    scored: list[int] = [data.get("nothing") or 0]
    for points in data["combinations"].values():
        scored += [points] if isinstance(points, int) else list(points)
    bonus = data.get("hot_dice_bonus") or {}
    farkle = data.get("farkle") or {}
    scored += [bonus.get("points", 0), bonus.get("step", 0)]
    scored += [farkle.get("first_roll_points", 0), farkle.get("all_dice_points", 0)]
    scored += [farkle.get("first_roll_penalty", 0)]
    penalty = farkle.get("penalty", 0)
    scored += [penalty] if isinstance(penalty, int) else []
    return gcd(*scored)


def _combinations(rng: Random, dice: int, unit: int) -> Data:
    """Patterns that fit the dice and their points: single faces, and a few larger ones."""
    singles = rng.sample("123456", rng.randint(0, 3))
    wider = [pattern for size in range(2, dice + 1) for pattern in MIXED_PATTERNS[size]]
    extra = rng.sample(wider, rng.randint(0, 3)) if wider else []
    found: Data = {}
    for pattern in [*singles, *extra] or ["1"]:
        letters = {sign for sign in pattern if sign.isalpha()}
        if len(letters) == 1 and chance(rng, 0.5):
            found[pattern] = _by_face(rng, unit, pattern, 6)
        else:
            found[pattern] = _units(rng, unit, 1, 10)
    if chance(rng, 0.25):
        found["A"] = _by_face(rng, unit, "A", 3)
    if dice == 4 and chance(rng, 0.2):
        found |= dict.fromkeys(("1234", "2345", "3456"), _units(rng, unit, 1, 10))
    if chance(rng, 0.3):
        laws: list[str | int] = ["double", "add", _units(rng, unit, 1, 4)]
        found |= of_a_law(rng.choice(list(found)), rng.choice(laws), found, dice)
    order = list(found)
    rng.shuffle(order)
    return {pattern: found[pattern] for pattern in order}


def of_a_law(base: str, law: str | int, found: Data, dice: int) -> Data:
    """What a law such as `AAA+: double` means: the combinations of more equal dice, and points."""
    if len(set(base)) > 1:
        return {}
    points, more = found[base], {}
    for size in range(len(base) + 1, dice + 1):
        further = size - len(base)

        def grown(n: int, by: int = further) -> int:
            if n == 0:
                return 0
            return n * 2**by if law == "double" else n + by * (n if law == "add" else int(law))

        several = isinstance(points, tuple)
        more[base[0] * size] = tuple(map(grown, points)) if several else grown(points)
    return more


def _some_of_a_kind(rng: Random, combinations: Data) -> tuple[str, ...]:
    """A combination, with or without those of more equal dice."""
    equal = [key for key in combinations if len(set(key)) == 1]
    larger = {key: tuple(k for k in equal if k[0] == key[0] and len(k) > len(key)) for key in equal}
    families = [key for key in equal if larger[key]]
    first = rng.choice(families if families and chance(rng, 0.5) else list(combinations))
    return (first, *(larger.get(first, ()) if chance(rng, 0.6) else ()))


def _kinds(rng: Random, dice: int) -> Data:
    """Dice of one to three names, some of them with jokers, some equal."""
    types: Data = {}
    for name in rng.sample(["a", "b", "c"], rng.randint(1, 3)):
        weights = rng.choice([_weights(rng), (1, 1, 1, 1, 1, 1)])
        joker = tuple(rng.sample(range(1, 7), rng.randint(1, 2)))
        types[name] = {"weights": weights, "joker": joker} if chance(rng, 0.25) else weights
    names = [rng.choice([*types, *types, "ordinary"]) for _ in range(dice)]
    counted = {name: names.count(name) for name in names}
    return {"dice": rng.choice([tuple(names), counted]), "die_types": types}


def _by_face(rng: Random, unit: int, pattern: str, most: int) -> tuple[int, ...]:
    """Points by face, some of them 0; at most `most` faces score, at least one that can."""
    possible = [face for face in range(6) if str(face + 1) not in pattern]
    chosen = rng.sample(possible, rng.randint(1, min(most, len(possible))))
    by_face = {face: _units(rng, unit, 1, 10) for face in sorted(chosen)}
    return tuple(by_face.get(face, 0) for face in range(6))


def _units(rng: Random, unit: int, least: int, most: int) -> int:
    """A number of points from `least` to `most` units."""
    return rng.randint(least, most) * unit


def _bonus(rng: Random, unit: int) -> Data:
    """A bonus, growing or not, on every hot dice or on the last die only."""
    data: Data = {"points": _units(rng, unit, 0, 5)}
    if chance(rng, 0.5):
        data["step"] = _units(rng, unit, 0, 3)
    if chance(rng, 0.5):
        data["when"] = rng.choice(["any", "last_die"])
    return data


def _weights(rng: Random) -> tuple[int, ...]:
    """Six weights, zeros among them, not all of them zero."""
    weights = [rng.randint(0, 3) for _ in range(6)]
    if not any(weights):
        weights[rng.randrange(6)] = 1
    return tuple(weights)


def _patterns(rng: Random, dice: int, taken: Sequence[str]) -> tuple[str, ...]:
    """One or two patterns of the game's dice, for instant wins and disasters; none of `taken`."""
    pool = ["2", "3", "6"] if dice <= 2 else []
    pool += [pattern for size in range(2, dice + 1) for pattern in MIXED_PATTERNS[size]]
    free = [pattern for pattern in pool if pattern not in taken]
    return tuple(rng.sample(free, rng.randint(1, min(2, len(free)))))


def _bank(rng: Random, unit: int) -> Data:
    """Rules of banking; minimums need not be whole units."""
    data: Data = {}
    if chance(rng, 0.5):
        data["minimum"] = rng.randint(0, 8 * unit)
    if chance(rng, 0.5):
        data["opening"] = rng.randint(0, 12 * unit)
    if chance(rng, 0.5):
        data["beat_previous"] = chance(rng, 0.7)
    if chance(rng, 0.5):
        data["multiple_of"] = rng.choice([unit, 2 * unit, 3 * unit, 2, 4])
    return data


def _farkle(rng: Random, unit: int, taste: Taste) -> Data:
    """Rules of the farkle; a penalty only with a streak."""
    data: Data = {}

    def maybe(key: str, value: Callable[[], Any], share: float = taste.farkles) -> None:
        if chance(rng, share):
            data[key] = value()

    maybe("streak", lambda: rng.randint(1, 3))
    if "streak" in data:
        data["penalty"] = "all" if chance(rng, 0.35) else _units(rng, unit, 1, taste.goal_units)
    maybe("lowest_score", lambda: -rng.randint(0, taste.goal_units // 2 * unit), taste.farkles)
    maybe("first_roll_points", lambda: _units(rng, unit, 0, 5))
    maybe("first_roll_penalty", lambda: _units(rng, unit, 1, 4))
    maybe("all_dice_points", lambda: _units(rng, unit, 0, 5), taste.farkles / 2)
    maybe("keeps_turn_score", lambda: chance(rng, 0.8))
    return data


def _goal(rng: Random, data: Data, unit: int, most: int) -> int:
    """A goal: a multiple of the unit where it must be hit exactly, any number otherwise."""
    if data.get("overshoot") != "bust":
        return rng.randint(1, most * unit)
    exact = unit_of(data)
    return rng.randint(1, max(1, most * unit // exact)) * exact


def _lose_the_contradiction(data: Data, fixed: Data) -> None:
    """Kept turn scores and taking over after a farkle exclude each other; what is fixed stays."""
    if data.get("piggyback") in ("after_farkle", "both"):
        if "piggyback" not in fixed:
            data["piggyback"] = "after_bank"
        elif "farkle" not in fixed:
            data["farkle"]["keeps_turn_score"] = False
