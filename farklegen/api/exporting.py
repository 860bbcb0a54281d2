"""Results as the documents of their commands, and as plain data.

`results.Result` asks here. `DOCUMENTS` has each kind of result that a command prints.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from farklegen.report.document import Document


def data(result: object, **parts: object) -> dict[str, Any]:
    """A result as plain data, with the envelope of the JSON output."""
    from farklegen.render.json import enveloped

    return enveloped(document(result, **parts))


def as_json(data: dict[str, Any]) -> str:
    """Plain data as strict JSON."""
    from farklegen.render.json import dump

    return dump(data)


def rows(result: object, **parts: object) -> list[dict[str, Any]]:
    """The rows of the CSV output, as flat data."""
    from farklegen.report.data import rows_of

    made = document(result, **parts)
    return rows_of(made.data, made.rows or ())


def html(result: object) -> str:
    """The document of a result, as a piece of HTML."""
    from farklegen.render.html import fragment

    return fragment(document(result))


def document(result: object, **parts: object) -> Document:
    """The document that the command of a result renders, with parts that are not in it."""
    room, _, name = DOCUMENTS[type(result).__name__].partition(".")
    made: Document = getattr(import_module(f"farklegen.report.{room}"), name)(result, **parts)
    return made


DOCUMENTS = {
    "Analysis": "card.whole_document",
    "CardResult": "card.result_document",
    "OddsResult": "odds.odds_document",
    "BestDice": "dice.dice_document",
    "ReachResult": "reach.reach_document",
    "SolveResult": "match.solve_document",
    "TwoSetsResult": "match.two_sets_document",
    "SeveralTableResult": "card.several_table_document",
    "TurnResult": "turn.turn_document",
    "AdviseResult": "advise.advise_document",
    "DrillResult": "drill.drill_document",
    "DuelResult": "match.duel_document",
    "SimulateResult": "match.simulate_document",
    "Comparison": "compare.whole_document",
    "SweepResult": "sweep.sweep_document",
    "CheckedFile": "rules.check_document",
    "LoadedRuleset": "rules.ruleset_document",
}
"""What makes the documents of results, in `report`, by the name of their class."""
