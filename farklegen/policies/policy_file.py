"""From the text of a policy file to a recipe, or to all that is wrong with it at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from farklegen.errors import PolicyError, Problem
from farklegen.policies.policy import Asked
from farklegen.policies.recipe import (
    MOST_BELOW,
    BankRule,
    KeepRule,
    Recipe,
    ScoreRule,
    Thresholds,
)
from farklegen.rules.language import Finding, Language, Vocabulary, by_name
from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.text_source import FileKind, shown
from farklegen.rules.yaml_source import YamlDocument

POLICY = FileKind("policy", "keep and bank", "keep: most-points", PolicyError)

_SCORE = "a score (a whole number, 0 or more)"
_POINTS = "a turn score (a whole number, 0 or more)"
_DICE = f"a number of dice from 1 to {MAX_DICE}"
_WORTH = "lines of dice: worths below it, such as {5: {0: 300, 400: 200}}"
_LEAD = "points between the scores (a whole number, 0 or more)"
_LINE = "{theirs: 8000, behind: 750, later: 400}"
_BY_DICE = "lines of dice: score below it, such as {5: 9000, 6: 8500}"

WORDS = Vocabulary(
    sections={
        "": frozenset(Recipe.model_fields),
        "keep": frozenset(KeepRule.model_fields),
        "bank": frozenset(BankRule.model_fields),
        "go_for_it": frozenset(Thresholds.model_fields),
        "by_scores": frozenset(ScoreRule.model_fields),
    },
    expected={
        ("name",): "a text on one line",
        ("keep",): (
            "everything, most-points, points-only, card, full-table or optimal, or worth below it"
        ),
        ("keep", "worth"): _WORTH,
        ("keep", "worth", "*"): "lines of turn score: worth, such as {0: 300, 400: 200}",
        ("keep", "worth", "*", "[key]"): _DICE,
        ("keep", "worth", "*", "*"): "a worth (a whole number, 0 or more)",
        ("keep", "worth", "*", "*", "[key]"): _POINTS,
        ("bank",): "points-only, card, full-table or optimal, or keys below it, such as {at: 300}",
        ("bank", "at"): "a whole number above 0, such as 300",
        ("bank", "below_dice"): f"a whole number from 2 to {MOST_BELOW}, such as 3",
        ("bank", "by_dice"): "lines of dice: turn score below it, such as {1: 50, 2: 100}",
        ("bank", "by_dice", "*"): _POINTS,
        ("bank", "by_dice", "*", "[key]"): _DICE,
        ("take_over",): "lines of dice: turn score below it, such as {1: 1000, 2: 600}",
        ("take_over", "*"): "a turn score (a whole number above 0)",
        ("take_over", "*", "[key]"): _DICE,
        ("by_scores",): f"a list of lines such as - {_LINE}",
        ("by_scores", "*"): f"keys such as {_LINE}",
        **{("by_scores", "*", key): _SCORE for key in ("either", "mine", "theirs")},
        **{("by_scores", "*", key): _LEAD for key in ("behind", "ahead")},
        ("by_scores", "*", "later"): "points (a whole number, 0 or more), or goal",
        ("by_scores", "*", "earlier"): "points (a whole number above 0)",
        ("go_for_it",): "full-table, or keys below it, such as {mine: {5: 9000}}",
        ("go_for_it", "mine"): _BY_DICE,
        ("go_for_it", "mine", "*"): _SCORE,
        ("go_for_it", "mine", "*", "[key]"): _DICE,
        ("go_for_it", "theirs"): _BY_DICE,
        ("go_for_it", "theirs", "*"): _SCORE,
        ("go_for_it", "theirs", "*", "[key]"): _DICE,
        ("go_for_it", "lead"): "a whole number, 0 or more, such as 500",
    },
    also_called=by_name(
        {
            "keep": "set_aside take",
            "bank": "stop",
            "go_for_it": "goforit thresholds",
            "take_over": "piggyback takeover take_over_from",
            "at": "minimum score points",
            "below_dice": "below dice",
            "mine": "own",
            "theirs": "opponent",
        }
    ),
    missing={
        "keep": "keep: most-points",
        "bank": "bank: {at: 300}",
        "worth": "worth: {5: {0: 300, 400: 200}}",
    },
)
"""The words for the keys of a policy file."""


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


def _prepared(document: YamlDocument) -> dict[str, Any]:
    """The file's data, named after the file if it has no name, without keys left empty that need
    not be there."""
    data: Any = document.root.data()
    for key in ("go_for_it", "take_over", "by_scores"):
        if key in data and data[key] is None:
            del data[key]
    stem = shown(Path(document.file).stem, 80).strip() or "policy"
    return {"name": stem, **data}


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
        found.append(Finding(("bank",), message, "key"))
    whole = next((what for word, what in WHOLE.items() if word in (recipe.keep, recipe.bank)), "")
    if recipe.take_over is not None and whole:
        message = f"{whole} knows what to take over; delete take_over"
        found.append(Finding(("take_over",), message, "key"))
    if recipe.by_scores and whole:
        message = f"{whole} looks at the scores already; delete by_scores"
        found.append(Finding(("by_scores",), message, "key"))
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
        found.append(Finding(("go_for_it",), message, "key"))
    elif recipe.go_for_it == Thresholds():
        message = f"go_for_it says nothing; write {WORDS.expected_at(('go_for_it',))}, or delete it"
        found.append(Finding(("go_for_it",), message, "key"))
    return found


LANGUAGE = Language(
    kind=POLICY,
    words=WORDS,
    model=Recipe,
    prepare=_prepared,
    find_errors=_find_errors,
)
"""The language of policy files."""
