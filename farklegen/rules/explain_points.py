"""The points of combinations in words, several patterns of one name together."""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.rules.patterns import parse_pattern
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import (
    FACE_PLURALS,
    TIMES,
    counted,
    listed,
    number_word,
    pattern_name,
    upper_first,
)

Points = int | tuple[int, ...]


def explain_points(ruleset: Ruleset) -> Iterator[str]:
    """One sentence for each combination, and what holds for all of them."""
    told: dict[tuple[str, Points], list[str]] = {}
    for key, points in ruleset.combinations.items():
        told.setdefault((pattern_name(ruleset, key), points), []).append(key)
    smaller: dict[int, tuple[str, Points]] = {}
    for (name, points), keys in told.items():
        spelt = f" ({', '.join(keys)})" if len(keys) > 1 else ""
        told_elsewhere = set.intersection(*(_own_lines(ruleset, key) for key in keys))
        yield f"{upper_first(name)}{spelt}: {_points(keys[0], points, smaller, told_elsewhere)}."
        kind = _of_a_kind(keys[0])
        if kind is not None:
            smaller[kind] = (name, points)
    if keys := [key for key in ruleset.all_dice_only if parse_pattern(key).size < ruleset.dice]:
        names = listed(list(dict.fromkeys(pattern_name(ruleset, key) for key in keys)))
        yield f"Only a roll of all the dice, the first or after hot dice, scores as {names}."
    if ruleset.nothing is not None:
        name = pattern_name(ruleset, "nothing")
        label = f"{upper_first(name)}: " if "nothing" in ruleset.labels else ""
        count = number_word(ruleset.dice)
        roll = f"a roll of all {count} dice" if ruleset.dice > 1 else "a roll of the die"
        text = (
            f"{label}{roll} without any combination pays {counted(ruleset.nothing)} and uses every "
            "die; it is not a farkle."
        )
        yield upper_first(text)
    if len(ruleset.combinations) > 1:
        yield (
            "Each die is used once; where the same dice are worth more than one combination, the "
            "player takes whichever is best."
        )


def _own_lines(ruleset: Ruleset, key: str) -> set[int]:
    """The faces (0 for face 1) of a pattern's one letter that have a line of their own: `1111`
    beside `AAAA`."""
    pattern = parse_pattern(key)
    if len(pattern.letters) != 1:
        return set()
    of_digits = {
        parsed.digits for parsed in map(parse_pattern, ruleset.combinations) if not parsed.letters
    }
    count = pattern.letters[0]
    return {
        face
        for face in range(6)
        if tuple(n + count * (at == face) for at, n in enumerate(pattern.digits)) in of_digits
    }


def _points(
    key: str, points: Points, smaller: dict[int, tuple[str, Points]], told_elsewhere: set[int]
) -> str:
    """The points of a combination.

    Args:
        key: its pattern.
        points: one number, or one for each face.
        smaller: (name, points) of equal dice that were told, by how many there are.
        told_elsewhere: the faces of which it is not said here that they do not score.
    """
    if isinstance(points, int):
        return f"{points:,}"
    faces = _by_face(key, points)
    digits = parse_pattern(key).digits
    never = [
        FACE_PLURALS[face]
        for face in range(6)
        if not (points[face] or digits[face] or face in told_elsewhere)
    ]
    none = f"{listed(never)} do not score" if never else ""
    before = smaller.get((_of_a_kind(key) or 0) - 1)
    if before is not None and isinstance(before[1], tuple):
        for times in (2, 3, 4):
            if all(high == times * low for high, low in zip(points, before[1], strict=True)):
                inside = f"{faces}; {none}" if none else faces
                return f"{TIMES[times]} the points of {before[0]} ({inside})"
    return f"{faces} ({none})" if none else faces


def _by_face(key: str, points: tuple[int, ...]) -> str:
    digits = parse_pattern(key).digits
    plurals = [(points[f], FACE_PLURALS[f]) for f in range(6) if not digits[f]]
    values = [value for value, _ in plurals]
    usual = max(set(values), key=lambda value: (values.count(value), -value))
    if values.count(usual) >= 4 and usual:
        special = [(value, face) for value, face in plurals if value not in (usual, 0)]
        parts = [f"{value:,} for {face}" for value, face in special]
        never = [face for value, face in plurals if value == 0]
        rest = f"{usual:,} for every other face" if special or never else f"{usual:,} for any face"
        return listed([*parts, rest])
    return listed([f"{value:,} for {face}" for value, face in plurals if value])


def _of_a_kind(key: str) -> int | None:
    pattern = parse_pattern(key)
    return pattern.size if len(pattern.letters) == 1 and not any(pattern.digits) else None
