"""The rules language as pydantic models: what a ruleset file can say.

The models are strict (no silent conversion), frozen and closed (`extra="forbid"`). They say what a
single key may hold; `rules.consistency` looks at rules together.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationInfo,
)
from pydantic_core import PydanticCustomError, PydanticKnownError

from farklegen.rules.patterns import MAX_ROUNDS, MAX_THROWS

MAX_NUMBER = 1_000_000_000
"""The largest number of points that a ruleset may name."""

MAX_WEIGHT = 1_000_000
"""The largest weight of a face: weights are multiplied, once for each die."""

MAX_TEXT = 100
"""The longest name or label, in characters: both stand in table headings."""

MAX_SOURCE = 4000
"""The longest `source`, in characters."""

ROUND_POINTS = 1_000
"""Points for each round up to which tables and pictures go where there is no goal."""

ORDINARY = "ordinary"
"""The die that every ruleset knows: fair, unless `die_types` says otherwise."""

FAIR = (1, 1, 1, 1, 1, 1)


class Strict(BaseModel):
    """The base of all models that files are validated with: rulesets, policies, sweeps. Nothing is
    converted, no key is passed over, and what was read does not change."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


PositiveInt = Annotated[int, Field(gt=0, le=MAX_NUMBER)]
NonNegativeInt = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Weight = Annotated[int, Field(ge=0, le=MAX_WEIGHT)]


_CONTROL = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")


def _visible(text: str) -> str:
    """Refuse a text that is blank or that a terminal would act on."""
    if not text.strip():
        raise PydanticCustomError("text_blank", "blank text")
    if _CONTROL.search(text):
        raise PydanticCustomError("text_control", "control characters")
    return text


def _one_line(text: str) -> str:
    """Refuse what `_visible` refuses, and line breaks."""
    if len(text.strip().splitlines()) > 1:
        raise PydanticCustomError("text_lines", "several lines")
    return _visible(text).strip()


def _goal_or_rounds(goal: int | None, info: ValidationInfo) -> int | None:
    """Refuse a game that nothing ends."""
    if goal is None and info.data.get("rounds", ...) is None:
        raise PydanticKnownError("missing")
    return goal


OneLine = Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(_one_line)]
FreeText = Annotated[str, Field(max_length=MAX_SOURCE), AfterValidator(_visible)]


def _points_kind(value: object) -> str:
    return "list" if isinstance(value, (list, tuple)) else "number"


def _penalty_kind(value: object) -> str:
    return "word" if isinstance(value, str) else "number"


# The tags keep pydantic from trying both members and reporting two errors for one wrong value.
FacePoints = Annotated[tuple[NonNegativeInt, ...], Field(min_length=6, max_length=6)]
CombinationPoints = Annotated[
    Annotated[PositiveInt, Tag("number")] | Annotated[FacePoints, Tag("list")],
    Discriminator(_points_kind),
]
Penalty = Annotated[
    Annotated[NonNegativeInt, Tag("number")] | Annotated[Literal["all"], Tag("word")],
    Discriminator(_penalty_kind),
]


def _dice_kind(value: object) -> str:
    if isinstance(value, (list, tuple)) and all(isinstance(entry, str) for entry in value):
        return "list"
    return "group" if isinstance(value, dict) else "number"


def _die_kind(value: object) -> str:
    return "list" if isinstance(value, (list, tuple)) else "group"


class HotDiceBonus(Strict):
    """Points for setting aside every die."""

    model_config = ConfigDict(title="Hot-dice bonus")

    points: NonNegativeInt = Field(description="points for the first hot dice of a turn")
    step: NonNegativeInt = Field(0, description="each later hot dice pays this much more")
    when: Literal["any", "last_die"] = Field(
        "any",
        description="any, or last_die: only when the roll that completed the set was of one die",
    )


