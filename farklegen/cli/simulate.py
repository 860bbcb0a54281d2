"""`farklegen simulate`: games played with rolled dice."""

from __future__ import annotations

from typing import Annotated, Any

from farklegen.cli.match_state import FOR_TWO, Floor, Sitting, read_players, read_table
from farklegen.cli.options import Format, Me, Numbers, Opponent, Rules, Target, option
from farklegen.cli.writing import recipes_ahead, seats_ahead, show

EXAMPLES = (
    ("farklegen simulate basic", "the card against perfect play"),
    ("farklegen simulate ours.yaml --me card --opponent bank-at-300", "against a simple habit"),
    ("farklegen simulate basic --games 1,000,000 --seed 7", "more games, with other dice"),
    ("farklegen simulate basic --players 5 --opponent bank-at-300", "against four such habits"),
)


def simulate(
    rules: Rules,
    me: Me = "card",
    opponent: Opponent = "optimal",
    games: Annotated[
        str,
        option("--games N", "Games to play; half of them you begin."),
    ] = "100,000",
    seed: Annotated[str, option("--seed S", "The same number rolls the same dice.")] = "1",
    players: Sitting = "2",
    floor: Floor = None,
    format: Format = None,
    target: Target = None,
) -> None:
    """Play games with rolled dice, and count.

    Counts who wins, with the confidence that so many games give, how long games are, what turns
    bring, how often they farkle, and by how much games are won. It checks the exact commands, and
    measures what they leave out. Perfect play solves the match first, once.
    """
    numbers = Numbers()
    many = numbers.whole("--games", games)
    dice = numbers.whole("--seed", seed)
    lowest = numbers.whole("--floor", floor)
    table_of = read_players(numbers, players)
    everybody = [me, opponent]
    if table_of > 2:
        numbers.refuse({"--floor": floor is not None}, FOR_TWO)
        everybody = read_table(numbers, me, opponent, table_of)
    numbers.check()
    asked: dict[str, Any] = {"keep": everybody, "doing": "playing", "games": many, "seed": dice}
    if table_of > 2:
        asked |= {"ahead": seats_ahead(everybody), "players": everybody}
        show(rules, format, target, "simulate_several", **asked)
        return
    asked |= {"ahead": recipes_ahead(everybody), "floor": lowest, "me": me, "opponent": opponent}
    show(rules, format, target, "simulate", **asked)
