"""`farklegen rulesets`: the rules that come with the program."""

from __future__ import annotations

from typing import Annotated

from farklegen import api
from farklegen.cli.options import Format, Target, argument, complete_names
from farklegen.cli.output import destination

EXAMPLES = (
    ("farklegen rulesets", "all of them"),
    ("farklegen rulesets facebook", "the file of one"),
    ("farklegen rulesets last turn straight", "those that speak of all these words"),
    ("farklegen rulesets --format json", "for a program"),
)


def rulesets(
    words: Annotated[
        list[str] | None,
        argument(
            "[NAME | WORDS...]",
            "Show the rules of this name, or list those with all these words.",
            complete_names,
        ),
    ] = None,
    format: Format = None,
    target: Target = None,
) -> None:
    """The built-in rules: list them, look for some, or show one.

    A name from the list works wherever a command takes RULES. The file of one set of rules is shown
    as it is, ready to be copied. Words are looked for in names, sources and the rules as told in
    plain words.
    """
    place = destination(format, target)

    from farklegen.report.rules import catalogue_document, ruleset_document

    words = words or []
    if len(words) == 1 and words[0] in api.ruleset_names():
        place.emit(ruleset_document(api.builtin(words[0])))
        return
    found = api.rulesets(words)
    if len(words) == 1 and not found:
        api.builtin(words[0])  # says which name may be meant
    place.emit(catalogue_document(found, words))
