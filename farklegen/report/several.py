"""What is printed about a match of several players: the whole match, and who wins a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from farklegen.report.document import Block, Document, Facts, Heading, Notes, Raw, Records
from farklegen.report.numbers import count, duration, percent, points, tiny
from farklegen.report.rules import identity
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import ends_at, listed
from farklegen.solvers.multiplayer.game import SeveralCertificate

DECIMALS = 6
"""Digits of a percentage."""

UNSETTLED_DECIMALS = 3
"""Digits of one where some cycle did not come to rest: further ones are those of a game that is cut
off (docs/three-players.md)."""

PLACES = ("first", "second", "third", "fourth")


@dataclass(frozen=True, eq=False, repr=False)
class SeveralResult(Result):
    """A match of several players, each playing for the own chance to win.

    Attributes:
        loaded: the rules.
        win_probabilities: in the order of moving.
        certificate: how they were found.
    """

    loaded: LoadedRuleset
    win_probabilities: tuple[float, ...]
    certificate: SeveralCertificate


def several_document(result: SeveralResult) -> Document:
    """The chances of everybody, and the certificate."""
    certificate, found = result.certificate, result.win_probabilities
    decimals = UNSETTLED_DECIMALS if certificate.unsettled else DECIMALS
    wins = tuple(
        (f"{place.capitalize()} player wins", percent(chance, decimals))
        for place, chance in zip(PLACES, found, strict=False)
    )
    blocks: list[Block] = [
        Facts(wins),
        Heading("How exact that is"),
        Facts(tuple(_certificate(certificate))),
        Notes(tuple(_notes(certificate))),
    ]
    row: dict[str, Raw] = {f"win_probability_{k + 1}": chance for k, chance in enumerate(found)}
    row |= {"states": certificate.states, "residual": certificate.residual}
    row |= {"unsettled": certificate.unsettled, "moving": certificate.moving}
    row |= {"seconds": certificate.seconds}
    return Document(
        "solve",
        f"{result.loaded.name}: a match of {certificate.players} players, each for the own win",
        tuple(blocks),
        {
            "ruleset": identity(result.loaded),
            "win_probabilities": list(found),
            **asdict(certificate),
        },
        Records(tuple(row), (tuple(row.values()),)),
    )


def _certificate(certificate: SeveralCertificate) -> Iterator[tuple[str, str]]:
    yield "Starts of turns solved", points(certificate.states)
    yield "Turns solved on the way", points(certificate.evaluations)
    yield "Residual, at most", tiny(certificate.residual)
    if certificate.unsettled:
        yield "Cycles of farkles without rest", points(certificate.unsettled)
        yield "... chances still move by", tiny(certificate.moving)
    threads = count(certificate.threads, "thread")
    yield "Solved in", f"{duration(certificate.seconds)} ({certificate.build}, {threads})"


def _notes(certificate: SeveralCertificate) -> Iterator[str]:
    yield (
        "Each player takes what is best for the own chance to win; of what is equal banking, then "
        "more dice to roll, then more points."
    )
    yield (
        "The residual is the largest change that one more round makes to any chance: nobody gains "
        "more by another choice. It does not show that no other such solution exists."
    )
    if certificate.unsettled:
        yield (
            "Without rest: one player's best choice calls for another one of the next player, and "
            f"that for another one of the first. There the game is cut off after "
            f"{points(certificate.rounds)} rounds without a point, and counts alike for all."
        )


def several_words(scores: Sequence[int]) -> str:
    """`3,000 to 4,000 and 500`: the player to move, then the others."""
    return f"{points(scores[0])} to {listed([points(score) for score in scores[1:]])}"


def several_facts(
    ruleset: Ruleset, scores: Sequence[int], win_probabilities: Sequence[float]
) -> Iterator[tuple[str, str]]:
    """The chances of the others, and all the scores, the player to move first."""
    for place, chance in enumerate(win_probabilities[1:]):
        who = ("Next player wins", "The one after", "The last one")[place]
        yield who, percent(chance, DECIMALS)
    goal = "goal " if ruleset.goal is not None else ""
    yield "Scores", f"{several_words(scores)}, {goal}{ends_at(ruleset)}"


def several_data(scores: Sequence[int], win_probabilities: Sequence[float]) -> dict[str, object]:
    """The same for JSON."""
    return {
        "players": len(scores),
        "scores": list(scores),
        "win_probabilities": list(win_probabilities),
    }
