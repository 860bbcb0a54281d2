"""A way of playing, as data that fits any ruleset: what to set aside, when to bank.

A recipe says *as the card says* where a `policies.policy.Policy` has the numbers for one ruleset.
`policies.reference.parse` takes the name of one or the path of a policy file; docs/policies.md is
the reference.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from farklegen.policies.policy import Asked, GoForIt
from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.ruleset import MAX_NUMBER, NonNegativeInt, OneLine, PositiveInt, Strict

MOST_BELOW = MAX_DICE + 1
"""Fewer dice than this are left in any turn."""


def _dice(key: object) -> object:
    """A key of a file, which is a text, as a number of dice."""
    return int(key) if isinstance(key, str) and re.fullmatch("[1-9][0-9]?", key) else key


def _points(key: object) -> object:
    """A key of a file, which is a text, as a turn score."""
    return int(key) if isinstance(key, str) and re.fullmatch("0|[1-9][0-9]{0,11}", key) else key


Dice = Annotated[int, BeforeValidator(_dice), Field(ge=1, le=MAX_DICE)]
Points = Annotated[int, BeforeValidator(_points), Field(ge=0, le=MAX_NUMBER)]
ByDice = dict[Dice, NonNegativeInt]
"""Points by number of dice."""


class BankRule(Strict):
    """Banks as soon as one of these holds and the rules allow it."""

    at: PositiveInt | None = Field(None, description="the turn score is at least this")
    below_dice: Annotated[int, Field(ge=2, le=MOST_BELOW)] | None = Field(
        None, description="fewer dice than this are left to roll"
    )
    by_dice: ByDice = Field(
        default_factory=dict, description="dice to roll: the turn score is at least this"
    )


class KeepRule(Strict):
    """Takes the option that leads to the largest sum of turn score and worth."""

    worth: dict[Dice, Annotated[dict[Points, NonNegativeInt], Field(min_length=1)]] = Field(
        description="dice to roll: lines of turn score: what rolling them on is worth from there on"
    )

    def values(self, dice: int) -> list[tuple[int, int]]:
        """(turn score from which on, worth) for so many dice, lowest first; it holds below, too."""
        return sorted(self.worth.get(dice, {0: 0}).items())


def _word_or_number(value: object) -> str:
    return "word" if isinstance(value, str) else "number"


Later = Annotated[
    Annotated[NonNegativeInt, Tag("number")] | Annotated[Literal["goal"], Tag("word")],
    Discriminator(_word_or_number),
]


class ScoreRule(Strict):
    """Plays otherwise where all that it says of the scores holds.

    The card is read as if the turn score were `later` less, or `earlier` more; with `later: goal`
    as if it were nothing, and nothing short of the goal is banked.
    """

    either: NonNegativeInt | None = Field(None, description="one of the players has as much")
    mine: NonNegativeInt | None = Field(None, description="one's own banked score is at least this")
    theirs: NonNegativeInt | None = Field(
        None, description="the opponent's banked score is at least this"
    )
    behind: NonNegativeInt | None = Field(None, description="so far behind at least")
    ahead: NonNegativeInt | None = Field(None, description="so far ahead at least")
    later: Later | None = Field(
        None, description="points by which the turn is banked later; goal: only there"
    )
    earlier: PositiveInt | None = Field(
        None, description="points by which the turn is banked earlier"
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
        """Points by which the turn score counts less; below 0 more, `later: goal` aside."""
        if self.earlier is not None:
            return -self.earlier
        return self.later if isinstance(self.later, int) else 0


class Thresholds(Strict):
    """From which scores on one never banks short of the goal, by number of dice to roll.

    With a number of dice one goes for it if one's own score has come to `mine` or the opponent's
    to `theirs`; a number of dice that is not there is no reason to.
    """

    mine: ByDice = Field(default_factory=dict, description="dice to roll: one's own banked score")
    theirs: ByDice = Field(
        default_factory=dict, description="dice to roll: the opponent's banked score"
    )
    lead: NonNegativeInt | None = Field(
        None,
        description="where the opponent has another turn: bank past the goal only so far ahead",
    )
    dice: Dice | None = Field(
        None,
        description="where the opponent has another turn: bank past the goal only with at most so "
        "many dice to roll",
    )

    def numbers(self, dice: int) -> GoForIt:
        counts = range(1, dice + 1)
        return GoForIt(
            mine=tuple(self.mine.get(n) for n in counts),
            theirs=tuple(self.theirs.get(n) for n in counts),
            lead=self.lead,
            dice=self.dice,
        )


def _word_or_group(value: object) -> str:
    return "word" if isinstance(value, str) else "group"


KeepLike = Literal["everything", "most-points", "points-only", "card", "full-table", "optimal"]
Keep = Annotated[
    Annotated[KeepLike, Tag("word")] | Annotated[KeepRule, Tag("group")],
    Discriminator(_word_or_group),
]
BankLike = Literal["points-only", "card", "full-table", "optimal"]
Bank = Annotated[
    Annotated[BankLike, Tag("word")] | Annotated[BankRule, Tag("group")],
    Discriminator(_word_or_group),
]
GoForItLike = Annotated[
    Annotated[Literal["full-table"], Tag("word")] | Annotated[Thresholds, Tag("group")],
    Discriminator(_word_or_group),
]


class Recipe(Strict):
    """A way of playing.

    Whatever it says, a scoring that reaches the goal, or wins a last turn, is taken and banked;
    only perfect play knows when not to.
    """

    name: OneLine = Field(description="what it is called")
    keep: Keep = Field(description="which dice are set aside")
    bank: Bank = Field(description="when the turn is banked")
    go_for_it: GoForItLike | None = Field(
        None, description="when not to bank short of the goal; full-table: as worked out for it"
    )
    by_scores: tuple[ScoreRule, ...] = Field(
        (), description="when to bank later or earlier; the first line that holds counts"
    )
    take_over: dict[Dice, PositiveInt] | None = Field(
        None,
        description="dice left: a turn is taken over from this turn score on; without it, wherever "
        "that brings more points than a turn of one's own",
    )

    @property
    def optimal(self) -> bool:
        return self.keep == "optimal"

    @property
    def card(self) -> bool:
        """Whether this is the card that `table` prints, which says everything."""
        return self.keep == "card"

    @property
    def needs_match(self) -> bool:
        """Whether what it says was found in the match."""
        return self.card or self.needs_go_for_it

    @property
    def needs_full_table(self) -> bool:
        return "full-table" in (self.keep, self.bank, self.go_for_it)

    @property
    def needs_expected(self) -> bool:
        return self.needs_full_table or "points-only" in (self.keep, self.bank)

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

NAMES = (*NAMED, "bank-at-N", "bank-below-N-dice")
"""All names, for help texts; N stands for a number."""

EXAMPLES = (*NAMED, "bank-at-300", "bank-below-3-dice")
"""All names with usual numbers, for completion."""

ALIASES = {"naive": "bank-below-3-dice", "perfect": "optimal"}
"""Words that reports use for policies, with the names that they stand for."""

RENAMED = {"max-score": "points-only", "card-go": "full-table-go", "short-card": "card"}
"""What policies and words of policy files were called before, with what to write instead."""

NAIVE = "bank-below-3-dice"
"""The policy that stands for naive play: the most points of every roll, and the bank once fewer
than three dice are left. It asks for no points, so that it suits every scale of scoring."""

SKILLS = {
    "card": ("card_wins", "what table prints"),
    "points-only": ("points_only_wins", "most points per turn"),
    "take-all": ("take_all_wins", "every scoring die"),
    "bank-at-300": ("bank_at_300_wins", "bank from 300 on"),
    NAIVE: ("naive_wins", "naive play"),
}
"""By the name of a policy that meets perfect play, the measure, and what it is called."""

_AT = re.compile("bank-at-([0-9]{1,12})")
_BELOW = re.compile("bank-below-([0-9]{1,12})-dice")


def named(name: str) -> Recipe | None:
    """The policy of this name, if there is one; it is called so, perfect play always `optimal`."""
    if name in ALIASES:
        found = named(ALIASES[name])
        return found if found is None or found.optimal else found.model_copy(update={"name": name})
    if name in NAMED:
        return NAMED[name]
    at, below = _AT.fullmatch(name), _BELOW.fullmatch(name)
    if at and 0 < int(at[1]) <= MAX_NUMBER:
        points = int(at[1])
        rule = BankRule(at=points)
        return Recipe(name=f"bank-at-{points}", keep="most-points", bank=rule)
    if below and 2 <= int(below[1]) <= MOST_BELOW:
        dice = int(below[1])
        rule = BankRule(below_dice=dice)
        return Recipe(name=f"bank-below-{dice}-dice", keep="most-points", bank=rule)
    return None
