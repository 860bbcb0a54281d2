"""References: paths, built-in names, and what is meant by a name that does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen import api
from farklegen.errors import ArgumentError, FileProblemError
from farklegen.rules import catalogue
from farklegen.rules.catalogue import builtin_names
from farklegen.rules.loading import load, load_builtin
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
