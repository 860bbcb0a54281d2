"""Random files for `check`: never a traceback, and an error always says what and where.

Files are what people and disks make of valid ones: characters, lines and values changed, moved and
doubled; huge numbers, deep nesting, aliases, equal keys, other alphabets, and any bytes at all.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from random import Random

from campaign.draw import USUAL, ruleset
from campaign.finding import Finding, Outcome, crashed, data_of, yaml_of
from campaign.limit import TooSlowError, at_most
from farklegen import api
from farklegen.errors import FileProblemError
from farklegen.render import json as render_json
from farklegen.render import text as render_text
from farklegen.render.registry import Page
from farklegen.report.rules import check_document
from farklegen.rules.catalogue import builtin_paths
from farklegen.rules.template import STARTER

SECONDS = 10.0
"""For one file."""

REAL = 400
"""One file in so many goes through the command line as well."""

TOKENS = [
    *("0", "-1", "1e9", "999999999999", "9" * 40, "~", "true", "no", "1:1", "0x1F", ".nan", "all"),
    *("[]", "{}", "''", "goal", "bank:", "- ", "&a", "*a", "!!x", "<<: *a", "%", "@", "---\n", "#"),
    *("\t", "\n", "  ", ": ", "|", ">", "?", '"', "'", "[", "]", "{", "}", ",", "\\", "\r\n"),
    *("\u2028", "\u00e9", "\x00", "\x1b[2J", "🎲", "ا", "１", "\ufeff", "\u202e", "AAA", "1.5"),
    *("goal: 100\n", "combinations: {1: 100}\n", "dice: 9\n", "-0", ".inf", "010", "1_000", "..."),
]


@cache
def seeds() -> tuple[str, ...]:
    """Valid files, which the others are made of."""
    shipped = [path.read_text(encoding="utf-8") for path in builtin_paths().values()]
    return (STARTER, *sorted(shipped))


def file_number(seed: int, number: int) -> bytes:
    """File `number` of a seed: depends on nothing else."""
    rng = Random(f"file {seed} {number}")
    make = rng.choice([_characters, _characters, _values, _lines, _small, _small, _odd, _bytes])
    return make(rng)


def _valid(rng: Random) -> str:
    if rng.random() < 0.5:
        return rng.choice(seeds())
    return _drawn(rng)


def _drawn(rng: Random) -> str:
    found = None
    while found is None:
        found = ruleset(rng, USUAL)
    return yaml_of(data_of(found))


def _characters(rng: Random) -> bytes:
    """Some characters left out, and others put in."""
    text = _valid(rng)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice([0, 0, 1, 1, 2, 5, 40]))
        text = text[:at] + rng.choice(["", *TOKENS]) + text[end:]
    return text.encode("utf-8", "surrogatepass")


def _values(rng: Random) -> bytes:
    """Lines keep their keys; values are exchanged among each other and with odd ones."""
    lines = _valid(rng).splitlines()
    values = [line.split(": ", 1)[1] for line in lines if ": " in line]
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        key = lines[at].split(":", 1)[0]
        lines[at] = f"{key}: {rng.choice(values + TOKENS)}"
    return "\n".join(lines).encode()


def _lines(rng: Random) -> bytes:
    """Lines doubled, moved, indented, taken from another file; files cut short."""
    lines, others = _valid(rng).splitlines(), _valid(rng).splitlines()
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(lines) + 1)
        new = rng.choice([*lines, *others] or [""])
        lines.insert(at, rng.choice(["", " ", "  ", "    ", "\t", "- "]) + new.strip())
        if rng.random() < 0.3:
            del lines[rng.randrange(len(lines))]
    text = "\n".join(lines)
    return text[: rng.randrange(len(text) + 1) if rng.random() < 0.2 else None].encode()


def _small(rng: Random) -> bytes:
    """A drawn ruleset with one or two values of any kind."""
    lines = _drawn(rng).splitlines()
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(lines))
        key = lines[at].split(":", 1)[0]
        value: object = rng.choice(
            [
                rng.randint(-(10 ** rng.randint(1, 30)), 10 ** rng.randint(1, 30)),
                [rng.randint(-5, 500) for _ in range(rng.randint(0, 8))],
                {rng.choice(TOKENS).strip(): rng.randint(0, 9)},
                "".join(rng.choice("123456ABCDZ0 é") for _ in range(rng.randint(0, 10))),
                rng.choice(["any", "all", "required", "bust", "both", "win", "none", "null"]),
            ]
        )
        lines[at] = f"{key}: {value}"
    return "\n".join(lines).encode()


def _odd(rng: Random) -> bytes:
    """Structures that nobody writes: deep, long, referring to themselves, without end."""
    size = rng.choice([3, 30, 300, 3000])
    made = rng.choice(
        [
            "[" * size + "]" * size,
            "{a: " * size + "1" + "}" * size,
            "\n".join(f"{' ' * depth}a:" for depth in range(min(size, 400))),
            "a: &a [x]\n" + "\n".join(f"b{n}: &b{n} [*a, *a]" for n in range(min(size, 40))),
            "a: &a\n  b: *a\n",
            "goal: 100\n" * size,
            "- " * size + "x",
            "goal: " + "9" * size,
            "combinations: {" + ", ".join(f"{'1' * (n % 12 + 1)}: {n}" for n in range(size)) + "}",
            "name: " + rng.choice(TOKENS) * size,
            "? " * size + ": ",
            "!!python/object:os.system x\n" * min(size, 30),
            "---\n" * size,
            "'" + "x" * size,
            '"\\' + rng.choice(["x", "u12", "U0011FFFF", "q"]) + '"',
        ]
    )
    parts = [made, _drawn(rng)] if rng.random() < 0.5 else [made]
    rng.shuffle(parts)
    return "\n".join(parts).encode()


def _bytes(rng: Random) -> bytes:
    """Any bytes, or a valid file with some of them, or in another encoding."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.randbytes(rng.choice([0, 1, 2, 10, 100, 2000]))
    if kind == 1:
        return _valid(rng).encode(rng.choice(["utf-16", "utf-32", "utf-8-sig", "utf-16-le"]))
    data = bytearray(_valid(rng).encode())
    for _ in range(rng.randint(1, 5)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data) if kind == 2 else bytes(data[: rng.randrange(len(data))])


