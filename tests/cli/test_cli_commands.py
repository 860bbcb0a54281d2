"""What each command asks of the API, and that the examples of the help texts work."""

import shlex
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from farklegen import api
from farklegen.cli.app import COMMANDS, EXAMPLES, run
from farklegen.errors import Problem
from farklegen.report.document import Document, Paragraph
from farklegen.rules.loading import LoadedRuleset

WARNING = Problem("ours.yaml", 3, 1, "never happens", "warning")


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("table basic", {"step": None, "full": False, "quick": False}),
        ("table basic --full --step 100 --quick", {"step": 100, "full": True, "quick": True}),
        ("odds basic", {}),
        (
            "reach basic --points 1,000",
            {"points": 1000, "dice": None, "turn_score": 0, "hot_dice": 0, "on_board": True},
        ),
        (
            "reach basic --points 1000 --dice 2 --turn-score 600 --hot-dice 1 --off-board",
            {"points": 1000, "dice": 2, "turn_score": 600, "hot_dice": 1, "on_board": False},
        ),
    ],
)
def test_a_command_asks_renders_and_passes_on_warnings(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    line: str,
    asked: dict[str, object],
) -> None:
    command = line.split()[0]
    calls: list[tuple[str, dict[str, object]]] = []

    def answer(loaded: LoadedRuleset, **options: object) -> SimpleNamespace:
        calls.append((loaded.slug, options))
        return SimpleNamespace()

    report = ModuleType(f"farklegen.report.{command}")
    document = Document(command, "Title", (Paragraph("text"),))
    setattr(report, f"{command}_document", lambda _result, **_options: document)
    monkeypatch.setattr(api, command, answer)
    monkeypatch.setattr(LoadedRuleset, "warnings", (WARNING,))
    monkeypatch.setitem(sys.modules, report.__name__, report)

    assert run(line.split()) == 0
    assert calls == [("basic", asked)]
    captured = capfd.readouterr()
    assert captured.out == "Title\n═════\n\ntext\n"
    assert captured.err == "ours.yaml:3:1: warning: never happens\n"


LINES = [
    line
    for module in COMMANDS.values()
    for line, _ in import_module(module).EXAMPLES
    if not set("|*") & set(line)
] + [line for line, _ in EXAMPLES]


@pytest.mark.parametrize("line", dict.fromkeys(LINES))
def test_the_examples_of_the_help_texts_work(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    line: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    if "new" not in line:
        (tmp_path / "ours.yaml").write_text(api.template("facebook"), "utf-8")
    assert run(shlex.split(line)[1:]) == 0
    captured = capfd.readouterr()
    assert captured.err == ""
    assert captured.out or len(list(tmp_path.iterdir())) == 2
