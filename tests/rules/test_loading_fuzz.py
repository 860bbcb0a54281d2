"""Whatever stands in a file: a ruleset, or a report; never another exception, never a long wait.

Files that people and disks have damaged are the campaign's (`campaign/files.py`).
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.files import MOST_CHARACTERS, judge_file
from farklegen.errors import FileProblemError
from farklegen.rules.loading import load
from tests.profiles import examples


@given(st.text(max_size=200))
@settings(max_examples=examples(30))
def test_any_text(text: str) -> None:
    judge_file(text.encode("utf-8", "replace"))


PATTERN = st.text("123456ABCD", min_size=1, max_size=8)
VALUES = st.one_of(
    st.integers(-2, 1000).map(str),
    st.lists(st.integers(0, 9), min_size=5, max_size=7).map(str),
)


@given(
    st.dictionaries(PATTERN, VALUES, max_size=6),
    st.integers(1, 8),
    st.lists(PATTERN, max_size=2),
    st.lists(PATTERN, max_size=2),
    st.lists(st.integers(0, 2), min_size=6, max_size=6),
    st.sampled_from(["", "overshoot: bust\n", "hot_dice: required\n", "nothing: 50\n"]),
)
@settings(max_examples=examples(100))
def test_any_combinations(
    combinations: dict[str, str],
    dice: int,
    wins: list[str],
    losses: list[str],
    weights: list[int],
    lines: str,
) -> None:
    listed = ", ".join(f"{key}: {value}" for key, value in combinations.items())
    text = (
        f"goal: 1000\ndice: {dice}\ncombinations: {{{listed}}}\ninstant_win: [{', '.join(wins)}]\n"
        f"disaster: [{', '.join(losses)}]\ndie_weights: {weights}\n{lines}"
    )
    judge_file(text.encode())


@given(st.text(max_size=60).filter(lambda reference: reference != "-"))
@settings(max_examples=examples(50))
def test_any_reference(reference: str) -> None:
    message = ""
    try:
        load(reference)
    except FileProblemError as error:
        message = str(error)
    assert message.isprintable()
    assert len(message) < MOST_CHARACTERS


def test_all_changes_of_one_character() -> None:
    """Each character of a small ruleset replaced by each of a few others."""
    text = "goal: 900\ncombinations: {1: 100, AAA: 50}\nbank:\n  minimum: 50\n"
    for at in range(len(text)):
        for other in "0:\n['&":
            judge_file((text[:at] + other + text[at + 1 :]).encode())
