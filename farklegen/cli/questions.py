"""The commands that write what a question finds about rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from farklegen import api
from farklegen.api import comparing, matches, players, turns
from farklegen.api.arguments import Asked, Kind, OneOf
from farklegen.cli.options import FORMATS, Command, Format, Target, asks
from farklegen.cli.output import (
    at_terminal,
    check_writable,
    complain,
    destination,
    read_rules,
    typed,
)
from farklegen.cli.progress import progress_bar
from farklegen.errors import ArgumentError

if TYPE_CHECKING:
    from farklegen.report.document import Document

EXAMPLES = (
    ("farklegen solve basic", "who wins, and the fair head start"),
    ("farklegen solve basic --length", "and how many turns a game takes"),
    ("farklegen solve basic --players 3", "three players, each playing to win"),
    ("farklegen turn basic --mine 8000 --theirs 9500", "how to play this turn"),
    ("farklegen turn basic --mine 8000 --theirs 9500 -o turn.csv", "for a spreadsheet"),
    ("farklegen turn basic --players 3 --mine 8000 --theirs 9500,7000", "against two others"),
    ("farklegen advise basic --mine 8000 --theirs 9500 --roll 1,5,5,2,3,3", "what to set aside?"),
    ("farklegen advise basic --mine 8000 --theirs 9500 --turn-score 500 --dice 3", "bank or roll?"),
    ("farklegen advise basic --turn-score 300 --roll 1,5,2", "for the most points"),
    ("farklegen duel basic --me card", "the card that table prints against perfect play"),
    ("farklegen duel basic --me bank-at-300 --opponent points-only", "two others"),
    (
        "farklegen duel basic --me card --opponent card --best-response",
        "and a player who knows the card",
    ),
    ("farklegen simulate basic", "the card against perfect play"),
    ("farklegen simulate ours.yaml --me card --opponent bank-at-300", "against a simple habit"),
    ("farklegen simulate basic --games 1,000,000 --seed 7", "more games, with other dice"),
    ("farklegen simulate basic --players 5 --opponent bank-at-300", "against four such habits"),
    ("farklegen compare basic facebook", "what more combinations and a penalty do"),
    ("farklegen compare ours.yaml theirs.yaml", "two houses, two games"),
    ("farklegen compare basic facebook zilch --quick", "without the match, at once"),
    ("farklegen compare basic zilch -o compare.csv", "every number, for a spreadsheet"),
    ("farklegen odds facebook", "in percent, and as 1 in how many rolls"),
    ("farklegen odds basic --dice 3", "of a roll of three dice"),
    ("farklegen odds ours.yaml -o odds.csv", "for a spreadsheet"),
    ("farklegen dice kingdom-come-2 --own lucky=3,odd=2,ordinary=6", "the best six of eleven"),
    ("farklegen dice kingdom-come-2 --own weighted=1,odd=1,ordinary=6 --best 3", "the three best"),
    ("farklegen reach basic --points 1000", "the best chance of 1,000 points in a turn"),
    (
        "farklegen reach basic --points 1000 --dice 2 --turn-score 600",
        "with two dice in hand and 600 points set aside",
    ),
    ("farklegen reach basic --points 5000 --rounds 10", "in ten turns together"),
    ("farklegen sweep pairs.yaml", "into pairs.csv, with all cores"),
    ("farklegen sweep pairs.yaml -o rows.csv", "into another file"),
    ("farklegen sweep pairs.yaml --scheduler 127.0.0.1:8786", "on a Dask cluster"),
)


def shows(
    ask: Callable[..., object], complete: Callable[[dict[str, Any]], None] | None = None
) -> Command:
    """A command that writes what a question finds about a ruleset."""

    @asks(ask, complete)
    def command(
        asked: Asked, *, format: Format | None = None, target: Target | None = None
    ) -> None:
        rules = asked.pop("rules")
        opponent = asked.get("opponent") or ()
        players = [asked.get("me"), *(opponent if isinstance(opponent, tuple) else [opponent])]
        place = destination(format, target, keep=[rules, *filter(None, players)])

        (loaded,) = read_rules(rules)
        with progress_bar() as bar:
            document = getattr(api, ask.__name__)(bar.study(loaded), **asked).document()
        place.emit(document)

    return command


def _ask_missing(given: dict[str, Any]) -> None:
    """Ask at a terminal for what advice has to know."""
    if not at_terminal() or given.keys() & {"roll", "dice", "inherit"}:
        return
    complain("Enter leaves out what is asked. Ctrl-C stops.")
    for name, text in (
        ("mine", "Your banked score, for the chance to win"),
        ("theirs", "The other player's banked score"),
        ("turn_score", "Points set aside in this turn"),
        ("roll", "The roll to set dice aside from, such as 1,5,5,2,3,3"),
        ("dice", "Dice left to roll, to bank or to roll on"),
    ):
        usual = name == "turn_score" and given[name] == "0"
        if (name in given and not usual) or (name == "theirs" and "mine" not in given):
            continue
        if name == "dice" and "roll" in given:
            continue
        if line := typed(f"{text}: "):
            given[name] = line


solve = shows(matches.solve)
turn = shows(matches.turn)
advise = shows(matches.advise, _ask_missing)
duel = shows(players.duel)
simulate = shows(players.simulate)
odds = shows(turns.odds)
dice = shows(matches.best_dice)
reach = shows(turns.reach)


@asks(comparing.compare)
def compare(asked: Asked, *, format: Format | None = None, target: Target | None = None) -> None:
    rules, quick = asked["rules"], asked["quick"]
    place = destination(format, target, keep=rules)
    studies = api.studies(read_rules(*rules))
    from farklegen.report.compare import match_blocks
    from farklegen.report.document import Document

    def parts() -> Iterator[Document]:
        with progress_bar("comparing") as bar:
            turns = api.compare(studies, quick=True, progress=bar)
        if quick or place.for_people:
            yield turns.document()
        if quick:
            return
        with progress_bar("solving the matches") as bar:
            match = api.compare(studies, progress=bar, report=bar.say)
        if place.for_people:
            yield Document("compare", "", match_blocks(match))
        else:
            yield match.document()

    place.emit_each(parts())


@asks(comparing.sweep)
def sweep(
    asked: Asked,
    spec: Annotated[
        str, Kind("SPEC", "A YAML file: the rules to start from, the keys to vary, the measures.")
    ],
    *,
    target: Annotated[
        str,
        Kind(
            "FILE", "The CSV file for the rows. Default: SPEC's name with .csv, in this folder.",
            option="--output -o",
        ),
    ] | None = None,
    format: Annotated[
        str,
        OneOf(
            FORMATS, "FORMAT",
            "Format of the summary: text, markdown, csv, json or html. Default: text.",
        ),
    ] | None = None,
) -> None:  # fmt: skip
    place = destination(format, None)
    output = target or f"{Path(spec).stem}.csv"
    if Path(output).suffix.lower() not in ("", ".csv"):
        raise ArgumentError(f"-o: the rows are CSV; end {output} in .csv")

    loaded = api.load_sweep(spec)
    check_writable(output, keep=[spec, *([loaded.base_file] if loaded.base_file else [])])
    with progress_bar("starting", tells_stop=True) as bar:
        result = api.sweep(loaded, output, **asked | {"progress": bar, "report": bar.say})
    place.emit(result.document())
