"""Random files for `check`: never a traceback, and an error always says what and where.

Files are what people and disks make of valid ones: characters, lines and values changed, moved and
doubled; huge numbers, deep nesting, aliases, equal keys, other alphabets, and any bytes at all.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from random import Random

from campaign.draw import USUAL, data_of, ruleset, yaml_of
from farklegen import api
from farklegen.errors import FileProblemError
from farklegen.render import json as render_json
from farklegen.render import text as render_text
from farklegen.render.registry import Page
from farklegen.report.rules import check_document
from farklegen.rules.catalogue import builtin_paths
from farklegen.rules.new import template

TOKENS = [
    *("0", "-1", "1e9", "999999999999", "9" * 40, "~", "true", "no", "1:1", "0x1F", ".nan", "all"),
    *("[]", "{}", "''", "goal", "bank:", "- ", "&a", "*a", "!!x", "<<: *a", "%", "@", "---\n", "#"),
    *("\t", "\n", "  ", ": ", "|", ">", "?", '"', "'", "[", "]", "{", "}", ",", "\\", "\r\n"),
    *("\u2028", "\u00e9", "\x00", "\x1b[2J", "🎲", "ا", "１", "\ufeff", "\u202e", "AAA", "1.5"),
    *("goal: 100\n", "combinations: {1: 100}\n", "dice: 9\n", "-0", ".inf", "010", "1_000", "..."),
]


MOST_CHARACTERS = 400
"""Of a message."""


@cache
def seeds() -> tuple[str, ...]:
    """Valid files, which the others are made of."""
    shipped = [path.read_text(encoding="utf-8") for path in builtin_paths().values()]
    return (template(), *sorted(shipped))


def some_file(rng: Random) -> bytes:
    """A file that is more or less one of rules."""
    make = rng.choice([_characters, _values, _values, _odd, _bytes])
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
    """Lines keep their keys; values are exchanged among each other and with odd ones. Lines are
    doubled and moved, and files cut short."""
    lines = _valid(rng).splitlines()
    odd = [
        *TOKENS,
        *("any", "all", "required", "bust", "both", "win", "none", "null"),
        str(rng.randint(-(10 ** rng.randint(1, 30)), 10 ** rng.randint(1, 30))),
        str([rng.randint(-5, 500) for _ in range(rng.randint(0, 8))]),
        str({rng.choice(TOKENS).strip(): rng.randint(0, 9)}),
        "".join(rng.choice("123456ABCDZ0 é") for _ in range(rng.randint(0, 10))),
    ]
    values = [line.split(": ", 1)[1] for line in lines if ": " in line]
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        key = lines[at].split(":", 1)[0]
        lines[at] = f"{key}: {rng.choice(rng.choice([values or odd, odd]))}"
        if rng.random() < 0.3:
            indent = rng.choice(["", " ", "  ", "    ", "\t", "- "])
            lines.insert(rng.randrange(len(lines)), indent + rng.choice(lines).strip())
    text = "\n".join(lines)
    return text[: rng.randrange(len(text) + 1) if rng.random() < 0.1 else None].encode()


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


def judge_file(data: bytes) -> str:
    """Check one file as the command does."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.yaml"
        path.write_bytes(data)
        try:
            checked = api.check(str(path))
        except FileProblemError:
            return "refused"
        document = check_document(checked)
        render_text.render(document, Page())
        render_json.render(document, Page())
    errors = [problem for problem in checked.problems if problem.severity == "error"]
    assert checked.valid or errors, "invalid, without an error"
    for problem in checked.problems:
        assert problem.message, problem
        assert problem.message.isprintable(), problem
        assert len(problem.message) < MOST_CHARACTERS, problem
        assert problem.line is None or problem.line > 0, problem
    for problem in errors:
        if not (problem.message.startswith("and ") and len(errors) > 1):  # how many more there are
            assert problem.line is not None, problem
            assert problem.column is not None, problem
    return "valid" if checked.valid else "with errors"
