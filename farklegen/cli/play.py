"""`farklegen play`: a match in the terminal."""

from __future__ import annotations

from typing import Annotated

from farklegen import api
from farklegen.api import players
from farklegen.api.arguments import FOR_TWO, PLACES, Asked, refuse
from farklegen.cli.options import asks, option, reference
from farklegen.cli.output import complain_all
from farklegen.cli.progress import progress_bar
from farklegen.errors import ArgumentError

EXAMPLES = (
    ("farklegen play basic", "against perfect play"),
    ("farklegen play basic --opponent card --seat second", "the card moves first"),
    ("farklegen play basic --own-dice", "with real dice on the table"),
    ("farklegen play basic --players 3 --opponent card", "you and two who play by the card"),
)


@asks(players.play_match)
def play(
    asked: Asked,
    seed: players.Seed | None = None,
    own_dice: Annotated[
        bool,
        option("--own-dice", "You roll real dice, for both players, and type what they show."),
    ] = False,
    no_hints: Annotated[
        bool,
        option(
            "--no-hints",
            "Do not solve the match: no waiting, no hints, and nobody judges your decisions. "
            "Without --opponent you play against points-only.",
        ),
    ] = False,
    costs: Annotated[
        bool,
        option("--costs", "Say what each of your decisions costs as soon as you have taken it."),
    ] = False,
) -> None:
    """Play a match, and see what your decisions cost.

    You type which dice to set aside, then b to bank or r to roll. h gives a hint, c shows costs at
    once, ? explains, q ends the match. At the end you see every decision that cost some chance to
    win, and what was best.
    """
    from random import Random

    rules, number, table_of = asked.pop("rules"), seed, asked["players"]
    if costs and table_of > 2:
        raise ArgumentError("\n".join(refuse({"costs": costs}, "costs", FOR_TWO)))
    if rules == "-":
        raise ArgumentError("RULES: - is standard input, where you answer; give a file")

    from farklegen.cli.playing import PlayTable

    loaded = api.load(reference(rules))
    number = Random().randrange(10**6) if number is None else number
    dice = Random(number)
    if asked["seat"] == "random":
        asked["seat"] = PLACES[dice.randrange(table_of)]
    me = PLACES.index(asked["seat"])
    hints = not no_hints
    with progress_bar() as bar:
        match = api.play_match(loaded, **asked, hints=hints, progress=bar, report=bar.say)
    complain_all(loaded.warnings)
    PlayTable(match, me, number, None if own_dice else dice, costs=costs).play()
