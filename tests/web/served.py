"""The real command, serving in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def served(store: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and its address; it is ended in the end, if it is still there."""
    command = [sys.executable, "-m", "farklegen", "serve", "--port", "0", *options]
    settings = {**os.environ, "FARKLEGEN_CACHE": str(store)}
    process = subprocess.Popen(command, env=settings, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if found := re.search(r"http://\S+", line):
                yield process, found[0]
                break
        else:
            raise AssertionError("the server did not start")
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stderr.close()
