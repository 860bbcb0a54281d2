"""What the README, the page of the commands and the guide for players show is what is printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from farklegen import api
from farklegen.rules.catalogue import load_builtin
from farklegen.rules.words import ends_at
from tests.docs import pages
from tests.docs.pages import DOCS, README, blocks, farklegen, read, report, rows, table

LEFT_OUT = "..."

COMMANDS = DOCS / "commands.md"


class Example(NamedTuple):
    """A command shown with its output, and the file of the page as it is at that point."""

    command: str
    shown: tuple[str, ...]
    file: str
    text: str | None


def examples(page: Path, file: str) -> list[Example]:
    found, text = [], None
    for block in blocks(page, "yaml", "console"):
        if block.language == "yaml":
            text = block.text
        else:
            command, *shown = block.text.rstrip("\n").split("\n")
            found.append(Example(command.removeprefix("$ "), tuple(shown), file, text))
    return found


EXAMPLES = [
    *examples(README, "ours.yaml"),
    *examples(COMMANDS, "ours.yaml"),
    *examples(DOCS / "play-better.md", "simple.yaml"),
]


def matches(shown: tuple[str, ...], printed: list[str]) -> bool:
    """Whether the lines are those printed, where a line of three dots stands for any number."""
    if LEFT_OUT not in shown:
        return list(shown) == printed
    split = shown.index(LEFT_OUT)
    before, after = shown[:split], shown[split + 1 :]
    if list(before) != printed[:split]:
        return False
    return any(matches(after, printed[start:]) for start in range(split, len(printed) + 1))


def test_it_has_the_line_that_sets_up_and_the_line_that_tests() -> None:
    lines = read(README).splitlines()
    setup = "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/farklegen table basic"
    assert setup in lines
    assert ".venv/bin/pip install -q -e '.[dev]' && .venv/bin/python -m pytest" in lines


def test_every_command_is_there() -> None:
    from farklegen.cli.app import COMMANDS as NAMES

    text = read(COMMANDS)
    assert [name for name in NAMES if f"farklegen {name}" not in text] == []


WAITING = re.compile(r": \d+%|^This will take ")
"""What is said while a slow machine is waited for; nobody reads it in the README."""


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A cache folder in which the match of the basic rules is solved, and nothing else."""
    folder = str(tmp_path_factory.mktemp("solved"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FARKLEGEN_CACHE", folder)
        api.solve("basic")
    return folder


@pytest.mark.parametrize("example", EXAMPLES, ids=[e.command for e in EXAMPLES])
def test_outputs_shown_are_the_real_ones(
    example: Example,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").symlink_to(DOCS, target_is_directory=True)
    program, *arguments = example.command.split()
    assert program == "farklegen"
    if arguments[0] == "cache":  # which shows what was kept
        monkeypatch.setattr(pages, "CACHE", request.getfixturevalue("solved"))
    if example.text is not None and "new" not in arguments:
        Path(example.file).write_text(example.text, encoding="utf-8")
    if arguments[:2] == ["advise", "basic"]:
        farklegen("table", "basic")  # which keeps the card
    done = farklegen(*arguments)
    told = "".join(line + "\n" for line in done.err.splitlines() if not WAITING.search(line))
    printed = (done.out + told).rstrip("\n").split("\n")
    assert matches(example.shown, printed), "\n".join(printed)


def test_the_table_of_built_in_rules_is_complete_and_true() -> None:
    header = ["name", "rules", "dice", "goal", "points per turn", "farkles", "notable rules"]
    shown = {row[0].strip("`"): row[1:6] for row in rows(DOCS / "rulesets.md", *header)}
    real = {}
    for built_in in report("rulesets")["rulesets"]:
        best = table(built_in["name"])
        real[built_in["name"]] = [
            built_in["title"],
            str(built_in["dice"]),
            ends_at(load_builtin(built_in["name"]).ruleset),
            f"{best['points_per_turn']:.2f}",
            f"{100 * best['farkle_probability']:.1f}%",
        ]
    assert shown == real
