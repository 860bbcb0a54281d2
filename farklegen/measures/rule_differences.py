"""The rules of several rulesets side by side, as far as they differ in meaning.

Keys are those of the rules language. A setting without effect counts as not being there (a penalty
without a streak, ties in a game that ends at once), and spelling does not count: a single one is
the pattern `1` or the first number of `A`, three ones are `111` or the first number of `AAA`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from farklegen.rules.endings import ending_of
from farklegen.rules.facts import last_die_binds, last_die_throws
from farklegen.rules.hands import hands_of, kinds_brought
from farklegen.rules.patterns import FACES, Pattern, parse_pattern
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
    """Patterns that are not worth the same everywhere, those of fewer dice first."""
    tables = [_worths(ruleset) for ruleset in rulesets]
    keys = sorted({key for table in tables for key in table}, key=lambda key: (len(key), key))
    for key in keys:
        values = [table.get(key) for table in tables]
        if len(set(values)) == 1:
            continue
        faces = [_faces(value) for value in values]
        differing = [face for face in range(FACES) if len({each[face] for each in faces}) > 1]
        if not _one_kind(key) or len(differing) == FACES:
            uniform = tuple(_short(value) for value in values)
            yield RuleChange(f"combinations.{key}", _words(rulesets, key), uniform)
            continue
        for face in differing:
            pattern = str(face + 1) * len(key)
            worths = tuple(each[face] or None for each in faces)
            yield RuleChange(f"combinations.{pattern}", _words(rulesets, pattern), worths)


def _worths(ruleset: Ruleset) -> dict[str, tuple[int, ...] | int]:
    """Points by pattern; those for so many dice of one face are numbers for each face."""
    found: dict[str, tuple[int, ...] | int] = {}
    for text, worth in ruleset.combinations.items():
        pattern = parse_pattern(text)
        kind = _kind(pattern)
        if kind is None:
            key = pattern.canonical
            before: Any = found.get(key)
            found[key] = worth if before is None else _larger(before, worth)
            continue
        size, face = kind
        key = "A" * size
        if face is not None:
            each = tuple(worth if i == face else 0 for i in range(FACES))
        else:
            each = _faces(worth)
        found[key] = _larger(_faces(found.get(key)), each)
    return found


def _kind(pattern: Pattern) -> tuple[int, int | None] | None:
    """(dice, face) of a pattern of equal dice, the face None for a letter; else None."""
    faces = [face for face in range(FACES) if pattern.digits[face]]
    if len(faces) == 1 and not pattern.letters:
        return pattern.size, faces[0]
    if len(pattern.letters) == 1 and not faces:
        return pattern.size, None
    return None


def _one_kind(key: str) -> bool:
    return set(key) == {"A"}


def _faces(worth: tuple[int, ...] | int | None) -> tuple[Any, ...]:
    return worth if isinstance(worth, tuple) else (worth or 0,) * FACES


def _larger(one: Any, other: Any) -> Any:
    """Of two worths for the same dice the larger one counts."""
    if isinstance(one, int) and isinstance(other, int):
        return max(one, other)
    return tuple(map(max, _faces(one), _faces(other)))


def _short(worth: tuple[int, ...] | int | None) -> Setting:
    """One number in place of six equal ones; None for nothing."""
    if isinstance(worth, tuple) and len(set(worth)) == 1:
        return worth[0] or None
    return worth


def _words(rulesets: Sequence[Ruleset], pattern: str) -> str:
    """A pattern's label in the first of the rulesets that has one, else its usual words."""
    usual = pattern_words(pattern)
    names = (pattern_name(ruleset, pattern) for ruleset in rulesets)
    return next((name for name in names if name != usual), usual)
