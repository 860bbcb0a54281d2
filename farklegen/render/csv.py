"""The rows of a document as comma-separated values, for spreadsheets and programs.

There is one header line. Values are raw, truth values are `true` and `false`, and a missing value
is empty. Values are quoted where needed, and lines end in a line feed.
"""

from __future__ import annotations

import csv
import io

from farklegen.render.registry import Page
from farklegen.report.document import Document, keys_of


def render(document: Document, _page: Page) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    rows = document.flat_rows()
    heads = list(rows[0]) if rows else () if document.row is None else keys_of(document.row)
    writer.writerows([heads, *(map(_plain, row.values()) for row in rows)] if heads else [])
    return text.getvalue()


def _plain(value: str | float | None) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)
