"""What functions of the API return: a short line in a shell, plain data and JSON when asked for.

What turns a document into an output is on a higher floor, and is imported only when it is needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Shown:
    """Something that says in a line what it is, in place of all that it holds."""

    def __repr__(self) -> str:
        for holder in (self, getattr(self, "loaded", None), getattr(self, "base", None)):
            for word in ("name", "title"):
                if isinstance(text := getattr(holder, word, None), str):
                    return f"<{type(self).__name__} {text}>"
        return f"<{type(self).__name__}>"


class Result(Shown):
    """Something that can be had as the output of its command.

    All of them can be compared and put into sets. Those that hold arrays or many things
    are equal to nothing but themselves; the others to what says the same.
    """

    def document(self) -> Any:
        """What its command renders: a `report.document.Document`."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """What the command of the same name prints with `--format json`, as plain data.

        `format` and `version` say what it is; docs/json.md has every key, and the promise.
        """
        return dict(call_by_name("render.json.enveloped", self.document()))

    def to_json(self) -> str:
        """The same as text: strict JSON, exactly as the command prints it."""
        return str(call_by_name("render.json.dump", self.to_dict()))

    def to_rows(self) -> list[dict[str, Any]]:
        """The rows of the command's CSV, each a flat dictionary: ready for pandas."""
        return list(self.document().flat_rows())

    def _repr_html_(self) -> str:
        """What the command prints, for notebooks."""
        return str(call_by_name("render.html.fragment", self.document()))


def call_by_name(name: str, *given: object) -> Any:
    """What a function of a higher floor answers."""
    room, _, function = name.rpartition(".")
    return getattr(import_module(f"farklegen.{room}"), function)(*given)
