"""What each command asks of the API, and that the examples of the help texts work."""

import re
import shlex
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from farklegen import api
from farklegen.api import exporting
from farklegen.cli.app import COMMANDS, EXAMPLES, examples_of
from farklegen.errors import Problem
from farklegen.report.document import Document, Paragraph
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.match import MOST_TOLERANCE
from farklegen.study.study import Study
from tests.cli.command import farklegen

WARNING = Problem("ours.yaml", 3, 1, "never happens", "warning")


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        (
            "solve basic --floor -2,500 --length --head-start",
            {"floor": -2500, "length": True, "head_start": True},
        ),
        (
            "turn basic --mine 1 --theirs 2 --my-farkles 1 --their-farkles 2 --seat second "
            "--off-board both --previous 300 --hot-dice 1 --inherit 1,600,2 --floor -2500 "
            "--tolerance 1e-10",
            {
                "mine": 1,
                "theirs": 2,
                "my_farkles": 1,
                "their_farkles": 2,
                "seat": "second",
                "off_board": "both",
                "previous": 300,
                "hot_dice": 1,
                "inherit": (1600, 2),
                "floor": -2500,
                "tolerance": 1e-10,
            },
        ),
        (
            "advise basic --roll 1,5,5 --turn-score 300 --off-board mine",
            {"mine": None, "turn_score": 300, "roll": (1, 5, 5), "off_board": "mine"},
        ),
        (
            "simulate basic --games 1,000 --seed 7 --me bank-at-300",
            {"me": "bank-at-300", "opponent": "optimal", "games": 1000, "seed": 7, "floor": None},
        ),
        ("duel basic", {"me": "card", "opponent": "optimal", "best_response": False}),
        (
            "duel basic --me take-all --opponent bank-at-300 --best-response --floor -2500",
            {"me": "take-all", "opponent": "bank-at-300", "best_response": True, "floor": -2500},
        ),
        ("odds basic --dice 3", {"dice": 3}),
        (
            "reach basic --points 1,000 --dice 2 --turn-score 600 --hot-dice 1 --off-board",
            {"points": 1000, "dice": 2, "turn_score": 600, "hot_dice": 1, "off_board": True},
        ),
    ],
)
def test_a_command_asks_renders_and_passes_on_warnings(
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    asked: dict[str, object],
) -> None:
    command = line.split()[0]
    calls: list[tuple[str, dict[str, object]]] = []

    def answer(
        rules: LoadedRuleset | Study,
        *,
        progress: object = None,
        report: object = None,
        **options: object,
    ) -> SimpleNamespace:
        if isinstance(rules, Study):
            options = {"floor": rules.floor} | options
            if command == "turn":
                options |= {
                    "tolerance": None if rules.tolerance == MOST_TOLERANCE else rules.tolerance
                }
            rules = rules.loaded
        calls.append((rules.slug, {name: options[name] for name in asked}))
        return SimpleNamespace()

    document = Document(command, "Title", (Paragraph("text"),))
    monkeypatch.setattr(api, command, answer)
    monkeypatch.setattr(exporting, "document", lambda _result: document)
    monkeypatch.setattr(LoadedRuleset, "warnings", (WARNING,))
    monkeypatch.setattr("farklegen.report.advise.advise_document", lambda _result: document)

    done = farklegen(*line.split())
    assert done.code == 0
    assert calls == [("basic", asked)]
    assert done.out == "Title\n═════\n\ntext\n"
    assert done.err == "ours.yaml:3:1: warning: never happens\n"


QUICK = """\
goal: 10000
combinations: {1: 1000, 5: 500, AAA: 500}
"""
"""A match in large steps: solved in a moment, wherever an example is of a match or of a card."""

LINES = [
    line
    for name in COMMANDS
    for line, _ in examples_of(name)
    if not set("|*") & set(line)
    and "simulate" not in line  # which plays many games; see test_cli_simulate
    and "duel" not in line  # which solves matches; see test_cli_duel
    and "compare" not in line  # and that; see test_cli_compare
    and "clear 3f2a91c0" not in line  # where nothing is kept; see test_cli_cache
    and "--ask" not in line  # where somebody has to answer; see test_cli_new
    and "plot" not in line  # which needs matches, or the results of a sweep; see test_cli_plot
    and "farklegen sweep" not in line  # which reads a file of its own; see test_cli_sweep
    and "farklegen serve" not in line  # which goes on; see test_web_process
    and "page --all" not in line  # which is long; see test_cli_pocket
] + [line for line, _ in EXAMPLES]


SLOW = "--players|--best 3"


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=pytest.mark.slow if re.search(SLOW, line) else ())
        for line in dict.fromkeys(LINES)
    ],
)
def test_the_examples_of_the_help_texts_work(
    tmp_path: Path, cache: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They share their solved matches; those about the store have none to clear."""
    monkeypatch.setattr(api, "drill", partial(api.drill, decisions=100))  # quicker
    store = "off" if " cache" in line else cache
    if "new" not in line:
        (tmp_path / "ours.yaml").write_text(api.template("facebook"), "utf-8")
    if "--mine" in line or any(word in line for word in ("solve", "play", "drill", "table")):
        (tmp_path / "ours.yaml").write_text(QUICK, "utf-8")
        line = re.sub(r" (basic|facebook|zilch)\b", " ours.yaml", line)
    if "table" in line or ("farklegen page" in line and "--quick" not in line):
        line += " --quick"  # the match is for test_cli_table_price
    done = farklegen(*shlex.split(line)[1:], cwd=tmp_path, FARKLEGEN_CACHE=store)
    assert (done.code, done.err) == (0, "")
    assert done.out or len(list(tmp_path.iterdir())) == 2
