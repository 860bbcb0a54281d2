"""References: paths, built-in names, names that do not fit, and files that are missing, too large,
not files or not text: one clear line, at once."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from farklegen import api
from farklegen.errors import ArgumentError, FileProblemError, RulesetError
from farklegen.rules import catalogue
from farklegen.rules.catalogue import SIZE_CAP, builtin_names, decode
from farklegen.rules.loading import load, load_builtin
from farklegen.rules.words import shown
from tests.referee.games import published
from tests.rules.texts import SMALL


@pytest.mark.parametrize("name", builtin_names())
def test_every_built_in_ruleset_loads_by_name(name: str) -> None:
    loaded = load(name)
    assert loaded.slug == name
    assert loaded.builtin
    assert loaded.ruleset.name == loaded.name
    assert loaded.ruleset.source, "every built-in ruleset says where it is from"
    assert loaded.text.startswith("# yaml-language-server: $schema=ruleset.schema.json\n")


def test_by_fives_and_tens_is_the_same_game_with_all_points_divided_by_ten() -> None:
    whole, tens = (
        load_builtin(name).ruleset.model_dump(exclude={"name", "source"})
        for name in ("math-for-love", "math-for-love-tens")
    )
    points, tenth = whole.pop("combinations"), tens.pop("combinations")
    assert whole.pop("goal") == 10 * tens.pop("goal")
    assert whole == tens
    assert points.keys() == tenth.keys()
    for pattern, score in points.items():
        less = tenth[pattern]
        assert score == (10 * less if isinstance(less, int) else tuple(10 * x for x in less))


def test_walters_has_the_published_rules() -> None:
    ours, published_rules = load_builtin("walters").ruleset, published("walters")["rules"]
    left_out = {"name", "source", "labels"}
    assert ours.model_dump(exclude=left_out) == published_rules.model_dump(exclude=left_out)


def test_a_built_in_name_goes_before_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "basic").write_text(SMALL)
    (tmp_path / "ours").write_text(SMALL)
    (tmp_path / "zilch.yaml").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    assert load("basic").builtin
    assert not load("./basic").builtin
    assert not load("ours").builtin
    assert not load("zilch.yaml").builtin
    assert not load(Path("basic")).builtin, "a Path is always a path"


def test_the_name_of_a_file_is_its_stem_unless_it_has_one(tmp_path: Path) -> None:
    path = tmp_path / "our house rules.yaml"
    path.write_text(SMALL)
    loaded = load(path)
    assert (loaded.name, loaded.slug) == ("our house rules", "our-house-rules")
    path.write_text("name: Ours\n" + SMALL)
    loaded = load(path)
    assert (loaded.name, loaded.slug, loaded.file) == ("Ours", "our-house-rules", str(path))


MISSING = [
    ("Zilch", "did you mean the built-in zilch?"),
    ("zilch.yaml", "did you mean the built-in zilch?"),
    ("facebok", "did you mean the built-in facebook?"),
    ("facebok.yml", "did you mean the built-in facebook?"),
    ("us.yaml", "there is no file us.yaml; check its name"),
    ("nowhere", "`farklegen rulesets` lists the built-in ones"),
    ("nowhere/nothing.yaml", "there is no file nowhere/nothing.yaml; check its name"),
]


@pytest.mark.parametrize(("reference", "words"), MISSING)
def test_a_missing_file_is_answered_with_what_was_meant(
    reference: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "house.yaml").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileProblemError) as caught:
        load(reference)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_installed_package_has_its_rulesets_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "farklegen"
    package.mkdir()
    monkeypatch.setattr(catalogue, "_PACKAGE", package)
    assert catalogue.rulesets_folder() == tmp_path / "rulesets", "beside it, as in a checkout"
    (package / "rulesets").mkdir()
    assert catalogue.rulesets_folder() == package / "rulesets"


def found(*words: str) -> set[str]:
    return {loaded.slug for loaded in api.rulesets(words)}


def test_every_word_must_occur_in_any_case() -> None:
    assert found("zilch") == {"zilch", "zilch-family"}
    assert found("ZILCH", "streak") == found("zilch", "streak")
    assert found("straight", "five dice") < found("straight")
    assert found("no such thing at all") == set()
    with pytest.raises(ArgumentError, match="words: 'basic' is not a list of texts"):
        api.rulesets("basic")


def test_what_the_rules_say_in_words_is_looked_at() -> None:
    assert {
        "dix-mille", "talisman", "dix-mille-app", "dix-mille-fleur", "hot-dice", "last-die"
    } == found("must be rolled again")  # fmt: skip


needs_unix = pytest.mark.skipif(sys.platform == "win32", reason="needs Unix files")


def refusal(path: str | Path) -> str:
    with pytest.raises(FileProblemError) as caught:
        load(str(path))
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as file:
        file.truncate(1 << 33)
    assert "has more than 1,048,576 bytes, the most that a ruleset has" in refusal(path)


def test_a_file_of_exactly_the_cap_is_read(tmp_path: Path) -> None:
    path = tmp_path / "full.yaml"
    path.write_text(SMALL + "#" * (SIZE_CAP - len(SMALL)))
    assert load(path).ruleset.goal == 10000


@needs_unix
def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert "is not an ordinary file; give a ruleset file, or -" in refusal(tmp_path / "pipe.yaml")


def test_permission_denied_by_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text(SMALL)

    def denied(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    assert "cannot be read (Permission denied)" in refusal(path)


@needs_unix
def test_a_loop_of_links(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to(tmp_path / "a.yaml")
    assert "cannot be read" in refusal(tmp_path / "a.yaml")


@pytest.mark.parametrize("name", ["", "a\0b", "x" * 5000, "a/" * 3000])
def test_names_that_no_file_can_have(name: str) -> None:
    assert len(refusal(name)) < 300


NOT_TEXT = [
    (b"goal: 1\nname: Gr\xfcn\n", 2, 9, "byte 0xfc is not UTF-8"),
    ("goal: 1\nname: grün \xff".encode("utf-16"), 1, 1, "byte 0xff is not UTF-8"),
    (b"a: 1\r\nb: 2\rc: \x00", 3, 4, "U+0000"),
    (b"\x7fELF\x02\x01", 1, 1, "U+007F"),
    (b"name: \x1b[31m", 1, 7, "U+001B"),
    (b"PK\x03\x04", 1, 3, "U+0003"),
]


@pytest.mark.parametrize(("data", "line", "column", "words"), NOT_TEXT)
def test_what_is_not_text_is_placed(data: bytes, line: int, column: int, words: str) -> None:
    with pytest.raises(FileProblemError) as caught:
        decode(data, "f")
    assert str(caught.value).startswith(f"f:{line}:{column}: ")
    assert words in str(caught.value)


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x85", "\ufeff"])
def test_a_stray_character_is_a_problem_of_the_text(character: str) -> None:
    with pytest.raises(RulesetError) as caught:
        decode(f"\ufeffgoal: 1\nname: a{character}b".encode(), "f")
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (2, 8)
    assert f"U+{ord(character):04X}" in problem.message


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "marked.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + SMALL.encode())
    assert load(path).ruleset.goal == 10000


def stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    source = SimpleNamespace(buffer=io.BytesIO(data), closed=False)
    monkeypatch.setattr(sys, "stdin", source)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, SMALL.encode())
    loaded = load("-")
    assert (loaded.name, loaded.slug) == ("standard input", "standard-input")
    assert loaded.file == "standard input"


def test_standard_input_is_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, b"#" * (SIZE_CAP + 5))
    assert "standard input has more than" in refusal("-")


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert "standard input is closed" in refusal("-")


def test_shown_texts_are_short_and_harmless() -> None:
    assert shown("x" * 1000) == "x" * 59 + "…"
    assert shown("a\x1b[31m\n") == "a\\x1b[31m\\n"
