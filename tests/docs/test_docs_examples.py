"""What pages show of a command is what it prints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.docs.pages import DOCS, PAGES, README, blocks, farklegen, read

LEFT_OUT = "..."

COMMANDS = DOCS / "commands.md"


class Example(NamedTuple):
    """A command that a page shows with its output, and the file of the page at that point."""

    command: str
    shown: tuple[str, ...]
    text: str


def examples() -> Iterator[Any]:
    for page in PAGES:
        text = ""
        for block in blocks(page, "yaml", "console"):
            if block.language == "yaml":
                text = block.text
                continue
            command, *shown = block.text.rstrip("\n").split("\n")
            if not shown or shown[0].startswith("$ "):
                continue
            example = Example(command.removeprefix("$ "), tuple(shown), text)
            slow = re.search("kingdom-come|farklegen (compare|sweep)", command)
            marks = (pytest.mark.slow,) if slow else ()
            yield pytest.param(example, id=example.command, marks=marks)


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


@pytest.mark.parametrize("example", [*examples()])
def test_outputs_shown_are_the_real_ones(
    example: Example,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs").symlink_to(DOCS, target_is_directory=True)
    program, *arguments = example.command.split()
    assert program == "farklegen"
    for file in arguments:
        if re.fullmatch(r"\w+\.yaml", file) and arguments[0] != "new":
            Path(file).write_text(example.text, encoding="utf-8")
    if arguments[:2] == ["advise", "basic"]:
        farklegen("table", "basic")  # which keeps the card
    done = farklegen(*arguments).without_waiting
    printed = (done.out + done.err).rstrip("\n").split("\n")
    assert matches(example.shown, printed), "\n".join(printed)
