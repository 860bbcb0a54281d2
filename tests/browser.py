"""A real browser, and what it finds hard to use on a page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

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
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


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
