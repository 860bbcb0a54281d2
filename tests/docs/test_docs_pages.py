"""Every page: commands that exist, links that lead somewhere, Python that runs, keys of JSON."""

from __future__ import annotations

import doctest
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import make_json
from tests.docs.pages import DOCS, PAGES, ROOT, blocks, farklegen, prose, read

_COMMAND = re.compile(r"^(?:\$ )?(?:\S*/)?farklegen (.*)$")


def commands() -> list[str]:
    """The arguments of every command line in a block or in running text, each once."""
    lines = [line for page in PAGES for block in blocks(page) for line in block.text.splitlines()]
    for page in PAGES:
        lines += re.findall(r"`([^`\n]+)`", prose(page).replace("\n", " "))
    found: dict[str, None] = {}
    for line in lines:
        for part in line.split(" && "):
            if match := _COMMAND.match(part):
                found[match[1].partition(" #")[0].strip()] = None
    return [text for text in found if text not in ("…", "...")]


@pytest.mark.parametrize("command", commands())
def test_command_lines_can_be_parsed(command: str) -> None:
    words = command.replace("'", "").split()
    if words[0].startswith("-"):
        assert words[0] in farklegen("--help").out.split()
        return
    done = farklegen(*words, "--help")  # help is shown instead of running, once options are read
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: farklegen {words[0]} ")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)\s]+)\)", prose(page))
    broken = []
    for target in targets:
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            broken.append(target)
    assert broken == []


def anchors(page: Path) -> set[str]:
    """Where links into a page can lead: its headings, as web pages spell them."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_pages_of_the_docs_link_within_the_docs() -> None:
    outside = [
        (page.name, target)
        for page in DOCS.rglob("*.md")
        for target in re.findall(r"\]\((\.\.[^)\s]*)\)", prose(page))
    ]
    assert outside == []


def test_the_table_of_contents_has_every_page() -> None:
    listed = set(re.findall(r"\]\(([\w-]+\.md)\)", read(DOCS / "index.md")))
    assert listed == {path.name for path in DOCS.glob("*.md")} - {"index.md"}


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page, "pycon")], ids=lambda page: page.name
)
def test_python_shown_does_what_is_shown(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = "\n".join(block.text for block in blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    lines: list[str] = []
    result = doctest.DocTestRunner().run(test, out=lines.append)
    assert result.failed == 0, "".join(lines)
    assert result.attempted > 0


def test_the_page_is_up_to_date() -> None:
    if os.environ.get("FARKLEGEN_GOLDEN") == "write":
        make_json.PAGE.write_text(make_json.page(), encoding="utf-8")
    assert make_json.PAGE.read_text(encoding="utf-8") == make_json.page(), (
        "docs/json.md is out of date: just json"
    )


def _merged(kind: type) -> Iterator[str]:
    for key, _, inner in make_json._keys(kind):
        yield from {name for each in inner for name in _merged(each)} if key[0] == "*" else [key]


def test_no_key_of_an_object_that_takes_over_others_is_theirs_as_well() -> None:
    for kind, _ in make_json.RESULTS.values():
        for each in {kind, *make_json._reached(kind)}:
            keys = list(_merged(each))
            assert len(set(keys)) == len(keys), each
