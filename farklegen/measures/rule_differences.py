"""The rules of several rulesets side by side, as far as they differ in meaning.

Keys are those of the rules language. A setting without effect counts as not being there (a penalty
without a streak, ties in a game that ends at once), and spelling does not count: a single one is
the pattern `1` or the first number of `A`, three ones are `111` or the first number of `AAA`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from farklegen.rules.endings import ending_of
from farklegen.rules.facts import last_die_binds, last_die_throws
from farklegen.rules.hands import hands_of, kinds_brought
from farklegen.rules.patterns import FACES, MAX_DICE, parse_pattern
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import turn_unit
from farklegen.rules.words import pattern_name, pattern_words

Setting = str | int | bool | tuple[int, ...] | tuple[str, ...] | None
"""What a ruleset says; None where it has no such rule."""


@dataclass(frozen=True)
class RuleChange:
    """One rule that is not the same everywhere."""

    key: str
    words: str
    values: tuple[Setting, ...]


def rule_changes(rulesets: Sequence[Ruleset]) -> tuple[RuleChange, ...]:
    """All of them, the combinations after dice and goal as in a rules file."""
    plain = [settings(ruleset) for ruleset in rulesets]
    found = [
        RuleChange(key, "", values)
        for key in plain[0]
        if len(set(values := tuple(each[key] for each in plain))) > 1
    ]
    front = [change for change in found if change.key in ("dice", "goal")]
    rest = [change for change in found if change.key not in ("dice", "goal")]
    return (*front, *_combinations(rulesets), *rest)


def settings(ruleset: Ruleset) -> dict[str, Setting]:
    """Every rule in force but the combinations, by its key."""
    bank, farkle, bonus = ruleset.bank, ruleset.farkle, ruleset.hot_dice_bonus
    pays = bonus is not None and bool(bonus.points or bonus.step)
    penalised = farkle.streak_costs
    return {
        "dice": ruleset.dice,
        "goal": ruleset.goal,
        "rounds": ruleset.rounds,
        "nothing": ruleset.nothing,
        "all_dice_only": _patterns(ruleset.all_dice_only),
        "set_aside": ruleset.set_aside,
        "hot_dice": ruleset.hot_dice,
        "last_die": "required" if last_die_binds(ruleset) else "optional",
        "last_die_throws": last_die_throws(ruleset),
        "hot_dice_bonus.points": bonus.points if pays and bonus else None,
        "hot_dice_bonus.step": (bonus.step or None) if pays and bonus else None,
        "hot_dice_bonus.when": bonus.when if pays and bonus else None,
        "bank.minimum": bank.minimum or None,
        "bank.opening": bank.opening_minimum if bank.has_opening else None,
        "bank.beat_previous": bank.beat_previous,
        "bank.multiple_of": bank.multiple_of if _limits(ruleset) else None,
        "farkle.streak": farkle.streak if penalised else None,
        "farkle.penalty": farkle.penalty if penalised else None,
        "farkle.lowest_score": _lowest(farkle.lowest_score) if farkle.most_lost else None,
        "farkle.first_roll_points": max(farkle.first_roll_points, farkle.all_dice_points) or None,
        "farkle.first_roll_penalty": farkle.first_roll_penalty or None,
        "farkle.all_dice_points": farkle.all_dice_points or None,
        "farkle.keeps_turn_score": farkle.keeps_turn_score,
        "end_game": None if ruleset.goal is None else ruleset.end_game,
        "ties": ruleset.ties if ending_of(ruleset).has_ties else None,
        "overshoot": ruleset.overshoot,
        "piggyback": ruleset.piggyback,
        "instant_win": _patterns(ruleset.instant_win),
        "disaster": _patterns(ruleset.disaster),
        "die_weights": _weights(ruleset),
    }


def _weights(ruleset: Ruleset) -> tuple[int, ...] | str | None:
    """The weights of dice of one kind, if they are not fair; other dice in words."""
    hands = hands_of(ruleset)
    if hands.plain:
        return ruleset.die_weights if len(set(ruleset.die_weights)) > 1 else None
    return ", ".join(f"{number} {kind.name or 'dice'}" for kind, number in kinds_brought(hands))


def _limits(ruleset: Ruleset) -> bool:
    """Whether `bank.multiple_of` forbids any turn score."""
    return bool((turn_unit(ruleset) or 1) % ruleset.bank.multiple_of)


def _lowest(score: int | None) -> Setting:
    return "no limit" if score is None else score


def _patterns(keys: Sequence[str]) -> Setting:
    return tuple(sorted({parse_pattern(key).canonical for key in keys})) or None


def _combinations(rulesets: Sequence[Ruleset]) -> Iterator[RuleChange]:
    """Patterns that are not worth the same everywhere, those of fewer dice first; equal dice of
    every face together, if all faces differ."""
    tables = [_worths(ruleset) for ruleset in rulesets]
    values: dict[str, tuple[Setting, ...]] = {
        key: tuple(table.get(key) for table in tables) for table in tables for key in table
    }
    values = {key: found for key, found in values.items() if len(set(found)) > 1}
    for size in range(1, MAX_DICE + 1):
        faces = [str(face) * size for face in range(1, FACES + 1)]
        if all(face in values for face in faces):
            every = [tuple(table.get(face, 0) for face in faces) for table in tables]
            uniform = (worth[0] or None if len(set(worth)) == 1 else worth for worth in every)
            values["A" * size] = tuple(uniform)
            for face in faces:
                del values[face]
    for key in sorted(values, key=lambda key: (len(key), key)):
        yield RuleChange(f"combinations.{key}", _name(rulesets, key), values[key])


def _worths(ruleset: Ruleset) -> dict[str, int]:
    """Points by pattern; equal dice by face. Of two worths for the same dice the larger counts."""
    found: dict[str, int] = {}
    for text, worth in ruleset.combinations.items():
        pattern = parse_pattern(text)
        each = {pattern.canonical: worth}
        if len(pattern.letters) == 1 and not any(pattern.digits):
            points = worth if isinstance(worth, tuple) else (worth,) * FACES
            each = {str(face) * pattern.size: n for face, n in enumerate(points, start=1)}
        for key, n in each.items():
            assert isinstance(n, int)
            found[key] = max(found.get(key, 0), n)
    return {key: n for key, n in found.items() if n}


def _name(rulesets: Sequence[Ruleset], pattern: str) -> str:
    """A pattern's label in the first of the rulesets that has one, else its usual words."""
    usual = pattern_words(pattern)
    names = (pattern_name(ruleset, pattern) for ruleset in rulesets)
    return next((name for name in names if name != usual), usual)
