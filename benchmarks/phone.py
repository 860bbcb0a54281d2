"""What a phone waits for: `python -m benchmarks phone`.

Chromium as a phone that computes four times slower than this machine, on a slow 4G network (1.6
megabits a second, 150 ms there and back), as Lighthouse has its mobile profile. Pages of rulesets,
and the form of the web application, each opened for the first time.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from farklegen.api import load
from farklegen.pages.build import build_page
from farklegen.study.study import Study
from tests.web.served import served

SLOWER = 4
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
VIEW: Any = {"viewport": {"width": 412, "height": 823}, "is_mobile": True, "has_touch": True}
RULESETS = ("basic", "math-for-love", "ten-rounds")

CARD = "#card :is(h2, h3)"
READY = "html[data-ready]"


def run() -> None:
    """Print the figures."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=found, args=["--no-sandbox"])
        with _files(Path(folder)) as address:
            for name in RULESETS:
                file = Path(folder) / f"{name}.html"
                file.write_text(build_page(Study(load(name))), encoding="utf-8")
                card, ready = _wait(browser, f"{address}/{file.name}#card", CARD, READY)
                print(
                    f"page of {name}, {file.stat().st_size / 1e6:.2f} MB: card after {card:.1f} s, "
                    f"advice after {ready:.1f} s"
                )
        with served(Path(folder) / "store") as (_process, address):
            (card,) = _wait(browser, address, CARD)
            print(f"form of the web application: the first card after {card:.1f} s")
        browser.close()


def _wait(browser: Browser, address: str, *wanted: str) -> list[float]:
    """Seconds from asking for the page until each of these elements is there."""
    page = browser.new_context(**VIEW).new_page()
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    page.goto(address, wait_until="commit")
    times = []
    for element in wanted:
        page.wait_for_selector(element, state="attached", timeout=120_000)
        times.append(page.evaluate("performance.now()") / 1000)
    page.context.close()
    return times


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def _files(folder: Path) -> Iterator[str]:
    """The address at which the files of a folder can be had."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
