"""The document of `farklegen simulate`: what the games came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farklegen.errors import named
from farklegen.report import document as doc
from farklegen.report.duel import IGNORES_END
from farklegen.report.numbers import RANGE, count, duration, percent, points
from farklegen.report.rules import identity
from farklegen.report.solve import lengths_table
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.simulation.results import Distribution, PlayerCounts, Share, SimulationResult

DECIMALS = 3
"""Digits of shares, as per cent: a million games know two of them."""

BINS = 12
"""Parts of a histogram, about."""

MOST_RUN = 6
"""Farkles in a row that are told apart in print."""


@dataclass(frozen=True, eq=False, repr=False)
class SimulateResult(Result):
    """Games played under some rules, and whether a card in them ignores the end of the game."""

    loaded: LoadedRuleset
    simulation: SimulationResult
    ignores_end: bool = False


def simulate_document(result: SimulateResult) -> doc.Document:
    """Who won, how long the games were, and what the turns brought."""
    simulation = result.simulation
    me, opponent = simulation.players
    blocks: list[doc.Block] = [
        _shares(simulation),
        doc.Heading("The games"),
        doc.Facts(tuple(_facts(simulation))),
        lengths_table(simulation.turns.pairs(), simulation.games),
        doc.Heading("The turns"),
        _turns(simulation),
        _turn_scores(simulation),
        doc.Heading("The scores"),
        *_scores(simulation),
        _runs(simulation),
        doc.Notes((*_notes(simulation), *([IGNORES_END] if result.ignores_end else []))),
    ]
    games, data = count(simulation.games, "game"), _data(result)
    return doc.Document(
        "simulate",
        f"{result.loaded.name}: {games} of {me.name} against {opponent.name}",
        tuple(blocks),
        data,
        _records(simulation, data),
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
    yield "Turns of a game, both players' together", _mean(simulation.turns)
    yield "... standard deviation", _deviation(simulation.turns)
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
    def each(name: str, values: Iterable[str]) -> tuple[str, ...]:
        return (name, *values)

    players = simulation.players
    rows = [
        each("turns", (points(p.turns) for p in players)),
        each("points a turn", (_mean(p.points) for p in players)),
        each("... standard deviation", (_deviation(p.points) for p in players)),
        each("rolls a turn", (_ratio(p.rolls, p.turns) for p in players)),
        each("farkles", (_part(p.farkles, p.turns) for p in players)),
    ]
    if any(p.disasters for p in players):
        rows.append(each("disasters", (_part(p.disasters, p.turns) for p in players)))
    if any(p.instant_wins for p in players):
        rows.append(each("games won by a roll", (points(p.instant_wins) for p in players)))
    return doc.Table(doc.columns("", *_names(simulation)), tuple(rows))


def _turn_scores(simulation: SimulationResult) -> doc.Table:
    """How much turns add to the score: nothing, and bins."""
    spreads = [player.points for player in simulation.players]
    shares = []
    wide = _width([_quantile(spread, 0.999) for spread in spreads])
    starts = [0, 1, *range(wide, wide * BINS, wide)]
    for spread in spreads:
        shares.append(_binned(spread, starts))
    rows = []
    for at, start in enumerate(starts):
        last = at + 1 == len(starts)
        end = None if last else starts[at + 1] - 1
        name = "nothing" if start == 0 else _bin(start, end)
        rows.append(
            (name, *(_part(int(n[at]), s.total) for n, s in zip(shares, spreads, strict=True)))
        )
    while len(rows) > 2 and all(cell == "0%" for cell in rows[-1][1:]):
        rows.pop()
    return doc.Table(doc.columns("a turn adds", *_names(simulation), first="right"), tuple(rows))


def _scores(simulation: SimulationResult) -> Iterator[doc.Table]:
    yield doc.Table(
        doc.columns("final score", *_names(simulation)),
        (
            ("mean", *(_mean(p.scores) for p in simulation.players)),
            ("standard deviation", *(_deviation(p.scores) for p in simulation.players)),
            *(
                (
                    f"{name} of the games at least",
                    *(points(_quantile(p.scores, share)) for p in simulation.players),
                )
                for name, share in (("95%", 0.05), ("half", 0.5), ("5%", 0.95))
            ),
        ),
    )
    margins = simulation.margins
    wide = _width([_quantile(_absolute(margins), 0.999)], BINS // 2 + 1)
    half = BINS // 2
    starts = [*range(1, wide * half, wide)]
    ahead, behind = (_binned(spread, [0, *starts]) for spread in _sides(margins))
    rows = [
        (
            _bin(start, start + wide - 1 if start != starts[-1] else None),
            _part(int(ahead[at]), margins.total),
            _part(int(behind[at]), margins.total),
        )
        for at, start in enumerate(starts, start=1)
    ]
    me, opponent = _names(simulation)
    yield doc.Table(
        doc.columns("ahead at the end by", me, opponent, first="right"),
        tuple(rows),
        note=f"Of all games.{_on_average(me, margins)}",
    )


def _runs(simulation: SimulationResult) -> doc.Table:
    runs = [player.runs for player in simulation.players]
    most = min(MOST_RUN, max(int(np.flatnonzero(run)[-1]) for run in runs))
    rows = []
    for long in range(most + 1):
        last = long == MOST_RUN
        many = [int(run[long:].sum() if last else run[long]) for run in runs]
        name = f"{long} or more" if last else str(long)
        rows.append((name, *(_part(n, simulation.games) for n in many)))
    return doc.Table(
        doc.columns("most farkles in a row", *_names(simulation), first="right"),
        tuple(rows),
        note="The longest run of each game, of all games.",
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


def _sides(margins: Distribution) -> tuple[Distribution, Distribution]:
    """Margins above zero, and those below as positive numbers."""
    zero = -margins.lowest
    return (
        Distribution(margins.unit, 0, margins.counts[zero:]),
        Distribution(margins.unit, 0, margins.counts[zero::-1]),
    )


def _absolute(margins: Distribution) -> Distribution:
    ahead, behind = _sides(margins)
    total = np.zeros(max(len(ahead.counts), len(behind.counts)), np.int64)
    total[: len(ahead.counts)] += ahead.counts
    total[1 : len(behind.counts)] += behind.counts[1:]
    return Distribution(margins.unit, 0, total)


def _binned(spread: Distribution, starts: Sequence[int]) -> NDArray[np.int64]:
    """int64[starts]: how many numbers lie from each start to the next."""
    at = np.searchsorted(starts, spread.values, side="right") - 1
    inside = at >= 0
    return np.bincount(at[inside], spread.counts[inside], len(starts)).astype(np.int64)


def _quantile(spread: Distribution, share: float) -> int:
    """The number that so large a share does not exceed."""
    reached = np.cumsum(spread.counts) >= share * spread.total
    return int(spread.values[int(np.argmax(reached))])


def _width(most: Sequence[int], bins: int = BINS) -> int:
    """A round width of bins for numbers up to the largest of these."""
    rough = max(max(most) / bins, 1)
    power = int(10 ** floor(log10(rough)))
    return next(int(step * power) for step in (1, 2, 5, 10) if step * power >= rough)


def _bin(start: int, end: int | None) -> str:
    if end is None:
        return f"{points(start)} or more"
    return f"{points(start)}{RANGE}{points(end)}" if end > start else points(start)


def _on_average(me: str, margins: Distribution) -> str:
    """By how much a player is ahead, or behind; empty where that is not known."""
    if margins.mean is None or margins.error is None:
        return ""
    where = "behind" if margins.mean < 0 else "ahead"
    return f" On average {me} is {where} by {_measured(abs(margins.mean), margins.error)}."


def _mean(spread: Distribution) -> str:
    if spread.mean is None or spread.error is None:
        return ""
    return _measured(spread.mean, spread.error)


def _measured(mean: float, error: float) -> str:
    """A mean with its standard error."""
    decimals = 2 if error < 1000 else 0
    return f"{points(mean, decimals)} ± {points(error, decimals)}"


def _deviation(spread: Distribution) -> str:
    return "" if spread.deviation is None else points(spread.deviation, 1)


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


def _records(simulation: SimulationResult, said: dict[str, Any]) -> doc.Records:
    """One row; `said` is what JSON says."""
    me, opponent = simulation.players
    average = simulation.average.interval
    row: dict[str, doc.Raw] = {
        "me": me.name,
        "opponent": opponent.name,
        **{
            name: said[name]
            for name in ("games", "seed", "moving_first", "moving_second", "average")
        },
        "average_at_least": None if average is None else average.low,
        "average_at_most": None if average is None else average.high,
        **{name: said[name] for name in ("level", "unfinished", "turns")},
        "game_turns": simulation.turns.mean,
        "game_turns_standard_deviation": simulation.turns.deviation,
        "margin": simulation.margins.mean,
        "seconds": simulation.seconds,
    }
    for name, player in (("me", me), ("opponent", opponent)):
        row[f"{name}_turn_points"] = player.points.mean
        row[f"{name}_turn_points_standard_deviation"] = player.points.deviation
        row[f"{name}_farkles"] = player.farkles / player.turns if player.turns else None
        row[f"{name}_final_score"] = player.scores.mean
    return doc.Records(tuple(row), (tuple(row.values()),))
