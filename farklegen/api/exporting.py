"""What results look like outside: in a line, and as plain data.

`results.Result` and `results.Shown` ask here. Each kind of result has its line in `SUMMARIES`, and
in `DOCUMENTS` if a command prints it as JSON; whatever these need is imported when they are asked.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from farklegen.report.numbers import count, percent, points

if TYPE_CHECKING:
    from farklegen.cards.card import Analysis, MatchPrice
    from farklegen.report.document import Document


def data(result: object) -> dict[str, Any]:
    """A result as plain data, with the envelope of the JSON output."""
    from farklegen.render.json import enveloped

    return enveloped(document(result))


def document(result: object) -> Document:
    """The document that the command of a result renders."""
    room, _, name = DOCUMENTS[type(result).__name__].partition(".")
    made: Document = getattr(import_module(f"farklegen.report.{room}"), name)(result)
    return made


def summary(shown: object) -> str:
    """A line that says what something is."""
    kind = type(shown).__name__
    say = SUMMARIES.get(kind)
    try:
        said = "" if say is None else f" {say(shown)}"
    except Exception:  # a debugger may ask before everything is there
        said = ""
    return f"<{kind}{said}>"


def card_data(analysis: Analysis, *, full: bool, price: MatchPrice | None) -> dict[str, Any]:
    """The data of a card, with whatever else is known about it."""
    from farklegen.render.json import enveloped
    from farklegen.report.card_price import price_document
    from farklegen.report.table import table_document

    found = table_document(analysis, full=full)
    if price is not None:
        found = price_document(found, analysis.loaded.ruleset, price, "")
    return enveloped(found)


DOCUMENTS = {
    "Analysis": "table.table_document",
    "CardResult": "card.result_document",
    "OddsResult": "odds.odds_document",
    "BestDice": "dice.dice_document",
    "ReachResult": "reach.reach_document",
    "SolveResult": "solve.solve_document",
    "TwoSetsResult": "two_sets.two_sets_document",
    "SeveralResult": "several.several_document",
    "SeveralDuelResult": "several.several_duel_document",
    "SeveralGamesResult": "several.several_games_document",
    "SeveralTableResult": "several_table.several_table_document",
    "TurnResult": "turn.turn_document",
    "AdviseResult": "advise.advise_document",
    "DrillResult": "drill.drill_document",
    "DuelResult": "duel.duel_document",
    "SimulateResult": "simulate.simulate_document",
    "Comparison": "compare.whole_document",
    "SweepResult": "sweep.sweep_document",
    "CheckedFile": "rules.check_document",
    "LoadedRuleset": "rules.ruleset_document",
}
"""What makes the documents of results, in `report`, by the name of their class."""


def _card(result: Any) -> str:
    card = result.card
    won = "" if card.chances is None else f", wins {percent(card.chances.average)}"
    return f"{result.loaded.name}: {count(card.numbers, 'number')} to remember{won}"


def _full_table(result: Any) -> str:
    numbers = result.card.numbers_to_remember
    return (
        f"{result.loaded.name}: {points(result.expected.points_per_turn, 2)} points per turn, "
        f"{numbers} numbers in the full table"
    )


def _reached(result: Any) -> str:
    from farklegen.rules.hands import hands_of

    found = result.reach
    return (
        f"{result.loaded.name}: {points(found.points)} points or more with "
        f"{hands_of(result.loaded.ruleset).words(found.dice)}, "
        f"{percent(found.probability)}"
    )


def _advised(result: Any) -> str:
    if not result.advice.options:
        return str(result.loaded.name)
    best = result.advice.options[0]
    keep = f"keep {result.words(best.keep)}, then {best.then}" if best.keep else best.then
    return f"{result.loaded.name}: {keep}"


def _stood(result: Any) -> str:
    match_state = result.turn.match_state
    return f"{result.loaded.name} at {points(match_state.mine)} to {points(match_state.theirs)}"


def _met(result: Any) -> str:
    won = percent(result.chances.average)
    return f"{result.loaded.name}: {result.me} against {result.opponent}, {won}"


def _played(result: Any) -> str:
    found = result.simulation
    won = percent(found.average.share or 0.0)
    return f"{result.loaded.name}: {points(found.games)} games, {won} won"


def _checked(result: Any) -> str:
    if result.valid:
        return f"{result.file}: valid"
    return f"{result.file}: not valid, {count(len(result.problems), 'problem')}"


SUMMARIES: dict[str, Callable[[Any], str]] = {
    "Analysis": _full_table,
    "CardResult": _card,
    "OddsResult": lambda result: result.loaded.name,
    "BestDice": lambda result: (
        f"{result.loaded.name}: {points(result.ranking.best[0].points_per_turn, 1)} points a turn"
    ),
    "ReachResult": _reached,
    "SolveResult": lambda result: (
        f"{result.loaded.name}: the first player wins "
        f"{percent(result.first_player_win_probability)}"
    ),
    "SeveralResult": lambda result: (
        f"{result.loaded.name}: {', '.join(percent(p) for p in result.win_probabilities)}"
    ),
    "TurnResult": _stood,
    "AdviseResult": _advised,
    "DuelResult": _met,
    "SimulateResult": _played,
    "Comparison": lambda result: " and ".join(result.labels),
    "SweepResult": lambda result: f"{result.name}: {points(result.rows)} rows in {result.file}",
    "CheckedFile": _checked,
    "Card": lambda card: (
        f"{points(card.points_per_turn, 2)} points per turn, "
        f"{card.numbers_to_remember} numbers to remember"
    ),
    "ExpectedScore": lambda found: f"{points(found.points_per_turn, 2)} points per turn",
    "LoadedRuleset": lambda loaded: f"{loaded.name} ({loaded.file})",
    "MatchPrice": lambda price: (
        f"the card and its numbers win {percent(price.with_go_for_it.average)}"
    ),
    "Picture": lambda picture: f"{picture.kind}: {picture.title}",
    "PlayedMatch": lambda match: f"{match.loaded.name} against {match.name}",
    "Sweep": lambda found: f"{found.name}, from {found.base.name}",
    "Study": lambda study: study.loaded.name,
}
"""What is said of results, by the name of their class."""
