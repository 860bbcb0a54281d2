"""The document of `farklegen simulate`: what the games came to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from farklegen.errors import named
from farklegen.report import document as doc
from farklegen.report.duel import IGNORES_END, opponents
from farklegen.report.numbers import count, duration, percent, points
from farklegen.report.rules import identity
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import listed
from farklegen.solvers.simulation.results import Distribution, PlayerCounts, Share, SimulationResult
from farklegen.solvers.simulation.several import SeveralGames

DECIMALS = 3
QUANTILES = (0.05, 0.5, 0.95)
FIELDS = (
    "me", "opponent", "games", "seed", "moving_first", "moving_second", "average", "level",
    "unfinished", "turns", "seconds",
)  # fmt: skip
"""What CSV has; JSON has the rest."""


@dataclass(frozen=True, eq=False, repr=False)
class SimulateResult(Result):
    """Games played under some rules, and whether a card in them ignores the end of the game."""

    loaded: LoadedRuleset
    simulation: SimulationResult
    ignores_end: bool = False


def simulate_document(result: SimulateResult) -> doc.Document:
    simulation = result.simulation
    me, opponent = simulation.players
    blocks: list[doc.Block] = [
        _shares(simulation),
        doc.Heading("The games"),
        doc.Facts(tuple(_facts(simulation))),
        _spreads(simulation),
        doc.Heading("The turns"),
        _turns(simulation),
        doc.Notes((*_notes(simulation), *([IGNORES_END] if result.ignores_end else []))),
    ]
    games, data = count(simulation.games, "game"), _data(result)
    return doc.Document(
        "simulate",
        f"{result.loaded.name}: {games} of {me.name} against {opponent.name}",
        tuple(blocks),
        data,
        doc.records([{**data, "me": me.name, "opponent": opponent.name}], *FIELDS),
    )


def _shares(simulation: SimulationResult) -> doc.Table:
    rows = []
    shares = doc.attributes(simulation, "moving_first", "moving_second", "average")
    for name, one in shares.items():
        interval = one.interval
        if one.share is None or interval is None:
            rows.append((name.replace("_", " "), "0", "", "", ""))
            continue
        low, high = percent(interval.low, DECIMALS), percent(interval.high, DECIMALS)
        share = percent(one.share, DECIMALS)
        rows.append((name.replace("_", " "), points(one.games), share, low, high))
    me = simulation.players[0].name
    return doc.Table(
        doc.columns(f"{me} wins", "games", "share", "at least", "at most"),
        tuple(rows),
        note="At least and at most: the true share lies between them with 95% confidence.",
    )


def _facts(simulation: SimulationResult) -> Iterator[tuple[str, str]]:
    if simulation.level:
        yield "Games that ended level", points(simulation.level)
    if simulation.unfinished:
        yield "Games without an end", f"{points(simulation.unfinished)}, counted half for each"
    threads = count(simulation.threads, "thread")
    yield (
        "Played",
        f"{count(_turns_of(simulation), 'turn')} in {duration(simulation.seconds)} "
        f"({points(_speed(simulation))} a second, {threads})",
    )
    yield "Dice", f"--seed {simulation.seed}"


def _names(simulation: SimulationResult) -> tuple[str, str]:
    """Two different names for the players."""
    me, opponent = (player.name for player in simulation.players)
    return (me, opponent) if me != opponent else (f"{me} (me)", f"{opponent} (opponent)")


def _turns(simulation: SimulationResult) -> doc.Table:
    players = simulation.players
    rows = [
        ("turns", *(points(p.turns) for p in players)),
        ("points a turn", *(_mean(p.points) for p in players)),
        ("rolls a turn", *(_ratio(p.rolls, p.turns) for p in players)),
        ("farkles", *(_part(p.farkles, p.turns) for p in players)),
    ]
    if any(p.disasters for p in players):
        rows.append(("disasters", *(_part(p.disasters, p.turns) for p in players)))
    if any(p.instant_wins for p in players):
        rows.append(("games won by a roll", *(points(p.instant_wins) for p in players)))
    rows.append(("most farkles in a row", *(points(_longest(p), 2) for p in players)))
    return doc.Table(
        doc.columns("", *_names(simulation)),
        tuple(rows),
        note="Most farkles in a row: the longest run of a game, on average.",
    )


def _longest(player: PlayerCounts) -> float:
    return float(np.average(np.arange(len(player.runs)), weights=player.runs))


def _spreads(simulation: SimulationResult) -> doc.Table:
    """The mean of what differs from game to game and from turn to turn, and how far it spreads."""
    spreads = {"turns of a game, of both players": simulation.turns}
    for name, player in zip(_names(simulation), simulation.players, strict=True):
        spreads[f"final score of {name}"] = player.scores
    spreads[f"points that {_names(simulation)[0]} is ahead at the end"] = simulation.margins
    for name, player in zip(_names(simulation), simulation.players, strict=True):
        spreads[f"points of a turn of {name}"] = player.points
    rows = [
        (name, _mean(spread), *(points(_quantile(spread, share)) for share in QUANTILES))
        for name, spread in spreads.items()
    ]
    return doc.Table(
        doc.columns("", "mean", *(percent(share, 0) for share in QUANTILES)),
        tuple(rows),
        note="5%, 50%, 95%: that share of the games, or turns, has this number or less.",
    )


def _notes(simulation: SimulationResult) -> Iterator[str]:
    yield (
        "In half of the games, one more if their number is odd, "
        f"{_names(simulation)[0]} moves first."
    )
    yield "Numbers after ± are standard errors: two of them are usual, five are not."
    yield "What a turn adds: points banked, and awards of farkles; penalties are not taken off."
    if any(player.instant_wins for player in simulation.players):
        yield "A game that is won by a roll ends with the scores as they stood."
    if simulation.unfinished:
        yield (
            "A game ends without a winner where neither player can reach the goal, and after "
            "10,000 turns."
        )
    if simulation.floor is not None:
        lowest = points(simulation.floor)
        yield f"No penalty takes a score below {lowest} here: {named('floor')} says where."


def _quantile(spread: Distribution, share: float) -> int:
    """The number that so large a share does not exceed."""
    reached = np.cumsum(spread.counts) >= share * spread.total
    return int(spread.values[int(np.argmax(reached))])


def _mean(spread: Distribution) -> str:
    if spread.mean is None or spread.error is None:
        return ""
    return _measured(spread.mean, spread.error)


def _measured(mean: float, error: float) -> str:
    """A mean with its standard error."""
    decimals = 2 if error < 1000 else 0
    return f"{points(mean, decimals)} ± {points(error, decimals)}"


def _part(part: int, whole: int) -> str:
    return percent(part, of=whole) if whole else ""


def _ratio(part: int, whole: int) -> str:
    return points(part / whole, 2) if whole else ""


def _turns_of(simulation: SimulationResult) -> int:
    return sum(player.turns for player in simulation.players)


def _speed(simulation: SimulationResult) -> int:
    return round(_turns_of(simulation) / max(simulation.seconds, 1e-9))


def _interval(share: Share) -> list[float] | None:
    return None if share.interval is None else list(share.interval)


def _spread_data(spread: Distribution) -> dict[str, object]:
    return {
        "mean": spread.mean,
        "standard_deviation": spread.deviation,
        "standard_error": spread.error,
        "distribution": [list(pair) for pair in spread.pairs()],
    }


def _player_data(player: PlayerCounts) -> dict[str, object]:
    return {
        "policy": player.name,
        **doc.attributes(player, "turns", "rolls", "farkles", "disasters", "instant_wins"),
        "turn_points": _spread_data(player.points),
        "final_score": _spread_data(player.scores),
        "longest_farkles": [[long, int(games)] for long, games in enumerate(player.runs) if games],
    }


def _data(result: SimulateResult) -> dict[str, object]:
    simulation = result.simulation
    shares = doc.attributes(simulation, "moving_first", "moving_second", "average")
    return {
        "ruleset": identity(result.loaded),
        **doc.attributes(simulation, "games", "seed"),
        **{name: share.share for name, share in shares.items()},
        "intervals": {name: _interval(share) for name, share in shares.items()},
        "wins": {name: share.wins for name, share in shares.items() if name != "average"},
        **doc.attributes(simulation, "level", "unfinished"),
        "turns": _turns_of(simulation),
        "seconds": simulation.seconds,
        "turns_per_second": _speed(simulation),
        **doc.attributes(simulation, "threads", "floor"),
        "game_turns": _spread_data(simulation.turns),
        "margin": _spread_data(simulation.margins),
        "me": _player_data(simulation.players[0]),
        "opponent": _player_data(simulation.players[1]),
    }


@dataclass(frozen=True, eq=False, repr=False)
class SeveralGamesResult(Result):
    """Games of several players."""

    loaded: LoadedRuleset
    games: SeveralGames


def several_games_document(result: SeveralGamesResult) -> doc.Document:
    found, seats = result.games, result.games.seats
    names = [seat.name for seat in seats]
    won, turns, data = [], [], []
    records: list[tuple[doc.Raw, ...]] = []
    for player, seat in enumerate(seats):
        name, low_high = f"{player + 1}  {seat.name}", seat.share.interval
        assert low_high is not None
        shares = [share.share for share in seat.moving]
        cells = [percent(share or 0.0, DECIMALS) for share in (seat.share.share, *low_high)]
        won.append((name, *cells, percent(shares[0] or 0.0, DECIMALS)))
        a_turn = [seat.rolls / seat.turns, seat.points * found.unit / seat.turns]
        farkles = percent(seat.farkles / seat.turns, DECIMALS)
        turns.append((name, points(seat.turns), *(points(x, 3) for x in a_turn), farkles))
        one: dict[str, object] = {
            "name": seat.name,
            "share": seat.share.share,
            "interval": list(low_high),
        }
        one |= {"moving": shares, **doc.attributes(seat, "turns", "rolls", "farkles")}
        data.append({**one, "points": seat.points * found.unit})
        records.append((player + 1, seat.name, seat.share.share, *low_high, seat.turns))
    facts = [("Turns of a game, all players' together", points(found.turns / found.games, 2))]
    if found.level:
        facts.append(("Games that several players shared", points(found.level)))
    if found.unfinished:
        facts.append(("Games without an end", f"{points(found.unfinished)}, won by nobody"))
    threads = count(found.threads, "thread")
    facts.append(("Played in", f"{duration(found.seconds)} ({threads})"))
    facts.append(("Dice", f"--seed {found.seed}"))
    return doc.Document(
        "simulate",
        f"{result.loaded.name}: {count(found.games, 'game')} of {listed(names)}",
        (
            doc.Table(
                doc.columns("player", "wins", "at least", "at most", "moving first"),
                tuple(won),
                note="At least and at most: the true share lies between them with 95% confidence.",
            ),
            doc.Heading("The games"),
            doc.Facts(tuple(facts)),
            doc.Heading("The turns"),
            doc.Table(doc.columns("player", "turns", "rolls", "points", "farkles"), tuple(turns)),
            doc.Notes(
                (
                    "Players sit in this order; who moves first goes round the table.",
                    *opponents(names, len(names)),
                )
            ),
        ),
        {
            "ruleset": identity(result.loaded),
            **doc.attributes(found, "games", "seed", "turns", "level", "unfinished"),
            "players": data,
        },
        doc.Records(("player", "name", "share", "at_least", "at_most", "turns"), tuple(records)),
    )
