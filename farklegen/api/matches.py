"""The match of two perfect players: solved, turn by turn, and choice by choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from farklegen.api.loading import Reference, load, study_of, study_to_floor
from farklegen.errors import ArgumentError, UnsolvableError, named
from farklegen.play.players import CardChoice, card_choice, game_at, policy_player
from farklegen.policies.reference import parse
from farklegen.report.advise import AdviseResult
from farklegen.report.dice import BestDice, MatchedSet
from farklegen.report.match import SolveResult, TwoSetsResult
from farklegen.report.turn import TurnResult
from farklegen.rules.bringing import EXAMPLE, FALLEN, read_brought, read_fallen, read_hand
from farklegen.rules.hands import hands_of, refuse_mixed
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.advice import Advice, MatchOutlook, Outlooks, advice, points_outlook
from farklegen.solvers.arguments import MOST_TOLERANCE, Arguments
from farklegen.solvers.best_dice import rank_dice
from farklegen.solvers.match.match_state import MatchState
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.match.two_sets import check_two_sets
from farklegen.solvers.match_state_checks import (
    GivenState,
    advise_problems,
    match_problems,
    only_taken_over,
)
from farklegen.solvers.progress import Progress, Report, silent
from farklegen.solvers.turn_state_checks import Now, check, hot_dice_problems, past_problems
from farklegen.study.study import Study


def solve(
    rules: Reference,
    *,
    floor: int | None = None,
    tolerance: float | None = None,
    length: bool = False,
    head_start: bool = False,
    progress: Progress | None = None,
    report: Report | None = None,
) -> SolveResult:
    """The two-player match between perfect players.

    The solution is kept on disk, where `turn` and `advise` find it.

    Args:
        floor: score below zero at which scores are cut off, where a penalty has no limit.
        tolerance: error of chances to win; at most 1e-8, the default.
        length: whether to work out how many turns a game takes, too.
        head_start: whether to work out the fair head start, too, where a first bank has a minimum
            of its own: that takes a longer match. Elsewhere it is known in any case.
    """
    arguments = Arguments()
    floor = arguments.whole("floor", floor)
    tolerance = arguments.tolerance("tolerance", tolerance)
    arguments.truth("length", length)
    arguments.truth("head_start", head_start)
    study = study_to_floor(arguments, rules, floor, progress, report).within(tolerance)
    if length:
        from farklegen.solvers.match.length import check_length

        check_length(study.ruleset)
    found = study.solution
    first = found.win_probability(found.start())
    turns = study.length if length else None
    fair = study.head_start if head_start or study.has_head_start else None
    return SolveResult(study.loaded, first, fair, found.certificate, turns, study.best_total)


def turn(
    rules: Reference,
    *,
    mine: int,
    theirs: int,
    my_farkles: int = 0,
    their_farkles: int = 0,
    first: bool = True,
    rounds_left: int | None = None,
    on_board: bool | None = None,
    their_on_board: bool | None = None,
    previous: int | None = None,
    inherit: tuple[int, int] | None = None,
    hot_dice: int = 0,
    their_dice: str | Mapping[str, int] | None = None,
    floor: int | None = None,
    tolerance: float | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> TurnResult:
    """The complete strategy of one turn of a match between perfect players.

    Solves the match first, unless that has been done.

    Args:
        mine: banked score of the player to move.
        theirs: that of the other one; at or past the goal, this is the last turn.
        my_farkles, their_farkles: farkles in a row.
        first: whether the player to move is the one who moved first in the game.
        rounds_left: turns that the player to move still has, this one included, where the rules
            count rounds.
        on_board, their_on_board: whether they have banked before; by default, with a score above
            zero.
        previous: what was banked on the turn before; by default nothing, or what is inherited.
        inherit: turn score and dice of the turn that may be taken over.
        hot_dice: hot dice that paid a growing bonus, for the states to be told.
        their_dice: the dice of the other player, as for `solve_two_sets`; by default the same.
    """
    arguments = Arguments()
    mine, theirs = arguments.number("mine", mine), arguments.number("theirs", theirs)
    given = GivenState(
        mine, theirs, my_farkles, their_farkles, first, on_board, their_on_board, previous, inherit,
        rounds_left,
    )  # fmt: skip
    given, hot_dice, floor = _looked_at(arguments, given, hot_dice, floor)
    tolerance = arguments.tolerance("tolerance", tolerance)
    study = study_of(
        arguments, rules, floor, progress, report, mixed=given.inherit is None,
        what="taking a turn over (inherit)",
    )  # fmt: skip
    match_state = given.match_state(study.ruleset)
    study = study.within(tolerance).solved_for(match_state)
    check(match_problems(study.ruleset, study.tables, study.floor, match_state, study.head_starts))
    found = solution_against(study, their_dice)
    only_taken = only_taken_over(found.rules.every_move, match_state.inherit)
    result = TurnResult(
        study.loaded, found.turn(match_state), hot_dice, only_taken, their_dice=words_of(their_dice)
    )
    check(hot_dice_problems(hot_dice, any(state.reachable for state in result.states)))
    return result


def advise(
    rules: Reference,
    *,
    mine: int | None = None,
    theirs: int | None = None,
    turn_score: int = 0,
    roll: Sequence[int] | str = (),
    dice: int | str | None = None,
    my_farkles: int = 0,
    their_farkles: int = 0,
    first: bool = True,
    rounds_left: int | None = None,
    on_board: bool | None = None,
    their_on_board: bool | None = None,
    previous: int | None = None,
    inherit: tuple[int, int] | None = None,
    hot_dice: int = 0,
    their_dice: str | Mapping[str, int] | None = None,
    floor: int | None = None,
    tolerance: float | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> AdviseResult:
    """What to do now, every choice ranked: by the chance to win where both scores are given, else
    by the points that are expected in the long run.

    Args:
        mine, theirs: banked scores, of the player to move and of the other one; both or none.
        turn_score: points set aside before the roll.
        roll: the faces thrown: which to keep? Dice of different kinds by name:
            `"lucky=1,odd=5"`.
        dice: dice left to roll, in place of a roll: bank or roll? By name: `"lucky=2,odd=1"`.
        inherit: turn score and dice that may be taken over, in place of both: take over?
        my_farkles, their_farkles, first, rounds_left, on_board, their_on_board, previous,
            hot_dice, their_dice: as for `turn`.
    """
    arguments = Arguments()
    mine, theirs = arguments.whole("mine", mine), arguments.whole("theirs", theirs)
    turn_score = arguments.number("turn_score", turn_score)
    by_name = named_dice(roll, dice)
    number = None if by_name else arguments.whole("dice", dice)
    faces = () if by_name else arguments.faces("roll", roll)
    given = GivenState(
        mine, theirs, my_farkles, their_farkles, first, on_board, their_on_board, previous, inherit,
        rounds_left,
    )  # fmt: skip
    given, hot_dice, floor = _looked_at(arguments, given, hot_dice, floor)
    tolerance = arguments.tolerance("tolerance", tolerance)
    study = study_of(arguments, rules, floor, progress, report, mixed=True)
    ruleset, usual = study.ruleset, study
    if given.inherit is not None:
        refuse_mixed(ruleset, "taking a turn over (inherit)")
    if hands_of(ruleset).alike and not by_name:
        now = Now(turn_score, faces, number, hot_dice)
    else:
        now = now_by_name(ruleset, turn_score, roll, dice, hot_dice)
    match_state = given.match_state(ruleset)
    scores = (mine, theirs)
    if mine is not None and theirs is not None:
        study = study.within(tolerance).solved_for(match_state)
    tables = study.tables
    check(
        advise_problems(
            ruleset, tables, study.floor, scores, match_state, now, head_starts=study.head_starts,
            tolerance=tolerance,
        )
    )  # fmt: skip
    match = None
    if mine is not None:
        match = MatchOutlook(solution_against(study, their_dice).turn(match_state))
        check(past_problems(match.turn, now))
    points, left_out = points_outlook(ruleset, tables, match_state, needed=match is None)
    found_advice = advice(ruleset, Outlooks(match, points), match_state, now)
    turn = None if match is None else match.turn
    farkles = tuple(tables.farkle_probability(instant_wins=match is not None).tolist())
    card = None
    if match is not None and their_dice is None and found_advice.options:
        card = _by_card(usual, match, match_state, now, found_advice)
    return AdviseResult(
        study.loaded, match_state, turn, now, found_advice, left_out, farkles,
        their_dice=words_of(their_dice), card=card,
    )  # fmt: skip


def _by_card(
    study: Study, outlook: MatchOutlook, match_state: MatchState, now: Now, found: Advice
) -> CardChoice | None:
    """What the card of the rules does; None unless it is kept, as it is not searched for here."""
    try:
        rung = study.kept_card()
        if rung is None:
            return None
        player = policy_player(
            parse("card"), study.ruleset, study.tables,
            by_card=partial(rung.way.policy, study.analysis),
        )  # fmt: skip
    except UnsolvableError:
        return None
    game = game_at(study.ruleset, study.floor, match_state, now)
    return card_choice(game, player, rung.numbers, outlook, found.options)


def solve_two_sets(
    rules: Reference,
    *,
    their_dice: str | Mapping[str, int],
    progress: Progress | None = None,
    report: Report | None = None,
) -> TwoSetsResult:
    """The match of two perfect players who bring different dice.

    The solution is kept on disk, where `turn` and `advise` find it.

    Args:
        rules: the rules, with the dice of the one player.
        their_dice: those of the other one, name of a kind -> how many, or the same as text:
            `lucky=3,odd=2,ordinary=1`.
    """
    arguments = Arguments()
    study = study_of(arguments, rules, None, progress, report, mixed=True)
    dice = read_their_dice(study, their_dice)
    return TwoSetsResult(study.loaded, study.bringing(dice).loaded, study.against(dice))


def read_their_dice(study: Study, their_dice: str | Mapping[str, int]) -> dict[str, int]:
    """The dice of the other player."""
    return read_brought(study.ruleset, their_dice, named("their_dice"), all_of_them=True)


def solution_against(study: Study, their_dice: str | Mapping[str, int] | None) -> MatchSolution:
    """The match by the player whose dice the rules have."""
    if their_dice is None:
        return study.solution
    if study.tolerance != MOST_TOLERANCE:
        raise ArgumentError(
            f"{named('tolerance')}: a match against other dice has one of its own; leave it out"
        )
    return study.against(read_their_dice(study, their_dice)).mine


def words_of(dice: str | Mapping[str, int] | None) -> str:
    """Dice as they are written."""
    if dice is None or isinstance(dice, str):
        return dice or ""
    return ",".join(f"{name}={count}" for name, count in dice.items())


def named_dice(roll: object, dice: object) -> bool:
    """Whether dice are given by name."""
    return any(isinstance(given, str) and "=" in given for given in (roll, dice))


def now_by_name(
    ruleset: Ruleset, turn_score: int, roll: object, dice: object, hot_dice: int
) -> Now:
    """Where a turn is with dice of different kinds."""
    hands = hands_of(ruleset)
    if hands.plain:
        by_face = isinstance(roll, str) and "=" in roll
        raise ArgumentError(
            f"{named('roll' if by_face else 'dice')}: all dice of these rules are alike. Give "
            + ("faces only, such as 1,5,5,2" if by_face else f"a number from 1 to {hands.all}")
        )
    if isinstance(roll, str) and "=" in roll:
        fallen = read_fallen(hands, roll, named("roll"))
        return Now(turn_score, fallen, None, hot_dice, hands.hand_of(fallen))
    if not roll and isinstance(dice, str):
        return Now(turn_score, (), None, hot_dice, read_hand(hands, dice, named("dice")))
    raise ArgumentError(
        "the dice of these rules are not alike: name each of them with its face, such as "
        f"{named('roll')} {FALLEN}, or those that are left to roll, such as {named('dice')} "
        f"{EXAMPLE}"
    )


def _looked_at(
    arguments: Arguments, given: GivenState, hot_dice: int, floor: int | None
) -> tuple[GivenState, int, int | None]:
    """What `turn` and `advise` take to know how a match stands, each part but the scores looked at
    by itself; hot dice and the floor beside it."""
    arguments.truth("first", given.first)
    arguments.truth("on_board", given.on_board, optional=True)
    arguments.truth("their_on_board", given.their_on_board, optional=True)
    my_farkles = arguments.number("my_farkles", given.my_farkles)
    their_farkles = arguments.number("their_farkles", given.their_farkles)
    hot_dice = arguments.number("hot_dice", hot_dice)
    previous = arguments.whole("previous", given.previous)
    inherit = arguments.pair("inherit", given.inherit)
    floor = arguments.whole("floor", floor)
    looked_at = given._replace(
        my_farkles=my_farkles,
        their_farkles=their_farkles,
        previous=previous,
        inherit=inherit,
        rounds_left=arguments.whole("rounds_left", given.rounds_left),
    )
    return looked_at, hot_dice, floor


BEST = 10
"""Sets that are named unless another number is asked for."""

MATCHED = 5
"""Sets that are matched against an opponent's."""


