"""The document of `farklegen solve`: who wins, the fair head start, and how exact that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isfinite

from farklegen.errors import named
from farklegen.report import document as doc
from farklegen.report.numbers import count, duration, percent, points, tiny
from farklegen.report.rounds import rounds_data, total_facts
from farklegen.report.rules import identity
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.match.length import GameLength
from farklegen.solvers.match.solution import Certificate, HeadStart
from farklegen.solvers.rounds import RoundsTotal

DECIMALS = 6
"""Digits of a percentage: as many as are right at the usual tolerance."""

BOUNDS = {
    "levels": "from the residuals",
    "residuals": "from the residuals",
    "turns left": "the residual for each turn that may be left",
    "value iteration": "from games cut off later and later",
}
"""How the error was bounded, in words; see `solvers.match.solver.SolvedValues`."""

SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""Shares of all games of which the length is told."""


@dataclass(frozen=True, eq=False, repr=False)
class SolveResult(Result):
    """A match between two perfect players.

    Attributes:
        loaded: the rules.
        first_player_win_probability: of the player who moves first.
        head_start: the points for the second player that make the game as fair as it gets; None if
            that takes a longer match and was not asked for.
        certificate: how exact that is, and how it was found.
        length: how many turns a game takes; None if that was not asked for.
        rounds: the best expected total of somebody who plays for points; None without rounds.
    """

    loaded: LoadedRuleset
    first_player_win_probability: float
    head_start: HeadStart | None
    certificate: Certificate
    length: GameLength | None = None
    rounds: RoundsTotal | None = None


def solve_document(result: SolveResult) -> doc.Document:
    """The chances of the first player, and the certificate."""
    blocks: list[doc.Block] = [
        doc.Facts(
            (
                ("First player wins", percent(result.first_player_win_probability, DECIMALS)),
                *_head_start(result),
                *(() if result.rounds is None else total_facts(result.rounds, None, 1)),
            )
        )
    ]
    if result.length is not None:
        blocks += _length(result.length)
    blocks.append(doc.Heading("How exact that is"))
    blocks.append(doc.Facts(tuple(_certificate(result.certificate))))
    blocks.append(doc.Notes(tuple(_notes(result))))
    return doc.Document(
        "solve",
        f"{result.loaded.name}: a match between two perfect players",
        tuple(blocks),
        _data(result),
        _records(result),
    )


def _head_start(result: SolveResult) -> Iterator[tuple[str, str]]:
    if result.head_start is None:
        yield "Fair head start", f"ask for it with {named('head_start')}"
        return
    fair = "none"
    if result.head_start.points:
        fair = f"{count(result.head_start.points, 'point')} for the player who moves second"
    elif result.first_player_win_probability < 0.5 - result.certificate.error_bound:
        fair = "none: moving second is the advantage"
    yield "Fair head start", fair
    then = result.head_start.first_player_win_probability
    yield "First player then", percent(then, DECIMALS)


def _known(value: float | None) -> float | None:
    """A number; None where it is not known."""
    return value if value is not None and isfinite(value) else None


def _turns_left(certificate: Certificate) -> float | None:
    """The turns that a game can be left with, at most, where the error was bounded by them."""
    by_turns = certificate.bounded_by in ("turns left", "value iteration")
    return certificate.turns_left or None if by_turns and not certificate.held else None


def _certificate(certificate: Certificate) -> Iterator[tuple[str, str]]:
    yield "Starts of turns solved", points(certificate.states)
    if certificate.dead_states:
        yield "... that cannot end the game", points(certificate.dead_states)
    yield "Sweeps", points(certificate.sweeps)
    yield "Residual, at most", tiny(certificate.residual)
    yield "Error, at most", f"{tiny(certificate.error_bound)} ({BOUNDS[certificate.bounded_by]})"
    if _turns_left(certificate):
        yield "Turns left in a game, at most", points(certificate.turns_left)
    if certificate.held:
        yield "Situations where both may wait for ever", points(certificate.held)
    if certificate.floor is not None:
        yield "Scores cut off at", points(certificate.floor)
        effect = _known(certificate.floor_effect)
        yield "... relative effect, about", "not known" if effect is None else tiny(effect)
    if certificate.run_lost:
        yield "Turns cut off, chance at most", tiny(certificate.run_lost)
    threads = count(certificate.threads, "thread")
    yield "Solved in", f"{duration(certificate.seconds)} ({certificate.build}, {threads})"


