"""The document of `farklegen reach`: the best chance of enough points, and how to play for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from farklegen.errors import named
from farklegen.report import document as doc
from farklegen.report.data import attributes
from farklegen.report.match_states import score_grid
from farklegen.report.numbers import count, one_in, percent, points
from farklegen.results import Result
from farklegen.rules.hands import hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.reach import Reach
from farklegen.solvers.reach_play import FirstRoll

DECIMALS = 2

SURE = 1e-12
"""A chance nearer to 1 than this is 1: sums of chances lose that much."""

MOST_LINES = 12
"""Turn scores in the table of chances; data has all."""


@dataclass(frozen=True, repr=False)
class ReachResult(Result):
    """The best chance to reach a number of points.

    Attributes:
        loaded: the rules.
        reach: the chance, and how to play for it.
    """

    DOCUMENT = "reach.reach_document"
    KEYS = ("*reach", "left_out")

    loaded: LoadedRuleset
    reach: Reach

    @property
    def left_out(self) -> list[str]:
        """What the chance does not look at, in sentences."""
        ruleset, rounds, left_out = self.loaded.ruleset, self.reach.rounds is not None, []
        if ruleset.instant_win:
            left_out.append(
                "A roll that wins at once counts as an ordinary roll here: only its points count. "
                "advise and turn give the chance to win."
            )
        if ruleset.bank.beat_previous:
            instead = "" if rounds else ": ask for more than was banked"
            left_out.append(f"Having to beat the bank before is left out{instead}.")
        if ruleset.overshoot == "bust":
            left_out.append("The exact goal is left out: going past it is not a farkle here.")
        if rounds and ruleset.piggyback != "none":
            left_out.append("Taking over turns is left out.")
        return left_out


def reach_document(result: ReachResult) -> doc.Document:
    """One chance, as per cent and as odds, and how to play for it."""
    reach, loaded, ruleset = result.reach, result.loaded, result.loaded.ruleset
    bank, wanted = ruleset.bank, points(reach.points)
    only = f"This is for a player who only wants to reach {wanted} and would lose everything to do "
    notes = [f"{only}so."]
    if reach.rounds is not None:
        where = count(reach.rounds, "round")
        state = f"the start of a turn, {where} left"
        if ruleset.farkle.streak_costs:
            state += f", {count(reach.my_farkles, 'farkle')} in a row before"
        notes.append("What penalties take is taken off.")
        if bank.has_opening:
            on_board = "The player is on the board."
            notes.append(on_board if reach.on_board else "The opening minimum holds.")
    else:
        where = "this turn"
        state = f"{hands_of(ruleset).words(reach.dice)} to roll"
        state += f", turn score {points(reach.turn_score)}"
        if ruleset.hot_dice_bonus is not None and ruleset.hot_dice_bonus.step:
            state += f", {reach.hot_dice} hot dice so far"
        notes += _minimums(ruleset, reach)
    chance = _rounded(reach.probability)
    more = f" (at most {percent(reach.error, 6)} more)" if reach.error > 1e-9 else ""
    facts = (
        ("Best chance", f"{percent(chance, 6)}{more}"),
        ("Odds", one_in(chance)),
        ("From", state),
    )
    return doc.Document(
        "reach",
        f"{loaded.name}: at least {points(reach.points)} points in {where}",
        (doc.Facts(facts), *_how_to_play(loaded, reach), doc.Notes((*notes, *result.left_out))),
        result,
        [attributes(reach, *reach.KEYS[:-1])],
    )


def _minimums(ruleset: Ruleset, reach: Reach) -> Iterator[str]:
    """What must be banked at least."""
    bank = ruleset.bank
    least = bank.minimum if reach.on_board else bank.opening_minimum
    if least:
        which = "minimum" if reach.on_board or least == bank.minimum else "opening minimum"
        more = ""
        if reach.points < least:
            more = (
                f": a turn that brings fewer points cannot be banked, so {points(reach.points)} or "
                f"more means {points(least)} or more"
            )
        yield f"The {which} of {points(least)} holds{more}."
    if reach.on_board and bank.has_opening:
        yield f"The player is on the board; a first bank needs more ({named('off_board')})."


def _how_to_play(loaded: LoadedRuleset, reach: Reach) -> Iterator[doc.Table]:
    """The first choices, and the chance in each state."""
    hands, play = hands_of(loaded.ruleset), reach.play

    def kept(first: FirstRoll, place: int) -> str:
        return hands.roll_words(first.options[place].keep)

    def chance(first: FirstRoll, place: int) -> str:
        return percent(_rounded(first.options[place].win_probability or 0.0), DECIMALS)

    if play.rolls:
        yield doc.table(
            play.rolls,
            ("you roll", lambda first: hands.roll_words(first.roll)),
            ("set aside", lambda first: doc.Cell(kept(first, 0), "strong")),
            ("then", lambda first: first.options[0].then),
            (doc.right("chance"), lambda first: chance(first, 0)),
            ("second best", lambda first: kept(first, 1)),
            (doc.right("chance"), lambda first: chance(first, 1)),
            title="First choices",
            note="The commonest rolls that leave a choice. Dice that do not score are not shown.",
        )
    if len(play.states) > 1:
        yield _states_table(loaded.ruleset, reach)


def _states_table(ruleset: Ruleset, reach: Reach) -> doc.Table:
    states = reach.play.states
    rolled = max(
        state.turn_score for state in states if state.action == "roll" or state is states[0]
    )
    shown = (
        state._replace(win_probability=_rounded(state.win_probability))
        for state in states
        if state.turn_score <= rolled
    )
    banks = any(state.action == "bank" for state in states)
    note = f"The chance of {points(reach.points)} with these dice left to roll. After each roll "
    note += "set dice aside so that the number for the new turn score and the dice left is highest."
    note += " B: bank; elsewhere roll." if banks else ""
    if reach.rounds is None:
        note += f" Bank at {points(reach.points)} or more, if the rules let you."
    elif rolled < states[-1].turn_score:
        note += f" Above {points(rolled)} always bank."
    note += " Empty: cannot occur."
    title = "The chance from there"
    bonus = ruleset.hot_dice_bonus
    if bonus is not None and bonus.step:
        title += f", after {reach.hot_dice} hot dice"
    return score_grid(hands_of(ruleset), shown, title=title, note=note, most=MOST_LINES)


def _rounded(chance: float) -> float:
    """The same chance; 1 if only rounding keeps it from that."""
    return 1.0 if chance > 1 - SURE else chance
