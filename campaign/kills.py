"""Commands that are killed, interrupted, or find their store damaged.

Whatever happened before, the same command says the same afterwards (but for the seconds it took),
without a traceback, and leaves the same files behind as if nothing had happened.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from campaign.finding import Finding, Outcome

RULES = """\
dice: 2
goal: 400
combinations: {1: 100, 5: 50, AA: [200, 50, 50, 100, 100, 150]}
"""

SWEEP = """\
base: rules.yaml
vary:
  bank.minimum: [0, 50, 100, 150]
  farkle.first_roll_points: [0, 50]
measures: [points_per_turn]
"""

COMMANDS: dict[str, tuple[str, ...]] = {
    "solve": ("solve", "rules.yaml"),
    "turn": ("turn", "rules.yaml", "--mine", "100", "--theirs", "200"),
    "table": ("table", "rules.yaml", "--quick"),
    "sweep": ("sweep", "sweep.yaml", "-o", "rows.csv", "--jobs", "1"),
}

DEEDS = ("kill", "kill", "interrupt", "flip", "cut", "empty")
"""What is done; killing comes twice as often."""

PATIENCE = 120.0
"""Seconds that a command may take."""


@dataclass(frozen=True)
class Done:
    """What a command came to: its exit code, outputs, the files that are there now, and how long
    it took."""

    code: int
    out: str
    err: str
    files: tuple[str, ...]
    seconds: float


def judge_kill(seed: int, number: int, outcome: Outcome) -> None:
    """Do one of these things to a command, and look at what it says afterwards."""
    rng = Random(f"kill {seed} {number}")
    name, deed = rng.choice(list(COMMANDS)), rng.choice(DEEDS)
    usual = undisturbed(name)
    outcome.counts[f"kills: {deed}"] += 1
    outcome.counts["kills"] += 1
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        prepare(place)
        if deed in ("kill", "interrupt"):
            after = rng.uniform(0.05, 1.0) * usual.seconds
            what, said = _stop(place, name, deed, after)
        else:
            run(place, name)
            what, said = _damage(place, deed, rng), ""
        wrong = differs(usual, run(place, name))
    if _ours(said):
        wrong = ("traceback", said[-600:], "one line, or none")
    if wrong is not None:
        kind, answer, right = wrong
        asked = f"farklegen {' '.join(COMMANDS[name])}, again after: {what}"
        outcome.findings.append(
            Finding("kills", f"{kind} after {deed}", RULES, asked, answer, right)
        )


def differs(usual: Done, now: Done) -> tuple[str, str, str] | None:
    """(kind, answer, right) where the command does not come to the same as ever."""
    if "Traceback" in now.err:
        return "traceback", now.err[-600:], "no traceback"
    if now.code != usual.code:
        return "exit code", f"{now.code}: {now.err[-300:]}", str(usual.code)
    if now.out != usual.out:
        return "output", now.out[-1500:], usual.out[-1500:]
    if now.files != usual.files:
        return "files", ", ".join(now.files), ", ".join(usual.files)
    return None


@cache
def undisturbed(name: str) -> Done:
    """A command to which nothing happens, the second time: then everything is kept."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        prepare(place)
        first = run(place, name)
        again = run(place, name)
    if again.code:
        raise RuntimeError(f"{name}: {again.err}")
    return Done(again.code, again.out, again.err, again.files, first.seconds)


def prepare(place: Path) -> None:
    """A folder with rules to work in."""
    place.joinpath("rules.yaml").write_text(RULES, encoding="utf-8")
    place.joinpath("sweep.yaml").write_text(SWEEP, encoding="utf-8")


def run(place: Path, name: str) -> Done:
    """The command from beginning to end."""
    _forget_rows(place)
    begin = time.monotonic()
    done = subprocess.run(
        _line(name),
        capture_output=True,
        cwd=place,
        env=_environment(place),
        timeout=PATIENCE,
        check=False,
    )
    took = time.monotonic() - begin
    out = re.sub("(?m)^(Took|Solved in) .*$", r"\1", done.stdout.decode())
    rows = place / "rows.csv"
    if name == "sweep" and rows.exists():
        out += rows.read_text(encoding="utf-8")
    found = (p for p in place.rglob("*") if p.is_file())
    # how fast the machine was is only written down where something took long enough to tell
    files = tuple(sorted(str(p.relative_to(place)) for p in found))
    return Done(done.returncode, out, done.stderr.decode(), files, took)


def _stop(place: Path, name: str, deed: str, after: float) -> tuple[str, str]:
    """Stop the command after some seconds; (what was done, what it said on stderr)."""
    number = signal.SIGKILL if deed == "kill" else signal.SIGINT
    with subprocess.Popen(
        _line(name),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=place,
        env=_environment(place),
    ) as process:
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        try:
            _, said = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            return f"{deed} after {after:.3f} s: it did not stop", "Traceback /farklegen/ none"
    return f"{deed} after {after:.3f} s", said.decode("utf-8", "replace")


def _damage(place: Path, deed: str, rng: Random) -> str:
    """Damage a file of the store."""
    files = sorted(path for path in (place / "cache").rglob("*") if path.is_file())
    if not files:
        return "nothing: nothing is kept"
    path = rng.choice(files)
    data = bytearray(path.read_bytes())
    if deed == "flip" and data:
        at = rng.randrange(len(data))
        data[at] ^= 1 << rng.randrange(8)
        what = f"a bit of byte {at} flipped"
    elif deed == "cut" and data:
        at = rng.randrange(len(data))
        del data[at:]
        what = f"cut to {at} bytes"
    else:
        data.clear()
        what = "emptied"
    path.write_bytes(bytes(data))
    return f"{path.relative_to(place)} {what}"


def _ours(said: str) -> bool:
    """Whether a traceback is of the program; Python itself has some before the program begins."""
    return "Traceback" in said and "/farklegen/" in said


def _forget_rows(place: Path) -> None:
    """A sweep does not write over the rows of another one."""
    with suppress(FileNotFoundError):
        (place / "rows.csv").unlink()


def _line(name: str) -> list[str]:
    return [sys.executable, "-m", "farklegen", *COMMANDS[name]]


def _environment(place: Path) -> dict[str, str]:
    mine = {"FARKLEGEN_CACHE": str(place / "cache")}
    root = str(Path(__file__).parents[1])
    return {**os.environ, **mine, "PYTHONPATH": root, "COLUMNS": "80"}
