"""The document of `farklegen reach`: the best chance of enough points in one turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from farklegen.report.document import Document, Facts, Notes, attributes, records
from farklegen.report.numbers import count, one_in, percent, points
from farklegen.report.rules import identity
from farklegen.results import Result
from farklegen.rules.hands import hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.reach import Reach
from farklegen.solvers.reach_rounds import RoundsReach


@dataclass(frozen=True, repr=False)
class ReachResult(Result):
    """The best chance to reach a number of points, and under which rules."""

    loaded: LoadedRuleset
    reach: Reach | RoundsReach


def _rounds_document(loaded: LoadedRuleset, reach: RoundsReach) -> Document:
    """The chance in several rounds."""
    ruleset = loaded.ruleset
    chance = _chance(reach)
    before = ""
    if ruleset.farkle.streak_costs:
        before = f", {count(reach.my_farkles, 'farkle')} in a row before"
    notes = [
        "How to play for it is not the same as for points: nothing but reaching it counts.",
        "What penalties take is taken off.",
    ]
    if ruleset.bank.has_opening:
        notes.append(
            "The player is on the board." if reach.on_board else "The opening minimum holds."
        )
    notes += _left_out(ruleset, "")
    if ruleset.piggyback != "none":
        notes.append("Taking over turns is left out.")
    row = attributes(reach, "points", "rounds", "my_farkles", "on_board", "probability", "error")
    rounds = count(reach.rounds, "round")
    return Document(
        "reach",
        f"{loaded.name}: at least {points(reach.points)} points in {rounds}",
        (
            Facts(
                (
                    ("Best chance", chance),
                    ("Odds", one_in(reach.probability)),
                    ("From", f"the start of a turn, {rounds} left{before}"),
                )
            ),
            Notes(tuple(notes)),
        ),
        {"ruleset": identity(loaded), **row},
        records([row]),
    )


def reach_document(result: ReachResult) -> Document:
    """One chance, as per cent and as odds."""
    reach, ruleset = result.reach, result.loaded.ruleset
    if isinstance(reach, RoundsReach):
        return _rounds_document(result.loaded, reach)
    chance = _chance(reach)
    hands = hands_of(ruleset)
    state = f"{hands.words(reach.dice)} to roll, turn score {points(reach.turn_score)}"
    if ruleset.hot_dice_bonus is not None and ruleset.hot_dice_bonus.step:
        state += f", {reach.hot_dice} hot dice so far"
    notes = ["How to play for it is not the same as for points: nothing but reaching it counts."]
    bank = ruleset.bank
    least = bank.minimum if reach.on_board else bank.opening_minimum
    if least:
        which = "minimum" if reach.on_board or least == bank.minimum else "opening minimum"
        told = f"The {which} of {points(least)} holds"
        fewer = f": a turn that brings fewer points cannot be banked, so {points(reach.points)} or "
        notes.append(f"{told}{fewer}more means {points(least)} or more." if reach.points < least
                     else f"{told}.")  # fmt: skip
    if reach.on_board and bank.has_opening:
        notes.append("The player is on the board; a first bank needs more (--off-board).")
    notes += _left_out(ruleset, ": ask for more than was banked")
    said = ("points", "dice", "turn_score", "hot_dice", "on_board", "probability", "error")
    row = attributes(reach, *said) | {"dice": hands.sizes[reach.dice]}
    return Document(
        "reach",
        f"{result.loaded.name}: at least {points(reach.points)} points in this turn",
        (
            Facts((("Best chance", chance), ("Odds", one_in(reach.probability)), ("From", state))),
            Notes(tuple(notes)),
        ),
        {"ruleset": identity(result.loaded), **row},
        records([row]),
    )


def _chance(reach: Reach | RoundsReach) -> str:
    """The chance, with what it may be more."""
    chance = percent(reach.probability, 6)
    return f"{chance} (at most {percent(reach.error, 6)} more)" if reach.error > 1e-9 else chance


def _left_out(ruleset: Ruleset, instead: str) -> Iterator[str]:
    """What the chance does not look at; `instead` is what to do where a bank must be beaten."""
    if ruleset.instant_win:
        yield "A roll that wins at once counts as an ordinary roll here."
    if ruleset.bank.beat_previous:
        yield f"Having to beat the bank before is left out{instead}."
    if ruleset.overshoot == "bust":
        yield "The exact goal is left out: going past it is not a farkle here."
