"""The document of `farklegen advise`: every choice there is now, best first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

from farklegen.play.players import CardChoice
from farklegen.report import document as doc
from farklegen.report.match_states import (
    ShownStanding,
    floor_notes,
)
from farklegen.report.numbers import count, ordinal, percent, points
from farklegen.results import Result
from farklegen.rules.hands import Hands, hands_of, rolled_on
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import rounded_up, unit
from farklegen.rules.words import dice_words, listed, upper_first
from farklegen.scoring.ways import Fall
from farklegen.solvers.advice import Advice
from farklegen.solvers.choices import Option, Then
from farklegen.solvers.match.solution import SolvedTurn
from farklegen.solvers.turn_state_checks import Now

Asked: TypeAlias = Literal["roll", "dice", "inherit"]

DECIMALS = 4

POINTS_DECIMALS = 2


@dataclass(frozen=True, eq=False, repr=False)
class AdviseResult(Result):
    """What a player can do now.

    Attributes:
        loaded: the rules.
        standing: how the match stands; without a match only the first player's half of it counts.
        turn: the turn of the match, solved; None without a match, where points are all that counts.
        now: where the turn is.
        advice: every choice.
        left_out: what expected scores leave out, or why there are none.
        farkles: chance of a farkle, by the number of dice rolled, from 0 on.
        card: what the card says; None without a match, or if the card is not kept.
    """

    DOCUMENT = "advise.advise_document"
    KEYS = ("match", "*standing", "*now", "*advice", "why", "card", "left_out")

    loaded: LoadedRuleset
    standing: ShownStanding
    turn: SolvedTurn | None
    now: Now
    advice: Advice
    left_out: tuple[str, ...] = ()
    farkles: tuple[float, ...] = ()
    card: CardChoice | None = None

    @cached_property
    def hands(self) -> Hands:
        """The dice of each hand, if dice are of several kinds."""
        return hands_of(self.loaded.ruleset)

    def words(self, fallen: tuple[int, ...]) -> str:
        return self.hands.roll_words(fallen)

    @property
    def match(self) -> bool:
        """Whether the chance to win is asked for; if not, scores mean nothing."""
        return self.turn is not None

    @property
    def why(self) -> str:
        """Why the first choice is the best, in one or two sentences."""
        return " ".join(f"{upper_first(text)}." for text in _why(self))

    @property
    def shown(self) -> list[Option]:
        """The choices, without those that score fewer points for the same dice."""
        return [option for option in self.advice.options if not option.fewer]

    @property
    def asked(self) -> Asked:
        """Which dice to keep, whether to bank, or whether to take over."""
        if self.now.roll:
            return "roll"
        return "dice" if self.standing.match_state.inherit is None else "inherit"


def advise_document(result: AdviseResult) -> doc.Document:
    """The choices as a table, or what a roll comes to that leaves none."""
    facts = [("Now", _now(result))]
    facts += result.standing.facts if result.match else result.standing.own_facts
    blocks: list[doc.Block] = [doc.Facts(tuple(facts)), _verdict(result)]
    if result.why:
        blocks.append(doc.Paragraph(result.why))
    if result.card is not None:
        blocks.append(doc.Paragraph(card_words(result, result.card)))
    if result.shown:
        blocks.append(option_table(result.shown, result.hands))
    notes = tuple(_notes(result))
    if notes:
        blocks.append(doc.Notes(notes))
    aim = f"({result.standing.words})" if result.match else "for points"
    return doc.Document(
        "advise",
        f"{result.loaded.name}: what to do {aim}",
        tuple(blocks),
        result,
        result.advice.options,
        Option,
    )


def nearest_document(asked: int, results: Sequence[AdviseResult]) -> doc.Document:
    """Advice for the turn scores that are nearest to one that cannot occur."""
    first = results[0]
    dice = dice_words(first.now.thrown)
    scores = listed([points(result.now.turn_score) for result in results])
    near = f"the nearest that can is {scores}" if len(results) == 1 else f"the nearest are {scores}"
    said = (
        f"{dice} to roll with a turn score of {points(asked)} cannot occur in this game: no way of "
        f"setting dice aside leads there. With that many dice {near}."
    )
    documents = [advise_document(result) for result in results]
    blocks: list[doc.Block] = [doc.Paragraph(doc.Cell(said, "bad"))]
    for result, document in zip(results, documents, strict=True):
        blocks += [doc.Heading(f"With {points(result.now.turn_score)}"), *document.blocks]
    return replace(documents[0], blocks=tuple(blocks))


def _now(result: AdviseResult) -> str:
    score = f"turn score {points(result.now.turn_score)}"
    if result.asked == "roll":
        return f"{result.words(result.now.roll)} rolled, {score}"
    if result.asked == "dice":
        return f"{result.hands.words(result.now.thrown)} to roll, {score}"
    assert result.standing.match_state.inherit is not None
    inherited, dice = result.standing.match_state.inherit
    return f"{points(inherited)} with {dice_words(dice)} to take over"


def _verdict(result: AdviseResult) -> doc.Paragraph:
    if not result.advice.options:
        return doc.Paragraph(doc.Cell(*_WITHOUT_CHOICE[result.advice.outcome or "farkle"]))
    best = result.advice.options[0]
    if result.asked != "roll":
        return doc.Paragraph(doc.Cell(f"{best.then.capitalize()}.", "strong"))
    then = "bank" if best.then == "bank" else f"roll {result.hands.words(best.dice_left)}"
    keep = f"Set aside {result.words(best.keep)} for {points(best.points)}, then {then}."
    return doc.Paragraph(doc.Cell(keep, "strong"))


def card_words(result: AdviseResult, card: CardChoice) -> str:
    """Whether the card says the same, and what perfect play gains if not."""
    best = result.advice.options[0]
    says, better = _action(result, card.option), _action(result, best)
    if says == better:
        return "Your card says the same."
    if card.cost == 0:
        return f"Your card {says}, which wins as often."
    gain = 100 * card.cost
    games = f"{points(gain, 1 if gain >= 0.1 else 2)}" if gain >= 0.01 else "less than 0.01"
    return (
        f"Your card {says}; perfect play {better} and gains {games} games in 100. "
        f"A card of {count(card.numbers, 'number')} cannot fit every score."
    )


def _action(result: AdviseResult, option: Option) -> str:
    """What a player does: `sets aside 1 5 and banks`."""
    does = {"bank": "banks", "roll": "rolls"}.get(option.then, option.then)
    if result.asked == "roll":
        return f"sets aside {result.words(option.keep)} and {does}"
    if result.asked == "dice":
        return does
    return {"take over": "takes the turn over", "start afresh": "starts afresh"}[option.then]


_WITHOUT_CHOICE: dict[Fall, tuple[str, doc.Emphasis]] = {
    "wins": ("This roll wins the game at once.", "good"),
    "disaster": ("This roll is a disaster: the turn is over.", "bad"),
    "farkle": ("This roll is a farkle: nothing scores.", "bad"),
    "scores": ("All that scores would go past the goal: this roll is a farkle.", "bad"),
}
"""What to say of a roll that leaves no choice, and how it stands out."""


def option_table(
    options: Sequence[Option], hands: Hands, decimals: int = DECIMALS, note: str = ""
) -> doc.Table:
    """Choices, best first: what to keep, what is left and what to do then, if it is a roll; the
    chance to win and the expected score, where they are known."""
    left: doc.Align = "right" if hands.uniform else "left"
    columns: dict[doc.Column, Callable[[Option], str]] = {}
    if options[0].keep:
        columns |= {
            doc.Column("set aside"): lambda option: hands.roll_words(option.keep),
            doc.Column("points", "right"): lambda option: points(option.points),
            doc.Column("left", left): lambda option: (
                points(option.dice_left) if hands.uniform else hands.words(option.dice_left)
            ),
        }
    columns[doc.Column("then")] = lambda option: option.then
    if any(option.win_probability is not None for option in options):
        columns[doc.Column("you win", "right")] = lambda option: (
            "" if option.win_probability is None else percent(option.win_probability, decimals)
        )
    if any(option.expected_score is not None for option in options):
        columns[doc.Column("expected score", "right")] = lambda option: (
            "" if option.expected_score is None else _score(option.expected_score)
        )
    rows = (
        (points(rank), *(text(option) for text in columns.values()))
        for rank, option in enumerate(options, start=1)
    )
    return doc.Table((doc.Column("#", "right"), *columns), tuple(rows), note=note)


def _score(score: float) -> str:
    """Points that are expected: whole where they are certain, as those that are banked."""
    return points(int(score) if score.is_integer() else score, POINTS_DECIMALS)


def _notes(result: AdviseResult) -> Iterator[str]:
    ruleset = result.loaded.ruleset
    if any(option.hot_dice for option in result.advice.options):
        dice = dice_words(ruleset.dice)
        must = ", which must be rolled" if ruleset.hot_dice == "required" else ""
        yield f"With every die set aside you roll all of them again: {dice} left{must}."
    left = {option.dice_left for option in result.advice.options if not option.hot_dice}
    if left & set(rolled_on(ruleset)) - {result.hands.all}:
        yield "One die left must be rolled."
    if result.asked == "dice" and not any(
        option.then == "bank" for option in result.advice.options
    ):
        yield "The rules do not let you bank now."
    if result.asked == "inherit":
        yield "If you take a turn over, you must roll at least once."
    if result.match and any(option.expected_score is not None for option in result.advice.options):
        yield (
            "Expected score: what this turn brings on average if you play for the most points in "
            "the long run."
        )
    if any((option.expected_score or 0) < 0 for option in result.advice.options):
        yield "Below zero: farkles in this turn and after it cost more than the turn brings."
    if result.advice.options:
        yield from result.left_out
    if result.turn is not None:
        yield from floor_notes(result.standing)


FEW = 2

NOTHING = 1e-9
"""A cost below this is rounding."""

_INSTEAD: dict[Then, str] = {
    "bank": "banking",
    "roll": "rolling on",
    "take over": "taking over",
    "start afresh": "starting afresh",
}
"""Choices as what somebody does instead."""


def _why(result: AdviseResult) -> Iterator[str]:
    """What can happen to the dice that are rolled next, and what the second-best choice costs."""
    if not result.shown:
        return
    best, *others = result.shown
    of_roll = best.keep or best.then in ("roll", "take over")
    rolling = best if of_roll else others[0] if others else None
    if rolling is not None and rolling.then != "start afresh":
        yield _of_dice(result, best, rolling)
    if others:
        yield _of_other(result.loaded.ruleset, best, others[0])


def _of_dice(result: AdviseResult, best: Option, rolling: Option) -> str:
    ruleset, hands = result.loaded.ruleset, result.hands
    dice, rolls = rolling.dice_left, best.then in ("roll", "take over")
    chance, several = result.farkles[dice], hands.sizes[dice] > 1
    verb = "would farkle" if not rolls else "farkle" if several else "farkles"
    says = f"{verb} {percent(chance, FEW)} of the time" if chance else "cannot farkle"
    words = f"{hands.words(dice)} {says}"
    if rolling.turn_score and chance and not ruleset.farkle.keeps_turn_score:
        lose = "lose" if several or not rolls else "loses"
        words += f" and {lose} the {points(rolling.turn_score)} points"
    penalty = _penalty(result)
    if penalty and chance:
        streak = ruleset.farkle.streak or 1
        row = f"as the {ordinal(streak)} in a row " if streak > 1 else ""
        words += f", and {row}that {'costs' if rolls else 'would cost'} {penalty}"
    worth = rolling.expected_score
    if rolling.then == "bank" or rolling.win_probability is not None or worth is None:
        return words
    if _plain(ruleset) and chance < 1:
        ends = round(worth / (1 - chance))
        link = f"{'; otherwise' if chance else ', and'} the turn {'ends' if rolls else 'would end'}"
        words += f"{link} with {points(ends)} on average"
    return words


def _penalty(result: AdviseResult) -> str:
    """What one more farkle costs of the banked score; empty if nothing."""
    ruleset, state = result.loaded.ruleset, result.standing.match_state
    farkle = ruleset.farkle
    if farkle.streak is None or state.my_farkles + 1 < farkle.streak or not farkle.penalty:
        return ""
    if farkle.penalty == "all":
        return "" if result.match and state.mine <= 0 else "all banked points"
    if farkle.lowest_score is None:
        return count(farkle.penalty, "banked point")
    if not result.match:
        return f"up to {count(farkle.penalty, 'banked point')}"
    above = max(state.mine - rounded_up(farkle.lowest_score, unit(ruleset)), 0)
    lost = min(farkle.penalty, above)
    return count(lost, "banked point") if lost else ""


def _of_other(ruleset: Ruleset, best: Option, other: Option) -> str:
    if other.keep:
        instead = f"setting aside {hands_of(ruleset).roll_words(other.keep)} instead"
    else:
        instead = f"{_INSTEAD[other.then]} instead"
    if best.win_probability is not None and other.win_probability is not None:
        cost = 100 * (best.win_probability - other.win_probability)
        unit = "percentage points of the chance to win"
    else:
        assert best.expected_score is not None
        assert other.expected_score is not None
        cost, unit = best.expected_score - other.expected_score, "points on average"
    if cost < NOTHING:
        return f"{instead} is as good"
    whole = round(cost, 6)
    return f"{instead} costs {points(int(whole) if whole.is_integer() else cost, FEW)} {unit}"


def _plain(ruleset: Ruleset) -> bool:
    """Whether a farkle brings nothing, costs nothing but the turn score, and the turn is all that
    counts, so that what a turn is worth is the chance of no farkle times what it ends with."""
    farkle, bank = ruleset.farkle, ruleset.bank
    return not (
        farkle.keeps_turn_score
        or farkle.first_roll_points
        or farkle.all_dice_points
        or farkle.penalty
        or farkle.first_roll_penalty
        or ruleset.disaster
        or ruleset.instant_win
        or bank.has_opening
        or ruleset.piggyback != "none"
    )
