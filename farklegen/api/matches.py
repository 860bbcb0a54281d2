"""The match of perfect players: solved, turn by turn, and choice by choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, overload

from farklegen.api import arguments as takes
from farklegen.api.arguments import FOR_TWO, Asked, Named, answers, listed, question, refuse
from farklegen.api.loading import read_their_dice, study_of, study_to_floor
from farklegen.api.turns import SEVERAL
from farklegen.errors import ArgumentError, UnsolvableError, named
from farklegen.solvers.game import MOST_PLAYERS, PLACES
from farklegen.solvers.progress import expect

if TYPE_CHECKING:
    from farklegen.play.players import CardChoice
    from farklegen.report.advise import AdviseResult, TurnResult
    from farklegen.report.match import SolveResult, TwoSetsResult
    from farklegen.report.odds import BestDice
    from farklegen.rules.hands import Hands
    from farklegen.solvers.advice import Advice, MatchOutlook
    from farklegen.solvers.game.game_state import GameState
    from farklegen.solvers.game.match_rules import MatchRules
    from farklegen.solvers.game.solution import MatchSolution, SolvedTurn
    from farklegen.solvers.turn_state_checks import Now
    from farklegen.study.study import Study

TAKING_OVER = "taking a turn over (inherit)"
"""What is refused for dice of different kinds."""


def _solve(asked: Asked) -> Iterator[str]:
    two = "length head_start floor tolerance"
    if asked["players"] > 2:
        yield from refuse(asked, f"{two} their_dice", FOR_TWO)
    elif asked["their_dice"] is not None:
        same = "is about a match of two players with the same dice; leave it or {their_dice} out"
        yield from refuse(asked, two, same)


@overload
def solve(rules: takes.Rules, *, their_dice: None = None, **options: Any) -> SolveResult: ...
@overload
def solve(rules: takes.Rules, *, their_dice: Named, **options: Any) -> TwoSetsResult: ...
@answers(_solve)
def solve(
    rules: takes.Rules,
    *,
    length: Annotated[bool, takes.Flag("Also how many turns a game takes.")] = False,
    head_start: Annotated[
        bool,
        takes.Flag(
            "Also the fair head start if the first bank has its own minimum. This solves a "
            "longer match."
        ),
    ] = False,
    players: takes.Players = 2,
    their_dice: takes.TheirDice | None = None,
    floor: takes.Floor | None = None,
    tolerance: takes.Tolerance | None = None,
) -> SolveResult | TwoSetsResult:
    """The match of two perfect players: who wins, and how often.

    It prints the first player's chance to win, the fair head start for the second one, and how
    exact that is. Solving takes from a second to many minutes, once: the solution is kept, for turn
    and advise as well.
    """
    from farklegen.report.match import SolveResult, TwoSetsResult
    from farklegen.solvers.duel.length import check_length
    from farklegen.study.estimate import estimate, estimate_table

    if players > 2:
        study = study_of(rules, of_one_kind=SEVERAL)
        expect(study.progress, estimate_table(study, players))
        several = study.several(players)
        chances = several.win_probabilities(several.start())
        return SolveResult(study.loaded, chances, several.certificate)
    if their_dice is not None:
        study = study_of(rules)
        dice = read_their_dice(study, their_dice)
        return TwoSetsResult(study.loaded, study.bringing(dice).loaded, study.against(dice))
    study = study_to_floor(rules, floor).like(tolerance=tolerance)
    if length:
        check_length(study.ruleset)
    ahead = estimate(study, ("match", "length") if length else ("match",))
    if head_start and not study.has_head_start:
        ahead += estimate(study.with_head_starts(), ("match",))
    expect(study.progress, ahead)
    match = study.solution
    chances = match.win_probabilities(match.start())
    turns = study.length if length else None
    fair = study.head_start if head_start or study.has_head_start else None
    return SolveResult(study.loaded, chances, match.certificate, fair, turns, study.best_total)


def _standing(asked: Asked) -> Iterator[str]:
    """What is wrong with how a match stands, before the rules are known."""
    yield from takes.seats_wrong(asked)
    if asked["theirs"] is not None:
        yield from takes.one_for_each(
            asked, "theirs", one_for_all=False, advice="Give one for each, the next player's "
            "first, with commas between them and none within: 8000,9500",
        )  # fmt: skip
    if asked["theirs"] is not None or isinstance(asked["their_farkles"], tuple):
        yield from takes.one_for_each(
            asked, "their_farkles", one_for_all=asked["their_farkles"] in (0, (0,)),
            advice="Give one number for each, the next player's first, with commas between them: "
            "2,0",
        )  # fmt: skip
    if asked["players"] > 2 and asked["theirs"] is not None:
        yield from refuse(asked, "off_board their_dice floor tolerance", FOR_TWO)


@question(_standing)
def turn(
    rules: takes.Rules,
    *,
    mine: takes.Score,
    theirs: takes.Scores,
    players: takes.Scored = 2,  # noqa: ARG001 - which `_standing` looks at
    my_farkles: takes.MyFarkles = 0,
    their_farkles: takes.TheirFarkles = 0,
    seat: takes.Seat = "first",
    rounds_left: takes.RoundsLeft | None = None,
    off_board: takes.OffBoard | None = None,
    previous: takes.Previous | None = None,
    hot_dice: takes.HotDice = 0,
    inherit: takes.Inherit | None = None,
    their_dice: takes.TheirDice | None = None,
    floor: takes.Floor | None = None,
    tolerance: takes.Tolerance | None = None,
) -> TurnResult:
    """A whole turn: your chance to win, and when to bank.

    It has a row for each turn score and a column for each number of dice left. It solves the match
    first, unless that has been done.
    """
    from farklegen.report.advise import ShownStanding, TurnResult
    from farklegen.solvers.game.game_state import asked_problems, floor_problems
    from farklegen.solvers.turn_state_checks import check, hot_dice_problems, only_taken_over

    study, state = _standing_of(
        rules, floor, mine, theirs, my_farkles, their_farkles, seat, rounds_left, off_board,
        previous, inherit,
    )  # fmt: skip
    study, of_match = _match_at(study, state, tolerance)
    check([*floor_problems(study.ruleset, study.floor), *asked_problems(of_match, state)])
    solved = _solved_turn(study, state, their_dice)
    shown = ShownStanding(study.ruleset, state, solved.everybody, words_of(their_dice), floor)
    only_taken = only_taken_over(of_match.every_move, state.inherit)
    result = TurnResult(study.loaded, solved, shown, hot_dice, only_taken)
    check(hot_dice_problems(hot_dice, bool(result.states)))
    return result


def _advise(asked: Asked) -> Iterator[str]:
    yield from _standing(asked)
    mine, theirs, roll, inherit = map(asked.get, ("mine", "theirs", "roll", "inherit"))
    later = "roll" if roll else "dice" if asked["dice"] is not None else ""
    if (mine is None) != (theirs is None):
        given, other = ("theirs", "mine") if mine is None else ("mine", "theirs")
        yield (
            f"{named(given)} is given, but not {named(other)}: give both for the chance to win, or "
            "none for the most points"
        )
    elif mine is None:
        why = "is about a match only. Give {mine} and {theirs} as well, or leave it out"
        match_only = "rounds_left previous floor tolerance their_dice"
        yield from refuse(asked, match_only, why)
        farkles = any(listed(asked["their_farkles"]) or [asked["their_farkles"]])
        yield from refuse({"their_farkles": farkles}, "their_farkles", why)
        yield from refuse({"seat": asked["seat"] != "first"}, "seat", why)
        yield from refuse({"off_board": asked["off_board"] in ("theirs", "both")}, "off_board", why)
    if inherit is None and not later:
        yield (
            f"what is the question? Give {named('roll')} with the faces you rolled (which to set "
            f"aside?), {named('dice')} with the dice left (bank or roll?), or {named('inherit')} "
            "(take over?)"
        )
    elif inherit is not None and later:
        yield (
            f"{named('inherit')} is for before the first roll, {named(later)} for later. Leave one "
            f"of them out; a turn taken over goes on with {named('turn_score')}"
        )
    elif inherit is not None and asked["turn_score"]:
        yield (
            f"{named('turn_score')} is 0 when a turn may be taken over: its points are in "
            f"{named('inherit')}"
        )


@question(_advise)
def advise(
    rules: takes.Rules,
    *,
    mine: takes.Score | None = None,
    theirs: takes.Scores | None = None,
    players: takes.Scored = 2,  # noqa: ARG001 - which `_standing` looks at
    turn_score: takes.TurnScore = 0,
    roll: Annotated[
        Sequence[int] | str,
        takes.Faces(
            "What you rolled, such as 1,5,5,2,3,3: which dice to set aside? Different dice "
            "by name: lucky=1,odd=5.",
        ),
    ] | None = None,
    dice: Annotated[
        int | str,
        takes.Dice("In place of a roll, the dice left to roll: bank or roll?"),
    ] | None = None,
    my_farkles: takes.MyFarkles = 0,
    their_farkles: takes.TheirFarkles = 0,
    seat: takes.Seat = "first",
    rounds_left: takes.RoundsLeft | None = None,
    off_board: takes.OffBoard | None = None,
    previous: takes.Previous | None = None,
    hot_dice: takes.HotDice = 0,
    inherit: takes.Inherit | None = None,
    their_dice: takes.TheirDice | None = None,
    floor: takes.Floor | None = None,
    tolerance: takes.Tolerance | None = None,
) -> AdviseResult:  # fmt: skip
    """What to do now: which dice to set aside, and bank or roll.

    It ranks every choice by your chance to win. Without `mine` and `theirs` it ranks by expected
    score, and answers at once. With `players` 3 it is the chance among three.
    """
    from farklegen.report.advise import AdviseResult, ShownStanding
    from farklegen.rules.hands import hands_of
    from farklegen.solvers import turn_state_checks as checks
    from farklegen.solvers.advice import MatchOutlook, Outlooks, advice, points_outlook
    from farklegen.solvers.game import game_state as stands

    study, state = _standing_of(
        rules, floor, mine, theirs, my_farkles, their_farkles, seat, rounds_left, off_board,
        previous, inherit,
    )  # fmt: skip
    now = _now(hands_of(study.ruleset), turn_score, roll or (), dice, hot_dice)
    ruleset, tables = study.ruleset, study.tables
    problems = list(checks.roll_problems(ruleset, now))
    solved, played = study, None
    if mine is None:
        moves = checks.moves_by_points(ruleset, tables, hot_dice)
        problems += stands.points_problems(ruleset, moves, state)
        checks.check([*problems, *checks.now_problems(ruleset, moves, now)])
    else:
        solved, of_match = _match_at(study, state, tolerance)
        wrong = [
            *stands.floor_problems(ruleset, solved.floor),
            *stands.asked_problems(of_match, state),
        ]
        within = checks.now_problems(
            ruleset, of_match.every_move, now, *stands.limits(of_match, state)
        )
        checks.check([*problems, *(wrong or within)])
        played = _solved_turn(solved, state, their_dice)
        checks.check(checks.past_problems(now, played.unit, len(played.value), len(played.above)))
    match = None if played is None else MatchOutlook(played)
    points, left_out = points_outlook(ruleset, tables, state, needed=match is None)
    ranked = advice(ruleset, Outlooks(match, points), state, now)
    farkles = tuple(tables.farkle_probability(instant_wins=match is not None).tolist())
    card = None
    if match is not None and len(state.scores) == 2 and their_dice is None and ranked.options:
        card = _by_card(study, match, state, now, ranked)
    everybody = () if played is None else played.everybody
    shown = ShownStanding(ruleset, state, everybody, words_of(their_dice), floor)
    return AdviseResult(study.loaded, shown, played, now, ranked, left_out, farkles, card)


def _standing_of(
    rules: takes.Rules,
    floor: int | None,
    mine: int | None,
    theirs: Any,
    my_farkles: int,
    their_farkles: Any,
    seat: str,
    rounds_left: int | None,
    off_board: str | None,
    previous: int | None,
    inherit: tuple[int, int] | None,
) -> tuple[Study, GameState]:
    """The rules of a match and how it stands. `theirs` and `their_farkles` have one number for each
    other player. Without scores the player to move is on the board with 0 points, unless
    `off_board` is given. If turns can be taken over after a bank only, an inherited turn was banked
    by the player before. A table that is too large to solve stands as a match of two against the
    leader."""
    from farklegen.solvers.game.game_state import GameState, Taken

    scores = (mine or 0, *(listed(theirs) or [theirs or 0]))
    several = 2 < len(scores) <= MOST_PLAYERS
    one_kind = SEVERAL if several else "" if inherit is None else TAKING_OVER
    study = study_of(rules, floor=floor, of_one_kind=one_kind)
    ruleset = study.ruleset
    farkles = (my_farkles, *(listed(their_farkles) or [their_farkles]))
    taken = None if inherit is None else Taken(*inherit)
    banked = taken if ruleset.piggyback == "after_bank" else None
    if banked and ruleset.bank.beat_previous and mine is not None:
        previous = previous or banked.turn_score
    boards = [score > 0 for score in scores]
    if mine is None:
        boards = [off_board is None, False]
    elif off_board is not None:
        boards = [off_board not in (who, "both") for who in ("mine", "theirs")]
    elif banked or previous:
        boards[-1] = True
    state = GameState(
        scores, farkles, tuple(boards), PLACES.index(seat), previous or 0, taken, rounds_left
    )
    if len(scores) <= MOST_PLAYERS:
        return study, state
    study.report(takes.LEADER.format(len(scores)))
    return study, state.against_leader


def _match_at(study: Study, state: GameState, tolerance: float | None) -> tuple[Study, MatchRules]:
    """The study whose match has these scores, and the rules of that match. A match of several
    players has the same study at all scores."""
    if len(state.scores) == 2:
        study = study.like(tolerance=tolerance).solved_for(state)
    return study, study.match_rules


def _solved_turn(study: Study, state: GameState, their_dice: Named | None) -> SolvedTurn:
    """The turn of a match, which is solved now if it was not solved before."""
    from farklegen.study.estimate import estimate_table

    players = len(state.scores)
    if players == 2:
        return solution_against(study, their_dice).turn(state)
    expect(study.progress, estimate_table(study, players))
    return study.several(players).turn(state)


def _now(
    hands: Hands, turn_score: int, roll: Sequence[int] | str, dice: int | str | None, hot_dice: int
) -> Now:
    """Where a turn is."""
    from farklegen.rules.hands import EXAMPLE, FALLEN, read_fallen, read_hand
    from farklegen.solvers.turn_state_checks import Now

    by_name = "roll" if isinstance(roll, str) else "dice" if isinstance(dice, str) else ""
    if hands.uniform and not isinstance(roll, str) and not isinstance(dice, str):
        return Now(turn_score, tuple(roll), dice, hot_dice)
    if hands.plain:
        plain = {"roll": "faces only, such as 1,5,5,2", "dice": f"a number from 1 to {hands.all}"}
        raise ArgumentError(
            f"{named(by_name)}: all dice of these rules are equal. Give {plain[by_name]}"
        )
    if isinstance(roll, str):
        fallen = read_fallen(hands, roll, named("roll"))
        return Now(turn_score, fallen, None, hot_dice, hands.hand_of(fallen))
    if not roll and isinstance(dice, str):
        return Now(turn_score, (), None, hot_dice, read_hand(hands, dice, named("dice")))
    raise ArgumentError(
        "the dice of these rules differ: name each of them with its face, such as "
        f"{named('roll')} {FALLEN}, or those that are left to roll, such as {named('dice')} "
        f"{EXAMPLE}"
    )


def _by_card(
    study: Study, outlook: MatchOutlook, match_state: GameState, now: Now, ranked: Advice
) -> CardChoice | None:
    """What the card of the rules does; None if the store has no card, as none is searched here."""
    from farklegen.play.players import card_choice, game_at, player_of
    from farklegen.policies.reference import parse

    try:
        rung = study.kept_card()
        if rung is None:
            return None
        player = player_of(study, parse("card"), rung=rung)
    except UnsolvableError:
        return None
    game = game_at(study.ruleset, study.floor, match_state, now)
    return card_choice(game, player, rung.numbers, outlook, ranked.options)


def solution_against(study: Study, their_dice: Named | None) -> MatchSolution:
    """The match by the player whose dice the rules have."""
    from farklegen.solvers.game import MOST_TOLERANCE
    from farklegen.study.estimate import estimate

    if their_dice is None:
        expect(study.progress, estimate(study, ("match",)))
        return study.solution
    if study.tolerance != MOST_TOLERANCE:
        raise ArgumentError(
            f"{named('tolerance')}: a match against other dice has one of its own; leave it out"
        )
    return study.against(read_their_dice(study, their_dice)).mine


def words_of(dice: Named | None) -> str:
    """Dice as they are written."""
    if dice is None or isinstance(dice, str):
        return dice or ""
    return ",".join(f"{name}={count}" for name, count in dice.items())


MATCHED = 5
"""Sets that are matched against an opponent's."""


