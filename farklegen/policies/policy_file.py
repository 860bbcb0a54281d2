"""From the text of a policy file to a recipe, or to all that is wrong with it at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from farklegen.errors import PolicyError, Problem
from farklegen.policies.policy import Asked
from farklegen.policies.recipe import BankRule, Recipe, Thresholds
from farklegen.rules.language import Finding, Language
from farklegen.rules.text_source import FileKind, shown
from farklegen.rules.yaml_source import KEY, YamlDocument

POLICY = FileKind("policy", "keep and bank", "keep: most-points", PolicyError)


def parse_text(text: str, file: str = "policy") -> Recipe:
    """The recipe that the text of a policy file says; `file` is what messages call it."""
    name = shown(file, 200)
    try:
        return LANGUAGE.parse(text, name)
    except PolicyError as error:
        if not any("unknown key 'combinations'" in each.message for each in error.problems):
            raise
    message = "this file has rules; give a policy file, which has the keys keep and bank, or a name"
    raise PolicyError((Problem(name, None, None, message),))


def _prepare(data: dict[str, Any], document: YamlDocument) -> None:
    """Name a policy after the file if it has no name."""
    data.setdefault("name", shown(Path(document.file).stem, 80).strip() or "policy")


WHOLE = {"optimal": "perfect play", "card": "the card that farklegen table prints"}
"""Words for all of a policy, with what they stand for."""


def _find_errors(recipe: Recipe) -> list[Finding]:
    found = []
    for word, what in WHOLE.items():
        if (recipe.keep == word) != (recipe.bank == word):
            one, other = ("keep", "bank") if recipe.keep == word else ("bank", "keep")
            message = (
                f"{one} is {word} and {other} is not; write {word} for both, which is {what}, "
                "or for neither"
            )
            found.append(Finding((other,), message))
    if recipe.bank == BankRule():
        message = "bank says nothing; write at: 300 or below_dice: 3 below it, or points-only"
        found.append(Finding(("bank", KEY), message))
    whole = next((what for word, what in WHOLE.items() if word in (recipe.keep, recipe.bank)), "")
    if recipe.take_over is not None and whole:
        message = f"{whole} knows what to take over; delete take_over"
        found.append(Finding(("take_over", KEY), message))
    if recipe.by_scores and whole:
        message = f"{whole} looks at the scores already; delete by_scores"
        found.append(Finding(("by_scores", KEY), message))
    for number, line in enumerate(recipe.by_scores):
        here = ("by_scores", number)
        if line.asked == Asked():
            message = (
                f"this line asks nothing of the scores; write one of {', '.join(Asked._fields)}"
            )
            found.append(Finding(here, message))
        if (line.later is None) == (line.earlier is None):
            many = "neither later nor" if line.later is None else "both later and"
            message = f"this line has {many} earlier; write one of them, such as later: 300"
            found.append(Finding(here, message))
    if recipe.go_for_it is not None and whole:
        message = f"{whole} needs no thresholds; delete go_for_it"
        found.append(Finding(("go_for_it", KEY), message))
    elif recipe.go_for_it == Thresholds():
        message = (
            f"go_for_it says nothing; write {LANGUAGE.expected_at(('go_for_it',))}, or delete it"
        )
        found.append(Finding(("go_for_it", KEY), message))
    return found


LANGUAGE = Language(
    kind=POLICY,
    model=Recipe,
    check=lambda recipe, _: (recipe, _find_errors(recipe)),
    prepare=_prepare,
)
"""The language of policy files."""
