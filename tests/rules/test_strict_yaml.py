"""Strict YAML: what is read, where it stands, and what is refused."""

from __future__ import annotations

import time

import pytest
import yaml

from farklegen.errors import FileProblemError, RulesetError
from farklegen.rules.language import KEY, NODE_CAP, parse_yaml, scalar_value
from farklegen.rules.loading import load_text

SCALARS = [
    ("010", 10),
    ("-5", -5),
    ("1e3", 1000.0),
    (".5", 0.5),
    ("6.", 6.0),
    ("true", True),
    ("~", None),
    ("", None),
    ("no", "no"),
    ("Off", "Off"),
    ("tRUE", "tRUE"),
    ("1_000", "1_000"),
    ("0x1F", 31),
    ("0o17", 15),
    (".inf", ".inf"),
    ("-", "-"),
]


@pytest.mark.parametrize(("text", "value"), SCALARS)
def test_scalars_follow_yaml_1_2(text: str, value: object) -> None:
    found = scalar_value(text)
    assert found == value
    assert type(found) is type(value)


def test_a_number_of_any_length_is_read_at_once() -> None:
    assert scalar_value("9" * 1_000_000) == 10**30
    assert scalar_value("-" + "9" * 1_000_000) == -(10**30)


def test_keys_keep_their_text() -> None:
    root = parse_yaml("010: 1\n123456: 2\n'5': 3\nyes: 4\n", "f").root
    assert root.data() == {"010": 1, "123456": 2, "5": 3, "yes": 4}


def test_places_of_keys_and_values() -> None:
    document = parse_yaml("goal: 5\nbank:\n  minimum: [1,\n    22]\n  opening:\n", "f")
    assert document.place(("goal",)) == (1, 7)
    assert document.place(("bank", "minimum", KEY)) == (3, 3)
    assert document.place(("bank", "minimum", 1)) == (4, 5)
    assert document.place(("bank", "opening")) == (5, 3), "an empty value: its key"
    assert document.place(("bank", "nowhere", 3)) == (3, 3), "what is not there: around it"


FORBIDDEN = [
    ("a: &x 1\nb: *x", [(1, 4, "anchor"), (2, 4, "alias")]),
    ("*x : 1", [(1, 1, "alias")]),
    ("a: !!str 1", [(1, 4, "!!str is a tag")]),
    ("a: ! 1", [(1, 4, "tag")]),
    ("a: !include x", [(1, 4, "!include is a tag")]),
    ("a:\n  <<: {b: 1}", [(2, 3, "merges")]),
    ("--- \na: 1\n---\nb: 1", [(3, 1, "second document")]),
    ("? [a]\n: 1", [(1, 3, "a list cannot be a key")]),
    ("{{a: b}: c}", [(1, 2, "a mapping cannot be a key")]),
    ("a: 1\na: 2\nb: 'x", [(2, 1, "first given at line 1, column 1"), (3, 4, "not closed")]),
    (
        "a: 1\nb: {c: 1, c: 2, c: 3}\na: 2\n",
        [(2, 11, "first given at line 2, column 5"), (2, 17, "column 5"), (3, 1, "column 1")],
    ),
]


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize(("text", "expected"), FORBIDDEN)
def test_what_a_ruleset_may_not_use(
    text: str, expected: list[tuple[int, int, str]], fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not fast:
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    try:
        found = parse_yaml(text, "f").slips
    except RulesetError as error:
        found = error.problems
    assert [(p.line, p.column) for p in found] == [(line, column) for line, column, _ in expected]
    for problem, (_, _, words) in zip(found, expected, strict=True):
        assert words in problem.message


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize("escape", [r"\U99999999", r"\ud800", r"\xZZ", r"\q"])
def test_escapes_that_mean_nothing(
    escape: str, fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from farklegen.rules.loading import load_text

    if not fast:
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    with pytest.raises(RulesetError) as caught:
        load_text(f'name: "{escape}"\ngoal: 1\ncombinations: {{1: 1}}\n')
    assert len(caught.value.problems) == 1


BOMBS = {
    "aliases": "a0: &a0 [x, x, x]\n"
    + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12)),
    "brackets": "[" * 500_000,
    "braces": "{a: " * 200_000,
    "dashes": "- " * 300_000,
    "question marks": "? " * 300_000,
    "entries": "a: [" + "1," * 400_000 + "]",
    "anchors": "".join(f"k{i}: &a{i} 1\n" for i in range(30_000)),
    "digits": "goal: " + "9" * 900_000,
    "one text": "goal: " + "x" * 900_000,
    "one key": "x" * 900_000 + ": 1",
    "float": "goal: 1" + "0" * 500_000 + ".5e99999",
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_end_quickly_in_short_messages(name: str) -> None:
    from farklegen.rules.loading import load_text

    start = time.process_time()
    with pytest.raises((RulesetError, FileProblemError)) as caught:
        load_text(BOMBS[name])
    assert time.process_time() - start < 2.0
    message = str(caught.value)
    assert len(message.splitlines()) <= (101 if name == "aliases" else 3)
    assert all(len(line) < 500 for line in message.splitlines())
    hopeless = name in ("brackets", "braces", "dashes", "question marks", "entries", "anchors")
    assert isinstance(caught.value, FileProblemError if hopeless else RulesetError)


HOPELESS = [
    ("[" * 5_000, "nested more than 12 levels deep; a ruleset needs three"),
    ("[" * 50, "f:1:13: nested more than 12 levels deep"),
    ("[" + "1," * NODE_CAP + "]", "more than 20,000 entries"),
]


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize(("text", "words"), HOPELESS)
def test_a_file_that_cannot_be_a_ruleset_is_not_read_to_its_end(
    text: str, words: str, fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not fast:
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    with pytest.raises(FileProblemError) as caught:
        parse_yaml(text, "f")
    assert words in str(caught.value)


def test_the_cap_on_entries_leaves_room_for_any_ruleset() -> None:
    text = "goal: 1\ncombinations:\n" + "".join(f"  {i}: 1\n" for i in range(NODE_CAP // 2 - 4))
    assert len(parse_yaml(text, "f").root.entries["combinations"].entries) > 9_000


def test_a_dash_in_a_text_of_several_lines_is_no_problem() -> None:
    text = "goal: 500\ncombinations: {1: 100}\nsource: a book\n  - page 3\n"
    assert load_text(text).ruleset.source == "a book - page 3"
