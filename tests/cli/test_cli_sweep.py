"""`farklegen sweep` as it is run: the file, the summary, the messages, Ctrl-C."""

from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import Result, environment
from tests.docs.pages import DOCS, blocks, farklegen, read

EXAMPLE = DOCS / "examples" / "three-pairs.yaml"
PAGE = DOCS / "design-guide.md"

SPEC = """
base: {goal: 600, dice: 2, combinations: {1: 100, 5: 50}}
vary:
  farkle.penalty: [0, 100, all]
  farkle.streak: [null, 2]
measures: [points_per_turn]
"""


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "spec.yaml"
    file.write_text(SPEC, encoding="utf-8")
    return file


def sweep(*arguments: str) -> Result:
    return farklegen("sweep", *arguments, "--jobs", "1")


def test_the_example_of_the_page_is_the_file_and_gives_what_is_shown(spec: Path) -> None:
    done = sweep(str(EXAMPLE))
    assert (done.code, done.err) == (0, "")
    shown = [block.text for block in blocks(PAGE, "text")]
    assert Path("three-pairs.csv").read_text(encoding="utf-8").startswith(shown[0])
    assert re.search(r"^300 +none +4\d\d\.\d\d ", done.out, re.MULTILINE)  # each row
    assert read(EXAMPLE).endswith(blocks(PAGE, "yaml")[1].text)


def test_rows_with_problems_are_counted_and_the_first_is_told(spec: Path) -> None:
    done = sweep("spec.yaml", "-o", "rows.csv")
    assert done.code == 0
    assert re.search(r"With a problem +3 rows\n", done.out)
    assert "farkle.penalty 100, farkle.streak none: there is a penalty but no" in done.out
    with Path("rows.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["farkle.penalty"] for row in rows] == ["0", "0", "100", "100", "all", "all"]
    assert [bool(row["problem"]) for row in rows] == [False, False, True, False, True, True]
    assert rows[5]["problem"].startswith("farkle.penalty: all has no expected score")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl-C for a single process")
def test_ctrl_c_keeps_what_is_finished_and_says_so(spec: Path) -> None:
    many = "vary:\n  bank.minimum: {from: 0, to: 999, step: 1}\n"
    spec.write_text(SPEC.replace("vary:\n", many), encoding="utf-8")
    program = subprocess.Popen(
        [sys.executable, "-m", "farklegen", "sweep", "spec.yaml", "-o", "rows.csv", "--jobs", "2"],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    rows = Path("rows.csv")
    while not rows.exists() or rows.stat().st_size < 1000:
        assert program.poll() is None
        time.sleep(0.01)
    os.killpg(program.pid, signal.SIGINT)  # as a terminal does it: all processes of the command
    out, err = program.communicate(timeout=30)
    assert (program.returncode, out) == (130, b"")
    *_, stopped = err.decode().splitlines()
    kept = rows.read_text(encoding="utf-8").count("\n") - 1
    assert stopped == (
        f"stopped: {kept:,} of 6,000 rows are in rows.csv, and the same command goes on from there"
    )
