"""Exact strategy for anybody's Farkle: from a house-rules file to a card you can learn by heart.

>>> import farklegen
>>> rules = farklegen.load("basic")

The functions are those of `farklegen.api`, the exceptions those of `farklegen.errors`, the classes
of results those of `farklegen.api.classes`; they are imported when first used, so that importing
the package costs nothing. docs/api.md is the reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from farklegen.version import __version__ as __version__

if TYPE_CHECKING:
    from farklegen import api as api
    from farklegen import errors as errors
    from farklegen.api import *
    from farklegen.api.classes import *
    from farklegen.errors import *
else:

    def __getattr__(name: str) -> object:
        if name in ("api", "errors"):
            return import_module(f"farklegen.{name}")
        if name == "__all__":
            return sorted(["__version__", *(each for home in _homes() for each in _public(home))])
        for home in () if name.startswith("_") else _homes():
            if name in _public(home):
                return getattr(home, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__getattr__("__all__")})


def _homes() -> Iterator[ModuleType]:
    """Where public names are from, the quick ones first."""
    for home in ("errors", "api", "api.classes"):
        yield import_module(f"farklegen.{home}")


def _public(home: ModuleType) -> list[str]:
    """The functions of the API, and the classes that a module has."""
    modules = {name: getattr(each, "__module__", "") for name, each in vars(home).items()}
    classes = [name for name, module in modules.items() if module.startswith("farklegen.")]
    return getattr(home, "__all__", [name for name in classes if name[0].isupper()])
