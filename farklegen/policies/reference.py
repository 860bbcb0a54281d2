"""The recipe that a reference names: one of the known policies, or a file."""

from __future__ import annotations

import re
from pathlib import Path

from farklegen.policies.policy_file import POLICY, parse_text
from farklegen.policies.recipe import EXAMPLES, MOST_BELOW, NAMES, Recipe, named
from farklegen.rules.catalogue import is_path, similar_file
from farklegen.rules.ruleset import MAX_NUMBER
from farklegen.rules.text_source import MissingFileError, read_path, shown
from farklegen.rules.words import closest


def parse(reference: str) -> Recipe:
    """The policy of a name, or of a policy file.

    As with rulesets, a reference with a path separator or a YAML suffix is always a path; any other
    is looked up among the names first."""
    if not is_path(reference):
        found = named(reference)
        if found is not None:
            return found

    try:
        text = read_path(reference, POLICY)
    except MissingFileError:
        raise MissingFileError(_unknown(reference, only_file=is_path(reference))) from None
    return parse_text(text, reference)


def _unknown(reference: str, *, only_file: bool) -> str:
    """Say that there is no such policy, which one was probably meant, and which there are."""
    what = "file" if only_file else "policy and no file"
    said = f"there is no {what} {shown(reference)}"
    near = None if len(reference) > 80 else similar_file(Path(reference))
    near = near or _closest(reference)
    names = f"the policies are: {', '.join(NAMES)}, or the path of a policy file"
    if near is not None:
        return f"{said}; did you mean {shown(near)}? ({names})"
    return f"{said}; {_limits(reference) or names}"


def _closest(reference: str) -> str | None:
    """The name that was probably meant, with the number that was written."""

    plain = re.sub(r"[\s_-]+", "-", reference.removesuffix(".yml").removesuffix(".yaml").strip())
    plain = re.sub("(?<=[0-9]),(?=[0-9]{3})", "", plain).lower()
    if named(plain) is not None:
        return plain
    if len(plain) > 80 or _limits(plain):
        return None
    number = re.search("[0-9]+", plain)
    forms = {re.sub("[0-9]+", "N", example): example for example in EXAMPLES}
    near = closest(re.sub("[0-9]+", "N", plain), tuple(forms), 0.6)
    if near is None:
        return None
    with_number = near.replace("N", number[0]) if number else forms[near]
    return with_number if named(with_number) else forms[near]


def _limits(reference: str) -> str | None:
    """What the number in a name may be, if that is all that is wrong with it."""
    if re.fullmatch(r"bank-at-[-+0-9.,]+", reference):
        return f"write bank-at-N with a whole number N from 1 to {MAX_NUMBER}, such as bank-at-300"
    if re.fullmatch(r"bank-below-[-+0-9.,]+-dice", reference):
        return (
            f"write bank-below-N-dice with a whole number N from 2 to {MOST_BELOW}, "
            "such as bank-below-3-dice"
        )
    return None