class Bank(Strict):
    """When a turn score may be banked."""

    model_config = ConfigDict(title="Banking")

    minimum: NonNegativeInt = Field(0, description="fewest points a turn may bank")
    opening: NonNegativeInt | None = Field(
        None, description="fewest points for a player's first bank of the game (default: minimum)"
    )
    beat_previous: bool = Field(
        False, description="the turn must beat what the opponent banked on the turn before"
    )
    multiple_of: PositiveInt = Field(
        1, description="a turn score may be banked only if it is a multiple of this"
    )

    @property
    def opening_minimum(self) -> int:
        """Fewest points for a first bank: never less than the minimum."""
        return max(self.minimum, self.opening or 0)

    @property
    def has_opening(self) -> bool:
        """Whether the first bank of a game needs more than others."""
        return self.opening_minimum > self.minimum


class Farkle(Strict):
    """What a farkle costs, and what it leaves."""

    model_config = ConfigDict(title="Farkles")

    streak: PositiveInt | None = Field(None, description="after this many farkles in a row ...")
    penalty: Penalty = Field(
        0, description="... this much is lost from the banked score (a number, or: all)"
    )
    lowest_score: Annotated[int, Field(ge=-MAX_NUMBER, le=0)] | None = Field(
        None, description="a banked score never falls below this (null: no limit)"
    )
    first_roll_points: NonNegativeInt = Field(
        0, description="points banked when the very first roll of a turn farkles"
    )
    first_roll_penalty: NonNegativeInt = Field(
        0, description="points lost from the banked score when the first roll of a turn farkles"
    )
    all_dice_points: NonNegativeInt = Field(
        0, description="points banked when any roll of all the dice farkles"
    )
    keeps_turn_score: bool = Field(
        False, description="true: the points set aside before the farkle are banked all the same"
    )

    @property
    def streak_costs(self) -> bool:
        """Whether farkles in a row are counted and cost something."""
        return self.streak is not None and bool(self.penalty)

    @property
    def most_lost(self) -> int:
        """The most points that one farkle takes from a banked score; not those of `penalty: all`,
        which takes no score below zero."""
        counts = self.streak is not None and isinstance(self.penalty, int)
        return max(-self.first_roll, 0) + (int(self.penalty) if counts else 0)

    @property
    def falls_below_zero(self) -> bool:
        """Whether a farkle may leave a score below zero."""
        return self.most_lost > 0 and self.lowest_score != 0

    @property
    def first_roll(self) -> int:
        """Points that a farkle on the first roll of a turn banks; below zero: what it costs."""
        return max(self.first_roll_points, self.all_dice_points) - self.first_roll_penalty


SixWeights = Annotated[tuple[Weight, ...], Field(min_length=6, max_length=6)]
Face = Annotated[int, Field(ge=1, le=6)]


class DieType(Strict):
    """A kind of dice."""

    model_config = ConfigDict(title="A kind of dice")

    weights: SixWeights = Field(description="relative chance of faces 1 to 6")
    joker: Annotated[
        Annotated[Face, Tag("number")] | Annotated[tuple[Face, ...], Tag("list")],
        Discriminator(_points_kind),
    ] = Field((), description="faces that stand for any other inside a combination, never alone")

    @property
    def jokers(self) -> tuple[int, ...]:
        return (self.joker,) if isinstance(self.joker, int) else self.joker


AnyDie = Annotated[
    Annotated[SixWeights, Tag("list")] | Annotated[DieType, Tag("group")],
    Discriminator(_die_kind),
]
DiceCount = Annotated[int, Field(ge=1, le=8)]
Bring = Annotated[
    Annotated[DiceCount, Tag("number")]
    | Annotated[tuple[OneLine, ...], Tag("list")]
    | Annotated[dict[str, DiceCount], Tag("group")],
    Discriminator(_dice_kind),
]


