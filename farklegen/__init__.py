"""Exact strategy for anybody's Farkle: from a house-rules file to a card you can memorise.

>>> import farklegen
>>> rules = farklegen.load("basic")

The functions are those of `farklegen.api`; they are imported when first used, so that importing the
package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.version import __version__

if TYPE_CHECKING:
    from farklegen.api import (
        advise,
        check,
        compare,
        duel,
        load,
        odds,
        reach,
        simulate,
        solve,
        sweep,
        table,
        turn,
    )

__all__ = [
    "__version__", "advise", "check", "compare", "duel", "load", "odds", "reach", "simulate",
    "solve", "sweep", "table", "turn",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name == "api" or name in __all__:
        from importlib import import_module

        api = import_module("farklegen.api")
        return api if name == "api" else getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
