"""Starting a file of one's own, and never losing one."""

from pathlib import Path

import pytest

from tests.cli.command import farklegen


def test_a_new_file_is_valid_and_what_to_do_next_is_said(tmp_path: Path) -> None:
    result = farklegen("new", "our rules.yaml", cwd=tmp_path)
    assert (result.code, result.err) == (0, "")
    assert "farklegen check 'our rules.yaml'" in result.out
    assert farklegen("check", "our rules.yaml", cwd=tmp_path).code == 0


@pytest.mark.parametrize("name", ["zilch", "onward", "five-dice"])
def test_a_file_from_built_in_rules_is_the_same_game(tmp_path: Path, name: str) -> None:
    from farklegen import load

    assert farklegen("new", "ours.yaml", "--from", name, cwd=tmp_path).code == 0
    assert load(tmp_path / "ours.yaml").fingerprint == load(name).fingerprint


def test_an_existing_file_is_left_alone_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text("mine")
    result = farklegen("new", str(path))
    assert result.code == 2
    assert "exists already" in result.err
    assert "--force" in result.err
    assert path.read_text() == "mine"
    assert farklegen("new", str(path), "--force").code == 0
    assert path.read_text("utf-8").startswith("#")


def test_a_new_file_can_go_to_stdout() -> None:
    result = farklegen("new", "-", "--from", "basic")
    assert result.code == 0
    assert "goal: 10000" in result.out