def _best_dice(asked: Asked) -> Iterator[str]:
    if asked["their_dice"] is None:
        why = "is that of a match: give {their_dice} as well, such as ordinary=6, or leave it out"
        yield from refuse(asked, "goal", why)


@question(_best_dice)
def best_dice(
    rules: takes.Rules,
    *,
    own: Annotated[
        Named,
        takes.Kind(
            "DICE", "The dice to choose from, by the names in the rules: lucky=3,odd=2,ordinary=6.",
            "the dice to choose from, such as lucky=3,odd=2,ordinary=6", (str, Mapping),
        ),
    ],
    best: Annotated[
        int, takes.Whole("N", "How many sets to name. Default: 10.", 1, 1000)
    ] | None = None,
    their_dice: takes.TheirDice | None = None,
    goal: Annotated[
        int,
        takes.Whole(
            "G", "With `their_dice`, the goal of that match. Default: the goal of the rules.", 1,
        ),
    ] | None = None,
) -> BestDice:  # fmt: skip
    """Which of your dice to bring, for the most points per turn.

    For games in which you bring your own dice. It lists the best sets of the dice that you own,
    and how much one more die of each kind would add. With `their_dice` it also says how often the
    best sets win.
    """
    from farklegen.report.match import of_two_sets
    from farklegen.report.odds import BestDice, MatchedSet
    from farklegen.rules.hands import read_brought
    from farklegen.solvers.best_dice import rank_dice
    from farklegen.solvers.game.solution import check_two_sets

    study = study_of(rules)
    loaded = study.loaded
    owned = read_brought(loaded.ruleset, own, named("own"))
    if their_dice is not None:  # what is wrong with the match is said before anything is compared
        check_two_sets(loaded.ruleset)
        other = read_brought(loaded.ruleset, their_dice, named("their_dice"), all_of_them=True)
    ranking = rank_dice(loaded.ruleset, owned, wanted=best or 10, tell=study.progress)
    if their_dice is None:
        return BestDice(loaded, ranking)
    to_goal = loaded.ruleset.model_copy(update={} if goal is None else {"goal": goal})
    study = study.with_rules(to_goal)
    matches = []
    for each in ranking.best[:MATCHED]:
        chosen = {n: c for n, c in zip(ranking.names, each.counts, strict=True) if c}
        match = study.bringing(chosen).against(other)
        matches.append(MatchedSet(each, of_two_sets(match)))
    matches.sort(key=lambda each: -each.chances.average)
    return BestDice(loaded, ranking, tuple(matches), words_of(their_dice), to_goal.goal)
