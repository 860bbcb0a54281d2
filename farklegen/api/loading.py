"""Rules: loading and checking them, what comes with the package, and files to start from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from farklegen.api.reference import Reference
    from farklegen.report.rules import CheckedFile
    from farklegen.rules.loading import LoadedRuleset


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
