"""Rules: loading and checking them, what comes with the package, and files to start from."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from farklegen.api.arguments import Kind, Named, Reference, Rules, question, shown_value
from farklegen.errors import ArgumentError, RulesetError, named

if TYPE_CHECKING:
    from farklegen.api.classes import CheckedFile, LoadedRuleset, Study

Name = Annotated[str, Kind("", "the name of built-in rules", (str,))]

SEVERAL, TAKING_OVER = "a match of three and more", "taking a turn over (inherit)"
"""What is refused for dice of different kinds."""


def load(rules: Reference) -> LoadedRuleset:
    """Load a ruleset.

    A text is the YAML of a ruleset if it has a line break in it, or begins with `{` or with a key
    of one, such as `goal:`. Any other text is the name of built-in rules or a path, as on the
    command line; a path object is always a path.

    Args:
        rules: a path; the name of built-in rules; `-` for standard input; the text of a file; a
            dictionary with the keys of one; what `load` returned; or a study.
    """
    from farklegen.rules import loading

    known = getattr(rules, "loaded", rules)  # of a study, whose libraries are not needed here
    if isinstance(known, loading.LoadedRuleset):
        return known
    if isinstance(rules, Mapping):
        return loading.load_mapping(rules)
    if isinstance(rules, str) and loading.is_text(rules):
        return loading.load_written(rules)
    if not isinstance(rules, str | os.PathLike):
        raise ArgumentError(f"{named('rules')}: {shown_value(rules)} is not {loading.EXPECTED}")
    if isinstance(rules, str) and not rules.strip():
        raise ArgumentError(f"{named('rules')}: an empty text is not {loading.EXPECTED}")
    return loading.load(rules)


def check(rules: Reference) -> CheckedFile:
    """Whether a file is a valid ruleset, everything wrong with it, and what it says."""
    from farklegen.report.rules import CheckedFile
    from farklegen.rules.explain import explain

    try:
        loaded = load(rules)
    except RulesetError as error:
        file = error.problems[0].file if error.problems else "ruleset"
        return CheckedFile(file, error.problems)
    return CheckedFile(loaded.file, loaded.warnings, loaded, tuple(explain(loaded.ruleset)))


def ruleset_names() -> tuple[str, ...]:
    """The names of the built-in rules."""
    from farklegen.rules.catalogue import builtin_names

    return builtin_names()


def rulesets(words: Sequence[str] = ()) -> tuple[LoadedRuleset, ...]:
    """The built-in rules: all, or only those that fit some words.

    Args:
        words: each must occur in the name, the source or the rules in words; any case.
    """
    from farklegen.rules.catalogue import builtin_names
    from farklegen.rules.explain import explain
    from farklegen.rules.loading import load_builtin

    texts = isinstance(words, list | tuple) and all(isinstance(word, str) for word in words)
    if not texts:
        raise ArgumentError(f"words: {words!r} is not a list of texts")
    wanted = [word.casefold() for word in words]

    def fits(loaded: LoadedRuleset) -> bool:
        clauses = (f"{clause.topic} {clause.text}" for clause in explain(loaded.ruleset))
        text = " ".join((loaded.slug, loaded.name, *clauses)).casefold()
        return all(word in text for word in wanted)

    return tuple(filter(fits, map(load_builtin, builtin_names())))


@question()
def builtin(name: Name) -> LoadedRuleset:
    """Built-in rules by name."""
    from farklegen.rules.loading import load_builtin

    return load_builtin(name)


@question()
def template(start: Name | None = None) -> str:
    """The text of a commented file to write house rules into, or of built-in rules to change."""
    from farklegen.rules import new

    return new.template(start)


def schema() -> dict[str, object]:
    """The JSON Schema of ruleset files."""
    from farklegen.rules.new import json_schema

    return json_schema()


def study_of(rules: Rules, *, floor: int | None = None, of_one_kind: str = "") -> Study:
    """The study of a ruleset, for one question.

    Args:
        rules: the rules, or a study of them, which keeps what it has worked out.
        of_one_kind: what is refused for dice of different kinds; empty if it is not.
    """
    from farklegen.rules.hands import refuse_mixed
    from farklegen.study.study import Study

    study = rules if isinstance(rules, Study) else Study(load(rules))
    if of_one_kind:
        refuse_mixed(study.ruleset, of_one_kind)
    return study.like(floor=floor)


def study_of_match(rules: Rules, floor: int | None, players: int) -> Study:
    """Like `study_of`, for a match of that many players; the floor is checked, too."""
    from farklegen.solvers.decisions import check
    from farklegen.solvers.game.game_state import floor_problems

    study = study_of(rules, floor=floor, of_one_kind=SEVERAL if players > 2 else "")
    check(floor_problems(study.ruleset, study.floor))
    return study


def read_their_dice(study: Study, their_dice: Named) -> dict[str, int]:
    """The dice of the other player."""
    from farklegen.rules.hands import read_brought

    return read_brought(study.ruleset, their_dice, named("their_dice"), all_of_them=True)
