"""Rules: loading and checking them, what comes with the package, and files to start from."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from farklegen.solvers.arguments import Arguments

if TYPE_CHECKING:
    from farklegen.api.reference import Reference
    from farklegen.report.rules import CheckedFile
    from farklegen.rules.loading import LoadedRuleset


def load(rules: Reference) -> LoadedRuleset:
    """Load a ruleset.

    A text is the YAML of a ruleset if it has a line break in it, or begins with `{` or with a key
    of one, such as `goal:`. Any other text is the name of built-in rules or a path, as on the
    command line; a path object is always a path.

    Args:
        rules: a path; the name of built-in rules; `-` for standard input; the text of a file; a
            dictionary with the keys of one; what `load` returned; or a study.

    Raises:
        ArgumentError: for something else.
        FileProblemError: if there is nothing to read, or nothing that could be a ruleset.
        RulesetError: if it is not a valid ruleset; carries every problem with its place.
    """
    from farklegen.rules import catalogue
    from farklegen.rules.loading import EXPECTED, LoadedRuleset, load_mapping, load_written

    found = getattr(rules, "loaded", rules)  # of a study, whose libraries are not needed here
    if isinstance(found, LoadedRuleset):
        return found
    if isinstance(rules, Mapping):
        return load_mapping(rules)
    if isinstance(rules, str) and catalogue.is_text(rules):
        return load_written(rules)
    arguments = Arguments()
    arguments.text("rules", rules, EXPECTED)
    if isinstance(rules, str) and not rules.strip():
        arguments.add(f"rules: an empty text is not {EXPECTED}")
    arguments.check()
    assert isinstance(rules, str | os.PathLike)
    return catalogue.load(rules)


def check(rules: Reference) -> CheckedFile:
    """Whether a file is a valid ruleset, everything wrong with it, and what it says.

    Raises:
        FileProblemError: if there is nothing to read, or nothing that could be a ruleset.
    """
    from farklegen.errors import RulesetError
    from farklegen.report.rules import CheckedFile

    try:
        loaded = load(rules)
    except RulesetError as error:
        file = error.problems[0].file if error.problems else "ruleset"
        return CheckedFile(file, error.problems)
    from farklegen.rules.explain import explain

    return CheckedFile(loaded.file, loaded.warnings, loaded, tuple(explain(loaded.ruleset)))


def ruleset_names() -> tuple[str, ...]:
    """The names of the built-in rules."""
    from farklegen.rules import catalogue

    return catalogue.builtin_names()


def rulesets(words: Sequence[str] = ()) -> tuple[LoadedRuleset, ...]:
    """The built-in rules: all, or those that are looked for.

    Args:
        words: each must occur in the name, the source or the rules in words; any case.

    Raises:
        ArgumentError: for words that are no texts.
    """
    from farklegen.rules import catalogue
    from farklegen.rules.explain import explain

    arguments = Arguments()
    if isinstance(words, str) or not all(isinstance(word, str) for word in words):
        arguments.add(f"words: {words!r} is not a list of texts")
    arguments.check()

    wanted = [word.casefold() for word in words]

    def fits(loaded: LoadedRuleset) -> bool:
        clauses = (f"{clause.topic} {clause.text}" for clause in explain(loaded.ruleset))
        text = " ".join((loaded.slug, loaded.name, *clauses)).casefold()
        return all(word in text for word in wanted)

    return tuple(filter(fits, map(catalogue.load_builtin, catalogue.builtin_names())))


def builtin(name: str) -> LoadedRuleset:
    """Built-in rules by name.

    Raises:
        ArgumentError: for something that is no name.
        FileProblemError: if there are none of this name.
    """
    from farklegen.rules import catalogue

    arguments = Arguments()
    arguments.text("name", name, "the name of built-in rules")
    arguments.check()
    return catalogue.load_builtin(str(name))


def template(start: str | None = None) -> str:
    """The text of a commented file to write house rules into, or of built-in rules to change.

    Raises:
        FileProblemError: if there are no built-in rules of the name `start`.
    """
    from farklegen.rules import new

    arguments = Arguments()
    arguments.text("start", start, "the name of built-in rules, or None", optional=True)
    arguments.check()
    return new.template(None if start is None else str(start))


def schema() -> dict[str, object]:
    """The JSON Schema of ruleset files."""
    from farklegen.rules.schema import json_schema

    return json_schema()
