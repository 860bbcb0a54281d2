"""The document of `farklegen solve --their-dice`: who wins with which dice, and where to bank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from farklegen.cards.card import Chances
from farklegen.report.document import Block, Document, Facts, Notes, Records, Table, columns
from farklegen.report.duel import chances_data
from farklegen.report.numbers import count, duration, percent, points, tiny
from farklegen.report.rules import identity
from farklegen.results import Result
from farklegen.rules.hands import Hands, hands_of, kinds_brought
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.match.two_sets import TwoSets

DECIMALS = 4
"""Digits of a percentage."""


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


def two_sets_document(result: TwoSetsResult) -> Document:
    """My chances, a fair start, and where each player banks at the start."""
    match = result.match
    certificate = match.mine.certificate
    facts = (
        ("You bring", dice_text(result.loaded)),
        ("They bring", dice_text(result.theirs)),
        ("You win, moving first", percent(match.win_probability(first=True), DECIMALS)),
        ("You win, moving second", percent(match.win_probability(first=False), DECIMALS)),
        ("... either, half of the time", percent(match.either_first(), DECIMALS)),
        ("Fair start", _fair(match)),
    )
    blocks: list[Block] = [
        Facts(facts),
        _thresholds("Where you bank, at 0 to 0", result.loaded, match.mine),
        _thresholds("Where they bank, at 0 to 0", result.theirs, match.theirs),
        Notes(
            (
                "Both play perfectly, and know which dice the other one has. Where to bank changes "
                "with the scores: turn and advise take --their-dice as well.",
                f"{count(certificate.states, 'start')} of turns solved in "
                f"{duration(certificate.seconds)}, exact to {tiny(certificate.error_bound)}.",
            )
        ),
    ]
    return Document(
        "solve",
        f"{result.loaded.name}: a match of two sets of dice",
        tuple(blocks),
        _data(result),
        Records(
            ("moving", "win_probability"),
            tuple(
                (seat, match.win_probability(first=seat == "first")) for seat in ("first", "second")
            ),
        ),
    )


def against_document(
    card: Document, match: TwoSets, brought: tuple[LoadedRuleset, LoadedRuleset], chances: Chances
) -> Document:
    """A card, headed by what it wins against other dice.

    Args:
        card: the document of a card that was found in this match.
        match: the match of my dice against theirs.
        brought: the rules with my dice, and with theirs.
        chances: how often the card wins.
    """
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
    notes = Notes(
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
        return f"even; you win {percent(chance, DECIMALS)}"
    given = points(mine or theirs)
    return f"{given} points for {'you' if mine else 'them'}; you win {percent(chance, DECIMALS)}"


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


def _thresholds(title: str, loaded: LoadedRuleset, solution: MatchSolution) -> Table:
    hands = hands_of(loaded.ruleset)
    return Table(
        columns("left to roll", "bank from"),
        tuple(
            (hands.words(hand), "never" if score is None else points(score))
            for hand, score in bank_from(solution)
        ),
        title=title,
    )


def _data(result: TwoSetsResult) -> dict[str, object]:
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
