"""One turn: the card, the full table, odds of rolls, the chance to reach a number of points."""

from __future__ import annotations

from collections.abc import Sequence

from farklegen.api.loading import Reference, study_of
from farklegen.cards.card import Analysis
from farklegen.errors import ArgumentError, named
from farklegen.report.card import CardResult
from farklegen.report.odds import OddsResult
from farklegen.report.reach import ReachResult
from farklegen.rules.bringing import hand_of_so_many, read_hand
from farklegen.rules.hands import hands_of
from farklegen.solvers.arguments import Arguments
from farklegen.solvers.moves import turn_moves
from farklegen.solvers.progress import Progress, Report
from farklegen.solvers.reach import reach as best_chance
from farklegen.solvers.reach_rounds import reach_in_rounds
from farklegen.solvers.turn_state_checks import MOST_HOT_DICE, MOST_ROWS, nearest_scores


def table(
    rules: Reference,
    *,
    numbers: int | None = None,
    step: int | None = None,
    quick: bool = False,
    match: bool = False,
    progress: Progress | None = None,
    report: Report | None = None,
) -> CardResult:
    """The card to memorise, as `farklegen table` prints it.

    It looks at the end of the game if the match can be solved in about a minute, or was before;
    otherwise it is the card by points.

    Args:
        numbers: the card has at most this many; by default the fewest that lose almost nothing.
        quick: whether to leave the match out.
        match: whether to solve it however long it takes.
    """
    arguments = Arguments()
    numbers, step = arguments.whole("numbers", numbers), arguments.whole("step", step)
    arguments.truth("quick", quick)
    arguments.truth("match", match)
    study = study_of(arguments, rules, None, progress, report, mixed=True).rounded_to(step)
    ladder = study.points_ladder if quick else study.card_ladder(always=match)
    found = CardResult(study.analysis, ladder, numbers)
    assert found.card  # refuses too few numbers
    return found


def full_table(rules: Reference, *, step: int | None = None) -> Analysis:
    """The strategy with the best expected score, and its full table of break points.

    Args:
        step: values in the table are rounded up to multiples of this, points; by default the
            greatest common divisor of points that a turn can bring.
    """

    arguments = Arguments()
    step = arguments.whole("step", step)
    return study_of(arguments, rules, mixed=True).rounded_to(step).analysis


def odds(rules: Reference, *, dice: int | str | None = None) -> OddsResult:
    """How often a roll farkles, and how often it holds what, by number of dice.

    Args:
        dice: only for so many; for every number of dice by default. Dice of different kinds by
            name: `"lucky=2,odd=1"`.
    """
    arguments = Arguments()
    if isinstance(dice, str):
        study = study_of(arguments, rules, mixed=True)
        hand = read_hand(hands_of(study.ruleset), dice, named("dice"))
        return OddsResult(study.loaded, (study.odds[hand - 1],))
    dice = arguments.whole("dice", dice)
    study = study_of(arguments, rules, mixed=True)
    most, sizes = study.ruleset.dice, hands_of(study.ruleset).sizes
    if dice is not None and dice > most:
        raise ArgumentError(
            f"{named('dice')}: there are no {dice} dice to roll: this game has {most}. Give a "
            f"number from 1 to {most}"
        )
    counted = (each for each in study.odds if dice in (None, sizes[each.dice]))
    return OddsResult(study.loaded, tuple(counted))


def reach(
    rules: Reference,
    *,
    points: int,
    dice: int | str | None = None,
    turn_score: int = 0,
    hot_dice: int = 0,
    on_board: bool = True,
    rounds: int | None = None,
    my_farkles: int = 0,
) -> ReachResult:
    """The best chance of at least `points` in one turn, or in several rounds.

    Args:
        points: points to bank at least.
        dice: dice to roll next; all of them by default. Dice of different kinds by name:
            `"lucky=2,odd=1"`.
        turn_score: points set aside so far in the turn.
        hot_dice: hot dice so far, where their bonus grows.
        on_board: whether the player has banked before.
        rounds: turns in which to bank them, penalties taken off; one turn by default, and its dice
            and turn score then.
        my_farkles: farkles in a row before the first of several rounds.
    """
    arguments = Arguments()
    points = arguments.number("points", points)
    by_name = dice if isinstance(dice, str) else None
    number = None if isinstance(dice, str) else arguments.whole("dice", dice)
    turn_score = arguments.number("turn_score", turn_score)
    hot_dice = arguments.number("hot_dice", hot_dice)
    rounds = arguments.whole("rounds", rounds)
    my_farkles = arguments.number("my_farkles", my_farkles)
    arguments.truth("on_board", on_board)
    study = study_of(arguments, rules, mixed=rounds is None, what="several rounds")
    hands = hands_of(study.ruleset)
    if by_name is not None:
        number = read_hand(hands, by_name, named("dice"))
    elif number is not None and rounds is None:
        number = hand_of_so_many(hands, number, named("dice"))
    if rounds is None and my_farkles:
        raise ArgumentError(
            f"{named('my_farkles')} makes a difference in several rounds only. Give "
            f"{named('rounds')} as well, or leave it out"
        )
    if rounds is not None:
        if number is not None or turn_score or hot_dice:
            raise ArgumentError(
                f"{named('rounds')} asks before the first roll of a turn. Leave {named('dice')}, "
                f"{named('turn_score')} and {named('hot_dice')} out"
            )
        found = reach_in_rounds(
            study.ruleset, study.tables, points, rounds, my_farkles=my_farkles, on_board=on_board
        )
        return ReachResult(study.loaded, found)
    return ReachResult(
        study.loaded,
        best_chance(
            study.ruleset,
            study.tables,
            points,
            dice=number,
            turn_score=turn_score,
            hot_dice=hot_dice,
            on_board=on_board,
        ),
    )


def nearest_turn_scores(
    rules: Reference,
    *,
    turn_score: int,
    roll: Sequence[int] = (),
    dice: int | None = None,
    hot_dice: int = 0,
) -> tuple[int, ...]:
    """The turn scores with which so many dice can be rolled: the given one if it can occur, else
    the nearest below and above it. None for dice of different kinds.

    Args:
        turn_score: points set aside so far.
        roll: the faces thrown.
        dice: dice to roll, in place of a roll.
        hot_dice: hot dice so far, where their bonus grows.
    """
    arguments = Arguments()
    turn_score = arguments.number("turn_score", turn_score)
    thrown = len(arguments.faces("roll", roll)) or arguments.whole("dice", dice)
    hot_dice = arguments.number("hot_dice", hot_dice)
    study = study_of(arguments, rules, mixed=True)
    ruleset = study.ruleset
    grows = ruleset.hot_dice_bonus is not None and ruleset.hot_dice_bonus.step
    counts = min(hot_dice, MOST_HOT_DICE) + 2 if grows else 1
    if not thrown or dice not in (None, thrown) or not hands_of(ruleset).plain:
        return ()
    moves = turn_moves(ruleset, study.tables, best_only=False, hot_counts=counts)
    if turn_score > MOST_ROWS * moves.unit:
        return ()
    return nearest_scores(ruleset, moves, thrown, turn_score, hot_dice)
