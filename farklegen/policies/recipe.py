"""A way of playing, as data that fits any ruleset: what to set aside, when to bank.

A recipe says, for example, *as the card says*; a `policies.policy.Policy` has the numbers for one
ruleset instead. `parse` takes the name of a recipe or the path of a policy file. If the file is
wrong, it says all its problems at once. docs/policies.md is the reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, Tag

from farklegen.errors import PolicyError, Problem
from farklegen.policies.policy import Asked, GoForIt
from farklegen.rules.catalogue import FileKind, MissingFileError, is_path, read_path
from farklegen.rules.language import KEY, Finding, Language, YamlDocument
from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.ruleset import (
    KIND,
    NonNegativeInt,
    OneLine,
    PositiveInt,
    Strict,
    Whole,
    Write,
    declare,
)
from farklegen.rules.words import closest, shown

MOST_BELOW = MAX_DICE + 1
"""Fewer dice than this are left in any turn."""


def _number(key: object) -> object:
    """The number that a key of a file stands for; keys are texts."""
    return int(key) if isinstance(key, str) and re.fullmatch("0|[1-9][0-9]{0,11}", key) else key


Dice = Annotated[
    int,
    BeforeValidator(_number),
    Whole(1, MAX_DICE),
    Write(f"a number of dice from 1 to {MAX_DICE}"),
]
Points = Annotated[
    int,
    BeforeValidator(_number),
    Whole(0),
    Write("a turn score (a whole number, 0 or more)"),
]
Score = Annotated[NonNegativeInt, Write("a score (a whole number, 0 or more)")]
TurnScore = Annotated[NonNegativeInt, Write("a turn score (a whole number, 0 or more)")]
Lead = Annotated[NonNegativeInt, Write("points between the scores (a whole number, 0 or more)")]
Worth = Annotated[NonNegativeInt, Write("a worth (a whole number, 0 or more)")]
ByDice = Annotated[
    dict[Dice, Score], Write("lines of dice: score below it, such as {5: 9000, 6: 8500}")
]
"""Points by number of dice."""


class BankRule(Strict):
    """Banks as soon as one of these holds and the rules allow it."""

    at: PositiveInt | None = declare(
        None, "the turn score is at least this", example=300, also="minimum score points"
    )
    below_dice: Annotated[int, Whole(2, MOST_BELOW)] | None = declare(
        None, "fewer dice than this are left to roll", example=3, also="below dice"
    )
    by_dice: Annotated[dict[Dice, TurnScore], Write("lines of dice: turn score below it")] = (
        declare({}, "dice to roll: the turn score is at least this", example={1: 50, 2: 100})
    )


Worths = Annotated[
    dict[Points, Worth],
    Field(min_length=1),
    Write("lines of turn score: worth, such as {0: 300, 400: 200}"),
]


class KeepRule(Strict):
    """Takes the option that leads to the largest sum of turn score and worth."""

    worth: Annotated[dict[Dice, Worths], Write("lines of dice: worths below it")] = declare(
        ...,
        "dice to roll: lines of turn score: what rolling them on is worth from there on",
        example={5: {0: 300, 400: 200}},
    )

    def values(self, dice: int) -> list[tuple[int, int]]:
        """(first turn score, worth) for this many dice, lowest first. The first worth also holds
        below its turn score."""
        return sorted(self.worth.get(dice, {0: 0}).items())


Later = Annotated[
    Annotated[NonNegativeInt, Tag("<number>")] | Annotated[Literal["goal"], Tag("<word>")],
    KIND,
    Write("points (a whole number, 0 or more), or goal"),
]


class ScoreRule(Strict):
    """Plays otherwise where all that it says of the scores holds.

    The card is read as if the turn score were `later` less, or `earlier` more; with `later: goal`
    as if it were nothing, and nothing short of the goal is banked.
    """

    either: Score | None = declare(None, "one of the players has as much")
    mine: Score | None = declare(None, "one's own banked score is at least this")
    theirs: Score | None = declare(None, "the opponent's banked score is at least this")
    behind: Lead | None = declare(None, "so far behind at least")
    ahead: Lead | None = declare(None, "so far ahead at least")
    later: Later | None = declare(
        None, "points by which the turn is banked later; goal: only there"
    )
    earlier: Annotated[PositiveInt, Write("points (a whole number above 0)")] | None = declare(
        None, "points by which the turn is banked earlier"
    )

    @property
    def asked(self) -> Asked:
        return Asked(self.either, self.mine, self.theirs, self.behind, self.ahead)

    @property
    def to_goal(self) -> bool:
        """Whether nothing short of the goal is banked."""
        return self.later == "goal"

    @property
    def counted_less(self) -> int:
        """Points by which the turn score counts less; below 0 it counts more. `later: goal` is
        apart."""
        if self.earlier is not None:
            return -self.earlier
        return self.later if isinstance(self.later, int) else 0


class Thresholds(Strict):
    """The scores from which a player never banks short of the goal, by number of dice to roll.

    Either is enough: the player's own score at `mine`, or the opponent's at `theirs`. A number of
    dice without a score has no such rule.
    """

    mine: ByDice = declare({}, "dice to roll: one's own banked score", also="own")
    theirs: ByDice = declare({}, "dice to roll: the opponent's banked score", also="opponent")
    lead: NonNegativeInt | None = declare(
        None,
        "where the opponent has another turn: bank past the goal only so far ahead",
        example=500,
    )
    dice: Dice | None = declare(
        None,
        "if the opponent has another turn: bank past the goal only with at most that many dice "
        "to roll",
    )

    def numbers(self, dice: int) -> GoForIt:
        counts = range(1, dice + 1)
        return GoForIt(
            mine=tuple(self.mine.get(n) for n in counts),
            theirs=tuple(self.theirs.get(n) for n in counts),
            lead=self.lead,
            dice=self.dice,
        )


KeepLike = Literal["everything", "most-points", "points-only", "card", "full-table", "optimal"]
Keep = Annotated[
    Annotated[KeepLike, Tag("<word>")] | Annotated[KeepRule, Tag("<group>")],
    KIND,
    Write(
        "everything, most-points, points-only, card, full-table or optimal, or lines such as "
        "{worth: {5: {0: 300}}}"
    ),
]
BankLike = Literal["points-only", "card", "full-table", "optimal"]
Bank = Annotated[
    Annotated[BankLike, Tag("<word>")] | Annotated[BankRule, Tag("<group>")],
    KIND,
    Write("points-only, card, full-table or optimal, or keys below it"),
]
GoForItLike = Annotated[
    Annotated[Literal["full-table"], Tag("<word>")] | Annotated[Thresholds, Tag("<group>")],
    KIND,
    Write("full-table, or keys below it, such as {mine: {5: 9000}}"),
]


ByScore = Annotated[ScoreRule, Write("keys such as {theirs: 8000, behind: 750, later: 400}")]


class Recipe(Strict):
    """A way of playing.

    Whatever it says, a scoring that reaches the goal, or wins a last turn, is taken and banked;
    only perfect play knows when not to.
    """

    name: OneLine = declare(..., "what it is called")
    keep: Keep = declare(
        ..., "which dice are set aside", example="most-points", also="set_aside take"
    )
    bank: Bank = declare(..., "when the turn is banked", example={"at": 300}, also="stop")
    go_for_it: GoForItLike | None = declare(
        None,
        "when not to bank short of the goal; full-table: as worked out for it",
        also="goforit thresholds",
    )
    by_scores: Annotated[tuple[ByScore, ...], Write("a list of lines")] = declare(
        (),
        "when to bank later or earlier; the first line that holds counts",
        example=[[{"theirs": 8000, "behind": 750, "later": 400}]],
    )
    take_over: (
        Annotated[
            dict[Dice, Annotated[PositiveInt, Write("a turn score (a whole number above 0)")]],
            Write("lines of dice: turn score below it"),
        ]
        | None
    ) = declare(
        None,
        "dice left: a turn is taken over from this turn score on; without it, wherever that brings "
        "more points than a turn of one's own",
        example={1: 1000, 2: 600},
        also="piggyback takeover take_over_from",
    )

    @property
    def optimal(self) -> bool:
        return self.keep == "optimal"

    @property
    def card(self) -> bool:
        """Whether this is the card that `table` prints, which says everything."""
        return self.keep == "card"

    @property
    def whole(self) -> bool:
        """Whether the policy's name says everything, for any number of players."""
        return self.optimal or self.card

    @property
    def needs_expected(self) -> bool:
        named = self.keep, self.bank
        return "full-table" in (*named, self.go_for_it) or "points-only" in named

    @property
    def needs_go_for_it(self) -> bool:
        return self.go_for_it == "full-table"


