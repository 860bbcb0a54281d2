"""A match that is put aside: what was thrown and decided so far, as a small JSON file.

The dice come from a number, so that the steps are enough to play the match again up to where it
was, and to go on with the same dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError

from farklegen.errors import FarklegenError
from farklegen.play.game import Action, Choice, Game, IllegalMoveError, Word

FORMAT: Literal["farklegen/saved-match"] = "farklegen/saved-match"
VERSION: Literal[1] = 1

Seat: TypeAlias = Literal[
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "random"
]
"""When the person moves in a round."""


class SavedMatchError(FarklegenError):
    """A file that is no saved match, or one of other rules. The message is one line."""

    slug = "saved-match"


class Step(BaseModel):
    """One thing that happened: dice thrown, dice set aside, or another decision."""

    model_config = ConfigDict(extra="forbid", strict=True)

    throw: list[int] | None = None
    keep: list[int] | None = None
    points: int | None = None
    do: Word | None = None

    @classmethod
    def of(cls, action: Action) -> Step:
        """A decision as a step."""
        if isinstance(action, Choice):
            return cls(keep=list(action.keep), points=action.points)
        return cls(do=action)

    def action(self, game: Game) -> Action:
        """The decision, as the game knows it.

        Raises:
            IllegalMoveError: if it cannot be taken now.
        """
        for action in game.actions():
            if Step.of(action) == self:
                return action
        raise IllegalMoveError("this cannot be done now")


class SavedMatch(BaseModel):
    """A match under way.

    Attributes:
        fingerprint: of the rules.
        opponent: the name or file of the opponent's policy, None for the usual one.
        seat: as it was asked for.
        players: at the table; None for two.
        seed: what the dice come from.
        own_dice: whether dice are thrown by hand.
        judged: whether decisions are judged.
        floor: score at which scores are cut off, where that was asked for.
        hints: that were given.
        costs: whether what decisions cost is told at once.
        steps: all that happened, in its order.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    format: Literal["farklegen/saved-match"] = FORMAT
    version: Literal[1] = VERSION
    fingerprint: str
    opponent: str | None = None
    seat: Seat
    players: int | None = None
    seed: int
    own_dice: bool
    judged: bool
    floor: int | None = None
    hints: int = 0
    costs: bool = False
    steps: list[Step] = []

    def text(self) -> str:
        """The content of its file."""
        return self.model_dump_json(exclude_none=True, indent=1) + "\n"


def read_saved(file: str, text: str) -> SavedMatch:
    """What a file says.

    Raises:
        SavedMatchError: if that is no saved match.
    """
    try:
        return SavedMatch.model_validate_json(text)
    except (ValidationError, ValueError):
        raise SavedMatchError(
            f"{file} is no saved match, or is damaged; name a file that farklegen play --save "
            "wrote, or begin a new match without --resume"
        ) from None


def steps_again(file: str, saved: SavedMatch, game: Game) -> Iterator[Step | Action]:
    """The steps as they are to be taken again: a step with dice to throw, or a decision.

    Raises:
        SavedMatchError: at a step that the rules do not allow.
    """
    for number, step in enumerate(saved.steps, 1):
        try:
            if step.throw is not None:
                yield step
            else:
                yield step.action(game)
        except IllegalMoveError as error:
            raise SavedMatchError(
                f"{file} is damaged: step {number} cannot be taken ({error}); begin a new match "
                "without --resume"
            ) from None
