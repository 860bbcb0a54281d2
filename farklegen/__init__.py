"""Exact strategy for anybody's Farkle: from a house-rules file to a card you can memorise.

>>> import farklegen
>>> rules = farklegen.load("basic")

The functions are those of `farklegen.api`, the exceptions those of `farklegen.errors`; they are
imported when first used, so that importing the package costs nothing. docs/api.md is the reference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.version import __version__

if TYPE_CHECKING:
    from farklegen.api import (
        advise,
        builtin,
        card_price,
        check,
        compare,
        draw,
        duel,
        frontier,
        load,
        load_sweep,
        nearest_turn_scores,
        odds,
        picture,
        pictures_together,
        play_match,
        reach,
        ruleset_names,
        rulesets,
        schema,
        simulate,
        solve,
        studies,
        sweep,
        sweep_picture,
        table,
        template,
        turn,
    )
    from farklegen.errors import (
        ArgumentError,
        ContentError,
        CoreError,
        FarklegenError,
        FileProblemError,
        ImpossibleStateError,
        PolicyError,
        Problem,
        RulesetError,
        SweepError,
        UnsolvableError,
    )

__all__ = [
    "ArgumentError", "ContentError", "CoreError", "FarklegenError", "FileProblemError",
    "ImpossibleStateError", "PolicyError", "Problem", "RulesetError", "SweepError",
    "UnsolvableError", "__version__", "advise", "builtin", "card_price", "check", "compare", "draw",
    "duel", "frontier", "load", "load_sweep", "nearest_turn_scores", "odds", "picture",
    "pictures_together", "play_match", "reach", "ruleset_names", "rulesets", "schema", "simulate",
    "solve", "studies", "sweep", "sweep_picture", "table", "template", "turn",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name in ("api", "errors") or name in __all__:
        from importlib import import_module

        home = "errors" if name == "errors" or name[0].isupper() else "api"
        module = import_module(f"farklegen.{home}")
        return module if name == home else getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
