"""One turn: the card, the full table, odds of rolls, the chance to reach a number of points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, overload

from farklegen.api import arguments as takes
from farklegen.api.arguments import FOR_TWO, Asked, Named, answers, question, refuse
from farklegen.api.loading import read_their_dice, study_of
from farklegen.errors import ArgumentError, UnsolvableError, named
from farklegen.rules.patterns import MAX_ROUNDS
from farklegen.solvers.game import MOST_PLAYERS
from farklegen.solvers.progress import expect

if TYPE_CHECKING:
    from farklegen.api.classes import CardResult, OddsResult, ReachResult, SeveralTableResult, Study
    from farklegen.cards.ladder import Ladder
    from farklegen.study.estimate import Work

Numbers = Annotated[
    int | str,
    takes.Whole(
        "K", "The card of that many numbers, or all: the full table. Default: the fewest numbers "
        "that lose almost nothing.", 0, word="all",
    ),
]  # fmt: skip


def _table(asked: Asked) -> Iterator[str]:
    if 2 < asked["players"] <= MOST_PLAYERS:
        yield from refuse(asked, "step quick numbers full their_dice", FOR_TWO)
    elif asked["their_dice"] is not None:
        same = "is only known if both bring the same dice; leave it or {their_dice} out"
        yield from refuse(asked, "full quick", same)
    elif asked["full"] and asked["numbers"] not in (None, "all"):
        yield (
            f"{named('numbers')} is about the card, {named('full')} about every situation; leave "
            "one of them out"
        )
    if asked["match"] and asked["quick"]:
        yield (
            f"{named('match')} solves the match, which {named('quick')} leaves out; leave one of "
            "them out"
        )


@overload
def table(rules: takes.Rules, *, players: Literal[2] = 2, **options: Any) -> CardResult: ...
@overload
def table(rules: takes.Rules, **options: Any) -> CardResult | SeveralTableResult: ...
@answers(_table)
def table(
    rules: takes.Rules,
    *,
    step: takes.Step | None = None,
    quick: Annotated[
        bool, takes.Flag("Leave out the match: the card by points, or the full table alone.")
    ] = False,
    numbers: Numbers | None = None,
    full: Annotated[
        bool, takes.Flag("Also every situation: its value, and whether to bank or to roll.")
    ] = False,
    match: Annotated[bool, takes.Flag("Solve the match, however long it takes.")] = False,
    players: takes.Players = 2,
    their_dice: takes.TheirDice | None = None,
    price: Annotated[bool, takes.Flag()] = False,
) -> CardResult | SeveralTableResult:
    """The card to learn by heart.

    The card has the fewest numbers that lose almost nothing. It says which dice to set aside, when
    to bank, what to do near the end of the game, and how often it wins against perfect play.
    `numbers` all prints the full table. `players` 3 looks for the card for a table of three,
    `their_dice` shows what it wins against other dice.
    """
    from farklegen.report.card import CardResult
    from farklegen.study.estimate import estimate

    if 2 < players <= MOST_PLAYERS:
        return _table_of_several(rules, players, price=price)
    study = study_of(rules).like(step=step)
    if players > 2:
        study.report(takes.LEADER.format(players))
    if their_dice is not None:
        return _against(study, their_dice, numbers, price=price)
    made = CardResult(study.analysis, full=full)
    few = None if isinstance(numbers, str) else numbers
    whole = full or numbers == "all"
    priced = not quick and (whole or price)
    by_match = not (quick or whole) and (match or study.card_is_by_match)
    wanted: list[Work] = ["ladder"] if by_match else []
    wanted += ["price"] if priced else []
    expect(study.progress, estimate(study, wanted))
    if not whole:
        ladder, notes = _ladder(study, quick=quick, by_match=by_match)
        made = replace(made, cards=ladder, rung=ladder.best(few), notes=notes)
    try:
        return replace(made, price=study.price) if priced else made
    except UnsolvableError as error:
        return replace(made, notes=(str(error),)) if whole else made


def _ladder(study: Study, *, quick: bool, by_match: bool) -> tuple[Ladder, tuple[str, ...]]:
    """The ladder of a ruleset, by what cards win or by points alone; and notes in sentences: how to
    get a ladder by the match, or why there is none."""
    from farklegen.study.estimate import estimate

    if by_match:
        try:
            return study.ladder, ()
        except UnsolvableError as error:
            return study.points_ladder, (f"By points alone: {error}.",)
    if quick:
        return study.points_ladder, ()
    ahead = estimate(study, ("ladder",))
    offer = (
        f"This card ignores the end of the game. {named('match')} adds it; on this computer "
        f"that takes about {ahead.words}."
    )
    return study.points_ladder, (offer, *([ahead.advice] if ahead.advice else []))


def _against(
    study: Study, their_dice: Named, numbers: int | str | None, *, price: bool
) -> CardResult:
    """My card, or the full table, against other dice."""
    from farklegen.report.card import CardResult
    from farklegen.report.match import Against, TwoSetsResult
    from farklegen.study.estimate import estimate
    from farklegen.study.study import Facing

    facing = Facing(study, read_their_dice(study, their_dice))
    facing.listen(study.progress, study.report)
    expect(study.progress, estimate(facing, ("ladder",)))
    ladder = facing.ladder
    whole = isinstance(numbers, str)
    made = CardResult(facing.analysis, price=facing.price if whole or price else None)
    if not isinstance(numbers, str):
        made = replace(made, cards=ladder, rung=ladder.best(numbers))
    chances = made.rung.chances if made.rung else made.price and made.price.with_go_for_it
    assert chances
    match = TwoSetsResult(study.loaded, facing.theirs.loaded, facing.match)
    return replace(made, against=Against(chances, match))


def _table_of_several(rules: takes.Rules, players: int, *, price: bool) -> SeveralTableResult:
    from farklegen.report.card import SeveralTableResult
    from farklegen.report.match import AtTable
    from farklegen.study import seats
    from farklegen.study.estimate import estimate, estimate_table

    study = study_of(rules, of_one_kind=SEVERAL)
    compared = seats.COMPARED if price else ()
    ahead = estimate_table(study, players, len(compared), card=True)
    if ahead.parts:  # none of what is refused
        ahead += estimate(study, ("ladder", "price") if price else ("ladder",))
        expect(study.progress, ahead)
    card = study.multiplayer_card(players)
    met = {"card": card.met, "card:leader": card.met_for_two} if price else {}
    for name in compared:
        table = [seats.sitting(name), *[seats.sitting("optimal")] * (players - 1)]
        met[name] = seats.duel(study, table)
    ways = tuple(AtTable.of(name, each) for name, each in met.items())
    return SeveralTableResult(study.analysis, players, card, ways)


SEVERAL = "a match of three and more"
"""What is refused for dice of different kinds."""


@question()
def odds(
    rules: takes.Rules,
    *,
    dice: Annotated[
        int | str,
        takes.Dice("Only for that many dice. Default: for every number of dice. Different dice by "
            "name: lucky=2,odd=1."),
    ] | None = None,
) -> OddsResult:  # fmt: skip
    """How often a roll farkles, or holds each combination.

    For each number of dice it has the chance of a farkle and of each combination. Every roll counts
    once, under its most valuable combination, as on printed rules sheets. Beside that is the chance
    that a roll contains the combination at all.
    """
    from farklegen.report.odds import OddsResult
    from farklegen.rules.hands import hands_of, read_hand

    study = study_of(rules)
    hands, most = hands_of(study.ruleset), study.ruleset.dice
    if isinstance(dice, str):
        hand = read_hand(hands, dice, named("dice"))
        return OddsResult(study.loaded, (study.odds[hand - 1],))
    if dice is not None and dice > most:
        raise ArgumentError(
            f"{named('dice')}: there are no {dice} dice to roll: this game has {most}. Give a "
            f"number from 1 to {most}"
        )
    counted = (each for each in study.odds if dice in (None, hands.sizes[each.dice]))
    return OddsResult(study.loaded, tuple(counted))


def _reach(asked: Asked) -> Iterator[str]:
    if asked["rounds"] is None and asked["my_farkles"]:
        yield (
            f"{named('my_farkles')} makes a difference in several rounds only. Give "
            f"{named('rounds')} as well, or leave it out"
        )
    if asked["rounds"] is not None and any(map(asked.get, ("dice", "turn_score", "hot_dice"))):
        yield (
            f"{named('rounds')} is for before the first roll of a turn. Leave {named('dice')}, "
            f"{named('turn_score')} and {named('hot_dice')} out"
        )


@question(_reach)
def reach(
    rules: takes.Rules,
    *,
    points: Annotated[
        int,
        takes.Whole(
            "N", "How many points the turn must bring at least (required).", 1
        ),
    ],
    dice: Annotated[
        int | str,
        takes.Dice("Dice about to be rolled. Default: all of them. Different dice by name: "
            "lucky=2,odd=1."),
    ] | None = None,
    turn_score: takes.TurnScore = 0,
    hot_dice: takes.HotDice = 0,
    rounds: Annotated[
        int,
        takes.Whole(
            "N", "Count this many turns together, and take penalties off.", 1, MAX_ROUNDS
        ),
    ] | None = None,
    my_farkles: takes.MyFarkles = 0,
    off_board: Annotated[
        bool, takes.Flag("The player has not banked yet: the opening minimum holds.")
    ] = False,
) -> ReachResult:  # fmt: skip
    """The best chance of enough points in a turn, or in several.

    The question of a last turn: how likely are you to get there if nothing else counts, and which
    dice do you set aside for it?
    """
    from farklegen.report.odds import ReachResult
    from farklegen.rules.hands import hand_of_number, hands_of, read_hand
    from farklegen.solvers.reach import reach as best_chance
    from farklegen.solvers.reach import reach_in_rounds

    study = study_of(rules, of_one_kind="several rounds" if rounds is not None else "")
    if rounds is not None:
        in_rounds = reach_in_rounds(
            study.ruleset, study.tables, points, rounds, my_farkles=my_farkles,
            on_board=not off_board,
        )  # fmt: skip
        return ReachResult(study.loaded, in_rounds)
    hands = hands_of(study.ruleset)
    if isinstance(dice, str):
        dice = read_hand(hands, dice, named("dice"))
    elif dice is not None:
        dice = hand_of_number(hands, dice, named("dice"))
    found = best_chance(
        study.ruleset, study.tables, points, turn_score=turn_score, hot_dice=hot_dice,
        dice=dice, on_board=not off_board,
    )  # fmt: skip
    return ReachResult(study.loaded, found)
