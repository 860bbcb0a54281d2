"""What each command asks of the API, and that the examples of the help texts work."""

from __future__ import annotations

import re
import shlex
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from farklegen import api
from farklegen.api.comparing import KINDS
from farklegen.cli.app import COMMANDS, FIRST_EXAMPLES, examples_of
from farklegen.errors import Problem
from farklegen.report.document import Document, Paragraph
from farklegen.rules.loading import LoadedRuleset
from farklegen.study.study import Study
from tests.cli.command import farklegen

WARNING = Problem("ours.yaml", 3, 1, "never happens", "warning")


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        (
            "turn basic --mine 1 --theirs 2,000 --my-farkles 1 --their-farkles 2 --seat second "
            "--off-board both --previous 300 --hot-dice 1 --inherit 1,600,2 --floor -2,500 "
            "--tolerance 1e-10",
            {"mine": 1, "theirs": 2000, "my_farkles": 1, "their_farkles": 2, "seat": "second",
             "off_board": "both", "previous": 300, "hot_dice": 1, "inherit": (1600, 2),
             "floor": -2500, "tolerance": 1e-10, "players": 2, "rounds_left": None},
        ),
        (
            "reach basic --points 1,000 --dice 2 --off-board",
            {"points": 1000, "dice": 2, "turn_score": 0, "off_board": True},
        ),
    ],
)  # fmt: skip
def test_a_command_asks_renders_and_passes_on_warnings(
    monkeypatch: pytest.MonkeyPatch, line: str, asked: dict[str, object]
) -> None:
    command = line.split()[0]
    calls: list[tuple[str, dict[str, object]]] = []

    def answer(study: Study, **options: object) -> SimpleNamespace:
        calls.append((study.loaded.slug, {name: options[name] for name in asked}))
        return SimpleNamespace(document=lambda: Document(command, "Title", (Paragraph("text"),)))

    monkeypatch.setattr(api, command, answer)
    monkeypatch.setattr(LoadedRuleset, "warnings", (WARNING,))
    done = farklegen(*line.split())
    assert done.code == 0
    assert calls == [("basic", asked)]
    assert done.out == "Title\n═════\n\ntext\n"
    assert done.err == "ours.yaml:3:1: warning: never happens\n"


QUICK = "goal: 10000\ncombinations: {1: 1000, 5: 500, AAA: 500}\n"
"""A match in large steps: solved in a moment, wherever an example is of a match or of a card."""

SWEEP = (
    f"base: {{{', '.join(QUICK.splitlines())}}}\nvary: {{dice: [2, 3]}}\nmeasures: [turn_spread]\n"
)

ELSEWHERE = r"[|*]|--ask|--scheduler|page --all|farklegen serve|--best "
"""Examples that a shell has a part in, or a test of its own, or that take long."""

LINES = [line for name in COMMANDS for line, _ in (*FIRST_EXAMPLES, *examples_of(name))]


LONGER = r"farklegen (play|compare|drill|duel|simulate|page|plot) "
"""Examples that play games or solve matches: with the slow tests."""


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=[pytest.mark.slow] if re.search(LONGER, line) else [])
        for line in dict.fromkeys(LINES)
        if not re.search(ELSEWHERE, line)
    ],
)
def test_the_examples_of_the_help_texts_work(
    tmp_path: Path, cache: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "drill", partial(api.drill, decisions=100))  # quicker
    command = line.split()[1]
    if command in ("plot", "page"):
        pytest.importorskip("matplotlib")
    (tmp_path / "pairs.yaml").write_text(SWEEP, "utf-8")
    if command != "new":
        (tmp_path / "ours.yaml").write_text(QUICK, "utf-8")
        (tmp_path / "theirs.yaml").write_text(QUICK.replace("AAA", "AAAA"), "utf-8")
        if command not in ("check", "rulesets", "dice", "reach"):
            ours = "theirs.yaml" if "ours.yaml" in line else "ours.yaml"
            line = re.sub(r"\b(basic|zilch)\b", ours, line, count=1)
            line = re.sub(r"\bfacebook\b", "theirs.yaml", line)
            line = line.replace("--turn-score 300", "--turn-score 500")  # 300 cannot occur
    if command in ("table", "compare") or (command == "page" and "--quick" not in line):
        line += " --quick"  # the match is for other tests
    if command == "simulate":
        line = line.replace(" --games 1,000,000", "") + " --games 100"
    before = {each.name for each in tmp_path.iterdir()}
    done = farklegen(*shlex.split(line)[1:], cwd=tmp_path, FARKLEGEN_CACHE=cache)
    assert (done.code, done.err) == (0, "")
    assert done.out or {each.name for each in tmp_path.iterdir()} > before


def test_rules_without_points_are_not_said_to_be_played_in_the_same_way(tmp_path: Path) -> None:
    for streak in (1, 2):
        rules = f"farkle: {{streak: {streak}, penalty: all}}\n"
        text = f"goal: 300\ndice: 2\ncombinations: {{1: 100, 5: 50}}\n{rules}"
        (tmp_path / f"streak-{streak}.yaml").write_text(text)
    done = farklegen("compare", "streak-1.yaml", "streak-2.yaml", "--quick", cwd=tmp_path)
    assert done.code == 0
    assert "Nowhere" not in done.out


def test_help_lists_every_kind() -> None:
    done = farklegen("plot", "--help")
    assert done.code == 0
    assert all(f"{kind}: " in " ".join(done.out.split()) for kind in KINDS)
