"""Rules: loading and checking them, what comes with the package, and files to start from."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from farklegen.errors import RulesetError
from farklegen.report.rules import CheckedFile
from farklegen.rules import catalogue, new
from farklegen.rules.explain import explain
from farklegen.rules.loading import EXPECTED, LoadedRuleset, load_mapping, load_written
from farklegen.rules.schema import json_schema
from farklegen.solvers.arguments import Arguments
from farklegen.solvers.progress import Progress, Report

if TYPE_CHECKING:
    from farklegen.study.study import Study

Reference: TypeAlias = "str | os.PathLike[str] | Mapping[str, object] | LoadedRuleset | Study"


def load(rules: Reference) -> LoadedRuleset:
    """Load a ruleset.

    A text is the YAML of a ruleset if it has a line break in it, or begins with `{` or with a key
    of one, such as `goal:`. Any other text is the name of built-in rules or a path, as on the
    command line; a path object is always a path.

    Args:
        rules: a path; the name of built-in rules; `-` for standard input; the text of a file; a
            dictionary with the keys of one; what `load` returned; or a study.
    """
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
    """Whether a file is a valid ruleset, everything wrong with it, and what it says."""
    try:
        loaded = load(rules)
    except RulesetError as error:
        file = error.problems[0].file if error.problems else "ruleset"
        return CheckedFile(file, error.problems)
    return CheckedFile(loaded.file, loaded.warnings, loaded, tuple(explain(loaded.ruleset)))


def ruleset_names() -> tuple[str, ...]:
    """The names of the built-in rules."""
    return catalogue.builtin_names()


def rulesets(words: Sequence[str] = ()) -> tuple[LoadedRuleset, ...]:
    """The built-in rules: all, or those that are looked for.

    Args:
        words: each must occur in the name, the source or the rules in words; any case.
    """
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
    """Built-in rules by name."""
    arguments = Arguments()
    arguments.text("name", name, "the name of built-in rules")
    arguments.check()
    return catalogue.load_builtin(str(name))


def template(start: str | None = None) -> str:
    """The text of a commented file to write house rules into, or of built-in rules to change."""
    arguments = Arguments()
    arguments.text("start", start, "the name of built-in rules, or None", optional=True)
    arguments.check()
    return new.template(None if start is None else str(start))


def schema() -> dict[str, object]:
    """The JSON Schema of ruleset files."""
    return json_schema()


def study_of(
    arguments: Arguments,
    rules: Reference,
    floor: int | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
    *,
    mixed: bool = False,
    what: str = "this",
) -> Study:
    """The study of a ruleset, for one function of the API.

    Args:
        arguments: of the function, looked at; refused if anything is wrong with one of them.
        rules: the rules, or a study of them, which keeps what it has worked out.
        progress, report: whom to tell; without them a study goes on to tell whom it told before.
        mixed: whether the function holds for dice of different kinds and jokers as well.
        what: what is refused for them, if it does not.
    """
    from farklegen.study.study import Study

    arguments.listeners(progress, report)
    arguments.check()
    study = rules if isinstance(rules, Study) else Study(load(rules))
    if not mixed:
        from farklegen.rules.hands import refuse_mixed

        refuse_mixed(study.ruleset, what)
    if progress is not None or report is not None:
        study.listen(progress, report)
    return study if floor is None else study.cut_off_at(floor)


def study_to_floor(
    arguments: Arguments,
    rules: Reference,
    floor: int | None,
    progress: Progress | None,
    report: Report | None,
) -> Study:
    """The same for all dice, with nothing asked beyond rules and floor that could be wrong, too."""
    from farklegen.solvers.match_state_checks import floor_problems
    from farklegen.solvers.turn_state_checks import check

    study = study_of(arguments, rules, floor, progress, report, mixed=True)
    check(floor_problems(study.ruleset, study.floor))
    return study
