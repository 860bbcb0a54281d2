"""Make the gallery in build/gallery: a page with the cards and pictures of every shipped ruleset.

Run it with `just gallery`. It uses the commands that anybody would, and says which it runs. What
has been solved before is not solved again; the first time takes the better part of an hour.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2

from farklegen import api
from farklegen.cli.app import run

HERE = Path(__file__).parent
FOLDER = HERE.parent / "build" / "gallery"

PICTURES = {
    "regions": "When to bank, by both banked scores",
    "win": "The chance to win, by both banked scores",
    "value": "What rolling on is worth",
    "turn": "What a turn brings",
    "length": "How long a game lasts",
}
"""Kinds of pictures, and what stands above each."""

UNSOLVED = ("onward-consolation",)
"""Rulesets whose match is out of reach: no pictures of it, and a card without that part."""

OF_MATCH = ("regions", "win", "length")

DPI = 110
"""Of pictures on the page."""

HEAD = """# Gallery

The card and the pictures of every ruleset that comes with farklegen. `just gallery` makes this page
and its files again. [Design a game](../../docs/design-guide.md#pictures) says what the pictures
show, [play better](../../docs/play-better.md#on-paper) how to print and fold a card.
"""


def main() -> int:
    """Make everything; returns the exit code."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.chdir(FOLDER)
    parts = [HEAD]
    for loaded in api.rulesets():
        parts += _ruleset(loaded.slug, loaded.name)
    (FOLDER / "gallery.md").write_text("\n".join(parts), encoding="utf-8")
    return 0


def _ruleset(rules: str, title: str) -> Iterator[str]:
    yield f"## {title}\n"
    pdf, pocket = f"{rules}.pdf", f"{rules}-pocket.pdf"
    made = {
        "A4": _made("table", rules, "-o", pdf),
        "pocket size, to fold": _made("table", rules, "--paper", "pocket", "-o", pocket),
    }
    preview = _preview(pdf)
    links = ", ".join(f"[{words}]({name})" for words, name in made.items() if name)
    yield f"The card: {links}.\n"
    yield f"[![The card of {title}]({preview})]({pdf})\n"
    for kind, heading in PICTURES.items():
        if kind in OF_MATCH and rules in UNSOLVED:
            continue
        name = _made("plot", rules, kind, "--dpi", str(DPI), "-o", f"{rules}-{kind}.png")
        if name:
            yield f"### {heading}\n\n![{title}: {heading.lower()}]({name})\n"


def _made(*arguments: str) -> str:
    """Run a command; the name of the file that it made, empty if that cannot be had."""
    print("farklegen", *arguments, flush=True)
    return "" if run(list(arguments)) else arguments[-1]


def _preview(file: str) -> str:
    """The first page of a PDF as a picture."""
    document: Any = pypdfium2.PdfDocument(file)  # type: ignore[no-untyped-call]
    page = document[0]
    name = f"{Path(file).stem}-card.png"
    page.render(scale=DPI / 72).to_pil().convert("L").save(name, optimize=True)
    return name


if __name__ == "__main__":
    sys.exit(main())
