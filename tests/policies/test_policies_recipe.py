"""Names of policies: what each one plays, and what is said about those that do not exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from farklegen.errors import FileProblemError, PolicyError, Problem
from farklegen.policies.policy import GoForIt
from farklegen.policies.recipe import (
    ALIASES,
    EXAMPLES,
    LANGUAGE,
    NAMED,
    NUMBERED,
    BankRule,
    Recipe,
    Thresholds,
    find_recipe,
    parse,
    parse_text,
)
from tests.docs.pages import DOCS, blocks, rows
from tests.render.golden import matches_listing


def test_the_lists_of_names_are_complete() -> None:
    assert [find_recipe(name) for name in NAMED] == list(NAMED.values())
    assert all(find_recipe(example) is not None for example in EXAMPLES)


def test_an_unknown_policy_is_answered_with_one_that_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def says(_section: str, reference: str) -> list[str]:
        with pytest.raises(FileProblemError) as caught:
            parse(reference.strip())
        message = str(caught.value)
        assert "\n" not in message
        if meant := re.search(r"did you mean (.+?)\?", message):
            assert parse(meant[1]).name == meant[1]
        return [f"! {message}"]

    matches_listing(Path(__file__).with_name("unknown.txt"), says, "!")
    for reference in ("x" * 200, ""):
        assert len(says("", reference)[0]) < 400


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


WHOLE = """\
name: Careful Kim
keep: most-points
bank: {at: 350, below_dice: 3, by_dice: {6: 300, 1: 0}}
take_over: {1: 990, 2: 565}
go_for_it:
  mine: {5: 9000, 4: 9500}
  theirs: {5: 7900}
  lead: 500
"""


def problems(text: str) -> tuple[Problem, ...]:
    """What is wrong with a text; empty if it is a policy."""
    try:
        parse_text(text, "mine.yaml")
    except PolicyError as error:
        return error.problems
    return ()


def test_every_wrong_file_is_reported_with_all_its_problems() -> None:
    said = list[str]()

    def says(_section: str, text: str) -> list[str]:
        found = problems(text)
        said.extend(p.message for p in found)
        return [f"! {p.line}:{p.column} {p.message}" for p in found]

    matches_listing(Path(__file__).with_name("wrong_policies.txt"), says, "!")
    for message in said:
        for word in ("ruleset", "Input", "valid ", "pydantic", "dictionary", "NoneType"):
            assert word not in message


def test_every_key() -> None:
    assert parse_text(WHOLE) == Recipe(
        name="Careful Kim",
        keep="most-points",
        bank=BankRule(at=350, below_dice=3, by_dice={6: 300, 1: 0}),
        take_over={1: 990, 2: 565},
        go_for_it=Thresholds(mine={5: 9000, 4: 9500}, theirs={5: 7900}, lead=500),
    )


def test_a_policy_is_named_after_its_file(tmp_path: Path) -> None:
    path = tmp_path / "grandmother.yaml"
    path.write_text("keep: everything\nbank: {at: 500}\ngo_for_it:\n  # later\n")
    assert parse(str(path)) == Recipe(
        name="grandmother", keep="everything", bank=BankRule(at=500), go_for_it=None
    )


def test_a_file_that_is_no_policy_at_all(tmp_path: Path) -> None:
    path = tmp_path / "picture.yaml"
    path.write_bytes(b"keep: \x00card")
    with pytest.raises(FileProblemError, match="cannot stand in a policy; delete it, or check"):
        parse(str(path))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(FileProblemError, match="save the file as UTF-8"):
        parse(str(path))
    path.write_bytes(b"#" * (1 << 21))
    with pytest.raises(FileProblemError, match="the most that a policy has"):
        parse(str(path))


def test_a_file_of_rules_is_told_to_be_one() -> None:
    with pytest.raises(PolicyError) as refused:
        parse_text("dice: 6\ngoal: 10000\ncombinations: {1: 100}\n", "house.yaml")
    assert str(refused.value) == (
        "house.yaml: error: this file has rules; give a policy file, which has the keys keep and "
        "bank, or a name"
    )


PAGE = DOCS / "policies.md"


def test_every_name_is_in_the_table() -> None:
    assert [row[0] for row in rows(PAGE, "name", "sets aside", "banks")] == [
        f"`{name}`" for name in (*NAMED, *NUMBERED)
    ]


def test_every_key_is_in_the_table() -> None:
    keys = {
        f"{section}.{key}".lstrip(".") for section, keys in LANGUAGE.groups.items() for key in keys
    }
    assert {row[0].strip("`") for row in rows(PAGE, "key", "may hold", "default")} == keys


def test_the_example_can_be_played() -> None:
    recipe = parse_text(blocks(PAGE, "yaml")[0].text)
    assert recipe.bank == BankRule(at=350, below_dice=3)
    assert [line.later for line in parse_text(blocks(PAGE, "yaml")[1].text).by_scores] == [
        "goal",
        400,
    ]