def best_dice(
    rules: Reference,
    *,
    own: str | Mapping[str, int],
    best: int | None = None,
    their_dice: str | Mapping[str, int] | None = None,
    goal: int | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> BestDice:
    """The best sets of the dice that one owns, by points per turn, and of the best few by the
    chance to win.

    Args:
        rules: the rules, whose `die_types` name the dice; those that they bring do not matter.
        own: name of a kind -> how many, or the same as text: `lucky=3,odd=2,ordinary=6`.
        best: how many sets to name; 10 by default.
        their_dice: dice of an opponent, against whom the best `MATCHED` sets are matched; the same
            as for `solve_two_sets`.
        goal: of that match; that of the rules by default.
    """
    arguments = Arguments()
    best = arguments.whole("best", best)
    goal = arguments.whole("goal", goal)
    arguments.listeners(progress, report)
    arguments.check()
    if goal is not None and their_dice is None:
        raise ArgumentError(
            f"{named('goal')} is that of a match: give {named('their_dice')} as well, such as "
            "ordinary=6, or leave it out"
        )
    loaded = rules.loaded if isinstance(rules, Study) else load(rules)
    owned = read_brought(loaded.ruleset, own, named("own"))
    if their_dice is not None:  # what is wrong with the match is said before anything is compared
        check_two_sets(loaded.ruleset)
        other = read_brought(loaded.ruleset, their_dice, named("their_dice"), all_of_them=True)
    ranking = rank_dice(
        loaded.ruleset,
        owned,
        wanted=best or BEST,
        tell=progress or silent,
    )
    if their_dice is None:
        return BestDice(loaded, ranking)
    to_goal = loaded.ruleset.model_copy(update={} if goal is None else {"goal": goal})
    study = Study(replace(loaded, ruleset=to_goal), progress=progress, report=report)
    matches = []
    for each in ranking.best[:MATCHED]:
        chosen = {n: c for n, c in zip(ranking.names, each.counts, strict=True) if c}
        match = study.bringing(chosen).against(other)
        chances = [match.win_probability(first=first) for first in (True, False)]
        matches.append(MatchedSet(each, *chances))
    matches.sort(key=lambda each: -each.either)
    return BestDice(loaded, ranking, tuple(matches), words_of(their_dice), to_goal.goal)
