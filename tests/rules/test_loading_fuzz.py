"""Whatever stands in a file: a ruleset, or a report; never another exception, never a long wait."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from farklegen.errors import FileProblemError, Problem, RulesetError
from farklegen.rules.catalogue import builtin_paths, load
from farklegen.rules.explain import explain
from farklegen.rules.loading import load_text
from farklegen.rules.new import STARTER
from farklegen.rules.text_source import decode
from tests.profiles import examples
from tests.rules.texts import WHOLE

SEEDS = [WHOLE, STARTER, *(path.read_text(encoding="utf-8") for path in builtin_paths().values())]
TOKENS = [
    *("0", "-1", "1e9", "999999999999", "~", "true", "no", "1:1", "0x1F", ".nan", "all", "AAA"),
    *("[]", "{}", "''", "goal", "bank:", "- ", "&a", "*a", "!!x", "<<", "%", "@", "---\n", "#"),
    *("\t", "\n", "  ", ": ", "|", ">", "?", '"', "'", "[", "]", "{", "}", ",", "\\"),
    *("\u2028", "\u00e9", "\x00", "🎲"),
]


def report(text: str) -> tuple[Problem, ...]:
    """What is wrong with a text that cannot be loaded; empty if it can."""
    try:
        load_text(text, "fuzz.yaml")
    except RulesetError as error:
        return error.problems
    except FileProblemError as error:
        return (Problem("fuzz.yaml", None, None, str(error)),)
    return ()


def survives(text: str) -> None:
    """Load; a valid ruleset must also survive everything that is done to one."""
    problems = report(text)
    for problem in problems:
        assert problem.message
        assert len(str(problem)) < 400
        assert str(problem).isprintable()
        assert problem.line is None or 1 <= problem.line <= text.count("\n") + 2
    if problems:
        return
    loaded = load_text(text, "fuzz.yaml")
    assert len(loaded.fingerprint) == 64
    for warning in loaded.warnings:
        assert warning.line is not None
        assert warning.severity == "warning"
    assert explain(loaded.ruleset)


def survives_bytes(data: bytes) -> None:
    try:
        text = decode(data, "fuzz.yaml")
    except (FileProblemError, RulesetError):
        return
    survives(text)


@given(st.binary(max_size=300))
@settings(max_examples=examples(75))
def test_any_bytes(data: bytes) -> None:
    survives_bytes(data)


@given(st.text(max_size=200))
@settings(max_examples=examples(75))
def test_any_text(text: str) -> None:
    survives_bytes(text.encode("utf-8", "replace"))


@given(st.sampled_from(SEEDS), st.integers(0, 2**32), st.integers(1, 6))
@settings(max_examples=examples(150))
def test_damaged_rulesets(seed: str, chance: int, changes: int) -> None:
    rng = random.Random(chance)
    text = seed
    for _ in range(changes):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice([0, 0, 1, 1, 2, 5, 40]))
        text = text[:at] + rng.choice(["", *TOKENS]) + text[end:]
    survives_bytes(text.encode())


@given(st.sampled_from(SEEDS), st.integers(0, 2**32))
@settings(max_examples=examples(100))
def test_rulesets_with_other_values(seed: str, chance: int) -> None:
    """Lines keep their keys; values are exchanged among each other and with odd ones."""
    rng = random.Random(chance)
    lines = seed.splitlines()
    values = [line.split(": ", 1)[1] for line in lines if ": " in line]
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        key = lines[at].split(":", 1)[0]
        lines[at] = f"{key}: {rng.choice(values + TOKENS)}"
    survives_bytes("\n".join(lines).encode())


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
    survives(text)


@given(st.text(max_size=60).filter(lambda reference: reference != "-"))
@settings(max_examples=examples(50))
def test_any_reference(reference: str) -> None:
    message = ""
    try:
        load(reference)
    except FileProblemError as error:
        message = str(error)
    assert message.isprintable()
    assert len(message) < 400


def test_all_changes_of_one_character() -> None:
    """Each character of a small ruleset replaced by each of a few others."""
    text = "goal: 900\ncombinations: {1: 100, AAA: 50}\nbank:\n  minimum: 50\n"
    for at in range(len(text)):
        for other in "0x:- \n[{'\"&*!#":
            survives(text[:at] + other + text[at + 1 :])
