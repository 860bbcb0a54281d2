"""The recipe that a reference names: one of the known policies, or a file. If the file is wrong,
all its problems at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from farklegen.errors import PolicyError, Problem
from farklegen.policies.policy import Asked
from farklegen.policies.recipe import (
    EXAMPLES,
    NAMES,
    NUMBERED,
    BankRule,
    Recipe,
    Thresholds,
    find_recipe,
)
from farklegen.rules.catalogue import FileKind, MissingFileError, is_path, read_path
from farklegen.rules.language import KEY, Finding, Language, YamlDocument
from farklegen.rules.words import closest, shown

POLICY = FileKind("policy", "keep: most-points", PolicyError)


def parse(reference: str) -> Recipe:
    """The policy of a name, or of a policy file.

    As with rulesets, a reference with a path separator or a YAML suffix is always a path; any other
    is looked up among the names first."""
    if not is_path(reference):
        found = find_recipe(reference)
        if found is not None:
            return found

    try:
        text = read_path(reference, POLICY)
    except MissingFileError:
        raise MissingFileError(_unknown(reference, only_file=is_path(reference))) from None
    return parse_text(text, reference)


def _unknown(reference: str, *, only_file: bool) -> str:
    """Say that there is no such policy, which has nearly that name, and which names exist."""
    what = "file" if only_file else "policy and no file"
    missing = f"there is no {what} {shown(reference)}"
    near = _closest(reference)
    names = f"the policies are: {', '.join(NAMES)}, or the path of a policy file"
    if near is not None:
        return f"{missing}; did you mean {shown(near)}? ({names})"
    return f"{missing}; {_limits(reference) or names}"


def _closest(reference: str) -> str | None:
    """The nearest name, with the number that the reference has."""

    plain = re.sub(r"[\s_-]+", "-", reference.removesuffix(".yml").removesuffix(".yaml").strip())
    plain = re.sub("(?<=[0-9]),(?=[0-9]{3})", "", plain).lower()
    if find_recipe(plain) is not None:
        return plain
    if len(plain) > 80 or _limits(plain):
        return None
    number = re.search("[0-9]+", plain)
    forms = {re.sub("[0-9]+", "N", example): example for example in EXAMPLES}
    near = closest(re.sub("[0-9]+", "N", plain), tuple(forms), 0.6)
    if near is None:
        return None
    with_number = near.replace("N", number[0]) if number else forms[near]
    return with_number if find_recipe(with_number) else forms[near]


def _limits(reference: str) -> str | None:
    """Which numbers a name may have, if only the number in it is wrong."""
    for form, (_, least, most, usual) in NUMBERED.items():
        if re.fullmatch(form.replace("N", "[-+0-9.,]+"), reference):
            such = form.replace("N", str(usual))
            return f"write {form} with a whole number N from {least} to {most}, such as {such}"
    return None


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
            yield (
                (other,),
                f"{one} is {word} and {other} is not; write {word} for both, which is {what}, "
                "or for neither",
            )
    if recipe.bank == BankRule():
        message = "bank says nothing; write at: 300 or below_dice: 3 below it, or points-only"
        yield ("bank", KEY), message
    whole = next((what for word, what in WHOLE.items() if word in (recipe.keep, recipe.bank)), "")
    for key, does in {
        "take_over": "knows what to take over",
        "by_scores": "looks at the scores already",
        "go_for_it": "needs no thresholds",
    }.items():
        if whole and getattr(recipe, key) not in (None, ()):
            yield (key, KEY), f"{whole} {does}; delete {key}"
    for number, line in enumerate(recipe.by_scores):
        if line.asked == Asked():
            message = "this line asks nothing of the scores; write one of "
            yield ("by_scores", number), message + ", ".join(Asked._fields)
        if (line.later is None) == (line.earlier is None):
            many = "neither later nor" if line.later is None else "both later and"
            message = f"this line has {many} earlier; write one of them, such as later: 300"
            yield ("by_scores", number), message
    if not whole and recipe.go_for_it == Thresholds():
        instead = f"write {LANGUAGE.expected_at(('go_for_it',))}, or delete it"
        yield ("go_for_it", KEY), f"go_for_it says nothing; {instead}"


LANGUAGE = Language(
    kind=POLICY,
    model=Recipe,
    check=lambda recipe, document: (recipe, [document.problem(*e) for e in _find_errors(recipe)]),
    prepare=_prepare,
)
"""The language of policy files."""
