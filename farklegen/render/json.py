"""The data of a document as JSON, in a versioned envelope.

`format` names the kind of report, `version` rises when a key changes its meaning or goes away; new
keys may appear at any time. The rest is the payload, at the top level.
"""

from __future__ import annotations

import json
from typing import Any

from farklegen.render.registry import Page
from farklegen.report.document import Document

VERSION = 3

WIDTH = 100
"""A list or object that fits on a line of this length is written on one."""


def render(document: Document, _page: Page) -> str:
    """The envelope and the payload, as strict JSON (no NaN, no infinity)."""
    return dump(enveloped(document))


def enveloped(document: Document) -> dict[str, Any]:
    """The envelope and the payload, as plain data."""
    return {"format": f"farklegen/{document.kind}", "version": VERSION, **document.payload()}


def dump(value: object) -> str:
    """Plain data as strict JSON, indented where it does not fit on a line."""
    return _pretty(value, 0) + "\n"


_compact = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _pretty(value: object, indent: int) -> str:
    line = _compact(value)
    if len(line) + indent <= WIDTH or not isinstance(value, dict | list):
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [f"{_compact(key)}: {_pretty(v, indent + 2)}" for key, v in value.items()]
    else:
        parts = [_pretty(v, indent + 2) for v in value]
    joined = (",\n" + inner).join(parts)
    return f"{line[0]}\n{inner}{joined}\n{' ' * indent}{line[-1]}"
