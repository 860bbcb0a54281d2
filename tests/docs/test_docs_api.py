"""The signatures that docs/api.md lists are those of the functions."""

from __future__ import annotations

import inspect
import os
import re

import farklegen
from tests.docs.pages import DOCS, read

PAGE = DOCS / "api.md"
WIDTH = 100
_BLOCK = re.compile(r"(?<=\n## Signatures\n)(.*?```text\n)(.*?)(?=```\n)", re.DOTALL)


def signature(name: str) -> str:
    """A function as its source has it: on one line, or a line for each argument."""
    found = inspect.signature(getattr(farklegen, name))
    parts: list[str] = []
    starred = False
    for parameter in found.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        parts.append(str(parameter).replace(f"'{parameter.annotation}'", parameter.annotation))
    line = f"{name}({', '.join(parts)}) -> {found.return_annotation}"
    if len(line) <= WIDTH:
        return line
    listed = "".join(f"    {part},\n" for part in parts)
    return f"{name}(\n{listed}) -> {found.return_annotation}"


def signatures() -> str:
    """All functions of the package, in the order of their names."""
    names = sorted(
        name for name in farklegen.__all__ if inspect.isfunction(getattr(farklegen, name))
    )
    return "\n".join(map(signature, names)) + "\n"


def test_the_page_lists_the_signatures_of_all_functions() -> None:
    if os.environ.get("FARKLEGEN_GOLDEN") == "write":
        text = _BLOCK.sub(lambda match: match[1] + signatures(), read(PAGE))
        PAGE.write_text(text, encoding="utf-8")
    found = _BLOCK.search(read(PAGE))
    assert found is not None
    assert found[2] == signatures()
