"""The options that say how a match stands, for the commands that ask about one turn."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any, NamedTuple, TypedDict, get_type_hints

from farklegen.cli.options import Numbers, option

SEATS = ("first", "second")
PLAYERS = ("mine", "theirs", "both", "none")


TheirDice = Annotated[
    str | None,
    option(
        "--their-dice DICE",
        "What the other player brings, where that is not the same: lucky=3,odd=2,ordinary=1.",
    ),
]

MyFarkles = Annotated[
    str,
    option("--my-farkles F", "Farkles in a row of the player to move."),
]

Floor = Annotated[
    str | None,
    option(
        "--floor N",
        "Score below zero at which scores are cut off, where a penalty has no limit. "
        "Default: low enough not to be felt at zero.",
    ),
]

Tolerance = Annotated[
    str | None,
    option("--tolerance E", "Error of chances to win, at most 1e-8, the default."),
]


@dataclass(frozen=True)
class TypedMatchState:
    """How a match stands, as it was typed."""

    mine: Annotated[str | None, option("--mine B", "Banked score of the player to move.")] = None
    theirs: Annotated[
        str | None,
        option(
            "--theirs D",
            "Banked score of the other player; at the goal or past it, this is the last turn.",
        ),
    ] = None
    players: Scored = "2"
    my_farkles: MyFarkles = "0"
    their_farkles: Annotated[
        str,
        option(
            "--their-farkles E",
            "Farkles in a row of the other player; with --players 3, E,F of the others.",
        ),
    ] = "0"
    seat: Annotated[
        str,
        option(
            "--seat first|second",
            "Whether the player to move moved first in the game, where that matters.",
            SEATS,
        ),
    ] = "first"
    rounds_left: Annotated[
        str | None,
        option(
            "--rounds-left R",
            "Turns that the player to move still has, this one included, where the rules have "
            "rounds.",
        ),
    ] = None
    off_board: Annotated[
        str | None,
        option(
            "--off-board mine|theirs|both|none",
            "Who has yet to make the opening minimum; anybody else is on the board. Default: "
            "players with a score of zero or less.",
            PLAYERS,
        ),
    ] = None
    previous: Annotated[
        str | None,
        option(
            "--previous P",
            "What was banked on the turn before, where it must be beaten. Default: nothing.",
        ),
    ] = None
    hot_dice: Annotated[
        str, option("--hot-dice K", "Hot dice in this turn so far, where their bonus grows.")
    ] = "0"
    inherit: Annotated[
        str | None,
        option(
            "--inherit T,N",
            "The turn that may be taken over: its turn score, and the dice to roll.",
        ),
    ] = None
    their_dice: TheirDice = None
    floor: Floor = None
    tolerance: Tolerance = None


def with_match_state(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes all these options together, as its argument `given`; its help has the
    scores and players behind RULES, and the others before --format."""
    hints = get_type_hints(TypedMatchState, include_extras=True)
    about_match = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=getattr(TypedMatchState, name),
            annotation=hint,
        )
        for name, hint in hints.items()
    ]
    of_scores = [each for each in about_match if each.name in ("mine", "theirs", "players")]
    signature = inspect.signature(command, eval_str=True)
    parameters: list[inspect.Parameter] = []
    for own in signature.parameters.values():
        if own.name == "format":
            parameters += about_match[len(of_scores) :]
        if own.name != "given":
            parameters.append(own.replace(kind=inspect.Parameter.KEYWORD_ONLY))
        if own.name == "rules":
            parameters += of_scores

    @wraps(command)
    def with_options(**typed: Any) -> None:
        given = TypedMatchState(**{name: typed.pop(name) for name in hints})
        command(**typed, given=given)

    described: Any = with_options
    described.__signature__ = signature.replace(parameters=parameters)
    described.__annotations__ = {each.name: each.annotation for each in parameters}
    return with_options


class MatchStateOptions(TypedDict):
    """What `api.turn` and `api.advise` take to know how a match stands."""

    my_farkles: int
    their_farkles: int
    first: bool
    rounds_left: int | None
    on_board: bool | None
    their_on_board: bool | None
    previous: int | None
    inherit: tuple[int, int] | None
    hot_dice: int
    floor: int | None
    tolerance: float | None


class AskedState(NamedTuple):
    """The state of a match that a command is asked about.

    Attributes:
        players: at the table.
        mine: banked score of the player to move; None if it is not given.
        theirs: that of the other player; None if it is not given, and with more than two players.
        others: those of all others, with more than two players.
        before: players who have moved before in this round, with more than two.
        farkles: in a row of all players, the one to move first, with more than two.
        match_state: how a match stands besides.
        their_dice: what the other player brings, if that is not the same.
    """

    players: int
    mine: int | None
    theirs: int | None
    others: tuple[int, ...]
    before: int
    farkles: tuple[int, ...]
    match_state: MatchStateOptions
    their_dice: dict[str, Any]

    @property
    def of_several(self) -> dict[str, Any]:
        """How a match of more than two stands, as `api.turn_several` takes it."""
        state = self.match_state
        told: dict[str, Any] = {"rounds_left": state["rounds_left"], "hot_dice": state["hot_dice"]}
        told |= {"mine": self.mine or 0, "theirs": self.others, "seat": self.before}
        told |= {"farkles": self.farkles, "previous": state["previous"] or 0}
        return told | {"inherit": state["inherit"]}


