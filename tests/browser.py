"""A real browser, and what it finds hard to use on a page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"


@contextmanager
def browsing() -> Iterator[Browser]:
    """The chromium of the distribution; what needs it is skipped without one, and says so."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("chromium is not installed; on Debian: apt-get install chromium")
    playwright.expect.set_options(timeout=30_000)  # other work may keep the machine busy
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


@contextmanager
def watched(browser: Browser, address: str, **how: Any) -> Iterator[Page]:
    """A page of its own; that it complains, or asks anything of another address, fails the test."""
    context = browser.new_context(**how)
    page = context.new_page()
    wrong: list[str] = []
    own = (address, "blob:", "data:")
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda ask: None if ask.url.startswith(own) else wrong.append(ask.url))
    yield page
    context.close()
    assert wrong == []


def violations(page: Page) -> list[str]:
    """What axe finds; nothing is looked for where it is not installed."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm install")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "; 0")
    found: list[str] = page.evaluate(
        """async () => (await axe.run({resultTypes: ["violations"]})).violations.flatMap(
            (each) => each.nodes.map((node) => `${each.id}: ${node.html}`))"""
    )
    return found
