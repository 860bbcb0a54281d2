"""The sets of faces that a pattern can be, against the referee, which looks at every roll."""

from __future__ import annotations

from itertools import combinations_with_replacement

from hypothesis import given, settings
from hypothesis import strategies as st

from farklegen.rules.patterns import parse_pattern
from tests.profiles import examples
from tests.referee.rolls import spellings

PATTERNS = [
    "".join(p)
    for n in range(1, 5)
    for p in combinations_with_replacement("1256AB", n)
    if "B" not in p or "A" in p
]


@given(st.sampled_from(PATTERNS))
@settings(max_examples=examples(30))
def test_instances_are_the_dice_that_match(text: str) -> None:
    pattern = parse_pattern(text)
    found = list(pattern.instances)
    assert len(found) == len(set(found))
    assert set(found) == {tuple(map(each.count, range(1, 7))) for each in spellings(text)}