NAMED: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        Recipe(name="optimal", keep="optimal", bank="optimal"),
        Recipe(name="card", keep="card", bank="card"),
        Recipe(name="points-only", keep="points-only", bank="points-only"),
        Recipe(name="full-table", keep="full-table", bank="full-table"),
        Recipe(name="full-table-go", keep="full-table", bank="full-table", go_for_it="full-table"),
        Recipe(name="take-all", keep="everything", bank="points-only"),
    )
}
"""The policies whose names say everything."""

NUMBERED = {"bank-at-N": "at", "bank-below-N-dice": "below_dice"}
"""Names with a number N -> the key of `BankRule` that the number is for."""

ALIASES = {"naive": "bank-below-3-dice", "perfect": "optimal"}
"""Words that reports use for policies, with the names that they stand for. Naive play asks for no
points, so that it suits every scale of scoring."""

EXAMPLES = (*NAMED, "bank-at-300", "bank-below-3-dice")
"""All names with usual numbers, for completion."""

SKILLS = {
    "card": ("card_wins", "what table prints"),
    "points-only": ("points_only_wins", "most points per turn"),
    "take-all": ("take_all_wins", "every scoring die"),
    "bank-at-300": ("bank_at_300_wins", "bank from 300 on"),
    "bank-below-3-dice": ("naive_wins", "naive play"),
}
"""The measure and its title, by the name of the policy that meets perfect play."""


