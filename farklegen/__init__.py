"""Exact strategy for anybody's Farkle: from a house-rules file to a card you can memorise.

>>> import farklegen
>>> rules = farklegen.load("basic")

The functions are those of `farklegen.api`, the exceptions those of `farklegen.errors`; they are
imported when first used, so that importing the package costs nothing; so are the classes of what
they return, for annotations. docs/api.md is the reference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.version import __version__

if TYPE_CHECKING:
    from farklegen import api as api
    from farklegen import errors as errors
    from farklegen.api import (
        advise,
        advise_several,
        best_dice,
        builtin,
        card_price,
        check,
        compare,
        draw,
        drill,
        duel,
        duel_several,
        full_table,
        load,
        load_sweep,
        nearest_turn_scores,
        odds,
        page,
        picture,
        pictures_together,
        play_match,
        play_several,
        reach,
        ruleset_names,
        rulesets,
        schema,
        simulate,
        simulate_several,
        solve,
        solve_several,
        solve_two_sets,
        studies,
        sweep,
        table,
        table_several,
        template,
        turn,
        turn_several,
    )
    from farklegen.cards.analysis import Analysis
    from farklegen.cards.price import MatchPrice
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
    from farklegen.measures.comparison import Comparison
    from farklegen.pictures.file import Picture
    from farklegen.play.match import PlayedMatch
    from farklegen.report.advise import AdviseResult
    from farklegen.report.card import CardResult
    from farklegen.report.dice import BestDice
    from farklegen.report.drill import DrillResult
    from farklegen.report.duel import DuelResult
    from farklegen.report.odds import OddsResult
    from farklegen.report.reach import ReachResult
    from farklegen.report.rules import CheckedFile
    from farklegen.report.several import SeveralDuelResult, SeveralGamesResult, SeveralResult
    from farklegen.report.several_table import SeveralTableResult
    from farklegen.report.simulate import SimulateResult
    from farklegen.report.solve import SolveResult
    from farklegen.report.sweep import SweepResult
    from farklegen.report.turn import TurnResult
    from farklegen.report.two_sets import TwoSetsResult
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.solvers.match.length import GameLength
    from farklegen.study.study import Study
    from farklegen.sweeps.spec import Sweep

RESULTS = {
    "AdviseResult": "report.advise",
    "Analysis": "cards.analysis",
    "BestDice": "report.dice",
    "CardResult": "report.card",
    "CheckedFile": "report.rules",
    "Comparison": "measures.comparison",
    "DrillResult": "report.drill",
    "DuelResult": "report.duel",
    "GameLength": "solvers.match.length",
    "LoadedRuleset": "rules.loading",
    "MatchPrice": "cards.price",
    "OddsResult": "report.odds",
    "Picture": "pictures.picture",
    "PlayedMatch": "play.match",
    "ReachResult": "report.reach",
    "SeveralDuelResult": "report.several",
    "SeveralGamesResult": "report.several",
    "SeveralResult": "report.several",
    "SeveralTableResult": "report.several_table",
    "SimulateResult": "report.simulate",
    "SolveResult": "report.solve",
    "Study": "study.study",
    "Sweep": "sweeps.spec",
    "SweepResult": "report.sweep",
    "TurnResult": "report.turn",
    "TwoSetsResult": "report.two_sets",
}
"""The classes of results, and of what is read, with the modules that they are from."""

__all__ = [
    "AdviseResult", "Analysis", "ArgumentError", "BestDice", "CardResult", "CheckedFile",
    "Comparison", "ContentError", "CoreError", "DrillResult", "DuelResult", "FarklegenError",
    "FileProblemError", "GameLength", "ImpossibleStateError", "LoadedRuleset", "MatchPrice",
    "OddsResult", "Picture", "PlayedMatch", "PolicyError", "Problem", "ReachResult", "RulesetError",
    "SeveralDuelResult", "SeveralGamesResult", "SeveralResult", "SeveralTableResult",
    "SimulateResult", "SolveResult", "Study", "Sweep", "SweepError", "SweepResult", "TurnResult",
    "TwoSetsResult", "UnsolvableError", "__version__", "advise", "advise_several", "best_dice",
    "builtin", "card_price", "check", "compare", "draw", "drill", "duel", "duel_several",
    "full_table", "load", "load_sweep", "nearest_turn_scores", "odds", "page", "picture",
    "pictures_together", "play_match", "play_several", "reach", "ruleset_names", "rulesets",
    "schema", "simulate", "simulate_several", "solve", "solve_several", "solve_two_sets", "studies",
    "sweep", "table", "table_several", "template", "turn", "turn_several",
]  # fmt: skip


if not TYPE_CHECKING:  # else every name would seem to be there

    def __getattr__(name: str) -> object:
        if name in ("api", "errors") or name in __all__:
            from importlib import import_module

            home = "errors" if name == "errors" or name[0].isupper() else "api"
            home = RESULTS.get(name, home)
            module = import_module(f"farklegen.{home}")
            return module if name == home else getattr(module, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
