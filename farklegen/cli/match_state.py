"""The options that say how a match stands, for the commands that ask about one turn."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any, NamedTuple, get_type_hints

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


class AskedState(NamedTuple):
    """The state of a match that a command is asked about.

    Attributes:
        players: at the table.
        of_two: how a match of two stands, as `api.turn` and `api.advise` take it.
        of_several: how one of more stands, as `api.turn_several` takes it; empty for two, and
            without scores.
    """

    players: int
    of_two: dict[str, Any]
    of_several: dict[str, Any]


def read_asked_state(
    numbers: Numbers, given: TypedMatchState, *, required: bool = False
) -> AskedState:
    """Read the options, telling `numbers` what is wrong with them."""
    mine = numbers.whole("--mine", given.mine, required=required)
    count = read_players(numbers, given.players)
    others = read_others(numbers, given.theirs, count) if count > 2 else ()
    off = numbers.one_of("--off-board", given.off_board, PLAYERS)
    both: dict[str, Any] = {
        "mine": mine,
        "rounds_left": numbers.whole("--rounds-left", given.rounds_left),
        "previous": numbers.whole("--previous", given.previous),
        "inherit": numbers.pair("--inherit", given.inherit),
        "hot_dice": numbers.whole("--hot-dice", given.hot_dice) or 0,
    }
    farkles = numbers.whole("--my-farkles", given.my_farkles) or 0
    if others and mine is None:
        numbers.problem("--mine is missing; give your banked score beside --theirs")
    if others:
        behind = read_farkles(numbers, given.their_farkles, count)
        both |= {"mine": mine or 0, "previous": both["previous"] or 0, "theirs": others}
        both |= {"seat": read_seat(numbers, given.seat, count), "farkles": (farkles, *behind)}
        names = ("off_board", "their_dice", "floor", "tolerance")
        of_two = {f"--{name.replace('_', '-')}": getattr(given, name) for name in names}
        numbers.refuse({name: typed is not None for name, typed in of_two.items()}, FOR_TWO)
        return AskedState(count, {}, both)
    both |= {
        "theirs": None if count > 2 else numbers.whole("--theirs", given.theirs, required=required),
        "my_farkles": farkles,
        "their_farkles": numbers.whole("--their-farkles", given.their_farkles) or 0,
        "first": numbers.one_of("--seat", given.seat, SEATS) != "second",
        "on_board": _on_board(off, "mine"),
        "their_on_board": None if off == "mine" and mine is None else _on_board(off, "theirs"),
        "floor": numbers.whole("--floor", given.floor),
        "tolerance": numbers.tolerance("--tolerance", given.tolerance),
        "their_dice": given.their_dice,
    }
    return AskedState(count, both, {})


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
    """How many there are, which says how other options are read."""
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
    return PLACES.index(place) if place in PLACES else 0


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
