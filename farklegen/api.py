"""The public Python API: what the commands call, and what a notebook would.

Every function takes the rules as a reference: a path, the name of built-in rules, `-` for standard
input, or a ruleset loaded before. What a function needs is imported when it is called.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from farklegen.cards.analysis import Analysis
    from farklegen.report.odds import OddsResult
    from farklegen.report.reach import ReachResult
    from farklegen.report.rules import CheckedFile
    from farklegen.rules.loading import LoadedRuleset

    Reference: TypeAlias = str | os.PathLike[str] | LoadedRuleset


def load(reference: Reference) -> LoadedRuleset:
    """Load a ruleset.

    Raises:
        FileProblemError: if there is nothing to read, or nothing that could be a ruleset.
        RulesetError: if it is not a valid ruleset; carries every problem with its place.
    """
    from farklegen.rules import catalogue
    from farklegen.rules.loading import LoadedRuleset

    return reference if isinstance(reference, LoadedRuleset) else catalogue.load(reference)


def check(reference: Reference) -> CheckedFile:
    """Whether a file is a valid ruleset, everything wrong with it, and what it says.

    Raises:
        FileProblemError: if there is nothing to read, or nothing that could be a ruleset.
    """
    from farklegen.errors import RulesetError
    from farklegen.report.rules import CheckedFile

    try:
        loaded = load(reference)
    except RulesetError as error:
        file = error.problems[0].file if error.problems else str(reference)
        return CheckedFile(file, error.problems)
    from farklegen.rules.explain import explain

    return CheckedFile(loaded.file, loaded.warnings, loaded, tuple(explain(loaded.ruleset)))


def table(
    reference: Reference, *, step: int | None = None, full: bool = False, quick: bool = False
) -> Analysis:
    """The strategy with the best expected score, and the card to memorise.

    Args:
        reference: the rules.
        step: values on the card are rounded up to multiples of this, points; by default the
            greatest common divisor of points that a turn can bring.
        full, quick: what is printed and what may be left out; nothing depends on them yet.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
        UnsolvableError: if they have no expected score.
    """
    from farklegen.cards.analysis import analyse

    del full, quick
    return analyse(load(reference), step)


def odds(reference: Reference) -> OddsResult:
    """How often a roll farkles, and how often it holds what, by number of dice.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
    """
    from farklegen.report.odds import OddsResult
    from farklegen.scoring.odds import odds as count_rolls

    loaded = load(reference)
    return OddsResult(loaded, count_rolls(loaded.ruleset))


def reach(
    reference: Reference,
    *,
    points: int,
    dice: int | None = None,
    turn_score: int = 0,
    hot_dice: int = 0,
    on_board: bool = True,
) -> ReachResult:
    """The best chance of at least `points` in one turn.

    Args:
        reference: the rules.
        points: points to bank at least.
        dice: dice to roll next; all of them by default.
        turn_score: points set aside so far in the turn.
        hot_dice: hot dice so far, where their bonus grows.
        on_board: whether the player has banked before.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
        ImpossibleStateError: if dice and turn score do not go together.
        UnsolvableError: if the question needs more memory than there is.
    """
    from farklegen.report.reach import ReachResult
    from farklegen.scoring.compile import compile_scoring
    from farklegen.solvers.reach import reach as best_chance

    loaded = load(reference)
    tables = compile_scoring(loaded.ruleset)
    return ReachResult(
        loaded,
        best_chance(
            loaded.ruleset,
            tables,
            points,
            dice=dice,
            turn_score=turn_score,
            hot_dice=hot_dice,
            on_board=on_board,
        ),
    )


def ruleset_names() -> tuple[str, ...]:
    """The names of the built-in rules."""
    from farklegen.rules import catalogue

    return catalogue.builtin_names()


def rulesets() -> tuple[LoadedRuleset, ...]:
    """All built-in rules."""
    from farklegen.rules import catalogue

    return tuple(catalogue.load_builtin(name) for name in catalogue.builtin_names())


def builtin(name: str) -> LoadedRuleset:
    """Built-in rules by name.

    Raises:
        FileProblemError: if there are none of this name.
    """
    from farklegen.rules import catalogue

    return catalogue.load_builtin(name)


def template(start: str | None = None) -> str:
    """The text of a commented file to write house rules into, or of built-in rules to change.

    Raises:
        FileProblemError: if there are no built-in rules of the name `start`.
    """
    from farklegen.rules import template

    return template.template(start)


def schema() -> dict[str, object]:
    """The JSON Schema of ruleset files."""
    from farklegen.rules.schema import json_schema

    return json_schema()
