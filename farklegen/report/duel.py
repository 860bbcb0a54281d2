"""The document of `farklegen duel`: who wins, and how much there is to gain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from farklegen.cards.card import Chances
from farklegen.policies.recipe import ScoreRule
from farklegen.report.document import (
    Document,
    Notes,
    Raw,
    Records,
    Table,
    attributes,
    columns,
    records,
)
from farklegen.report.match_states import PLACES
from farklegen.report.numbers import percent, points, tiny
from farklegen.report.rules import identity
from farklegen.report.score_lines import sentences
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import listed
from farklegen.solvers.multiplayer.duel import MetAtTable

DECIMALS = 6

IGNORES_END = (
    "The card played here ignores the end of the game: farklegen table --match finds the one that "
    "looks at it."
)
"""What is said where the card is that by points."""


@dataclass(frozen=True, repr=False)
class DuelResult(Result):
    """One policy against another.

    Attributes:
        loaded: the rules.
        me, opponent: names of the policies.
        chances: that `me` wins.
        best_response: the chances of a player who knows how the opponent plays and makes the best
            of it, against the opponent; None if that was not asked for.
        error: of these chances, about.
        sweeps: over all scores.
        floor: points at which scores were cut off; None where the rules set the lowest score.
        lines: of each policy that has some, its name and its lines by scores.
        ignores_end: whether a player goes by a card that ignores the end of the game.
    """

    loaded: LoadedRuleset
    me: str
    opponent: str
    chances: Chances
    best_response: Chances | None
    error: float
    sweeps: int
    floor: int | None
    lines: tuple[tuple[str, tuple[ScoreRule, ...]], ...] = ()
    ignores_end: bool = False


def duel_document(result: DuelResult) -> Document:
    players = {result.me: result.chances}
    if result.best_response is not None:
        players["best response"] = result.best_response
    rows = [
        {"me": name, "opponent": result.opponent, **chances_data(chances)}
        for name, chances in players.items()
    ]
    table = Table(
        columns("playing", "moving first", "moving second", "average"),
        tuple(
            (name, *(percent(chance, DECIMALS) for chance in chances_data(chances).values()))
            for name, chances in players.items()
        ),
        title=f"Chance to win against {_named(result.opponent)}",
    )
    return Document(
        "duel",
        f"{result.loaded.name}: {result.me} against {result.opponent}",
        (table, *_lines(result), Notes(tuple(_notes(result)))),
        _data(result),
        records(rows),
    )


def _lines(result: DuelResult) -> Iterator[Table]:
    for name, rules in result.lines:
        rows = tuple((sentence,) for sentence in sentences(rules))
        title = f"{name}: the first line that holds counts"
        yield Table(columns("what it does by both scores"), rows, title=title)


def _named(policy: str) -> str:
    """A policy in running text."""
    return "perfect play" if policy == "optimal" else policy


def _notes(result: DuelResult) -> Iterator[str]:
    yield (
        "Nothing is rolled: every turn is followed with all its chances. The error is about "
        f"{tiny(result.error)}."
    )
    if result.best_response is not None:
        gain = max(result.best_response.average - result.chances.average, 0.0)
        yield (
            f"Best response: the play that wins most against {_named(result.opponent)}, for "
            f"a player who knows what to expect. It wins {percent(gain, 4)} of the games more than "
            f"{_named(result.me)}."
        )
    if result.floor is not None:
        yield f"Scores were cut off at {points(result.floor)}: these rules set no lowest score."
    if result.ignores_end:
        yield IGNORES_END


def _data(result: DuelResult) -> dict[str, object]:
    data: dict[str, object] = {
        "ruleset": identity(result.loaded),
        **attributes(result, "me", "opponent"),
        **chances_data(result.chances),
        **attributes(result, "error", "sweeps", "floor"),
    }
    if result.best_response is not None:
        data["best_response"] = chances_data(result.best_response)
    return data


def chances_data(chances: Chances) -> dict[str, float]:
    return attributes(chances, "moving_first", "moving_second", "average")


@dataclass(frozen=True, eq=False, repr=False)
class SeveralDuelResult(Result):
    """Ways of playing at a table of several players."""

    loaded: LoadedRuleset
    names: tuple[str, ...]
    met: MetAtTable


def several_duel_document(result: SeveralDuelResult) -> Document:
    moving, average, players = result.met.moving, result.met.average, len(result.names)
    names = [f"{place + 1}  {name}" for place, name in enumerate(result.names)]
    rows, data = [], []
    told: list[tuple[Raw, ...]] = []
    for player, name in enumerate(result.names):
        chances = [float(moving[(player - place) % players, player]) for place in range(players)]
        cells = [percent(chance, DECIMALS) for chance in (*chances, average[player])]
        rows.append((names[player], *cells))
        data.append({"name": name, "moving": chances, "average": average[player]})
        told.append((player + 1, name, *chances, average[player]))
    places = [f"moving {place}" for place in PLACES[:players]]
    fields = ("player", "name", *(place.replace(" ", "_") for place in places), "average")
    notes = (
        "Players sit in this order. Average: everybody moves first equally often.",
        "Nothing is rolled: every turn is followed with all its chances.",
        *opponents(result.names, players),
    )
    return Document(
        "duel",
        f"{result.loaded.name}: {listed(list(result.names))} at a table of {players}",
        (
            Table(columns("player", *places, "average"), tuple(rows), title="Chance to win"),
            Notes(notes),
        ),
        {"ruleset": identity(result.loaded), "players": data},
        Records(fields, tuple(told)),
    )


def opponents(names: Sequence[str], players: int) -> Iterator[str]:
    """What names leave open."""
    if any(name not in ("optimal", "card") for name in names):
        yield (
            "What was worked out for two is played against the leader, or the next player where "
            "that is said."
        )
    if "optimal" in names:
        yield f"optimal: the solved match of {players}, each for the own win."
    if "card" in names:
        yield (
            f"card: the card for {players}, which farklegen table RULES --players {players} prints."
        )
