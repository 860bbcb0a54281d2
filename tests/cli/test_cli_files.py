"""Files are replaced as a whole or not at all, whatever happens."""

from __future__ import annotations

import errno
import json
import os
import re
import stat
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from farklegen.cli.output import check_writable, destination, write_file
from farklegen.errors import FileProblemError
from tests.cli.command import BROKEN, HOUSE, Terminal, farklegen, process
from tests.render.golden import matches_golden


@pytest.mark.parametrize("replace", [True, False])
def test_a_new_file_has_the_usual_permissions(tmp_path: Path, replace: bool) -> None:
    path = tmp_path / "card.md"
    old = os.umask(0o022)
    try:
        write_file(str(path), b"new", replace=replace)
    finally:
        os.umask(old)
    assert path.read_bytes() == b"new"
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert list(tmp_path.iterdir()) == [path]


def test_a_replaced_file_keeps_its_permissions_and_its_link(tmp_path: Path) -> None:
    path, link = tmp_path / "card.md", tmp_path / "link.md"
    path.write_bytes(b"old")
    path.chmod(0o600)
    link.symlink_to(path)
    write_file(str(link), b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.replace"])
@pytest.mark.parametrize(
    ("failure", "raised"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), FileProblemError),
        (KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
def test_whatever_goes_wrong_the_old_file_stays(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    failure: BaseException,
    raised: type[BaseException],
) -> None:
    path = tmp_path / "card.md"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(step, fail)
    with pytest.raises(raised):
        write_file(str(path), b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_only_at_a_terminal_a_written_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "card.md")
    for terminal in (False, True):
        monkeypatch.setattr("farklegen.cli.output.at_terminal", partial(bool, terminal))
        destination("markdown", path).write("new")
    assert capfd.readouterr().err == f"Wrote {path}.\n"


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs devices")
def test_a_device_is_written_to_and_not_replaced() -> None:
    write_file("/dev/null", b"x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.skipif(os.name == "nt" or not os.geteuid(), reason="permissions do not hold for root")
def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "card.md"
    path.write_bytes(b"old")
    path.chmod(0o400)
    with pytest.raises(FileProblemError, match="read-only"):
        write_file(str(path), b"new")


def test_a_name_too_long_and_a_file_as_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(FileProblemError, match="another name"):
        check_writable(str(tmp_path / ("x" * 300)))
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileProblemError, match="no folder"):
        check_writable(str(tmp_path / "file" / "card.md"))


CODES = re.compile("\x1b\\[[0-9;]*m")


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("check-house.txt", ["check", HOUSE], 0),
        ("check-house.json", ["check", HOUSE, "--format", "json"], 0),
        ("check-broken.md", ["check", BROKEN, "--format", "markdown"], 1),
        ("check-both.csv", ["check", HOUSE, BROKEN, "--format", "csv"], 1),
        ("rulesets.txt", ["rulesets"], 0),
        ("ruleset-facebook.csv", ["rulesets", "facebook", "--format", "csv"], 0),
    ],
)
def test_outputs(name: str, arguments: list[str], code: int) -> None:
    result = farklegen(*arguments)
    assert (result.code, result.err) == (code, "")
    assert "\r" not in result.out
    matches_golden(name, result.out)


def test_colour_is_for_terminals_and_those_who_ask() -> None:
    piped = farklegen("check", HOUSE).out
    assert "\x1b" not in piped
    assert "\x1b[32mValid.\x1b[0m" in farklegen("check", HOUSE, FORCE_COLOR="1").out
    assert farklegen("check", HOUSE, FORCE_COLOR="1", NO_COLOR="1").out == piped


def on_a_terminal(
    term: str, *, real: bool = False, no_color: str = "", force_color: str = ""
) -> str:
    """What a terminal with 50 columns gets to see, with `real` from a process of its own."""
    shown, line = Terminal(), ("reach", "basic", "--points", "500")
    settings: Any = {"TERM": term, "NO_COLOR": no_color, "FORCE_COLOR": force_color}
    if real:
        result = process(*line, stdout=shown.side, **settings)
    else:
        with os.fdopen(os.dup(shown.side), "wb") as terminal:
            result = farklegen(*line, stdout=terminal, **settings)
    assert result.code == 0
    return shown.seen()


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
def test_on_a_terminal_its_width_and_colours_are_used() -> None:
    seen = on_a_terminal("xterm", real=True)
    assert on_a_terminal("xterm") == seen
    assert seen.startswith("\x1b[1mBasic Farkle: at least 500 points in this turn\x1b[0m\n")
    plain = "\n".join(line.rstrip() for line in CODES.sub("", seen).split("\n"))
    assert max(map(len, plain.splitlines())) <= 50
    assert on_a_terminal("dumb") == plain
    assert on_a_terminal("xterm", no_color="1") == plain
    assert on_a_terminal("dumb", force_color="1") == seen


def test_a_file_name_chooses_the_format_and_option_wins(tmp_path):  # type: ignore[no-untyped-def]
    for name, beginning in [
        ("a.md", "# Built-in rules\n"),
        ("a.JSON", '{\n  "format": "farklegen/rulesets",\n  "version": 3,\n'),
        ("a.csv", "name,title,dice,goal,source,fingerprint\n"),
        ("a.txt", "Built-in rules\n═"),
        ("a", "Built-in rules\n═"),
    ]:
        result = farklegen("rulesets", "-o", name, cwd=tmp_path)
        assert (result.code, result.out, result.err) == (0, "", "")
        assert (tmp_path / name).read_text("utf-8").startswith(beginning)
    assert farklegen("rulesets", "-o", "b.md", "--format", "csv", cwd=tmp_path).code == 0
    assert (tmp_path / "b.md").read_text("utf-8").startswith("name,title")
    assert farklegen("rulesets", "-o", "-", cwd=tmp_path).out.startswith("Built-in rules")
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "a", "a.JSON", "a.csv", "a.md", "a.txt", "b.md",
    ]  # fmt: skip


def test_the_rules_that_are_read_are_not_overwritten(tmp_path):  # type: ignore[no-untyped-def]
    rules = tmp_path / "ours.yaml"
    assert farklegen("rulesets", "basic", "-o", str(rules)).code == 0
    before = rules.read_bytes()
    copy = str(tmp_path / "." / "ours.yaml")
    result = farklegen("check", str(rules), "-o", copy, "--format", "text")
    assert result.code == 2
    assert "holds the rules that are being read" in result.err
    assert rules.read_bytes() == before


def test_a_stdout_that_cannot_hold_the_text_gets_ascii() -> None:
    result = process("rulesets", PYTHONIOENCODING="ascii")
    assert result.code == 0
    assert result.out.isascii()
    assert "--------" in result.out
    encoded = process("rulesets", "--format", "json", PYTHONIOENCODING="ascii")
    assert json.loads(encoded.out)["format"] == "farklegen/rulesets"
