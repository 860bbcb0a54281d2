"""Write docs/json.md: the keys of all results, from the docstrings of their classes.

python docs/make_json.py          (or: just json)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from inspect import cleandoc, getdoc
from pathlib import Path
from typing import Any, get_args, get_type_hints

from farklegen.cards.card import Chances
from farklegen.report.advise import AdviseResult, DrillResult, ShownStanding, TurnResult
from farklegen.report.card import CardResult, SeveralTableResult
from farklegen.report.compare import Comparison
from farklegen.report.document import keys_of
from farklegen.report.match import (
    DuelResult,
    SimulateResult,
    SolveResult,
    TwoSetsResult,
)
from farklegen.report.odds import BestDice, OddsResult, ReachResult
from farklegen.report.rules import BuiltIn, CheckedFile, Kept, RulesetFile
from farklegen.report.screen import Screen
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import lower_first
from farklegen.solvers.best_dice import RankedSet
from farklegen.solvers.decisions import Now
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.solution import Certificate
from farklegen.sweeps import SweepResult

PAGE = Path(__file__).with_name("json.md")

RESULTS: dict[str, tuple[type, str]] = {
    "table": (CardResult, "a break point of the full table; with `--full` a state of a turn"),
    "table --players 3": (SeveralTableResult, "a way of playing"),
    "solve": (SolveResult, "the match"),
    "solve --their-dice": (TwoSetsResult, "my chances"),
    "turn": (TurnResult, "a state of the turn"),
    "advise": (AdviseResult, "a choice, best first"),
    "drill": (DrillResult, "a choice in a situation"),
    "duel": (DuelResult, "a player, or the best response"),
    "simulate": (SimulateResult, "a player"),
    "compare": (Comparison, "a ruleset, with its [measures](design-guide.md#measures)"),
    "sweep": (SweepResult, "a ruleset, its settings and measures"),
    "odds": (OddsResult, "a combination, or `farkle`, `instant_win`, `disaster`"),
    "dice": (BestDice, "a set of dice, best first"),
    "reach": (ReachResult, "the question and its answer"),
    "check": (CheckedFile, "a problem, or a file without one"),
    "rulesets": (BuiltIn, "a built-in ruleset"),
    "rulesets NAME": (RulesetFile, "a combination"),
    "cache": (Kept, "the same"),
}
"""For each command what it prints, and what a row of its CSV is."""


LISTS = {"check": "files", "rulesets": "rulesets"}
"""The key under which a document has its results, if there may be several."""

SHARED = {Certificate, Chances, GameState, Now, RankedSet, Screen, ShownStanding}
"""Classes whose keys several others take over."""


def page() -> str:
    """The text of the page."""
    results = {kind for kind, _ in RESULTS.values()}
    every = {inner for kind in results for inner in _reached(kind)} - results
    parts = [cleandoc(INTRODUCTION)]
    for command, (kind, row) in RESULTS.items():
        listed = f" `{LISTS[command]}` has one for each." if command in LISTS else ""
        about = f"{_head(kind)}{listed} CSV: {row}."
        parts.append("\n".join((f"## {command}\n\n{about}\n", *_lines(kind))))
    parts.append("## Objects")
    for kind in sorted(every, key=_name):
        parts.append("\n".join((f"**{_name(kind)}**: {lower_first(_head(kind))}\n", *_lines(kind))))
    return "\n\n".join(parts) + "\n"


def _lines(kind: type) -> Iterator[str]:
    """A line for each key; keys of one meaning share one."""
    rows: dict[str, list[str]] = {}
    for key, meaning, inner in _keys(kind):
        name = " or ".join(f"*{_name(each)}*" for each in inner)
        if key[0] == "*":
            rows[name] = ["..."]
        else:
            rows.setdefault(f"{name}: {meaning}" if name else meaning, []).append(f"`{key}`")
    return (f"- {', '.join(keys)}: {meaning}" for meaning, keys in rows.items())


def _keys(kind: type) -> Iterator[tuple[str, str, list[type]]]:
    """The keys of a class, what each means, and the classes of what it holds."""
    meanings = _attributes(kind)
    for key in keys_of(kind):
        name = key.removeprefix("*")
        held = getattr(kind, name, None)
        is_property = isinstance(held, property | cached_property)
        get: Any = held.fget if isinstance(held, property) else getattr(held, "func", None)
        hint = get_type_hints(get)["return"] if is_property else get_type_hints(kind)[name]
        inner = list(dict.fromkeys(_classes(hint)))
        if name != key and not {*inner} & SHARED:
            yield from _keys(inner[0])
        elif key != "loaded":
            meaning = _one_line(getdoc(held) or "") if is_property else meanings.get(name, "")
            # the page says once what null is
            meaning = re.sub("; None (if|where|with|without) [^;]*$", "", meaning)
            assert meaning or name != key, f"{kind.__name__}.{key} has no docstring"
            yield key, lower_first(meaning.replace("None", "null").removesuffix(".")), inner


def _classes(hint: Any) -> Iterator[type]:
    if isinstance(hint, type) and hint is not LoadedRuleset and keys_of(hint):
        yield hint
    for part in get_args(hint):
        yield from _classes(part)


def _reached(kind: type) -> Iterator[type]:
    for _, _, found in _keys(kind):
        for inner in found:
            yield inner
            yield from _reached(inner)


def _attributes(kind: type) -> dict[str, str]:
    """What the docstring of a class says of its attributes."""
    _, _, listed = (getdoc(kind) or "").partition("Attributes:\n")
    found: dict[str, str] = {}
    for entry in re.split(r"\n(?=    \w)", listed.partition("\n\n")[0]):
        names, _, meaning = entry.partition(":")
        found |= dict.fromkeys(names.strip().split(", "), _one_line(meaning))
    return found


def _head(kind: type) -> str:
    return _one_line((getdoc(kind) or "").partition("\n\n")[0]).partition(". ")[0].rstrip(".") + "."


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _name(kind: type) -> str:
    """`ReachState` as `reach state`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()


INTRODUCTION = """
    # JSON and CSV reference

    `--format json` (or `-o FILE.json`) gives what a command found to programs, in numbers as they
    were computed; `--format csv` gives its rows. In Python every
    [result](api.md#results-as-data) has `to_dict()`, `to_json()` and `to_rows()`. This page is
    made from the docstrings of the results.

    ```console
    $ farklegen advise basic --mine 8000 --theirs 9500 --roll 1,5,5,2,3,3 --format json
    ```

    **JSON** is one object in UTF-8, never with NaN or Infinity. It begins with `format`
    (`farklegen/` and what it is: `table`, `solve` ...), `version` (now 3) and, if it is about one
    ruleset, `ruleset`: `name`, `slug` (the built-in name, or that of the file) and `fingerprint`
    (two files with the same one are the same game).

    **The promise.** The version rises when a key changes its meaning or its type, or goes away. New
    keys may come at any time: ignore those you do not know. The order of keys, indentation
    and the last digits of a number may change.

    **Units.** Points, and probabilities from 0 to 1. `null` is what is not
    known, was not asked for or does not apply. Dice of different kinds are written as they are
    typed: `lucky=2,odd=1` left to roll, `["lucky 1", "odd 5"]` for a roll.

    **CSV.** A header, then a line for each row; `CSV:` says what a row is. Columns are the keys of
    JSON. A key inside an object follows the object's name: `points` in `head_start` becomes
    `head_start_points`. A list becomes one text; lists of objects are left out.
    Empty: null. UTF-8, with line feeds.

    A word in *italics* is an object, or a list of them, described [below](#objects). `...` takes
    all keys of an object into this one.
    """

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
