"""The options for matches of more than two players, and which others go with them."""

from __future__ import annotations

from typing import Annotated

from farklegen.cli.options import Numbers, option

SEATS = ("first", "second", "third", "fourth")
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
    place = numbers.one_of("--seat", seat, SEATS[:players])
    return SEATS.index(place) if place in SEATS else 0


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
