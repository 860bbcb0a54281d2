"""The Python reference has everything public; what it runs is run by `test_docs_pages`."""

from __future__ import annotations

import ast
import inspect

import pytest

import farklegen
from tests.docs.pages import DOCS, README, blocks, read

PAGE = DOCS / "api.md"


def test_the_page_names_everything_public() -> None:
    table = read(PAGE).split("## Errors")[1]
    assert [name for name in farklegen.__all__ if f"`{name}`" not in table] == []


def test_the_readme_leads_to_the_page() -> None:
    assert "(docs/api.md)" in read(README)


@pytest.mark.parametrize("text", [block.text for block in blocks(PAGE, "python")])
def test_calls_that_are_shown_and_not_run_fit_the_functions(text: str) -> None:
    calls = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("farklegen.")
    ]
    assert calls
    for call in calls:
        name = ast.unparse(call.func).removeprefix("farklegen.")
        if "(" in name:  # of what a call returned
            continue
        named = {each.arg: None for each in call.keywords if each.arg}
        inspect.signature(getattr(farklegen, name)).bind(*call.args, **named)