def _notes(result: SolveResult) -> Iterator[str]:
    certificate, lowest = result.certificate, result.loaded.ruleset.farkle.lowest_score
    if result.head_start is not None:
        yield (
            "First player then: what is left of the advantage when the other player begins with "
            "the head start."
        )
    yield (
        "The residual is the largest change that one more application of the equation makes to any "
        "win probability; the error is the largest that any of them may have."
    )
    if certificate.held:
        yield (
            "Where each player would rather pass than end the game, it counts what a game is worth "
            "that is cut off after more and more turns and then counts half for each."
        )
    if certificate.dead_states:
        yield "A game that can no longer end counts half for each."
    if certificate.floor is not None and lowest is None:
        yield (
            f"These rules set no lowest score, so scores were cut off: {named('floor')} says where."
        )
    elif certificate.floor is not None and lowest is not None:
        fall = f"In these rules scores fall to {points(lowest)}"
        yield f"{fall}: without {named('floor')} none is cut off."


def _length(length: GameLength) -> Iterator[doc.Block]:
    """The turns of a game, and by when which share of games is over."""
    yield doc.Heading("How long a game lasts")
    if not length.distribution:
        yield doc.Notes(("Hardly any game comes to its end.",))
        return
    beyond = f" Longer games: {tiny(length.beyond)}." if length.beyond else ""
    digits = 3 if length.spread else 0  # where every game takes as many
    facts = [
        ("Turns, both players' together", points(length.mean, digits)),
        ("... standard deviation", points(length.spread, 3)),
    ]
    if isfinite(length.lead_changes):
        facts.append(("Lead changes", points(length.lead_changes, 3)))
    yield doc.Facts(tuple(facts))
    yield lengths_table(
        length.distribution,
        1.0,
        f"JSON has every number of turns up to {length.distribution[-1][0]:,}.{beyond}",
    )


def lengths_table(pairs: Iterable[tuple[int, float]], games: float, note: str = "") -> doc.Table:
    """By when which share of games is over.

    Args:
        pairs: a number of turns, and of games that take so many, ascending.
        games: all of them.
        note: below the table.
    """
    rows, wanted, over = [], list(SHARES), 0.0
    for turns, exactly in pairs:
        over = min(over + exactly, games)
        if wanted and over >= wanted[0] * games:
            wanted = [share for share in wanted if share * games > over]
            rows.append((points(turns), percent(exactly, of=games), percent(over, of=games)))
    heads = doc.columns("turns", "exactly so many", "over by then", first="right")
    return doc.Table(heads, tuple(rows), note=note)


def _data(result: SolveResult) -> dict[str, object]:
    certificate, length = result.certificate, result.length
    data: dict[str, object] = {
        "ruleset": identity(result.loaded),
        "first_player_win_probability": result.first_player_win_probability,
        "head_start": None
        if result.head_start is None
        else doc.attributes(result.head_start, "points", "first_player_win_probability"),
        **doc.attributes(certificate, "states", "dead_states", "sweeps", "tolerance", "residual"),
        **doc.attributes(certificate, "error_bound", "bounded_by"),
        "turns_left": _turns_left(certificate),
        "waiting": certificate.held,
        "floor": certificate.floor,
        "floor_effect": _known(certificate.floor_effect),
        **doc.attributes(certificate, "run_lost", "seconds", "build", "threads"),
        "versions": dict(certificate.versions),
    }
    if result.rounds is not None:
        data["rounds"] = rounds_data(result.rounds, None)
    if length is not None:
        data["length"] = {
            "mean": _known(length.mean),
            "standard_deviation": _known(length.spread),
            "lead_changes": _known(length.lead_changes),
            "distribution": [list(pair) for pair in length.distribution],
            "beyond": length.beyond,
        }
    return data


def _records(result: SolveResult) -> doc.Records:
    length = result.length
    row = _data(result) | {
        "head_start": getattr(result.head_start, "points", None),
        "head_start_win_probability": getattr(
            result.head_start, "first_player_win_probability", None
        ),
        "turns": None if length is None else _known(length.mean),
        "turns_standard_deviation": None if length is None else _known(length.spread),
    }
    return doc.records(
        [row], "first_player_win_probability", "head_start", "head_start_win_probability", "states",
        "sweeps", "residual", "error_bound", "floor", "floor_effect", "seconds", "turns",
        "turns_standard_deviation",
    )  # fmt: skip
