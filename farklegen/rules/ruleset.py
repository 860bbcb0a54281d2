"""The rules language as pydantic models: what a ruleset file can say.

A key is declared here once. Its type has the words for it; `declare` gives its default, example,
description and the other names that people give it. Error messages, the JSON schema, the starter
file and the table in the rules reference read this declaration. The models are strict (no silent
conversion), frozen and closed (`extra="forbid"`). `rules.consistency` looks at rules together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from annotated_types import Ge, GroupedMetadata, Le
from pydantic import (
    AfterValidator,
    BaseModel,
    Discriminator,
    Field,
    Tag,
    ValidationInfo,
)
from pydantic_core import PydanticCustomError, PydanticKnownError

from farklegen.rules.patterns import MAX_DICE, MAX_ROUNDS, MAX_THROWS

MAX_NUMBER = 1_000_000_000
"""The largest number of points that a ruleset may name."""

MAX_WEIGHT = 1_000_000
"""The largest weight of a face: weights are multiplied, once for each die."""

MAX_TEXT = 100
"""The longest name or label, in characters: both stand in table headings."""

MAX_SOURCE = 4000
"""The longest `source`, in characters."""

ROUND_POINTS = 1_000
"""Without a goal, tables and pictures go up to this many points for each round."""

ORDINARY = "ordinary"
"""The die that every ruleset knows: fair, unless `die_types` says otherwise."""

FAIR = (1, 1, 1, 1, 1, 1)

Player = TypeVar("Player")


class Strict(BaseModel, strict=True, frozen=True, extra="forbid"):
    """The base of all models that files are validated with: rulesets, policies, sweeps. Nothing is
    converted, no key is passed over, and what was read does not change."""


@dataclass(frozen=True)
class Write:
    """As part of a type: what messages ask people to write for a value of this type."""

    words: str


class Whole(GroupedMetadata, Write):
    """The limits of a whole number, as a part of its type, and the words that messages use."""

    def __init__(self, least: int, most: int = MAX_NUMBER, note: str = "") -> None:
        words = f"a whole number from {least} to {most}"
        if most >= MAX_WEIGHT:
            words = "a whole number above 0" if least else "a whole number, 0 or more"
        elif most == 0:
            words = "a whole number, 0 or less"
        Write.__init__(self, words + note)
        self.least, self.most = least, most

    def __iter__(self) -> Iterator[object]:
        yield from (Ge(self.least), Le(self.most))


def declare(
    default: Any,
    description: str,
    *,
    example: Any = None,
    also: str = "",
    starter: Any = None,
    **more: Any,
) -> Any:
    """Declare a key; `more` goes to pydantic's `Field`.

    Args:
        default: `...` for a key that must be there.
        example: what messages, the schema and the starter file show; a list of several.
        also: what else people call the key, with spaces between the names.
        starter: what the starter file says, if that is not the default.
    """
    extra = {"also": also, "starter": starter}
    if example is not None:
        more["examples"] = example if isinstance(example, list) else [example]
    return Field(default, description=description, json_schema_extra=extra, **more)


PositiveInt = Annotated[int, Whole(1)]
NonNegativeInt = Annotated[int, Whole(0)]


_CONTROL = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")


PLAIN = "write plain text, without control characters"


def _wrong_text(advice: str) -> PydanticCustomError:
    return PydanticCustomError("text", "{advice}", {"advice": advice})


def _visible(text: str) -> str:
    """Refuse a text that is blank or that a terminal would act on."""
    if not text.strip():
        raise _wrong_text("write a text, or delete the line")
    if _CONTROL.search(text):
        raise _wrong_text(PLAIN)
    return text


def _one_line(text: str) -> str:
    """Refuse what `_visible` refuses, and line breaks."""
    if len(text.strip().splitlines()) > 1:
        raise _wrong_text("write it on one line")
    return _visible(text).strip()


def _goal_or_rounds(goal: int | None, info: ValidationInfo) -> int | None:
    """Refuse a game that nothing ends."""
    if goal is None and info.data.get("rounds", ...) is None:
        raise PydanticKnownError("missing")
    return goal


OneLine = Annotated[
    str, Field(max_length=MAX_TEXT), AfterValidator(_one_line), Write("a text on one line")
]
FreeText = Annotated[str, Field(max_length=MAX_SOURCE), AfterValidator(_visible), Write("a text")]


def _kind(value: object) -> str:
    """The tag of a form. Places in errors have it as a step, which is no key of the file."""
    if isinstance(value, list | tuple):
        return "<list>"
    if isinstance(value, dict | BaseModel):
        return "<group>"
    return "<word>" if isinstance(value, str) else "<number>"


KIND = Discriminator(_kind)
"""Chooses which of several forms of a value to try, so that one wrong value gives one error."""

FaceWorth = Annotated[int, Whole(0, note=" (0: this face does not score)")]
FacePoints = Annotated[tuple[FaceWorth, ...], Field(min_length=6, max_length=6)]
CombinationPoints = Annotated[
    Annotated[PositiveInt, Tag("<number>")] | Annotated[FacePoints, Tag("<list>")],
    KIND,
    Write("points (a whole number above 0) or a list of six, one for each face"),
]
Penalty = Annotated[
    Annotated[NonNegativeInt, Tag("<number>")] | Annotated[Literal["all"], Tag("<word>")],
    KIND,
    Write("a whole number, 0 or more, or the word all"),
]


def _no_key(name: str) -> str:
    """Refuse a key of the rules among the combinations."""
    groups: tuple[type[Strict], ...] = (Ruleset, Bank, Farkle, HotDiceBonus)
    if name == "dice" or any(name in group.model_fields for group in groups):
        raise PydanticCustomError("extra_forbidden", "a key of the rules")
    return name


Combinations = Annotated[
    dict[Annotated[str, AfterValidator(_no_key)], CombinationPoints],
    Write("lines of pattern: points below it, such as AAA: 500"),
]
Labels = Annotated[
    dict[str, OneLine], Write("lines of pattern: name below it, such as AABBCC: three pairs")
]
Patterns = Annotated[
    tuple[Annotated[str, Write("a pattern, such as AAA")], ...],
    Write("a list of patterns in brackets"),
]


class HotDiceBonus(Strict, title="Hot-dice bonus"):
    """Points for setting aside every die."""

    points: NonNegativeInt = declare(..., "points for the first hot dice of a turn", example=500)
    step: NonNegativeInt = declare(0, "each later hot dice pays this much more")
    when: Literal["any", "last_die"] = declare(
        "any", "any, or last_die: only when the roll that completed the set was of one die"
    )


class Bank(Strict, title="Banking"):
    """When a turn score may be banked."""

    minimum: NonNegativeInt = declare(
        0,
        "fewest points a turn may bank",
        also="min minimum_bank min_bank minimum_score minimum_to_bank minimum_points",
    )
    opening: NonNegativeInt | None = declare(
        None,
        "fewest points for a player's first bank of the game (default: minimum)",
        starter=500,
        also="opening_minimum opening_score entry get_in get_on_the_board on_board on_the_board "
        "buy_in first_bank threshold minimum_to_open min_opening",
    )
    beat_previous: bool = declare(
        False, "the turn must beat what the opponent banked on the turn before"
    )
    multiple_of: PositiveInt = declare(
        1,
        "a turn score may be banked only if it is a multiple of this",
        also="multiple multiples round_to",
    )

    @property
    def opening_minimum(self) -> int:
        """Fewest points for a first bank: never less than the minimum."""
        return max(self.minimum, self.opening or 0)

    @property
    def has_opening(self) -> bool:
        """Whether the first bank of a game needs more than others."""
        return self.opening_minimum > self.minimum


AtMostZero = Annotated[int, Whole(-MAX_NUMBER, 0, " (or null: no limit)")]


class Farkle(Strict, title="Farkles"):
    """What a farkle costs, and what it leaves."""

    streak: PositiveInt | None = declare(
        None,
        "after this many farkles in a row ...",
        example=3,
        also="farkles_in_a_row in_a_row consecutive limit count farkle_streak three_farkles "
        "triple_farkle three_farkle_penalty",
    )
    penalty: Penalty = declare(
        0,
        "... this much is lost from the banked score (a number, or: all)",
        also="farkle_penalty fine loss cost",
    )
    lowest_score: AtMostZero | None = declare(
        None,
        "a banked score never falls below this (null: no limit)",
        also="floor minimum_total minimum min",
    )
    first_roll_points: NonNegativeInt = declare(
        0, "points banked when the very first roll of a turn farkles"
    )
    first_roll_penalty: NonNegativeInt = declare(
        0,
        "points lost from the banked score when the first roll of a turn farkles",
        also="first_farkle_penalty",
    )
    all_dice_points: NonNegativeInt = declare(
        0, "points banked when any roll of all the dice farkles"
    )
    keeps_turn_score: bool = declare(
        False, "true: the points set aside before the farkle are banked all the same"
    )

    @property
    def streak_costs(self) -> bool:
        """Whether farkles in a row are counted and cost something."""
        return self.streak is not None and bool(self.penalty)

    @property
    def streaks(self) -> int:
        """How many numbers of farkles in a row matter, 0 included."""
        return self.streak if self.streak and self.penalty else 1

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


SixWeights = Annotated[
    tuple[Annotated[int, Whole(0, MAX_WEIGHT, " (0: this face never comes up)")], ...],
    Field(min_length=6, max_length=6),
    Write("six whole numbers, one for each face, such as [1, 1, 1, 1, 1, 1] for a fair die"),
]
Face = Annotated[int, Whole(1, 6), Write("a face from 1 to 6")]


class DieType(Strict, title="A kind of dice"):
    """A kind of dice."""

    weights: SixWeights = declare(..., "relative chance of faces 1 to 6", example=[FAIR])
    joker: Annotated[
        Annotated[Face, Tag("<number>")] | Annotated[tuple[Face, ...], Tag("<list>")],
        KIND,
        Write("a face from 1 to 6, or several in brackets"),
    ] = declare((), "faces that stand for any other inside a combination, never alone")

    @property
    def jokers(self) -> tuple[int, ...]:
        return (self.joker,) if isinstance(self.joker, int) else self.joker


AnyDie = Annotated[
    Annotated[SixWeights, Tag("<list>")] | Annotated[DieType, Tag("<group>")],
    KIND,
    Write(
        "six whole numbers, one for each face, such as [6, 1, 2, 3, 4, 6], or "
        "{weights: [6, 1, 2, 3, 4, 6], joker: 1}"
    ),
]
DieTypes = Annotated[
    dict[str, AnyDie], Write("lines of name: weights below it, such as lucky: [6, 1, 2, 3, 4, 6]")
]
DiceCount = Annotated[
    int,
    Whole(1, MAX_DICE),
    Write(f"the name of a kind of dice, with how many there are, from 1 to {MAX_DICE}"),
]
Bring = Annotated[
    Annotated[DiceCount, Tag("<number>")]
    | Annotated[tuple[Annotated[OneLine, Write("the name of a kind of dice")], ...], Tag("<list>")]
    | Annotated[dict[str, DiceCount], Tag("<group>")],
    KIND,
    Write("a whole number from 1 to 8, or the dice by name, such as {lucky: 2, ordinary: 4}"),
]


class Ruleset(
    Strict,
    title="Farkle ruleset",
    serialize_by_alias=True,
    json_schema_extra={"anyOf": [{"required": ["goal"]}, {"required": ["rounds"]}]},
):
    """One family's Farkle."""

    name: OneLine | None = declare(
        None, "what you call these rules", starter="Our Farkle", also="title game"
    )
    source: FreeText | None = declare(
        None,
        "where the rules were written down",
        example="Grandmother's letter",
        also="author from url description notes note comment comments remark",
    )
    bring: Bring = declare(
        6,
        "dice at the start of a turn: a number, a list of die_types, or how many of each",
        example=[6, {"lucky": 2, "ordinary": 4}, ["lucky", "ordinary", "ordinary"]],
        also="number_of_dice num_dice dice_count",
        alias="dice",
    )
    rounds: Annotated[int, Whole(1, MAX_ROUNDS)] | None = declare(
        None,
        "turns that each player has; then the higher score wins",
        example=10,
        also="turns number_of_rounds max_rounds number_of_turns turns_per_player",
    )
    goal: Annotated[PositiveInt | None, AfterValidator(_goal_or_rounds)] = declare(
        None,
        "first banked score that ends the game; may be left out with rounds",
        example=10000,
        starter=10000,
        also="target target_score winning_score points_to_win win_at play_to max_score end_score "
        "final_score",
        validate_default=True,
    )
    combinations: Combinations = declare(
        ...,
        "pattern: points, or a list of points for faces 1 to 6",
        example={
            "1": 100,
            "5": 50,
            "AAA": [1000, 200, 300, 400, 500, 600],
            "AABBCC": 750,
            "123456": 1500,
        },
        also="scoring scores score points combos patterns values scoring_combinations",
    )
    labels: Labels = declare(
        {},
        "what people call a pattern (or: nothing); the odds count patterns of equal points and "
        "equal label together",
        example={"AABBCC": "three pairs", "AAAABB": "three pairs"},
        also="names",
    )
    nothing: PositiveInt | None = declare(
        None,
        "points when all the dice are thrown and none of them scores",
        example=500,
        also="no_score no_points",
    )
    all_dice_only: Patterns = declare(
        (), "combinations that score only in a roll of all the dice", example=[["AAA", "12345"]]
    )
    set_aside: Literal["any", "all"] = declare(
        "any", "any: one or more combinations; all: until none is left among the other dice"
    )
    hot_dice: Literal["optional", "required"] = declare(
        "optional", "with every die set aside, all may or must (required) be rolled again"
    )
    last_die: Literal["optional", "required"] = declare(
        "optional", "one die left may or must (required) be rolled"
    )
    last_die_throws: Annotated[int, Whole(1, MAX_THROWS)] = declare(
        1, "throws that one die left has to score, at most"
    )
    hot_dice_bonus: HotDiceBonus | None = declare(
        None,
        "points for setting aside every die",
        example={"points": 500, "step": 500, "when": "any"},
        also="bonus hot_bonus all_dice_bonus",
    )
    bank: Bank = declare(
        Bank(), "when a turn score may be banked", example={"minimum": 300, "opening": 500}
    )
    farkle: Farkle = declare(
        Farkle(),
        "what a farkle costs, and what it leaves",
        example={"streak": 3, "penalty": 500},
        also="farkles bust busts",
    )
    end_game: Literal["sudden_death", "final_turn", "equal_turns"] = declare(
        "sudden_death",
        "sudden_death: the goal wins at once; final_turn: the opponent has one last "
        "turn; equal_turns: only if the player who moved first got there",
        starter="final_turn",
        also="end ending game_end final_round last_round final_turn last_turn equal_turns",
    )
    ties: Literal["split", "leader", "challenger"] = declare(
        "split",
        "level scores after a last turn: half a win each (split), or to the player who "
        "reached the goal first (leader) or who drew level (challenger)",
        also="tie draw tiebreak",
    )
    overshoot: Literal["win", "bust"] = declare(
        "win",
        "win: the goal may be passed; bust: it must be hit exactly",
        also="exact exact_goal must_hit",
    )
    piggyback: Literal["none", "after_bank", "after_farkle", "both"] = declare(
        "none",
        "when the next player may take over the dice and the turn score",
        also="piggybacking steal stealing take_over",
    )
    instant_win: Patterns = declare(
        (), "patterns that win the game at once", example=[["AAAAAA"]], also="instant_wins auto_win"
    )
    disaster: Patterns = declare(
        (), "patterns that end the turn and wipe the banked score", example=[["2222"]]
    )
    die_weights: SixWeights = declare(
        FAIR,
        "relative chance of faces 1 to 6",
        example=[[1, 1, 1, 1, 1, 1]],
        also="weights loaded_dice probabilities",
    )
    die_types: DieTypes = declare(
        {},
        "name: relative chance of faces 1 to 6, or {weights, joker} with the faces that stand for "
        "any other",
        example={"lucky": [6, 1, 2, 3, 4, 6], "devil": {"weights": [1, 1, 1, 1, 1, 1], "joker": 1}},
        also="wild wild_dice joker jokers",
    )

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

    @property
    def tells_seats(self) -> bool:
        """Whether it matters who moved first."""
        return self.rounds is not None or self.end_game == "equal_turns"

    @property
    def has_last_turn(self) -> bool:
        """Whether reaching the goal may leave others one more turn."""
        return self.last_turns(2, 1) > 0

    @property
    def has_ties(self) -> bool:
        return self.rounds is not None or self.has_last_turn

    def last_turns(self, players: int, later: int, *, last_round: bool = False) -> int:
        """How many of the next players have one more turn when a player reaches the goal: none, all
        who have not reached it, or only players who have had fewer turns.

        Args:
            later: how many of the other players move later in the round.
            last_round: whether no round follows.
        """
        words = {"sudden_death": 0, "final_turn": players - 1, "equal_turns": later}
        wanted = words[self.end_game]
        return min(wanted, later) if last_round and self.rounds is not None else wanted

    def winners(self, level: Sequence[Player]) -> Sequence[Player]:
        """Which of the players with level scores win. `level` has the players in the order in which
        they reached the score."""
        return {"split": level, "leader": level[:1], "challenger": level[-1:]}[self.ties]

    @property
    def level_share(self) -> float:
        """The share of the win for the player who had the last turn, if both scores are level."""
        leader, challenger = 0, 1
        won = self.winners((leader, challenger))
        return (challenger in won) / len(won)


PATTERN_LISTS = tuple(
    name for name, hint in get_type_hints(Ruleset, include_extras=True).items() if hint == Patterns
)
"""Keys that hold lists of patterns: `[2222]` is a pattern there, not a number."""
