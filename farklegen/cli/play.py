"""`farklegen play` and `drill`: a match, and situations that matter, in the terminal."""

from __future__ import annotations

from random import Random
from typing import Annotated

from farklegen import api
from farklegen.api import players
from farklegen.api.arguments import Asked, Flag
from farklegen.cli.options import Format, Target, asks
from farklegen.cli.output import destination, read_rules
from farklegen.cli.progress import progress_bar
from farklegen.errors import ArgumentError
from farklegen.solvers.game import PLACES

EXAMPLES = (
    ("farklegen play basic", "against perfect play"),
    ("farklegen play basic --opponent card --seat second", "the card moves first"),
    ("farklegen play basic --own-dice", "with real dice on the table"),
    ("farklegen play basic --players 3 --opponent card", "you and two who play by the card"),
    ("farklegen drill basic", "ten situations of a match"),
    ("farklegen drill basic --numbers 2", "if you are learning the card of two numbers"),
    ("farklegen drill basic --by points", "without scores, by points"),
    ("farklegen drill basic --questions 50 --format json", "fifty with their answers, unasked"),
)


@asks(players.play_match)
def play(
    asked: Asked,
    *,
    seed: players.Seed | None = None,
    own_dice: Annotated[
        bool, Flag("You roll real dice, for both players, and type what they show.")
    ] = False,
    no_hints: Annotated[
        bool,
        Flag(
            "Do not solve the match: no waiting, no hints, and nobody judges your decisions. "
            "Without `opponent` you play against points-only."
        ),
    ] = False,
) -> None:
    """Play a match, and see what your decisions cost.

    You type which dice to set aside, then b to bank or r to roll. h gives a hint, c shows costs at
    once, ? explains, q ends the match. At the end you see every decision that cost some chance to
    win, and what was best.
    """
    rules, players_in_all = asked.pop("rules"), asked["players"]
    if rules == "-":
        raise ArgumentError("RULES: - is standard input, where you answer; give a file")

    from farklegen.cli.playing import PlayTable

    (loaded,) = read_rules(rules)
    number = Random().randrange(10**6) if seed is None else seed
    dice = Random(number)
    if asked["seat"] == "random":
        asked["seat"] = PLACES[dice.randrange(players_in_all)]
    me = PLACES.index(asked["seat"])
    asked["hints"] = not no_hints
    with progress_bar() as bar:
        match = api.play_match(bar.study(loaded), **asked)
    PlayTable(match, me, number, None if own_dice else dice).play()


@asks(players.drill)
def drill(
    asked: Asked,
    *,
    seed: players.Seed | None = None,
    format: Format | None = None,
    target: Target | None = None,
) -> None:
    """Practise: situations that matter, and what mistakes in them cost.

    It asks which dice to set aside, whether to bank or roll, whether to take a turn over. It says
    at once what is right and what a mistake costs, and at the end what to look at again. With
    --format or -o it prints the situations with their answers, and asks nothing.
    """
    rules = asked.pop("rules")
    asked["seed"] = Random().randrange(10**6) if seed is None else seed
    waits = format is None and target is None
    if rules == "-" and waits:
        raise ArgumentError("RULES: - is standard input, where you answer; give a file")
    place = destination(format, target, keep=[rules])

    from farklegen.cli import playing

    (loaded,) = read_rules(rules)
    with progress_bar() as bar:
        result = api.drill(bar.study(loaded), **asked)
    if waits:
        playing.drill(result)
    else:
        place.emit(result.document())
