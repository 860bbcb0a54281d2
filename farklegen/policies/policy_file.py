"""From the text of a policy file to a recipe, or to all that is wrong with it at once."""

from __future__ import annotations

from collections.abc import Iterator
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


def _find_errors(recipe: Recipe) -> Iterator[Finding]:
    for word, what in WHOLE.items():
        if (recipe.keep == word) != (recipe.bank == word):
            one, other = ("keep", "bank") if recipe.keep == word else ("bank", "keep")
            yield Finding(
                (other,),
                f"{one} is {word} and {other} is not; write {word} for both, which is {what}, "
                "or for neither",
            )
    if recipe.bank == BankRule():
        message = "bank says nothing; write at: 300 or below_dice: 3 below it, or points-only"
        yield Finding(("bank", KEY), message)
    whole = next((what for word, what in WHOLE.items() if word in (recipe.keep, recipe.bank)), "")
    for key, does in {
        "take_over": "knows what to take over",
        "by_scores": "looks at the scores already",
        "go_for_it": "needs no thresholds",
    }.items():
        if whole and getattr(recipe, key) not in (None, ()):
            yield Finding((key, KEY), f"{whole} {does}; delete {key}")
    for number, line in enumerate(recipe.by_scores):
        if line.asked == Asked():
            message = "this line asks nothing of the scores; write one of "
            yield Finding(("by_scores", number), message + ", ".join(Asked._fields))
        if (line.later is None) == (line.earlier is None):
            many = "neither later nor" if line.later is None else "both later and"
            message = f"this line has {many} earlier; write one of them, such as later: 300"
            yield Finding(("by_scores", number), message)
    if not whole and recipe.go_for_it == Thresholds():
        instead = f"write {LANGUAGE.expected_at(('go_for_it',))}, or delete it"
        yield Finding(("go_for_it", KEY), f"go_for_it says nothing; {instead}")


LANGUAGE = Language(
    kind=POLICY,
    model=Recipe,
    check=lambda recipe, _: (recipe, [*_find_errors(recipe)]),
    prepare=_prepare,
)
"""The language of policy files."""
