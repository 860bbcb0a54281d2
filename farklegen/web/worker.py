"""The side of a worker process: questions on standard input, answers on standard output.

Each question is a line of JSON. So is each thing that is told: how far it is, why it is refused, or
that so many bytes of an answer follow. A process whose standard input ends, because the server is
gone, ends itself at once, whatever it is doing.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
import traceback
from contextlib import suppress
from typing import IO, Any

TOLD_EVERY = 0.25
"""Seconds between two reports of progress."""


def main() -> None:
    """Answer questions until there are none."""
    from farklegen.web.asks import Allowed

    states, seconds, memory, threads = json.loads(sys.argv[1])
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints to standard output must not spoil the answers
    allowed = Allowed(states, seconds, memory / 1e9, threads)
    lines: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    _warm()
    _limit_memory(memory)
    _say(out, {"ready": True})
    while True:
        _answer(json.loads(lines.get()), allowed, out)


def _read(lines: queue.Queue[bytes]) -> None:
    """Hand over what comes, and end the process when nothing can come any more."""
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)


def _limit_memory(most: float) -> None:
    """Let an allocation beyond the limit fail, where the system can do that."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            has = int(file.read().split()[0]) * resource.getpagesize()
        most_bytes = has + int(most)
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))


def _warm() -> None:
    """Import what every question needs, before the first one waits for it."""
    from farklegen import api
    from farklegen.report import card_price, table  # noqa: F401
    from farklegen.study.study import Study

    study = Study(api.load("basic"), kept=False)
    study.analysis  # noqa: B018


def _answer(asked: dict[str, Any], allowed: Any, out: IO[bytes]) -> None:
    from farklegen.errors import ContentError, FarklegenError
    from farklegen.report.document import attributes
    from farklegen.report.rules import SAID
    from farklegen.web.asks import WebAsk, answer, memory_words

    teller = _Teller(out)
    question = WebAsk(asked["ask"], tuple(asked["rules"]), asked["options"], asked["form"])
    try:
        found = answer(question, allowed, teller, teller.expect)
    except FarklegenError as error:
        problems = error.problems if isinstance(error, ContentError) else ()
        told = [attributes(problem, *SAID) for problem in problems]
        _say(out, {"refused": error.slug, "message": str(error), "problems": told})
    except (MemoryError, RecursionError):
        message = memory_words(question, allowed.gigabytes)
        _say(out, {"refused": "too-large", "message": message, "problems": []})
    except Exception as error:
        traceback.print_exc()
        message = f"farklegen made a mistake ({type(error).__name__}); tell its authors these rules"
        _say(out, {"refused": "failed", "message": message, "problems": []})
    else:
        said = {"type": found.type, "bytes": len(found.content), "lasting": found.lasting}
        _say(out, said, found.content)


class _Teller:
    """Tells how far a question is: the share of all of its work."""

    def __init__(self, out: IO[bytes]) -> None:
        from farklegen.solvers.progress import WholeShare

        self._out = out
        self._whole = WholeShare("beginning")
        self.expect = self._whole.expect
        self._told = 0.0
        self._lock = threading.Lock()

    def __call__(self, fraction: float, doing: str) -> None:
        with self._lock:
            self._whole(fraction, doing)
            now = time.monotonic()
            if now - self._told < TOLD_EVERY:
                return
            self._told = now
            _say(self._out, {"share": round(self._whole.share, 4), "doing": self._whole.doing})


def _say(out: IO[bytes], said: dict[str, Any], content: bytes = b"") -> None:
    out.write(json.dumps(said).encode() + b"\n" + content)
    out.flush()


if __name__ == "__main__":
    main()
