"""`farklegen check`: exit code 0 for valid files, 1 for invalid ones, 2 for what is no ruleset."""

import time
from pathlib import Path

import pytest

from tests.cli.command import BROKEN, farklegen

UNREADABLE = {
    "brackets": b"[" * 100_000,
    "zeros": bytes(1000),
    "latin": "name: Grün\n".encode("latin-1"),
}


@pytest.mark.parametrize("command", ["check", "table"])
@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_ruleset_at_all_is_one_line_and_exit_code_2(
    tmp_path: Path, name: str, command: str
) -> None:
    (tmp_path / "x.yaml").write_bytes(UNREADABLE[name])
    one_line_and_exit_code_2(tmp_path, command, "x.yaml")


def one_line_and_exit_code_2(folder: Path, *arguments: str) -> None:
    start = time.perf_counter()
    result = farklegen(*arguments, cwd=folder)
    assert time.perf_counter() - start < 5.0
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("farklegen: error: ")
    assert result.err.count("\n") == 1
    assert len(result.err) < 400


@pytest.mark.parametrize("stdin", [b"goal: [", b"", b"- a list", b"name: only"])
def test_an_invalid_ruleset_is_exit_code_1_here_and_2_elsewhere(stdin: bytes) -> None:
    result = farklegen("check", "-", stdin=stdin)
    assert (result.code, result.err) == (1, "")
    assert "Not valid" in result.out
    result = farklegen("odds", "-", stdin=stdin)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("standard input:")


def test_the_worst_of_several_files_gives_the_exit_code() -> None:
    assert farklegen("check", "basic", "zilch").code == 0
    assert farklegen("check", "basic", BROKEN).code == 1
    result = farklegen("check", BROKEN, "missing.yaml", "basic")
    assert result.code == 2
    assert "Not valid: 2 problems found." in result.out
    assert "Valid." in result.out