class Ruleset(Strict):
    """One family's Farkle."""

    model_config = ConfigDict(
        title="Farkle ruleset",
        serialize_by_alias=True,
        json_schema_extra={"anyOf": [{"required": ["goal"]}, {"required": ["rounds"]}]},
    )

    name: OneLine | None = Field(None, description="what you call these rules")
    source: FreeText | None = Field(None, description="where the rules were written down")
    bring: Bring = Field(
        6,
        alias="dice",
        description="dice at the start of a turn: a number, a list of die_types, or how many of "
        "each",
    )
    rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] | None = Field(
        None, description="turns that each player has; then the higher score wins"
    )
    goal: Annotated[PositiveInt | None, AfterValidator(_goal_or_rounds)] = Field(
        None,
        validate_default=True,
        description="first banked score that ends the game; may be left out with rounds",
    )
    combinations: dict[str, CombinationPoints] = Field(
        description="pattern: points, or a list of points for faces 1 to 6"
    )
    labels: dict[str, OneLine] = Field(
        default_factory=dict,
        description="what people call a pattern (or: nothing); the odds count patterns of equal "
        "points and equal label together",
    )
    nothing: PositiveInt | None = Field(
        None, description="points when all the dice are thrown and none of them scores"
    )
    all_dice_only: tuple[str, ...] = Field(
        (), description="combinations that score only in a roll of all the dice"
    )
    set_aside: Literal["any", "all"] = Field(
        "any",
        description="any: one or more combinations; all: until none is left among the other dice",
    )
    hot_dice: Literal["optional", "required"] = Field(
        "optional",
        description="with every die set aside, all may or must (required) be rolled again",
    )
    last_die: Literal["optional", "required"] = Field(
        "optional", description="one die left may or must (required) be rolled"
    )
    last_die_throws: Annotated[int, Field(ge=1, le=MAX_THROWS)] = Field(
        1, description="throws that one die left has to score, at most"
    )
    hot_dice_bonus: HotDiceBonus | None = Field(
        None, description="points for setting aside every die"
    )
    bank: Bank = Field(Bank(), description="when a turn score may be banked")
    farkle: Farkle = Field(Farkle(), description="what a farkle costs, and what it leaves")
    end_game: Literal["sudden_death", "final_turn", "equal_turns"] = Field(
        "sudden_death",
        description="sudden_death: the goal wins at once; final_turn: the opponent has one last "
        "turn; equal_turns: only if the player who moved first got there",
    )
    ties: Literal["split", "leader", "challenger"] = Field(
        "split",
        description="level scores after a last turn: half a win each (split), or to the player who "
        "reached the goal first (leader) or who drew level (challenger)",
    )
    overshoot: Literal["win", "bust"] = Field(
        "win", description="win: the goal may be passed; bust: it must be hit exactly"
    )
    piggyback: Literal["none", "after_bank", "after_farkle", "both"] = Field(
        "none", description="when the next player may take over the dice and the turn score"
    )
    instant_win: tuple[str, ...] = Field((), description="patterns that win the game at once")
    disaster: tuple[str, ...] = Field(
        (), description="patterns that end the turn and wipe the banked score"
    )
    die_weights: SixWeights = Field(FAIR, description="relative chance of faces 1 to 6")
    die_types: dict[str, AnyDie] = Field(
        default_factory=dict,
        description="name: relative chance of faces 1 to 6, or {weights, joker} with the faces "
        "that stand for any other",
    )

    @classmethod
    def known_keys(cls) -> frozenset[str]:
        return frozenset(field.alias or name for name, field in cls.model_fields.items())

    @property
    def dice(self) -> int:
        if isinstance(self.bring, int):
            return self.bring
        return len(self.bring) if isinstance(self.bring, tuple) else sum(self.bring.values())

    @property
    def extent(self) -> int:
        """Points that a game is about, up to which cards and pictures go: the goal, or without one
        `ROUND_POINTS` for each round."""
        return self.goal or ROUND_POINTS * (self.rounds or 1)
