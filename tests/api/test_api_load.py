"""What rules may be given as: names, paths, texts, dictionaries, and how to know which is which."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import farklegen
from farklegen.errors import ArgumentError, FileProblemError, RulesetError
from farklegen.rules.catalogue import builtin_names

TEXT = "name: Ours\ngoal: 5000\ncombinations:\n  1: 100\n  5: 50\n  AAA: [1000, 2, 3, 4, 5, 6]\n"
RULES: dict[str, Any] = {
    "name": "Ours",
    "goal": 5000,
    "combinations": {1: 100, "5": 50, "AAA": (1000, 2, 3, 4, 5, 6)},
}


def test_a_text_a_dictionary_and_a_file_of_the_same_rules_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(TEXT, encoding="utf-8")
    flow = "{name: Ours, goal: 5000, combinations: {1: 100, 5: 50, AAA: [1000, 2, 3, 4, 5, 6]}}"
    prints = {farklegen.load(each).fingerprint for each in (path, str(path), TEXT, RULES, flow)}
    assert len(prints) == 1
    loaded = farklegen.load(RULES)
    assert (loaded.name, loaded.slug, loaded.builtin) == ("Ours", "ours", False)
    assert farklegen.load(loaded.text).fingerprint in prints
    assert farklegen.odds(RULES).to_dict() == farklegen.odds(TEXT).to_dict()


def test_every_built_in_ruleset_survives_being_a_dictionary() -> None:
    for name in builtin_names():
        loaded = farklegen.load(name)
        again = farklegen.load(loaded.ruleset.model_dump(mode="json", exclude_defaults=True))
        assert again.fingerprint == loaded.fingerprint


def test_a_path_object_is_always_a_file_and_a_name_never_a_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    odd = Path("{goal: 1}")
    odd.write_text(TEXT, encoding="utf-8")
    assert farklegen.load(odd).ruleset.goal == 5000
    with pytest.raises(RulesetError):
        farklegen.load("{goal: 1}")
    with pytest.raises(FileProblemError, match="no file and no built-in ruleset goals: 5000"):
        farklegen.load("goals: 5000")
    with pytest.raises(FileProblemError, match="no file"):
        farklegen.load(Path("a\nb"))


def test_the_command_line_never_takes_an_argument_for_a_text() -> None:
    from tests.docs.pages import farklegen as command

    for name in ("check", "table", "odds", "simulate"):
        done = command(name, TEXT)
        assert done.code == 2
        assert "there is no file" in done.err


def test_problems_of_a_text_have_places_and_those_of_a_dictionary_have_none() -> None:
    with pytest.raises(RulesetError) as refused:
        farklegen.load("goal: x\ncombinations:\n  1: 0\n")
    assert [(p.file, p.line, p.column) for p in refused.value.problems] == [
        ("<text>", 1, 7), ("<text>", 3, 6),
    ]  # fmt: skip
    with pytest.raises(RulesetError) as refused:
        farklegen.load({"goal": "x", "combinations": {1: 0}, "players": 4})
    problems = refused.value.problems
    assert len(problems) == 3
    assert {(p.file, p.line, p.column) for p in problems} == {("<dict>", None, None)}
    (warning,) = farklegen.load({**RULES, "farkle": {"streak": 3}}).warnings
    assert (warning.line, warning.severity) == (None, "warning")
    assert not farklegen.check({"goal": 5}).valid


def test_what_no_file_could_hold_is_refused() -> None:
    endless: dict[str, Any] = {}
    endless["bank"] = endless
    for rules in ({**RULES, "goal": {1, 2}}, {**RULES, "source": b"x"}, endless):
        with pytest.raises(ArgumentError, match="this dictionary cannot be a ruleset"):
            farklegen.load(rules)
    with pytest.raises(RulesetError, match="the key '1' stands here again"):
        farklegen.load({"goal": 500, "combinations": {1: 5, "1": 6}})


def test_numbers_of_numpy_are_taken() -> None:
    numpy = pytest.importorskip("numpy")
    rules = {**RULES, "goal": numpy.int64(5000), "die_weights": numpy.array([1, 1, 1, 1, 1, 2])}
    assert farklegen.load(rules).ruleset.die_weights == (1, 1, 1, 1, 1, 2)


def test_texts_in_a_dictionary_are_texts_whatever_yaml_makes_of_them() -> None:
    for name in ("no", "010", "0x1F", "1e3", "null", "a: b", "# c", "“x”", "7"):
        assert farklegen.load({**RULES, "name": name}).name == name
