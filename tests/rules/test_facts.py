"""The cheap combinatorics against the referee, which looks at every roll."""

from __future__ import annotations

from itertools import combinations_with_replacement

from hypothesis import given, settings
from hypothesis import strategies as st

from farklegen.rules.facts import pattern_instances, roll_without
from farklegen.rules.patterns import parse_pattern
from tests.profiles import examples
from tests.referee.rolls import spellings

PATTERNS = [
    "".join(p)
    for n in range(1, 5)
    for p in combinations_with_replacement("1256AB", n)
    if "B" not in p or "A" in p
]


def counts(roll: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(roll.count(face) for face in range(6))


@given(st.sampled_from(PATTERNS))
@settings(max_examples=examples(30))
def test_instances_are_the_dice_that_match(text: str) -> None:
    pattern = parse_pattern(text)
    found = list(pattern.instances)
    assert len(found) == len(set(found))
    assert set(found) == {tuple(map(each.count, range(1, 7))) for each in spellings(text)}


@given(
    st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=5),
    st.integers(1, 5),
    st.sets(st.integers(0, 5), min_size=1),
)
@settings(max_examples=examples(40))
def test_a_roll_without_any_pattern_is_found_if_there_is_one(
    keys: list[str], dice: int, allowed: set[int]
) -> None:
    faces = tuple(sorted(allowed))
    instances = pattern_instances(keys, faces)

    def bare(roll: tuple[int, ...]) -> bool:
        have = counts(roll)
        return not any(
            all(h >= c for h, c in zip(have, i, strict=True))
            for key in keys
            for i in parse_pattern(key).instances
        )

    found = roll_without(dice, faces, instances)
    rolls = list(combinations_with_replacement(faces, dice))
    if found is None:
        assert not any(map(bare, rolls))
    else:
        assert any(counts(roll) == found and bare(roll) for roll in rolls)
