"""The rules language as pydantic models: what a ruleset file can say.

The models are strict (no silent conversion), frozen and closed (`extra="forbid"`). They say what a
single key may hold; `rules.consistency` looks at rules together.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

PositiveInt = Annotated[int, Field(gt=0)]
NonNegativeInt = Annotated[int, Field(ge=0)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class HotDiceBonus(_Strict):
    """Points for setting aside every die."""

    model_config = ConfigDict(title="Hot-dice bonus")

    points: NonNegativeInt = Field(description="points for the first hot dice of a turn")
    step: NonNegativeInt = Field(0, description="each later hot dice pays this much more")
    when: Literal["any", "last_die"] = Field(
        "any", description="last_die: only when the roll that completed the set was of one die"
    )


class Bank(_Strict):
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


class Farkle(_Strict):
    """What a farkle costs, and what it leaves."""

    model_config = ConfigDict(title="Farkles")

    streak: PositiveInt | None = Field(None, description="after this many farkles in a row ...")
    penalty: NonNegativeInt | Literal["all"] = Field(
        0, description="... this much is lost from the banked score (a number, or: all)"
    )
    lowest_score: Annotated[int, Field(le=0)] | None = Field(
        None, description="a banked score never falls below this (null: no limit)"
    )
    first_roll_points: NonNegativeInt = Field(
        0, description="points banked when the very first roll of a turn farkles"
    )
    all_dice_points: NonNegativeInt = Field(
        0, description="points banked when any roll of all the dice farkles"
    )
    keeps_turn_score: bool = Field(
        False, description="the points set aside before the farkle are banked all the same"
    )


class Ruleset(_Strict):
    """One family's Farkle."""

    model_config = ConfigDict(title="Farkle ruleset")

    name: str | None = Field(None, description="what you call these rules")
    source: str | None = Field(None, description="where the rules were written down")
    dice: Annotated[int, Field(ge=1, le=8)] = Field(6, description="dice at the start of a turn")
    goal: PositiveInt = Field(description="first banked score that ends the game")
    combinations: dict[str, int | tuple[int, ...]] = Field(
        description="pattern: points, or a list of points for faces 1 to 6"
    )
    labels: dict[str, str] = Field(
        default_factory=dict,
        description="what people call a pattern; the odds count patterns of equal points and equal label together",
    )
    nothing: PositiveInt | None = Field(
        None, description="points when all the dice are thrown and none of them scores"
    )
    set_aside: Literal["any", "all"] = Field("any", description="all: every scoring die must be taken")
    hot_dice: Literal["optional", "required"] = Field(
        "optional", description="required: with every die set aside, all must be rolled again"
    )
    hot_dice_bonus: HotDiceBonus | None = None
    bank: Bank = Bank()
    farkle: Farkle = Farkle()
    end_game: Literal["sudden_death", "final_turn", "equal_turns"] = "sudden_death"
    ties: Literal["split", "leader", "challenger"] = Field(
        "split", description="who wins level scores after a last turn"
    )
    overshoot: Literal["win", "bust"] = Field(
        "win", description="bust: the goal must be hit exactly"
    )
    piggyback: Literal["none", "after_bank", "after_farkle", "both"] = Field(
        "none", description="whether the next player may take over the dice and the turn score"
    )
    instant_win: tuple[str, ...] = Field((), description="patterns that win the game at once")
    disaster: tuple[str, ...] = Field(
        (), description="patterns that end the turn and wipe the banked score"
    )
    die_weights: tuple[NonNegativeInt, ...] = Field(
        (1, 1, 1, 1, 1, 1), description="relative chance of faces 1 to 6"
    )
