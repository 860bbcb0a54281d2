"""What is typed during a match, read."""

from __future__ import annotations

import pytest

from farklegen.cli.answers import DecisionError, read_keep
from farklegen.rules.hands import hands_of
from tests.rules.texts import ruleset

NAMED = "dice: {ordinary: 3, odd: 3}\ndie_types: {odd: [8, 2, 8, 2, 8, 2]}\n"


@pytest.mark.parametrize(
    ("lines", "roll", "typed", "said"),
    [
        ("", (1, 2, 5, 5), "5 5 5", "There are only two 5s among 1 2 5 5."),
        ("", (1, 2, 5, 5), "1 1", "There is only one 1 among 1 2 5 5."),
        ("", (1, 2, 5, 5), "4", "There is no 4 among 1 2 5 5."),
        (NAMED, (1, 1, 5, 11), "odd=1, odd=1", "There is only one odd 1 among"),
        (NAMED, (5, 11, 11, 11), "5 5", "There is only one 5 among"),
    ],
)
def test_that_a_roll_has_fewer_of_a_die_is_told_in_words(
    lines: str, roll: tuple[int, ...], typed: str, said: str
) -> None:
    with pytest.raises(DecisionError) as told:
        read_keep(typed, roll, (), hands_of(ruleset(lines)))
    assert str(told.value).startswith(said)
