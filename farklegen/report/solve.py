"""The document of `farklegen solve`: who wins, the fair head start, and how exact that is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from math import isfinite

import numpy as np

from farklegen.cards.card import Chances
from farklegen.errors import named
from farklegen.report import document as doc
from farklegen.report.duel import chances_data
from farklegen.report.match_states import PLACES
from farklegen.report.numbers import count, duration, percent, points, tiny
from farklegen.report.rules import identity
from farklegen.report.table import rounds_data, total_facts
from farklegen.results import Result
from farklegen.rules.hands import Hands, hands_of, kinds_brought
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.match.length import GameLength
from farklegen.solvers.match.solution import Certificate, HeadStart, MatchSolution
from farklegen.solvers.match.two_sets import TwoSets
from farklegen.solvers.multiplayer.game import SeveralCertificate
from farklegen.solvers.rounds import RoundsTotal

DECIMALS = 6

UNSETTLED_DECIMALS = 3

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
    """The chances of the first player, and how exact they are."""
    facts = (
        ("First player wins", percent(result.first_player_win_probability, DECIMALS)),
        *_head_start(result),
        *(() if result.rounds is None else total_facts(result.rounds, None, 1)),
    )
    blocks = [doc.Facts(facts), *(() if result.length is None else _length(result.length))]
    certificate = result.certificate
    exact = ("Exact to", tiny(certificate.error_bound))
    blocks += _certificate(certificate, exact, tuple(_notes(result)))
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


def _certificate(
    certificate: Certificate | SeveralCertificate, exact: tuple[str, str], notes: tuple[str, ...]
) -> Iterator[doc.Block]:
    """How exact a match is known; JSON has the rest of the certificate."""
    threads = count(certificate.threads, "thread")
    facts = [exact]
    if certificate.floor is not None:
        facts.append(("Scores cut off at", points(certificate.floor)))
    solved = f"{duration(certificate.seconds)} ({certificate.build}, {threads})"
    yield doc.Heading("How exact that is")
    yield doc.Facts((*facts, ("Solved in", solved)))
    if notes:
        yield doc.Notes(notes)


def _notes(result: SolveResult) -> Iterator[str]:
    lowest = result.loaded.ruleset.farkle.lowest_score
    if result.head_start is not None:
        yield "First player then: the chance left when the other player begins with the head start."
    if result.certificate.floor is not None and lowest is None:
        yield f"These rules set no lowest score: {named('floor')} says where scores are cut off."
    elif result.certificate.floor is not None and lowest is not None:
        yield f"Scores fall to {points(lowest)} here: without {named('floor')} none is cut off."


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
    rows, wanted, over = [], list(SHARES), 0.0
    for turns, exactly in length.distribution:
        over = min(over + exactly, 1.0)
        if wanted and over >= wanted[0]:
            wanted = [share for share in wanted if share > over]
            rows.append((points(turns), percent(exactly), percent(over)))
    yield doc.Table(
        doc.columns("turns", "exactly so many", "over by then", first="right"),
        tuple(rows),
        note=f"JSON has every number of turns up to {length.distribution[-1][0]:,}.{beyond}",
    )


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


@dataclass(frozen=True, eq=False, repr=False)
class SeveralResult(Result):
    """A match of several players, each playing for the own chance to win."""

    loaded: LoadedRuleset
    win_probabilities: tuple[float, ...]
    certificate: SeveralCertificate


def several_document(result: SeveralResult) -> doc.Document:
    """The chances of everybody, and how exact they are."""
    certificate, found = result.certificate, result.win_probabilities
    decimals = UNSETTLED_DECIMALS if certificate.unsettled else DECIMALS
    wins = tuple(
        (f"{place.capitalize()} player wins", percent(chance, decimals))
        for place, chance in zip(PLACES, found, strict=False)
    )
    notes = [
        "Each player takes what is best for the own chance to win. Nobody gains more than the "
        "residual by another choice; other solutions may exist."
    ]
    if certificate.floor is not None:
        notes.append("Where scores are cut off is not in the rules; farkle.lowest_score is.")
    if certificate.unsettled:
        notes.append(
            f"{count(certificate.unsettled, 'cycle')} of farkles did not come to rest: chances "
            f"still move by {tiny(certificate.moving)} there."
        )
    exact = ("Residual, at most", tiny(certificate.residual))
    row: dict[str, doc.Raw] = {f"win_probability_{k + 1}": chance for k, chance in enumerate(found)}
    row |= doc.attributes(certificate, "states", "residual", "unsettled", "moving", "seconds")
    return doc.Document(
        "solve",
        f"{result.loaded.name}: a match of {certificate.players} players, each for the own win",
        (doc.Facts(wins), *_certificate(certificate, exact, tuple(notes))),
        {
            "ruleset": identity(result.loaded),
            "win_probabilities": list(found),
            **asdict(certificate),
        },
        doc.records([row]),
    )


FEWER = 4


@dataclass(frozen=True, eq=False, repr=False)
class TwoSetsResult(Result):
    """A match of two sets of dice.

    Attributes:
        loaded: the rules, with my dice.
        theirs: the same with those of the opponent.
        match: the solved match.
    """

    loaded: LoadedRuleset
    theirs: LoadedRuleset
    match: TwoSets


def dice_text(loaded: LoadedRuleset) -> str:
    """The dice of a ruleset, as they are written behind its name."""
    hands = hands_of(loaded.ruleset)
    if hands.plain and hands.kinds[0].name == "die":
        return count(loaded.ruleset.dice, "die", "dice")
    return ", ".join(f"{kind.name}={number}" for kind, number in kinds_brought(hands))


def two_sets_document(result: TwoSetsResult) -> doc.Document:
    """My chances, a fair start, and where each player banks at the start."""
    match = result.match
    certificate = match.mine.certificate
    facts = (
        ("You bring", dice_text(result.loaded)),
        ("They bring", dice_text(result.theirs)),
        ("You win, moving first", percent(match.win_probability(first=True), FEWER)),
        ("You win, moving second", percent(match.win_probability(first=False), FEWER)),
        ("... either, half of the time", percent(match.either_first(), FEWER)),
        ("Fair start", _fair(match)),
    )
    blocks: list[doc.Block] = [
        doc.Facts(facts),
        _thresholds("Where you bank, at 0 to 0", result.loaded, match.mine),
        _thresholds("Where they bank, at 0 to 0", result.theirs, match.theirs),
        doc.Notes(
            (
                "Both play perfectly, and know which dice the other one has. Where to bank changes "
                "with the scores: turn and advise take --their-dice as well.",
                f"{count(certificate.states, 'start')} of turns solved in "
                f"{duration(certificate.seconds)}, exact to {tiny(certificate.error_bound)}.",
            )
        ),
    ]
    return doc.Document(
        "solve",
        f"{result.loaded.name}: a match of two sets of dice",
        tuple(blocks),
        _sets_data(result),
        doc.Records(
            ("moving", "win_probability"),
            tuple(
                (seat, match.win_probability(first=seat == "first")) for seat in ("first", "second")
            ),
        ),
    )


def against_document(
    card: doc.Document,
    match: TwoSets,
    brought: tuple[LoadedRuleset, LoadedRuleset],
    chances: Chances,
) -> doc.Document:
    """A card, headed by what it wins against other dice."""
    mine, theirs = (dice_text(each) for each in brought)
    perfect = Chances(*(match.win_probability(first=first) for first in (True, False)))
    ahead = 100 * (perfect.moving_first - perfect.moving_second)
    start_mine, start_theirs, even = match.head_start()
    if start_mine or start_theirs:
        start = (
            f"The fairest start gives {points(start_mine or start_theirs)} points to "
            f"{'you' if start_mine else 'them'}: perfect play with your dice wins {percent(even)} "
            "then."
        )
    else:
        start = "No head start makes the game fairer."
    notes = doc.Notes(
        (
            f"You bring {mine}, they bring {theirs} and play perfectly. This card wins "
            f"{_seats(chances)}.",
            f"Perfect play with your dice wins {_seats(perfect)}; "
            f"{points(100 * (perfect.average - chances.average), 2)} games in a hundred more.",
            f"Moving first is worth {points(ahead, 2)} games in a hundred.",
            start,
        ),
        "Against their dice",
    )
    data: dict[str, object] = {
        "my_dice": _brought(hands_of(brought[0].ruleset)),
        "their_dice": _brought(hands_of(brought[1].ruleset)),
        "against": {
            "card": chances_data(chances),
            "perfect": chances_data(perfect),
            "first_move": perfect.moving_first - perfect.moving_second,
            "fair_start": _start_data(match),
            "error_bound": match.mine.certificate.error_bound,
        },
    }
    return replace(card, blocks=(notes, *card.blocks), data={**card.data, **data})


def _seats(chances: Chances) -> str:
    return (
        f"{percent(chances.average)} of games, {percent(chances.moving_first)} moving first and "
        f"{percent(chances.moving_second)} moving second"
    )


def _start_data(match: TwoSets) -> dict[str, object]:
    mine, theirs, chance = match.head_start()
    return {"mine": mine, "theirs": theirs, "win_probability": chance}


def _fair(match: TwoSets) -> str:
    mine, theirs, chance = match.head_start()
    if not mine and not theirs:
        return f"even; you win {percent(chance, FEWER)}"
    given = points(mine or theirs)
    return f"{given} points for {'you' if mine else 'them'}; you win {percent(chance, FEWER)}"


def bank_from(solution: MatchSolution) -> Iterator[tuple[int, int | None]]:
    """(hand, the turn score from which it is banked) at the start of a game, most dice first; None
    where that reaches the goal anyway."""
    turn = solution.turn(solution.start())
    first = turn.column(1)
    for hand in range(turn.dice, 0, -1):
        column = first + hand - 1
        seen = np.flatnonzero(turn.reachable[: turn.goal_row, column])
        seen = seen[seen > 0]
        if not len(seen):
            continue
        rolls = np.flatnonzero(~turn.banks[seen, column])
        at = 0 if not len(rolls) else int(rolls[-1]) + 1
        yield hand, int(seen[at]) * turn.unit if at < len(seen) else None


def _thresholds(title: str, loaded: LoadedRuleset, solution: MatchSolution) -> doc.Table:
    hands = hands_of(loaded.ruleset)
    return doc.Table(
        doc.columns("left to roll", "bank from"),
        tuple(
            (hands.words(hand), "never" if score is None else points(score))
            for hand, score in bank_from(solution)
        ),
        title=title,
    )


def _sets_data(result: TwoSetsResult) -> dict[str, object]:
    match = result.match
    certificate = match.mine.certificate
    return {
        "ruleset": identity(result.loaded),
        "my_dice": _brought(hands_of(result.loaded.ruleset)),
        "their_dice": _brought(hands_of(result.theirs.ruleset)),
        "win_probability_moving_first": match.win_probability(first=True),
        "win_probability_moving_second": match.win_probability(first=False),
        "fair_start": _start_data(match),
        "bank_from": _bank_data(result.loaded, match.mine),
        "they_bank_from": _bank_data(result.theirs, match.theirs),
        "states": certificate.states,
        "residual": certificate.residual,
        "error_bound": certificate.error_bound,
        "seconds": certificate.seconds,
    }


def _brought(hands: Hands) -> dict[str, int]:
    return {kind.name: number for kind, number in kinds_brought(hands)}


def _bank_data(loaded: LoadedRuleset, solution: MatchSolution) -> dict[str, int | None]:
    hands = hands_of(loaded.ruleset)
    return {hands.words(hand): score for hand, score in bank_from(solution)}