def find_recipe(name: str) -> Recipe | None:
    """The policy of this name, if there is one. It keeps this name, but perfect play is always
    called `optimal`."""
    if name in ALIASES:
        found = find_recipe(ALIASES[name])
        return found if found is None or found.optimal else found.model_copy(update={"name": name})
    if name in NAMED:
        return NAMED[name]
    for form, key in NUMBERED.items():
        if match := re.fullmatch(form.replace("N", "([0-9]{1,12})"), name):
            number, whole = int(match[1]), LANGUAGE.whole_at(("bank", key))
            if whole and whole.least <= number <= whole.most:
                rule = BankRule.model_validate({key: number})
                return Recipe(name=form.replace("N", str(number)), keep="most-points", bank=rule)
    return None


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
        what = "file" if is_path(reference) else "policy and no file"
        missing = f"there is no {what} {shown(reference)}"
        names = f"the policies are: {', '.join([*NAMED, *NUMBERED])}, or the path of a policy file"
        near = _closest(reference)
        advice = names if near is None else f"did you mean {shown(near)}? ({names})"
        raise MissingFileError(
            f"{missing}; {(near in EXAMPLES and _limits(reference)) or advice}"
        ) from None
    return parse_text(text, reference)


def _limits(reference: str) -> str | None:
    """Which numbers a name may have, if only the number in it is wrong."""
    for form, key in NUMBERED.items():
        whole = LANGUAGE.whole_at(("bank", key))
        if whole and re.fullmatch(form.replace("N", "[-+0-9.,]+"), reference):
            usual = next(each for each in EXAMPLES if re.sub("[0-9]+", "N", each) == form)
            bounds = f"from {whole.least} to {whole.most}"
            return f"write {form} with a whole number N {bounds}, such as {usual}"
    return None


def _closest(reference: str) -> str | None:
    """The nearest name, with the number that the reference has if this may be."""
    plain = reference.removesuffix(".yml").removesuffix(".yaml").strip().lower()
    plain = re.sub("(?<=[0-9])[,.](?=[0-9]{3})", "", re.sub(r"[\s_-]+", "-", plain))
    forms = {re.sub("[0-9]+", "N", name): name for name in (*EXAMPLES, *ALIASES)}
    near = closest(re.sub("[0-9]+", "N", plain), tuple(forms), 0.6)
    if near is None:
        return None
    number = re.search("[0-9]+", plain)
    with_number = near.replace("N", number[0]) if number else near
    return with_number if find_recipe(with_number) else forms[near]


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
    for key in ("take_over", "by_scores", "go_for_it"):
        if whole and getattr(recipe, key) not in (None, ()):
            yield (key, KEY), f"{whole} needs no {key}; delete it"
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
