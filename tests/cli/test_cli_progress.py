"""What is said of slower commands: how long they take, the bar, and after Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from farklegen import api
from farklegen.cli.output import Bar
from farklegen.solvers.progress import Estimate, WorkPart
from farklegen.study.study import FASTER, Study
from tests.cli.command import HOUSE, ROOT, Terminal, environment, farklegen, program

SOLVING = "solving the match"

WORK = """
import sys, time
from farklegen.cli import output
output.DELAY = {delay}
with output.Bar("preparing") as bar:
    while bar._drawn is None and {wait}:
        time.sleep(0.01)
    for step in range(20):
        time.sleep({pause})
        bar(step / 20, "solving [the] game")
        if step == 10:
            bar.say("a note")
    if {interrupted}:
        raise KeyboardInterrupt
print("rich" in sys.modules)
"""


def on_a_terminal(
    *,
    delay: float = 0.05,
    wait: bool = True,
    pause: float = 0.02,
    interrupted: bool = False,
    term: str = "xterm",
    no_color: str = "",
) -> tuple[int, str, str]:
    """Exit code, stdout, and what a terminal behind stderr gets to see."""
    shown = Terminal()
    code = WORK.format(delay=delay, wait=wait, pause=pause, interrupted=interrupted)
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=shown.side,
        cwd=ROOT,
        env=environment(TERM=term, NO_COLOR=no_color, COLUMNS="80"),
    ) as process:
        seen = shown.seen()
        out, _ = process.communicate(timeout=30)
    return process.returncode, out.decode().strip(), seen


WIPED = "\x1b[2K"
COLOUR = re.compile("\x1b\\[[0-9;]*m")


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
def test_the_bar_appears_by_itself_and_is_wiped_away() -> None:
    code, loaded, seen = on_a_terminal()
    assert (code, loaded) == (0, "True")
    assert "preparing" in seen
    assert "solving [the] game" in seen
    assert re.search(r"\d+%.*0:00:0\d", seen)  # the share done and the time since the beginning
    assert COLOUR.search(seen)
    assert f"{WIPED}a note\n" in seen
    assert seen.endswith(WIPED)
    assert seen.rindex("\x1b[?25h") > seen.rindex("\x1b[?25l")  # the cursor is shown again


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
def test_the_bar_has_no_colour_where_none_is_wanted_and_is_gone_after_ctrl_c() -> None:
    code, _, seen = on_a_terminal(interrupted=True, no_color="1")
    assert code in (130, -signal.SIGINT)
    before, _, _ = seen.partition("Stopped while")
    assert "solving" in before
    assert not COLOUR.search(before)
    assert before.endswith(WIPED)


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
def test_there_is_no_bar_for_short_work_on_a_dumb_terminal_or_without_one() -> None:
    nothing = (0, "False", "a note\n")
    assert on_a_terminal(delay=1.0, wait=False, pause=0.0) == nothing
    assert on_a_terminal(wait=False, term="dumb") == nothing
    code = WORK.format(delay=0.05, wait=False, pause=0.01, interrupted=False)
    done = program(code, FORCE_COLOR="1", TERM="xterm")
    assert (done.code, done.out.strip(), done.err) == nothing


def test_only_long_work_is_announced(capsys: pytest.CaptureFixture[str]) -> None:
    bar = Bar("working")
    bar.expect(Estimate((WorkPart("", 9.0),)))
    bar.expect(Estimate((WorkPart("", 4000.0),), FASTER))
    said = capsys.readouterr().err
    assert said == f"This will take about 67 min; Ctrl-C stops it. {FASTER}\n"


def test_after_ctrl_c_a_command_says_so_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(study: Study, **_options: object) -> None:
        study.progress(0.5, SOLVING)
        raise KeyboardInterrupt

    monkeypatch.setattr(api, "solve", interrupted)
    stopped = "Stopped while solving the match."
    for cache, kept in ((tmp_path, " Matches that were solved before are kept."), ("off", "")):
        monkeypatch.setenv("FARKLEGEN_CACHE", str(cache))
        done = farklegen("solve", HOUSE)
        assert (done.code, done.out, done.err) == (130, "", f"{stopped}{kept}\n")


@pytest.mark.parametrize(
    "asked",
    [
        ("solve",),
        ("turn", "--mine", "0", "--theirs", "0,0"),
        ("advise", "--mine", "0", "--theirs", "0,0", "--roll", "1,5,2,2,3,3"),
        ("table",),
        ("duel", "--me", "optimal", "--opponent", "bank-at-300"),
        ("simulate", "--me", "optimal", "--opponent", "bank-at-300", "--games", "10"),
    ],
    ids=lambda asked: asked[0],
)
def test_each_command_says_how_long_a_table_of_several_takes(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    met = []

    def refuse(_bar: Bar, ahead: Estimate) -> None:
        met.append(ahead.seconds)
        raise typer.Exit(1)

    monkeypatch.setattr(Bar, "expect", refuse)
    assert farklegen(asked[0], "basic", "--players", "3", *asked[1:]).code == 1
    assert [seconds > 0 for seconds in met] == [True]


def test_how_long_a_card_with_its_price_takes_is_said_once() -> None:
    bar, heard = Bar("working"), list[Estimate]()
    bar.expect = heard.append  # type: ignore[method-assign, assignment]
    api.table(bar.study(api.load("goal: 300\ndice: 2\ncombinations: {1: 100, 5: 50}")), price=True)
    assert len(heard) == 1