def judge_file(seed: int, number: int, outcome: Outcome) -> None:
    """Check one file as the command does."""
    data = file_number(seed, number)
    outcome.counts["check files"] += 1
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.yaml"
        path.write_bytes(data)
        problem = what_is_wrong(path)
        if problem is None and number % REAL == 0:
            outcome.counts["check files through the command line"] += 1
            problem = _really(path)
    if problem is not None:
        smallest = shrunk(data, problem)
        outcome.findings.append(shown(smallest, problem))


def what_is_wrong(path: Path) -> Finding | None:
    """What `check` does to a file that it should not."""
    asked = "farklegen check rules.yaml"
    try:
        with at_most(SECONDS):
            checked = api.check(str(path))
            document = check_document(checked)
            render_text.render(document, Page())
            render_json.render(document, Page())
    except FileProblemError as refused:
        return (
            None if str(refused) else Finding("check", "silent", "", asked, "nothing", "a reason")
        )
    except TooSlowError:
        return Finding("check", "too slow", "", asked, f"over {SECONDS} seconds", "an answer")
    except Exception as error:
        return crashed("check", "", asked, error)
    errors = [problem for problem in checked.problems if problem.severity == "error"]
    if not checked.valid and not errors:
        return Finding("check", "no finding", "", asked, "invalid, without an error", "an error")
    for problem in errors:
        if problem.message.startswith("and ") and len(errors) > 1:
            continue  # how many more there are
        if problem.line is None or problem.column is None or not problem.message:
            answer = str(problem)[:200]
            return Finding("check", "no place", "", asked, answer, "file:line:column")
    return None


def shrunk(data: bytes, like: Finding) -> bytes:
    """The smallest file with the same mistake, by leaving out pieces."""
    piece = max(1, len(data) // 2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.yaml"
        while piece:
            at = 0
            while at < len(data):
                fewer = data[:at] + data[at + piece :]
                path.write_bytes(fewer)
                again = what_is_wrong(path)
                if again is not None and again.kind == like.kind:
                    data = fewer
                else:
                    at += piece
            piece //= 2
    return data


def shown(data: bytes, finding: Finding) -> Finding:
    """The finding with the file that brings it about."""
    try:
        text = data.decode()
        subject = text if text.isprintable() or text.replace("\n", "").isprintable() else repr(data)
    except UnicodeDecodeError:
        subject = repr(data)
    kind, asked = finding.kind, finding.question
    return Finding("check", kind, subject[:3000], asked, finding.answer, finding.right)


def _really(path: Path) -> Finding | None:
    """The same through the command line."""
    asked = "python -m farklegen check rules.yaml"
    done = subprocess.run(
        [sys.executable, "-m", "farklegen", "check", str(path)],
        capture_output=True,
        timeout=60,
        check=False,
    )
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    if done.returncode not in (0, 1, 2) or "Traceback" in said:
        return Finding("check", "command", "", asked, f"{done.returncode}: {said[-300:]}", "0 or 1")
    if done.returncode == 1 and "error" not in said:
        return Finding("check", "command silent", "", asked, said[-300:], "an error")
    return None
