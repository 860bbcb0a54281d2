"""Names of policies: what each one plays, and what is said about those that do not exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen.errors import FileProblemError
from farklegen.policies.policy import GoForIt
from farklegen.policies.recipe import (
    ALIASES,
    EXAMPLES,
    NAIVE,
    NAMED,
    NAMES,
    Thresholds,
    find_recipe,
)
from farklegen.policies.reference import parse


def test_the_lists_of_names_are_complete() -> None:
    assert [find_recipe(name) for name in NAMED] == list(NAMED.values())
    assert len(NAMES) == len(EXAMPLES)
    assert all(find_recipe(example) is not None for example in EXAMPLES)


UNKNOWN = [
    ("Card", "there is no policy and no file Card; did you mean card?"),
    ("carg", "did you mean card?"),
    ("points only", "did you mean points-only?"),
    ("take_al", "did you mean take-all?"),
    ("optimal.yaml", "there is no file optimal.yaml; did you mean optimal?"),
    ("bank-at-1,000", "did you mean bank-at-1000?"),
    ("bnk-at-250", "did you mean bank-at-250?"),
    ("bank-at-0", "write bank-at-N with a whole number N from 1 to 1000000000"),
    ("bank-at-99999999999", "from 1 to 1000000000, such as bank-at-300"),
    ("bank-below-1-dice", "a whole number N from 2 to 9, such as bank-below-3-dice"),
    ("cautius.yaml", "did you mean cautious.yaml?"),
    (
        "nothing/like/it",
        "the policies are: optimal, card, points-only, full-table, full-table-go, take-all",
    ),
    ("qwertz", "the policies are: optimal, "),
    ("x" * 200, "the policies are: optimal, "),
    ("-", "the policies are: optimal, "),
    ("", "the file name is empty"),
    (".", ". is a folder; give the policy file inside it"),
]


@pytest.mark.parametrize(("reference", "words"), UNKNOWN, ids=[case[0][:30] for case in UNKNOWN])
def test_an_unknown_policy_is_answered_with_what_was_meant(
    reference: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cautious.yaml").write_text("keep: full-table\nbank: full-table\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileProblemError) as caught:
        parse(reference)
    message = str(caught.value)
    assert words in message
    assert "\n" not in message
    assert len(message) < 400


def test_every_suggestion_can_be_played() -> None:
    for reference, words in UNKNOWN:
        meant = words.partition("did you mean ")[2].rstrip("?")
        if meant and not meant.endswith(".yaml"):
            assert parse(meant).name == meant, reference


def test_names_come_before_files_unless_a_path_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "full-table").write_text("name: mine\nkeep: everything\nbank: {at: 50}\n")
    monkeypatch.chdir(tmp_path)
    assert parse("full-table") == NAMED["full-table"]
    assert parse("./full-table").name == "mine"


def test_thresholds_for_a_game_of_fewer_dice() -> None:
    thresholds = Thresholds(mine={5: 9000, 2: 9500}, theirs={6: 8000}, lead=400)
    assert thresholds.numbers(5) == GoForIt(
        mine=(None, 9500, None, None, 9000), theirs=(None,) * 5, lead=400
    )
    assert thresholds.numbers(6).theirs == (None, None, None, None, None, 8000)


@pytest.mark.parametrize(("word", "name"), ALIASES.items())
def test_words_that_reports_use_are_names_as_well(word: str, name: str) -> None:
    found, meant = parse(word), find_recipe(name)
    assert meant is not None
    assert found.name == ("optimal" if meant.optimal else word)
    assert found.model_copy(update={"name": name}) == meant
    assert ALIASES["naive"] == NAIVE