def read_asked_state(
    numbers: Numbers, given: TypedMatchState, *, required: bool = False
) -> AskedState:
    """Read the options, telling `numbers` what is wrong with them.

    Args:
        numbers: is told.
        given: the options.
        required: whether both scores are needed.
    """
    ours = numbers.whole("--mine", given.mine, required=required)
    count, theirs = read_players(numbers, given.players), given.theirs
    others = read_others(numbers, theirs, count) if count > 2 else ()
    other = None if count > 2 else numbers.whole("--theirs", theirs, required=required)
    before = read_seat(numbers, given.seat, count) if others else 0
    off = numbers.one_of("--off-board", given.off_board, PLAYERS)
    match_state = MatchStateOptions(
        my_farkles=numbers.whole("--my-farkles", given.my_farkles) or 0,
        their_farkles=0 if others else numbers.whole("--their-farkles", given.their_farkles) or 0,
        first=bool(others) or numbers.one_of("--seat", given.seat, SEATS) != "second",
        rounds_left=numbers.whole("--rounds-left", given.rounds_left),
        on_board=_on_board(off, "mine"),
        their_on_board=None if off == "mine" and ours is None else _on_board(off, "theirs"),
        previous=numbers.whole("--previous", given.previous),
        inherit=numbers.pair("--inherit", given.inherit),
        hot_dice=numbers.whole("--hot-dice", given.hot_dice) or 0,
        floor=numbers.whole("--floor", given.floor),
        tolerance=numbers.tolerance("--tolerance", given.tolerance),
    )
    if count > 2:
        names = ("off_board", "their_dice", "floor", "tolerance")
        of_two = {f"--{name.replace('_', '-')}": getattr(given, name) for name in names}
        numbers.refuse({name: typed is not None for name, typed in of_two.items()}, FOR_TWO)
    dice: dict[str, Any] = {} if given.their_dice is None else {"their_dice": given.their_dice}
    behind = read_farkles(numbers, given.their_farkles, count) if others else ()
    farkles = (match_state["my_farkles"], *behind) if others else ()
    return AskedState(count, ours, other, others, before, farkles, match_state, dice)


def _on_board(off: str | None, player: str) -> bool | None:
    """Whether a player is on the board; None if that goes by the score."""
    return None if off is None else off not in (player, "both")


PLACES = ("first", "second", "third", "fourth")
"""Places in a round, in the order of moving."""

FOR_TWO = " is about matches of two players; leave it or --players out"
"""Why an option is refused with more than two."""

_PLAYERS = "Players at the table, each playing to win: 2, or 3, or 4 to a low goal."

Players = Annotated[str, option("--players P", _PLAYERS)]

Scored = Annotated[
    str,
    option(
        "--players P",
        f"{_PLAYERS} With more than 2, --theirs B,C gives the scores of the others, the next "
        "player's first.",
    ),
]
"""The same for commands that ask for scores."""


def read_players(numbers: Numbers, players: str) -> int:
    """How many there are, which says how other options are read.

    Raises:
        UsageProblemError: if that cannot be read.
    """
    found = numbers.whole("--players", players)
    if found is None:
        numbers.check()
    return found or 2


def read_others(numbers: Numbers, theirs: str | None, players: int) -> tuple[int, ...]:
    """The scores of all others; none if they are not given."""
    parts = [] if theirs is None else [part for part in theirs.split(",") if part.strip()]
    found = [numbers.whole("--theirs", part) for part in parts]
    if theirs is not None and len(found) != players - 1:
        given = "1 score is" if len(found) == 1 else f"{len(found)} scores are"
        numbers.problem(
            f"--theirs: {given} given, and there are {players - 1} other players. "
            "Give one for each, the next player's first, with commas between them and none within: "
            "8000,9500"
        )
    return tuple(score or 0 for score in found)


def read_farkles(numbers: Numbers, farkles: str, players: int) -> tuple[int, ...]:
    """Farkles in a row of all others; a single 0 is for all."""
    parts = farkles.split(",")
    if len(parts) == 1 and farkles.strip() == "0":
        parts *= players - 1
    if len(parts) != players - 1:
        numbers.problem(
            f"--their-farkles: {len(parts)} given, and there are {players - 1} other players. Give "
            "one number for each, the next player's first, with commas between them: 2,0"
        )
    return tuple(numbers.whole("--their-farkles", part) or 0 for part in parts)


def read_seat(numbers: Numbers, seat: str, players: int) -> int:
    """How many have moved before in this round."""
    place = numbers.one_of("--seat", seat, PLACES[:players])
    return PLACES.index(place) if place in SEATS else 0


Sitting = Annotated[
    str,
    option(
        "--players P",
        "Players at the table. With more than 2, --opponent B,C names the others in the order "
        "of moving, or one for all; optimal:leader and optimal:next play the match of two.",
    ),
]


def read_table(numbers: Numbers, me: str, opponent: str, players: int) -> list[str]:
    """Who sits at a table: everybody, in the order of moving."""
    others = [name.strip() for name in opponent.split(",")]
    if len(others) == 1:
        others *= players - 1
    if len(others) != players - 1:
        numbers.problem(
            f"--opponent: {len(others)} are named, and there are {players - 1} other players. Name "
            "one for each in the order of moving, with commas between them, or one for all"
        )
    return [me, *others]
