"""The options that say how a match stands, for the commands that ask about one turn."""

from __future__ import annotations

from typing import Annotated, TypedDict

import typer

from farklegen.cli.options import Numbers

SEATS = ("first", "second")
PLAYERS = ("mine", "theirs", "both", "none")


def _complete_seats(incomplete: str) -> list[str]:
    return [seat for seat in SEATS if seat.startswith(incomplete)]


def _complete_players(incomplete: str) -> list[str]:
    return [player for player in PLAYERS if player.startswith(incomplete)]


Mine = Annotated[
    str | None,
    typer.Option(
        "--mine",
        metavar="B",
        help="Banked score of the player to move.",
        show_default=False,
    ),
]

Theirs = Annotated[
    str | None,
    typer.Option(
        "--theirs",
        metavar="D",
        help="Banked score of the other player; at the goal or past it, this is the last turn.",
        show_default=False,
    ),
]

TheirDice = Annotated[
    str | None,
    typer.Option(
        "--their-dice",
        metavar="DICE",
        help="What the other player brings, where that is not the same: lucky=3,odd=2,ordinary=1.",
        show_default=False,
    ),
]

MyFarkles = Annotated[
    str,
    typer.Option("--my-farkles", metavar="F", help="Farkles in a row of the player to move."),
]

TheirFarkles = Annotated[
    str,
    typer.Option(
        "--their-farkles",
        metavar="E",
        help="Farkles in a row of the other player; with --players 3, E,F of the others.",
    ),
]

Seat = Annotated[
    str,
    typer.Option(
        "--seat",
        metavar="first|second",
        help="Whether the player to move moved first in the game, where that matters.",
        autocompletion=_complete_seats,
    ),
]

OffBoard = Annotated[
    str | None,
    typer.Option(
        "--off-board",
        metavar="mine|theirs|both|none",
        help="Who has yet to make the opening minimum. Default, also for a player who is not "
        "named: with a score of zero or less.",
        autocompletion=_complete_players,
        show_default=False,
    ),
]

RoundsLeft = Annotated[
    str | None,
    typer.Option(
        "--rounds-left",
        metavar="R",
        help="Turns that the player to move still has, this one included, where the rules have "
        "rounds.",
        show_default=False,
    ),
]

Previous = Annotated[
    str | None,
    typer.Option(
        "--previous",
        metavar="P",
        help="What was banked on the turn before, where it must be beaten. Default: nothing.",
        show_default=False,
    ),
]

HotDice = Annotated[
    str,
    typer.Option(
        "--hot-dice", metavar="K", help="Hot dice in this turn so far, where their bonus grows."
    ),
]

Inherit = Annotated[
    str | None,
    typer.Option(
        "--inherit",
        metavar="T,N",
        help="The turn that may be taken over: its turn score, and the dice to roll.",
        show_default=False,
    ),
]

Floor = Annotated[
    str | None,
    typer.Option(
        "--floor",
        metavar="N",
        help="Score below zero at which scores are cut off, where a penalty has no limit. "
        "Default: low enough not to be felt at zero.",
        show_default=False,
    ),
]


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


def read_score(
    numbers: Numbers, option: str, text: str | None, *, required: bool = False
) -> int | None:
    """A banked score."""
    return numbers.whole(option, text, required=required)


def read_floor(numbers: Numbers, floor: str | None) -> int | None:
    """The score at which scores are cut off."""
    return numbers.whole("--floor", floor)


def read_match_state(
    numbers: Numbers,
    *,
    my_farkles: str,
    their_farkles: str,
    seat: str,
    rounds_left: str | None,
    off_board: str | None,
    previous: str | None,
    hot_dice: str,
    inherit: str | None,
    floor: str | None,
) -> MatchStateOptions:
    """Read the options, telling `numbers` what is wrong with them."""
    off = numbers.one_of("--off-board", off_board, PLAYERS)
    return MatchStateOptions(
        my_farkles=numbers.whole("--my-farkles", my_farkles) or 0,
        their_farkles=numbers.whole("--their-farkles", their_farkles) or 0,
        first=numbers.one_of("--seat", seat, SEATS) != "second",
        rounds_left=numbers.whole("--rounds-left", rounds_left),
        on_board=_on_board(off, "mine"),
        their_on_board=_on_board(off, "theirs"),
        previous=numbers.whole("--previous", previous),
        inherit=numbers.pair("--inherit", inherit),
        hot_dice=numbers.whole("--hot-dice", hot_dice) or 0,
        floor=read_floor(numbers, floor),
    )


def _on_board(off: str | None, player: str) -> bool | None:
    """Whether a player is on the board; None if that goes by the score."""
    return False if off in (player, "both") else True if off == "none" else None
