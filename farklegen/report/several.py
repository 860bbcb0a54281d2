"""What is printed about a match of several players: the whole match, and who wins a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from farklegen.report import document as doc
from farklegen.report.numbers import count, duration, percent, points, tiny
from farklegen.report.rules import identity
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import listed
from farklegen.solvers.multiplayer.duel import MetAtTable
from farklegen.solvers.multiplayer.game import SeveralCertificate
from farklegen.solvers.simulation.several import SeveralGames

DECIMALS = 6
"""Digits of a percentage."""

GAMES_DECIMALS = 3
"""Digits of shares of games, as per cent."""

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


def several_document(result: SeveralResult) -> doc.Document:
    """The chances of everybody, and the certificate."""
    certificate, found = result.certificate, result.win_probabilities
    decimals = UNSETTLED_DECIMALS if certificate.unsettled else DECIMALS
    wins = tuple(
        (f"{place.capitalize()} player wins", percent(chance, decimals))
        for place, chance in zip(PLACES, found, strict=False)
    )
    blocks: list[doc.Block] = [
        doc.Facts(wins),
        doc.Heading("How exact that is"),
        doc.Facts(tuple(_certificate(certificate))),
        doc.Notes(tuple(_notes(certificate))),
    ]
    row: dict[str, doc.Raw] = {f"win_probability_{k + 1}": chance for k, chance in enumerate(found)}
    row |= doc.attributes(certificate, "states", "residual", "unsettled", "moving", "seconds")
    return doc.Document(
        "solve",
        f"{result.loaded.name}: a match of {certificate.players} players, each for the own win",
        tuple(blocks),
        {
            "ruleset": identity(result.loaded),
            "win_probabilities": list(found),
            **asdict(certificate),
        },
        doc.records([row]),
    )


def _certificate(certificate: SeveralCertificate) -> Iterator[tuple[str, str]]:
    yield "Starts of turns solved", points(certificate.states)
    yield "Turns solved on the way", points(certificate.evaluations)
    yield "Residual, at most", tiny(certificate.residual)
    if certificate.unsettled:
        yield "Cycles of farkles without rest", points(certificate.unsettled)
        yield "... chances still move by", tiny(certificate.moving)
    if certificate.sweeps > 1:
        yield "Sweeps through all levels", points(certificate.sweeps)
    if certificate.floor is not None:
        yield "Scores cut off at", points(certificate.floor)
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
    if certificate.floor is not None:
        yield (
            f"No penalty takes a score below {points(certificate.floor)} here, though the rules "
            "know no limit; what that changes is not estimated for three and more. A farkle."
            "lowest_score makes it a rule."
        )
    if certificate.unsettled and certificate.sweeps > 1:
        yield f"Without rest: states that still moved after {certificate.sweeps} sweeps."
    elif certificate.unsettled:
        yield (
            "Without rest: one player's best choice calls for another one of the next player, and "
            f"that for another one of the first. There the game is cut off after "
            f"{points(certificate.rounds)} rounds without a point, and counts alike for all."
        )


@dataclass(frozen=True, eq=False, repr=False)
class SeveralDuelResult(Result):
    """Ways of playing at a table of several players.

    Attributes:
        loaded: the rules.
        names: of the players, in the order of moving.
        met: how often each wins.
    """

    loaded: LoadedRuleset
    names: tuple[str, ...]
    met: MetAtTable


@dataclass(frozen=True, eq=False, repr=False)
class SeveralGamesResult(Result):
    """Games of several players.

    Attributes:
        loaded: the rules.
        games: what they came to.
    """

    loaded: LoadedRuleset
    games: SeveralGames


def several_duel_document(result: SeveralDuelResult) -> doc.Document:
    """How often each player wins, by who moves first."""
    moving, average, players = result.met.moving, result.met.average, len(result.names)
    names = [f"{place + 1}  {name}" for place, name in enumerate(result.names)]
    rows, data = [], []
    records: list[tuple[doc.Raw, ...]] = []
    for player, name in enumerate(result.names):
        chances = [float(moving[(player - place) % players, player]) for place in range(players)]
        cells = [percent(chance, DECIMALS) for chance in (*chances, average[player])]
        rows.append((names[player], *cells))
        data.append({"name": name, "moving": chances, "average": average[player]})
        records.append((player + 1, name, *chances, average[player]))
    places = [f"moving {place}" for place in PLACES[:players]]
    fields = ("player", "name", *(place.replace(" ", "_") for place in places), "average")
    notes = (
        "Players sit in this order. Average: everybody moves first equally often.",
        "Nothing is rolled: every turn is followed with all its chances.",
        *_opponents(result.names, players),
    )
    return doc.Document(
        "duel",
        f"{result.loaded.name}: {listed(list(result.names))} at a table of {players}",
        (
            doc.Table(
                doc.columns("player", *places, "average"), tuple(rows), title="Chance to win"
            ),
            doc.Notes(notes),
        ),
        {"ruleset": identity(result.loaded), "players": data},
        doc.Records(fields, tuple(records)),
    )


def several_games_document(result: SeveralGamesResult) -> doc.Document:
    """How often each player won, and what the turns came to."""
    found, seats = result.games, result.games.seats
    names = [seat.name for seat in seats]
    won, turns, data = [], [], []
    records: list[tuple[doc.Raw, ...]] = []
    for player, seat in enumerate(seats):
        name, low_high = f"{player + 1}  {seat.name}", seat.share.interval
        assert low_high is not None
        shares = [share.share for share in seat.moving]
        cells = [percent(share or 0.0, GAMES_DECIMALS) for share in (seat.share.share, *low_high)]
        won.append((name, *cells, percent(shares[0] or 0.0, GAMES_DECIMALS)))
        a_turn = [seat.rolls / seat.turns, seat.points * found.unit / seat.turns]
        farkles = percent(seat.farkles / seat.turns, GAMES_DECIMALS)
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
                    *_opponents(names, len(names)),
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


def _opponents(names: Sequence[str], players: int) -> Iterator[str]:
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


def others_win(win_probabilities: Sequence[float]) -> Iterator[tuple[str, str]]:
    """The chances of the others, those of the player to move first."""
    for place, chance in enumerate(win_probabilities[1:]):
        who = ("Next player wins", "The one after", "The last one")[place]
        yield who, percent(chance, DECIMALS)


def several_data(scores: Sequence[int], win_probabilities: Sequence[float]) -> dict[str, object]:
    """The same for JSON."""
    return {
        "players": len(scores),
        "scores": list(scores),
        "win_probabilities": list(win_probabilities),
    }
